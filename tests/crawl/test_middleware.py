from __future__ import annotations

import dataclasses
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from loopback import Site, page, sentences
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider import Article, reading

HTML = {"Content-Type": "text/html; charset=utf-8"}


class Visitor(Spider):
    """Fetches what it is told to, and yields what it finds in the responses' meta."""

    name = "visitor"
    requests: list[Request]

    async def start(self) -> AsyncIterator[Any]:
        for request in self.requests:
            yield request.replace(callback=request.callback or self.parse, dont_filter=True)

    def parse(self, response: Any) -> Any:
        yield {"at": response.url, "found": response.meta.get("article")}


@deferred_f_from_coro_f
async def test_every_html_page_brings_its_article(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/bridge": page("bridge"), "/ferry": page("ferry")})
    outcome = await crawl(Visitor, requests=[Request(post.url("/bridge")), Request(post.url("/ferry"))])
    found = {item["at"]: item["found"] for item in outcome.items}
    article = found[post.url("/bridge")]
    assert isinstance(article, Article)
    assert article.text.split("\n\n")[-6:] == sentences("bridge")
    assert (article.url, article.extractor) == (post.url("/bridge"), "news")
    assert article.fetched_at is not None
    assert "ferry" in found[post.url("/ferry")].text
    assert outcome.count("pages/extracted") == 2
    assert outcome.count("extractor/news") == 2
    assert outcome.stats["boilerspider/extract_ms/total"] >= outcome.stats["boilerspider/extract_ms/max"] > 0


@deferred_f_from_coro_f
async def test_a_page_that_was_changed_on_the_way_is_one(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/bridge": (203, HTML, page("bridge").encode())})
    outcome = await crawl(Visitor, requests=[Request(post.url("/bridge"))])
    assert outcome.items[0]["found"].text.split("\n\n")[-6:] == sentences("bridge")


@deferred_f_from_coro_f
async def test_what_is_no_page_of_the_project_is_left_alone(site: Callable[..., Site], crawl: Any) -> None:
    post = site(
        {
            "/robots.txt": "User-agent: *\nDisallow: /x\n",
            "/out": page("bridge"),
            "/data": (200, {"Content-Type": "application/json"}, b'{"a": "b"}'),
            "/gone": (404, HTML, page("bridge").encode()),
            "/text": (200, {"Content-Type": "text/plain"}, b"just text"),
        }
    )
    requests = [
        Request(post.url("/out"), meta={"boilerspider": False}),
        Request(post.url("/data")),
        Request(post.url("/gone"), meta={"handle_httpstatus_list": [404]}),
        Request(post.url("/text")),
    ]
    outcome = await crawl(Visitor, {"ROBOTSTXT_OBEY": True}, requests=requests)
    assert [item["found"] for item in outcome.items] == [None] * 4
    assert not [name for name in outcome.stats if name.startswith("boilerspider/pages/")]


@deferred_f_from_coro_f
async def test_an_article_copied_along_with_meta_is_removed(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/bridge": page("bridge"), "/api": (200, {"Content-Type": "application/json"}, b"{}")})

    class Copier(Visitor):
        def parse(self, response: Any) -> Any:
            yield {"at": response.url, "found": response.meta.get("article")}
            if response.url.endswith("/bridge"):
                yield Request(post.url("/api"), self.parse, meta=response.meta)

    outcome = await crawl(Copier, requests=[Request(post.url("/bridge"))])
    assert [(item["at"][-4:], item["found"] is None) for item in outcome.items] == [("idge", False), ("/api", True)]


@deferred_f_from_coro_f
async def test_a_request_chooses_its_extractor(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": page("bridge"), "/b": page("ferry")})
    requests = [
        Request(post.url("/a"), meta={"boilerspider": {"extractor": "everything"}}),
        Request(post.url("/b"), meta={"boilerspider": {"extractor": "justext", "params": {"length_low": 40}}}),
    ]
    outcome = await crawl(Visitor, requests=requests)
    assert {item["found"].extractor for item in outcome.items} == {"everything", "justext"}
    assert "Imprint" in next(i["found"].text for i in outcome.items if i["found"].extractor == "everything")


@deferred_f_from_coro_f
async def test_a_request_that_names_no_extractor_costs_its_page_only(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/a": page("bridge"), "/b": page("ferry")})
    requests = [Request(post.url("/a"), meta={"boilerspider": {"extractor": "nothing"}}), Request(post.url("/b"))]
    outcome = await crawl(Visitor, requests=requests)
    assert [item["found"] is None for item in sorted(outcome.items, key=lambda i: i["at"])] == [True, False]
    assert outcome.count("pages/error") == 1
    (line,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert "nothing" in line.getMessage()
    assert line.exc_info is None


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ({"extracter": "justext"}, "unknown key 'extracter'; known: extractor, params"),
        ({"extractor": 3}, "extractor = 3 is no str; write {"),
        ({"extractor": "justext", "params": [40]}, "params = [40] is no dict; write {"),
        ("justext", "'justext' is no bool and no dict; write False, or {"),
    ],
)
@deferred_f_from_coro_f
async def test_what_a_request_cannot_choose_costs_its_page_only(
    control: Any, said: str, site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/a": page("bridge"), "/b": page("ferry")})
    requests = [Request(post.url("/a"), meta={"boilerspider": control}), Request(post.url("/b"))]
    outcome = await crawl(Visitor, requests=requests)
    assert [item["found"] is None for item in sorted(outcome.items, key=lambda i: i["at"])] == [True, False]
    (line,) = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert line.startswith(f'No article from {post.url("/a")}: request meta "boilerspider": {said}')


@deferred_f_from_coro_f
async def test_bad_pages_are_counted_and_the_crawl_goes_on(site: Callable[..., Site], crawl: Any) -> None:
    pages = {
        "/binary": (200, HTML, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4),
        "/empty": (200, HTML, b""),
        "/big": (200, HTML, b"<p>" + b"word " * 3000),
        "/good": page("bridge"),
    }
    post = site(pages)
    outcome = await crawl(
        Visitor, {"BOILERSPIDER_MAX_BYTES": 10_000}, requests=[Request(post.url(path)) for path in pages]
    )
    assert len(outcome.items) == 4
    assert outcome.count("pages/not_html") == 1
    assert outcome.count("pages/too_big") == 1
    assert outcome.count("pages/no_content") == 1
    assert outcome.count("pages/extracted") == 1
    assert "log_count/ERROR" not in outcome.stats


class Broken:
    """An extractor with a bug."""

    def label(self, document: Any) -> Any:
        raise ZeroDivisionError(document.url)


@deferred_f_from_coro_f
async def test_a_bug_in_an_extractor_costs_its_page_only(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boilerspider.extractors.justext.JusText.label", Broken.label)
    post = site({"/a": page("bridge"), "/b": page("ferry")})
    requests = [Request(post.url("/a"), meta={"boilerspider": {"extractor": "justext"}}), Request(post.url("/b"))]
    outcome = await crawl(Visitor, requests=requests)
    assert sorted(item["found"] is None for item in outcome.items) == [False, True]
    assert outcome.count("pages/error") == 1


class Looker:
    """A middleware that looks at the page before it is read."""

    def process_response(self, request: Any, response: Any) -> Any:
        if response.status == 200:
            response.selector  # noqa: B018 - it is made now, and kept
        return response


@deferred_f_from_coro_f
async def test_a_tree_that_scrapy_has_made_is_used_again_where_it_is_the_same(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {
        "/plain": page("bridge"),
        "/control": page("mi\x01ll"),
        "/legacy": (200, {"Content-Type": "text/html; charset=utf-8"}, page("brücke").encode("latin-1")),
        "/fragment": "<p>" + "The bridge of the town is closed, said the mayor. " * 9,
        "/empty": "",
    }
    post = site(pages)
    requests = [Request(post.url(path)) for path in pages]
    without = await crawl(Visitor, requests=requests)
    parsed = []
    parse = reading.parse
    monkeypatch.setattr(reading, "parse", lambda html, url, **more: parsed.append(url) or parse(html, url, **more))
    looked = await crawl(Visitor, {"DOWNLOADER_MIDDLEWARES": {Looker: 545}}, requests=requests)

    def articles(outcome: Any) -> dict[str, Article]:
        return {item["at"]: dataclasses.replace(item["found"], fetched_at=None) for item in outcome.items}

    assert articles(looked) == articles(without)
    assert sorted(parsed) == sorted(post.url(path) for path in pages if path != "/plain")


@deferred_f_from_coro_f
async def test_a_page_that_is_too_deep_is_counted_and_keeps_its_text(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/deep": page("bridge", extra="<div>word " * 5_000), "/flat": page("ferry")})
    requests = [
        Request(post.url(path), meta={"boilerspider": {"extractor": "everything"}}) for path in ("/deep", "/flat")
    ]
    outcome = await crawl(Visitor, requests=requests)
    assert outcome.count("flattened") == 1
    assert max(item["found"].text.count("word") for item in outcome.items) == 5_000
