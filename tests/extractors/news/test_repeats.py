"""What a page says twice: which blocks go, and which only look alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.repeats import repeats
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

STORY = [" ".join(sentences(f"harbour wall {number}", 2)) for number in range(6)]
ASIDE = (
    "Our paper is free for all, and it lives by the gifts of those who read it, week after week and year after year."
)
QUESTION = "How did you hear of the prize, and where were you then?"
HEADING, TEXT, ITEM, QUOTE, CELL = (
    BlockType.SUBHEAD,
    BlockType.PARAGRAPH,
    BlockType.LIST_ITEM,
    BlockType.QUOTE,
    BlockType.TABLE,
)


def blocks(rows: Sequence[tuple[BlockType, str] | str]) -> list[Block]:
    typed = [(TEXT, row) if isinstance(row, str) else row for row in rows]
    return [Block(text, Label.CONTENT, (place,), kind, 0.9) for place, (kind, text) in enumerate(typed)]


def gone(rows: Sequence[tuple[BlockType, str] | str]) -> list[int]:
    made = blocks(rows)
    return repeats(made, np.array([len(block.text.split()) for block in made], np.float32))


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        (STORY, []),
        ([*STORY[:2], ASIDE, *STORY[2:4], ASIDE, *STORY[4:], ASIDE], [5, 8]),
        ([*STORY, *STORY], [6, 7, 8, 9, 10, 11]),
        ([*STORY, *STORY, *STORY], list(range(6, 18))),
        ([*STORY, *[text.upper() for text in STORY]], [6, 7, 8, 9, 10, 11]),
        ([STORY[0], (HEADING, "Prices"), *STORY[1:], (HEADING, "Prices"), STORY[1]], [7, 8]),
        ([*STORY, (HEADING, "Prices"), STORY[0][:-1]], []),
        ([QUESTION, *STORY[:3], QUESTION, *STORY[3:]], []),
        ([*STORY[:3], (ITEM, ASIDE), (ITEM, "One"), *STORY[3:], (ITEM, ASIDE), (ITEM, "One")], []),
        ([*STORY[:3], (CELL, ASIDE), *STORY[3:], (CELL, ASIDE)], []),
        (
            [*STORY[:3], (ITEM, "One"), (ITEM, "Two"), ASIDE, *STORY[3:], (ITEM, "One"), (ITEM, "Two"), ASIDE],
            [9, 10, 11],
        ),
        ([STORY[0]] * 5, []),
        ([*STORY[:4], *STORY[:4]], []),
    ],
    ids=[
        "nothing twice",
        "an appeal between paragraphs",
        "the whole story twice",
        "three times",
        "in other letters",
        "a paragraph and its heading",
        "a letter less",
        "a question of an interview",
        "items of a list",
        "cells of a table",
        "items with a paragraph among them",
        "a sample of text",
        "a short one",
    ],
)
def test_what_was_said_before_goes(rows: Sequence[tuple[BlockType, str] | str], places: list[int]) -> None:
    assert gone(rows) == places


@pytest.mark.parametrize(
    ("quote", "is_pulled"),
    [
        (STORY[2].partition(".")[0], True),
        (f"\u201c{STORY[2].partition('.')[0]}!\u201d", True),
        (STORY[2].partition(".")[0].replace("harbour", "castle"), False),
        (STORY[2][: STORY[2].index(" ", 20)], False),
        (STORY[2].partition(".")[0] + " an", False),
    ],
    ids=["a sentence", "in quotation marks", "another", "a few words", "half a word more"],
)
def test_a_quote_of_the_storys_own_words_goes(quote: str, *, is_pulled: bool) -> None:
    assert gone([*STORY[:4], (QUOTE, quote), *STORY[4:]]) == ([4] if is_pulled else [])


def test_what_is_left_out_says_nothing() -> None:
    made = blocks([*STORY, ASIDE, ASIDE])
    made[6] = Block(ASIDE, Label.BOILERPLATE, (6,), BlockType.BOILERPLATE, 0.1)
    assert repeats(made, np.full(len(made), 30, np.float32)) == []


@given(st.lists(st.sampled_from([*STORY, ASIDE, QUESTION, "One"]), max_size=30))
def test_no_text_is_lost_and_the_first_of_each_stays(rows: list[str]) -> None:
    left_out = gone(rows)
    kept = [text for place, text in enumerate(rows) if place not in left_out]
    assert list(dict.fromkeys(kept)) == list(dict.fromkeys(rows))
    assert all(rows[place] in rows[:place] for place in left_out)


def page(body: str) -> str:
    return f"<html><head><title>The harbour wall</title></head><body><main><h1>The harbour wall</h1>{body}</main></body></html>"


def paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def test_a_story_that_a_page_shows_twice_is_told_once() -> None:
    once, twice = (
        extractor("news").label(parse(page(body)))
        for body in (
            f"<div class=body>{paragraphs(STORY)}</div>",
            f"<div class=body>{paragraphs(STORY)}</div><div class=body>{paragraphs(STORY)}</div>",
        )
    )
    assert [block.text for block in twice if block.is_content] == [block.text for block in once if block.is_content]
    second = [block for block in twice if block.text in STORY and not block.is_content]
    assert [block.score for block in second] == [0.0] * len(STORY), "a later download might take it up again"
