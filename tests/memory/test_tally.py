from __future__ import annotations

import random
from collections import Counter
from zlib import crc32

import pytest

from boilerspider.memory.sketch import MOST, Sketch

THINGS = [crc32(f"thing {number}".encode()) for number in range(3_000)]


def filled(seed: int = 1) -> tuple[Sketch, Counter[int]]:
    rng, sketch, truth = random.Random(seed), Sketch(), Counter[int]()
    for _ in range(200):
        page = set(rng.choices(THINGS[:1_000] + THINGS[:50] * 20, k=200))
        sketch.add(page)
        truth.update(page)
    return sketch, truth


def test_counts_are_never_too_small_and_hardly_too_large():
    sketch, truth = filled()
    errors = [count - truth[thing] for count, thing in zip(sketch.counts(THINGS).tolist(), THINGS, strict=True)]
    assert min(errors) >= 0
    assert sum(error > 2 for error in errors) < len(THINGS) / 100


def test_halving_ages_all_counts():
    sketch, _ = filled()
    before = sketch.counts(THINGS)
    sketch.halve()
    assert sketch.counts(THINGS).tolist() == (before // 2).tolist()


def test_a_cell_holds_no_more_than_it_can():
    sketch = Sketch()
    for _ in range(MOST + 10):
        sketch.add([7])
    assert sketch.counts([7]).tolist() == [MOST]


def test_a_thing_counts_once_a_page_and_no_page_nothing():
    sketch = Sketch()
    sketch.add([7, 7, 8])
    sketch.add([])
    assert sketch.counts([7, 8, 9]).tolist() == [1, 1, 0]
    assert sketch.counts([]).tolist() == []


def test_bytes_and_back():
    sketch, _ = filled()
    again = Sketch.from_bytes(sketch.to_bytes())
    assert again.counts(THINGS).tolist() == sketch.counts(THINGS).tolist()


@pytest.mark.parametrize("data", [b"", b"x", bytes(10), bytes(1_000_000)])
def test_other_bytes_are_refused(data):
    with pytest.raises(ValueError):
        Sketch.from_bytes(data)
