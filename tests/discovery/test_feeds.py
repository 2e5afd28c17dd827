from __future__ import annotations

import json
import time
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.discovery.base import Link, LinkKind
from boilerspider.discovery.feeds import MAX_ENTRIES, parse_feed

URL = "https://news.example/feeds/rss.xml"
NOW = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)


def read(body: str | bytes, url: str = URL) -> tuple[Link, ...]:
    return parse_feed(body.encode() if isinstance(body, str) else body, url, now=NOW)


def rss(items: str, channel: str = "") -> str:
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{channel}{items}</channel></rss>'


def test_rss_entries_carry_title_date_and_language() -> None:
    item = "<item><title>Dam holds</title><link>https://news.example/a?utm_source=rss</link><pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate></item>"
    (link,) = read(rss(item, "<language>en-gb</language>"))
    published = datetime(2026, 11, 20, 9, tzinfo=timezone.utc)
    assert link == Link("https://news.example/a", LinkKind.ARTICLE, "Dam holds", published, None, "en-gb", "feed")


@pytest.mark.parametrize(
    ("within", "language"),
    [
        ("<language>de</language>", "de"),
        ("<dc:language xmlns:dc='http://purl.org/dc/elements/1.1/'>de</dc:language>", "de"),
        ("<a><b><language>de</language></b></a>", "en"),
        ("<x:item xmlns:x='urn:x'/><x:entry xmlns:x='urn:x'>1</x:entry>", "en"),
    ],
)
@pytest.mark.parametrize("names_address", [True, False])
def test_an_entry_keeps_what_stands_before_an_element_called_as_the_feed_s_own(
    within: str, language: str, names_address: bool
) -> None:
    entry = "<title>Dam holds</title><link>https://news.example/a</link>", "<guid>https://news.example/?p=5</guid>"
    items = f"<item>{entry[0]}{within}{entry[1] if names_address else ''}</item>"
    (link,) = read(rss(items, "<language>en</language>"))
    assert (link.url, link.title, link.language) == ("https://news.example/a", "Dam holds", language)


def test_entries_that_never_end_keep_their_own_titles_and_links() -> None:
    links = read(rss("".join(f"<item><title>T{i}</title><link>/{i}</link>" for i in range(3))))
    assert {(link.url, link.title) for link in links} == {(f"https://news.example/{i}", f"T{i}") for i in range(3)}


def test_atom_links_are_the_alternate_one_resolved_against_xml_base() -> None:
    (link,) = read(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://news.example/b/" xml:lang="fr"><entry>'
        '<link rel="self" href="no"/><link rel="enclosure" href="no.mp3"/><link rel="alternate" type="application/json" href="no.json"/>'
        '<link rel="alternate" type="text/html" href="yes"/><title type="html">A &lt;b&gt;bold&lt;/b&gt; claim</title>'
        "<published>2026-11-19T08:00:00Z</published><updated>2026-11-20T08:00:00.123+01:00</updated></entry></feed>"
    )
    assert (link.url, link.title, link.language) == ("https://news.example/b/yes", "A bold claim", "fr")
    assert link.published == datetime(2026, 11, 19, 8, tzinfo=timezone.utc)
    assert link.modified == datetime(2026, 11, 20, 7, tzinfo=timezone.utc)


def test_rdf_with_odd_prefixes() -> None:
    (link,) = read(
        '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:q="http://purl.org/rss/1.0/" xmlns:z="http://purl.org/dc/elements/1.1/">'
        '<q:item r:about="https://news.example/a"><q:title>T</q:title><z:date>2026-11-20</z:date></q:item></r:RDF>'
    )
    assert (link.url, link.title, link.published) == (
        "https://news.example/a",
        "T",
        datetime(2026, 11, 20, tzinfo=timezone.utc),
    )


