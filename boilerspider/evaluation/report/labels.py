"""Where the names of points go: beside them if there is room, else a little away with a line, else nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

LETTER, HEIGHT = 7.2, 14.0
"""A letter's width and a line's height in pixels, of the report's 12-pixel type; a little too large, so that nothing touches."""

DOT = 8.5
"""Half of what a point takes, in pixels."""

DISTANCES = (0.0, 12.0, 24.0, 38.0, 54.0)
"""How far away from its point a name may stand, in pixels; 0: beside it."""

DIRECTIONS = 12

SIDEWAYS = 0.3
"""From this cosine on a name stands beside its point, not above or below."""


class Box(NamedTuple):
    """A rectangle in pixels, from its left upper corner to its right lower one."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have anything in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies within."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


class Label(NamedTuple):
    """The box of a name, where in it the name begins, and whether a line leads to it."""

    box: Box
    anchor: str
    """`start`, `middle` or `end`, as SVG has them."""
    led: bool

    @property
    def x(self) -> float:
        """Where its anchor stands."""
        return {"start": self.box.left, "middle": (self.box.left + self.box.right) / 2, "end": self.box.right}[
            self.anchor
        ]


def place(points: Sequence[tuple[float, float]], names: Sequence[str], room: Box) -> list[Label | None]:
    """A place for each name, the first served first; None where there is none."""
    taken = [_around(x, y) for x, y in points]
    labels: list[Label | None] = []
    for (x, y), name in zip(points, names, strict=True):
        free = (label for label in _candidates(x, y, len(name) * LETTER) if _is_free(label.box, taken, room))
        label = next(free, None)
        labels.append(label)
        if label is not None:
            taken.append(label.box)
    return labels


def _around(x: float, y: float) -> Box:
    return Box(x - DOT, y - DOT, x + DOT, y + DOT)


def _is_free(box: Box, taken: Sequence[Box], room: Box) -> bool:
    return room.holds(box) and not any(box.meets(other) for other in taken)


def _candidates(x: float, y: float, width: float) -> Iterator[Label]:
    """Places for a name: to the right first, then around the point, ever further away."""
    for distance in DISTANCES:
        for number in range(DIRECTIONS):
            # Right, left, then turning away from both: 0, 1/2, then one twelfth of a turn up, down ...
            turn = (number // 2) * (-1 if number % 4 < 2 else 1) / DIRECTIONS + (number % 2) / 2
            across, down = cos(2 * pi * turn), sin(2 * pi * turn)
            middle_x = x + across * (DOT + distance + width / 2)
            middle_y = y + down * (DOT + distance + HEIGHT / 2)
            box = Box(middle_x - width / 2, middle_y - HEIGHT / 2, middle_x + width / 2, middle_y + HEIGHT / 2)
            yield Label(box, "start" if across > SIDEWAYS else "end" if across < -SIDEWAYS else "middle", distance > 0)
