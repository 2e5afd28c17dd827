"""Which pages are articles."""

from __future__ import annotations

from typing import Any

import pytest

from boilerspider.kinds import is_article, why_not
from boilerspider.model import Article, Block, BlockType, Label

LONG = "The council met on Tuesday and talked about the old bridge for as long as anybody in the hall could remember it had done before. "


def article(*texts: str, **fields: Any) -> Article:
    blocks = tuple(Block(text, Label.CONTENT, (n,), BlockType.PARAGRAPH, 1.0) for n, text in enumerate(texts))
    text = "\n\n".join(texts)
    return Article(text=text, word_count=len(text.split()), blocks=blocks, **{"source": "link", **fields})


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (article(), False),
        (article(*[LONG] * 8), True),
        (article(*[LONG] * 2), False),
        (article(*["Read the morning letter"] * 100), False),
        (article(*["Read the morning letter"] * 100, *[LONG] * 2), False),
        (article(LONG, page_type="article"), True),
        (article(LONG, source="feed"), True),
        (article(*[LONG] * 8, page_type="listing"), False),
        (article(*[LONG] * 8, likelihood=0.6), False),
        (article(*[LONG] * 40, likelihood=0.6), True),
        (article(*[LONG] * 400, likelihood=0.2), False),
        (article(*[LONG] * 8, likelihood=0.6, page_type="article"), True),
        (article(*[LONG] * 8, likelihood=0.4, page_type="article"), False),
        (article(*[LONG] * 8, likelihood=0.3, source="sitemap"), True),
        (article("桥" * 130, "河" * 130), False),
    ],
)
def test_what_is_an_article(page: Article, expected: bool) -> None:
    assert is_article(page) is expected


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (article(*[LONG] * 8), None),
        (article(), "empty"),
        (article(*[LONG] * 8, page_type="listing"), "listing"),
        (article(*[LONG] * 2), "unlikely"),
        (article(*[LONG] * 8, page_type="blocked", source="feed"), "blocked"),
        (article(*[LONG] * 8, page_type="consent", source="start"), "consent"),
        (article(page_type="error", source="sitemap"), "error"),
        (article(*[LONG] * 2, page_type="paywall", paywalled=True, source="feed"), "paywall"),
        (article(*[LONG] * 8, page_type="article", paywalled=True), None),
        (article(*[LONG] * 2, page_type="article", paywalled=False), None),
        (article(LONG, page_type="liveblog"), None),
        (article(LONG, page_type="gallery"), None),
    ],
)
def test_why_a_page_is_none(page: Article, expected: str | None) -> None:
    assert why_not(page) == expected


def test_a_page_whose_blocks_are_not_known_is_judged_by_all_its_words() -> None:
    assert is_article(Article(text=LONG * 8, word_count=200, source="link"))
