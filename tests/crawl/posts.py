"""A newspaper for crawls that come again: a front page, a feed, an index of sitemaps with one sitemap, a page for each topic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from loopback import Site, page

SHARED_STORE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite", "ROBOTSTXT_OBEY": False}
TOPICS = ("bridge", "ferry", "school")
NOW_DUE = {**SHARED_STORE, "BOILERSPIDER_RECHECK": "0.001"}
WITH_COOKIES = {
    **SHARED_STORE,
    "COOKIES_ENABLED": True,
    "DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.known.KnownRedirects": 60},
}
ONE_BY_ONE = {**WITH_COOKIES, "CONCURRENT_REQUESTS": 1, "CONCURRENT_REQUESTS_PER_DOMAIN": 1}
"""The server knows by its last headers who asks."""
AGREED = {"Set-Cookie": "agreed=1; Path=/", "Content-Type": "text/html"}
WELCOME = b"<h1>Welcome</h1><a href='/'>Go on to our pages</a>"

Reply = tuple[int, dict[str, str], bytes]


def versioned(body: str, version: str, kind: str = "text/html; charset=utf-8") -> Reply:
    return 200, {"Content-Type": kind, "ETag": f'"{version}"'}, body.encode()


def path(topic: str) -> str:
    return f"/2026/11/neighbours-want-a-{topic}-back"


def rss(*topics: str, dates: dict[str, str] | None = None) -> str:
    items = "".join(
        f"<item><title>The {topic}</title><link>{path(topic)}</link>"
        + (f"<pubDate>{dates[topic]}</pubDate>" if dates and topic in dates else "")
        + "</item>"
        for topic in topics
    )
    return f'<rss version="2.0"><channel><title>Post</title>{items}</channel></rss>'


def front(*anchors: str) -> str:
    links = "".join(
        f"<article><h3><a href='{href}'>Neighbours want a {href[-9:]} back</a></h3></article>" for href in anchors
    )
    head = "<link rel='alternate' type='application/rss+xml' href='/rss.xml'>"
    return f"<html><head><title>Post</title>{head}</head><body><main>{links}</main></body></html>"


def posted(site: Callable[..., Site]) -> Site:
    """The newspaper, on a server."""
    running = site(newspaper())
    for name in ("/sitemap.xml", "/news.xml"):
        body = running.pages[name].replace("{}", running.base)
        running.pages[name] = versioned(body, name, "application/xml")
    return running


def newspaper(**more: Any) -> dict[str, Any]:
    """A front page, a feed, an index of sitemaps with one sitemap, and a page for each topic."""
    index = "<sitemapindex><sitemap><loc>{}/news.xml</loc></sitemap></sitemapindex>"
    urls = "".join(f"<url><loc>{{}}{path(topic)}</loc></url>" for topic in TOPICS)
    return {
        "/": front(*map(path, TOPICS)),
        "/rss.xml": versioned(rss(*TOPICS), "feed", "application/rss+xml"),
        "/sitemap.xml": index,
        "/news.xml": f"<urlset>{urls}</urlset>",
        **{path(topic): versioned(page(topic), topic) for topic in TOPICS},
        **more,
    }


def asked(site: Site) -> list[str]:
    """The paths that were asked since the last time."""
    paths = sorted(site.paths())
    site.hits.clear()
    return paths
