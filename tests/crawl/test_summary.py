"""What is said on the screen at the end of a crawl."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
from loopback import Site
from scrapy import Request, Spider, signals
from scrapy.http import Response
from scrapy.utils.defer import deferred_f_from_coro_f
from scrapy.utils.test import get_crawler

from boilerspider.crawl.summary import ScreenSummary
from boilerspider.spiders.news import NewsSpider

HINT = "nothing read: is the address right"


def said(
    capsys: pytest.CaptureFixture[str],
    stats: Mapping[str, Any],
    settings: Mapping[str, Any] | None = None,
    answers: Mapping[str, int] = MappingProxyType({}),
) -> str:
    crawler = get_crawler(Spider, dict(settings or {}))
    assert crawler.stats is not None
    crawler.stats.set_stats(dict(stats))
    summary = ScreenSummary(crawler)
    for path, status in answers.items():
        url = f"http://a.example{path}"
        heard = crawler.signals.send_catch_log(
            signals.response_received, response=Response(url, status=status), request=Request(url), spider=None
        )
        assert not any(what for _, what in heard)
    summary.finish()
    return capsys.readouterr().err


def test_feeds_are_named_without_their_passwords(capsys: pytest.CaptureFixture[str]) -> None:
    feeds = {"postgresql://writer:s3cr3t@host/news?table=articles": {"format": "jsonlines"}, "out.jsonl": {}}
    told = said(capsys, {}, {"FEEDS": feeds})
    assert "s3cr3t" not in told
    assert "postgresql://host/news?table=articles" in told
    assert "out.jsonl" in told


def test_addresses_that_were_passed_over_are_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(
        capsys, {"boilerspider/known/skipped": 3, "boilerspider/known/waiting": 4, "boilerspider/refused/endless": 2}
    )
    assert (
        "  not asked:    3 known addresses\n  not asked:    4 addresses that keep failing\n  not asked:    2 addresses that are too long or repeat themselves\n"
        in told
    )


def test_sites_whose_failing_stories_all_wait_are_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, {"boilerspider/known/waiting": 4, "boilerspider/waiting/news.example": "4 stories wait"})
    assert "  not asked:    4 addresses that keep failing\n  not asked:    news.example: 4 stories wait\n" in told


def test_pages_that_are_no_articles_are_told_of_with_what_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(
        capsys,
        {
            "boilerspider/pages/extracted": 3,
            "boilerspider/no_article/unlikely": 2,
            "boilerspider/no_article/short": 1,
        },
    )
    assert "  no articles:  3 (short: 1, unlikely: 2)\n" in told
    assert "no articles" not in said(capsys, {"boilerspider/pages/extracted": 3})


@pytest.mark.parametrize(
    ("requests", "answers", "is_hinted"),
    [
        pytest.param(2, {}, True, id="no answer"),
        pytest.param(2, {"/robots.txt": 200}, True, id="robots.txt alone"),
        pytest.param(4, {"/robots.txt": 200, "/sitemap.xml": 404, "/": 403}, True, id="refused"),
        pytest.param(3, {"/robots.txt": 304, "/": 404}, True, id="robots.txt that has not changed"),
        pytest.param(2, {"/robots.txt": 404, "/feed.xml": 304}, False, id="unchanged"),
        pytest.param(2, {"/robots.txt": 404, "/feed.xml": 200}, False, id="a feed"),
        pytest.param(2, {"/robots.txt": 404, "/": 203}, False, id="by a proxy"),
        pytest.param(0, {}, False, id="an archive that is known, or a share without a site"),
    ],
)
def test_whoever_named_an_address_that_does_not_answer_is_told_so(
    capsys: pytest.CaptureFixture[str], requests: int, answers: Mapping[str, int], is_hinted: bool
) -> None:
    told = said(capsys, {"downloader/request_count": requests}, answers=answers)
    assert (HINT in told) is is_hinted
    assert "ms a page" not in told


@deferred_f_from_coro_f
async def test_a_site_of_which_robots_txt_alone_is_had_is_asked_about(
    site: Callable[..., Site], crawl: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    robots = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /\n")
    settings = {"ROBOTSTXT_OBEY": True, "EXTENSIONS": {ScreenSummary: 960}}
    outcome = await crawl(NewsSpider, settings, sites=site({"/robots.txt": robots}).base)
    assert outcome.stats["downloader/response_status_count/200"] == 2
    assert HINT in capsys.readouterr().err


def test_what_has_not_changed_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, {"boilerspider/known/unchanged": 3, "boilerspider/known/sources": 2})
    assert "  unchanged:    5 (articles: 3, feeds and sitemaps: 2)\n" in told
    assert "  unchanged:    2 (feeds and sitemaps: 2)\n" in said(capsys, {"boilerspider/known/sources": 2})
    assert "unchanged" not in said(capsys, {})
    told = said(
        capsys, {"boilerspider/known/unchanged": 3, "boilerspider/known/same": 4, "boilerspider/duplicates/exact": 5}
    )
    assert "  duplicates:   1 dropped or tagged\n" in told
    assert "  unchanged:    7 (articles: 7)\n" in told
