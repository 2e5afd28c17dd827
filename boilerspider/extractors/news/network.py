"""The networks that judge blocks, in plain numpy.

A sieve looks at each block by itself and leaves out what is surely none of the story. The judge, two
convolutions over the blocks that stay and what they are like as a whole, sees nothing of the others:
a box that is left out on the way cannot change what is kept of the rest. Weights are array files, one
a convention; `weights/card.json` says where they come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from boilerspider.errors import BadConfiguration
from boilerspider.extractors.arrays import Arrays, check_shapes, read_arrays, unusable
from boilerspider.extractors.news.decode import decide
from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.context import Setting, context
from boilerspider.extractors.news.inputs.features import FLAGS
from boilerspider.extractors.products import product, products

DILATIONS = (1, 3)
"""Blocks between the taps of the two convolutions."""

ALONE, AROUND = 400, 81
"""Inputs a block: what it is by itself, and what its surroundings tell."""

OWNER = "news"
"""Whose weights they are, in errors."""

ROUNDS = 3
"""How often the judge looks at most: each time without what it took for boilerplate the last time."""
UNLIKELY = 0.3
"""A likelihood under which a block is left out of the next round; blocks are kept from about .45 on."""
DOUBTED = 0.93
"""An expected word F, under which a page without a headline, no `h1` that says its title, is hardly one story: its first reading stands. Without what a list
of teasers, goods or posts has of unlikely blocks, the rest of them looks unlikelier in each further round. Chosen on the dev corpora, as is the next; where
a headline stands over the doubts, the first reading of older and of short stories is the worse one."""
LENIENCE = 1.28
"""By which the odds of all blocks of such a page grow. The expectation of F is greater than what F's parts have, which `decide` puts for it, where many blocks are doubtful together."""

BLOCKS_AT_ONCE = 4_096
"""Of which a convolution lays out the neighbours: all of an endless page would be its largest array. Few pages have more."""


class Judged(NamedTuple):
    """How likely each block of a page is content, 0 to 1."""

    likely: Floats
    """At the end; 0 for one that was left out on the way. By this it is decided what is kept."""
    last: Floats
    """When it was looked at for the last time, which tells how near it was to being kept; 0 for what the sieve left out."""


@dataclass(frozen=True, slots=True, eq=False)
class _Entry:
    """A first layer: clips inputs and adds them up. Those that are 0 or 1 need no clipping, their two values are in the weights."""

    flags: Floats
    numbers: Floats
    low: Floats
    high: Floats
    bias: Floats

    @classmethod
    def of(cls, weights: Floats, low: Floats, high: Floats, bias: Floats | float, flags: int = 0) -> _Entry:
        """Of inputs of which the first so many are 0 or 1."""
        off, on = np.clip((np.zeros(flags), np.ones(flags)), low[:flags], high[:flags])
        return cls(
            flags=((on - off)[:, None] * weights[:flags]).astype(np.float32),
            numbers=np.ascontiguousarray(weights[flags:]),
            low=low[flags:],
            high=high[flags:],
            bias=np.asarray(bias + off @ weights[:flags], np.float32),
        )

    def __call__(self, rows: Floats) -> Floats:
        """Rows x inputs -> rows x channels."""
        count = len(self.flags)
        numbers = np.minimum(np.maximum(rows[:, count:], self.low), self.high)
        added: Floats = product(numbers, self.numbers) + self.bias
        return added + product(rows[:, :count], self.flags) if count else added


