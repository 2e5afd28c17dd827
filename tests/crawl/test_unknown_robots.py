"""Sites whose robots.txt cannot be had; whole crawls against servers on loopback."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, free_port, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import NOW_DUE, TOPICS, Reply, asked, path, posted

OURS = {
    **NOW_DUE,
    "ROBOTSTXT_OBEY": True,
    "DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.retry.RobotsFailure": 545},
}
UNPACKING = {
    **OURS,
    "DOWNLOADER_MIDDLEWARES": {
        "boilerspider.crawl.retry.RobotsFailure": 545,
        "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
        "boilerspider.crawl.compression.WholeAnswers": 590,
    },
    "RETRY_ENABLED": False,
}
FAILING: Reply = (503, {}, b"<h1>Out of order</h1>")


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    told = [r.getMessage() for r in caplog.records if r.levelname == "WARNING" and r.name.startswith("boilerspider.")]
    caplog.clear()
    return told


def told_of(post: Site, why: str = "status 503") -> str:
    host = post.base.removeprefix("http://")
    return (
        f"{post.base}/robots.txt cannot be fetched: {why}; nothing that it may forbid is asked of {host} in this crawl,"
        " the next one looks again (ROBOTSTXT_OBEY=False asks all the same)"
    )


@deferred_f_from_coro_f
async def test_a_site_whose_robots_txt_fails_is_left_to_the_next_crawl(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    host = post.base.removeprefix("http://")
    post.pages["/robots.txt"] = FAILING
    failing = await crawl(NewsSpider, OURS, sites=post.base)
    assert failing.items == []
    assert failing.count("fetch/failed/robots.txt") == 1
    assert set(asked(post)) == {"/robots.txt"}
    why = "its robots.txt cannot be fetched: status 503"
    assert warnings(caplog) == [told_of(post), f"{host} gave no page: {why}"]
    del post.pages["/robots.txt"]
    mended = await crawl(NewsSpider, OURS, sites=post.base)
    assert len(mended.items) == len(TOPICS)
    assert warnings(caplog) == []


@deferred_f_from_coro_f
async def test_where_nobody_is_nothing_is_asked_all_the_same(crawl: Any, caplog: pytest.LogCaptureFixture) -> None:
    hosts = (f"127.0.0.1:{free_port()}", "nowhere.invalid")
    await crawl(NewsSpider, OURS, sites=",".join(f"http://{host}" for host in hosts))
    told = sorted(line for line in warnings(caplog) if "robots.txt cannot be fetched" in line and "gave no" not in line)
    assert [line.partition("://")[2].partition("/")[0] for line in told] == list(hosts)
    assert all(line.endswith(" in this crawl, the next one looks again") for line in told)


RULES = b"User-agent: *\nDisallow: /admin\n"
JUNK = b"\x01\x02\x03\xff" * 100


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        *((coding, JUNK) for coding in ("gzip", "deflate", "br", "zstd", "compress")),
        ("gzip", gzip.compress(RULES, mtime=0)[:10]),
        ("gzip", gzip.compress(bytes(300_000), mtime=0)),
    ],
    ids=["gzip", "deflate", "br", "zstd", "unknown", "nothing of it", "too much of it"],
)
@deferred_f_from_coro_f
async def test_a_robots_txt_that_cannot_be_unpacked_may_forbid_all(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, encoding: str, body: bytes
) -> None:
    post = posted(site)
    post.pages["/robots.txt"] = (200, {"Content-Type": "text/plain", "Content-Encoding": encoding}, body)
    outcome = await crawl(NewsSpider, {**UNPACKING, "DOWNLOAD_MAXSIZE": 200_000}, sites=post.base)
    assert (outcome.items, set(asked(post))) == ([], {"/robots.txt"})
    assert not any(record.exc_info for record in caplog.records)
    assert warnings(caplog)[0] == told_of(post, "its compression cannot be read")


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"Content-Encoding": "utf-8"}, RULES),
        (200, {"Content-Encoding": "utf-8"}, RULES + b"\x1a"),  # as DOS files end
        (200, {"Content-Encoding": "gzip"}, RULES + b"\x1a"),
        (404, {"Content-Encoding": "gzip"}, JUNK),
    ],
)
@deferred_f_from_coro_f
async def test_a_coding_that_is_none_hides_no_rules(site: Callable[..., Site], crawl: Any, answer: Reply) -> None:
    post = posted(site)
    post.pages["/robots.txt"] = answer
    assert len((await crawl(NewsSpider, UNPACKING, sites=post.base)).items) == len(TOPICS)


@deferred_f_from_coro_f
async def test_what_is_due_while_robots_txt_fails_is_asked_by_the_next_crawl(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = posted(site)
    await crawl(NewsSpider, OURS, sites=post.base)
    post.pages["/robots.txt"] = FAILING
    post.pages[path("ferry")] = page("ferry of another year")
    asked(post)
    assert (await crawl(NewsSpider, OURS, feeds=post.url("/rss.xml"))).items == []
    assert asked(post) == ["/robots.txt"]
    del post.pages["/robots.txt"]
    assert len((await crawl(NewsSpider, OURS, feeds=post.url("/rss.xml"))).items) == 1


@pytest.mark.parametrize("status", [404, 429, 403])
@deferred_f_from_coro_f
async def test_a_site_that_says_it_has_no_robots_txt_is_asked(
    site: Callable[..., Site], crawl: Any, status: int
) -> None:
    post = posted(site)
    post.pages["/robots.txt"] = (status, {}, b"")
    assert len((await crawl(NewsSpider, OURS, sites=post.base)).items) == len(TOPICS)


@deferred_f_from_coro_f
async def test_a_robots_txt_that_fails_where_it_redirects_to_is_the_site_s(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = posted(site)
    post.pages["/robots.txt"] = (301, {"Location": "/rules.txt"}, b"")
    post.pages["/rules.txt"] = FAILING
    outcome = await crawl(NewsSpider, OURS, feeds=post.url("/rss.xml"))
    assert (outcome.items, asked(post)) == ([], ["/robots.txt", "/rules.txt"])
    assert warnings(caplog)[0] == told_of(post, f"it redirects to {post.url('/rules.txt')}: status 503")


def elsewhere(private: bool) -> dict[str, Any]:
    ours = {
        **OURS["DOWNLOADER_MIDDLEWARES"],
        "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
        "boilerspider.crawl.offsite.SitesOnly": 50,
        "boilerspider.crawl.addresses.PrivateAddresses": 760,
    }
    return {**OURS, "DOWNLOADER_MIDDLEWARES": ours, "BOILERSPIDER_PRIVATE_ADDRESSES": private}


@pytest.mark.parametrize(
    ("answer", "stories"),
    [((200, {}, b"User-agent: *\nDisallow: /2026/11/neighbours-want-a-ferry"), 2), ((404, {}, b""), 3)],
    ids=["rules", "none"],
)
@deferred_f_from_coro_f
async def test_a_robots_txt_that_stands_on_another_site_is_obeyed(
    site: Callable[..., Site], crawl: Any, answer: Reply, stories: int
) -> None:
    post, other = posted(site), site({"/rules.txt": answer}, "127.0.0.2")
    post.pages["/robots.txt"] = (301, {"Location": other.url("/rules.txt")}, b"")
    outcome = await crawl(NewsSpider, elsewhere(private=True), sites=post.base)
    assert (len(outcome.items), other.paths()) == (stories, ["/rules.txt"])


@pytest.mark.parametrize("private", [True, False], ids=["fails", "may not be asked"])
@deferred_f_from_coro_f
async def test_a_site_whose_robots_txt_is_not_had_on_another_site_is_left_alone(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, private: bool
) -> None:
    post, other = posted(site), site({"/rules.txt": FAILING}, "127.0.0.2")
    rules = other.url("/rules.txt")
    post.pages["/robots.txt"] = (301, {"Location": rules}, b"")
    outcome = await crawl(NewsSpider, elsewhere(private), sites=post.base)
    assert (outcome.items, set(asked(post))) == ([], {"/robots.txt"})
    assert asked(other) == ["/rules.txt"] * private
    why = "status 503" if private else "127.0.0.2 has the private address 127.0.0.2"
    assert told_of(post, f"it redirects to {rules}: {why}") in warnings(caplog)


@deferred_f_from_coro_f
async def test_other_sites_and_crawls_without_robots_txt_go_on(site: Callable[..., Site], crawl: Any) -> None:
    failing, other = posted(site), posted(lambda pages: site(pages, "127.0.0.2"))
    failing.pages["/robots.txt"] = FAILING
    feeds = f"{failing.url('/rss.xml')},{other.url('/rss.xml')}"
    outcome = await crawl(NewsSpider, {**OURS, "BOILERSPIDER_DEDUP": "off"}, feeds=feeds)
    assert len(outcome.items) == len(TOPICS)
    settings = {**OURS, "BOILERSPIDER_DEDUP": "off", "ROBOTSTXT_OBEY": False}
    assert len((await crawl(NewsSpider, settings, feeds=feeds)).items) == 2 * len(TOPICS)


@pytest.mark.parametrize(("has_cookies", "tries"), [(False, 1), (True, 2)])
@deferred_f_from_coro_f
async def test_a_robots_txt_that_redirects_to_itself_is_asked_no_more_and_forbids_nothing(
    site: Callable[..., Site], crawl: Any, has_cookies: bool, tries: int
) -> None:
    post = posted(site)
    post.pages["/robots.txt"] = (302, {"Location": "/robots.txt"}, b"")
    outcome = await crawl(NewsSpider, {**OURS, "COOKIES_ENABLED": has_cookies}, sites=post.base)
    assert len(outcome.items) == len(TOPICS)
    # For the rules and for the sitemaps, as on any site.
    assert asked(post).count("/robots.txt") == 2 * tries


@deferred_f_from_coro_f
async def test_a_robots_txt_that_leads_on_without_end_is_followed_five_times(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = posted(site)
    steps = {f"/{n}.txt": (302, {"Location": f"/{n + 1}.txt"}, b"") for n in range(30)}
    post.pages |= {**steps, "/robots.txt": (302, {"Location": "/0.txt"}, b"")}
    outcome = await crawl(NewsSpider, OURS, sites=post.base)
    assert len(outcome.items) == len(TOPICS)
    assert "/4.txt" in (paths := asked(post))
    assert "/5.txt" not in paths


@deferred_f_from_coro_f
async def test_a_robots_txt_that_redirects_to_itself_until_a_cookie_comes_is_obeyed(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = posted(site)

    def robots() -> Reply:
        if "seen=1" in post.headers[-1].get("Cookie", ""):
            return 200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /2026/\n"
        return 302, {"Location": "/robots.txt", "Set-Cookie": "seen=1"}, b""

    post.pages["/robots.txt"] = robots
    outcome = await crawl(NewsSpider, {**OURS, "COOKIES_ENABLED": True}, sites=post.base)
    assert outcome.items == []
