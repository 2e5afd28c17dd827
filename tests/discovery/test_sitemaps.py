from __future__ import annotations

import gzip
import time
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.discovery.base import Link, LinkKind
from boilerspider.discovery.sitemaps import MAX_ENTRIES, breaks_off, inflated, robots_sitemaps, sitemap_links

URL = "https://news.example/sitemap.xml"
NOW = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)
DAY = datetime(2026, 11, 19, tzinfo=timezone.utc)

NEWS = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>
 <image:image><image:loc>https://news.example/no.jpg</image:loc><image:title>no</image:title></image:image>
 <xhtml:link rel="alternate" hreflang="de" href="https://news.example/no"/>
 <loc> https://news.example/a&amp;b?x=1&y=2 </loc><lastmod>2026-11-20T08:00+02:00</lastmod>
 <n:news><n:publication><n:name>No</n:name><n:language>en</n:language></n:publication>
 <n:publication_date>2026-11-19</n:publication_date><n:title>Dam &amp; town</n:title></n:news></url></urlset>"""


def read(body: str | bytes, url: str = URL) -> tuple[Link, ...]:
    return tuple(sitemap_links(body.encode() if isinstance(body, str) else body, url, now=NOW))


def test_a_news_entry_tells_title_dates_and_language() -> None:
    modified = datetime(2026, 11, 20, 6, tzinfo=timezone.utc)
    expected = Link("https://news.example/a&b?x=1&y=2", LinkKind.ARTICLE, "Dam & town", DAY, modified, "en", "sitemap")
    assert read(NEWS) == (expected,)
    assert read(gzip.compress(NEWS.encode())) == (expected,)
    assert read(NEWS.replace(' xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"', "")) == (expected,)


def test_an_entry_keeps_what_stands_before_an_element_called_as_it_is() -> None:
    assert [
        link.url for link in read("<urlset><url><loc>/a-b</loc><url>/c</url><priority>1</priority></url></urlset>")
    ] == ["https://news.example/a-b"]


def test_an_index_leads_to_sitemaps() -> None:
    body = "<sitemapindex><sitemap><loc>/news.xml.gz</loc><lastmod>2026-11-19</lastmod></sitemap><sitemap><loc>x:y</loc></sitemap></sitemapindex>"
    assert read(body) == (Link("https://news.example/news.xml.gz", LinkKind.SITEMAP, modified=DAY, source="sitemap"),)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/2026/11/20/dam-holds-in-flood", LinkKind.ARTICLE),
        ("/story/12345", LinkKind.ARTICLE),
        ("/", LinkKind.LISTING),
        ("/sport/", LinkKind.LISTING),
        ("/tag/dams-and-rivers", LinkKind.LISTING),
        ("/sport/page/3", LinkKind.LISTING),
    ],
)
def test_addresses_that_say_listing_are_listings_unless_vouched_for(path: str, kind: LinkKind) -> None:
    entry = f"<urlset><url><loc>{path}</loc>%s</url></urlset>"
    assert [link.kind for link in read(entry % "")] == [kind]
    assert [link.kind for link in read(entry % "<news:news/>")] == [LinkKind.ARTICLE]
    assert [link.kind for link in read(f"https://news.example{path}\n")] == [kind]


def test_files_are_no_entries() -> None:
    assert read("<urlset><url><loc>/a.pdf</loc></url><url><loc>/a.JPG</loc></url><url/></urlset>") == ()


@pytest.mark.parametrize(
    "body",
    [
        "\n junk <?xml version='1.0'?>" + NEWS,
        NEWS.replace("http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.84"),
        NEWS.replace('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"', ""),
        NEWS.encode("utf-16"),
        NEWS.removesuffix("</urlset>"),
        NEWS.replace("</urlset>", "<url><loc>https://news.exa"),
        NEWS.replace("<urlset", "<s:urlset xmlns:s='x'").replace("</urlset", "</s:urlset"),
        "\ufeffhttps://news.example/a&b?y=2&x=1\r\nnot an address\r\n",
    ],
)
def test_broken_sitemaps_still_give_their_entries(body: str | bytes) -> None:
    assert "https://news.example/a&b?x=1&y=2" in [link.url for link in read(body)]


def test_fifty_thousand_entries_are_read_quickly_and_more_are_not() -> None:
    entry = "<url><loc>https://news.example/2026/11/story-number-{}</loc><lastmod>2026-11-19T08:00:00Z</lastmod></url>"
    body = f"<urlset>{''.join(map(entry.format, range(MAX_ENTRIES + 10)))}</urlset>".encode()
    start = time.process_time()
    assert len(read(gzip.compress(body, 1))) == MAX_ENTRIES
    assert is_quick(time.process_time() - start, 20)


def test_inflating_stops_at_its_limit_and_survives_damage() -> None:
    packed = gzip.compress(b"<urlset>" + b" " * 1_000_000)
    assert len(inflated(packed, 1000)) == 1000
    assert inflated(packed[: len(packed) // 2], 1000).startswith(b"<urlset>")
    assert inflated(b"\x1f\x8bdamaged") == b""
    assert inflated(b"plain") == b"plain"


@pytest.mark.parametrize("first", [b"<urlset>", bytes(range(256)) * 1_000], ids=["short", "over many pieces"])
def test_all_members_of_a_gzip_file_are_read(first):
    """RFC 1952, section 2.2: a file is a series of members; those who put one together of several write it so."""
    packed = gzip.compress(first, 0) + gzip.compress(b"<url/>") + gzip.compress(b"</urlset>")
    assert inflated(packed) == first + b"<url/></urlset>"
    assert inflated(packed + bytes(100)) == first + b"<url/></urlset>", "what fills the last block of a tape"
    assert inflated(packed, len(first) + 2) == first + b"<u"
    assert inflated(packed[:-12]).startswith(first + b"<url/>")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda packed: packed, False),
        (lambda packed: packed[:-20], True),
        (lambda packed: packed[:-1], True),
        (lambda packed: packed[:12], True),
        (lambda packed: packed + bytes(100), False),
        (lambda packed: packed * 3, False),
        (lambda packed: packed + packed[:-9], True),
        (lambda packed: packed[:40] + bytes(20) + packed[60:], True),
        (lambda _: b"<urlset/>", False),
        (lambda _: b"", False),
    ],
)
def test_which_gzip_file_breaks_off(change, expected):
    assert breaks_off(change(gzip.compress(bytes(range(256)) * 1_000))) is expected


def test_a_file_of_a_million_members_takes_no_longer():
    packed = gzip.compress(b"", 9, mtime=0) * 500_000
    start = time.process_time()
    assert inflated(gzip.compress(b"<urlset>") + packed) == b"<urlset>"
    assert is_quick(time.process_time() - start, 2)


def test_a_web_page_is_no_sitemap() -> None:
    assert read("<!DOCTYPE html><html><body><a href='/a'>Not found</a></body></html>") == ()


@pytest.mark.parametrize(
    "reference", ["&#xDD9A;", "&#55296;", "&#0;", "&#x1b;", "&#1114112;", "&#xFFFE;", "&#9999999;"]
)
def test_references_to_what_is_no_character_are_dropped(reference: str) -> None:
    (link,) = read(f"<urlset><url><loc>https://news.example/a{reference}b</loc></url></urlset>")
    assert link.url == "https://news.example/ab"


def test_robots_txt_names_sitemaps() -> None:
    body = b"\xef\xbb\xbfSitemap: /a.xml # first\nUser-agent: *\nsitemap:https://cdn.example/b.xml\nSITEMAP : /a.xml\nSitemap:\nDisallow: /"
    links = robots_sitemaps(body, "https://news.example/robots.txt")
    assert [(link.url, link.kind, link.source) for link in links] == [
        ("https://news.example/a.xml", LinkKind.SITEMAP, "sitemap"),
        ("https://cdn.example/b.xml", LinkKind.SITEMAP, "sitemap"),
    ]


PARTS = st.sampled_from(
    ["<urlset>", "<sitemapindex>", "<url>", "</url>", "<sitemap>", "</sitemap>", "<loc>", "</loc>", "<n:news>", "<news xmlns='x'>", "</news>", "<lastmod>2026</lastmod>", "http://[", "https://a.example/", "\n", "&", "<!--", "Sitemap:", "\x1f\x8b"]
)  # fmt: skip


@given(
    st.one_of(st.binary(), st.lists(PARTS, max_size=20).map(lambda parts: "".join(parts).encode("latin-1"))), st.text()
)
def test_any_bytes_give_links_or_none(body: bytes, url: str) -> None:
    links = (*sitemap_links(body, url, now=NOW), *sitemap_links(gzip.compress(body), url), *robots_sitemaps(body, url))
    assert all(link.url.startswith("http") for link in links)
