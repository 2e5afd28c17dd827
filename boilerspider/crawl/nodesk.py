"""What stands for the desk of a crawl that remembers nothing (`DEDUP = "off"`): told anything it forgets it, asked anything it does not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from scrapy.crawler import Crawler

from boilerspider.crawl.asked import Asked
from boilerspider.crawl.background import Background
from boilerspider.crawl.desk import Desk
from boilerspider.crawl.outages import Outages
from boilerspider.crawl.pipelines import DeduplicationPipeline
from boilerspider.crawl.visits import Visits
from boilerspider.stores import Change, Story, UrlOutcome, Visit


class NoDesk:
    """What spiders ask of a desk, with nothing behind it."""

    def __init__(self) -> None:
        self.visits = NoVisits(self)
        self.outages = Outages(self.visits)
        self.background = Background()

    async def note_visits(self, visits: Sequence[Visit]) -> None:
        """Forget them."""

    async def recall_visits(self, urls: Sequence[str]) -> dict[str, Visit]:  # noqa: ARG002 - as desks are asked
        """None."""
        return {}

    async def amend_visit(self, url: str, change: Change) -> None:
        """Nothing is."""

    async def recall_site(self, site: str) -> None:
        """Nothing."""

    async def stories(self, since: datetime) -> list[Story]:  # noqa: ARG002 - as desks are asked
        """None."""
        return []

    async def story_of(self, url: str) -> None:
        """None."""


class NoVisits(Visits):
    """Visits that nothing is kept of, not even while the crawl runs: no article of it is ever certain."""

    async def note(self, asked: Asked, outcome: UrlOutcome) -> None:
        """Forget it."""

    async def note_all(self, certain: Sequence[tuple[Asked, UrlOutcome]]) -> None:
        """Forget them."""

    async def unchanged(self, source: Asked) -> None:
        """Forget it."""

    async def settle(self, urls: Iterable[str]) -> None:
        """Nothing waits for them."""

    async def put_off(self, url: str, asked: Asked) -> None:
        """Forget it."""

    async def may_have_moved(self, urls: Iterable[str], target: str) -> bool:  # noqa: ARG002 - as visits are asked
        """No story is known."""
        return False

    async def same(self, urls: Iterable[str], target: str) -> None:
        """Forget it."""

    def begin(self, source: Asked) -> int:  # noqa: ARG002 - as visits are asked
        """No source is noted."""
        return 0

    def add(self, number: int, urls: Iterable[str], known: Iterable[Visit] = ()) -> None:
        """Forget it."""

    async def end(self, number: int, children: str | None = None) -> None:
        """No source is noted."""


def desk_of(crawler: Crawler) -> Desk | NoDesk:
    """The desk of a crawl's pipeline; where it has none, one that remembers nothing, another one each time."""
    pipeline = crawler.get_item_pipeline(DeduplicationPipeline)
    return pipeline.desk if pipeline is not None else NoDesk()
