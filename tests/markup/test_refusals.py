"""What is no page, or too much of one, is refused with a reason."""

from __future__ import annotations

import pytest

from boilerspider.errors import UnreadablePage
from boilerspider.markup.tree import Limits, parse

URL = "https://example.com/news/1.html"


@pytest.mark.parametrize(
    "page",
    [
        b"%PDF-1.7\n<p>",
        b"\x89PNG\r\n\x1a\n<p>",
        b"PK\x03\x04<p>",
        b"\x1f\x8b\x08<p>",
        b"\x00\x01\x02\x03\x04\x05\x06\x07<p>" * 10,
        b"plain text",
        "plain text",
        b'{"a": 1}',
        b'  {"html": "<p>text</p>"}',
        b"[" * 100_000 + b"<p>",
        b'[["<p>"]]',
    ],
)
def test_what_is_no_html(page: bytes | str) -> None:
    with pytest.raises(UnreadablePage, match=r"example\.com/news") as raised:
        parse(page, URL)
    assert raised.value.reason == "not_html"


@pytest.mark.parametrize(
    ("page", "limits", "message"),
    [
        (b"<p>" + b"x" * 100, Limits(max_bytes=100), r"103 bytes.*limit of 100 .*BOILERSPIDER_MAX_BYTES"),
        ("<p>" + "é" * 60, Limits(max_bytes=100), r"123 bytes"),
        ("<p>x" * 50, Limits(max_nodes=49), r"50 tags.*limit of 49"),
    ],
)
def test_what_is_too_big(page: bytes | str, limits: Limits, message: str) -> None:
    with pytest.raises(UnreadablePage, match=message) as raised:
        parse(page, URL, limits=limits)
    assert raised.value.reason == "too_big"


def test_limits_are_inclusive() -> None:
    parse(b"<p>" + b"x" * 97, limits=Limits(max_bytes=100))
    parse("<p>x" * 50, limits=Limits(max_nodes=50))
