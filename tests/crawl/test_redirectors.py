"""Feeds that lead by one host to stories of many sites, one of which is in trouble; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders import due
from tests.crawl.posts import Reply, path
from tests.crawl.test_failing import FAIR, HOUR, Crawls, crawls, post
from tests.crawl.test_notices import MANY, NOTICE
from tests.crawl.test_outages import AGES, EMPTY, GONE, HTML, NEWS
from tests.crawl.test_walled import warnings

pytestmark = pytest.mark.slow

__all__ = ["crawls", "post"]

FAILS: Reply = (503, HTML, b"<h1>Busy</h1>")
ERRS: Reply = (403, HTML, b"<h1>No</h1>")
TO_FRONT: Reply = (302, {"Location": "/"}, b"")
TOLD = "site gave the text of "


class Gathered:
    """A feed of the stories of two sites, to which one host leads: of a post, and of another one that is always well."""

    def __init__(self, post: Site, site: Callable[..., Site], crawls: Crawls) -> None:
        self.post, self.other, self._crawls = post, site({}), crawls
        self.hop, self._shelf = site({}), site({})
        self.lasting: dict[str, Reply] = {}
        """What topics of the post answer in each crawl."""

    async def hour(self, *topics: str, answer: Reply | None = None, other: str = "", **settings: Any) -> set[str]:
        """The topics that are had in a crawl an hour later, of those that the feed names then: some of the post, which may answer otherwise, and one of the other site."""
        answers = dict.fromkeys(topics, answer) if answer else self.lasting
        self.post.pages |= {path(topic): answers.get(topic) or page(topic) for topic in topics}
        self.other.pages |= {path(other): page(other)} if other else {}
        urls = [*map(self.post.url, map(path, topics)), *([self.other.url(path(other))] if other else [])]
        named = {f"/to{url.rpartition('/')[2]}": url for url in urls}
        self.hop.pages |= {name: (302, {"Location": url}, b"") for name, url in named.items()}
        links = "".join(f"<item><title>{name}</title><link>{self.hop.url(name)}</link></item>" for name in named)
        feed = f"<rss><channel>{links}</channel></rss>"
        self._shelf.pages["/rss.xml"] = (200, {"Content-Type": "application/rss+xml"}, feed.encode())
        given = {"feeds": self._shelf.url("/rss.xml"), "discover": "feeds"}
        found = await self._crawls.after(HOUR, {**FAIR, **AGES, **settings}, **given)
        return {item.title.removeprefix("The ") for item in found.items}

    def asks(self, *topics: str) -> int:
        """How often some of the post's stories were asked in the last crawl."""
        return sum(self.post.paths().count(path(topic)) for topic in topics)


@pytest.fixture
def gathered(post: Site, site: Callable[..., Site], crawls: Crawls) -> Gathered:
    post.pages["/"] = "<html><head><title>Post</title></head><body><h1>Post</h1></body></html>"
    return Gathered(post, site, crawls)


@pytest.mark.parametrize("is_known", [True, False], ids=["a site of earlier crawls", "a new one"])
@pytest.mark.parametrize("answer", [GONE, TO_FRONT, EMPTY, FAILS], ids=["404", "to front", "empty", "503"])
@deferred_f_from_coro_f
async def test_stories_of_a_site_in_trouble_are_had_later_though_others_give_theirs(
    gathered: Gathered, answer: Reply, is_known: bool
) -> None:
    if is_known:
        assert await gathered.hour("ferry", other="bridge") == {"ferry", "bridge"}
        gathered.post.pages[path("ferry")] = answer
    assert await gathered.hour(*NEWS, answer=answer, other="dock") == {"dock"}
    assert await gathered.hour(other="pier") == {"pier"}
    gathered.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await gathered.hour(other="lock") == {"lock", *NEWS}


@pytest.mark.parametrize("answer", [GONE, FAILS], ids=["404", "503"])
@deferred_f_from_coro_f
async def test_those_of_a_sister_in_trouble_are_too_though_the_site_that_leads_to_them_gives_its_own(
    gathered: Gathered, answer: Reply
) -> None:
    gathered.other = gathered.hop
    assert await gathered.hour(*NEWS, answer=answer, other="dock") == {"dock"}
    assert await gathered.hour(other="pier") == {"pier"}
    gathered.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await gathered.hour(other="lock") == {"lock", *NEWS}


@deferred_f_from_coro_f
async def test_a_notice_in_the_place_of_stories_is_that_of_the_site_that_shows_it(
    gathered: Gathered, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(await gathered.hour(*MANY, answer=NOTICE, other="dock")) == 2
    assert [line[: len(TOLD)] for line in warnings(caplog, gathered.post)] == [TOLD]
    gathered.post.pages |= {path(topic): page(topic) for topic in MANY}
    assert await gathered.hour(other="pier") == {"pier", *MANY}


@pytest.mark.parametrize("answer", [FAILS, ERRS], ids=["503", "403"])
@deferred_f_from_coro_f
async def test_a_site_is_asked_for_some_of_those_that_failed_and_for_all_once_one_of_them_answers(
    gathered: Gathered, answer: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "TRIED", 1)
    asks = []
    for news, other in ((NEWS, "dock"), ((), "pier"), ((), "lock")):
        assert await gathered.hour(*news, answer=answer, other=other) == {other}
        asks.append(gathered.asks(*NEWS))
    assert asks == [len(NEWS), 1, 1]
    gathered.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await gathered.hour(other="weir") == {"weir", *NEWS}


@pytest.mark.parametrize("answer", [GONE, TO_FRONT], ids=["404", "to front"])
@deferred_f_from_coro_f
async def test_dead_links_of_a_site_that_gives_other_stories_are_asked_at_their_ages(
    gathered: Gathered, answer: Reply
) -> None:
    asks, dead = [], NEWS[1:]
    gathered.lasting |= dict.fromkeys(dead, answer)
    for other in ("dock", "pier", "lock", "weir"):
        assert other in await gathered.hour(NEWS[0], *dead, other=other)
        asks.append(gathered.asks(*dead))
    assert asks == [len(dead), len(dead), 0, 0]


@deferred_f_from_coro_f
async def test_a_login_elsewhere_that_comes_to_nothing_is_no_site_of_the_feed(
    gathered: Gathered, site: Callable[..., Site]
) -> None:
    login = site({"/": "<title>Log in</title>", "/in": GONE})
    assert await gathered.hour("ferry") == {"ferry"}
    assert await gathered.hour(*NEWS, answer=(302, {"Location": login.url("/in")}, b"")) == set()
    assert await gathered.hour() == set()
    gathered.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await gathered.hour() == {*NEWS}