class Network:
    """Weights by name, as `training.news` writes them; first layers are scaled for rows that are not standardised."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        w = self._weights = weights
        own = len(w["sieve.low"])
        self._cut = float(w["sieve.cut"])
        self._sieve = _Entry.of(w["sieve.in.w"], w["sieve.low"], w["sieve.high"], w["sieve.in.b"], FLAGS)
        self._alone = _Entry.of(w["in.w"][:own], w["low"][:own], w["high"][:own], w["in.b"], FLAGS)
        self._around = _Entry.of(w["in.w"][own:], w["low"][own:], w["high"][own:], 0.0)

    def judge(self, rows: Floats, setting: Setting, apart: Sequence[int] = (), *, is_story: bool = True) -> Judged:
        """How likely each block is content; those of some places are left out as though the sieve had done it.

        Of a page that is no story the first reading stands.
        """
        stay = self.stay(rows)
        if apart:
            stay[list(apart)] = False
        if not stay.any():
            return Judged(np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32))
        passed = np.flatnonzero(stay)
        alone = self._alone(rows[passed])
        likely = self._judged(alone + self._around(context(setting, stay)))
        last = np.zeros(len(rows), np.float32)
        last[passed] = likely
        if not is_story:
            return _leniently(last)
        first = last.copy()
        for _ in range(ROUNDS - 1):
            still = likely >= min(UNLIKELY, float(likely.max()))
            if still.all():
                break
            passed, alone = passed[still], alone[still]
            stay = np.zeros(len(rows), bool)
            stay[passed] = True
            likely = self._judged(alone + self._around(context(setting, stay)))
            last[passed] = likely
        found = np.zeros(len(rows), np.float32)
        found[passed] = likely
        if not setting.headlines.any() and decide(found, setting.words).expected < DOUBTED:
            return _leniently(first)
        return Judged(found, last)

    def stay(self, rows: Floats) -> Bools:
        """Which blocks may be content by themselves; the likeliest where none is likely."""
        w = self._weights
        scores = product(np.maximum(self._sieve(rows), 0.0), w["sieve.out.w"][:, None])[:, 0] + w["sieve.out.b"]
        found: Bools = scores >= min(self._cut, float(scores.max()))
        return found

    def _judged(self, entered: Floats) -> Floats:
        """The likelihoods of blocks that are taken for all of the page, by what the first layer made of them."""
        w = self._weights
        hidden = np.maximum(entered, 0.0).reshape(len(entered), len(w["out.b"]), -1).transpose(1, 0, 2)
        whole = np.concatenate((hidden.mean(1), hidden.max(1)), axis=1)[:, None]
        hidden = np.maximum(hidden + whole @ w["context.w"] + w["context.b"][:, None], 0.0)
        for name, dilation in zip(("near", "far"), DILATIONS, strict=True):
            hidden = hidden + np.maximum(_taps(hidden, dilation, w[f"{name}.w"]) + w[f"{name}.b"][:, None], 0.0)
        hidden = np.maximum(products(hidden, w["mid.w"]) + w["mid.b"][:, None], 0.0)
        scores = (products(hidden, w["out.w"][..., None])[..., 0] + w["out.b"][:, None]).mean(0)
        judged: Floats = 1.0 / (1.0 + np.exp(-np.minimum(np.maximum(scores, -30), 30)))
        return judged

    def calibrated(self, expected: float) -> float:
        """The word F that pages turned out to have of which this was expected; the same where nobody has looked."""
        if "expected" not in self._weights:
            return expected
        return float(np.interp(expected, self._weights["expected"], self._weights["found"]))


def _leniently(first: Floats) -> Judged:
    """What stands of a page that is hardly one story: its first reading, in which the odds of all blocks grow."""
    return Judged(LENIENCE * first / (1 + (LENIENCE - 1) * first), first)


def _taps(hidden: Floats, dilation: int, weights: Floats) -> Floats:
    """A convolution over blocks that keeps their number; weights are, of each member, taps x inputs by outputs."""
    members, n, channels = hidden.shape
    taps = weights.shape[1] // channels
    margin = dilation * (taps // 2)
    padded = np.zeros((members, n + 2 * margin, channels), np.float32)
    padded[:, margin : margin + n] = hidden
    found = np.empty_like(hidden)
    for start in range(0, n, BLOCKS_AT_ONCE):
        end = min(start + BLOCKS_AT_ONCE, n)
        windows = [padded[:, dilation * tap + start : dilation * tap + end] for tap in range(taps)]
        found[:, start:end] = products(np.concatenate(windows, axis=2), weights)
    return found


@lru_cache(maxsize=8)
def network(name: str, folder: str | None = None) -> Network:
    """The network of a convention, from a folder of your own training or from the package; BadConfiguration where it cannot be read."""
    if folder is None:
        with as_file(files(__package__).joinpath("weights").joinpath(f"{name}.npz")) as own:
            return _read(own)
    return _read(Path(folder, f"{name}.npz"))


def _read(path: Path) -> Network:
    weights = read_arrays(path, OWNER)
    inputs = [weights[name].shape for name in ("sieve.low", "low") if name in weights]
    if "sieve.cut" not in weights or (len(inputs) > 1 and inputs != [(ALONE,), (ALONE + AROUND,)]):
        raise BadConfiguration(
            f"the weights {path} are those of an older network: train them anew with scrapy train news"
        )
    try:
        shapes = _shapes(weights)
    except (KeyError, ValueError) as error:
        raise unusable(path, OWNER, f"its layers do not fit: {error}") from error
    check_shapes(weights, shapes, path, OWNER)
    if "found" in shapes and not _is_calibration(weights["expected"], weights["found"]):
        raise unusable(path, OWNER, "expected and found are no steps of confidence that only rise")
    return Network(MappingProxyType(weights))


def _is_calibration(expected: Floats, found: Floats) -> bool:
    """Whether steps rise, and lead from shares to shares."""
    if expected.ndim != 1 or not len(expected):
        return False
    return all(bool((np.diff(steps) >= 0).all()) and 0 <= steps[0] <= steps[-1] <= 1 for steps in (expected, found))


def _shapes(weights: Arrays) -> dict[str, tuple[int, ...]]:
    """Of all arrays; inputs, channels and taps are what the training chose. KeyError or ValueError where they are not told."""
    (own, small), (inputs, entered), (members, taps, channels) = (
        weights[name].shape for name in ("sieve.in.w", "in.w", "near.w")
    )
    if not (small and members and taps and channels):
        raise ValueError("one of them is empty")
    beside = {"low": (inputs,), "high": (inputs,), "sieve.low": (own,), "sieve.high": (own,)}
    sieve = {"sieve.in.b": (small,), "sieve.out.w": (small,), "sieve.out.b": (1,), "sieve.cut": ()}
    first = {"in.w": (inputs, members * channels), "in.b": (entered,)}
    near = {f"{name}.w": (members, taps - taps % channels, channels) for name in ("near", "far")}
    biases = {f"{name}.b": (members, channels) for name in ("context", "near", "far", "mid")}
    after = {
        "context.w": (members, 2 * channels, channels),
        "mid.w": (members, channels, channels),
        "out.w": (members, channels),
        "out.b": (members,),
    }
    shapes = beside | sieve | first | near | biases | after
    steps = weights.get("expected", weights.get("found"))
    return shapes if steps is None else shapes | dict.fromkeys(("expected", "found"), steps.shape)
