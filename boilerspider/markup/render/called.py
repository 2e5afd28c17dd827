"""What pages call the elements that tell who took a picture."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

from boilerspider.markup.prose import STOPS
from boilerspider.markup.render.around import is_on_own_line, text_before, text_behind

MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at for words such as caption and credit. Ours."""

_NAMED = re.compile(
    r"credit|copyright|photographer|(?:image|photo|picture|media)[_-]?(?:source|by|author)", re.IGNORECASE
)
_NAMED_WITHIN = re.compile(
    r"(?<![a-z])(?:source|author|attributions?|byline|owner)(?![a-z])"
    r"|(?<=[a-z])(?:Source|Author|Attributions?|Byline|Owner)(?![a-z])"
)
"""What else elements inside of captions are called that tell who took the picture."""
_NAMED_AT_END = re.compile(
    r"(?<![a-z])(?:distributor|agency|provider)(?![a-z])|(?<=[a-z])(?:Distributor|Agency|Provider)(?![a-z])"
)
"""The same at an end of one: amid a sentence such is what is shown."""
_PARTING = frozenset(f"{STOPS},;)]/|·•–—-")
"""Stand before a credit."""
_OF_A_QUOTE = re.compile(r"quote|testimonial", re.IGNORECASE)
"""Names of an element with such a one that tells who spoke, beside a portrait."""
_NAMED_APART = re.compile(
    r"(?:(?<![A-Za-z])(?:[Cc]redits?|[Cc]opyright|[Pp]hotographer)|(?<=[a-z])(?:Credits?|Copyright|Photographer)"
    r"|(?<![A-Za-z])(?:photo|image|picture|media|caption)(?:credits?|copyright)"
    r"|(?<![A-Za-z])(?:[Ii]mage|[Pp]hoto|[Pp]icture|[Mm]edia)[_-]?[Ss]ource)(?![a-z]|[_-](?:cards?|union|score))"
)
"""Stricter, for elements outside of captions: no credit cards."""
_PROPERTIES = frozenset(("creditText", "copyrightHolder", "copyrightNotice", "photographer"))
"""What `itemprop` calls it (schema.org)."""
_PROPERTIES_WITHIN = frozenset(("author", "creator"))
"""The same of a caption."""
_SAYS_WHO = re.compile(r"\b(?<!open )(?:source|credit|copyright|photographer)\W{0,5}$", re.IGNORECASE)


def is_credit(element: etree._Element) -> bool:
    """Whether a caption calls itself a credit."""
    name = element.get("itemprop", "")
    return bool(_NAMED.search(element.get("class", "")) or _NAMED.search(name)) or name in _PROPERTIES_WITHIN


def is_credit_within(element: etree._Element, root: etree._Element) -> bool:
    """Whether an element inside of this caption calls itself a credit."""
    names = (element.get("class") or "")[:MAX_CLASS_CHARS]
    if is_credit(element) or (_NAMED_WITHIN.search(names) and not _OF_A_QUOTE.search(names)):
        return True
    return _NAMED_AT_END.search(names) is not None and _is_at_end(element, root)


def _is_at_end(element: etree._Element, root: etree._Element) -> bool:
    """Whether nothing but another credit follows an element behind a sign, a tag or nothing at all, or a new line, a sign or a tag behind the first."""
    before, behind = text_before(element), text_behind(element, root)
    if before and before[-1] not in _PARTING and not is_on_own_line(element):
        return False
    following = element.getnext()
    if not any(map(str.isalnum, behind)) or (following is not None and is_credit(following) and not _tail(element)):
        return True
    is_first = not before and element.getprevious() is None
    return is_first and not behind[:1].islower() and _tail(element)[:1] in ("", *_PARTING)


def _tail(element: etree._Element) -> str:
    return (element.tail or "").strip()


def is_credit_apart(element: etree._Element) -> bool:
    """Whether an element outside of any caption calls itself a credit."""
    return _is_named_apart((element.get("class") or "")[:MAX_CLASS_CHARS]) or element.get("itemprop") in _PROPERTIES


@lru_cache(maxsize=4_096)
def _is_named_apart(names: str) -> bool:
    return _NAMED_APART.search(names) is not None


def says_who(label: str) -> bool:
    """Whether a label that is heard and not seen announces a credit."""
    return _SAYS_WHO.search(label) is not None
