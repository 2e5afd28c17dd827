"""The standfirst that the networks leave out although the page's own description, or its class names, say what it is.

By convention it is text; those who marked pages by hand do not agree on it, and so the networks cannot learn it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import GOOD_LINKS
from boilerspider.extractors.news.kinds import GROUP_BITS, HEADINGS, MIN_STANDFIRST_WORDS, Bools, Traits
from boilerspider.extractors.news.letters import Floats
from boilerspider.extractors.news.reading import View
from boilerspider.extractors.news.vocabulary import TAGS

RUN = 5
"""Letters of the runs by which texts are compared: short enough for a word of most languages. Ours."""
ALIKE = 0.7
"""Share of the shorter text's runs that the longer one has, from which on they are one: a standfirst that was edited this morning stays its description's. Ours."""
MAX_LETTERS = 5_000
"""Of a text that is compared; the longest descriptions have some hundreds. Ours."""
MIN_RUNS = 20
"""Runs of a text that is compared. Ours."""
IN_DOUBT = 0.25
"""Likelihood from which on a heading right below the h1 is a standfirst. Ours: few pages leave one out, and below it they are names of boxes."""
MAX_NAME_LETTERS = 500
MAX_ATTRIBUTES = 50
"""Of one name, and of an element whose names are looked at. Ours."""

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\S")
_NAME = re.compile(r"[A-Za-z][\w-]{2,40}", re.ASCII)
"""What names something, and is no address or other value."""
_STANDFIRSTS = re.compile(
    r"(?<![a-z])(?:standfirst|sub ?(?:deck|hed|headline)|intro (?:text|paragraph)|intro ?copy|lead (?:text|paragraph)"
    r"|(?:article|story|post|news|entry|header|content) (?:sub ?(?:title|head|line)|intro|lead|lede|dek|deck|abstract)"
    r"|vorspann|chapo|chapeau|sommario|occhiello|catenaccio|entradilla|bajada|copete|linhafina|ingress|underrubrik|perex|preamble)(?![a-z])"
)
"""What newsrooms call it, in the words of class names and ids: of the blocks of dev articles that are left out above the story and are called so,
nearly all are text for those who marked the pages."""
_TEASERS = re.compile(r"(?<![a-z])teaser text(?![a-z])")
"""What editors' systems call it in data attributes; class names call what leads to other stories so."""
_ITEMPROPS = frozenset(("description", "abstract", "alternativeHeadline"))
"""Properties of schema.org's CreativeWork that say so too, in the item of an article."""
_ARTICLE = re.compile(r"article|posting|report|creativework", re.IGNORECASE)

_FOREIGN = (
    GROUP_BITS["advert"]
    | GROUP_BITS["related"]
    | GROUP_BITS["newsletter"]
    | GROUP_BITS["share"]
    | GROUP_BITS["caption"]
)
_ASIDES = TAGS["nav"] | TAGS["aside"] | TAGS["figcaption"]


def unkept_standfirst(seen: View, traits: Traits, keep: Bools, likely: Floats) -> int | None:
    """The block between the h1, where there is none an h2, and the story that is a standfirst: said by a description, where none that is kept is, or called so, or next to the h1 and nearly called so, or a heading beside it that the networks doubt."""
    headings = (traits.paths & TAGS["h1"]) != 0
    has_h1 = bool(headings.any())
    if not has_h1:  # an h2 may be that of a box: what stands below it must say more clearly what it is
        headings = (traits.paths & TAGS["h2"]) != 0
    if (headings & traits.titled).any():
        headings &= traits.titled
    above = traits.opens & np.logical_or.accumulate(headings) & ~headings & (traits.words >= MIN_STANDFIRST_WORDS)
    places = np.flatnonzero(above)
    if not len(places):
        return None
    said = _said(seen, places.tolist())
    if keep[said].any():
        said = []
    unlinked = places[(seen.letters.linked < GOOD_LINKS * seen.letters.shown)[places]]
    own = ((traits.near & _FOREIGN) == 0) & ((traits.paths & _ASIDES) == 0)
    called = _called(seen, unlinked[own[unlinked]].tolist(), by_properties=has_h1)
    if keep[called].any():
        called = []
    beside = ((traits.paths & HEADINGS) != 0) & own & (likely >= IN_DOUBT) & ~traits.titled & _is_beside(seen, headings)
    named = unlinked[:1][((traits.named | beside) & ~keep & has_h1)[unlinked[:1]]].tolist()
    return next((number for number in (*said, *called, *named) if number in unlinked), None)


def _is_beside(seen: View, headings: Bools) -> Bools:
    """Which blocks stand in elements whose parent is that of one of these headings."""
    above = seen.columns.parents[seen.columns.homes]
    found: Bools = np.isin(above, above[headings])
    return found


def _called(seen: View, numbers: Iterable[int], *, by_properties: bool) -> list[int]:
    """Which of these blocks stand in an element whose own names are a standfirst's."""
    homes = [(number, int(seen.columns.homes[number])) for number in numbers]
    elements = {home: seen.elements[home] for _, home in homes}
    called = {home: _is_called(box) or (by_properties and _is_declared(box)) for home, box in elements.items()}
    return [number for number, home in homes if called[home]]


def _is_called(element: etree._Element) -> bool:
    names = " ".join((element.get(name) or "")[:MAX_NAME_LETTERS] for name in ("class", "id"))
    if _STANDFIRSTS.search(_in_words(names)):
        return True
    attributes = element.items() if len(element.attrib) <= MAX_ATTRIBUTES else ()
    values = " ".join(value for name, value in attributes if name.startswith("data-") and _NAME.fullmatch(value))
    return bool(values and _TEASERS.search(_in_words(values)))


def _in_words(names: str) -> str:
    """Names in lower case, their words apart: `articleSubTitle` and `article__sub-title` are the same; names end with a comma."""
    return ", ".join(" ".join(_WORDS.findall(re.sub(r"[-_:./]+", " ", name))) for name in names.split()).lower()


def _is_declared(element: etree._Element) -> bool:
    """Whether an element is the description of an item that is an article, or of which nothing says what it is."""
    if element.get("itemprop") not in _ITEMPROPS:
        return False
    item = next((above for above in element.iterancestors() if above.get("itemscope") is not None), None)
    return item is None or _ARTICLE.search(item.get("itemtype") or "") is not None


def _said(seen: View, numbers: list[int]) -> list[int]:
    """Which of these blocks a description of the page says."""
    descriptions = [runs for line in seen.head.descriptions.split("\n") if len(runs := _runs(line)) >= MIN_RUNS]
    if not descriptions:
        return []
    texts = ((number, _runs(seen.texts[number].casefold())) for number in numbers)
    return [number for number, text in texts if any(_alike(text, runs) for runs in descriptions)]


def _runs(text: str) -> set[str]:
    text = text[:MAX_LETTERS]
    return {text[at : at + RUN] for at in range(len(text) - RUN + 1)}


def _alike(one: set[str], other: set[str]) -> bool:
    fewest = min(len(one), len(other))
    return fewest >= MIN_RUNS and len(one & other) >= ALIKE * fewest


__all__ = ["unkept_standfirst"]
