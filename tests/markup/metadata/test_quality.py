"""How often the fields equal the gold of real corpora: floors that no change may lower."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import pytest

from boilerspider.markup.metadata import Metadata, read_metadata
from boilerspider.markup.tree import parse

NOW = datetime(2026, 12, 1, tzinfo=timezone.utc)
QUOTES = str.maketrans("‘’ʼ`´“”„«»", "'''''\"\"\"\"\"")

# Corpus -> title, date, authors: what was measured, less half a point.
FLOORS = {
    "fundus": (0.855, 0.988, 0.92),
    "wcxb": (0.865, 0.867, 0.80),
    "aed": (0.912, 0.845, 0.901),
    "snippets": (0.869, 0.864, 0.68),
}


def normalised(text: str | None) -> str:
    return re.sub(r"\s+", " ", (text or "").translate(QUOTES)).strip().casefold()


def same_day(found: datetime | None, gold: str) -> bool:
    return found is not None and gold[:10] in (f"{found:%Y-%m-%d}", f"{found.astimezone(timezone.utc):%Y-%m-%d}")


def f1(found: tuple[str, ...], gold: list[str]) -> float:
    a, b = set(map(normalised, found)), set(map(normalised, gold))
    return 2 * len(a & b) / (len(a) + len(b))


def judged(found: Metadata, gold: dict[str, Any]) -> dict[str, float]:
    scores: dict[str, float] = {}
    if gold.get("title"):
        scores["title"] = normalised(found.title) == normalised(gold["title"])
    if gold.get("date"):
        scores["date"] = same_day(found.published, gold["date"])
    if gold.get("authors"):
        scores["authors"] = f1(found.authors, gold["authors"])
    return scores


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOORS)
def test_quality(name: str, corpus: Callable[..., list[tuple[dict[str, Any], bytes]]]):
    pages = [(gold, page) for gold, page in corpus(name) if gold.get("page_type", "article") == "article"]
    results = [judged(read_metadata(parse(page, gold.get("url")), now=NOW), gold) for gold, page in pages]
    for field, floor in zip(("title", "date", "authors"), FLOORS[name], strict=True):
        values = [scores[field] for scores in results if field in scores]
        assert sum(values) / len(values) >= floor, field
