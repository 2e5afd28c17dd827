"""Generators of advertisements, beside that of `shared/tools/serve_news.py`: other markup, other words, or no markup at all.

Each puts k fresh blocks into a page, at the gaps that the shared tool finds.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2] / "shared"
sys.path.append(str(SHARED / "tools"))

WHO = """Our readers|Smart shoppers|Homeowners|Drivers over 50|Local families|Dog owners|Experts|Thousands of people
|Pensioners|Travellers|Gardeners|New parents|Small firms|Students|Investors"""
DO = """are switching to|cannot stop talking about|love|swear by|are cancelling their subscriptions for|save hundreds with
|recommend|have discovered|are rushing to buy|trust"""
WHAT = """this folding bicycle|a pillow made of bamboo|the cheapest broadband plan|solar panels without a down payment
|these orthopaedic shoes|an app that teaches Spanish|hearing aids the size of a pea|fresh coffee by post|a walk-in bath
|this tiny heater|the cordless vacuum of the year|a fixed rate for ten years|meal boxes for two|the waterproof jacket
|a free valuation of their car"""
THEN = """Order before midnight.|Delivery is free.|Offer ends Sunday.|See if you qualify.|Terms apply.|Only while stocks last.
|Use the code at the till.|No card needed.|Cancel whenever you like.|Rated five stars."""
CALLS = "Shop now|Find out more|Get the offer|Compare"
SLOTS = ("teads-inread", "ob-widget", "lazy-slot", "js-campaign", "native-unit", "mid-article")
FRAMES = (
    '<div class="{c}"><div class="inner"><p>{t}</p></div></div>',
    '<div class="{c}"><h3>{h}</h3><p>{t}</p></div>',
    '<figure class="{c}"><figcaption>{t}</figcaption></figure>',
    '<div class="{c}">{t}</div>',
)


class Sentences:
    """Sentences of a sales pitch, in whatever markup."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._parts = [[" ".join(part.split()) for part in text.split("|")] for text in (WHO, DO, WHAT, THEN)]

    def text(self) -> str:
        who, do, what, then = (self.rng.choice(parts) for parts in self._parts)
        return f"{who} {do} {what}. {then}"

    def linked_paragraph(self) -> str:
        number = self.rng.randint(1, 9_999)
        call = self.rng.choice(CALLS.split("|"))
        return f'<p>{self.text()} <a href="https://shop{number}.example/{number}">{call}</a></p>'

    def paragraph(self) -> str:
        return f"<p>{self.text()}</p>"

    def hashed_box(self) -> str:
        name = "".join(self.rng.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=7))
        return f'<div class="{name}">{self.text()} {self.text()}</div>'


class StoryWords:
    """Random words of the stories themselves: only the markup tells that it is an advertisement."""

    def __init__(self, rng: random.Random, texts: Sequence[str]) -> None:
        self.rng = rng
        self._words = sorted({word for text in texts for word in re.findall(r"[a-z]{3,}", text.lower())})

    def box(self) -> str:
        text = " ".join(self.rng.choices(self._words, k=self.rng.randint(5, 25))).capitalize() + "."
        name = self.rng.choice(SLOTS) + self.rng.choice(("", f"-{self.rng.randint(1, 9_999)}"))
        return self.rng.choice(FRAMES).format(c=name, t=text, h=text[:25])


def generators(rng: random.Random, texts: Sequence[str]) -> dict[str, Any]:
    """Name -> object whose `into(page, k)` gives the page with k fresh blocks."""
    from serve_news import Ads  # type: ignore[import-not-found] # noqa: PLC0415 - it lies outside the repository

    def made(block: Callable[[], str]) -> Any:
        ads = Ads(rng)
        ads.block = block
        return ads

    sentences, words = Sentences(rng), StoryWords(rng, texts)
    return {
        "shared": Ads(rng),
        "linked paragraphs": made(sentences.linked_paragraph),
        "plain paragraphs": made(sentences.paragraph),
        "hashed classes": made(sentences.hashed_box),
        "story words": made(words.box),
    }
