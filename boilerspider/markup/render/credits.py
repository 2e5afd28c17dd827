"""Who took a picture: what pages call such an element, and the words that tell it at either end of a caption."""

from __future__ import annotations

import re

from lxml import etree

MAX_CREDIT_CHARS = 120
"""Characters of a credit that no element of its own holds. Ours."""
MAX_CLASS_CHARS = 1_000
"""Of a class that are looked at for words such as caption and credit. Ours."""

_NAMED = re.compile(
    r"credit|copyright|photographer|(?:image|photo|picture|media)[_-]?(?:source|by|author)", re.IGNORECASE
)
_NAMED_APART = re.compile(
    r"(?:(?<![A-Za-z])(?:[Cc]redits?|[Cc]opyright|[Pp]hotographer)|(?<=[a-z])(?:Credits?|Copyright|Photographer)"
    r"|(?<![A-Za-z])(?:photo|image|picture|media|caption)(?:credits?|copyright)"
    r"|(?<![A-Za-z])(?:[Ii]mage|[Pp]hoto|[Pp]icture|[Mm]edia)[_-]?[Ss]ource)(?![a-z]|[_-](?:cards?|union|score))"
)
"""Stricter, for elements outside of captions: no credit cards."""
_PROPERTIES = frozenset(("creditText", "copyrightHolder", "copyrightNotice", "photographer"))
"""What `itemprop` calls it (schema.org)."""
_SAYS_WHO = re.compile(r"\b(?:source|credit|copyright|photographer)\b", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:^|(?<=[.!?)|/–-])\s{0,3}|[(\[])(?:(?:photo|image|picture|foto|bild)\s?)?(?:credits?|photo(?:graph(?:er|ie|s)?)?|image|picture|fotogra[fv]\w{0,3}|foto|bild)"
    r"(?:\s?:|\sby\s)\s?|©\s?",
    re.IGNORECASE,
)
_AGENCY = re.compile(r"\(([^()]{0,60}\b(?:AFP|AP|EPA|Getty|Reuters|dpa)\b[^()]{0,80})\)[\s.]{0,3}$")
"""How agencies sign: in brackets, at the end."""


def is_credit(element: etree._Element) -> bool:
    """Whether an element of a caption calls itself a credit."""
    return bool(_NAMED.search(element.get("class", "")) or _NAMED.search(element.get("itemprop", "")))


def is_credit_apart(element: etree._Element) -> bool:
    """Whether an element outside of any caption calls itself a credit."""
    names = (element.get("class") or "")[:MAX_CLASS_CHARS]
    return _NAMED_APART.search(names) is not None or element.get("itemprop") in _PROPERTIES


def says_who(label: str) -> bool:
    """Whether a label that is heard and not seen announces a credit."""
    return _SAYS_WHO.search(label) is not None


def without_label(credit: str) -> str:
    """A credit without what says that it is one, and without brackets around it."""
    label = _LABEL.match(credit)
    credit = credit[label.end() :] if label else credit
    is_bracketed = credit[:1] + credit[-1:] in ("()", "[]") or (label is not None and label[0][:1] in "([")
    return credit.strip("()[] ") if is_bracketed else credit


def split_credit(caption: str) -> tuple[str, str]:
    """A caption without the credit in its words, and that."""
    signed = _LABEL.search(caption) or _AGENCY.search(caption[-MAX_CREDIT_CHARS:])
    if signed is None:
        return caption, ""
    is_agency = signed.re is _AGENCY
    start = signed.start() + (max(0, len(caption) - MAX_CREDIT_CHARS) if is_agency else 0)
    credit = signed[1] if is_agency else caption[signed.end() :].strip(" ()[]")
    if len(credit) > MAX_CREDIT_CHARS:
        return caption, ""
    return caption[:start].rstrip(" |–-/"), credit