def test_json_feed() -> None:
    items = [
        {"id": "1", "url": "/a", "title": "T", "date_published": "2026-11-20T10:00:00Z", "language": "de"},
        {"id": "https://news.example/b"},
        {"title": 7},
        8,
    ]
    one, two = read(json.dumps({"version": "https://jsonfeed.org/version/1.1", "language": "en", "items": items}))
    assert (one.url, one.title, one.language, one.source) == ("https://news.example/a", "T", "de", "feed")
    assert (two.url, two.language) == ("https://news.example/b", "en")


@pytest.mark.parametrize(
    ("item", "url"),
    [
        ("<link>/a</link>", "https://news.example/a"),
        ("<link><![CDATA[ https://news.example/a?x=1&y=2 ]]></link>", "https://news.example/a?x=1&y=2"),
        ("<link>https://news.example/a?x=1&y=2&copy=3</link>", "https://news.example/a?copy=3&x=1&y=2"),
        ("<guid>https://news.example/g</guid>", "https://news.example/g"),
        ("<guid isPermaLink='true'>https://news.example/g</guid><link>https://news.example/a</link>", "https://news.example/a"),
        ("<link>https://feeds.example/r/1</link><feedburner:origLink>https://news.example/a</feedburner:origLink>", "https://news.example/a"),
        ("<atom:link rel='self' href='https://news.example/no'/><link>https://news.example/a</link>", "https://news.example/a"),
        ("<media:content><link>https://news.example/no</link></media:content><link>https://news.example/a</link>", "https://news.example/a"),
    ],
)  # fmt: skip
def test_the_address_of_an_entry(item: str, url: str) -> None:
    assert [link.url for link in read(rss(f"<item>{item}</item>"))] == [url]


@pytest.mark.parametrize(
    "item",
    ["<guid isPermaLink='false'>https://news.example/g</guid>", "<guid>17</guid>", "<link>mailto:x@y.z</link>", ""],
)
def test_an_entry_without_address_is_left_out(item: str) -> None:
    assert read(rss(f"<item><title>T</title>{item}</item>")) == ()


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("<![CDATA[Caf&eacute; & <i>bar</i>]]>", "Café & bar"),
        ("Caf&eacute; &amp;amp; bar", "Café & bar"),
        ("a &lt; b & c &unknown; d", "a < b & c d"),
        ("  two\n lines ", "two lines"),
        ("bell\x07", "bell"),
        ("&#0;null", "null"),
        ("", None),
    ],
)
def test_titles_come_out_as_people_read_them(title: str, plain: str | None) -> None:
    item = f"<item><media:title>no</media:title><title>{title}</title><link>/a</link></item>"
    (link,) = read(rss(item))
    assert link.title == plain


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("Fri, 20 Nov 2026 10:00:00 GMT", "2026-11-20T10:00:00+00:00"),
        ("20 Nov 26 10:00 EST", "2026-11-20T10:00:00-05:00"),
        ("Fri, 20 Nov 2026 10:00:00 CET", "2026-11-20T10:00:00+01:00"),
        ("2026-11-20", "2026-11-20T00:00:00+00:00"),
        ("2026-11-20T10:00Z", "2026-11-20T10:00:00+00:00"),
        ("2026-11-20 10:00:00 +0530", "2026-11-20T10:00:00+05:30"),
        ("20261120T100000Z", "2026-11-20T10:00:00+00:00"),
        ("2026-11-20T10:00:00,5+01", "2026-11-20T10:00:00+01:00"),
        ("2026-11-21T10:00:00+00:00", "2026-11-21T10:00:00+00:00"),
        ("2026-12-21T10:00:00+00:00", None),
        ("Thu, 01 Jan 1970 00:00:00 GMT", None),
        ("2026-13-40", None),
        ("20 Nov 2026 99:00:00", None),
        ("Fri, 20 Nov 2026 10:00:00 +9999999999999999", None),
        ("yesterday", None),
        ("0", None),
    ],
)
def test_dates_are_aware_or_none(date: str, moment: str | None) -> None:
    (link,) = read(rss(f"<item><link>/a</link><pubDate>{date}</pubDate></item>"))
    assert (link.published.isoformat() if link.published else None) == moment


