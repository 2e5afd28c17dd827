"""The lists of stories that sites in trouble did not give, without a crawl."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import missed
from boilerspider.crawl.nodesk import NoDesk
from boilerspider.crawl.visits import Visits
from boilerspider.stores import Change, Visit


class Desk(NoDesk):
    """Keeps visits in a dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, Visit] = {}
        self.visits = Visits(self)

    async def recall_visits(self, urls: list[str]) -> dict[str, Visit]:
        return {url: self.kept[url] for url in urls if url in self.kept}

    async def amend_visit(self, url: str, change: Change) -> None:
        self.kept |= {visit.url: visit for visit in change(self.kept.get(url))}


@deferred_f_from_coro_f
async def test_each_story_is_listed_since_it_was_missed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    visits = Desk().visits
    await missed.note_missed(visits, "one.example", ["https://one.example/a", "https://one.example/b"])
    between = datetime.now(timezone.utc)
    await missed.note_missed(visits, "one.example", ["https://one.example/b", "https://one.example/c"])
    await missed.note_missed(visits, "two.example", ["https://two.example/d"])
    assert await missed.recall_missed(visits, between) == {"https://one.example/c", "https://two.example/d"}
    monkeypatch.setattr(missed, "MOST", 3)
    await missed.note_missed(visits, "one.example", ["https://one.example/e", "https://one.example/f"])
    found = await missed.recall_missed(visits, between - timedelta(hours=1))
    assert found == {"https://one.example/e", "https://one.example/f", "https://one.example/b", "https://two.example/d"}
