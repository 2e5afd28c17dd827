"""The transcript tells what a walk tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.transcript import Transcript, transcribe
from boilerspider.markup.tree import parse


class Journal:
    """A cut that writes everything down."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.elements: list[etree._Element] = []

    def start(self, tag: str, element: etree._Element) -> None:
        self.events.append(f"<{tag}>")
        self.elements.append(element)

    def text(self, string: str, number: int) -> None:
        self.events.append(f"{number} {string}")

    def end(self, tag: str) -> None:
        self.events.append(f"</{tag}>")


def spelled(transcript: Transcript) -> list[str]:
    spelling: list[str] = []
    number = 0
    for event in transcript.events:
        if isinstance(event, str):
            spelling.append(f"{number} {event}")
            number += 1
        else:
            spelling.append(f"<{transcript.tags[event]}>" if event > 0 else f"</{transcript.tags[-event]}>")
    return spelling


def assert_as_walked(root: etree._Element) -> None:
    journal = Journal()
    walk(root, journal)
    transcript = transcribe(root)
    assert spelled(transcript) == journal.events
    assert transcript.elements == journal.elements
    assert len(set(transcript.tags)) == len(transcript.tags)


@pytest.mark.parametrize(
    "xml",
    [
        "<a/>",
        "<a>x</a>",
        "<a><!-- c --></a>",
        "<a>x<!-- c -->y<?pi d?>z</a>",
        "<a><b>x</b>y<b/>z<c><b><b>deep</b></b>w</c></a>",
    ],
)
def test_a_transcript_is_what_a_walk_tells(xml: str) -> None:
    assert_as_walked(etree.fromstring(xml))


def test_what_stands_behind_the_root_is_not_told() -> None:
    root = etree.fromstring("<a>x<b>y<c>z</c></b>tail</a>")[0]
    assert spelled(transcribe(root)) == ["<b>", "0 y", "<c>", "1 z", "</c>", "</b>"]


PIECES = (
    "<p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<br>",
    "<!-- c -->",
    "<?pi?>",
    "<my-tag>",
    "text",
    " ",
    "<script>",
    "</script>",
)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_the_transcript_of_any_page_is_what_a_walk_tells(page: str) -> None:
    assert_as_walked(parse(f"<p>{page}").root)


def test_a_transcript_tells_where_each_link_leads() -> None:
    transcript = parse("<link href=/c><p><a href=/x>x</a><a name=y>y</a><b><a href=''>z</a></b>").transcript
    assert list(transcript.hrefs) == list(transcript.numbers("a"))
    assert list(transcript.hrefs.values()) == ["/x", None, ""]


def test_no_depth_exhausts_the_stack() -> None:
    root = etree.Element("html")
    inmost = root
    for _ in range(5_000):
        inmost = etree.SubElement(inmost, "div")
    inmost.text = "x"
    events = transcribe(root).events
    assert (len(events), events[5_001]) == (10_003, "x")


def test_a_document_writes_its_transcript_once() -> None:
    document = parse("<p>x")
    assert document.transcript is document.transcript
