from __future__ import annotations

import pytest
from scrapy.http import Request, Response

from boilerspider.crawl.visits import WAITING
from boilerspider.discovery import Link, LinkKind
from boilerspider.spiders.names import FAILING, UNVOUCHED, WALLED, Names, first_address

STORY, FEED = "https://a.example/story", "https://a.example/feed"


def by_site(url: str) -> str:
    return "wants" if url.startswith("https://a.example/") else ""


@pytest.mark.parametrize(
    ("link", "lender", "has_cookies", "names"),
    [
        (Link(STORY, LinkKind.ARTICLE), None, True, (STORY, STORY + "#wants", STORY + FAILING)),
        (
            Link(STORY, LinkKind.ARTICLE),
            None,
            False,
            (STORY, STORY + "#wants", STORY + WALLED, STORY + FAILING + WALLED),
        ),
        (Link(FEED, LinkKind.FEED), None, False, (FEED + "#wants", FEED + "#wants" + WAITING)),
        (
            Link("https://b.example/s", LinkKind.ARTICLE),
            None,
            True,
            ("https://b.example/s", "https://b.example/s" + FAILING),
        ),
        (
            Link("https://b.example/s", LinkKind.ARTICLE, source="feed"),
            "https://a.example/",
            True,
            ("https://b.example/s", "https://b.example/s#wants", "https://b.example/s" + FAILING),
        ),
    ],
)
def test_under_which_names_an_address_is_known(
    link: Link, lender: str | None, has_cookies: bool, names: tuple[str, ...]
) -> None:
    found = Names(by_site, has_cookies=has_cookies).of(link, lender)
    assert tuple(name for name in found if not name.endswith(UNVOUCHED)) == names


@pytest.mark.parametrize(("source", "is_asked"), [("link", True), ("feed", False)])
def test_what_only_links_lead_to_is_known_as_that_too(source: str, is_asked: bool) -> None:
    names = Names(by_site, has_cookies=True).of(Link(STORY, LinkKind.ARTICLE, source=source), None)
    assert (STORY + UNVOUCHED in names) is is_asked


def test_a_source_is_known_by_the_address_that_was_asked_and_by_what_is_wanted() -> None:
    request = Request("https://b.example/feed", meta={"redirect_urls": [FEED + "?utm_source=x"]})
    response = Response("https://b.example/feed", request=request)
    assert first_address(response) == FEED
    assert Names(by_site, has_cookies=True).of_source(response) == FEED + "#wants"
