"""Addresses that a page gives for itself and its pictures."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from w3lib.url import safe_url_string

from boilerspider.markup.metadata.addresses import absolute, canonical
from boilerspider.markup.render.sanitise import can_be

PAGE = "https://news.example/2026/05/04/the-ferry"


def taken_apart(address: str, base: str) -> str | None:
    parts = urlsplit(safe_url_string(urljoin(base, address.strip())))
    is_address = parts.scheme in ("http", "https") and parts.hostname and can_be(f"{parts.scheme}://{parts.netloc}")
    return parts._replace(fragment="").geturl() if is_address else None


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
        ("/a.jpg?v=1&amp;w=750", "https://news.example/a.jpg?v=1&w=750"),
        ("https://jane:secret@img.example/a.jpg", "https://img.example/a.jpg"),
        ("https://img.example:65535/a.jpg", "https://img.example:65535/a.jpg"),
        ("https://img.example:99999/a.jpg", None),
        ("https://img.1.2/a.jpg", None),
        ("data:image/png;base64,AAAA", None),
        ("javascript:void(0)", None),
    ],
)
def test_addresses(address: str, expected: str | None) -> None:
    assert absolute(address, PAGE) == expected


def test_a_front_is_no_canonical_address_of_a_page_below_it() -> None:
    assert canonical(["https://news.example/", PAGE], PAGE) == PAGE
    assert canonical(["https://news.example/"], "https://news.example/") == "https://news.example/"


STORIES = [
    ("https://news.example/article.php", "https://news.example/article.php?id=1000", False),
    ("https://example.org/article.php", "https://www.example.org/article.php?id=1000", False),
    ("https://news.example/2026/11/", "https://news.example/2026/11/the-harbour-stays-shut", False),
    ("https://news.example/politics", "https://news.example/politics/the-harbour-stays-shut/amp", False),
    ("https://news.example/story/the-harbour-stays-shut", "https://news.example/article.php?id=1000", True),
    ("https://news.example/article.php?id=1000", "https://news.example/article.php?id=1000&page=2", True),
    ("https://news.example/a/1234567", "https://news.example/a/the-harbour-stays-shut", True),
    ("https://news.example/%E6%B8%AF", "https://news.example/article.php?id=1000", True),
    ("https://news.example/politics/harbour", "https://news.example/politics/harbour/amp", True),
    ("https://other.example/news/", "https://news.example/article.php?id=1000", True),
    ("https://news.example/politics/ferry", "https://news.example/amp/12345", True),
    ("https://news.example/politics/ferry", "https://news.example/print.php?id=1000", True),
    ("https://news.example/politics/ferry", "https://news.example/politics/ferry?page=2", True),
    ("https://news.example/ferry.html", "https://news.example/ferry.html;jsessionid=B01BDCE4530EF0FB", True),
]
"""A canonical link, the address of the page that has it, and whether it may be the page's."""


@pytest.mark.parametrize(("link", "page", "is_taken"), STORIES)
def test_what_names_no_story_is_no_canonical_address_of_one(link: str, page: str, is_taken: bool) -> None:
    assert canonical([link], page) == (link if is_taken else None)
