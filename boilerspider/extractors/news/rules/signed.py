"""Who wrote the entries of a story that is told live: as its own byline is, none of the text."""

from __future__ import annotations

from collections import Counter

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS, name_bits
from boilerspider.extractors.news.rules.headings import box_of
from boilerspider.extractors.news.rules.kinds import GROUP_BITS, HEADINGS, MAX_BYLINE_WORDS
from boilerspider.markup.metadata.beside import is_dated
from boilerspider.markup.metadata.calendars import plain_dates

FEWEST = 2
"""Entries that are signed alike: of one nobody knows. Ours."""

_AUTHOR, _DATE = GROUP_BITS["author"], GROUP_BITS["date"]


def entry_bylines(seen: View, keep: Bools) -> list[int]:
    """The kept lines that a field calls an author, right beside their entry's time but for its heading, in one element with it; none in quotations."""
    columns, letters = seen.columns, seen.letters
    homes = columns.homes
    own = columns.bits[homes] | columns.inline
    is_time = (own & (TAGS["time"] | _DATE)) != 0
    if np.count_nonzero(is_time) < FEWEST:
        return []
    is_heading = (columns.bits[homes] & (TAGS["h1"] | HEADINGS)) != 0
    is_line = keep & ~letters.stops & ~is_heading & (letters.words <= MAX_BYLINE_WORDS)
    is_line &= (columns.paths[homes] & TAGS["blockquote"]) == 0
    told: dict[int, frozenset[str]] = {}
    found = [
        place
        for place in np.flatnonzero(is_line).tolist()
        if _is_beside_time(seen, place, is_time, is_heading) and _is_authors(seen, place, told)
    ]
    kinds = columns.signatures[homes]
    alike = Counter(kinds[found].tolist())
    return [place for place in found if alike[kinds[place]] >= FEWEST]


def _is_beside_time(seen: View, place: int, is_time: Bools, is_heading: Bools) -> bool:
    around = box_of(seen.setting, place)
    blocks = range(int(seen.setting.first[around]), int(seen.setting.last[around]))
    for step in (-1, 1):
        at = place + step
        while at in blocks and is_heading[at]:
            at += step
        if at in blocks and is_time[at] and _is_hour(seen.texts[at]):
            return True
    return False


def _is_hour(text: str) -> bool:
    """Whether a line with a number says no day: lists of posts say who wrote each beside its day."""
    return any(map(str.isdigit, text)) and not is_dated(plain_dates(text, None))


def _is_authors(seen: View, place: int, told: dict[int, frozenset[str]]) -> bool:
    """Whether the element that holds a block, or an inline one that says all of it, is called an author; `told` is what those of each element say, by its number, once they were asked."""
    at = int(seen.columns.homes[place])
    home = seen.elements[at]
    if seen.columns.last[at] - seen.columns.first[at] == 1 and _says_author(home):
        return True
    if at not in told:
        inside = filter(_says_author, home.iterdescendants(etree.Element))
        told[at] = frozenset(" ".join("".join(element.itertext()).split()) for element in inside)
    return seen.texts[place] in told[at]


def _says_author(element: etree._Element) -> bool:
    names = name_bits(element.get("class") or "") | name_bits(element.get("itemprop") or "")
    return bool(names & _AUTHOR) or "author" in (element.get("rel") or "").split()


__all__ = ["entry_bylines"]
