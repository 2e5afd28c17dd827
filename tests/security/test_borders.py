"""No request of the news spider leaves the given sites; none goes to a private address that only a page names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page

pytestmark = pytest.mark.slow

STORY = "/2026/11/neighbours-want-their-bridge-back"
MOVED = "/2026/11/neighbours-want-their-ferry-back"
HEADLINE = "Neighbours want their bridge back, as before the war"
PLACES = ["127.0.0.2", "localhost", "[::1]", "2130706434", "0x7f.2"]


def front(*urls: str, head: str = "") -> str:
    cards = "".join(f"<article><h3><a href='{url}'>{HEADLINE} {n}</a></h3></article>" for n, url in enumerate(urls))
    return f"<html lang='en'><head><title>Post</title>{head}</head><body><main>{cards}</main></body></html>"


def xml(body: str) -> tuple[int, dict[str, str], bytes]:
    return 200, {"Content-Type": "application/xml"}, body.encode()


def rss(*urls: str) -> tuple[int, dict[str, str], bytes]:
    items = "".join(f"<item><title>{HEADLINE}</title><link>{url}</link></item>" for url in urls)
    return xml(f"<rss version='2.0'><channel><title>Post</title>{items}</channel></rss>")


def sitemap(*urls: str) -> tuple[int, dict[str, str], bytes]:
    entries = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return xml(f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{entries}</urlset>")


def moved(url: str) -> tuple[int, dict[str, str], bytes]:
    return 302, {"Location": url}, b""


def everything_inside(inner: Site) -> list[str]:
    """The inner server's address in every spelling, for a story, a listing and a feed."""
    port = inner.base.rpartition(":")[2]
    return [f"http://{place}:{port}{path}" for place in PLACES for path in (STORY, "/sport", "/rss.xml")]


@pytest.fixture
def inner(site: Callable[..., Site]) -> Site:
    """A server that nobody but its owner is to ask."""
    return site({path: page("secret") for path in (STORY, "/", "/sport", "/rss.xml", "/robots.txt")}, "127.0.0.2")


def post_pages(post: Site, targets: list[str]) -> dict[str, Any]:
    """A newspaper whose every way of naming an address names the targets too."""
    links = "".join(
        f"<link rel='{rel}' href='{url}'>"
        for url in targets
        for rel in ("alternate' type='application/rss+xml", "canonical", "amphtml", "next", "sitemap")
    )
    robots = "User-agent: *\n" + "".join(f"Sitemap: {url}\n" for url in [*targets, post.url("/sitemap.xml")])
    return {
        "/": front(STORY, MOVED, "/section/", *targets, head=links + f"<link rel=alternate type=application/rss+xml href='{post.url('/rss')}'>"),
        "/robots.txt": (200, {"Content-Type": "text/plain"}, robots.encode()),
        "/rss": rss(post.url(STORY), *targets),
        "/sitemap.xml": sitemap(post.url(STORY), *targets),
        "/section/": moved(targets[0]),
        STORY: page("bridge", head=links + f"<base href='{targets[0]}'>", extra="".join(f"<img src='{u}'>" for u in targets)),
        MOVED: moved(targets[0]),
    }  # fmt: skip


def test_nothing_that_a_page_names_leads_off_the_site(
    site: Callable[..., Site], inner: Site, news: Any, tmp_path: Path
) -> None:
    post = site({})
    post.pages.update(post_pages(post, everything_inside(inner)))
    news("-a", f"sites={post.base}/")
    assert inner.hits == []
    assert {"/", "/robots.txt", "/rss", "/sitemap.xml", STORY, MOVED} <= set(post.paths())
    (article,) = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert article["url"] == post.url(STORY)


@pytest.mark.parametrize("place", PLACES)
def test_a_front_page_that_moves_to_a_private_address_is_not_followed(
    place: str, site: Callable[..., Site], inner: Site, news: Any
) -> None:
    post = site({"/": moved(f"http://{place}:{inner.base.rpartition(':')[2]}/")})
    done = news("-a", f"sites={post.base}/")
    assert "/" in post.paths()
    assert inner.hits == []
    assert "BOILERSPIDER_PRIVATE_ADDRESSES" in done.stderr
    assert "'boilerspider/refused/private_address': 2" in done.stderr  # robots.txt and the page


def test_a_feed_that_the_user_named_may_lead_anywhere_but_there(
    site: Callable[..., Site], inner: Site, news: Any
) -> None:
    feeder = site({})
    feeder.pages["/rss"] = rss(feeder.url(STORY), *everything_inside(inner))
    feeder.pages[STORY] = page("bridge")
    news("-a", f"feeds={feeder.url('/rss')}")
    assert STORY in feeder.paths()
    assert inner.hits == []


def test_feeds_and_sitemaps_that_the_user_named_do_not_redirect_there(
    site: Callable[..., Site], inner: Site, news: Any
) -> None:
    post = site({"/rss": moved(inner.url("/rss.xml")), "/map.xml": moved(inner.url("/"))})
    news("-a", f"feeds={post.url('/rss')}", "-a", f"sitemaps={post.url('/map.xml')}", "-a", f"urls={post.url('/x')}")
    assert {"/rss", "/map.xml", "/x"} <= set(post.paths())
    assert inner.hits == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_where_the_user_started_it_works(host: str, site: Callable[..., Site], news: Any, tmp_path: Path) -> None:
    post = site({"/": front(STORY), STORY: page("bridge")})
    base = post.base.replace("127.0.0.1", host)
    news("-a", f"sites={base}/")
    (article,) = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert article["url"] == base + STORY


def test_the_setting_lets_pages_lead_there(site: Callable[..., Site], inner: Site, news: Any) -> None:
    post = site({"/": moved(inner.url("/"))})
    news("-a", f"sites={post.base}/", "-s", "BOILERSPIDER_PRIVATE_ADDRESSES=True")
    assert "/" in inner.paths()


def test_redirects_to_another_port_of_the_same_host_leave_the_site(site: Callable[..., Site], news: Any) -> None:
    other = site({STORY: page("secret")})
    post = site({"/": front(STORY), STORY: moved(other.url(STORY))})
    news("-a", f"sites={post.base}/", "-s", "BOILERSPIDER_PRIVATE_ADDRESSES=True")
    assert STORY in post.paths()
    assert other.hits == []


def test_the_robots_txt_of_a_front_page_that_moved_is_obeyed(site: Callable[..., Site], news: Any) -> None:
    robots = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /private/\n")
    ferry = "/private/neighbours-want-their-ferry-back"
    new = site(
        {"/": front(STORY, ferry), STORY: page("bridge"), ferry: page("ferry"), "/robots.txt": robots}, "127.0.0.2"
    )
    post = site({"/": moved(new.url("/"))})
    news("-a", f"sites={post.base}/", "-s", "BOILERSPIDER_PRIVATE_ADDRESSES=True")
    assert STORY in new.paths()
    assert ferry not in new.paths()
