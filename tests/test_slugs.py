from __future__ import annotations

import pytest

from boilerspider.slugs import is_slug, slug_words


@pytest.mark.parametrize(
    ("segment", "words"),
    [
        ("harbour-opens-2026", ["harbour", "opens"]),
        ("a_b-12x34", []),
        ("hafen_öffnet", ["hafen", "öffnet"]),
        ("", []),
    ],
)
def test_words_of_a_slug(segment: str, words: list[str]) -> None:
    assert slug_words(segment) == words


@pytest.mark.parametrize(
    "segment",
    ["the-harbour-opens", "the_harbour_opens.html", "der-hafen-öffnet", "市议会推迟港口新建住房计划", "央行宣布下调基准利率", "港の住宅計画が延期に",
     "イオンモールの開業は来春に"],
)  # fmt: skip
def test_headlines(segment: str) -> None:
    assert is_slug(segment)


@pytest.mark.parametrize(
    "segment",
    ["", "brexit", "world-news", "2026-11-20", "体育", "国际新闻", "スポーツ", "国際ニュース", "エンターテインメント", "政治・ビジネス", "한국-정치"],
)  # fmt: skip
def test_names_of_sections(segment: str) -> None:
    assert not is_slug(segment)
