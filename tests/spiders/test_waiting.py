"""What marks of waiting stories say that somebody else wrote, or an earlier version."""

from datetime import datetime, timezone

import pytest

from boilerspider.spiders.waiting import pack, unpack
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