@pytest.mark.parametrize(
    "body",
    [
        rss("<item><link>/a</link><title>Köln</title></item>").encode(),
        "\ufeff" + rss("<item><link>/a</link><title>Köln</title></item>"),
        rss("<item><link>/a</link><title>Köln</title></item>").encode("utf-16"),
        rss("<item><link>/a</link><title>Köln</title></item>").encode("utf-16-le"),
        rss("<item><link>/a</link><title>Köln</title></item>").encode("latin-1"),
        rss("<item><link>/a</link><title>Köln</title></item>").replace("?>", " encoding='utf-8'?>").encode("latin-1"),
        rss("<item><link>/a</link><title>Köln</title></item>").replace("?>", " encoding='utf-16'?>").encode(),
        rss("<item><link>/a</link><title>Köln</title></item>").replace("?>", " encoding='zip'?>").encode("cp1252"),
        rss("<item><link>/a</link><title>Köln</title></item>").replace("?>", " encoding='koi8-x'?>").encode("cp1252"),
        "\n\nPHP Warning: x < 3\n" + rss("<item><link>/a</link><title>Köln</title></item>"),
        "<br />\n<b>Warning</b>: x in <b>/a.php</b> on line <b>3</b><br />\n" + rss("<item><link>/a</link><title>Köln</title></item>"),
        "<br><b>Notice</b>: x<br>\n" + rss("<item><link>/a</link><title>Köln</title></item>"),
        rss("<item><link>/a</link><title>Köln</title></item><item><title>cut sho").removesuffix("</channel></rss>"),
        rss("<item><link>/a</link><title>Köln</title></wrong></item>"),
        "<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://127.0.0.1:1/rss.dtd'>" + rss("<item><link>/a</link><title>Köln</title></item>"),
        "<item><link>/a</link><title>Köln</title></item>",
    ],
)  # fmt: skip
def test_broken_feeds_still_give_their_entries(body: str | bytes) -> None:
    assert ("https://news.example/a", "Köln") in [(link.url, link.title) for link in read(body)]


@pytest.mark.parametrize(
    "item",
    [
        "<ITEM><TITLE>{0}</TITLE><LINK>/{0}</LINK><PUBDATE>Tue, 01 Sep 2026 10:00:00 GMT</PUBDATE></ITEM>",
        "<Item><Title>{0}</Title><Link>/{0}</Link><pubDate>Tue, 01 Sep 2026 10:00:00 GMT</pubDate></Item>",
        "<ITEM><Title>{0} & < {0}</title><LINK>/{0}</link><DESCRIPTION>x</p></DESCRIPTION><PUBDATE>Tue, 01 Sep 2026 10:00:00 GMT</PUBDATE></Item>",
        "<r:item xmlns:r='urn:r'><title>{0}</title><link>/{0}</link><pubDate>Tue, 01 Sep 2026 10:00:00 GMT</pubDate></r:item>",
        "<r:item><title>{0}</title><link>/{0}</link><pubDate>Tue, 01 Sep 2026 10:00:00 GMT</pubDate></r:item>",
    ],
)  # fmt: skip
@pytest.mark.parametrize("feed", ["<rss><channel>{}</channel></rss>", "<RSS><CHANNEL>{}</CHANNEL></RSS>"])
def test_entries_are_told_by_their_names_however_these_are_written(item: str, feed: str) -> None:
    links = read(feed.format("".join(item.format(name) for name in "ab")))
    assert [link.url for link in links] == ["https://news.example/a", "https://news.example/b"]
    assert [(link.title or "")[:1] for link in links] == ["a", "b"]
    assert all(link.published for link in links)


def test_an_address_comes_once_the_first_time() -> None:
    links = read(rss("<item><link>/a</link><title>1</title></item><item><link>/a#x</link><title>2</title></item>"))
    assert [link.title for link in links] == ["1"]


