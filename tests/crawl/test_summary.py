"""What is said on the screen at the end of a crawl."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from scrapy import Spider
from scrapy.utils.test import get_crawler

from boilerspider.crawl.summary import ScreenSummary

HINT = "nothing read: is the address right"


def said(
    capsys: pytest.CaptureFixture[str], stats: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> str:
    crawler = get_crawler(Spider, dict(settings or {}))
    assert crawler.stats is not None
    crawler.stats.set_stats(dict(stats))
    ScreenSummary(crawler).finish()
    return capsys.readouterr().err


def test_feeds_are_named_without_their_passwords(capsys: pytest.CaptureFixture[str]) -> None:
    feeds = {"postgresql://writer:s3cr3t@host/news?table=articles": {"format": "jsonlines"}, "out.jsonl": {}}
    told = said(capsys, {}, {"FEEDS": feeds})
    assert "s3cr3t" not in told
    assert "postgresql://host/news?table=articles" in told
    assert "out.jsonl" in told


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
    ("stats", "is_hinted"),
    [
        pytest.param({"downloader/request_count": 2}, True, id="no answer"),
        pytest.param(
            {
                "downloader/request_count": 1,
                "downloader/response_status_count/200": 1,
                "robotstxt/response_status_count/200": 1,
            },
            True,
            id="robots.txt alone",
        ),
        pytest.param({"downloader/request_count": 2, "downloader/response_status_count/404": 2}, True, id="404"),
        pytest.param({"downloader/request_count": 2, "downloader/response_status_count/304": 1}, False, id="unchanged"),
        pytest.param({"downloader/request_count": 2, "downloader/response_status_count/200": 1}, False, id="a feed"),
        pytest.param({}, False, id="an archive that is known, or a share without a site"),
    ],
)
def test_whoever_named_an_address_that_does_not_answer_is_told_so(
    capsys: pytest.CaptureFixture[str], stats: Mapping[str, Any], is_hinted: bool
) -> None:
    told = said(capsys, stats)
    assert (HINT in told) is is_hinted
    assert "ms a page" not in told


def test_what_has_not_changed_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, {"boilerspider/known/unchanged": 3, "boilerspider/known/sources": 2})
    assert "  unchanged:    5 (articles: 3, feeds and sitemaps: 2)\n" in told
    assert "  unchanged:    2 (feeds and sitemaps: 2)\n" in said(capsys, {"boilerspider/known/sources": 2})
    assert "unchanged" not in said(capsys, {})
