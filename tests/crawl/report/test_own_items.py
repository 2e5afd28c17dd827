"""The report of a project with items of its own: its rows say what its totals say."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.exceptions import DropItem
from scrapy.utils.defer import deferred_f_from_coro_f

PUBLISHED = '<meta property="article:published_time" content="2026-11-20T10:00:00Z">'
AT_TEN = datetime(2026, 11, 28, 10, tzinfo=timezone.utc)
EAST, WEST = timezone(timedelta(hours=2)), timezone(timedelta(hours=-5))


class Own(Spider):
    name = "own"
    urls: tuple[str, ...] = ()

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url)

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "title": "", "text": "", "published": None}


class Short(Own):
    def parse(self, response: Any) -> Any:
        yield {"url": urlsplit(response.url).path, "title": "", "text": ""}


class RefusesSoup:
    """Stands behind ours."""

    def process_item(self, item: Any) -> Any:
        if "soup" in item["title"]:
            raise DropItem("soup")
        return item


def row_of(html: str) -> list[int]:
    """Of the first site: new, revised, copies."""
    cells = re.findall(r"<td>(\d+)</td>", html[html.index("<tr><td>127.0.0.1") :])
    return [int(cell) for cell in cells[1:4]]


@pytest.mark.parametrize("dedup", ["near", "off"])
@deferred_f_from_coro_f
async def test_own_items_stand_in_their_site_s_row(
    dedup: str, site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    bridge = page("bridge", head=PUBLISHED)
    post = site({"/bridge": bridge, "/copy": bridge, "/ferry": page("ferry")})
    settings = {"BOILERSPIDER_REPORT": "report.html", "BOILERSPIDER_DEDUP": dedup, "CONCURRENT_REQUESTS": 1}
    outcome = await crawl(Own, settings, urls=tuple(map(post.url, post.pages)))
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    copies = int(dedup == "near")
    assert outcome.count("articles/new") == 3 - copies
    assert row_of(html) == [3 - copies, 0, copies]
    assert "The bridge</a>" in html
    assert "20 Nov" in html


WITHOUT: dict[str, dict[str, Any]] = {
    "comparing": {"ITEM_PIPELINES": {"boilerspider.DeduplicationPipeline": None}},
    "judging": {"ITEM_PIPELINES": {"boilerspider.ArticlePipeline": None}, "BOILERSPIDER_DEDUP": "off"},
}


@pytest.mark.parametrize("without", WITHOUT)
@deferred_f_from_coro_f
async def test_they_do_without_a_pipeline_of_ours(
    without: str, site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    bridge = page("bridge", head=PUBLISHED)
    post = site({"/bridge": bridge, "/copy": bridge})
    settings = {"BOILERSPIDER_REPORT": "report.html", **WITHOUT[without]}
    outcome = await crawl(Own, settings, urls=tuple(map(post.url, post.pages)))
    assert outcome.count("articles/new") == 2
    assert row_of((tmp_path / "report.html").read_text(encoding="utf-8")) == [2, 0, 0]


@pytest.mark.parametrize("published", ["28 November 2026", datetime(2026, 11, 28, 10), [AT_TEN], None])  # noqa: DTZ001 - as projects have them
@deferred_f_from_coro_f
async def test_of_their_fields_those_that_say_something_are_counted(
    published: Any, site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    class Dated(Own):
        def parse(self, response: Any) -> Any:
            yield {"url": response.url, "text": "", "published": published, "title": ""}

    await crawl(Dated, {"BOILERSPIDER_REPORT": "report.html"}, urls=(site({"/ferry": page("ferry")}).url("/ferry"),))
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    shares = dict(re.findall(r'<span>([a-z ]+)</span><span class="track">.*?<span class="share">(\d+) %', html))
    assert (shares["title"], shares["published"]) == ("100", "100" if published else "0")
    assert ("28 Nov, 10:00" in html or "28 Nov 2026" in html) is (published == [AT_TEN])


@pytest.mark.parametrize("published", [datetime.min.replace(tzinfo=EAST), datetime.max.replace(tzinfo=WEST)])
@deferred_f_from_coro_f
async def test_so_do_those_of_days_for_which_utc_has_no_year(
    published: datetime, site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    class Dated(Own):
        def parse(self, response: Any) -> Any:
            yield {"url": response.url, "title": "", "text": "", "published": published}

    settings = {"BOILERSPIDER_REPORT": "report.html"}
    outcome = await crawl(Dated, settings, urls=(site({"/ferry": page("ferry")}).url("/ferry"),))
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "log_count/ERROR" not in outcome.stats
    assert row_of(html) == [1, 0, 0]
    assert "The ferry</a>" in html


@deferred_f_from_coro_f
async def test_their_files_are_no_pages(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    class WithFiles(Own):
        def parse(self, response: Any) -> Any:
            files = [response.urljoin("/minutes.pdf"), response.urljoin("/gone.pdf")]
            yield {"url": response.url, "title": "", "text": "", "file_urls": files}

    post = site({"/ferry": page("ferry"), "/minutes.pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.4")})
    settings = {
        "BOILERSPIDER_REPORT": "report.html",
        "ITEM_PIPELINES": {"scrapy.pipelines.files.FilesPipeline": 1},
        "FILES_STORE": "files",
    }
    await crawl(WithFiles, settings, urls=(post.url("/ferry"),))
    assert {"/minutes.pdf", "/gone.pdf"} <= set(post.paths())
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<td>1</td><td>1</td><td>0</td><td>0</td><td>0</td>" in html


@pytest.mark.parametrize("dedup", ["near", "off"])
@deferred_f_from_coro_f
async def test_so_do_those_whose_addresses_have_no_site(
    dedup: str, site: Callable[..., Site], crawl: Any, tmp_path: Path
) -> None:
    settings = {"BOILERSPIDER_REPORT": "report.html", "BOILERSPIDER_DEDUP": dedup}
    await crawl(Short, settings, urls=(site({"/ferry": page("ferry")}).url("/ferry"),))
    assert row_of((tmp_path / "report.html").read_text(encoding="utf-8")) == [1, 0, 0]


@deferred_f_from_coro_f
async def test_what_a_later_pipeline_refuses_is_not_new(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    post = site({"/soup": page("soup"), "/ferry": page("ferry")})
    settings = {
        "BOILERSPIDER_REPORT": "report.html",
        "BOILERSPIDER_STORE": "sqlite:memory.sqlite",
        "ITEM_PIPELINES": {RefusesSoup: 950},
    }
    urls = tuple(map(post.url, post.pages))
    outcome = await crawl(Own, settings, urls=urls)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert (outcome.count("articles/new"), outcome.count("store/released")) == (1, 1)
    assert row_of(html) == [1, 0, 0]
    assert "The soup" not in html
    again = await crawl(Own, settings, urls=urls)
    assert (again.count("articles/new"), again.count("known/same")) == (0, 1)
    assert row_of((tmp_path / "report.html").read_text(encoding="utf-8")) == [0, 0, 0]
