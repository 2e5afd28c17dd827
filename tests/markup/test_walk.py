"""The walker makes the events of the tree in document order and numbers its text nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import parse


class Recorder:
    """A cut that writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.texts: list[tuple[int, str]] = []

    def start(self, tag: str, element: etree._Element) -> None:
        assert element.tag == tag
        self.events.append(f"<{tag}>")

    def text(self, string: str, number: int) -> None:
        self.events.append(string)
        self.texts.append((number, string))

    def end(self, tag: str) -> None:
        self.events.append(f"</{tag}>")


def record(root: etree._Element) -> tuple[int, Recorder]:
    recorder = Recorder()
    return walk(root, recorder), recorder


@pytest.mark.parametrize(
    ("markup", "events"),
    [
        ("<html/>", "<html></html>"),
        ("<html>a</html>", "<html>a</html>"),
        ("<html><p>a<b>b</b>c</p>d<br/>e</html>", "<html><p>a<b>b</b>c</p>d<br></br>e</html>"),
        ("<html>a<!-- x -->b<?pi y?>c</html>", "<html>abc</html>"),
        ("<html><p><!-- x --></p> </html>", "<html><p></p> </html>"),
        ("<html><p><i><b>a</b></i></p>b</html>", "<html><p><i><b>a</b></i></p>b</html>"),
    ],
)
def test_events(markup: str, events: str) -> None:
    assert "".join(record(etree.fromstring(markup))[1].events) == events


def test_text_around_a_comment_is_two_nodes() -> None:
    assert record(etree.fromstring("<html>a<!-- x -->b</html>"))[1].texts == [(0, "a"), (1, "b")]


def test_a_part_of_a_tree_stays_within_it() -> None:
    root = etree.fromstring("<html><p>a<b>b</b></p>tail</html>")
    assert "".join(record(root[0])[1].events) == "<p>a<b>b</b></p>"


DEPTH = 10_000
"""Elements on one path, many times what the interpreter's stack would bear."""


def test_depth_is_no_limit() -> None:
    root = innermost = etree.Element("html")
    for _ in range(DEPTH):
        innermost = etree.SubElement(innermost, "div")
    innermost.text = "a"
    count, recorder = record(root)
    assert (count, recorder.texts, len(recorder.events)) == (1, [(0, "a")], 2 * (DEPTH + 1) + 1)


@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<b>", "</b>", "a", " ", "<!-- c -->", "<br>", "<div>", "</div>"]), max_size=40
    )
)
def test_numbers_and_texts_are_those_of_the_tree(pieces: list[str]) -> None:
    root = parse("<p>" + "".join(pieces)).root
    count, recorder = record(root)
    assert [number for number, _ in recorder.texts] == list(range(count))
    assert [text for _, text in recorder.texts] == root.xpath("//text()")
    opened = [event for event in recorder.events if event.startswith("<") and not event.startswith("</")]
    assert opened == [f"<{element.tag}>" for element in root.iter(etree.Element)]
    assert len(opened) == sum(event.startswith("</") for event in recorder.events)
