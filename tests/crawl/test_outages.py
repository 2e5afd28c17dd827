"""Outages in which a site answers for each story with something else, or with none, while its feed goes on; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import missed, outages
from boilerspider.spiders import due, memory
from tests.crawl import pauses
from tests.crawl.posts import SHARED_STORE, Reply, front, path, rss, versioned
from tests.crawl.test_failing import FAIR, HOUR, Crawls, crawls, map_of, post
from tests.crawl.test_waiting import Articles, articles
from tests.crawl.test_walled import warnings

pytestmark = pytest.mark.slow

__all__ = ["articles", "crawls", "post"]

HTML = {"Content-Type": "text/html"}
GONE: Reply = (404, HTML, b"<h1>Not here</h1>")
CONSENT: Reply = (
    200,
    HTML,
    b"""<html><head><title>Before you go on</title></head><body><h1>We value your privacy</h1><p>We and our partners use cookies
    to store information on your device. Please accept all cookies to continue.</p><button>Accept all</button>
    <button>Reject</button></body></html>""",
)
SHORT: Reply = (
    200,
    HTML,
    b"""<html><head><title>Post</title></head><body><h1>Our pages are being improved</h1><p>We are working on our servers
    this evening and will be with you again shortly, thank you.</p></body></html>""",
)
TO_LOGIN: Reply = (302, {"Location": "/login"}, b"")
LOGIN: Reply = (
    200,
    HTML,
    b"""<html><head><title>Log in</title></head><body><h1>Log in</h1><form action='/login'><input name='user'>
    <input type='password' name='secret'></form></body></html>""",
)
CHECK: Reply = (
    200,
    HTML,
    b"<html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>",
)
EMPTY: Reply = (200, HTML, b"")
AGES = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "3600,21600,86400"}
NEWS = ("dam", "kiln", "mill", "quay")


class Paper:
    """A newspaper that names its stories in a feed, or by links alone."""

    has_feed = True
    has_cookies = True
    """Those of the crawls."""
    settings: Mapping[str, Any] = {}
    """More of theirs."""

    def __init__(self, post: Site, crawls: Crawls) -> None:
        self.post, self._crawls = post, crawls
        post.pages |= {"/login": LOGIN, "/news.xml": (404, {}, b""), "/sitemap.xml": (404, {}, b"")}

    async def hour(
        self,
        *topics: str,
        but: Mapping[str, Any] | None = None,
        wait: float = 1,
        limit: int = 0,
        dates: dict[str, str] | None = None,
        **arguments: str,
    ) -> set[str]:
        """The topics that are had in a crawl an hour later, of all that the feed names then; some answer otherwise."""
        self.post.pages |= {path(topic): versioned(page(topic), topic) for topic in topics}
        self.post.pages |= {path(topic): reply for topic, reply in (but or {}).items()}
        self.post.pages |= {
            "/rss.xml": versioned(
                rss(*topics if self.has_feed else (), dates=dates), " ".join(topics), "application/rss+xml"
            ),
            "/": front(*() if self.has_feed else map(path, topics)),
        }
        limited = {"max_per_site": str(limit)} if limit else {}
        settings = {**FAIR, **AGES, "COOKIES_ENABLED": self.has_cookies, **self.settings}
        found = await self._crawls.after(wait * HOUR, settings, sites=self.post.base, **limited, **arguments)
        return {item.title.removeprefix("The ") for item in found.items}

    def asks(self, topic: str) -> int:
        """How often a topic was asked in the last crawl."""
        return self.post.paths().count(path(topic))


@pytest.fixture
def paper(post: Site, crawls: Crawls) -> Paper:
    return Paper(post, crawls)


@pytest.mark.parametrize("answer", [GONE, CONSENT, LOGIN, TO_LOGIN], ids=["404", "consent", "login", "to login"])
@deferred_f_from_coro_f
async def test_the_stories_of_an_outage_are_had_by_the_first_crawl_after_it(paper: Paper, answer: Reply) -> None:
    assert await paper.hour("bridge") == {"bridge"}
    for _ in range(4):
        assert await paper.hour("bridge", *NEWS, but=dict.fromkeys(NEWS, answer)) == set()
    assert await paper.hour("bridge", *NEWS) == set(NEWS)


@deferred_f_from_coro_f
async def test_the_same_holds_for_stories_to_which_links_alone_lead(paper: Paper) -> None:
    paper.has_feed = False
    assert await paper.hour("bridge") == {"bridge"}
    for _ in range(4):
        assert await paper.hour("bridge", *NEWS, but=dict.fromkeys(NEWS, SHORT)) == set()
    assert await paper.hour("bridge", *NEWS) == set(NEWS)


@pytest.mark.parametrize("has_feed", [True, False], ids=["feed", "links"])
@pytest.mark.parametrize("answer", [GONE, SHORT, CONSENT, EMPTY], ids=["404", "short", "consent", "empty"])
@deferred_f_from_coro_f
async def test_stories_to_which_nothing_leads_any_more_after_an_outage_are_had_too(
    paper: Paper, answer: Reply, has_feed: bool
) -> None:
    paper.has_feed = has_feed
    down = dict.fromkeys((*NEWS, "lock"), answer)
    assert await paper.hour(*NEWS, but=down) == set()
    assert await paper.hour("lock", *NEWS[:1], but=down) == set()
    assert await paper.hour() == set()
    assert [paper.asks(topic) for topic in (*NEWS, "lock")] == [1] * 5
    paper.post.pages |= {path(topic): page(topic) for topic in down}
    assert await paper.hour("bridge") == {"bridge", *down}
    assert await paper.hour("bridge", wait=0.3) == set()
    assert [paper.asks(topic) for topic in NEWS] == [0] * len(NEWS)


@deferred_f_from_coro_f
async def test_so_are_those_of_a_site_to_which_a_feed_elsewhere_led(
    paper: Paper, crawls: Crawls, site: Callable[..., Site]
) -> None:
    links = "".join(f"<item><title>{topic}</title><link>{paper.post.url(path(topic))}</link></item>" for topic in NEWS)
    shelf = site(
        {"/rss.xml": (200, {"Content-Type": "application/rss+xml"}, f"<rss><channel>{links}</channel></rss>".encode())}
    )
    given = {"feeds": shelf.url("/rss.xml"), "discover": "feeds"}
    paper.post.pages |= {path(topic): GONE for topic in NEWS}
    assert not (await crawls.after(HOUR, AGES, **given)).items
    shelf.pages["/rss.xml"] = (
        200,
        {"Content-Type": "application/rss+xml"},
        rss("bridge").replace("<link>", f"<link>{paper.post.base}").encode(),
    )
    paper.post.pages |= {path(topic): page(topic) for topic in (*NEWS, "bridge")}
    assert len((await crawls.after(HOUR, AGES, urls=paper.post.url(path("bridge")))).items) == 1
    assert len((await crawls.after(HOUR, AGES, **given)).items) == len(NEWS)


@deferred_f_from_coro_f
async def test_so_are_those_that_were_not_asked_for_nobody_knew_what_their_robots_txt_forbids(
    paper: Paper, crawls: Crawls, site: Callable[..., Site]
) -> None:
    def listed(*topics: str) -> Reply:
        feed = rss(*topics).replace("<link>", f"<link>{paper.post.base}")
        return 200, {"Content-Type": "application/rss+xml"}, feed.encode()

    shelf = site({"/rss.xml": listed(*NEWS)})
    given = {"feeds": shelf.url("/rss.xml"), "discover": "feeds"}
    asking = {"DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.retry.RobotsFailure": 545}, "ROBOTSTXT_OBEY": True}
    paper.post.pages |= {path(topic): page(topic) for topic in (*NEWS, "bridge")}
    paper.post.pages["/robots.txt"] = (503, HTML, b"")
    assert not (await crawls.after(HOUR, {**AGES, **asking}, **given)).items
    assert [paper.asks(topic) for topic in NEWS] == [0] * len(NEWS)
    paper.post.pages["/robots.txt"], shelf.pages["/rss.xml"] = (404, HTML, b""), listed("bridge")
    assert len((await crawls.after(HOUR, {**AGES, **asking}, **given)).items) == len(NEWS) + 1


@pytest.mark.parametrize("status", [403, 429, 503])
@deferred_f_from_coro_f
async def test_so_are_those_that_failed_where_their_site_gave_none(paper: Paper, status: int) -> None:
    assert await paper.hour(*NEWS, but=dict.fromkeys(NEWS, (status, HTML, b""))) == set()
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("bridge") == {"bridge", *NEWS}
    await paper.hour("bridge", wait=0.3)
    assert [paper.asks(topic) for topic in NEWS] == [0] * len(NEWS)


@pytest.mark.parametrize("status", [403, 503])
@deferred_f_from_coro_f
async def test_stories_that_were_had_before_take_no_places_of_those_that_failed(
    paper: Paper, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr(missed, "MOST", 3)
    had, news = [f"pier{letter}" for letter in "abcdefgh"], (NEWS[:2], ("bridge",))
    assert await paper.hour(*had) == {*had}
    down: dict[str, Reply] = dict.fromkeys((*had, *news[0], *news[1]), (status, HTML, b""))
    for topics in news:
        # The others tell that it is the site which fails.
        assert await paper.hour(*topics, but=down) == set()
        assert all(map(paper.asks, had))
    paper.post.pages |= {path(topic): page(topic) for topic in down}
    assert await paper.hour() == {*news[0], *news[1]}


@pytest.mark.parametrize(("status", "asks"), [(403, [1, 1, 0, 1, 0, 0, 0, 1]), (503, [1] * 8)])
@deferred_f_from_coro_f
async def test_those_that_fail_by_themselves_wait_once_nothing_leads_to_them(
    paper: Paper, status: int, asks: list[int]
) -> None:
    failing: dict[str, Reply] = dict.fromkeys(NEWS, (status, HTML, b""))
    await paper.hour(*NEWS, but=failing)
    found = []
    for _ in asks:
        await paper.hour()
        found.append(paper.asks(NEWS[0]))
    assert found == asks


@pytest.mark.parametrize("reply", [(503, HTML, b""), (200, {**HTML, "X-Cut": "yes"}, b"<p>Half")], ids=["503", "cut"])
@deferred_f_from_coro_f
async def test_what_a_sitemap_alone_named_is_asked_while_it_names_it(paper: Paper, reply: Reply) -> None:
    paper.post.pages["/sitemap.xml"] = map_of(paper.post, *map(path, NEWS))
    await paper.hour(but=dict.fromkeys(NEWS, reply))
    assert all(map(paper.asks, NEWS))
    paper.post.pages["/sitemap.xml"] = map_of(paper.post)
    await paper.hour()
    assert [paper.asks(topic) for topic in NEWS] == [0] * len(NEWS)


@deferred_f_from_coro_f
async def test_where_a_site_gives_a_story_those_that_failed_are_asked_while_something_leads_to_them(
    paper: Paper,
) -> None:
    assert await paper.hour("bridge", *NEWS, but=dict.fromkeys(NEWS, (503, HTML, b""))) == {"bridge"}
    await paper.hour("bridge")
    assert [paper.asks(topic) for topic in NEWS] == [0] * len(NEWS)


@pytest.mark.parametrize("is_versioned", [True, False], ids=["304", "200"])
@deferred_f_from_coro_f
async def test_a_story_that_was_had_before_says_nothing_of_new_ones_that_fail(paper: Paper, is_versioned: bool) -> None:
    cached = {} if is_versioned else {"bridge": page("bridge")}
    assert await paper.hour("bridge", but=cached) == {"bridge"}
    assert await paper.hour("bridge", *NEWS, but={**dict.fromkeys(NEWS, (503, HTML, b"")), **cached}) == set()
    assert paper.asks("bridge") == 1
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("dock") == {"dock", *NEWS}


@pytest.mark.parametrize("answer", [(503, HTML, b""), CHECK], ids=["503", "check"])
@deferred_f_from_coro_f
async def test_a_site_is_asked_for_some_of_those_that_failed_in_turn_and_for_all_once_one_of_them_answers(
    paper: Paper, monkeypatch: pytest.MonkeyPatch, answer: Reply
) -> None:
    monkeypatch.setattr(due, "TRIED", 2)
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, answer))
    asked = []
    for _ in range(4):
        await paper.hour("bridge")
        asked.append({topic for topic in NEWS if paper.asks(topic)})
    assert asked == [asked[0], {*NEWS} - asked[0]] * 2
    assert len(asked[0]) == 2
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("bridge") == {*NEWS}


@deferred_f_from_coro_f
async def test_a_dead_link_that_answers_says_nothing_of_those_that_failed(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "TRIED", 2)
    dead: dict[str, Reply] = {"dock": SHORT}
    await paper.hour("dock", *NEWS, but=dead | dict.fromkeys(NEWS, (503, HTML, b"")))
    await paper.hour("dock", but=dead)
    assert paper.asks("dock") == 1
    assert sum(map(paper.asks, NEWS)) == 2


@deferred_f_from_coro_f
async def test_what_a_crawl_does_not_want_takes_no_turn_of_what_its_site_did_not_give(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "TRIED", 2)
    now = datetime.now(timezone.utc)
    old = {topic: format_datetime(now - timedelta(days=2)) for topic in ("pierone", "piertwo")}
    assert len(await paper.hour(*old, dates=old)) == len(old)
    down = dict.fromkeys((*NEWS, *old), (503, HTML, b""))
    since = f"{now - timedelta(days=1):%Y-%m-%dT%H:%M}"
    await paper.hour(*NEWS, but=down, wait=23)
    await paper.hour(*NEWS, but=down, since=since)
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("bridge", since=since) == {"bridge", *NEWS}
    assert not any(map(paper.asks, old))


@deferred_f_from_coro_f
async def test_who_forgets_a_story_forgets_none_that_an_outage_took(paper: Paper, articles: Articles) -> None:
    assert await paper.hour("bridge") == {"bridge"}
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, (503, HTML, b"")))
    assert articles("forget", paper.post.url(path("bridge"))).startswith("1 story is forgotten")
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("dock") == {"dock", *NEWS}


@deferred_f_from_coro_f
async def test_one_that_waits_when_its_time_is_over_is_asked_once_more(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, (403, HTML, b"")))
    monkeypatch.setattr(memory, "LATE", -timedelta(seconds=86400))
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("bridge") == {"bridge", *NEWS}


@deferred_f_from_coro_f
async def test_what_a_host_that_dies_in_mid_crawl_leaves_is_had_later_though_nothing_leads_to_it_any_more(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses.shorten(monkeypatch, 0.01)
    backing_off = {**FAIR["DOWNLOADER_MIDDLEWARES"], "boilerspider.crawl.budgets.BackOff": 570}
    paper.settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOADER_MIDDLEWARES": backing_off}
    many = [f"{topic}{letter}" for topic in NEWS for letter in "abcdefgh"]

    def dying(topic: str) -> Callable[[], str]:
        def answer() -> str:
            paper.post.pages |= dict.fromkeys(paper.post.pages, (502, HTML, b""))
            return page(topic)

        return answer

    had = await paper.hour(*many, but={topic: dying(topic) for topic in many})
    asked = {topic for topic in many if paper.asks(topic)}
    assert had < asked < {*many}
    paper.post.pages |= {path(topic): page(topic) for topic in many}
    assert await paper.hour("bridge") == {"bridge", *many} - had


@deferred_f_from_coro_f
async def test_corrections_of_such_stories_are_had_at_their_ages_as_those_of_others(paper: Paper) -> None:
    assert await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE)) == set()
    assert await paper.hour(*NEWS) == set(NEWS)
    paper.post.pages |= {path(topic): page(topic, count=9) for topic in NEWS}
    found = [await paper.hour("bridge", wait=wait) for wait in (1, 4, 1)]
    assert found == [{"bridge"}, set(NEWS), set()]


@deferred_f_from_coro_f
async def test_what_only_a_link_led_to_and_turns_out_to_be_no_story_is_asked_at_its_ages(paper: Paper) -> None:
    paper.has_feed, asks = False, []
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE))
    paper.post.pages |= {path(topic): (200, HTML, SHORT[2].replace(b"pages", topic.encode())) for topic in NEWS}
    for _ in range(4):
        await paper.hour("bridge")
        asks.append(paper.asks(NEWS[0]))
    assert asks == [1, 0, 0, 0]


@deferred_f_from_coro_f
async def test_a_story_is_had_whose_place_something_else_of_the_same_version_took(paper: Paper) -> None:
    version = {**HTML, "Last-Modified": "Fri, 20 Nov 2026 08:00:00 GMT"}
    behind: dict[str, Reply] = {"quay": (200, version, SHORT[2])}
    assert await paper.hour("bridge", "quay", but=behind) == {"bridge"}
    lifted: dict[str, Reply] = {"quay": (200, version, page("quay").encode())}
    assert await paper.hour("bridge", "quay", but=lifted) == {"quay"}


@deferred_f_from_coro_f
async def test_dead_links_are_asked_at_their_ages_alone_where_any_story_is_had(paper: Paper) -> None:
    asks, dead = [], dict.fromkeys(NEWS, GONE)
    for hour in range(8):
        await paper.hour(f"bridge{hour}", *NEWS, but=dead)
        asks.append([paper.asks(topic) for topic in NEWS])
    assert [sum(each) for each in asks] == [4, 4, 0, 0, 0, 0, 4, 0]


@pytest.mark.parametrize("count", [1, 2])
@deferred_f_from_coro_f
async def test_few_dead_links_are_no_outage(paper: Paper, count: int) -> None:
    asks = []
    for _ in range(4):
        await paper.hour(*NEWS[:count], but=dict.fromkeys(NEWS[:count], GONE))
        asks.append(paper.asks(NEWS[0]))
    assert asks == [1, 1, 0, 0]


@deferred_f_from_coro_f
async def test_pages_of_their_own_that_are_no_stories_are_no_outage(paper: Paper) -> None:
    offers: dict[str, Reply] = {
        topic: (
            200,
            HTML,
            f"<html><head><title>The {topic} offers a subscription</title>"
            '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}</script></head>'
            f"<body><article><h1>The {topic}</h1><p>Those who live near the {topic} have asked for it for years.</p></article>"
            "</body></html>".encode(),
        )
        for topic in NEWS
    }
    asks = []
    for _ in range(4):
        assert await paper.hour(*NEWS, but=offers) == set()
        asks.append(paper.asks(NEWS[0]))
    assert asks == [1, 1, 0, 0]


@pytest.mark.parametrize("is_own", [False, True])
@deferred_f_from_coro_f
async def test_questions_about_cookies_are_an_outage_where_none_names_its_story(paper: Paper, is_own: bool) -> None:
    asks, (status, headers, body) = [], CONSENT
    paper.has_cookies = False
    own = {topic: body.replace(b"continue", f"go on to the {topic}".encode()) if is_own else body for topic in NEWS}
    for _ in range(6):
        await paper.hour(*NEWS, but={topic: (status, headers, own[topic]) for topic in NEWS})
        asks.append(paper.asks(NEWS[0]))
    # Once more by the next crawl, then at their ages.
    assert asks == ([1, 1, 1, 0, 0, 0] if is_own else [1] * 6)


@deferred_f_from_coro_f
async def test_an_outage_without_end_is_one_for_a_day(paper: Paper) -> None:
    asks = []
    for wait in (0, 1, 1, 21, 4, 1, 1, 1):
        await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE), wait=wait)
        asks.append(paper.asks(NEWS[0]))
    assert asks == [1, 1, 1, 1, 1, 0, 0, 0]
    # What is new then is known for what it is.
    asks = []
    for _ in range(3):
        await paper.hour("dock", "pier", "raft", *NEWS, but=dict.fromkeys(("dock", "pier", "raft", *NEWS), GONE))
        asks.append(paper.asks("dock"))
    assert asks == [1, 1, 0]


@deferred_f_from_coro_f
async def test_a_bounded_number_of_stories_is_kept_in_mind(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "MOST", 3)
    asks = []
    for _ in range(3):
        await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE))
        asks.append(sum(map(paper.asks, NEWS)))
    assert asks == [4, 4, 3]


@deferred_f_from_coro_f
async def test_under_a_limit_what_an_outage_has_asked_again_comes_last(paper: Paper) -> None:
    dead, had = [f"dead{end}" for end in "abcdefghijkl"], set()
    for _ in range(5):
        had |= await paper.hour(*NEWS, *dead, but=dict.fromkeys(dead, GONE), limit=8)
    assert had == set(NEWS)


@pytest.mark.parametrize("answer", [GONE, (403, HTML, b""), (503, HTML, b"")], ids=["404", "403", "503"])
@deferred_f_from_coro_f
async def test_what_a_feed_led_to_by_another_host_is_had_later_though_the_feed_has_moved_on(
    paper: Paper, crawls: Crawls, site: Callable[..., Site], tmp_path: Path, answer: Reply
) -> None:
    between, had = site({}, "127.0.0.3"), list[int]()
    rules = f"[[site]]\nstart = '{paper.post.base}/'\nfeeds = '{between.url('/rss.xml')}'\n"
    (tmp_path / "sites.toml").write_text(rules, encoding="utf-8")
    paper.post.pages |= dict.fromkeys(map(path, NEWS), answer)
    for topics in (NEWS, ("bridge",)):
        between.pages |= {path(topic): (302, {"Location": paper.post.url(path(topic))}, b"") for topic in topics}
        between.pages["/rss.xml"] = versioned(rss(*topics), topics[0], "application/rss+xml")
        had.append(len((await crawls.after(HOUR, {**FAIR, **AGES}, sites="sites.toml", discover="feeds")).items))
        paper.post.pages |= {path(topic): page(topic) for topic in (*NEWS, "bridge")}
    assert had == [0, len(NEWS) + 1]


@pytest.mark.parametrize("answer", [GONE, TO_LOGIN], ids=["404", "to login"])
@deferred_f_from_coro_f
async def test_sites_whose_feeds_lead_by_one_other_host_have_outages_of_their_own(
    paper: Paper, crawls: Crawls, site: Callable[..., Site], tmp_path: Path, answer: Reply
) -> None:
    well, between, had = site({}, "127.0.0.2"), site({}, "127.0.0.3"), list[set[str]]()
    (tmp_path / "sites.toml").write_text(
        "".join(
            f"[[site]]\nstart = '{each.base}/'\nfeeds = '{between.url(feed)}'\n"
            for each, feed in ((paper.post, "/a.xml"), (well, "/b.xml"))
        ),
        encoding="utf-8",
    )
    for hour in range(4):
        other = f"harbour{'abcd'[hour]}"
        for each, feed, topics in ((paper.post, "/a.xml", NEWS), (well, "/b.xml", (other,))):
            each.pages |= {path(topic): versioned(page(topic), topic) for topic in topics}
            between.pages |= {path(topic): (302, {"Location": each.url(path(topic))}, b"") for topic in topics}
            between.pages[feed] = versioned(rss(*topics), other, "application/rss+xml")
        paper.post.pages |= dict.fromkeys(map(path, NEWS), answer) if hour < 3 else {}
        found = await crawls.after(HOUR, {**FAIR, **AGES}, sites="sites.toml", discover="feeds")
        had.append({item.title.removeprefix("The ") for item in found.items})
    assert had == [{"harboura"}, {"harbourb"}, {"harbourc"}, {"harbourd", *NEWS}]


NONE = "site gave none of the stories that were asked (404: 4): {}; see what a browser shows there"


@deferred_f_from_coro_f
async def test_an_outage_is_told_of_at_the_end_while_it_lasts(paper: Paper, caplog: pytest.LogCaptureFixture) -> None:
    gone, told = dict.fromkeys(NEWS, GONE), []
    # The last time the same links are dead beside a story that is had.
    for topics, wait in ((NEWS, 1), (NEWS, 30), (("dock", *NEWS), 1)):
        await paper.hour(*topics, but=gone, wait=wait)
        told.append(warnings(caplog, paper.post))
    again = ("the next crawl asks them again", "that has lasted for a day, so they are asked at their ages")
    assert told == [[NONE.format(again[0])], [NONE.format(again[1])], []]


@deferred_f_from_coro_f
async def test_of_others_it_is_not_said_what_they_came_to(paper: Paper, caplog: pytest.LogCaptureFixture) -> None:
    busy: Reply = (503, HTML, b"")
    topics = (*NEWS, "dock", "pier", "raft")
    await paper.hour(*topics, but={**dict.fromkeys(topics, GONE), "dock": busy, "pier": busy, "raft": busy})
    assert warnings(caplog, paper.post) == [NONE.format("the next crawl asks them again")]


@deferred_f_from_coro_f
async def test_one_worker_of_several_at_a_queue_knows_of_no_outage(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    paper.settings, asks = {"SCHEDULER_IDLE_BEFORE_CLOSE": 1}, []
    for _ in range(4):
        await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE))
        asks.append(paper.asks(NEWS[0]))
    assert (asks, warnings(caplog, paper.post)) == ([1, 1, 0, 0], [])


@deferred_f_from_coro_f
async def test_nor_does_a_part_of_a_crawl(paper: Paper, caplog: pytest.LogCaptureFixture) -> None:
    paper.has_feed, dead = False, dict.fromkeys(NEWS, GONE)
    await paper.hour("bridge", *NEWS, but=dead)
    paper.settings = {"JOBDIR": "job", "CLOSESPIDER_ITEMCOUNT": 1, "CONCURRENT_REQUESTS": 1}
    # What came to nothing before is asked last: it is left to the second part.
    assert await paper.hour("bridge", "dock", *NEWS, but=dead, wait=1.1) == {"dock"}
    paper.settings = {"JOBDIR": "job"}
    assert await paper.hour("bridge", "dock", *NEWS, but=dead, wait=0) == set()
    assert sum(map(paper.asks, NEWS)) >= outages.FEWEST
    assert warnings(caplog, paper.post) == []
    paper.settings = {}
    await paper.hour("bridge", "dock", *NEWS, but=dead)
    assert sum(map(paper.asks, NEWS)) == 0


@deferred_f_from_coro_f
async def test_stories_that_were_had_and_are_taken_out_are_not_told_of(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    await paper.hour(*NEWS)
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE))
    assert (paper.asks(NEWS[0]), warnings(caplog, paper.post)) == (1, [])


@deferred_f_from_coro_f
async def test_an_outage_of_which_another_line_tells_has_one_line(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, CONSENT))
    (line,) = warnings(caplog, paper.post)
    assert "a question about cookies" in line


@deferred_f_from_coro_f
async def test_without_ages_nothing_is_asked_again(
    paper: Paper, crawls: Crawls, caplog: pytest.LogCaptureFixture
) -> None:
    await paper.hour(*NEWS, but=dict.fromkeys(NEWS, GONE))
    warnings(caplog, paper.post)
    topics = ("dock", "pier", "raft", "weir")
    paper.post.pages["/rss.xml"] = versioned(rss(*topics, *NEWS), "later", "application/rss+xml")
    settings = {**FAIR, **AGES, "BOILERSPIDER_RECHECK": ""}
    await crawls.after(HOUR, settings, sites=paper.post.base)
    told = NONE.format("no crawl asks them again, for BOILERSPIDER_RECHECK is empty")
    assert (paper.asks(NEWS[0]), warnings(caplog, paper.post)) == (0, [told])


@deferred_f_from_coro_f
async def test_what_an_outage_has_asked_again_is_told_of_a_story(paper: Paper, articles: Articles) -> None:
    gone = dict.fromkeys(NEWS, GONE)
    await paper.hour(*NEWS, but=gone)
    for _ in range(2):
        await paper.hour(*NEWS, but=gone)
        told = articles("check", paper.post.url(path(NEWS[0])), ages=AGES["BOILERSPIDER_RECHECK"])
        assert "first asked  20" in told and "checked" not in told
        assert "again        due: crawls that come to it ask it\n" in told
    # Where it was asked twice no time is set back, and an age is to come.
    await paper.hour("bridge", *NEWS, but=gone)
    told = articles("check", paper.post.url(path(NEWS[0])), ages=AGES["BOILERSPIDER_RECHECK"])
    assert "checked  20" in told and "again    crawls ask it again from 20" in told
    assert "again" not in articles("check", paper.post.url(path("bridge")))


@deferred_f_from_coro_f
async def test_the_one_that_asks_a_login_for_all_is_had_too_where_that_fails(paper: Paper) -> None:
    paper.has_cookies = False
    paper.post.pages["/login"] = (503, HTML, b"<h1>Busy</h1>")
    assert await paper.hour(*NEWS, but=dict.fromkeys(NEWS, TO_LOGIN)) == set()
    paper.post.pages |= {path(topic): page(topic) for topic in NEWS}
    assert await paper.hour("ferry") == {"ferry", *NEWS}
