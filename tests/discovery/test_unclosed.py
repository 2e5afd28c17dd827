"""Feeds and sitemaps whose entries never end."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.discovery.feeds import parse_feed
from boilerspider.discovery.sitemaps import sitemap_links
from boilerspider.discovery.unclosed import MOST_OPEN, ended

RSS = "<rss version='2.0'><channel><title>News</title>{}</channel></rss>"
ATOM = "<feed xmlns='http://www.w3.org/2005/Atom'><title>News</title>{}</feed>"
URLSET = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{}</urlset>"
URL = "https://news.example/rss"
LINK = "<link>https://news.example/{0}</link>"


@pytest.mark.parametrize("count", [3, MOST_OPEN + 10, 300, 1_000])
@pytest.mark.parametrize(
    ("feed", "entry"),
    [
        (RSS, f"<item><title>T{{0}}</title>{LINK}"),
        (RSS, f"<item rdf:about='{{0}}'><title>T{{0}}</title>{LINK}"),
        (ATOM, "<entry><title>T{0}</title><link href='https://news.example/{0}'/><entry/>"),
        (RSS, f"<item><title>T{{0}}</title>{LINK}<description>a<br>b<p>c</description></wrong>"),
        (RSS, f"<item>{LINK}<description><![CDATA[</item><item>]]></description><!-- <item> --><title>T{{0}}</title>"),
    ],
    ids=["rss", "attributes", "atom", "broken within", "sections and comments"],
)
def test_entries_that_never_end_are_all_read(feed: str, entry: str, count: int) -> None:
    body = feed.format("".join(entry.format(n) for n in range(count)))
    found = {(link.url, link.title) for link in parse_feed(body.encode(), URL)}
    assert found == {(f"https://news.example/{n}", f"T{n}") for n in range(count)}


def test_what_an_entry_never_ends_ends_with_it() -> None:
    body = RSS.format("".join(f"<item>{LINK.format(n)}<title>T{n}" for n in range(500)))
    assert [(link.url, link.title) for link in parse_feed(body.encode(), URL)] == [
        (f"https://news.example/{n}", f"T{n}") for n in range(500)
    ]


def test_a_sitemap_whose_entries_never_end_is_read() -> None:
    body = URLSET.format("".join(f"<url><loc>https://news.example/2026/11/story-{n}</loc>" for n in range(500)))
    assert [link.url for link in sitemap_links(body.encode(), URL)] == [
        f"https://news.example/2026/11/story-{n}" for n in range(500)
    ]


@pytest.mark.parametrize("entry", ["<item>{0}</item>", "<item><item>{0}</item></item>", "<item/>", "<item />"])
def test_entries_that_end_stay_as_they_are(entry: str) -> None:
    text = RSS.format(entry.format("<title>T</title>") * 500 + "<item>" * MOST_OPEN)
    assert ended(text, ("entry",)) == text
    if entry != "<item />":
        assert ended(text, ("item",)) == text


@pytest.mark.parametrize(
    "part",
    [
        "<item>" * 100_000,
        "<a>" * 200_000,
        "<a>" * 100_000 + "</b>" * 100_000,
        "<a>" * 100_000 + "</a>" * 100_000,
        "<" + "a" * 500_000,
        "</" * 200_000,
        "<a " * 200_000,
        "<![CDATA[" * 100_000,
        "<!--" * 100_000,
    ],
    ids=lambda part: repr(part[:9] + part[-4:]),
)
def test_hostile_bytes_cost_linear_time(part: str) -> None:
    body = ("<rss><channel>" + f"<item>{LINK.format(1)}" * (2 * MOST_OPEN) + part).encode()
    start = time.process_time()
    parse_feed(body, URL)
    assert is_quick(time.process_time() - start, 20)
