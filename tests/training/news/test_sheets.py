"""A page and its copies, as the judge is shown them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from boilerspider.extractors.news.inputs.reading import View, view  # noqa: E402 - torch may be missing
from boilerspider.markup.tree import parse  # noqa: E402
from boilerspider.training.news.boxes import ADDED, FOREIGN, Plants, origins, plant  # noqa: E402
from boilerspider.training.news.files import Example  # noqa: E402
from boilerspider.training.news.networks import Scale, Sieve, Sifted  # noqa: E402
from boilerspider.training.news.recipe import Recipe  # noqa: E402
from boilerspider.training.news.sheets import batch_of, epoch_of, families  # noqa: E402
from boilerspider.training.news.sieving import weights  # noqa: E402

STORY = [f"Paragraph {name} of the story of the wall." for name in ("one", "two", "three")]
HOST = parse(
    f"<nav>Home</nav><main><h1>Wall</h1>{''.join(f'<p>{text}</p>' for text in STORY)}</main><footer>End</footer>"
)
BOX = b"<div class=promo><p>Buy our book today</p><p>Or tomorrow</p></div>"


def example(seen: View | None, own: list[int]) -> Example:
    assert seen is not None
    labels = np.array([text in STORY for text in seen.texts], np.int8)
    rows = seen.rows.astype(np.float16)
    return Example("small/1", "wall.example", rows, labels, 1.0, 1.0, seen.setting, np.array(own, np.int32))


@pytest.fixture
def examples() -> list[Example]:
    original = view(HOST)
    assert original is not None
    found = [example(original, [])]
    for seed in range(20):
        copy = view(plant(HOST, Plants([BOX]), STORY, random.Random(seed)))
        own = origins(copy.texts, original.texts) if copy else None
        found += [example(copy, own)] if own else []
    return found


def sieve(size: int, cut: float) -> Sifted:
    torch.manual_seed(1)
    return Sifted(Sieve(size, Recipe()), Scale(np.zeros(size, np.float32), np.ones(size, np.float32)), cut)


@pytest.mark.parametrize("cut", [-100.0, 0.0])
def test_pairs_are_the_same_block_with_and_without_boxes(examples: list[Example], cut: float) -> None:
    recipe = Recipe(company=1.0, thinned=0.5)
    rng = np.random.default_rng(1)
    pages = families(examples, sieve(examples[0].rows.shape[1], cut), recipe, rng)
    assert len(pages) == 1
    assert len(pages[0].sheets) == len(examples) + 1
    for _ in range(10):
        for group in epoch_of(pages, recipe, rng):
            batch = batch_of(group, recipe)
            bits = batch.rows.flatten(0, 1)[:, :100]
            truth = batch.truth.flatten()
            left, right = batch.pairs.T
            assert len(left)
            assert (bits[left] == bits[right]).all()
            assert (truth[left] == truth[right]).all()
            assert batch.there.flatten()[left].all()


def test_a_page_of_one_block_may_have_a_paragraph_added(examples: list[Example]) -> None:
    own = view(parse(f"<p>{STORY[0]}</p>"))
    copy = view(plant(parse(f"<p>{STORY[0]}</p>"), Plants([BOX], [STORY[1]]), [STORY[0]], random.Random(1)))
    found = origins(copy.texts, own.texts, [STORY[1]]) if own and copy else None
    assert found and min(found) == ADDED
    pages = [example(own, []), example(copy, found)]
    (family,) = families(pages, sieve(pages[0].rows.shape[1], -100.0), Recipe(), np.random.default_rng(1))
    assert family.sheets[1].shared.tolist() == [[found.index(0), 0]]


def test_boxes_and_what_was_added_weigh_more_than_the_page(examples: list[Example]) -> None:
    recipe = Recipe(levelling=0.0)
    page = example(view(HOST), [])
    own = np.arange(len(page.labels), dtype=np.int32)
    plain, foreign, added = (
        weights(replace(page, origins=np.where(own == 2, origin, own).astype(np.int32)), recipe)
        for origin in (2, FOREIGN, ADDED)
    )
    assert foreign[2] == pytest.approx(recipe.strangers * plain[2])
    assert added[2] == pytest.approx(recipe.additions * plain[2])
    assert (foreign[:2] == plain[:2]).all()


def test_a_page_longer_than_is_trained_on_is_cut(examples: list[Example]) -> None:
    recipe = Recipe(company=1.0, longest=3)
    rng = np.random.default_rng(1)
    pages = families(examples, sieve(examples[0].rows.shape[1], -100.0), recipe, rng)
    batch = batch_of(epoch_of(pages, recipe, rng)[0], recipe)
    assert batch.rows.shape[1] == 3
    assert max(batch.pairs.flatten().tolist(), default=0) < batch.there.numel()
