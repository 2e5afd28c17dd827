from __future__ import annotations

import random
from collections import Counter
from zlib import crc32

import pytest

from boilerspider.memory.tally import MOST, Tally

THINGS = [crc32(f"thing {number}".encode()) for number in range(3_000)]


def filled(seed: int = 1) -> tuple[Tally, Counter[int]]:
    rng, tally, truth = random.Random(seed), Tally(), Counter[int]()
    for _ in range(200):
        page = set(rng.choices(THINGS[:1_000] + THINGS[:50] * 20, k=200))
        tally.add(page)
        truth.update(page)
    return tally, truth


def test_counts_are_never_too_small_and_hardly_too_large():
    tally, truth = filled()
    errors = [count - truth[thing] for count, thing in zip(tally.counts(THINGS).tolist(), THINGS, strict=True)]
    assert min(errors) >= 0
    assert sum(error > 2 for error in errors) < len(THINGS) / 100


def test_halving_ages_all_counts():
    tally, _ = filled()
    before = tally.counts(THINGS)
    tally.halve()
    assert tally.counts(THINGS).tolist() == (before // 2).tolist()


def test_a_cell_holds_no_more_than_it_can():
    tally = Tally()
    for _ in range(MOST + 10):
        tally.add([7])
    assert tally.counts([7]).tolist() == [MOST]


def test_a_thing_counts_once_a_page_and_no_page_nothing():
    tally = Tally()
    tally.add([7, 7, 8])
    tally.add([])
    assert tally.counts([7, 8, 9]).tolist() == [1, 1, 0]
    assert tally.counts([]).tolist() == []


def test_bytes_and_back():
    tally, _ = filled()
    again = Tally.from_bytes(tally.to_bytes())
    assert again.counts(THINGS).tolist() == tally.counts(THINGS).tolist()


@pytest.mark.parametrize("data", [b"", b"x", bytes(10), bytes(1_000_000)])
def test_other_bytes_are_refused(data):
    with pytest.raises(ValueError):
        Tally.from_bytes(data)
