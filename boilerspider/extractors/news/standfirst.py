"""The standfirst that the networks leave out although the page's own description, or its class names, say what it is.

By convention it is text; those who marked pages by hand do not agree on it, and so the networks cannot learn it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import GOOD_LINKS
from boilerspider.extractors.news.kinds import MIN_STANDFIRST_WORDS, Bools, Traits
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
MAX_NAME_LETTERS = 500
"""Of the names of one element that are looked at. Ours."""

_JOINTS = re.compile(r"[-_:./]+")
_STANDFIRSTS = re.compile(
    r"standfirst|sub(?:deck|hed|headline)|teasertext|intro(?:copy|text|paragraph)|lead(?:text|paragraph)"
    r"|(?:article|story|post|news|entry|header|content)(?:sub(?:title|head|line)|intro|lead(?!er)|lede|dek|deck|abstract)"
    r"|vorspann|chapo|chapeau|sommario|occhiello|catenaccio|entradilla|bajada|copete|linhafina|ingress|underrubrik|perex|preamble"
)
"""What newsrooms call it, in the names of elements without their joints. Of 1,502 blocks of dev articles that are left out above the story
13 are called so, 11 of which those who marked the pages took for text."""
_ITEMPROPS = frozenset(("description", "abstract", "alternativeHeadline"))
"""Properties of schema.org's CreativeWork that say so too."""


def unkept_standfirst(seen: View, traits: Traits, keep: Bools) -> int | None:
    """The block between the h1, where there is none an h2, and the story that is a standfirst: said by a description, where none that is kept is, or called so, or next to the h1 and nearly called so."""
    headings = (traits.paths & TAGS["h1"]) != 0
    if not headings.any():
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
    called = _called(seen, unlinked.tolist())
    if keep[called].any():
        called = []
    named = unlinked[:1][(traits.named & ~keep)[unlinked[:1]]].tolist()
    return next((number for number in (*said, *called, *named) if number in unlinked), None)


def _called(seen: View, numbers: Iterable[int]) -> list[int]:
    """Which of these blocks stand in an element whose own names are a standfirst's."""
    return [number for number in numbers if _is_called(seen.elements[seen.columns.homes[number]])]


def _is_called(element: etree._Element) -> bool:
    names = [value for name, value in element.items() if name in {"class", "id"} or name.startswith("data-")]
    written = _JOINTS.sub("", " ".join(value[:MAX_NAME_LETTERS] for value in names)).lower()
    return bool(_STANDFIRSTS.search(written)) or not _ITEMPROPS.isdisjoint((element.get("itemprop") or "").split())


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
