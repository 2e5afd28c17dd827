"""Requests that wait, packed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import FormRequest, Request, Spider

from boilerspider.crawl import packed
from boilerspider.crawl.packed import PACK, PackedQueue
from boilerspider.discovery import Link, LinkKind
from boilerspider.stores import UrlOutcome, Visit

NOW = datetime(2026, 11, 20, tzinfo=timezone.utc)
VISIT = Visit(
    "https://example.com/", UrlOutcome.ARTICLE, NOW, '"1"', first=NOW.astimezone(timezone(timedelta(hours=2)))
)
"""What the news spider knows of an address that it asks again."""


class Reader(Spider):
    name = "reader"

    def parse_story(self, response: Any) -> None: ...

    def failed(self, failure: Any) -> None: ...


READER = Reader()


class Tracker:
    """Of which there is one."""


class Unreadable(Exception):
    """Which cannot be made again of what it says."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


class Unwilling:
    def __reduce__(self) -> str:
        raise NotImplementedError


def nested(depth: int) -> Any:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def request(number: int, **more: Any) -> Request:
    url = f"https://example.com/2026/11/neighbours-want-bridge-{number}-back"
    found = Link(url, LinkKind.ARTICLE, f"The bridge {number}", NOW, source="sitemap")
    return Request(
        url,
        READER.parse_story,
        errback=READER.failed,
        headers={"If-None-Match": f'"{number}"'},
        priority=5,
        meta={"source": "sitemap", "visit": VISIT, "depth": 1, "handle_httpstatus_list": [304]},
        cb_kwargs={"found": found},
        **more,
    )


def told(one: Request | None) -> Any:
    return one and {name: getattr(one, name) for name in one.attributes}


@given(st.lists(st.integers(-4, 6), max_size=60))
def test_the_last_comes_first_as_from_any_stack(steps: list[int]) -> None:
    queue, stack, number = PackedQueue(READER), list[Request](), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "PACK", 3)
        for step in steps:
            for _ in range(step):
                number += 1
                stack.append(request(number))
                queue.push(stack[-1])
            for _ in range(-step):
                expected = told(stack[-1] if stack else None)
                assert told(queue.peek()) == expected
                assert told(queue.pop()) == expected
                del stack[-1:]
            assert len(queue) == len(stack)


@given(st.lists(st.integers(-4, 6), max_size=60))
def test_in_line_the_first_comes_first(steps: list[int]) -> None:
    queue, line, number = PackedQueue(READER).in_line(), list[Request](), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "PACK", 3)
        for step in steps:
            for _ in range(step):
                number += 1
                line.append(request(number))
                queue.push(line[-1])
            for _ in range(-step):
                expected = told(line[0] if line else None)
                assert told(queue.peek()) == expected
                assert told(queue.pop()) == expected
                del line[:1]
            assert len(queue) == len(line)


def test_what_waits_takes_a_few_dozen_bytes() -> None:
    queue = PackedQueue(READER)
    for number in range(50 * PACK):
        queue.push(request(number))
    packs = queue._packs
    assert len(packs) == 49
    assert sum(map(len, packs)) < 60 * PACK * len(packs)


@pytest.mark.parametrize(
    "odd",
    [
        Request("https://example.com/", lambda _: None),
        Request("https://example.com/", READER.parse_story, meta={"open": open}),  # by its name
        Request("https://example.com/", READER.parse_story, meta={"lambda": lambda: None}),
        Request("https://example.com/", READER.parse_story, meta={"tracker": Tracker()}),
        Request("https://example.com/", READER.parse_story, cb_kwargs={"error": Unreadable("a", "b")}),
        Request("https://example.com/", READER.parse_story, meta={"unwilling": Unwilling()}),
        Request("https://example.com/", READER.parse_story, cb_kwargs={"deep": nested(100_000)}),
        FormRequest("https://example.com/", formdata={"q": "bridge"}),
    ],
    ids=[
        "a callback that is no method",
        "a function",
        "what cannot be packed",
        "what equals only itself",
        "what cannot be opened",
        "what refuses to be packed",
        "what is too deep",
        "another kind of request",
    ],
)
def test_what_cannot_be_packed_waits_as_it_is(odd: Request) -> None:
    queue = PackedQueue(READER)
    queue.push(odd)
    for number in range(3 * PACK):
        queue.push(request(number))
    taken = [queue.pop() for _ in range(len(queue))]
    assert told(taken[-1]) == told(odd)
    assert type(taken[-1]) is type(odd)
    assert [one.url for one in taken[:-1] if one] == [request(number).url for number in reversed(range(3 * PACK))]
    assert queue.pop() is None
