"""The desk of a crawl that remembers nothing (`DEDUP = "off"`): what it is told it forgets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from scrapy.crawler import Crawler

from boilerspider.crawl.desk import Desk
from boilerspider.crawl.pipelines import DeduplicationPipeline
from boilerspider.crawl.visits import Visits
from boilerspider.stores import Story, Visit


class Deskless:
    """Answers spiders as a desk does whose store is empty and stays so."""

    def __init__(self) -> None:
        self.visits = Visits(self)

    async def note_visits(self, visits: Sequence[Visit]) -> None:
        """Forget them."""

    async def recall_visits(self, urls: Sequence[str]) -> dict[str, Visit]:  # noqa: ARG002 - as desks are asked
        """None."""
        return {}

    async def recall_site(self, site: str) -> None:
        """Nothing."""

    async def stories(self, since: datetime) -> list[Story]:  # noqa: ARG002 - as desks are asked
        """None."""
        return []


def desk_of(crawler: Crawler) -> Desk | Deskless:
    """The desk of a crawl's pipeline, or one that remembers nothing where it has none."""
    pipeline = crawler.get_item_pipeline(DeduplicationPipeline)
    return pipeline.desk if pipeline is not None else Deskless()
