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
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
URLSET = f"<urlset xmlns='{SITEMAP}' xmlns:s='{SITEMAP}' xmlns:i='http://www.google.com/schemas/sitemap-image/1.1'>{{}}</urlset>"
URL = "https://news.example/rss"
LINK = "<link>https://news.example/{0}</link>"


RDF = "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>{}</r:RDF>"
PREFIXED = "<a:feed xmlns:a='http://www.w3.org/2005/Atom'>{}</a:feed>"


@pytest.mark.parametrize("count", [3, MOST_OPEN + 10, 300, 1_000])
@pytest.mark.parametrize(
    ("feed", "entry"),
    [
        (RSS, f"<item><title>T{{0}}</title>{LINK}"),
        (RSS, f"<item rdf:about='{{0}}'><title>T{{0}}</title>{LINK}"),
        (ATOM, "<entry><title>T{0}</title><link href='https://news.example/{0}'/><entry/>"),
        (RSS, f"<item><title>T{{0}}</title>{LINK}<description>a<br>b<p>c</description></wrong>"),
        (RSS, f"<item>{LINK}<description><![CDATA[</item><item>]]></description><!-- <item> --><title>T{{0}}</title>"),
        (RSS, f"<item\n>{LINK}<title>T{{0}}</title>"),
        (ATOM, "<entry\txml:lang='en'><title>T{0}</title><link href='https://news.example/{0}'/>"),
        (PREFIXED, "<a:entry><a:title>T{0}</a:title><a:link href='https://news.example/{0}'/>"),
        (RSS, f"<item><title>T{{0}}</title>{LINK}<enclosure url='/{{0}}.jpg'></item>"),
        (RSS, f"<item><title>T{{0}}</title>{LINK}<language>en</item>"),
        (RSS, f"<item><title>T{{0}}</title>{LINK}<language>en</language><a><b></item></item>"),
        (RDF, f"<item><title>T{{0}}</title>{LINK}<p:item xmlns:p='p'>x</p:item><p:x xmlns:p='p'></item>"),
    ],
    ids=[
        *("rss", "attributes", "atom", "broken within", "sections and comments", "a line end", "a tab", "a prefix"),
        *("an open picture", "an open language", "an end too many", "another item within"),
    ],
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


@pytest.mark.parametrize(
    "entry",
    [
        "<url><loc>{0}</loc>",
        "<url><loc>{0}</loc><i:image><i:loc>https://news.example/i.jpg</i:image></url>",
        "<s:url><s:loc>{0}</s:loc>",
    ],
    ids=["entries", "pictures", "a prefix"],
)
def test_a_sitemap_whose_entries_never_end_is_read(entry: str) -> None:
    body = URLSET.format("".join(entry.format(f"https://news.example/2026/11/story-{n}") for n in range(500)))
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
