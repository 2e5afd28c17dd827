"""What tells an article from another page."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boilerspider
from boilerspider.kinds import article_likelihood, why_not

STORY = "".join(
    f"<p>{'The ferry left the northern quay at six, and nobody on board knew why. ' * 3}{n}</p>" for n in range(8)
)
GOODS = "".join(f"<li><a href=/p/{n}>Lamp {n}</a> $ {n}.50 <button>Buy</button></li>" for n in range(40))
ARTICLE = '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "A ferry"}</script>'
PRODUCT = '<script type="application/ld+json">{"@type": "Product", "name": "A lamp"}</script>'

PAGES = [
    ("https://news.example/2026/05/04/the-ferry-left-the-quay", ARTICLE, f"<h1>The ferry left</h1>{STORY}", True),
    (
        "https://blog.example/blog/the-ferry-left-the-quay",
        "",
        f"<h1>The ferry left</h1><p>By Jane Roe</p>{STORY}",
        True,
    ),
    ("https://shop.example/products/lamp", PRODUCT, f"<h1>Lamps</h1><form><input></form><ul>{GOODS}</ul>", False),
    ("https://shop.example/", "", f"<h1>Lamps</h1><ul>{GOODS}</ul>", False),
]


@pytest.mark.parametrize(("url", "head", "body", "expected"), PAGES)
def test_pages_are_told_apart(url: str, head: str, body: str, expected: bool) -> None:
    article = boilerspider.extract(f"<html><head>{head}</head><body>{body}</body></html>", url)
    assert article.likelihood is not None
    assert (article.likelihood > 0.5) is expected


@pytest.mark.parametrize(
    "sentence",
    ["渡轮今天早上六点离开北码头，船上没有人知道原因，码头上的人也说不清楚。", "フェリーは今朝六時に北の桟橋を出たが、船内の誰もその理由を知らなかった。", "배는 오늘 아침 여섯 시에 북쪽 부두를 떠났지만 아무도 그 까닭을 알지 못했다."],
)  # fmt: skip
def test_paragraphs_of_few_letters_that_say_as_much_are_running_text(sentence: str) -> None:
    story = "".join(f"<p>{sentence * 2}{n}</p>" for n in range(8))
    page = f"<html><head><title>{sentence[:14]}</title></head><body><h1>{sentence[:14]}</h1>{story}</body></html>"
    article = dataclasses.replace(boilerspider.extract(page, "https://news.example/2026/05/04/7.html"), source="link")
    assert why_not(article) is None


@pytest.mark.parametrize("path", ["/?p=7", "/index.php?page=7"])
def test_a_post_that_an_argument_numbers_has_an_address(path: str) -> None:
    """What says that it is news is likely it, on a site without paths and beside links to the next post, too."""
    beside = "<a rel='prev' href='/?p=6'>Previous post</a><a rel='next' href='/?p=8'>Next post</a>"
    news = ARTICLE.replace("}", ', "datePublished": "2026-11-01T08:00:00Z"}')
    article = boilerspider.extract(
        f"<html><head>{news}</head><body><h1>A ferry</h1>{STORY}{beside}</body></html>", f"https://post.example{path}"
    )
    assert article.likelihood is not None
    assert article.likelihood > 0.6


def test_the_likelihood_is_carried_along_and_not_exported() -> None:
    article = boilerspider.extract(f"<h1>The ferry left</h1>{STORY}")
    assert dataclasses.replace(article, url="https://a.example/").likelihood == article.likelihood
    assert "likelihood" not in {field.name for field in dataclasses.fields(article)}


@given(st.dictionaries(st.text(max_size=20), st.floats(allow_nan=False)))
def test_any_features_give_a_likelihood(found: dict[str, float]) -> None:
    assert 0 <= article_likelihood(found) <= 1


@pytest.mark.parametrize("url", ["http://[", "mailto:a@b", "https://a.example//x//", ""])
def test_odd_addresses_do_no_harm(url: str) -> None:
    assert boilerspider.extract(f"<h1>The ferry left</h1>{STORY}", url).likelihood is not None
