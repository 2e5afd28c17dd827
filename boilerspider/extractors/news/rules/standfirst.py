"""The standfirst that the networks leave out although the page's own description, or its class names, say what it is.

By convention it is text; those who marked pages by hand do not agree on it, and so the networks cannot learn it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.features import GOOD_LINKS
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.kinds import GROUP_BITS, HEADINGS, MIN_STANDFIRST_WORDS, OPEN_WORDS, Traits

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
KNOWN_NAMES = 4_000
"""Names of which it is at hand what they say: the pages of a site have the same. Ours."""

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
TEASER = "teaser"
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
_PICTURES = TAGS["figure"] | TAGS["figcaption"]
_CAPTIONS = re.compile(
    r"caption|credit|legend|bildunterschrift|bildtext|bildquelle|(?:foto|gallery|ima?ge?|media|photo|picture)[\w-]{0,20}desc",
    re.IGNORECASE,
)
"""What class names call what stands below a picture."""
_ASIDES = TAGS["nav"] | TAGS["aside"] | TAGS["figcaption"]


def _of_the_title(traits: Traits, headings: Bools) -> Bools:
    """Of these headings those that say what a title says; others that say more of it, where a blog's name stands above its story's."""
    if not (headings & traits.titled).any():
        return headings
    headings = headings & traits.titled
    others = traits.titled & traits.opens & ((traits.paths & HEADINGS) != 0)
    longest = traits.words[headings].max()
    return headings if not others.any() or traits.words[others].max() <= longest else others & (traits.words > longest)


def unkept_standfirst(seen: View, traits: Traits, keep: Bools, likely: Floats) -> int | None:
    """The block between the h1, where there is none an h2, and the story that is a standfirst: said by a description, where none that is kept is, or called so, or next to the h1 and nearly called so, or a heading beside it that the networks doubt."""
    headings = (traits.paths & TAGS["h1"]) != 0
    has_h1 = bool(headings.any())
    if not has_h1:  # an h2 may be that of a box: what stands below it must say more clearly what it is
        headings = (traits.paths & TAGS["h2"]) != 0
    headings = _of_the_title(traits, headings)
    above = traits.opens & np.logical_or.accumulate(headings) & ~headings & (traits.words >= MIN_STANDFIRST_WORDS)
    places = np.flatnonzero(above)
    unlinked = places[(seen.letters.linked < GOOD_LINKS * seen.letters.shown)[places]]
    # Where all paragraphs are short, the line above them is as often the blog's own.
    if keep[unlinked].all() or traits.words[keep].max() < OPEN_WORDS:
        return None
    said = _missing(partial(_said, seen), unlinked, places, keep)
    if said is not None:
        return said
    own = ((traits.near & _FOREIGN) == 0) & ((traits.paths & _ASIDES) == 0)
    possible = unlinked[own[unlinked]]
    called = _missing(partial(_called, seen, by_properties=has_h1), possible, possible, keep)
    if called is not None:
        return called
    first = int(unlinked[0])
    if keep[first] or not has_h1 or _is_caption(seen, traits, first):
        return None
    is_beside = own[first] and likely[first] >= IN_DOUBT and _is_doubted_heading(seen, traits, first, headings)
    return first if traits.named[first] or is_beside else None


def _is_caption(seen: View, traits: Traits, place: int) -> bool:
    """Whether a block stands in a figure, or its class, where it has none that around it, calls it a picture's caption: a lead picture's says "lead" or "description", too."""
    home = int(seen.columns.homes[place])
    name = seen.elements[home].get("class") or seen.elements[int(seen.columns.parents[home])].get("class") or ""
    return bool(traits.paths[place] & _PICTURES) or _CAPTIONS.search(name) is not None


def _missing(found: Callable[[list[int]], Iterator[int]], possible: Ints, all_places: Ints, keep: Bools) -> int | None:
    """The first of these possible blocks that is found and not kept, where none that is kept is found in all places; these are looked at last, as that is seldom asked."""
    first = next(found(possible[~keep[possible]].tolist()), None)
    if first is None or next(found(all_places[keep[all_places]].tolist()), None) is not None:
        return None
    return first


def _is_doubted_heading(seen: View, traits: Traits, place: int, headings: Bools) -> bool:
    """Whether a block is a heading, though not the title's, in an element whose parent is that of one of these headings."""
    if traits.titled[place] or not traits.paths[place] & HEADINGS:
        return False
    parents, homes = seen.columns.parents, seen.columns.homes
    return bool((parents[homes[headings]] == parents[homes[place]]).any())


def _called(seen: View, numbers: Iterable[int], *, by_properties: bool) -> Iterator[int]:
    """Which of these blocks stand in an element whose own names are a standfirst's."""
    known: dict[int, bool] = {}
    for number in numbers:
        home = int(seen.columns.homes[number])
        if home not in known:
            element = seen.elements[home]
            known[home] = _is_called(element) or (by_properties and _is_declared(element))
        if known[home]:
            yield number


def _is_called(element: etree._Element) -> bool:
    names = " ".join((element.get(name) or "")[:MAX_NAME_LETTERS] for name in ("class", "id"))
    if _are_standfirsts(names):
        return True
    attributes = element.items() if len(element.attrib) <= MAX_ATTRIBUTES else ()
    values = " ".join(value for name, value in attributes if name.startswith("data-") and _NAME.fullmatch(value))
    return TEASER in values.lower() and _TEASERS.search(_in_words(values)) is not None


@lru_cache(maxsize=KNOWN_NAMES)
def _are_standfirsts(names: str) -> bool:
    return _STANDFIRSTS.search(_in_words(names)) is not None


def _in_words(names: str) -> str:
    """Names in lower case, their words apart: `articleSubTitle` and `article__sub-title` are the same; names end with a comma."""
    return ", ".join(" ".join(_WORDS.findall(re.sub(r"[-_:./]+", " ", name))) for name in names.split()).lower()


def _is_declared(element: etree._Element) -> bool:
    """Whether an element is the description of an item that is an article, or of which nothing says what it is."""
    if element.get("itemprop") not in _ITEMPROPS:
        return False
    item = next((above for above in element.iterancestors() if above.get("itemscope") is not None), None)
    return item is None or _ARTICLE.search(item.get("itemtype") or "") is not None


def _said(seen: View, numbers: Iterable[int]) -> Iterator[int]:
    """Which of these blocks a description of the page says."""
    descriptions = [runs for line in seen.head.descriptions.split("\n") if len(runs := _runs(line)) >= MIN_RUNS]
    for number in numbers if descriptions else ():
        text = _runs(seen.texts[number].casefold())
        if any(_alike(text, runs) for runs in descriptions):
            yield number


def _runs(text: str) -> set[str]:
    text = text[:MAX_LETTERS]
    return {text[at : at + RUN] for at in range(len(text) - RUN + 1)}


def _alike(one: set[str], other: set[str]) -> bool:
    fewest = min(len(one), len(other))
    return fewest >= MIN_RUNS and len(one & other) >= ALIKE * fewest


__all__ = ["unkept_standfirst"]
