"""References that no number can hold, wherever a page has them."""

from __future__ import annotations

import html
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider import Article, extract
from boilerspider.discovery.fields import plain
from boilerspider.markup.entities import unescape

ENDLESS = f"&#{'9' * 4_500};"


@given(st.lists(st.sampled_from(("&", "#", "x", "0065", ";", "amp", "lt", "a", " ", "&#8217;", "&#1114112;"))))
def test_as_the_standard_library_does_it(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert unescape(text) == html.unescape(text)


def test_what_is_beyond_unicode_is_no_character() -> None:
    assert unescape(f"a{ENDLESS}b{ENDLESS[:-1]} &amp;") == "a\ufffdb\ufffd &"


STORY = "<p>Words of the story stand here, and more of them behind, as many as it takes.</p>"
PAGES = {
    "meta": f'<meta property="og:title" content="a &amp;amp; {ENDLESS.replace("&", "&amp;")}">{STORY}',
    "JSON-LD": f'<script type="application/ld+json">{{&quot;a&quot;: &quot;{ENDLESS}&quot;}}</script>{STORY}',
    "hidden story": f'<script type="application/ld+json">{json.dumps({"@type": "Article", "articleBody": ENDLESS + " word" * 50})}</script><p>Short.</p>',
    "text": STORY.replace("story", ENDLESS.replace("&", "&amp;")),
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("extractor", ["news", "unfluff", "bte"])
def test_no_page_fails_for_them(page: str, extractor: str) -> None:
    assert isinstance(extract(f"<html><body>{page}</body></html>", extractor=extractor), Article)


def test_no_feed_does() -> None:
    assert (plain(f"A title {ENDLESS}") or "").startswith("A title")
