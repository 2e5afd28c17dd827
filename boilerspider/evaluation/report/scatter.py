"""Quality against speed: a point for each contender, time on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

from boilerspider.evaluation.report.labels import Box, Label, place

LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 26.0, 44.0
"""Margins around the plot, in pixels."""

DECADE = (1, 2, 5)
"""Marks in each power of ten on the scale of time."""

STEPS = (0.01, 0.02, 0.05, 0.1)
"""Distances between marks on the scale of F: the first that gives at most MAX_MARKS."""

MAX_MARKS = 8


DOT, DIAMOND = 5.0, 6.0
"""Half the width of a mark, in pixels."""


@dataclass(frozen=True, slots=True)
class Point:
    """A contender: milliseconds a page, and F."""

    name: str
    ours: bool
    ms: float
    f: float


def scatter(points: Sequence[Point], size: tuple[int, int]) -> str:
    """The drawing of some points, so many pixels wide and high."""
    plot = _Plot(points, *size)
    order = sorted(points, key=lambda point: (not point.ours, -point.f))
    places = [(plot.x(point.ms), plot.y(point.f)) for point in order]
    labels = place(places, [point.name for point in order], plot.room)
    return (
        f'<svg viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="F against milliseconds a page">'
        + plot.grid()
        + _frontier(points, plot)
        + "".join(_leader(place, label) for place, label in zip(places, labels, strict=True))
        + "".join(_mark(point, *place) for point, place in zip(order, places, strict=True))
        + "".join(_name(point, label) for point, label in zip(order, labels, strict=True))
        + "</svg>"
    )


class _Plot:
    """The scales, and where they stand."""

    def __init__(self, points: Sequence[Point], width: int, height: int) -> None:
        self.room = Box(LEFT, TOP, width - RIGHT, height - BOTTOM)
        times, shares = [max(point.ms, 0.01) for point in points], [point.f for point in points]
        self._times = log10(min(times) / 1.4), log10(max(times) * 1.4)
        self._step = next((s for s in STEPS if (max(shares) - min(shares)) / s < MAX_MARKS), STEPS[-1])
        self._shares = (
            floor(min(shares) / self._step) * self._step,
            min(1.0, ceil(max(shares) / self._step) * self._step),
        )
        if self._shares[0] >= self._shares[1]:  # all alike
            self._shares = self._shares[1] - self._step, self._shares[1]

    def x(self, ms: float) -> float:
        """Where a time stands."""
        low, high = self._times
        return self.room.left + (log10(max(ms, 0.01)) - low) / (high - low) * (self.room.right - self.room.left)

    def y(self, share: float) -> float:
        """Where an F stands."""
        low, high = self._shares
        return self.room.bottom - (share - low) / (high - low) * (self.room.bottom - self.room.top)

    def grid(self) -> str:
        """Lines, their values and what they are."""
        low, high = self._times
        times = [
            m * 10**e for e in range(floor(low), ceil(high) + 1) for m in DECADE if low <= log10(m * 10**e) <= high
        ]
        room = self.room
        across = "".join(
            f'<path class="grid" d="M{room.left:.1f} {self.y(share):.1f}H{room.right:.1f}"/>'
            f'<text class="tick end" x="{room.left - 8:.1f}" y="{self.y(share) + 4:.1f}">{share:.2f}</text>'
            for share in self._marks()
        )
        down = "".join(
            f'<path class="grid" d="M{self.x(ms):.1f} {room.top:.1f}V{room.bottom:.1f}"/>'
            f'<text class="tick middle" x="{self.x(ms):.1f}" y="{room.bottom + 18:.1f}">{ms:g}</text>'
            for ms in times
        )
        return (
            across
            + down
            + f'<text class="axis" x="8" y="{room.top - 12:.1f}">F</text>'
            + f'<text class="axis end" x="{room.right:.1f}" y="{room.bottom + 36:.1f}">ms a page, median (faster to the left)</text>'
        )

    def _marks(self) -> list[float]:
        low, high = self._shares
        return [low + self._step * number for number in range(round((high - low) / self._step) + 1)]


def _frontier(points: Sequence[Point], plot: _Plot) -> str:
    """The line of those that nobody beats in both."""
    best: list[Point] = []
    for point in sorted(points, key=lambda point: (point.ms, -point.f)):
        if not best or point.f > best[-1].f:
            best.append(point)
    steps = "".join(f"H{plot.x(after.ms):.1f}V{plot.y(after.f):.1f}" for _, after in pairwise(best))
    first = best[0]
    return f'<path class="frontier" d="M{plot.x(first.ms):.1f} {plot.room.bottom:.1f}V{plot.y(first.f):.1f}{steps}H{plot.room.right:.1f}"/>'


def _leader(point: tuple[float, float], label: Label | None) -> str:
    if label is None or not label.led:
        return ""
    x, y = point
    box = label.box
    near_x, near_y = min(max(x, box.left), box.right), min(max(y, box.top + 3), box.bottom - 3)
    return f'<path class="leader" d="M{x:.1f} {y:.1f}L{near_x:.1f} {near_y:.1f}"/>'


def _mark(point: Point, x: float, y: float) -> str:
    told = escape(f"{point.name}: F {point.f:.3f}, {point.ms:.1f} ms")
    path = f"M{x - DOT:.1f} {y:.1f}a{DOT} {DOT} 0 1 0 {2 * DOT} 0a{DOT} {DOT} 0 1 0 {-2 * DOT} 0"
    if not point.ours:
        path = f"M{x - DIAMOND:.1f} {y:.1f}l{DIAMOND} {-DIAMOND}l{DIAMOND} {DIAMOND}l{-DIAMOND} {DIAMOND}z"
    return f'<path class="mark {_side(point)}" d="{path}"><title>{told}</title></path>'


def _name(point: Point, label: Label | None) -> str:
    if label is None:
        return ""
    place = f'x="{label.x:.1f}" y="{label.box.bottom - 3.5:.1f}"'
    return f'<text class="name {_side(point)} {label.anchor}" {place}>{escape(point.name)}</text>'


def _side(point: Point) -> str:
    return "ours" if point.ours else "rival"
