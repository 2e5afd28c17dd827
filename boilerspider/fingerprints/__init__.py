"""Floor 3, drawer two: fingerprints. A new algorithm is one file here and one row below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from boilerspider.fingerprints.base import Fingerprinter
from boilerspider.fingerprints.digest import Exact
from boilerspider.fingerprints.near import Near
from boilerspider.fingerprints.normalise import normalise
from boilerspider.fingerprints.outline import outline
from boilerspider.model import Block, Fingerprint, Sketch
from boilerspider.registry import Drawer

FINGERPRINTS = Drawer(
    "fingerprint",
    {
        "exact": "boilerspider.fingerprints.digest:Exact",
        "near": "boilerspider.fingerprints.near:Near",
    },
    verb="of",
)


REMEMBERED, REMEMBERED_CHARACTERS = 32, 100_000
"""Texts whose normalised form is at hand, and how long they are at most: a crawl asks for an article's hash and soon
for its sketch. Ours."""


def fingerprinter(name: str, params: Mapping[str, Any] | None = None) -> Fingerprinter:
    """The fingerprint algorithm of that name; UnknownName or BadConfiguration otherwise."""
    return cast(Fingerprinter, FINGERPRINTS.build(name, params))


def exact(text: str) -> Fingerprint:
    """The exact fingerprint of a text as it was extracted: what an article's `content_hash` shows."""
    return Exact().of(_normalised(text))


def near(text: str) -> Sketch:
    """The sketch of a text as it was extracted."""
    return Near().of(_normalised(text))


def sketch(text: str, blocks: Sequence[Block], maker: str) -> Sketch:
    """The sketch of a text with the outline of the blocks that an extractor of that name made it of."""
    return replace(near(text), outline=outline(blocks, maker))


def _normalised(text: str) -> str:
    return _remembered(text) if len(text) < REMEMBERED_CHARACTERS else normalise(text)


_remembered = lru_cache(maxsize=REMEMBERED)(normalise)


__all__ = ["FINGERPRINTS", "Fingerprinter", "exact", "fingerprinter", "near", "normalise", "outline", "sketch"]
