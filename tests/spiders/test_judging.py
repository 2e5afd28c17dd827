"""Which pages are articles."""

from __future__ import annotations

from typing import Any

import pytest

from boilerspider.model import Article, Block, BlockType, Label
from boilerspider.spiders.judging import is_article

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
        (article(*[LONG] * 8, likelihood=0.4, page_type="article"), True),
        (article(*[LONG] * 8, likelihood=0.1, page_type="article"), False),
        (article(*[LONG] * 8, likelihood=0.3, source="sitemap"), True),
        (article("桥" * 130, "河" * 130), False),
    ],
)
def test_what_is_an_article(page: Article, expected: bool) -> None:
    assert is_article(page) is expected


def test_a_page_whose_blocks_are_not_known_is_judged_by_all_its_words() -> None:
    assert is_article(Article(text=LONG * 8, word_count=200, source="link"))
