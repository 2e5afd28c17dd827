"""The passes of Boilerpipe, by the names they are known by: text blocks in, text blocks out.

Classifiers look at a block and its two neighbours, never at what was decided about those. Every
pass is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import or_
from typing import TypeAlias

from boilerspider.extractors.boilerpipe.blocks import NOTHING, Mark, TextBlock, merge
from boilerspider.extractors.boilerpipe.variants import Variant

Blocks: TypeAlias = tuple[TextBlock, ...]
Pass: TypeAlias = Callable[[Blocks], Blocks]
Rule: TypeAlias = Callable[[TextBlock, TextBlock, TextBlock], bool]
"""Whether a block is content: (previous, block, following)."""

# The thresholds of both decision trees, as learned for the original (WSDM 2010, section 4).
MAX_LINK_DENSITY = 0.333333
"""Above it a block is boilerplate."""
LINKED_NEIGHBOUR_DENSITY = 0.555556
"""Above it the previous block is a list of links, and a block must show more to be content."""

END_MAX_WORDS = 15
"""A block that ends the article has fewer words; from the original."""
END_MIN_CHARS = 8
"""A block that ends the article has at least that many characters; from the original."""

_counts_comments = re.compile(r"\d+(?: comments| users responded in)").match
_split_lines = re.compile(r"[\n\r]+").split
_FEEDBACK_CLOSED = "thanks for your comments - this feedback is now closed"


def num_words_rules(blocks: Blocks) -> Blocks:
    """NumWordsRules: content by the numbers of words."""

    def rule(previous: TextBlock, block: TextBlock, following: TextBlock) -> bool:
        if block.link_density > MAX_LINK_DENSITY:
            return False
        if previous.link_density <= LINKED_NEIGHBOUR_DENSITY:
            return block.words > 16 or following.words > 15 or previous.words > 4
        return block.words > 40 or following.words > 17

    return _classified(blocks, rule)


def density_rules(blocks: Blocks) -> Blocks:
    """DensityRules: content by the text densities."""

    def rule(previous: TextBlock, block: TextBlock, following: TextBlock) -> bool:
        if block.link_density > MAX_LINK_DENSITY:
            return False
        if previous.link_density > LINKED_NEIGHBOUR_DENSITY:
            return following.text_density > 11
        if block.text_density > 9:
            return following.text_density != 0
        return following.text_density > 10 or previous.text_density > 4

    return _classified(blocks, rule)


def canola(blocks: Blocks) -> Blocks:
    """Canola: content by a tree that was trained on the pages of the corpus of that name."""

    def rule(previous: TextBlock, block: TextBlock, following: TextBlock) -> bool:
        if block.words > 19 or (block.linked > 0 and following.words > 11):
            return True
        among_text = following.words > 6 and following.linked == 0 and previous.linked == 0
        return among_text and (block.words > 6 or previous.words > 7 or following.words > 19)

    return _classified(blocks, rule)


def _classified(blocks: Blocks, rule: Rule) -> Blocks:
    neighbours = zip((NOTHING, *blocks), blocks, (*blocks[1:], NOTHING), strict=False)
    return tuple(block.as_content(rule(previous, block, following)) for previous, block, following in neighbours)


def simple_block_fusion(blocks: Blocks) -> Blocks:
    """SimpleBlockFusion: neighbours of exactly one text density become one block, which has that density too."""
    return tuple(merge(list(run)) for _, run in groupby(blocks, key=lambda block: block.text_density))


def proximity_fusion(blocks: Blocks, *, max_distance: int = 1, content_only: bool = False) -> Blocks:
    """ProximityFusion: a content block joins the one before it when at most `max_distance` blocks lay between.

    Unless `content_only`, the one before may be boilerplate, and becomes content.
    """
    runs: list[list[TextBlock]] = []
    for block in blocks:
        run = runs[-1] if runs else []
        near = run and block.content and block.first - run[-1].last - 1 <= max_distance
        if near and (run[-1].content or not content_only):
            run.append(block)
        else:
            runs.append([block])
    return tuple(merge(run) for run in runs)


def terminating_blocks(blocks: Blocks, variant: Variant) -> Blocks:
    """TerminatingBlocks: END on short blocks that speak of the readers' comments."""
    short = [
        (place, block.text.lower())
        for place, block in enumerate(blocks)
        if block.words < END_MAX_WORDS and len(block.text) >= END_MIN_CHARS
    ]
    # Most pages have none of the phrases: they are looked for once in all texts, and then in those of a page that has one.
    together = "\n".join(text for _, text in short)
    phrases = [phrase for phrase in variant.end_phrases if phrase in together]
    ends = {place for place, text in short if _ends_article(text, variant.end_starts, phrases)}
    return (
        tuple(block.marked(Mark.END) if place in ends else block for place, block in enumerate(blocks))
        if ends
        else blocks
    )


