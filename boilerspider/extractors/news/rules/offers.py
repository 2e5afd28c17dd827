"""Tables and lists of what shops offer, put in between the paragraphs of a story that does not speak of it: each row leads to another site and names a price.

Rows and items stay otherwise, for in them many a story says what it says nowhere else. But a story about what there is to buy names it in its
paragraphs, too, or such lists are much of it: what is on at the weekend, with the price of each ticket.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs.cohesion import stems
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.model import Block
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
_SIGNS = r"$£¥৳฿\u20a0-\u20cf﷼＄￡￥￦"
"""Of currencies: Unicode's block of them, and those elsewhere; in Chinese and Japanese they are as wide as a character."""
_CODES = (
    "AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|MAD|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN"
    "|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|Euro|kr|zł|Kč|Ft|lei|Rs|Rp|RM|руб|лв|грн"
)
"""Of currencies, as ISO 4217 names those that are paid in most or some languages do: any three letters before a number are a journal's or a standard's, too."""
PRICE = re.compile(rf"(?:[{_SIGNS}]|\b(?:{_CODES})\.?)\s?\d|\d\s?(?:[{_SIGNS}円元원]|(?:{_CODES})\b)")


def offers(seen: View, blocks: Sequence[Block], url: str | None) -> list[int]:
    """The places of what was kept of such tables and lists on a page at this address that is plainly a story."""
    kept = np.array([block.is_content for block in blocks])
    priced = np.flatnonzero([block.is_content and PRICE.search(block.text) is not None for block in blocks])
    if url is None or len(priced) < FEWEST_ROWS:
        return []
    found = []
    for at, element in enumerate(seen.elements):
        own = slice(int(seen.columns.first[at]), int(seen.columns.last[at]))
        held = np.searchsorted(priced, (own.start, own.stop)) if element.tag in _ROWS else (0, 0)
        if held[1] - held[0] >= FEWEST_ROWS and _is_of_offers(element, url):
            found.append((own.start + np.flatnonzero(kept[own])).tolist())
    if not found or len(found) > MOST_LISTS:
        return []
    letters = np.array([len(block.text) for block in blocks]) * kept
    offered = [place for places in found for place in places]
    if letters[offered].sum() > MOST_SHARE * letters.sum():
        return []
    kept[offered] = False
    storys = _stems(blocks, np.flatnonzero(kept).tolist())
    return [place for places in found if _is_strange(_stems(blocks, places), storys) for place in places]


def _stems(blocks: Sequence[Block], places: Sequence[int]) -> frozenset[str]:
    return stems("\n".join(blocks[place].text for place in places))


def _is_strange(own: frozenset[str], storys: frozenset[str]) -> bool:
    return bool(own) and len(own & storys) <= MOST_SHARED * len(own)


def _is_of_offers(element: etree._Element, url: str) -> bool:
    """Whether most rows of a table or list lead to another site and name a price; of one within another alone."""
    if next(element.iterdescendants(*_ROWS), None) is not None:
        return False
    told = ((row, " ".join(row.itertext())) for row in element.iterdescendants(_ROWS[str(element.tag)]))
    rows = [(row, text) for row, text in told if text.strip()]
    offering = sum(PRICE.search(text) is not None and _leads_elsewhere(row, url) for row, text in rows)
    return offering >= max(FEWEST_ROWS, OFFERING * len(rows))


def _leads_elsewhere(row: etree._Element, url: str) -> bool:
    links = ((link.get("href") or "").strip() for link in row.iterdescendants("a"))
    return any(is_elsewhere(href, url) for href in links)


__all__ = ["PRICE", "offers"]
