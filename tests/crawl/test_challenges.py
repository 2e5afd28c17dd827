"""Checks for robots and refusals of servers that answer as if all were well; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders import outcomes
from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import NOW_DUE, SHARED_STORE, Reply, asked, front, path, rss, versioned

pytestmark = pytest.mark.slow

TOPICS = ("ferry", "bridge", "school", "market", "tram")
HTML = {"Content-Type": "text/html; charset=utf-8"}
ROBOTS = "gave a check for robots: ask less of it (delay, DOWNLOAD_DELAY), or its owners for leave"
ADVICE = "see what a browser shows there, and ask less of it (delay, DOWNLOAD_DELAY)"
TESTCOOKIE = (
    b'<html><body><script type="text/javascript" src="/aes.js"></script><script>function toNumbers(d){var e=[];return e}'
    b'document.cookie="__test="+toHex(slowAES.decrypt(toNumbers("11"),2,a,b))+"; path=/";</script>'
    b"<noscript>This house wants scripts.</noscript></body></html>"
)
CHALLENGE = (
    b"<html><head><title></title></head><body><div id='box'></div><script src='/challenge.js'></script></body></html>"
)
ANSWERS: dict[str, tuple[Reply, str]] = {
    "a header": ((202, {**HTML, "x-amzn-waf-action": "challenge"}, CHALLENGE), ROBOTS),
    "202": ((202, HTML, b""), f"gave no page but status 202: {ADVICE}"),
    "204": ((204, {}, b""), f"gave no page but status 204: {ADVICE}"),
    "testcookie": ((200, HTML, TESTCOOKIE), ROBOTS),
    "plain text": ((200, {"Content-Type": "text/plain"}, b"Slow down"), f"gave no page but text/plain: {ADVICE}"),
    "data": ((200, {"Content-Type": "application/problem+json"}, b"{}"), f"gave no page but application/problem+json: {ADVICE}"),
    "nothing": ((200, HTML, b" \n"), f"gave no page but an empty answer: {ADVICE}"),
}  # fmt: skip


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A newspaper all of whose stories a feed names that does not change."""
    return site(
        {
            "/": front(*map(path, TOPICS)),
            "/rss.xml": versioned(rss(*TOPICS), "feed", "application/rss+xml"),
            **{path(topic): page(topic) for topic in TOPICS},
        }
    )


def warnings(caplog: pytest.LogCaptureFixture, post: Site) -> list[str]:
    """The lines of the end, without the site's name."""
    lines = [r.getMessage() for r in caplog.records if r.levelname == "WARNING" and r.name.endswith(".summary")]
    caplog.clear()
    return [line.removeprefix(f"{post.base.removeprefix('http://')}: ") for line in lines]


@pytest.mark.parametrize("answer", ANSWERS)
@deferred_f_from_coro_f
async def test_no_story_is_lost_by_them_and_each_crawl_tells_of_them_once(
    post: Site, crawl: Any, caplog: pytest.LogCaptureFixture, answer: str
) -> None:
    whole = dict(post.pages)
    post.pages |= {path(topic): ANSWERS[answer][0] for topic in TOPICS}
    for _ in range(3):
        asked(post)
        assert (await crawl(NewsSpider, SHARED_STORE, sites=post.base)).items == []
        assert set(map(path, TOPICS)) <= set(asked(post))
        assert warnings(caplog, post) == [f"5 of 5 stories {ANSWERS[answer][1]}"]
    post.pages = whole
    assert len((await crawl(NewsSpider, SHARED_STORE, sites=post.base)).items) == len(TOPICS)
    assert warnings(caplog, post) == []


@deferred_f_from_coro_f
async def test_a_status_that_says_that_there_is_no_page_counts_as_a_failed_request(post: Site, crawl: Any) -> None:
    post.pages |= {path(topic): (202, HTML, page(topic).encode()) for topic in TOPICS}
    outcome = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert outcome.count("fetch/failed/202") == len(TOPICS)


@pytest.mark.parametrize("answer", ["plain text", "data", "nothing"])
@deferred_f_from_coro_f
async def test_a_story_in_whose_place_they_stand_for_long_is_asked_at_its_ages_alone(
    post: Site, crawl: Any, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    post.pages[path("ferry")] = ANSWERS[answer][0]
    settings = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "3600"}
    for asks in (1, 1):
        asked(post)
        await crawl(NewsSpider, settings, sites=post.base)
        assert asked(post).count(path("ferry")) == asks
    monkeypatch.setattr(outcomes, "PATIENCE", outcomes.PATIENCE * 0)
    for asks in (1, 0, 0):
        asked(post)
        await crawl(NewsSpider, settings, sites=post.base)
        assert asked(post).count(path("ferry")) == asks
    post.pages[path("ferry")] = page("ferry")
    back = await crawl(NewsSpider, NOW_DUE, sites=post.base)
    assert [item.title for item in back.items] == ["The ferry"]


@pytest.mark.parametrize(
    ("kind", "body"), [("application/pdf", b"%PDF-1.4"), ("image/png", b"\x89PNG"), ("audio/mpeg", b"ID3")]
)
@deferred_f_from_coro_f
async def test_files_of_other_kinds_are_what_they_are(
    post: Site, crawl: Any, caplog: pytest.LogCaptureFixture, kind: str, body: bytes
) -> None:
    post.pages |= {path(topic): (200, {"Content-Type": kind}, body) for topic in TOPICS}
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert warnings(caplog, post) == []
    asked(post)
    await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert not set(asked(post)) & set(map(path, TOPICS))


@pytest.mark.parametrize(("others", "failing"), [(3, 2), (1, 4)])
@deferred_f_from_coro_f
async def test_a_site_with_a_story_or_too_few_of_them_is_not_told_of(
    post: Site, crawl: Any, caplog: pytest.LogCaptureFixture, others: int, failing: int
) -> None:
    post.pages |= {path(topic): ANSWERS["plain text"][0] for topic in TOPICS[:failing]}
    assert len((await crawl(NewsSpider, SHARED_STORE, sites=post.base)).items) == others
    assert warnings(caplog, post) == []


@deferred_f_from_coro_f
async def test_pages_without_a_word_are_asked_once_more_and_told_of(
    post: Site, crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    blank = "<html><head><script src='/check.js'></script></head><body><div id='root'></div></body></html>"
    post.pages |= {path(topic): blank for topic in TOPICS}
    for asks in (1, 1, 0):
        asked(post)
        await crawl(NewsSpider, SHARED_STORE, sites=post.base)
        assert asked(post).count(path("ferry")) == asks
        told = [f"5 of 5 stories gave no page but one without a word: {ADVICE}"]
        assert warnings(caplog, post) == (told if asks else [])