ENTITIES = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BOMB = f'<!DOCTYPE rss [<!ENTITY l0 "lol">{ENTITIES}]>'


@pytest.mark.parametrize(
    "doctype",
    [BOMB, BOMB + BOMB, BOMB.replace('"lol"', '"]>"'), '<!DOCTYPE rss [<!ENTITY l9 SYSTEM "file:///etc/hostname">]>'],
)
def test_entities_are_never_expanded_or_fetched(doctype: str) -> None:
    start = time.process_time()
    links = read(
        '<?xml version="1.0"?>' + doctype + rss("<item><link>/a</link><title>x&l9;y</title></item>").partition("?>")[2]
    )
    assert is_quick(time.process_time() - start, 20)
    assert [len(link.title or "") <= 7 for link in links] == [True]


def test_a_million_entries_are_capped_in_time() -> None:
    body = rss(
        "<item><title>t</title><link>/a</link></item>" * 990_000
        + "".join(f"<item><link>/{n}</link></item>" for n in range(10_000))
    )
    start = time.process_time()
    assert len(read(body)) == 1
    assert is_quick(time.process_time() - start, 20)


def test_entries_are_capped() -> None:
    assert len(read(rss("".join(f"<item><link>/{n}</link></item>" for n in range(MAX_ENTRIES + 5))))) == MAX_ENTRIES


@pytest.mark.parametrize(
    "body",
    [
        b"<a>" * 200_000,
        b"<![CDATA[" * 200_000,
        b"<!DOCTYPE x [" + b"]  " * 200_000,
        b"&" * 500_000 + b"<rss>" + b"&" * 500_000,
        b"<item " + b"a='1' " * 100_000,
        b"{" * 200_000,
        b'{"items":' + b"[" * 200_000,
        b"<rss>" + b"<x:item>" * 100_000,
        b"<rss>" + b"</x>" * 200_000,
        b"<rss><item><title>" + b"<" * 300_000,
    ],
    ids=lambda body: repr(body[:12]),
)
def test_hostile_bytes_cost_linear_time(body: bytes) -> None:
    start = time.process_time()
    read(body)
    assert is_quick(time.process_time() - start, 20)


PARTS = st.sampled_from(
    ["<rss>", "<channel>", "<item>", "</item>", "<link>", "</link>", "<link href='/a'/>", "<entry xml:base='http://['>", "</entry>", "<title>", "x&amp;", "&#x1f;",
     "<![CDATA[", "]]>", "<!DOCTYPE a [", "]>", "<?xml version='1.0' encoding='punycode'?>", "https://news.example/a", "http://[", "<pubDate>", "Fri, 20 Nov 2026", "</pubDate>", "<dc:date>", "<!--", "-->", "\x00", "é", "{", '"items":[']
)  # fmt: skip


@given(st.one_of(st.binary(), st.lists(PARTS, max_size=20).map(lambda parts: "".join(parts).encode())), st.text())
def test_any_bytes_give_links_or_none(body: bytes, url: str) -> None:
    for link in parse_feed(body, url, now=NOW):
        assert link.url.startswith("http")
        assert link.published is None or link.published <= NOW + timedelta(days=1)


@given(st.text(max_size=40))
def test_any_date_is_aware_or_none(text: str) -> None:
    for link in read(json.dumps({"items": [{"url": "/a", "date_published": text}]})):
        assert link.published is None or link.published.tzinfo is not None


def test_a_title_holds_nothing_that_a_feed_cannot() -> None:
    (link,) = read(json.dumps({"items": [{"url": "/a", "title": "x \ud800 \x00y\x85 &#27;z\ufffe"}]}))
    assert link.title == "x y z"


@pytest.mark.slow
def test_a_million_entries_take_seconds() -> None:
    entry = "<item><title>Dam holds</title><link>/{}</link></item>"
    body = rss("".join(map(entry.format, range(1_000_000))))
    start = time.process_time()
    assert len(read(body)) == MAX_ENTRIES
    assert is_quick(time.process_time() - start, 10)
