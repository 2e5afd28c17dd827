"""What is told of a crawl is told when all else of it is over, and no sooner."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.summary import ScreenSummary
from boilerspider.stores.memory import MemoryStore

LATE_S = 0.3
"""What a store on another machine may take: several looks at whether all has left. Ours."""

STORIES = {f"/{topic}": page(topic) for topic in ("bridge", "harbour", "school")}
GZIP = {"out.gz": {"format": "jsonlines", "postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"]}}
SETTINGS = {"FEEDS": GZIP, "BOILERSPIDER_REPORT": "report.html", "EXTENSIONS": {ScreenSummary: 960}}


@pytest.fixture(autouse=True)
def _hear(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


class Stories(Spider):
    """Asks for what it is given."""

    name = "stories"
    urls: Sequence[str]

    async def start(self) -> Any:
        for url in self.urls:
            yield Request(url)

    def parse(self, response: Response) -> Iterator[Any]:
        yield response.meta["article"]


@deferred_f_from_coro_f
async def test_what_a_store_confirms_late_is_told_as_stored(
    site: Callable[..., Site],
    crawl: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    confirm = MemoryStore.confirm

    async def late(self: MemoryStore, claims: Sequence[str]) -> None:
        await asyncio.sleep(LATE_S)
        await confirm(self, claims)

    monkeypatch.setattr(MemoryStore, "confirm", late)
    base = site(STORIES).base
    outcome = await crawl(Stories, SETTINGS, urls=[base + path for path in STORIES])
    assert outcome.count("store/confirmed") == len(STORIES)
    assert "3 articles (0 of them revisions)" in caplog.text
    assert "not stored" not in caplog.text
    assert "not stored" not in capsys.readouterr().err
    assert "come again" not in Path("report.html").read_text(encoding="utf-8")


@deferred_f_from_coro_f
async def test_a_store_that_fails_as_none_may_keeps_nothing_from_being_told(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def close(_: MemoryStore) -> None:
        raise RuntimeError("as none may")

    monkeypatch.setattr(MemoryStore, "close", close)
    await crawl(Stories, SETTINGS, urls=[site(STORIES).base + "/bridge"])
    assert "1 articles (0 of them revisions)" in caplog.text
    assert Path("report.html").exists()


@pytest.mark.parametrize("without", ["memory", "pipelines"])
@deferred_f_from_coro_f
async def test_a_crawl_without_a_desk_is_told_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, without: str
) -> None:
    settings = {
        "memory": {"BOILERSPIDER_DEDUP": "off"},
        "pipelines": {"ITEM_PIPELINES": {"boilerspider.crawl.pipelines.DeduplicationPipeline": None}},
    }
    await crawl(Stories, {**SETTINGS, **settings[without]}, urls=[site(STORIES).base + "/bridge"])
    assert "1 pages read (0 failed)" in caplog.text
    assert Path("report.html").exists()
