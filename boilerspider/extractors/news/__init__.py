"""News: our own extractor. Two small networks judge each leaf block by its shape, place, tags and class names.

The first leaves out what is surely boilerplate, the second judges the rest as though that were not there.
Which blocks are kept is what makes the expected word F of the page greatest. The way from a tree to rows of
numbers is in `inputs`, what follows the networks in `rules`; `boilerspider.training.news` trains them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np

from boilerspider.extractors.news.decode import expectation
from boilerspider.extractors.news.draft import FIELDS, Draft
from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View, view
from boilerspider.extractors.news.network import UNLIKELY, Judged, network
from boilerspider.extractors.news.rules.announced import ANNOUNCED, announced
from boilerspider.extractors.news.rules.apart import said_apart
from boilerspider.extractors.news.rules.below import below_own
from boilerspider.extractors.news.rules.boxes import (
    PERHAPS_STORY,
    PLAIN_STORY,
    SURE,
    SURELY_STORY,
    Doubts,
    Rest,
    without_boxes,
)
from boilerspider.extractors.news.rules.captions import captions
from boilerspider.extractors.news.rules.code import line_numbers, unkept_code
from boilerspider.extractors.news.rules.debris import debris, spilt
from boilerspider.extractors.news.rules.entries import OF_ITEMS, linked_headings
from boilerspider.extractors.news.rules.headings import lone_headings, unkept_headings
from boilerspider.extractors.news.rules.items import evened_lists, lists_amid, unkept_terms, whole_lists
from boilerspider.extractors.news.rules.kinds import Traits, fields_above, kinds, sentences_of
from boilerspider.extractors.news.rules.lists import list_headings, torn_lists
from boilerspider.extractors.news.rules.offers import offers
from boilerspider.extractors.news.rules.others import nodes_of_others
from boilerspider.extractors.news.rules.questions import interview
from boilerspider.extractors.news.rules.quotes import quotes_of, unkept_quotes, with_speakers
from boilerspider.extractors.news.rules.remnants import remnants
from boilerspider.extractors.news.rules.repeats import repeats
from boilerspider.extractors.news.rules.rights import rights
from boilerspider.extractors.news.rules.signed import entry_bylines
from boilerspider.extractors.news.rules.stamps import stamps
from boilerspider.extractors.news.rules.standfirst import unkept_standfirst
from boilerspider.extractors.news.rules.strands import OF_A_SENTENCE, strands
from boilerspider.extractors.news.rules.strangers import strangers, strangers_together
from boilerspider.extractors.news.rules.tables import are_in_tables, unkept_cells
from boilerspider.extractors.news.rules.twins import twins
from boilerspider.markup.hidden import hidden_story
from boilerspider.markup.tree import Document
from boilerspider.model import Block, BlockType, Label

CONVENTIONS = ("modern", "dragnet", "l3s")
"""Whose idea of main content is followed; that of the corpora dragnet and L3S-GN1 takes titles for text, dragnet's bylines too."""

FEW_WORDS = 400
"""Spaces of a text from which on scripts are not looked into; ours: of the dev pages that hide a story, only one shows more."""

STEADY = 0.5
"""Share of the kept letters beside boxes that the networks are to keep without them: else they say of a page that is no more what they judged. Ours: of 51 dev pages that are judged twice one keeps .97, the others all (counted once)."""

_KEPT = Label.CONTENT
"""By a name of its own: until Python 3.11 each look at a member through its class is a call, and a page has hundreds of blocks."""

_OPTIONAL = (BlockType.STANDFIRST, BlockType.LIST_ITEM, BlockType.TABLE, BlockType.QUOTE)


