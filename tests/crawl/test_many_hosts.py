"""What the queue does for a request, where thousands of hosts have some."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.squeues import FifoMemoryQueue, LifoMemoryQueue
from scrapy.utils.test import get_crawler

from boilerspider.crawl import downloads, keys, queue
from boilerspider.crawl.queue import LEADING, FairQueue

HOSTS = 300


class Downloader:
    """Of Scrapy's what a queue looks at."""

    domain_concurrency = 4

    def __init__(self) -> None:
        self.active: set[Request] = set()
        self.slots: dict[str, Any] = {}

    def get_slot_key(self, request: Request) -> str:
        return request.url.split("/")[2]


@pytest.fixture
def downloader() -> Downloader:
    return Downloader()


@pytest.fixture
def fair(downloader: Downloader) -> FairQueue:
    crawler: Any = get_crawler()
    crawler.engine = SimpleNamespace(downloader=downloader, scraper=SimpleNamespace(slot=None))
    crawler.get_downloader_middleware = lambda _: None
    fair = FairQueue(crawler, LifoMemoryQueue, "", start_queue_cls=FifoMemoryQueue)
    for host in range(HOSTS):
        for number in range(3):
            url = f"https://host{host}.example/map-{number}.xml"
            fair.push(Request(url, priority=LEADING, meta={keys.LEADS_ON: True}))
    return fair


def test_each_host_is_asked_for_two_that_lead_on(
    fair: FairQueue, downloader: Downloader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "LEADING_OF_ALL", 3 * HOSTS)
    while (request := fair.pop()) is not None:
        downloader.active.add(request)
    assert len(downloader.active) == 2 * HOSTS
    assert len(fair) == HOSTS
    downloader.active.clear()
    assert len([fair.pop() for _ in range(HOSTS)]) == HOSTS
    assert fair.pop() is None


def test_of_all_hosts_a_few_are_asked_for_what_leads_on_and_each_for_all_else(
    fair: FairQueue, downloader: Downloader
) -> None:
    for host in range(HOSTS):
        fair.push(Request(f"https://host{host}.example/story"))
    asked = []
    while (request := fair.pop()) is not None:
        downloader.active.add(request)
        asked.append(request)
    assert sum(keys.LEADS_ON in each.meta for each in asked) == downloads.LEADING_OF_ALL
    assert len(asked) == downloads.LEADING_OF_ALL + HOSTS
    downloader.active.clear()
    assert fair.pop() is not None


@pytest.mark.parametrize(
    ("kept", "by_its_host", "by_another"),
    [
        (downloads.KEPT_OF_HOST, True, True),
        (downloads.KEPT_OF_HOST + 1, False, True),
        (downloads.MUCH_KEPT + 1, False, True),
        (downloads.MOST_KEPT + 1, False, False),
    ],
)
def test_what_is_kept_of_sitemaps_has_limits_of_a_host_and_of_all(
    fair: FairQueue, *, kept: int, by_its_host: bool, by_another: bool
) -> None:
    crawler: Any = fair.crawler
    parcel = Request("https://host7.example/all.xml", meta={keys.LEADS_ON: True, keys.KEPT_BYTES: kept})
    crawler.engine.scraper.slot = SimpleNamespace(active={parcel}, active_size=1, max_active_size=2)
    asked = {request.url.split("/")[2] for _ in range(HOSTS) if (request := fair.pop()) is not None}
    assert ("host7.example" in asked) == by_its_host
    assert ("host8.example" in asked) == by_another


@pytest.mark.parametrize("much", [0, downloads.MUCH_KEPT])
def test_where_much_is_kept_a_host_keeps_one_sitemap(fair: FairQueue, much: int) -> None:
    crawler: Any = fair.crawler
    held = {"host7": 1, "elsewhere": much}
    parcels = {
        Request(f"https://{name}.example/", meta={keys.LEADS_ON: True, keys.KEPT_BYTES: n}) for name, n in held.items()
    }
    crawler.engine.scraper.slot = SimpleNamespace(active=parcels, active_size=1, max_active_size=2)
    asked = {request.url.split("/")[2] for _ in range(HOSTS) if (request := fair.pop()) is not None}
    assert ("host7.example" in asked) == (not much)
    assert "host8.example" in asked


def test_nobody_leads_on_where_half_of_what_scrapy_reads_at_once_is_being_read(fair: FairQueue) -> None:
    crawler: Any = fair.crawler
    crawler.engine.scraper.slot = SimpleNamespace(active=set(), active_size=3, max_active_size=5)
    assert fair.pop() is None
    fair.push(Request("https://host7.example/story"))
    assert fair.pop().url == "https://host7.example/story"


def test_what_waits_is_counted_of_the_hosts_alone_that_may_have_to_wait(
    fair: FairQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []
    count = queue._HostQueue.__len__
    monkeypatch.setattr(queue._HostQueue, "__len__", lambda self: counted.append(self) or count(self))
    assert fair.pop() is not None
    assert len(counted) < 10


class Unreadable(LifoMemoryQueue):
    """What an earlier version has left on disk, say."""

    def pop(self) -> Request:
        super().pop()
        raise ValueError("no such callback")


def test_what_waits_is_kept_where_another_request_cannot_be_read(
    fair: FairQueue, downloader: Downloader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair, "downstream_queue_cls", Unreadable)
    for number in range(2):
        downloader.active.add(Request(f"https://new.example/{number}", meta={keys.LEADS_ON: True}))
    for number, priority in enumerate((LEADING, 0)):
        fair.push(Request(f"https://new.example/of-{number}", priority=priority))
    fair._downloads.stats([])
    with pytest.raises(ValueError, match="no such callback"):
        fair.pqueues["new.example"].pop()
    assert len(fair.pqueues["new.example"]) == 1
