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

KINDS = {
    "native card": '<div class="sponsored"><h4>{link}</h4><p>{text}</p><span>Sponsored</span></div>',
    "newsletter": '<div class="newsletter-signup"><h3>The morning mail</h3><p>{text}</p><form><input><button>Sign up</button></form></div>',
    "related stories": '<div class="related"><h3>Related stories</h3><ul><li>{link}</li><li>{link2}</li></ul></div>',
    "list of links": "<ul><li>{link}</li><li>{link2}</li></ul>",
    "aside": "<aside><h4>{head}</h4><p>{text}</p></aside>",
    "slot": '<ins class="adsbygoogle"><div><p>{text}</p>{link}</div></ins>',
    "figure": '<figure><a href="/x"><img src="x.jpg"></a><figcaption>{text}</figcaption></figure>',
    "random name": '<div class="{name}"><p>{text}</p></div>',
    "app": '<div class="app-promo"><div><strong>{head}</strong><span>{text}</span></div>{link}</div>',
    "product": '<div class="product-card"><div>{head}</div><div class="price">$19.99</div>{link}</div>',
    "element of its own": "<x-promo><span>{text}</span>{link}</x-promo>",
    "recirculation": '<section class="recirc"><h2>More</h2><article><h3>{link}</h3><p>{text}</p></article><article><h3>{link2}</h3></article></section>',
    "native, long": '<div class="partner-content"><h3>{head}</h3><p>{long}</p><p>{long2}</p><p>{link}</p></div>',
    "random name, long": '<div class="css-{name}"><p>{long}</p><p>{long2}</p></div>',
    "appeal": '<div class="contribute"><h2>{head}</h2><p>{long}</p><a class="button" href="/give">Give</a></div>',
    "poll": '<div class="poll"><h3>{head}?</h3><ul><li><label><input type="radio"> Yes, always</label></li><li>No, never</li></ul></div>',
    "lines": '<div class="offer-{name}"><span>{head}</span><br><span>{text}</span><br>{link}</div>',
    "details": "<details><summary>{head}</summary><p>{text}</p></details>",
    "section without a name": "<section><h2>{head}</h2><p>{text}</p><p>{link}</p></section>",
    "wrapper without a name": "<div><p>{text}</p></div>",
    "text in one": "<div>{text}</div>",
    "table": '<table width="300"><tr><td>{link}</td></tr><tr><td>{text}</td></tr></table>',
    "line: read more": "<p>Read more: {link}</p>",
    "line: bold, read more": "<p><strong>Read more: {link}</strong></p>",
    "line: a link": "<p>{link}</p>",
    "line: slanted, with a link": "<p><em>{text} {link}</em></p>",
    "line: named, with a link": '<p class="cta">{text} {link}</p>',
    "line: named": '<p class="promo">{text}</p>',
    "line: bare": "<p>{text}</p>",
    "quotation": "<blockquote><p>{text}</p><footer>A customer</footer></blockquote>",
}
"""Boxes as sites make them -> their markup. The last three an editor may have put there: by convention they are text."""


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

    def kind(self, name: str) -> str:
        """A box of a kind."""
        links = (f'<a href="https://shop.example/{self.rng.randint(1, 9_999)}">{self.head()}</a>' for _ in range(2))
        fields = {"link": next(links), "link2": next(links), "head": self.head(), "text": self.text()}
        fields |= {name: f"{self.text()} {self.text()}" for name in ("long", "long2")}
        return KINDS[name].format(**fields, name=f"{self.rng.choice('abcdefgh')}{self.rng.randint(100, 999)}")

    def head(self) -> str:
        return self.text().partition(".")[0]

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
