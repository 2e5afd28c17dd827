"""Quotes that the networks leave out: whole blockquotes among the story that lead nowhere.

By convention quotes are text. Those who marked pages by hand leave out those that only repeat a sentence of the story, and so do we; posts of
social networks are blockquotes as well, but lead to where they were written.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from lxml import etree

from boilerspider.extractors.news.features import Floats
from boilerspider.extractors.news.kinds import Bools
from boilerspider.extractors.news.reading import View
from boilerspider.markup.digests import plain
from boilerspider.model import BlockType

FEWEST_WORDS = 8
"""Of a quote; less is the name of who said it. Ours."""

LEAST_LIKELY = 0.1
"""Likelihood under which a quote is none of the story's. Ours: those of dev articles that their gold text has are likelier."""

MOST_QUOTES = 50
"""That are looked at; more are no story with quotes. Ours."""

BLOCKQUOTE = "blockquote"


def unkept_quotes(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats) -> list[int]:
    """The blocks between the story's first and its last that are quotes, and say what it does not say elsewhere."""
    kept = np.flatnonzero(keep).tolist()
    if not kept or BlockType.QUOTE not in types:
        return []
    possible = ~keep & (seen.letters.words >= FEWEST_WORDS) & (likely >= LEAST_LIKELY)
    possible[: kept[0]] = possible[kept[-1] :] = False
    found = [number for number in np.flatnonzero(possible).tolist() if types[number] is BlockType.QUOTE]
    if not found or len(found) > MOST_QUOTES:
        return []
    said = plain(" ".join(seen.texts[number] for number in kept))
    return [
        number
        for number in found
        if not _leads_elsewhere(seen.elements[seen.columns.homes[number]]) and plain(seen.texts[number]) not in said
    ]


def _leads_elsewhere(element: etree._Element) -> bool:
    """Whether the blockquote around an element holds a link."""
    quote = element if element.tag == BLOCKQUOTE else next(element.iterancestors(BLOCKQUOTE), element)
    return next(quote.iter("a"), None) is not None


__all__ = ["unkept_quotes"]
