"""Feeds, sitemaps, robots.txt and links of pages: damaged and invented bytes give links as documented, or none, in time."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest
from fuzz.markup import PAGES
from fuzz.mutations import CODECS, ENTITIES, MUTATIONS, flipped, mutants
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pace import is_quick

from boilerspider import UnreadablePage
from boilerspider.demo.desk import answer, visit
from boilerspider.demo.material import load_press, load_stories
from boilerspider.demo.site import build_site
from boilerspider.discovery import (
    Link,
    LinkKind,
    kind_of_response,
    parse_feed,
    read_links,
    robots_sitemaps,
    sitemap_links,
)
from boilerspider.urls import clean_url

pytestmark = pytest.mark.slow

URL = "https://example.com/news/"
NOW = datetime(2026, 11, 20, tzinfo=timezone.utc)
MAX_SECONDS = 3.0
"""Processor time of one small body; the slowest takes a hundredth of it on a quiet machine."""

BATCHES = 6
BODIES_A_BATCH = 500

Parser = Callable[[bytes, str], tuple[Link, ...]]


def links_of_page(body: bytes, url: str) -> tuple[Link, ...]:
    try:
        return read_links(body, url)
    except UnreadablePage:
        return ()


PARSERS: dict[str, Parser] = {
    "feed": lambda body, url: parse_feed(body, url, now=NOW),
    "sitemap": lambda body, url: tuple(sitemap_links(body, url, now=NOW)),
    "robots": robots_sitemaps,
    "page": links_of_page,
}

RSS = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY x "y">]><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Post</title><link>https://example.com/</link><language>en-gb</language>
<item><title><![CDATA[The bridge & the ferry]]></title><link>/news/bridge-and-ferry</link><pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate></item>
<item><title>Two &lt;b&gt;more&lt;/b&gt; &eacute;</title><guid isPermaLink="true">https://example.com/news/2</guid><dc:date>2026-11-19</dc:date></item>
</channel></rss>"""
JSON_FEED = '{"version":"https://jsonfeed.org/version/1.1","language":"de","items":[{"id":"1","url":"/a","title":"x","date_published":"2026-11-19T08:00:00Z"}]}'
INDEX = (
    "<sitemapindex><sitemap><loc>https://example.com/a.xml</loc><lastmod>2026-11-19</lastmod></sitemap></sitemapindex>"
)
ROBOTS = "User-agent: *\nDisallow: /private/\nSitemap: https://example.com/sitemap.xml # all\nsitemap:/b.xml\n"


def seeds() -> list[str]:
    """Feeds, sitemaps and robots.txt of the embedded newspaper, and some written here."""
    press = load_press()
    site = build_site(press, press.papers[0], "https://example.com", load_stories(NOW))
    paths = ("/robots.txt", "/sitemap.xml", "/news-sitemap.xml", "/feed.xml", "/rss.xml", "/atom.xml")
    served = [answer(visit(site, path, Random(1))) for path in paths]
    return [RSS, JSON_FEED, INDEX, ROBOTS, *(reply.body.decode("utf-8", "replace")[:6_000] for reply in served)]


def judge(parse: Parser, body: bytes) -> int:
    """How many links a body gives; fails where one is not as documented."""
    start = time.process_time()
    links = parse(body, URL)
    assert is_quick(time.process_time() - start, MAX_SECONDS)
    assert len({link.url for link in links}) == len(links)
    for link in links:
        assert link.url
        assert clean_url(link.url) == link.url
        assert isinstance(link.kind, LinkKind)
        assert link.title is None or 0 < len(link.title) <= 500
        for moment in (link.published, link.modified):
            assert moment is None or moment <= datetime.now(timezone.utc) + timedelta(days=2)
    return len(links)


def damaged(number: int, pages: list[str]) -> bytes:
    chance = Random(number)
    text = chance.choice(pages)
    for mutate in chance.choices(MUTATIONS, k=chance.randrange(1, 3)):
        text = mutate(text, chance)[:30_000]
    if chance.random() < 0.2:
        text += chance.choice(ENTITIES) * 100
    codec = "utf-8" if chance.random() < 0.6 else chance.choice(CODECS)
    body = text.encode(codec, "replace") if codec != "utf-8" else text.encode("utf-8", "surrogatepass")
    body = gzip.compress(body) if chance.random() < 0.1 else body
    return flipped(body, chance) if chance.random() < 0.3 else body


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_feeds_and_sitemaps(batch: int) -> None:
    pages = seeds()
    found = dict.fromkeys(PARSERS, 0)
    for number in range(batch * BODIES_A_BATCH, (batch + 1) * BODIES_A_BATCH):
        body = damaged(number, pages)
        assert kind_of_response(body, None, URL) in {"feed", "sitemap", "html", None}
        for name, parse in PARSERS.items():
            found[name] += judge(parse, body)
    assert all(found.values()), found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_links_of_damaged_pages(batch: int) -> None:
    found = 0
    for page, _ in mutants(batch * BODIES_A_BATCH, BODIES_A_BATCH):
        body = page if isinstance(page, bytes) else page.encode("utf-8", "surrogatepass")
        for parse in PARSERS.values():
            found += judge(parse, body)
    assert found > BODIES_A_BATCH


EXAMPLES: Any = settings(max_examples=400, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
NAMES = (
    "rss",
    "channel",
    "item",
    "entry",
    "feed",
    "title",
    "link",
    "guid",
    "pubDate",
    "updated",
    "dc:date",
    "atom:link",
    "urlset",
    "url",
    "loc",
    "news:news",
    "lastmod",
)
TEXTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from((*ENTITIES, "https://example.com/a", "/b", "http://[", "2026-11-20T08:00:00+99:99", "Fri, 99 Nov 99999", "<![CDATA[x", "]]>", "de_AT")),
)  # fmt: skip
XML = st.recursive(
    TEXTS,
    lambda inner: st.builds(
        lambda name, children, form: form.format(name=name, inner="".join(children)),
        st.sampled_from(NAMES),
        st.lists(inner, max_size=4),
        st.sampled_from(("<{name}>{inner}</{name}>",) * 5 + ("<{name}>{inner}", "<{name} href='{inner}'/>", "<{name} {inner}>", "{inner}</{name}>")),
    ),
    max_leaves=20,
)  # fmt: skip


@EXAMPLES
@given(st.one_of(XML, PAGES), st.sampled_from(sorted(PARSERS)), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
def test_invented_bodies(text: str, parser: str, codec: str) -> None:
    judge(PARSERS[parser], text.encode(codec, "replace"))


@EXAMPLES
@given(st.binary(max_size=400), st.sampled_from(sorted(PARSERS)), st.booleans())
def test_any_bytes(body: bytes, parser: str, packed: bool) -> None:
    judge(PARSERS[parser], gzip.compress(body) if packed else body)