@dataclass(frozen=True, slots=True)
class News:
    """Keeps what the network takes for the story; parameters add and take away kinds of blocks."""

    convention: str = "modern"
    titles: bool = False
    bylines: bool = False
    captions: bool = False
    """Whether titles and bylines at the story's head, and captions in it, are text where the convention leaves them out."""
    standfirsts: bool = True
    lists: bool = True
    tables: bool = True
    quotes: bool = True
    """Whether standfirsts, list items, table cells and quotations of the story are text."""
    story: bool = True
    """Whether a page is read as one story; without it as one that may be a list, a product or a thread."""
    weights: str | None = None
    """A folder of weights of your own training; None: ours."""

    knows_boxes: ClassVar[bool] = True
    """It has learnt what boxes are: site memory takes them out of what was kept, not out of what is read."""

    def __post_init__(self) -> None:
        """ValueError for a convention that does not exist; BadConfiguration for weights that cannot be read."""
        if self.convention not in CONVENTIONS:
            raise ValueError(f"convention is {self.convention!r}; use one of {', '.join(CONVENTIONS)}")
        network(self.convention, self.weights)

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text between two block-level tags or line breaks."""
        # A page that is hardly an article is labelled twice.
        if (seen := document.once(view)) is None:
            return ()
        if self.convention != "modern":
            return self._judged(document, seen)
        return self._said_once(seen, with_speakers(seen, self._read(document, seen)), document.url)

    def _said_once(self, seen: View, blocks: tuple[Block, ...], url: str | None) -> tuple[Block, ...]:
        """The blocks without what is kept twice, and without lines that are left of what was left out."""
        expected = _Columns.of(blocks).expected
        again = repeats(blocks, seen.letters.words, quotes_of(seen), is_story=expected >= PLAIN_STORY)
        once = _left_out(blocks, again, is_repeat=True)
        once = _left_out(once, rights(once))
        if expected < PLAIN_STORY:
            return once
        once = _left_out(once, offers(seen, once, url))
        return _left_out(once, remnants(seen, once, url, is_sure=expected >= SURELY_STORY))

    def _read(self, document: Document, seen: View) -> tuple[Block, ...]:
        """The blocks by today's convention, without boxes."""
        blocks = self._judged(document, seen)
        rest = self._without_boxes(document, seen, blocks)
        if not rest.strange:
            return rest.blocks
        # What is none of the story may have tipped what stands beside it.
        apart = sorted(rest.strange)
        again = list(self._judged(document, seen, apart))
        for place in apart:
            again[place] = rest.blocks[place]
        if _kept_letters(again) < STEADY * _kept_letters(rest.blocks):
            return rest.blocks
        return self._without_boxes(document, seen, tuple(again)).blocks

    def _judged(self, document: Document, seen: View, apart: Sequence[int] = ()) -> tuple[Block, ...]:
        """The blocks by what the networks say of the page without those of some places."""
        judged = network(self.convention, self.weights).judge(seen.rows, seen.setting, apart, is_story=self.story)
        return self._labelled(document, seen, judged)

    def _without_boxes(self, document: Document, seen: View, blocks: tuple[Block, ...]) -> Rest:
        """The blocks of a page without the boxes of which the networks are not sure, if it is plainly one story but for them."""
        columns = _Columns.of(blocks)
        if columns.expected < PERHAPS_STORY:
            return Rest(blocks)
        setting = seen.by_stems(columns.keep)
        doubts = Doubts(
            strangers(setting, columns.keep),
            partial(strangers_together, setting, columns.keep),
            partial(lone_headings, setting),
            is_sure=columns.expected >= SURELY_STORY,
            url=document.url,
        )
        rest = without_boxes(document, blocks, seen.head, self._added(), doubts)
        if rest.blocks is blocks:
            return rest
        is_left = np.array([new.label is old.label for old, new in zip(blocks, rest.blocks, strict=True)])
        is_story = columns.among(is_left).expected >= PLAIN_STORY
        return rest if is_story else Rest(blocks)

    def _labelled(self, document: Document, seen: View, judged: Judged) -> tuple[Block, ...]:
        """What is kept by what was judged, and the rules that follow."""
        draft = Draft.of(seen, judged, nodes_of_others(document.transcript))
        if self.convention == "modern":
            draft.leave_out([*below_own(seen, draft.keep), *said_apart(seen, draft.keep, draft.likely)])
            draft.leave_out(twins(seen, draft.keep))
        traits = Traits.of(seen.columns, seen.letters, seen.facts, draft.keep)
        draft.types = kinds(traits)
        if self.convention == "modern":
            if self.story:
                draft.leave_out(fields_above(traits, draft.types, seen.texts, draft.keep))
                said = sentences_of(traits, seen.texts, draft.keep)
                draft.leave_out(stamps(seen.texts, draft.types, draft.keep, said))
                draft.leave_out(entry_bylines(seen, draft.keep))
            draft.caption(captions(seen, draft.types, draft.keep, draft.likely))
            self._put_back(seen, traits, draft, document.url)
        stray = {*debris(seen.texts, draft.types), *spilt(seen, draft.types), *line_numbers(seen, draft.keep)}
        if stray and np.delete(draft.keep, sorted(stray)).any():
            draft.leave_out(sorted(stray))
        return draft.blocks(seen, self._chosen(draft.keep, draft.types, seen.texts))

    def _put_back(self, seen: View, traits: Traits, draft: Draft, url: str | None) -> None:
        """Keeps what today's convention has for text and the networks leave out: a standfirst, words of a sentence, subheads, questions, what a colon announces, code, the rest of a list or table, quotes."""
        if self.standfirsts:
            draft.head(unkept_standfirst(seen, traits, draft.keep, draft.likely))
        draft.put_back(strands(seen, draft.keep), OF_A_SENTENCE)
        keep, types, likely = draft.keep, draft.types, draft.likely
        draft.put_back(linked_headings(seen, keep, likely, url), OF_ITEMS)
        rest = unkept_headings(seen, types, keep) + interview(seen, keep, likely) + unkept_code(seen, keep)
        told = announced(seen, keep, likely)
        if self.lists:
            rest += whole_lists(seen, types, keep, likely, traits.opens) + unkept_terms(seen, keep, traits.opens)
            rest += lists_amid(seen, keep, likely)
        if self.tables:
            rest += unkept_cells(seen, types, keep, likely)
        draft.put_back(rest, SURE)
        draft.put_back(told, ANNOUNCED)
        if self.lists:
            draft.leave_out(torn_lists(seen, types, keep, likely, traits.opens))
            draft.put_back(list_headings(seen, types, keep, likely, traits.opens), SURE)
            places, likeliest = evened_lists(seen, types, keep, likely, traits.opens)
            likely[places] = likeliest
        if self.quotes:
            draft.put_back(unkept_quotes(seen, types, keep, likely), 0.0)

    def confidence(self, blocks: tuple[Block, ...]) -> float:
        """The word F that is expected of a page's text, calibrated on sites that the network had not seen."""
        columns = _Columns.of(blocks)
        return network(self.convention, self.weights).calibrated(columns.expected) if columns.keep.any() else 0.0

    def label_other(self, document: Document) -> tuple[Block, ...] | None:
        """The blocks of a page that is hardly an article, read as one that is no story; None where it was, or by another convention."""
        if not self.story or self.convention != "modern":
            return None
        return replace(self, story=False).label(document)

    def elsewhere(self, document: Document, text: str) -> Document | None:
        """The story in the page's scripts, where the page itself shows little."""
        if text.count(" ") >= FEW_WORDS:
            return None
        seen = document.once(view)
        return hidden_story(document, text, seen.texts if seen is not None else ())

    def _added(self) -> list[BlockType]:
        """What is text because the parameters say so."""
        return [
            kind for kind, is_text in zip(FIELDS, (self.titles, self.bylines, self.captions), strict=True) if is_text
        ]

    def _chosen(self, keep: Bools, types: list[BlockType], texts: list[str]) -> list[bool]:
        """Which blocks are text by the parameters; `keep` are by the convention. The cells that hold the whole page are no tables."""
        added = self._added()
        optional = (self.standfirsts, self.lists, self.tables, self.quotes)
        dropped = [kind for kind, is_text in zip(_OPTIONAL, optional, strict=True) if not is_text]
        chosen: list[bool] = keep.tolist()
        if BlockType.TABLE in dropped and are_in_tables(
            (len(text), kind) for text, kind, is_kept in zip(texts, types, chosen, strict=True) if is_kept
        ):
            dropped.remove(BlockType.TABLE)
        if (added or dropped) and any(chosen):
            kept = np.flatnonzero(keep)
            title = types.index(BlockType.TITLE) if BlockType.TITLE in types else len(types)
            story = range(min(title, int(kept[0])), int(kept[-1]) + 1)
            return [
                (is_kept or (kind in added and number in story)) and kind not in dropped
                for number, (is_kept, kind) in enumerate(zip(chosen, types, strict=True))
            ]
        return chosen


