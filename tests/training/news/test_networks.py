"""What is read of weights in plain numpy is what PyTorch trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, an extra")

from boilerspider.extractors.news.inputs.context import context  # noqa: E402
from boilerspider.extractors.news.inputs.reading import view  # noqa: E402
from boilerspider.extractors.news.network import network  # noqa: E402
from boilerspider.markup.tree import parse  # noqa: E402
from boilerspider.training.news.networks import Judge, Scale, Sieve, Sifted, Trained, write  # noqa: E402
from boilerspider.training.news.recipe import Recipe  # noqa: E402

PAGE = "<main><h1>The wall</h1>" + "".join(
    f"<p>The harbour wall was hollowed out by storm number {number}, and nobody knows how long it will stand.</p><br><a href=/x>More</a>"
    for number in range(9)
)


def all_pass(inputs: int, recipe: Recipe) -> Sifted:
    return Sifted(Sieve(inputs, recipe), Scale(np.zeros(inputs, np.float32), np.ones(inputs, np.float32)), -1e9)


@pytest.mark.parametrize("members", [1, 3])
def test_a_page_is_judged_as_by_the_mean_of_the_trained_members(members: int, tmp_path: Path) -> None:
    seen = view(parse(PAGE))
    assert seen is not None
    everywhere = np.ones(len(seen.texts), bool)
    rows = np.concatenate((seen.rows, context(seen.setting, everywhere)), axis=1)
    torch.manual_seed(members)
    recipe, scale = Recipe(channels=8, sieve=4), Scale.of([rows.astype(np.float16)])
    judges = tuple(Judge(rows.shape[1], recipe).eval() for _ in range(members))
    with torch.no_grad():
        for judge in judges:
            judge.out.bias += 3.0  # All blocks are likely, so that the page is looked at once.
        pages = torch.from_numpy(scale(rows))[None]
        logits = torch.stack([judge(pages, torch.ones(pages.shape[:2]))[0] for judge in judges])
        expected = torch.sigmoid(logits.mean(0)).numpy()
    write(tmp_path / "modern.npz", Trained(all_pass(seen.rows.shape[1], recipe), judges, scale))
    found = network("modern", str(tmp_path)).judge(seen.rows, seen.setting)
    assert np.ptp(expected) > 1e-3
    np.testing.assert_allclose(found.likely, expected, atol=1e-4)
