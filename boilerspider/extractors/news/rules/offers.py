"""Tables and lists of what shops offer, put in between the paragraphs of a story that does not speak of it: each row leads to another site and names a price.

Rows and items stay otherwise, for in them many a story says what it says nowhere else. But a story about what there is to buy names it in its
paragraphs, too, or such lists are much of it: what is on at the weekend, with the price of each ticket.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from lxml import etree

from boilerspider.extractors.news.inputs.cohesion import stems
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.markup.prices import names_price
from boilerspider.model import Block, kept_places
from boilerspider.urls import is_elsewhere

FEWEST_ROWS = 2
"""Of a table or list. Ours."""
OFFERING = 0.75
"""Share of the rows with text that offer something, from which on all of it does: a header may stand above them. Ours."""
MOST_LISTS = 3
"""Of such on a page: more are what it is made of. Ours; of the dev pages one has seven."""
MOST_SHARE = 1 / 5
"""Of the kept letters that they may hold. Ours: of six made overviews of events, books and presents the lists hold .21 and more, a table of three goods amid eight paragraphs .06."""
MOST_SHARED = 1 / 3
"""Of their words' stems that the rest of the story may have: five of the dev pages' own have .75 and more, 20 of 22 made ones put into stories .27 at most (counted once)."""

_ROWS = {"table": "tr", "ul": "li", "ol": "li"}


def offers(seen: View, blocks: Sequence[Block], url: str | None) -> list[int]:
    """The places of what was kept of such tables and lists on a page at this address that is plainly a story."""
    if url is None:
        return []
    kept = kept_places(blocks)
    lists = [number for number, element in enumerate(seen.elements) if element.tag in _ROWS]
    first, last = seen.columns.first[lists].tolist(), seen.columns.last[lists].tolist()
    found = []
    for number, start, stop in zip(lists, first, last, strict=True):
        held = kept[bisect_left(kept, start) : bisect_left(kept, stop)]
        if len(held) >= FEWEST_ROWS and _is_of_offers(seen.elements[number], [blocks[at].text for at in held], url):
            found.append(held)
    if not found or len(found) > MOST_LISTS:
        return []
    offered = {place for places in found for place in places}
    letters = {place: len(blocks[place].text) for place in kept}
    if sum(letters[place] for place in offered) > MOST_SHARE * sum(letters.values()):
        return []
    storys = _stems(blocks, [place for place in kept if place not in offered])
    return [place for places in found if _is_strange(_stems(blocks, places), storys) for place in places]


def _stems(blocks: Sequence[Block], places: Sequence[int]) -> frozenset[str]:
    return stems("\n".join(blocks[place].text for place in places))


def _is_strange(own: frozenset[str], storys: frozenset[str]) -> bool:
    return bool(own) and len(own & storys) <= MOST_SHARED * len(own)


def _is_of_offers(element: etree._Element, kept: Sequence[str], url: str) -> bool:
    """Whether most rows of a table or list lead to another site and name a price, also in what was kept of it; of one within another alone."""
    if next(element.iterdescendants(*_ROWS), None) is not None or sum(map(names_price, kept)) < FEWEST_ROWS:
        return False
    told = ((row, " ".join(row.itertext())) for row in element.iterdescendants(_ROWS[str(element.tag)]))
    rows = [(row, text) for row, text in told if text.strip()]
    offering = sum(names_price(text) and _leads_elsewhere(row, url) for row, text in rows)
    return offering >= max(FEWEST_ROWS, OFFERING * len(rows))


def _leads_elsewhere(row: etree._Element, url: str) -> bool:
    links = ((link.get("href") or "").strip() for link in row.iterdescendants("a"))
    return any(is_elsewhere(href, url) for href in links)


__all__ = ["offers"]
