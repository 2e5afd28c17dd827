"""Addresses that a page gives for itself and its pictures."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from w3lib.url import safe_url_string

from boilerspider.markup.metadata.addresses import absolute, canonical

PAGE = "https://news.example/2026/05/04/the-ferry"


def taken_apart(address: str, base: str) -> str | None:
    parts = urlsplit(safe_url_string(urljoin(base, address.strip())))
    return parts._replace(fragment="").geturl() if parts.scheme in ("http", "https") and parts.hostname else None


@given(
    st.from_regex(
        r"\A\s?https?://[a-z0-9-]{1,4}(\.[a-z0-9-]{1,64}){1,3}(/[\w.~,%:+-]{0,6}){0,3}(\?[\w.~=&%-]{0,6})?(#x)?\Z"
    )
)
def test_an_address_that_is_clean_stands_as_it_would_if_it_were_taken_apart(address: str) -> None:
    try:
        expected = taken_apart(address, PAGE)
    except ValueError:
        expected = None
    assert absolute(address, PAGE) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://img.example/a,1.jpg?w=1200", "https://img.example/a,1.jpg?w=1200"),
        ("https://img.example/../a.jpg#x", "https://img.example/../a.jpg"),
        ("/a b.jpg", "https://news.example/a%20b.jpg"),
        ("https://jane:secret@img.example/a.jpg", "https://img.example/a.jpg"),
        ("data:image/png;base64,AAAA", None),
        ("javascript:void(0)", None),
    ],
)
def test_addresses(address: str, expected: str | None) -> None:
    assert absolute(address, PAGE) == expected


def test_a_front_is_no_canonical_address_of_a_page_below_it() -> None:
    assert canonical(["https://news.example/", PAGE], PAGE) == PAGE
    assert canonical(["https://news.example/"], "https://news.example/") == "https://news.example/"
