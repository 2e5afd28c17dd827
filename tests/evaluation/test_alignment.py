"""Alignment: the worked example, an oracle by the letter of the specification, and texts that mislead it."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.evaluation import gaps
from boilerspider.evaluation.alignment import GAP, align, kept
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import parse

PAGE = (
    '<body><div><a href="x">Home page</a></div><p>The quick brown fox jumps over it.</p>'
    "<p>Second &amp; last paragraph of this page.</p><div>Footer text</div></body>"
)
CLEAN = "The quick brown fox jumps over it.\n\nSecond & last paragraph of this page."


def test_the_worked_example() -> None:
    assert kept([leaf.text for leaf in leaves(parse(PAGE))], CLEAN).tolist() == [False, True, True, False]


def test_blocks_of_any_kind_are_labelled_alike() -> None:
    blocks = [
        "Home page | Contact",
        "The quick brown fox jumps over it. Second & last paragraph of this page.",
        "Footer",
    ]
    assert kept(blocks, CLEAN).tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("pieces", "clean", "expected"),
    [
        ([], "", []),
        ([], "some text", []),
        (["a", "b"], "", [False, False]),
        (["", " "], "x", [False, False]),
        (["one text that stands alone"], "one text that stands alone", [True]),
        (["ONE TEXT that stands alone"], "one text that stands alone", [True]),
        (["one  text\n that stands", "alone"], "one text that stands alone", [True, True]),
        (["one text that stands", "in two pieces"], "one text that stands\n\nin two pieces", [True, True]),
        (["menu", "the story begins here", "menu", "and it ends here"], "the story begins here and it ends here", [False, True, False, True]),
        (["the same words", "the same words"], "the same words", [False, True]),
        (["大桥在冬天的大部分时间里将关闭。", "版权所有"], "大桥在冬天的大部分时间里将关闭。", [True, False]),
        ([f"a{GAP}piece with the gap in it"], "a piece with the gap in it", [True]),
        (["İstanbul is a town on two shores"], "İstanbul is a town on two shores", [True]),
        (["x\ud800y and some more text"], "x\ud800y and some more text", [True]),
    ],
)  # fmt: skip
def test_pieces(pieces: list[str], clean: str, expected: list[bool]) -> None:
    assert kept(pieces, clean).tolist() == expected


@pytest.mark.parametrize(("share", "expected"), [(9, True), (8, True), (7, False), (0, False)])
def test_a_piece_is_kept_for_more_than_two_thirds(share: int, expected: bool) -> None:
    word = "abcdefghijk"
    assert kept(["=====", word, "====="], word[:share]).tolist() == [False, expected, False]


def test_an_anchor_before_the_last_one_takes_that_back() -> None:
    source = "first unique passage ==== second unique passage"
    found = align(source, "second unique passage, then the first unique passage")
    text = "".join(letter for letter, is_kept in zip(source, found, strict=True) if is_kept)
    assert text.strip() == "first unique passage"


def by_the_letter(source: str, clean: str) -> list[bool]:
    """Section 8's table, cell by cell."""
    below = -(10**9)
    scores = [[-column for column in range(len(clean) + 1)]]
    in_gap = [[True] * (len(clean) + 1)]
    moves: list[list[str]] = [[""] * (len(clean) + 1)]
    for row, letter in enumerate(source):
        scores.append([0])
        in_gap.append([True])
        moves.append(["up"])
        for column, other in enumerate(clean):
            up = scores[row][column + 1] - (0 if in_gap[row][column + 1] else 2)
            left = scores[-1][column] - (0 if other.isspace() else 6)
            both_white = letter.isspace() and other.isspace()
            gain = (3 if letter.isalnum() else 1) if letter.lower() == other.lower() else 0 if both_white else below
            match = scores[row][column] + gain
            best = max(up, left, match)
            move = "up" if up == best else "left" if left == best else "match"
            scores[-1].append(best)
            in_gap[-1].append({"up": True, "left": in_gap[-1][column], "match": False}[move])
            moves[-1].append(move)
    found = [False] * len(source)
    row, column = len(source), len(clean)
    while row:
        move = moves[row][column]
        row -= move != "left"
        column -= move != "up"
        if move == "match":
            found[row] = True
    return found


LETTERS = st.text(alphabet="ab Ac\n.xyz1\u00a0" + GAP, max_size=40)


@given(
    cells=st.sampled_from([gaps.BLOCK_CELLS, 1]),  # 1: moves of few rows are held at a time
    source=LETTERS,
    clean=LETTERS.map(lambda text: text.replace(GAP, "")).filter(bool),
)
def test_gaps_equal_the_specification_cell_by_cell(cells: int, source: str, clean: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gaps, "BLOCK_CELLS", cells)
        assert gaps.align_gap(codes(source), codes(clean)).tolist() == by_the_letter(source, clean)


def codes(text: str) -> gaps.Codes:
    return np.array([ord(letter.lower()) for letter in text], np.uint32)


@given(st.lists(st.text(max_size=60), max_size=6), st.text(max_size=120))
def test_any_texts_can_be_aligned(pieces: list[str], clean: str) -> None:
    assert len(kept(pieces, clean)) == len(pieces)


@given(st.lists(st.text(alphabet="abc de", min_size=1, max_size=60), max_size=6))
def test_a_text_of_all_pieces_keeps_all_with_letters(pieces: list[str]) -> None:
    found = kept(pieces, "\n".join(pieces))
    assert all(is_kept for piece, is_kept in zip(pieces, found, strict=True) if piece.strip() == piece)


def test_texts_with_nothing_in_common_take_bounded_time_and_memory() -> None:
    source = [f"left {number} words" for number in range(300)]
    clean = " ".join(f"other {number * 7} things" for number in range(300))
    start = time.process_time()
    kept(source, clean)
    assert is_quick(time.process_time() - start, 10)
