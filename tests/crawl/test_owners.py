"""Whose a story is that was asked by redirects."""

from __future__ import annotations

import pytest
from scrapy import Request

from boilerspider.crawl import keys
from boilerspider.crawl.owners import Owners, Way

SHORT, STORY, MOVED, LOGIN = (
    "https://t.test/1",
    "https://www.example.com/1",
    "https://example.com/2",
    "https://sso.test/in",
)
OTHER = ("https://t.test/9", "https://echo.test/9")


def way(*urls: str, lender: str = "") -> Way:
    meta = {"redirect_urls": [*urls[:-1]], **({keys.LENDER: lender} if lender else {})}
    return Way.of(Request(urls[-1], meta=meta))


@pytest.mark.parametrize(
    ("asked", "had", "owner", "again"),
    [
        ((STORY,), [], "example.com", [STORY]),
        ((STORY, MOVED), [], "example.com", [STORY]),
        ((SHORT,), [OTHER], "t.test", [SHORT]),
        ((SHORT, STORY), [], "t.test", [SHORT, STORY]),
        ((SHORT, STORY), [OTHER], "example.com", [STORY]),
        ((SHORT, STORY, MOVED), [OTHER], "example.com", [STORY]),
        ((SHORT, STORY, LOGIN), [OTHER], "example.com", [STORY]),
        ((SHORT, STORY), [OTHER, ("https://t.test/2",)], "example.com", [SHORT]),
        ((SHORT, STORY, LOGIN), [OTHER, (STORY,)], "sso.test", [STORY]),
        ((STORY, LOGIN), [], "example.com", [STORY, LOGIN]),
        ((STORY, LOGIN), [(STORY, OTHER[1]), (MOVED,)], "sso.test", [STORY]),
        ((STORY, LOGIN), [(MOVED, LOGIN, MOVED)], "sso.test", [STORY]),
        (("https://a.test/1", *OTHER), [("https://a.test/2", SHORT, STORY)], "echo.test", [OTHER[1]]),
        (("https://a.test/1", SHORT), [("https://a.test/2", SHORT, STORY)], "t.test", [SHORT]),
    ],
    ids=[
        "at once",
        "to another host of the site",
        "a redirector that does not lead on",
        "one of which nothing is known",
        "one that led to a story of another site",
        "and on to another host",
        "and on to a login elsewhere",
        "a sister of a site that gives stories of its own",
        "a login of a site that does",
        "a login elsewhere",
        "a login of a site one of whose stories stands elsewhere",
        "a login that leads back",
        "two redirectors",
        "the second of which does not lead on",
    ],
)
def test_it_is_the_sites_to_which_a_host_led_that_leads_to_stories_of_others(
    asked: tuple[str, ...], had: list[tuple[str, ...]], owner: str, again: list[str]
) -> None:
    owners = Owners()
    for each in had:
        owners.gave(way(*each))
    assert owners.site(way(*asked)) == owner
    assert owners.again(way(*asked)) == again


def test_a_login_to_which_a_site_with_stories_leads_is_one_address() -> None:
    owners, asked = Owners(), [way(STORY, f"{LOGIN}?next={number}") for number in range(2)]
    assert {owners.entry(each) for each in asked} == {STORY}
    owners.gave(way(MOVED))
    assert {owners.entry(each) for each in asked} == {LOGIN}
    owners.gave(way(*OTHER))
    assert owners.entry(way(SHORT, f"{MOVED}?id=3")) == f"{MOVED}?id=3"


def test_what_a_site_has_asked_elsewhere_is_its_own() -> None:
    owners, lender = Owners(), "https://example.com/"
    owners.gave(way(*OTHER, lender="https://echo.test/"))
    asked = way(SHORT, STORY, LOGIN, lender=lender)
    assert (owners.site(asked), owners.again(asked)) == ("example.com", [STORY])
    assert owners.again(way(SHORT, lender=lender)) == [SHORT]
