"""What the queue does for a request, where thousands of hosts have some."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.squeues import FifoMemoryQueue, LifoMemoryQueue
from scrapy.utils.test import get_crawler

from boilerspider.crawl import keys, queue
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


def test_each_host_is_asked_for_two_that_lead_on(fair: FairQueue, downloader: Downloader) -> None:
    while (request := fair.pop()) is not None:
        downloader.active.add(request)
    assert len(downloader.active) == 2 * HOSTS
    assert len(fair) == HOSTS
    downloader.active.clear()
    assert len([fair.pop() for _ in range(HOSTS)]) == HOSTS
    assert fair.pop() is None


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