def _left_out(blocks: tuple[Block, ...], places: Sequence[int], *, is_repeat: bool = False) -> tuple[Block, ...]:
    """The blocks, those of these places left out without a doubt: whatever comes of another download, they add nothing to its text."""
    if not places:
        return blocks
    changed = list(blocks)
    for place in places:
        changed[place] = replace(
            blocks[place], label=Label.BOILERPLATE, type=BlockType.BOILERPLATE, score=0.0, is_repeat=is_repeat
        )
    return tuple(changed)


def _kept_letters(blocks: Sequence[Block]) -> int:
    return sum(len(block.text) for block in blocks if block.is_content)


class _Columns(NamedTuple):
    """What the word F of a page is expected from, of each of its blocks."""

    scores: Floats
    keep: Bools
    letters: Floats

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> _Columns:
        return cls(
            np.fromiter([block.score for block in blocks], np.float32, len(blocks)),
            np.fromiter([block.label is _KEPT for block in blocks], np.bool_, len(blocks)),
            np.fromiter([len(block.text) for block in blocks], np.float32, len(blocks)),
        )

    @property
    def expected(self) -> float:
        """The word F that is expected of the page's text, 0 where there is none.

        Not calibrated: steps differ from one training to the next, and what is held to a bound must not.
        """
        if not self.keep.any():
            return 0.0
        likely = np.where(self.keep | (self.scores >= UNLIKELY), self.scores, np.float32(0))
        return expectation(likely, self.letters, self.keep)

    def among(self, stay: Bools) -> _Columns:
        """The same as though the page had only these blocks."""
        return _Columns(self.scores[stay], self.keep[stay], self.letters[stay])


__all__ = ["News"]