def _ends_article(text: str, starts: tuple[str, ...], phrases: Sequence[str]) -> bool:
    return (
        text.startswith(starts)
        or _counts_comments(text) is not None
        or text == _FEEDBACK_CLOSED
        or (bool(phrases) and any(phrase in text for phrase in phrases))
    )


def title_match(blocks: Blocks, title: str, variant: Variant) -> Blocks:
    """TitleMatch: TITLE on the blocks that repeat the page's title, or the longest part of it."""
    fold = variant.title_case
    candidates = {fold(candidate) for candidate in variant.title_candidates(title)}
    return tuple(block.marked(Mark.TITLE) if fold(block.text) in candidates else block for block in blocks)


def ignore_after_content(blocks: Blocks, *, min_words: int, min_density: float) -> Blocks:
    """IgnoreAfterContent: no content from the first END that comes after `min_words` words of full text."""
    full_text = accumulate(
        block.words if block.content and block.text_density >= min_density else 0 for block in blocks
    )
    ended = accumulate(
        (Mark.END in block.marks and seen >= min_words for block, seen in zip(blocks, full_text, strict=True)), or_
    )
    return tuple(block.as_content(block.content and not over) for block, over in zip(blocks, ended, strict=True))


def boilerplate_blocks(blocks: Blocks) -> Blocks:
    """BoilerplateBlocks: content alone stays."""
    return tuple(block for block in blocks if block.content)


def keep_largest(blocks: Blocks) -> Blocks:
    """KeepLargest: the content block with most words stays content, the first of equals; MIGHT on all others."""
    if len(blocks) < 2:
        return blocks
    largest = max(boilerplate_blocks(blocks), key=lambda block: block.words, default=NOTHING)
    return tuple(block if block is largest else block.as_content(False).marked(Mark.MIGHT) for block in blocks)


def expand_title(blocks: Blocks) -> Blocks:
    """ExpandTitle: content again, what MIGHT be, from the last TITLE before the content to the content."""
    start = next((place for place, block in enumerate(blocks) if block.content), 0)
    title = max((place for place, block in enumerate(blocks[: start + 1]) if Mark.TITLE in block.marks), default=start)
    return tuple(
        block.as_content(True) if title <= place < start and Mark.MIGHT in block.marks else block
        for place, block in enumerate(blocks)
    )


def split_paragraphs(blocks: Blocks, cut: Blocks) -> Blocks:
    """SplitParagraphs: each line of a text is a block, its counts zero; `cut` are the blocks that were merged.

    Lines of one cut block share its text nodes.
    """
    sources = {source.nodes[0]: source for source in cut}
    return tuple(part for block in blocks for part in _lines(block, sources))


def _lines(block: TextBlock, sources: Mapping[int, TextBlock]) -> Sequence[TextBlock]:
    merged = (sources[node] for node in block.nodes if node in sources)
    parts = [
        NOTHING._replace(text=line, nodes=source.nodes, first=source.first, last=source.last, level=source.level)
        for source in merged
        for line in _split_lines(source.text)
        if line
    ]
    if len(parts) < 2:
        return (block,)
    return [part._replace(content=block.content, marks=block.marks) for part in parts]


def min_clause_words(blocks: Blocks, min_words: int, variant: Variant) -> Blocks:
    """MinClauseWords: content alone stays that has a clause of at least `min_words` words, ended by punctuation."""
    return tuple(
        block.as_content(block.content and any(words >= min_words for words in _clauses(block.text, variant)))
        for block in blocks
    )


def _clauses(text: str, variant: Variant) -> Iterator[int]:
    """The words of each clause; what follows the last punctuation is none."""
    start = 0
    for punctuation in variant.clause_ends(text):
        yield len(variant.gaps(text[start : punctuation.start()])) + 1
        start = punctuation.end()
