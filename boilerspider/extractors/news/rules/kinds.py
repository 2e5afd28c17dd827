"""What blocks are, by their tags and names: a table of rules over a whole page, the first that holds decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.news.inputs import Bools, Ints
from boilerspider.extractors.news.inputs.features import Columns, Facts
from boilerspider.extractors.news.inputs.letters import Letters
from boilerspider.extractors.news.inputs.vocabulary import GROUP_NAMES, TAGS
from boilerspider.markup.metadata.beside import is_dated
from boilerspider.markup.metadata.calendars import plain_dates
from boilerspider.markup.metadata.signatures import is_signature
from boilerspider.markup.words import HAS_RUN
from boilerspider.model import BlockType

MAX_BYLINE_WORDS = 14
MAX_SUBHEAD_WORDS = 16
MIN_STANDFIRST_WORDS = 6
OPEN_WORDS = 25
"""Words of a block from which on a story has begun. All four are what such blocks of the dev corpora mostly have; chosen, not measured."""

UNSTOPPED_LETTERS = 80
"""Of a block in Thai or its like, from which on it is a sentence: they have no sign for its end. Ours."""

Rule = Callable[["Traits"], Bools]

GROUP_BITS = {name: 1 << number for number, name in enumerate(GROUP_NAMES)}
HEADINGS = TAGS["h2"] | TAGS["h3"] | TAGS["h5"]
_HEADED = HEADINGS | TAGS["h1"]
_BYLINE = GROUP_BITS["author"] | GROUP_BITS["date"] | TAGS["time"] | TAGS["address"]


@dataclass(frozen=True, slots=True)
class Traits:
    """What the rules ask of a page's blocks."""

    paths: Ints
    """The bits of all elements around a block."""
    near: Ints
    """The bits of its home, its home's parent, and the inline elements in it."""
    words: npt.NDArray[np.float32]
    strong: Bools
    """Whether nearly all its letters are in strong type."""
    ends: Bools
    """Whether it ends as a sentence does."""
    opens: Bools
    """Whether it stands before the first long block that is kept, the first sentence where there is none, or is it."""
    titled: Bools
    described: Bools
    named: Bools
    """Whether its class names, or those next around it, are a standfirst's."""

    @classmethod
    def of(cls, columns: Columns, letters: Letters, facts: Facts, keep: Bools) -> Traits:
        """The traits of a page's blocks, of which `keep` are content."""
        homes = columns.homes
        bits = columns.bits
        begins = keep & (letters.words >= OPEN_WORDS)
        if not begins.any():  # a story of short paragraphs begins with a sentence
            begins = keep & letters.stops & ((columns.paths[homes] & _HEADED) == 0)
        begun = np.flatnonzero(begins)
        near = bits[homes] | bits[columns.parents[homes]] | columns.inline
        return cls(
            paths=columns.paths[homes],
            near=near,
            words=letters.words,
            strong=letters.strong > 0.9 * letters.shown,
            ends=letters.stops,
            opens=np.arange(len(homes)) <= (begun[0] if len(begun) else -1),
            titled=facts.titled > 0,
            described=facts.described > 0,
            named=(near & GROUP_BITS["lead"]) != 0,
        )


def _title(t: Traits) -> Bools:
    is_first = (t.paths & TAGS["h1"]) != 0
    # Some content systems make all headings of a story `h1`.
    is_above = t.opens | (is_first.cumsum() <= 1)
    found: Bools = (is_first & (t.titled | is_above)) | (t.titled & t.opens & ((t.paths & HEADINGS) != 0))
    return found


def _byline(t: Traits) -> Bools:
    found: Bools = (t.words <= MAX_BYLINE_WORDS) & ~t.ends & ((t.near & _BYLINE) != 0)
    return found


def _standfirst(t: Traits) -> Bools:
    found: Bools = (t.named | t.described) & t.opens & (t.words >= MIN_STANDFIRST_WORDS)
    return found


def _subhead(t: Traits) -> Bools:
    found: Bools = ((t.paths & _HEADED) != 0) | ((t.words <= MAX_SUBHEAD_WORDS) & ~t.ends & t.strong)
    return found


def _caption(t: Traits) -> Bools:
    found: Bools = ((t.near & GROUP_BITS["caption"]) != 0) & ~t.ends
    return found


def _inside(tag: str) -> Rule:
    return lambda t: (t.paths & TAGS[tag]) != 0


_RULES: tuple[tuple[BlockType, Rule], ...] = (
    (BlockType.TITLE, _title),
    (BlockType.CAPTION, _inside("figcaption")),
    (BlockType.CODE, _inside("pre")),
    (BlockType.TABLE, _inside("td")),
    (BlockType.BYLINE, _byline),
    (BlockType.STANDFIRST, _standfirst),
    (BlockType.QUOTE, _inside("blockquote")),
    (BlockType.LIST_ITEM, _inside("li")),
    (BlockType.SUBHEAD, _subhead),
    (BlockType.CAPTION, _caption),
)
_KINDS = (*(kind for kind, _ in _RULES), BlockType.PARAGRAPH)


def kinds(traits: Traits) -> list[BlockType]:
    """The type of each block, were it content."""
    found = np.full(len(traits.words), len(_RULES))
    for number in range(len(_RULES) - 1, -1, -1):
        found[_RULES[number][1](traits)] = number
    return [_KINDS[number] for number in found.tolist()]


def sentences_of(traits: Traits, texts: Sequence[str], keep: Bools) -> Bools:
    """Which of the blocks that are kept end as a sentence does, or are as long as one."""
    is_long = traits.ends | (traits.words >= OPEN_WORDS)
    is_short = np.flatnonzero(keep & ~is_long).tolist()
    is_long[[at for at in is_short if len(texts[at]) >= UNSTOPPED_LETTERS and HAS_RUN(texts[at])]] = True
    found: Bools = keep & is_long
    return found


_TITLED = frozenset((BlockType.TITLE, BlockType.TABLE, BlockType.SUBHEAD, BlockType.PARAGRAPH))
"""What a block is that says the page's title above the story, whatever its element."""


def fields_above(traits: Traits, types: Sequence[BlockType], texts: Sequence[str], keep: Bools) -> list[int]:
    """What is kept above the first sentence that is, and says the page's title, who wrote the story, or a day, an hour or minutes of reading."""
    is_title = traits.titled & keep
    is_title[[place for place in np.flatnonzero(is_title).tolist() if types[place] not in _TITLED]] = False
    is_headed = traits.named | ((traits.paths & _HEADED) != 0)
    sentences = np.flatnonzero(~is_title & sentences_of(traits, texts, keep))
    above = np.flatnonzero(keep[: sentences[0]]).tolist() if len(sentences) else []
    return [
        place
        for place in above
        if is_title[place]
        or (types[place] is BlockType.BYLINE and any(map(str.isdigit, texts[place])))
        or (types[place] is BlockType.TABLE and is_dated(plain_dates(texts[place], None)))
        or (not is_headed[place] and is_signature(texts[place]))
    ]
