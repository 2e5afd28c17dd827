"""The block metric: hand-made confusions and a page."""

from __future__ import annotations

import pytest

from boilerspider.evaluation.blocks import Confusion, PageBlocks
from boilerspider.markup.tree import parse


@pytest.mark.parametrize(
    ("truth", "found", "expected"),
    [
        ("1100", "1010", (0.5, 0.5, 0.5, 0.5)),
        ("1111", "1110", (0.75, 1.0, 0.75, 6 / 7)),
        ("0000", "0000", (1.0, None, None, None)),
        ("0010", "1000", (0.5, 0.0, 0.0, 0.0)),
        ("", "", (None, None, None, None)),
    ],
)
def test_figures(truth: str, found: str, expected: tuple[float | None, ...]) -> None:
    score = Confusion.of([c == "1" for c in truth], [c == "1" for c in found])
    assert (score.accuracy, score.precision, score.recall, score.f) == pytest.approx(expected)
    assert score.blocks == len(truth)


def test_all_blocks_of_all_pages_weigh_alike() -> None:
    small, large = Confusion(1, 0, 0, 0), Confusion(1, 3, 2, 4)
    assert Confusion.total([small, large]) == Confusion(2, 3, 2, 4)
    assert Confusion.total([]) == Confusion()


def test_other_blocks_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="2 blocks cannot be compared with 1"):
        Confusion.of([True, False], [True])


def test_an_extractor_is_judged_by_the_text_that_it_printed() -> None:
    page = parse("<nav>Home and away</nav><p>The first paragraph of it.</p><p>The second, and the last.</p>")
    blocks = PageBlocks.of(page, "The first paragraph of it.\n\nThe second, and the last.")
    assert blocks.truth == (False, True, True)
    assert blocks.judge("Home and away\nThe second, and the last.") == Confusion(1, 1, 1, 0)
    assert blocks.judge("") == Confusion(0, 0, 2, 1)
