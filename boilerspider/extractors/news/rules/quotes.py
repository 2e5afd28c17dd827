"""Quotes that the networks leave out: blockquotes among the story that say whose words they are, and lead nowhere.

By convention quotes are text. Those who marked pages by hand leave out those that only repeat a sentence of the story, and so do we; posts of
social networks are blockquotes as well, but lead to where they were written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.markup.digests import plain
from boilerspider.model import Block, BlockType, Label

_QUOTE = BlockType.QUOTE
"""By a name of its own, as it is asked of each block: until Python 3.11 each look through the class is a call."""

FEWEST_WORDS = 8
"""Of a quote; less is the name of who said it. Ours."""

LEAST_LIKELY = 0.1
"""Likelihood under which a quote is none of the story's. Ours: those of dev articles that their gold text has are likelier."""

KEPT_FROM = 0.45
"""Likelihood from which on the networks keep most blocks: what a quote that they keep says of its speaker is theirs to judge, too. Those who marked pages by hand leave it out as often as not."""

MOST_QUOTES = 50
"""That are looked at; more are no story with quotes. Ours."""

BLOCKQUOTE, LEADING, SPEAKERS = "blockquote", ("a", "form", "input", "button"), ("cite", "footer", "figcaption")
FIGURE, PICTURES = "figure", ("img", "picture", "video", "audio", "iframe")

NO_QUOTES = re.compile(r"tweet|twitter|instagram|tiktok|bluesky|reddit|mastodon|telegram|threads|embed", re.IGNORECASE)
"""Class names of posts that a script shows. A pull quote that says whose words it holds, and what the story says nowhere else, is a quote."""
MAX_NAME_LETTERS = 500
"""Of class names that are looked at. Ours."""


def unkept_quotes(seen: View, types: Sequence[BlockType], keep: Bools, likely: Floats) -> list[int]:
    """The blocks between the story's first and its last that are quotes, and say what it does not say elsewhere."""
    kept = np.flatnonzero(keep).tolist()
    if not kept or _QUOTE not in types:
        return []
    possible = ~keep & (seen.letters.words >= FEWEST_WORDS) & (likely >= LEAST_LIKELY) & (seen.letters.linked == 0)
    possible[: kept[0]] = possible[kept[-1] :] = False
    found = [number for number in np.flatnonzero(possible).tolist() if types[number] is _QUOTE]
    if not found or len(found) > MOST_QUOTES:
        return []
    said = plain(" ".join(seen.texts[number] for number in kept))
    return [
        number
        for number in found
        if _is_statement(seen.elements[seen.columns.homes[number]]) and plain(seen.texts[number]) not in said
    ]


def with_speakers(seen: View, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks, of quotes in figures that were put back the line right behind, too, that says whose words they are: what a `figcaption`, `cite` or `footer` there holds, without a link."""
    found = [
        place
        for place, (block, below) in enumerate(pairwise(blocks), 1)
        if block.type is _QUOTE and block.is_content and block.score < KEPT_FROM and not below.is_content
        if not seen.letters.linked[place] and plain(below.text) in _speakers(seen, place - 1)
    ]
    if not found:
        return blocks
    changed = list(blocks)
    for place in found:
        changed[place] = replace(blocks[place], label=Label.CONTENT, type=_QUOTE, score=blocks[place - 1].score)
    return tuple(changed)


def _speakers(seen: View, place: int) -> frozenset[str]:
    """What the elements say that name the speaker of the quote in a figure that a block stands in; nothing where it stands around pictures."""
    element = seen.elements[seen.columns.homes[place]]
    figure = next((at for at in (element, *element.iterancestors()) if at.tag == FIGURE), None)
    if figure is None or next(figure.iter(*PICTURES), None) is not None:
        return frozenset()
    return frozenset(plain("".join(said.itertext())) for said in figure.iter(*SPEAKERS)) - {""}


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
    whole = parent if parent.tag == FIGURE else quote
    names = " ".join((box.get("class") or "")[:MAX_NAME_LETTERS] for box in (quote, parent))
    return next(whole.iter(*SPEAKERS), None) is not None and NO_QUOTES.search(names) is None


__all__ = ["quotes_of", "unkept_quotes", "with_speakers"]
