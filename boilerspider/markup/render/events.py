"""The events of a page -> what the cut does about each.

What an element does is a row in a table; one that has no row (span, most custom elements) does nothing.
Inside `pre` and inside what nobody sees other tables are in force.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeVar

from lxml import etree

from boilerspider.markup.render.attributes import ATTRIBUTES
from boilerspider.markup.render.beginning import TOP, Beginning, beginning
from boilerspider.markup.render.customs import custom_paragraphs
from boilerspider.markup.render.cut import HIDDEN, PLAIN, PRE, End, Mode, RenderCut, Start
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.sanitise import HEADINGS, MARKS
from boilerspider.markup.render.writer import SPACE
from boilerspider.markup.transcript import Transcript, transcribe

_BLOCKS = """html head title body main article section div form center p address aside dd details dialog dir dl
    dt fieldset footer header hgroup hr legend menu nav optgroup option search select summary textarea""".split()  # noqa: SIM905 - a list of words
_FRAMES = ["ul", "blockquote", "thead", "tbody", "tfoot", "tr", "caption"]
_INSETS = ("button", "label")
_HIDDEN = ["script", "style", "template", "svg", "iframe", "noembed", "noframes"]
"""Elements whose text is code, or is shown by nobody."""

_HIDDEN_STARTS: Mapping[str, Start] = dict.fromkeys(_HIDDEN, RenderCut.start_hidden)
_HIDDEN_ENDS: Mapping[str, End] = dict.fromkeys(_HIDDEN, RenderCut.end_hidden)
_STARTS: Mapping[str, Start] = {
    **dict.fromkeys(_BLOCKS, RenderCut.start_block),
    **dict.fromkeys(_FRAMES, RenderCut.start_frame),
    **dict.fromkeys(ATTRIBUTES, RenderCut.start_attributed),
    **dict.fromkeys(HEADINGS, RenderCut.start_heading),
    **dict.fromkeys(MARKS, RenderCut.start_mark),
    **_HIDDEN_STARTS,
    **dict.fromkeys(("img", "amp-img"), RenderCut.image),
    "br": RenderCut.line_break,
    **dict.fromkeys(_INSETS, RenderCut.start_inset),
    "input": RenderCut.control,
    "table": RenderCut.start_table,
    "pre": RenderCut.start_pre,
    "figure": RenderCut.start_figure,
    "figcaption": RenderCut.start_caption,
    "picture": RenderCut.sources,
    "source": RenderCut.source,
    **dict.fromkeys(("video", "audio"), RenderCut.start_player),
    "noscript": RenderCut.start_noscript,
}
_ENDS: Mapping[str, End] = {
    **dict.fromkeys((*_BLOCKS, *_FRAMES, *ATTRIBUTES, "table"), RenderCut.end_block),
    **dict.fromkeys(HEADINGS, RenderCut.end_heading),
    **dict.fromkeys(MARKS, RenderCut.end_mark),
    **_HIDDEN_ENDS,
    **dict.fromkeys(_INSETS, RenderCut.end_inset),
    "pre": RenderCut.end_pre,
    "figure": RenderCut.end_figure,
    "figcaption": RenderCut.end_caption,
    "picture": RenderCut.sources,
    **dict.fromkeys(("video", "audio"), RenderCut.end_player),
    "noscript": RenderCut.end_noscript,
}
_PRE_BLOCKS = (*_BLOCKS, *_FRAMES, *ATTRIBUTES, *HEADINGS, *_INSETS, "table", "figure", "figcaption")
_PRE_STARTS: Mapping[str, Start] = {
    **dict.fromkeys(_PRE_BLOCKS, RenderCut.pre_edge),
    **_HIDDEN_STARTS,
    "br": RenderCut.pre_line_break,
    "pre": RenderCut.start_pre,
}
_PRE_ENDS: Mapping[str, End] = {
    **dict.fromkeys(_PRE_BLOCKS, RenderCut.pre_edge),
    **_HIDDEN_ENDS,
    "pre": RenderCut.end_pre,
}

_Row = TypeVar("_Row", Start, End)
_MODES: Mapping[int, tuple[Mapping[str, Start], Mapping[str, End]]] = MappingProxyType(
    {PRE: (_PRE_STARTS, _PRE_ENDS), HIDDEN: (_HIDDEN_STARTS, _HIDDEN_ENDS)}
)
_WHOLE = frozenset([*_HIDDEN, "pre", "figure", "picture", "amp-img"])
"""Elements that are not begun amid: what stands in them means something else there, or is remembered until they end."""

_NOTHING = frozenset((-1,))
"""Numbers of text nodes of which a page has none."""


class _Modes(dict[int, Mode]):
    """What the tags of a page mean; looked up when first asked for, as few pages need all three modes."""

    def __init__(self, tags: Sequence[str], customs: Collection[str]) -> None:
        self._tags = tags
        others = set(customs).difference(_STARTS, _ENDS)
        self.starts = _and_customs(_STARTS, others, RenderCut.start_custom)
        self._ends = _and_customs(_ENDS, others, RenderCut.end_inset)

    def __missing__(self, mode: int) -> Mode:
        starts, ends = (self.starts, self._ends) if mode == PLAIN else _MODES[mode]
        self[mode] = list(map(starts.get, self._tags)), list(map(ends.get, self._tags))
        return self[mode]


def _and_customs(rows: Mapping[str, _Row], customs: Collection[str], row: _Row) -> Mapping[str, _Row]:
    """A table with the tags of custom elements that are paragraphs, which it has not."""
    return {**rows, **dict.fromkeys(customs, row)} if customs else rows


def read(transcript: Transcript, kept: Collection[int], links: Links) -> RenderCut:
    """The kept text nodes of a page, rendered, and what pictures there are among and around them."""
    customs = custom_paragraphs(transcript, _HIDDEN)
    cut = _read_from(beginning(transcript, min(kept), _WHOLE), transcript, kept, links, customs)
    return _read_from(TOP, transcript, kept, links, customs) if cut.is_unsure else cut


def pictures_of(element: etree._Element, links: Links) -> Sequence[Picture]:
    """The pictures in an element, none of whose words are kept, with their captions and what they lead to."""
    around = list(element.iterancestors("a"))
    return _read_from(TOP._replace(around=around), transcribe(element), _NOTHING, links, ()).pictures


def _read_from(
    start: Beginning, transcript: Transcript, kept: Collection[int], links: Links, customs: Collection[etree._Element]
) -> RenderCut:
    """What is rendered by someone who sees the page from there on, and the elements around."""
    modes = _Modes(transcript.tags, {str(element.tag) for element in customs})
    cut = RenderCut(links, modes, customs, missed=transcript.tags if start.event else ())
    for element in start.around:
        tag = str(element.tag)
        if tag in modes.starts:
            modes.starts[tag](cut, tag, element)
    _read_on(cut, transcript, start, kept)
    cut.finish()
    return cut


def _read_on(cut: RenderCut, transcript: Transcript, start: Beginning, kept: Collection[int]) -> None:
    """The events up to the last kept node, and on while its pictures may follow."""
    tags, elements, writer = transcript.tags, transcript.elements, cut.writer
    number, opened, last = start.number, start.opened, max(kept)
    event: Any  # a type that isinstance tells, in twice the time
    for event in islice(transcript.events, start.event, None):
        if event.__class__ is str:
            if number in kept:
                cut.keep(event)
            elif event.isspace() and not cut.pre_depth:
                writer.space = SPACE
            else:
                cut.leave_out(event, elements[opened - 1])
            if number >= last and cut.is_over():
                break
            number += 1
        elif event > 0:
            opens = cut.starts[event]
            if opens is not None:
                opens(cut, tags[event], elements[opened])
            opened += 1
        else:
            closes = cut.ends[-event]
            if closes is not None:
                closes(cut, tags[-event])
                if number > last and cut.is_over():
                    break
