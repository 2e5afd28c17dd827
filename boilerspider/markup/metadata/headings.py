"""What headings say: nothing of the story where they lead to the site's front, and headlines without the kicker above them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.metadata.text import text_of

MAX_TITLE_CHARS = 500
"""No headline is longer; ours: the longest of the corpora's is under 300."""
MAX_IN_HEADING = 50
"""Elements of a heading among which a link is looked for. Ours."""
MAX_ENDS = 3
"""Elements at each end of a heading that may be no part of the headline. Ours."""
MAX_WRAPPERS = 10
"""Elements around all of a heading's text. Ours."""
MAX_CLASS_CHARS = 200
"""Of a class attribute that are looked at. Ours."""
_FRONT = re.compile(r"(?:(?:https?:)?//[^/?#]+/?|/)(?:index\.\w+)?")
"""The address of a site's front."""
_KICKER = re.compile(
    r"(?:^|[\s_-])(?:kicker|dachzeile|spitzmarke|over-?(?:line|title)|top-?(?:line|title)|pre-?title|super-?title|sur-?titre|"
    r"roof-?line|eyebrow|topic-label|ante-?titulo|occhiello)(?![a-z])",
    re.IGNORECASE,
)
"""What newsrooms call the words above a headline that name its topic."""
_BETWEEN = " :|/·•–—-"
"""What parts a kicker from the headline."""
_BEGINS = re.compile(rf"[{_BETWEEN}]|[«»„“\"‘']\w|[^\W\d_a-z]")
"""How what stands behind a kicker begins: with a sign, a quote or a letter that is not small. A word does not go on there."""


def said(headings: Iterable[etree._Element]) -> Iterator[str]:
    """What headings say without a kicker that their markup names; nothing where one leads to the site's front and says its name."""
    return ("" if leads_to_front(heading) else _without_kicker(heading) for heading in headings)


def without_ends(heading: etree._Element) -> Iterator[str]:
    """What a heading says without the elements that it begins or ends with: a badge, a section's name for those who listen, a button."""
    whole = text_of(heading)[:MAX_TITLE_CHARS]
    # Of elements in each other every one would be read to its end.
    children = islice(_unwrapped(heading).iterchildren("*"), MAX_IN_HEADING)
    parts = [part for child in children if (part := text_of(child)) and part != whole]
    for begun in _peeled(whole, parts, str.removeprefix):
        rests = _peeled(begun, parts[::-1], str.removesuffix)
        yield from (rest for rest in rests if rest not in ("", whole))


def _peeled(whole: str, parts: Iterable[str], remove: Callable[[str, str], str]) -> Iterator[str]:
    """A text, and it without the first of these parts, the first two and so on, as long as each stands at its end."""
    yield whole
    for part in islice(parts, MAX_ENDS):
        rest = remove(whole, part).strip()
        if rest == whole:
            break
        yield rest
        whole = rest


def _unwrapped(element: etree._Element) -> etree._Element:
    """The innermost element that holds all that this one does."""
    for _ in range(MAX_WRAPPERS):
        if len(element) != 1 or (element.text or "").strip() or (element[0].tail or "").strip():
            break
        element = element[0]
    return element


def leads_to_front(heading: etree._Element) -> bool:
    """Whether a heading is a link to the site's front page."""
    links = (element.get("href") or "" for element in _inside(heading) if element.tag == "a")
    return any(_FRONT.fullmatch(link[:MAX_CLASS_CHARS].strip()) for link in links)


def _without_kicker(heading: etree._Element) -> str:
    whole = text_of(heading)[:MAX_TITLE_CHARS]
    kickers = (text_of(inner) for inner in _inside(heading) if inner is not heading and _is_kicker(inner))
    rests = (whole.removeprefix(kicker) for kicker in kickers if kicker and len(kicker) < len(whole) / 2)
    return next((rest.lstrip(_BETWEEN) for rest in rests if _BEGINS.match(rest) and rest != whole), whole)


def _is_kicker(element: etree._Element) -> bool:
    return _KICKER.search((element.get("class") or "")[:MAX_CLASS_CHARS]) is not None


def _inside(heading: etree._Element) -> Iterator[etree._Element]:
    return islice(heading.iter("*"), MAX_IN_HEADING)
