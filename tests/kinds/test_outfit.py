"""What a page is fitted out with: words of its classes, and where its links lead."""

from __future__ import annotations

import time
from math import log1p

from pace import is_quick

from boilerspider.kinds.outfit import of_outfit
from boilerspider.markup.tree import parse


def read(body: str, head: str = "") -> dict[str, float]:
    document = parse(f"<html><head>{head}</head><body>{body}</body></html>", "https://a.example/1")
    return {name: float(value) for name, value in of_outfit(document.transcript) if value}


def test_what_stands_around_a_story() -> None:
    head = "<link rel='amphtml' href='/amp/1'><link rel='alternate' type='application/rss+xml' href='/comments/feed'>"
    body = """<div class="Post-Body byline"></div><p class="byline"></p><a href="/author/jane">Jane</a>
        <a href="https://www.facebook.com/sharer.php?u=1">Share</a><a href="mailto:?subject=x">Mail</a><a href="#top">Up</a>"""
    assert read(body, head) == {
        "part post": log1p(1),
        "part byline": log1p(2),
        "leads author": log1p(1),
        "leads share": log1p(2),
        "leads mail": log1p(1),
        "leads place": log1p(1),
        "rel amphtml": 1,
        "names a feed": 1,
        "names a feed of comments": 1,
    }


def test_what_stands_around_goods() -> None:
    found = read("<div class='product-grid'></div>" * 80 + "<a href='/cart'>Cart</a><a href='tel:+1'>Call</a>")
    assert found == {"part product": log1p(50), "part grid": log1p(50), "leads cart": log1p(1), "leads phone": log1p(1)}


def test_hostile_classes_and_addresses_take_no_time() -> None:
    rows = "".join(
        f"<a class='{'post-' * 200}{n}' rel='{'x ' * 200}' href='/{'author/' * 200}{n}'>x</a>" for n in range(3000)
    )
    document = parse(f"<html><body>{rows}</body></html>", "https://a.example/1")
    start = time.process_time()
    list(of_outfit(document.transcript))
    assert is_quick(time.process_time() - start, 2)
