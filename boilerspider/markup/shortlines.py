"""Lines: short runs of text that are no sentence, and such as are hardly more than links ("Read also: …")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boilerspider.markup.prose import STOPS
from boilerspider.markup.spots import Standing
from boilerspider.markup.words import count_words
from boilerspider.model import Block, BlockType

MAX_NAME_LETTERS = 32
"""Of a line that may be a box's name, "Related topics". Ours."""

MAX_LINE_WORDS = 12
MAX_LINE_LETTERS = 80
"""Of a line of a list that may be foreign; a line alone is no longer than the name of a box. Ours."""

LINK_SHARE = 0.7
"""Of the letters of a line that is hardly more than a link: "Read more:" and a headline have it. Ours."""
MAX_LINKED = 200
"""Letters of such a line: a longer one is a paragraph, whatever leads from it. Ours."""
MOST_SHARE = 1 / 3
"""Share of the kept letters that such lines hold at most: where it is more, the story is a list of them. Ours, as that of guests."""

_OF_SUBJECTS = (BlockType.SUBHEAD, BlockType.TABLE)
"""What many a story's own links stand in."""
_OF_NAMES = (BlockType.PARAGRAPH, BlockType.SUBHEAD)

_STOPPED = re.compile(rf"[{STOPS}][\W_]*$")
"""How a sentence ends."""
_END_LETTERS = 10
"""Of a text's end that is looked at for it: a pattern takes quadratic time on the rest. Ours."""


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return _STOPPED.search(text[-_END_LETTERS:]) is not None


def are_lines(texts: Sequence[str]) -> bool:
    """Whether texts are short, and none is a sentence; one alone is to be as short as a name."""
    if any(map(ends_sentence, texts)):
        return False
    letters = MAX_NAME_LETTERS if len(texts) == 1 else MAX_LINE_LETTERS
    return all(len(text) <= letters and count_words(text) <= MAX_LINE_WORDS for text in texts)


def link_lines(standing: Standing) -> set[int]:
    """The places of lines that are hardly more than links elsewhere, and of the name right above some.

    They come and go as the site's other stories do, wherever they stand. No headings, nor cells: those of a list's items and of a table's rows lead to what they are about.
    """
    blocks, sizes, spots = standing.blocks, standing.sizes, standing.spots
    possible = [
        rank
        for rank, spot in enumerate(spots)
        if spot.linked and sizes[rank] <= MAX_LINKED and blocks[rank].type not in _OF_SUBJECTS
    ]
    texts = standing.transcript.texts({node for rank in possible for node in spots[rank].linked}) if possible else {}
    letters = {node: len(" ".join(text.split())) for node, text in texts.items()}
    found = {rank for rank in possible if sum(letters[node] for node in spots[rank].linked) >= LINK_SHARE * sizes[rank]}
    if sum(sizes[rank] for rank in found) > MOST_SHARE * sum(sizes):
        return set()
    names = {rank - 1 for rank in found if rank and _is_name(blocks[rank - 1])}
    return {standing.places[rank] for rank in found | names}


def _is_name(block: Block) -> bool:
    """Whether a line may name the links below it; one with a number says something of its story, as do an item, a cell and a quotation."""
    text = block.text
    is_short = len(text) <= MAX_NAME_LETTERS and count_words(text) <= MAX_LINE_WORDS
    return is_short and block.type in _OF_NAMES and not ends_sentence(text) and not any(map(str.isdigit, text))


__all__ = ["MAX_NAME_LETTERS", "are_lines", "ends_sentence", "link_lines"]
