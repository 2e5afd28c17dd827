"""Files of weights that are none: each extractor that learns refuses them in one line when it is built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import crf, extractor, news, web2text

SHIPPED = {
    "crf": Path(crf.__file__).parent / "weights/cleaneval.npz",
    "web2text": Path(web2text.__file__).parent / "weights/cleaneval.npz",
    "news": Path(news.__file__).parent / "weights/modern.npz",
}

Arrays = dict[str, Any]


def first(change: Callable[[Any], Any]) -> Callable[[Arrays], Arrays]:
    """All arrays, the first of them changed."""
    return lambda arrays: {name: value if at else change(value) for at, (name, value) in enumerate(arrays.items())}


def built(name: str, path: Path) -> object:
    return extractor(name, {"weights": str(path.parent if name == "news" else path)})


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "not a zip file"),
        (b"words", "not a zip file"),
        (b"\x93NUMPY", "not a zip file"),
        (None, "No such file"),
    ],
)
def test_files_that_hold_no_arrays(name: str, content: bytes | None, told: str, tmp_path: Path) -> None:
    path = tmp_path / "modern.npz"
    if content is not None:
        path.write_bytes(content)
    refused(name, path, told)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda _: {}, ""),
        (first(lambda value: np.full(value.shape, "text")), "is no array of finite numbers"),
        (first(lambda value: np.full(value.shape, np.nan)), "is no array of finite numbers"),
        (first(lambda value: np.full(value.shape, 1e300)), "is no array of finite numbers"),
        (first(lambda value: np.array([{}])), "Object arrays"),
        (first(lambda value: value[:-1]), ""),
        (first(lambda value: np.array(1.0)), ""),
        (lambda arrays: dict(list(arrays.items())[1:]), "in it"),
    ],
)
def test_arrays_that_are_no_weights(name: str, change: Callable[[Arrays], Arrays], told: str, tmp_path: Path) -> None:
    path = tmp_path / "modern.npz"
    with np.load(SHIPPED[name]) as arrays:
        np.savez(path, **change(dict(arrays)))
    refused(name, path, told)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_that_was_cut_off(name: str, tmp_path: Path) -> None:
    path = tmp_path / "modern.npz"
    path.write_bytes(SHIPPED[name].read_bytes()[:-100])
    refused(name, path, "not a zip file")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_weights_pass(name: str, tmp_path: Path) -> None:
    path = tmp_path / "modern.npz"
    path.write_bytes(SHIPPED[name].read_bytes())
    assert built(name, path)


def refused(name: str, path: Path, told: str) -> None:
    with pytest.raises(BadConfiguration) as raised:
        built(name, path)
    assert str(path) in str(raised.value)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)
