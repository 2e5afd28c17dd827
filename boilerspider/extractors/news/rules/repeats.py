"""What a page says twice: stories laid out once for wide screens and once for narrow ones, slides that go round, appeals between paragraphs, pull quotes.

A text says it once: where it was said first, and a pull quote's sentence where it stands in the story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from boilerspider.extractors.news.inputs import Floats
from boilerspider.extractors.news.rules.quotes import FEWEST_WORDS as FEWEST_QUOTED
from boilerspider.extractors.news.rules.quotes import MOST_QUOTES
from boilerspider.markup.digests import WORD, plain
from boilerspider.markup.shortlines import ends_sentence
from boilerspider.markup.signs import asks
from boilerspider.model import Block, BlockType, kept_places

FEWEST_WORDS, FEWEST_ALONE = 10, 20
"""Of a paragraph by which blocks in a row are known to be said again, and of one that goes by itself: refrains, votes and answers have fewer."""

FEWEST_OF_STORY = 3
"""Such paragraphs in a row that are a part of a story laid out once more; of a page that is none, one is enough."""

FEWEST_LEFT = 5
"""Paragraphs of so many words that must be left: what says less is a sample of text, or a list."""

MOST_SHARE = 0.8
"""Of the kept letters that go at most: a story that is there five times loses as much. All of them are ours, chosen on the dev corpora."""

MOST_SENTENCES = 300
"""Blocks of quotes that are looked for in the story, as each is searched in all of it. Ours: of the corpora no page has more than 172."""

BEGIN_LETTERS = 20
"""Of a text in which its first word mostly begins. Ours."""

_QUOTE = BlockType.QUOTE
"""By a name of its own, as it is asked of each block: until Python 3.11 each look through the class is a call."""
_PROSE = frozenset((BlockType.PARAGRAPH, BlockType.STANDFIRST, _QUOTE))


def repeats(blocks: Sequence[Block], words: Floats, quotes: Sequence[int], *, is_story: bool = True) -> list[int]:
    """The places of kept blocks that say what is kept elsewhere: parts that are there twice, paragraphs, and quotes of the story's own sentences.

    `words` are those of all blocks, `quotes` the blockquote that each stands in, -1 for none; `is_story` is whether the page is plainly one story.
    """
    kept = kept_places(blocks)
    said = _said_before(blocks, kept, words)
    if not said and all(blocks[place].type is not _QUOTE for place in kept):
        return []
    long = {place for place in kept if words[place] >= FEWEST_WORDS and _is_told(blocks[place])}
    runs = [list(run) for is_again, run in groupby(kept, said.__contains__) if is_again]
    fewest = FEWEST_OF_STORY if is_story else 1
    answers = {below for above, below in pairwise(kept) if above not in said and _asks(blocks[above])}
    alone = {place for place in long - answers if words[place] >= FEWEST_ALONE}
    found = {place for run in runs for place in _again(blocks, run, long, alone, fewest)}
    found |= set(_pulled(blocks, [place for place in kept if place not in found], words, quotes))
    gone = sum(len(blocks[place].text) for place in found)
    is_much = gone > MOST_SHARE * sum(len(blocks[place].text) for place in kept)
    return [] if is_much or len(long - found) < FEWEST_LEFT else sorted(found)


def _is_told(block: Block) -> bool:
    """Whether a block is running text, and no question."""
    return block.type in _PROSE and not asks(block.text)


def _asks(block: Block) -> bool:
    """Whether what stands below a block answers it, and nothing else does."""
    return block.type is BlockType.SUBHEAD or asks(block.text)


def _said_before(blocks: Sequence[Block], kept: Sequence[int], words: Floats) -> set[int]:
    """The kept places whose words are those of one above: as many that begin alike, which is asked first, for it is told at once."""
    sizes = words[kept].tolist()
    begun = [(size, _first_letter(blocks[place].text)) for place, size in zip(kept, sizes, strict=True)]
    common = Counter(begun)
    first: dict[str, int] = {}
    told = ((place, plain(blocks[place].text)) for place, begin in zip(kept, begun, strict=True) if common[begin] > 1)
    return {place for place, text in told if text and first.setdefault(text, place) != place}


def _first_letter(text: str) -> str:
    """With which the text in plain words begins."""
    found = WORD.search(text[:BEGIN_LETTERS].casefold()) or WORD.search(text.casefold())
    return found[0][0] if found else ""


def _again(blocks: Sequence[Block], run: list[int], long: set[int], alone: set[int], fewest: int) -> Iterator[int]:
    """The places of blocks in a row, all of them said before, that go.

    That is all of a part, but for the name of what is new below it; else the paragraphs that may go by themselves, with the subhead of each.
    """
    if len(run) > 1 and len(long.intersection(run)) >= fewest:
        end = len(run)
        while run[end - 1] not in long and not ends_sentence(blocks[run[end - 1]].text):
            end -= 1
        yield from run[:end]
        return
    yield from alone.intersection(run)
    yield from (above for above, below in pairwise(run) if below in alone and blocks[above].type is BlockType.SUBHEAD)


def _pulled(blocks: Sequence[Block], kept: Sequence[int], words: Floats, quotes: Sequence[int]) -> list[int]:
    """The blocks of quotes all of whose sentences stand in longer blocks of the story, word for word."""
    quoted: dict[int, list[int]] = {}
    for place in kept:
        if blocks[place].type is _QUOTE:
            quoted.setdefault(quotes[place] if quotes[place] >= 0 else -1 - place, []).append(place)
    if not quoted or len(quoted) > MOST_QUOTES or sum(map(len, quoted.values())) > MOST_SENTENCES:
        return []
    texts = {place: f" {plain(blocks[place].text)} " for place in kept}
    found = []
    for places in quoted.values():
        sentences = [texts[place] for place in places if words[place] >= FEWEST_QUOTED]
        own = set(places)
        others = [text for place, text in texts.items() if place not in own]
        whole, same = "\n".join(others), Counter(others)
        if sentences and all(whole.count(one) > same[one] for one in sentences):
            found += places
    return found


__all__ = ["repeats"]
