"""`include` and `exclude` hold for where a story stands, whatever leads there; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import SHARED_STORE, path
from tests.crawl.test_named import warnings
from tests.crawl.test_passed_over import FRONT

SAYS_IT_IS_A_STORY = "<meta property='og:type' content='article'>"
BEHIND_A_REDIRECT = "/sport/2026/11/neighbours-want-a-game-back"
AT_A_SECTIONS_ADDRESS = "/sport/theatre"


def with_sport(site: Callable[..., Site]) -> Site:
    """A newspaper whose front page leads to a story, to one like a section, and through a redirect to another."""
    links = "".join(f"<h2><a href='{href}'>{text}</a></h2>" for href, text in (
        (path("ferry"), "Neighbours want a ferry back"), (AT_A_SECTIONS_ADDRESS, "Theatre"), ("/go/game", "Game"),
    ))  # fmt: skip
    return site(
        {
            "/": f"<html><head><title>Post</title></head><body><main>{links}</main></body></html>",
            path("ferry"): page("ferry"),
            AT_A_SECTIONS_ADDRESS: page("theatre", head=SAYS_IT_IS_A_STORY),
            "/go/game": (301, {"Location": BEHIND_A_REDIRECT}, b""),
            BEHIND_A_REDIRECT: page("game", head=SAYS_IT_IS_A_STORY),
        }
    )


@pytest.mark.parametrize("given", [{"exclude": "/sport/"}, {"include": "-ferry-"}])
@deferred_f_from_coro_f
async def test_stories_at_other_addresses_are_passed_over_and_left_to_crawls_that_want_them(
    site: Callable[..., Site], crawl: Any, given: dict[str, str]
) -> None:
    post = with_sport(site)
    outcome = await crawl(NewsSpider, SHARED_STORE, sites=post.base, **given)
    assert [item.url for item in outcome.items] == [post.url(path("ferry"))]
    (name,) = given
    assert outcome.count(f"passed_over/pages/{name}") == 2
    again = await crawl(NewsSpider, SHARED_STORE, sites=post.base, **given)
    assert not again.items
    others = await crawl(NewsSpider, SHARED_STORE, sites=post.base)
    assert {item.url for item in others.items} == {post.url(BEHIND_A_REDIRECT), post.url(AT_A_SECTIONS_ADDRESS)}


@deferred_f_from_coro_f
async def test_where_that_leaves_nothing_it_is_told(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = await crawl(NewsSpider, FRONT, sites=with_sport(site).base, include="/nowhere/")
    assert not outcome.items
    (line,) = warnings(caplog)
    assert line.startswith("no article is left: include=/nowhere/ passed over 3 ")


@deferred_f_from_coro_f
async def test_what_the_user_names_is_wanted_wherever_it_leads(site: Callable[..., Site], crawl: Any) -> None:
    post = with_sport(site)
    outcome = await crawl(NewsSpider, FRONT, urls=post.url("/go/game"), discover="none", exclude="/sport/")
    assert [item.url for item in outcome.items] == [post.url(BEHIND_A_REDIRECT)]


@pytest.mark.parametrize(
    ("given", "number"),
    [
        ({"include": r"\.html$"}, 1),
        ({"exclude": "-game-back$"}, 0),
        ({"include": r"\.html$", "exclude": "-game-back$"}, 0),
    ],
)
@deferred_f_from_coro_f
async def test_a_link_may_have_another_form_than_where_it_leads(
    site: Callable[..., Site], crawl: Any, given: dict[str, str], number: int
) -> None:
    link = f"{BEHIND_A_REDIRECT}.html"
    post = site(
        {
            "/": f"<html><title>Post</title><main><h2><a href='{link}'>Neighbours want a game back</a></h2></main></html>",
            link: (301, {"Location": BEHIND_A_REDIRECT}, b""),
            BEHIND_A_REDIRECT: page("game"),
        }
    )
    outcome = await crawl(NewsSpider, SHARED_STORE, sites=post.base, **given)
    assert len(outcome.items) == number
