"""What marks of waiting stories say that somebody else wrote, or an earlier version."""

from datetime import datetime, timedelta, timezone

import pytest

from boilerspider.spiders.waiting import as_told, pack, unpack
from boilerspider.stores import UrlOutcome, Visit


def mark(etag: str | None) -> Visit:
    return Visit("https://example.com/story#failing", UrlOutcome.NOTHING, datetime.now(timezone.utc), etag)


@pytest.mark.parametrize("etag", [None, "", "null", '"abc"', 'W/"x"', "[403]", "[null, null]", "{}", "["])
def test_a_mark_that_says_nothing_of_it(etag: str | None) -> None:
    assert unpack(mark(etag)) == (None, None)


def test_failures_are_counted() -> None:
    first = pack(403, None)
    assert unpack(mark(first)) == (403, 1)
    assert unpack(mark(pack(500, mark(first)))) == (500, 2)
    assert unpack(mark(pack(500, mark(None)))) == (500, None)


@pytest.mark.parametrize(("name", "which"), [("#failing", "crawls"), ("#failing#walled", "crawls without cookies")])
def test_of_what_is_due_it_is_not_told_that_the_next_crawl_asks_it(name: str, which: str) -> None:
    """A limit may keep it for a later one, and one with other cookies asks it without regard to it."""
    before = datetime.now(timezone.utc) - timedelta(days=2)
    told = as_told(Visit(f"https://example.com/story{name}", UrlOutcome.NOTHING, before), (3600.0,))
    assert told.told(before + timedelta(days=2)).endswith(f"\ndue: {which} that come to it ask it")
