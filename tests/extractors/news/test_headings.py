"""Which kept headings head nothing."""

from __future__ import annotations

import pytest

from boilerspider.extractors.news.headings import FEWEST_BEFORE, MOST_LETTERS, last_heading, lone_headings
from boilerspider.extractors.news.reading import view
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label


@pytest.mark.parametrize(
    ("html", "lone"),
    [
        ("<div><h2>Head</h2><p>out of the story</p></div><p>text</p>", ["Head"]),
        ("<div><h2>Head</h2><p>text</p></div><p>text</p>", []),
        ("<h2>Head</h2><p>text</p><div><p>out of the story</p></div>", []),
        ("<div><div><h2>Head</h2></div><div><p>out of the story</p></div></div><p>text</p>", ["Head"]),
        ("<div><h2>Head</h2><h3>Head too</h3><p>out of the story</p></div><p>text</p>", ["Head", "Head too"]),
        ("<div><h2>Head</h2><p>out of the story</p><section><p>text</p></section></div>", []),
        ("<div><h2>out</h2><p>out of the story</p></div><p>text</p>", []),
        ("<div><h2>Head</h2><p>out</p></div><p>text</p>", []),
        ("<h2>Head</h2>", []),
        ("<p>text</p>", []),
    ],
    ids=[
        "the rest of its box is left out",
        "its text is kept",
        "no box",
        "a wrapper of its own",
        "two",
        "text further in",
        "not kept itself",
        "a label beside it is left out",
        "nothing else on the page",
        "no heading",
    ],
)
def test_headings_that_head_nothing(html: str, lone: list[str]) -> None:
    seen = view(parse(f"<html><body>{html}</body></html>"))
    assert seen is not None
    blocks = [
        Block(
            text,
            Label.BOILERPLATE if text.startswith("out") else Label.CONTENT,
            nodes,
            BlockType.SUBHEAD if text.startswith("Head") else BlockType.PARAGRAPH,
        )
        for text, nodes in zip(seen.texts, seen.nodes, strict=True)
    ]
    assert [blocks[place].text for place in sorted(lone_headings(seen.setting, blocks))] == lone


TEXT, HEAD = BlockType.PARAGRAPH, BlockType.SUBHEAD
STORY = [("A line of the story.", TEXT)] * FEWEST_BEFORE


@pytest.mark.parametrize(
    ("rows", "is_over"),
    [
        ([*STORY, ("More on this", HEAD)], True),
        ([*STORY, ("Read this, too:", TEXT)], True),
        ([*STORY, ("\u7d9a\u304d\uff1a", TEXT)], True),
        ([*STORY, ("More on this", TEXT)], False),
        ([*STORY, ("M" * (MOST_LETTERS + 1), HEAD)], False),
        ([*STORY, ("More on this", HEAD), ("A line of the story.", TEXT)], False),
        ([*STORY, ("Their names", HEAD), ("Ann", HEAD)], False),
        ([*STORY[1:], ("More on this", HEAD)], False),
        ([("More on this", HEAD)], False),
        ([], False),
    ],
    ids=[
        "a heading",
        "a line with a colon",
        "the same in Japanese",
        "a line",
        "a long one",
        "text below",
        "a list of headings",
        "hardly a text",
        "alone",
        "nothing",
    ],
)
def test_a_heading_that_ends_a_text(rows: list[tuple[str, BlockType]], *, is_over: bool) -> None:
    blocks = [Block(text, Label.CONTENT, (place,), kind) for place, (text, kind) in enumerate(rows)]
    left_out = Block("Another story", Label.BOILERPLATE, (len(rows),))
    assert last_heading([*blocks, left_out]) == (len(rows) - 1 if is_over else None)
    assert last_heading(blocks) is None, "nothing was left out below it"
