"""Quotes that the networks leave out: blockquotes among the story that say whose words they are, and lead nowhere.

By convention quotes are text. Those who marked pages by hand leave out those that only repeat a sentence of the story, and so do we; posts of
social networks are blockquotes as well, but lead to where they were written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.markup.digests import plain
from boilerspider.model import BlockType

FEWEST_WORDS = 8
"""Of a quote; less is the name of who said it. Ours."""

LEAST_LIKELY = 0.1
"""Likelihood under which a quote is none of the story's. Ours: those of dev articles that their gold text has are likelier."""

MOST_QUOTES = 50
"""That are looked at; more are no story with quotes. Ours."""

BLOCKQUOTE, LEADING, SPEAKERS = "blockquote", ("a", "form", "input", "button"), ("cite", "footer", "figcaption")

NO_QUOTES = re.compile(r"tweet|twitter|instagram|tiktok|bluesky|reddit|mastodon|telegram|threads|embed", re.IGNORECASE)
"""Class names of posts that a script shows. A pull quote that says whose words it holds, and what the story says nowhere else, is a quote."""
MAX_NAME_LETTERS = 500
"""Of class names that are looked at. Ours."""


def unkept_quotes(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats) -> list[int]:
    """The blocks between the story's first and its last that are quotes, and say what it does not say elsewhere."""
    kept = np.flatnonzero(keep).tolist()
    if not kept or BlockType.QUOTE not in types:
        return []
    possible = ~keep & (seen.letters.words >= FEWEST_WORDS) & (likely >= LEAST_LIKELY) & (seen.letters.linked == 0)
    possible[: kept[0]] = possible[kept[-1] :] = False
    found = [number for number in np.flatnonzero(possible).tolist() if types[number] is BlockType.QUOTE]
    if not found or len(found) > MOST_QUOTES:
        return []
    said = plain(" ".join(seen.texts[number] for number in kept))
    return [
        number
        for number in found
        if _is_statement(seen.elements[seen.columns.homes[number]]) and plain(seen.texts[number]) not in said
    ]


def quotes_of(seen: View) -> list[int]:
    """The outermost blockquote that each block stands in, by its number among the elements; -1 for none."""
    found: list[int] = seen.columns.outermost(TAGS[BLOCKQUOTE])[seen.columns.homes].tolist()
    return found


def _is_statement(element: etree._Element) -> bool:
    """Whether the blockquote around an element says who said it, holds no link and no form, and no name says that it is something else."""
    quote = element if element.tag == BLOCKQUOTE else next(element.iterancestors(BLOCKQUOTE), element)
    parent = quote.getparent()
    if parent is None or next(quote.iter(*LEADING), None) is not None:
        return False
    whole = parent if parent.tag == "figure" else quote
    names = " ".join((box.get("class") or "")[:MAX_NAME_LETTERS] for box in (quote, parent))
    return next(whole.iter(*SPEAKERS), None) is not None and NO_QUOTES.search(names) is None


__all__ = ["quotes_of", "unkept_quotes"]
