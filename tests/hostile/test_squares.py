"""Pages made to take quadratic time somewhere between the bytes and the article: each is read in a moment."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider import extract

QUICK_S = 5.0
"""Processor seconds of one page; they took four to a hundred times as long, or gave a result in gigabytes."""
STORY = "".join(f"<p>{text}</p>" for text in sentences("harbour", 12))
SHORT = "<p>The minister said that the budget would pass the council this week.</p>"


def page(body: str, *head: str) -> str:
    return f"<html><head><title>The harbour</title>{''.join(head)}</head><body>{body}</body></html>"


def ld(value: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def referred(key: str, **said: Any) -> str:
    """Objects that all speak of one, over and over."""
    many = [{"@type": "Article", key: [{"@id": "x"}] * 450}] * 100
    return page(STORY, ld({"@graph": [*many, {"@id": "x", **said}]}))


def pictures(behind: str) -> str:
    shown = "".join(f"<img src=/{number}.jpg>" for number in range(5_000))
    more = "".join(f"<p>{text}</p>" for text in sentences("pier", 6))
    return page(f"{STORY}<div>{shown}</div>{behind}{more}")


def announced() -> str:
    chance = random.Random(2)
    metas = [f"<meta name=description content={''.join(chance.choices('abcdefgh', k=40))}>" for _ in range(12_000)]
    bodies = [{"articleBody": f"word{number} {'other words here ' * 4}"} for number in range(12_000)]
    return page(SHORT, *metas, ld(bodies))


def sold() -> str:
    names = [f"c{number}" for number in range(50)]
    nested = f"<div class='{' '.join(names)}'>" * 20 + "<i></i>" * 100_000
    parts = [{"@type": "WebPageElement", "cssSelector": f".{name}"} for name in names]
    return page(SHORT + nested, ld({"@type": "NewsArticle", "isAccessibleForFree": False, "hasPart": parts}))


CONSENT = "<p>We and our partners use cookies. We value your privacy. We need your consent to accept cookies.</p>"
HOSTILE: dict[str, Callable[[], str]] = {
    "a caption behind many pictures": lambda: pictures(f"<div class=caption><noscript>{'cap text ' * 10_000}</noscript></div>"),
    "a class behind many pictures": lambda: pictures(f"<div class='{'cap ' * 80_000}'></div>"),
    "the script of a service that blocks": lambda: page(f"<i x='{'_Incapsula_Resource?' * 10_000}'></i>{SHORT}"),
    "a reference to what is no flag": lambda: referred("isAccessibleForFree", y="z" * 1_000_000),
    "a reference to a long name": lambda: referred("author", name="a:/" * 400_000),
    "a reference to a name of many": lambda: referred("author", name="&amp;amp;é;" * 450),
    "descriptions and hidden stories": announced,
    "links in each other in a notice": lambda: page(CONSENT + "<a><div>" * 1_000 + "<i></i>" * 50_000),
    "elements in each other that are sold": sold,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("made", HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages_take_a_moment(made: Callable[[], str]) -> None:
    html = made()
    start = time.process_time()
    article = extract(html, "https://paper.example/a")
    assert is_quick(time.process_time() - start, QUICK_S)
    assert article.text
