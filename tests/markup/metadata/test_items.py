"""What microdata calls the element that holds the headline."""

from __future__ import annotations

import pytest

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.tree import parse

BLOG = "itemscope itemtype='http://schema.org/BlogPosting'"
H1, STORY = "<h1>The ferry stays</h1>", "<p>The ferry to the island stays in its harbour.</p>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"<article {BLOG}>{H1}{STORY}</article>", "article"),
        (f"<div {BLOG.replace('BlogPosting', 'LiveBlogPosting')}>{H1}{STORY}</div>", "liveblog"),
        (f"<div itemscope itemtype='https://schema.org/WebPage'><div {BLOG}>{H1}{STORY}</div></div>", "article"),
        (f"<article {BLOG}>{H1}{STORY}<div {BLOG}>Another one</div></article>", "article"),
        # A list's, and one beside the headline.
        (f"<article {BLOG}>{H1}{STORY}</article><article {BLOG}>Another one</article>", None),
        (f"{H1}<article {BLOG}>{STORY}</article>", None),
        (f"<div itemscope itemtype='https://schema.org/Product'>{H1}{STORY}</div>", None),
        (f"<div itemtype='https://schema.org/BlogPosting'>{H1}{STORY}</div>", None),
    ],
)
def test_the_type_of_the_pages_only_article(body: str, expected: str | None) -> None:
    page = f"<title>The ferry stays</title><body>{body}"
    assert read_metadata(parse(page, "https://example.org/ferry")).page_type == expected


def test_what_is_declared_elsewhere_speaks_first() -> None:
    page = f'<meta property="og:type" content="product"><title>The ferry stays</title><body><div {BLOG}>{H1}{STORY}'
    assert read_metadata(parse(page, "https://example.org/ferry")).page_type == "product"
