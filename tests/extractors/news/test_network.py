"""How the judge's rounds end: at the last of them on a page that is one story, and at the first on one of which it is in doubt."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.network import LENIENCE, ROUNDS, Network, network
from boilerspider.markup.tree import parse

BLOCKS = 4


class Scripted(Network):
    """Judges as it is told, round by round; the rest of a network is there, but not asked."""

    def __init__(self, *rounds: list[float]) -> None:
        ours = network("modern")
        self._alone, self._around = ours._alone, ours._around
        self._rounds = [np.array(likely, np.float32) for likely in rounds]

    def stay(self, rows: np.ndarray) -> np.ndarray:
        return np.ones(len(rows), bool)

    def _judged(self, entered: np.ndarray) -> np.ndarray:
        likely = self._rounds.pop(0)
        assert len(likely) == len(entered)
        return likely


def judged(
    *rounds: list[float], title: str = "", headline: str = "", is_story: bool = True
) -> tuple[list[float], list[float]]:
    body = "".join(f"<p>{' '.join(sentences(f'harbour {number}', 3))}</p>" for number in range(BLOCKS))
    head = f"<title>{title}</title>" if title else ""
    seen = view(parse(f"<html><head>{head}</head><body>{headline}{body}</body></html>"))
    assert seen is not None
    found = Scripted(*rounds).judge(seen.rows, seen.setting, is_story=is_story)
    return found.likely.tolist(), found.last.tolist()


def test_a_page_that_is_plainly_a_story_is_read_without_what_was_unlikely() -> None:
    likely, last = judged([0.9, 0.9, 0.4, 0.1], [0.99, 0.98, 0.2], [0.99, 0.99])
    assert likely == pytest.approx([0.99, 0.99, 0.0, 0.0])
    assert last == pytest.approx([0.99, 0.99, 0.2, 0.1])


def test_a_page_of_doubts_is_taken_as_it_was_read_first_and_leniently() -> None:
    first = [0.7, 0.6, 0.4, 0.2]
    likely, last = judged(first, [0.6, 0.5, 0.2], [0.7, 0.4])
    assert last == pytest.approx(first)
    assert [p / (1 - p) for p in likely] == pytest.approx([LENIENCE * p / (1 - p) for p in first], rel=1e-4)


@pytest.mark.parametrize(
    ("headline", "rounds"), [("The harbour wall is to be raised", 3), ("All our stories of today", 1)]
)
def test_doubts_under_a_headline_that_says_the_title_are_those_of_the_last_round(headline: str, rounds: int) -> None:
    first, second, third = [0.7, 0.7, 0.6, 0.4, 0.2], [0.7, 0.6, 0.5, 0.2], [0.7, 0.7, 0.4]
    likely, _ = judged(first, second, third, title="The harbour wall is to be raised", headline=f"<h1>{headline}</h1>")
    lenient = [LENIENCE * p / (1 + (LENIENCE - 1) * p) for p in first]
    assert likely == pytest.approx([*third, 0.0, 0.0] if rounds == ROUNDS else lenient, rel=1e-4)


def test_a_page_that_is_no_story_is_read_once_and_leniently() -> None:
    headline = "The harbour wall is to be raised"
    first = [0.99, 0.99, 0.6, 0.4, 0.2]
    likely, last = judged(first, title=headline, headline=f"<h1>{headline}</h1>", is_story=False)
    assert last == pytest.approx(first)
    assert [p / (1 - p) for p in likely] == pytest.approx([LENIENCE * p / (1 - p) for p in first], rel=1e-3)


def test_a_page_without_anything_unlikely_is_read_once() -> None:
    likely, last = judged([0.99] * BLOCKS)
    assert likely == last == pytest.approx([0.99] * BLOCKS)


def test_blocks_that_are_set_apart_are_not_judged() -> None:
    seen = view(parse("".join(f"<p>{' '.join(sentences(f'harbour {number}', 3))}</p>" for number in range(BLOCKS))))
    assert seen is not None
    found = Scripted([0.99, 0.98, 0.97]).judge(seen.rows, seen.setting, [1])
    assert found.likely.tolist() == pytest.approx([0.99, 0.0, 0.98, 0.97])
    assert found.last.tolist() == found.likely.tolist()
    nothing = Scripted().judge(seen.rows, seen.setting, range(BLOCKS))
    assert not nothing.likely.any()
    assert not nothing.last.any()
