"""The passes of the extractors beside the article's: Canola's tree, paragraphs, clauses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.extractors.boilerpipe import filters
from boilerspider.extractors.boilerpipe.blocks import NOTHING, Mark, TextBlock, merge
from boilerspider.extractors.boilerpipe.variants import VARIANTS

JAVA, PORT = VARIANTS["1.2"], VARIANTS["boilerpy3"]


def block(words: int = 10, *, linked: int = 0, text: str = "text", at: int = 0, content: bool = False) -> TextBlock:
    return TextBlock(text, (at,), words, linked, words, 1, at, at, content=content)


@pytest.mark.parametrize(
    ("previous", "block_", "following", "expected"),
    [
        (block(0), block(19), block(0), False),
        (block(0), block(20), block(0), True),
        (block(0), block(5, linked=1), block(11), False),
        (block(0), block(5, linked=1), block(12, linked=9), True),
        (block(0), block(5), block(12, linked=9), False),
        (block(0), block(7), block(7), True),
        (block(0), block(7), block(6), False),
        (block(0), block(6), block(7), False),
        (block(8), block(6), block(7), True),
        (block(7), block(6), block(7), False),
        (block(0), block(6), block(20), True),
        (block(8), block(6), block(19), True),
        (block(8, linked=1), block(7), block(20), False),
        (block(8), block(7), block(20, linked=1), False),
    ],
)
def test_canola(previous: TextBlock, block_: TextBlock, following: TextBlock, *, expected: bool) -> None:
    assert filters.canola((previous, block_, following))[1].content is expected


def test_canola_has_neighbours_of_nothing_at_the_ends() -> None:
    assert [made.content for made in filters.canola((block(20), block(7), block(19)))] == [True, True, False]
    assert filters.canola(()) == ()


def test_split_paragraphs_divides_what_was_merged() -> None:
    cut = (block(text="one", at=0), block(text="two", at=1), block(text="three", at=2))
    whole = merge([made.as_content(content=True).marked(Mark.TITLE) for made in cut[:2]])
    split = filters.split_paragraphs((whole, cut[2]), cut)
    assert [(made.text, made.nodes, made.first, made.content) for made in split] == [
        ("one", (0,), 0, True),
        ("two", (1,), 1, True),
        ("three", (2,), 2, False),
    ]
    assert all(made.words == made.linked == 0 and made.marks == {Mark.TITLE} for made in split[:2])
    assert split[2] is cut[2]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a", ["a"]),
        ("a\nb", ["a", "b"]),
        ("a\r\n\nb\rc", ["a", "b", "c"]),
        ("a\u2028b", ["a\u2028b"]),
        ("\na\n", ["\na\n"]),
        ("", [""]),
    ],
)
def test_split_paragraphs_at_line_breaks(text: str, lines: list[str]) -> None:
    cut = (block(text=text),)
    assert [made.text for made in filters.split_paragraphs(cut, cut)] == lines


@given(st.lists(st.text("ab \n\r"), max_size=6))
def test_split_paragraphs_keeps_every_word_and_node(texts: list[str]) -> None:
    cut = tuple(block(text=text, at=at) for at, text in enumerate(texts))
    merged = (merge(cut),) if cut else ()
    split = filters.split_paragraphs(merged, cut)
    assert [word for made in split for word in made.text.split()] == [word for text in texts for word in text.split()]
    assert [made.nodes for made in split] == sorted(made.nodes for made in split)


@pytest.mark.parametrize(
    ("text", "java", "port"),
    [
        ("one two three four five.", True, True),
        ("one two three four.", False, False),
        ("one two three four five", False, False),
        ("one two three four five .", False, False),
        ("one, two, three, four, five.", False, False),
        ("one. two three four five six!", True, True),
        ("one two three. four five", False, False),
        ("one two three four 5?!", True, True),
        ("one two three four a.b", False, False),
        ("one two three four a.b c, d", True, True),
        ("one two three four five_.", False, True),
        ("one two three four m²; more", False, True),
        ("one two three four fünf:", True, True),
        ("one two three four »fünf«.", False, False),
        ("one two three\u00a0four five.", False, True),
        ("one two three four five.\u00a0More", False, True),
        ("one  two\nthree four five.", True, True),
        ("", False, False),
    ],
)
def test_min_clause_words(text: str, *, java: bool, port: bool) -> None:
    blocks = (block(text=text, content=True),)
    assert filters.min_clause_words(blocks, 5, JAVA)[0].content is java
    assert filters.min_clause_words(blocks, 5, PORT)[0].content is port


def test_min_clause_words_makes_nothing_content() -> None:
    blocks = (block(text="one two three four five."), NOTHING)
    assert filters.min_clause_words(blocks, 5, JAVA) == blocks


@pytest.mark.parametrize("variant", [JAVA, PORT])
@pytest.mark.parametrize("text", ["," * 300_000, "a," * 150_000, "a" + " " * 300_000, "a, " * 100_000])
def test_clauses_take_linear_time(text: str, variant: object) -> None:
    filters.min_clause_words((block(text=text, content=True),), 10**9, variant)
