from __future__ import annotations

import pytest
from scrapy.http import Request, Response

from boilerspider.crawl.redirected import asked_first, redirected_from

THERE = "https://a.example/there"


@pytest.mark.parametrize(
    ("meta", "before", "first"),
    [
        ({}, (), THERE),
        ({"redirect_urls": []}, (), THERE),
        ({"redirect_urls": ["https://a.example/1"]}, ("https://a.example/1",), "https://a.example/1"),
        (
            {"redirect_urls": ["https://b.example/1", "https://a.example/2"]},
            ("https://b.example/1", "https://a.example/2"),
            "https://b.example/1",
        ),
    ],
)
def test_what_led_there_is_told_of_requests_and_of_their_responses(
    meta: dict[str, list[str]], before: tuple[str, ...], first: str
) -> None:
    request = Request(THERE, meta=meta)
    for asked in (request, Response(THERE, request=request)):
        assert redirected_from(asked) == before
        assert asked_first(asked) == first
