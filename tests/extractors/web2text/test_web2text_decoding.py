"""Networks and decoding: the worked example, every sequence tried, and a convolution written out."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.web2text.network import (
    KERNELS,
    WIDTHS,
    Layer,
    Weights,
    decode,
    load_weights,
    log_probabilities,
)


def log_softmax(rows: list[list[float]], width: int) -> np.ndarray:
    values = np.array(rows, np.float32).reshape(len(rows), width)
    return values - np.log(np.exp(values).sum(1, keepdims=True))


@pytest.mark.parametrize(("lam", "labels"), [(0.1, [1, 0, 1]), (0.26, [1, 1, 1]), (1.0, [1, 1, 1]), (0, [1, 0, 1])])
def test_the_worked_example(lam: float, labels: list[int]) -> None:
    unary = log_softmax([[0, 2], [0.5, 0], [0, 2]], 2)
    edges = log_softmax([[0, 0, 0, 1], [0, 0, 0, 1]], 4)
    assert decode(unary, edges, lam) == [bool(label) for label in labels]


FLOATS = st.floats(-8, 8, width=32)
CHAINS = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(FLOATS, min_size=2, max_size=2), min_size=n, max_size=n),
        st.lists(st.lists(FLOATS, min_size=4, max_size=4), min_size=n - 1, max_size=n - 1),
    )
)


@settings(deadline=None)
@given(CHAINS, st.sampled_from([0.0, 0.1, 0.5, 1.0, 3.0]))
def test_no_sequence_is_better(chain: tuple[list[list[float]], list[list[float]]], lam: float) -> None:
    unary, edges = np.array(chain[0], np.float32), np.array(chain[1], np.float32).reshape(-1, 4)

    def worth(labels: tuple[int, ...]) -> float:
        own = sum(float(unary[place, label]) for place, label in enumerate(labels))
        pairs = sum(float(edges[place, 2 * a + b]) for place, (a, b) in enumerate(itertools.pairwise(labels)))
        return own + lam * pairs

    best = max(map(worth, itertools.product((0, 1), repeat=len(unary))))
    assert worth(tuple(map(int, decode(unary, edges, lam)))) == pytest.approx(best, abs=1e-9)


def network(classes: int, features: int, seed: int) -> tuple[Layer, ...]:
    random = np.random.default_rng(seed)
    inputs, layers = features, []
    for size, filters in zip(KERNELS, (*WIDTHS, classes), strict=True):
        kernel = random.normal(0, 0.2, (size, inputs, filters)).astype(np.float32)
        layers.append(Layer(kernel, random.normal(0, 0.1, filters).astype(np.float32)))
        inputs = filters
    return tuple(layers)


@pytest.mark.parametrize("rows", [0, 1, 2, 7])
def test_a_convolution_written_out(rows: int) -> None:
    layers = network(2, 5, 1)
    values = np.random.default_rng(2).normal(size=(rows, 5))
    expected = values
    for number, layer in enumerate(layers):
        expected = np.maximum(expected, 0) if number else expected
        size = len(layer.kernel)
        sums = np.zeros((rows, layer.kernel.shape[2]))
        for place, offset in itertools.product(range(rows), range(size)):
            neighbour = place + offset - size // 2
            if 0 <= neighbour < rows:
                sums[place] += expected[neighbour] @ layer.kernel[offset]
        expected = sums + layer.bias
    expected = expected - np.log(np.exp(expected).sum(1, keepdims=True))
    assert log_probabilities(layers, values) == pytest.approx(expected, abs=1e-4)


def test_weights_are_what_was_saved(tmp_path: Path) -> None:
    weights = Weights(network(2, 128, 3), network(4, 25, 4))
    with (tmp_path / "w.npz").open("wb") as file:
        weights.save(file)
    read = load_weights(str(tmp_path / "w.npz"))
    pairs = zip((*weights.unary, *weights.edge), (*read.unary, *read.edge), strict=True)
    assert all((a.kernel == b.kernel).all() and (a.bias == b.bias).all() for a, b in pairs)


def test_shipped_weights_are_as_large_as_the_paper_says() -> None:
    weights = load_weights("cleaneval")
    assert [sum(layer.kernel.size for layer in net) for net in (weights.unary, weights.edge)] == [17_960, 12_870]


def test_weights_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no weights")
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(BadConfiguration, match=r"unknown weights .*shipped: cleaneval"):
        load_weights("somebody's")
    for name in ("none.npz", "text.npz", "other.npz"):
        with pytest.raises(BadConfiguration, match=name):
            load_weights(str(tmp_path / name))
