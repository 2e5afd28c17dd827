"""What a page says twice: which blocks go, and which only look alike."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import sentences
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.boxes import PLAIN_STORY
from boilerspider.extractors.news.rules.quotes import MOST_QUOTES, quotes_of
from boilerspider.extractors.news.rules.repeats import MOST_SENTENCES, repeats
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

STORY = [" ".join(sentences(f"harbour wall {number}", 2)) for number in range(6)]
ASIDE = (
    "Our paper is free for all, and it lives by the gifts of those who read it, week after week and year after year."
)
QUESTION = "How did you hear of the prize, and where were you then?"
LONG_QUESTION = (
    f"{QUESTION[:-1]}, who told you of it first, what did you say to them, and what did you do on the day after that?"
)
ANSWERS = [
    (heading, text)
    for name in ("Ann", "Bea", "Cem")
    for heading, text in (
        ((BlockType.SUBHEAD, name), "Should the council build the new tram as it was planned?"),
        ("Yes.", "And how do you want to pay for the school that is to stand on the hill?"),
        (
            "By the tolls of the bridge, and by nothing else.",
            f"What {name} says of the wall is what she said last year.",
        ),
    )
]
JAPANESE = (
    "\u6e2f\u306e\u58c1\u3092\u76f4\u3059\u304a\u91d1\u306f\u3042\u308b\u306e\u3067\u3059\u304b\u3002 "
    + "to whoever may be asked " * 6
    + "\u304b\u3002"
)
REFRAIN = ("O the wall, the wall,", "it stands for us all,", "in storm and in squall.", "Tall, tall, tall!")
QUOTES = [(BlockType.QUOTE, f"\u201c{name} {ASIDE}\u201d") for name in ("Ann said:", "Bea said:", "Cem said:")]
VOTE = (
    "Moved by the member for the old town, and seconded by the member for the quay.",
    "Carried.",
    "The chair voted.",
)
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


def gone(
    rows: Sequence[tuple[BlockType, str] | str],
    quotes: Mapping[int, int] = MappingProxyType({}),
    *,
    is_story: bool = True,
) -> list[int]:
    """What goes of a page of these rows, of which those at some places stand in quotes of these numbers."""
    made = blocks(rows)
    words = np.array([len(block.text.split()) for block in made], np.float32)
    return repeats(made, words, [quotes.get(place, -1) for place in range(len(made))], is_story=is_story)


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        (STORY, []),
        ([*STORY[:2], ASIDE, *STORY[2:4], ASIDE, *STORY[4:], ASIDE], [5, 8]),
        ([*STORY, *STORY], [6, 7, 8, 9, 10, 11]),
        ([*STORY, *STORY, *STORY], list(range(6, 18))),
        (STORY * 5, list(range(6, 30))),
        (STORY * 6, []),
        ([*STORY, *[text.upper() for text in STORY]], [6, 7, 8, 9, 10, 11]),
        ([*STORY, *[f"\u201c{text}\u201d" for text in STORY]], [6, 7, 8, 9, 10, 11]),
        ([STORY[0], (HEADING, "Prices"), *STORY[1:], (HEADING, "Prices"), ASIDE, (HEADING, "Prices"), ASIDE], [9, 10]),
        ([*STORY[:3], (HEADING, "Ann"), *STORY[3:], *STORY[:3], (HEADING, "Ann"), ASIDE], [7, 8, 9]),
        ([*STORY[:3], "For: 12. Against: 3.", *STORY[3:], *STORY[:3], "For: 12. Against: 3.", ASIDE], [7, 8, 9, 10]),
        ([*STORY, *[text for pair in ANSWERS for text in pair]], []),
        ([*STORY, *VOTE, ASIDE, *VOTE], []),
        ([*STORY[:3], LONG_QUESTION, *STORY[3:], LONG_QUESTION, ASIDE], []),
        ([*STORY[:3], JAPANESE, *STORY[3:], JAPANESE, ASIDE], []),
        ([*STORY[:3], (HEADING, "Price"), ASIDE, *STORY[3:], (HEADING, "Size"), ASIDE, "It ends."], []),
        ([*STORY[:3], "May I?", ASIDE, *STORY[3:], "Must I?", ASIDE, "It ends."], []),
        ([*STORY[:3], "***", *STORY[3:], *STORY[:3], "\u2026!", ASIDE], [7, 8, 9]),
        ([*REFRAIN, *STORY[:3], *REFRAIN, *STORY[3:], *REFRAIN], []),
        ([*QUOTES, *STORY, *QUOTES, ASIDE], [9, 10, 11]),
        ([*STORY, (HEADING, "Prices"), STORY[0][:-2]], []),
        ([QUESTION, *STORY[:3], QUESTION, *STORY[3:]], []),
        ([*STORY[:3], (ITEM, ASIDE), (ITEM, "One"), *STORY[3:], (ITEM, ASIDE), (ITEM, "One")], []),
        ([*STORY[:3], (CELL, ASIDE), *STORY[3:], (CELL, ASIDE)], []),
        ([*STORY[:3], (ITEM, "One"), ASIDE, *STORY[3:], (ITEM, "One"), ASIDE], [9]),
        ([STORY[0]] * 5, []),
        ([*STORY[:4], *STORY[:4]], []),
    ],
    ids=[
        "nothing twice",
        "an appeal between paragraphs",
        "the whole story twice",
        "three times",
        "five times",
        "six times: a sample",
        "in other letters",
        "in quotation marks",
        "a paragraph and its heading",
        "a name of what is new below",
        "a line that ends",
        "questions and answers",
        "votes",
        "a long question",
        "a question in Japanese",
        "what stands below another heading",
        "the answer to another question",
        "signs alone",
        "a refrain",
        "quotes of a story laid out twice",
        "a letter less",
        "a question of an interview",
        "items of a list",
        "cells of a table",
        "an item above a paragraph",
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


def test_of_a_page_that_is_no_story_one_paragraph_takes_its_row_with_it() -> None:
    card = [
        (HEADING, "Lamp"),
        (ITEM, "One"),
        "A lamp for the desk, of brass and of glass, made by hand in the old town.",
    ]
    rows = [*STORY, *card, "Sold out.", *card]
    assert gone(rows, is_story=False) == [10, 11, 12]
    assert gone(rows) == []


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ([STORY[1], STORY[2]], [3, 4]),
        ([STORY[1], "Ann Quill, mayor"], [3, 4]),
        ([STORY[1], "Ann has said this to all of those who asked her, and to some who did not."], []),
        (["Ann Quill, mayor"], []),
    ],
    ids=["all of its sentences", "and who said it", "a statement of more than the story says", "a name"],
)
def test_a_quote_goes_as_a_whole_or_not(rows: list[str], places: list[int]) -> None:
    story = [STORY[0], f"{STORY[1]} {ASIDE}", f"{ASIDE} {STORY[2]}"]
    quote = [(QUOTE, row) for row in rows]
    found = gone([*story, *quote, *STORY[3:], ASIDE, QUESTION], {3 + at: 7 for at in range(len(rows))})
    assert found == places


@pytest.mark.parametrize(("count", "are_gone"), [(MOST_QUOTES, True), (MOST_QUOTES + 1, False)])
def test_a_page_of_quotes_keeps_them(count: int, *, are_gone: bool) -> None:
    said = [f"The harbour wall of the town is number {number} of its kind." for number in range(count)]
    found = gone([*(f"{text} {ASIDE}" for text in said), *((QUOTE, text) for text in said)])
    assert found == (list(range(count, 2 * count)) if are_gone else [])


@pytest.mark.parametrize(("count", "are_gone"), [(MOST_SENTENCES, True), (8_000, False)])
def test_a_quote_of_many_sentences_takes_linear_time(count: int, *, are_gone: bool) -> None:
    said = [f"The harbour wall of the town is number {number} of its kind." for number in range(count)]
    rows = [*STORY, *((QUOTE, text) for text in said), f"{' '.join(said)} {ASIDE}"]
    start = time.process_time()
    found = gone(rows, dict.fromkeys(range(len(STORY), len(rows) - 1), 1))
    assert is_quick(time.process_time() - start, 1)
    assert len(found) == (count if are_gone else 0)


def test_a_quote_that_is_there_twice_and_nowhere_else_stays() -> None:
    said = "The harbour wall of the town is the oldest of its kind."
    assert gone([*STORY[:3], (QUOTE, said), *STORY[3:], (QUOTE, f"\u201c{said}\u201d"), ASIDE]) == []


@pytest.mark.parametrize(("expected", "is_story"), [(PLAIN_STORY, True), (PLAIN_STORY - 0.01, False)])
def test_news_asks_whether_a_page_is_plainly_a_story(
    expected: float, *, is_story: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr("boilerspider.extractors.news.expectation", lambda *_: expected)
    monkeypatch.setattr("boilerspider.extractors.news.repeats", lambda *_, is_story: asked.append(is_story) or [])
    extractor("news").label(parse(page(paragraphs(STORY))))
    assert asked == [is_story]


def test_what_is_left_out_says_nothing() -> None:
    made = blocks([*STORY, ASIDE, ASIDE])
    made[6] = Block(ASIDE, Label.BOILERPLATE, (6,), BlockType.BOILERPLATE, 0.1)
    assert repeats(made, np.full(len(made), 30, np.float32), [-1] * len(made)) == []


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
    assert {block.is_repeat for block in second} == {True}
    assert not [block for block in twice if block.is_repeat and block not in second]


def test_blocks_know_the_outermost_blockquote_that_they_stand_in() -> None:
    seen = view(parse("<p>a</p><blockquote><p>b</p><blockquote>c</blockquote></blockquote><blockquote>d</blockquote>"))
    assert seen is not None
    outside, first, inner, other = quotes_of(seen)
    assert outside == -1
    assert first == inner != other
    assert {seen.elements[place].tag for place in (first, other)} == {"blockquote"}


def test_a_statement_that_the_story_takes_a_sentence_from_stays_whole() -> None:
    said = [f"{text} We said so." for text in STORY[:3]]
    statement = f"<blockquote>{paragraphs(said)}</blockquote>"
    body = f"<p>The harbour master said: {said[1]}</p>{paragraphs(STORY[3:])}{statement}{paragraphs([ASIDE])}"
    kept = [block.text for block in extractor("news").label(parse(page(body))) if block.is_content]
    assert [text for text in kept if text in said] == said
