"""What stands around a block is told from the blocks that stay alone."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.context import Setting, context
from boilerspider.extractors.news.inputs.reading import View, view
from boilerspider.extractors.news.network import ALONE, AROUND
from boilerspider.markup.tree import parse

STORY = "The wall below the old harbour road has been hollowed out by winter storms, and nobody can say how long it will hold."
BOXES = (
    "<div class=ad><p>Buy a boat today</p><p><a href=/x>More &raquo;</a></p></div>",
    "<aside><h4>Offers</h4><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul><img src=/x.jpg></aside>",
    "<a href=/x class=sponsored><img src=/x.jpg></a><div>All new</div><br>",
)


def page(box: str = "") -> str:
    paragraphs = [f"<p>{STORY} {number}</p>" for number in range(4)]
    return (
        "<header><nav><a href=/>Home</a></nav></header><main><h1>The wall</h1><div class=body>"
        f"{''.join(paragraphs[:2])}{box}{''.join(paragraphs[2:])}</div></main><footer>Imprint</footer>"
    )


def seen(markup: str) -> View:
    found = view(parse(markup))
    assert found is not None
    return found


def of_story(found: View) -> np.ndarray:
    return np.array([text.startswith(("The wall",)) for text in found.texts])


@pytest.mark.parametrize("box", BOXES)
def test_what_does_not_stay_changes_nothing(box: str) -> None:
    plain, boxed = seen(page()), seen(page(box))
    assert len(boxed.texts) > len(plain.texts)
    rows = [context(found.setting, of_story(found)) for found in (plain, boxed)]
    assert rows[0].shape == (5, rows[0].shape[1])
    assert (rows[0] == rows[1]).all()


@pytest.mark.parametrize("box", BOXES[:2])
def test_a_block_by_itself_is_the_same_whatever_stands_between_the_paragraphs(box: str) -> None:
    rows = [found.rows[of_story(found)] for found in (seen(page()), seen(page(box)))]
    assert (rows[0] == rows[1]).all()


def test_where_all_stay_the_setting_is_the_page() -> None:
    setting = seen(page(BOXES[1])).setting
    whole = setting.among(np.ones(len(setting.homes), bool))
    assert all((getattr(whole, name) == getattr(setting, name)).all() for name in Setting.__slots__)


def test_one_block_is_enough() -> None:
    found = seen("<p>one")
    assert np.isfinite(context(found.setting, np.array([True]))).all()


def test_a_block_has_as_many_inputs_as_the_networks_ask_for() -> None:
    found = seen(page())
    assert found.rows.shape[1] == ALONE
    assert context(found.setting, of_story(found)).shape[1] == AROUND


@pytest.mark.parametrize(
    "older",
    [
        {"low": np.zeros(3)},
        {"sieve.cut": np.zeros(()), "sieve.low": np.zeros(ALONE), "low": np.zeros(ALONE + AROUND - 5)},
    ],
    ids=["before the sieve", "fewer inputs"],
)
def test_weights_of_an_older_network_are_refused(older: dict[str, np.ndarray], tmp_path: object) -> None:
    np.savez(f"{tmp_path}/modern.npz", **older)  # type: ignore[arg-type]
    with pytest.raises(BadConfiguration, match="older network"):
        extractor("news", {"weights": str(tmp_path)})


@pytest.mark.parametrize("taps", [(3, 0, 0), (3, 0, 32), (0, 160, 32)])
def test_weights_with_an_empty_layer_are_refused(taps: tuple[int, ...], tmp_path: object) -> None:
    shapes = {"sieve.low": (ALONE,), "low": (ALONE + AROUND,), "sieve.in.w": (ALONE, 24), "sieve.cut": ()}
    entered = {"in.w": (ALONE + AROUND, 96), "in.b": (96,), "near.w": taps}
    arrays = {name: np.zeros(shape, np.float32) for name, shape in (shapes | entered).items()}
    np.savez(f"{tmp_path}/modern.npz", allow_pickle=False, **arrays)
    with pytest.raises(BadConfiguration, match="one of them is empty"):
        extractor("news", {"weights": str(tmp_path)})


@pytest.mark.parametrize(
    "steps",
    [
        {"expected": [0.0, 1.0]},
        {"found": [0.0, 1.0]},
        {"expected": [0.0, 0.5, 1.0], "found": [0.0, 1.0]},
        {"expected": [], "found": []},
        {"expected": [[0.0, 1.0]], "found": [[0.0, 1.0]]},
        {"expected": [1.0, 0.0], "found": [0.0, 1.0]},
        {"expected": [0.0, 1.0], "found": [-5.0, 9.0]},
    ],
    ids=["no values", "no steps", "of other lengths", "empty", "a table", "falling", "no shares"],
)
def test_a_calibration_that_does_not_fit_is_refused(steps: dict[str, list[float]], tmp_path: Path) -> None:
    own = np.load(str(files("boilerspider.extractors.news") / "weights" / "modern.npz"))
    kept = {name: own[name] for name in own.files if name not in ("expected", "found")}
    np.savez(tmp_path / "modern.npz", **kept, **{name: np.array(values) for name, values in steps.items()})
    with pytest.raises(BadConfiguration, match=r"expected|found"):
        extractor("news", {"weights": str(tmp_path)})
