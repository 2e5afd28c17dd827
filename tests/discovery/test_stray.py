"""Feeds and sitemaps with signs that belong to no tag, and with ends of what is not open."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from pace import is_quick

from boilerspider.discovery import xml
from boilerspider.discovery.feeds import parse_feed
from boilerspider.discovery.sitemaps import sitemap_links
from boilerspider.discovery.stray import balanced, tidied, without_unended

URL = "https://news.example/rss"
RSS = "<rss version='2.0'><channel><title>News</title>{}</channel></rss>"
ATOM = "<a:feed xmlns:a='http://www.w3.org/2005/Atom'>{}</a:feed>"
URLSET = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:i='urn:images'>{}</urlset>"
ITEM = "<item><title>T{0}{1}</title><link>https://news.example/{0}</link><description>{2}</description></item>"
ENTRY = (
    "<a:entry><a:title>T{0}{1}</a:title><a:link href='https://news.example/{0}'/><a:summary>{2}</a:summary></a:entry>"
)
COUNT = 60


@pytest.mark.parametrize("at", [0, COUNT - 1, slice(None)], ids=["the first", "the last", "all"])
@pytest.mark.parametrize("kind", [(RSS, ITEM), (ATOM, ENTRY)], ids=["rss", "a prefix"])
@pytest.mark.parametrize(
    ("title", "shown", "text"),
    [
        (" < 5", " < 5", ""),
        (" <3", " <3", ""),
        ("</3", "</3", ""),
        (" <", " <", ""),
        (" <<b", " <<b", ""),
        (" a <b c", " a <b c", ""),
        (" <!important", " <!important", ""),
        (" <?", " <?", ""),
        (" by <jane@news.example>", " by", ""),
        ("", "", "a</p></div>b"),
        ("", "", "a</p></div></x:y></rdf>"),
        ("", "", "<p class=lead>a<br>b <img src='/a.jpg' alt></p></div>"),
        ("", "", "<p class='a'id='b' class='c'>a <i>b</p></i>"),
        ("", "", "<p title='a > b'>c</p></p><link rel='x' href='y>z'>"),
        (" <3", " <3", "</p></div><![CDATA[</description></item><3]]><!-- </item> < -->"),
    ],
)
def test_what_belongs_to_no_tag_costs_no_entry(
    title: str, shown: str, text: str, kind: tuple[str, str], at: int | slice
) -> None:
    feed, entry = kind
    chosen = range(COUNT)[at]
    odd = {chosen} if isinstance(chosen, int) else set(chosen)
    body = feed.format("".join(entry.format(n, *((title, text) if n in odd else ("", ""))) for n in range(COUNT)))
    assert [(link.url, link.title) for link in parse_feed(body.encode(), URL)] == [
        (f"https://news.example/{n}", f"T{n}{shown if n in odd else ''}") for n in range(COUNT)
    ]


@pytest.mark.parametrize(
    "urls",
    [
        "<url><loc>{0}</loc></i:image></i:x></url>",
        "<url><loc>{0}</loc><i:image><i:title>a < b</i:title></i:image></url>",
        "<url\n<loc>{0}</loc></url>",
        "<url><loc>{0}</loc\n></url</url>",
        "<URL><LOC>{0}</LOC></URL>",
        "<URL><LOC>{0}</LOC></p></URL>",
    ],
)
def test_a_sitemap_keeps_all_of_its_addresses(urls: str) -> None:
    body = URLSET.format("".join(urls.format(f"https://news.example/2026/11/story-{n}") for n in range(COUNT)))
    assert [link.url for link in sitemap_links(body.encode(), URL)] == [
        f"https://news.example/2026/11/story-{n}" for n in range(COUNT)
    ]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("<r>a < b <3 <b c</r>", "<r>a &lt; b &lt;3 &lt;b c</r>"),
        ("<r x='1' <a>", "<r x='1'><a>"),
        ("<r><item <a></a></item></r>", "<r><item><a></a></item></r>"),
        ("<r><![CDATA[a < b</p>]]><!-- < </p> --><?x a='>' ?></r>", "<r><![CDATA[a < b</p>]]><!-- < </p> --><?x a='>' ?></r>"),
        ("<r><a></p></a></r>", "<r><a></a></r>"),
        ("<r><a><b></a></b></r>", "<r><a><b></b></a></r>"),
        ("<r><T>x</t><u></u></r>", "<r><T>x</T><u></u></r>"),
        ("<r><a x=1 y='2' z y=\"3\"/></r>", "<r><a y='2'/></r>"),
        ("<r><a x='1 < 2'/></r>", "<r><a x='1 &lt; 2'/></r>"),
        ("<r><c><item></item></c></r><item></item></c></r>", "<r><c><item></item><item></item></c></r>"),
        ("<r></r><t>T</t><item></c></r></item></r>", "<r><t>T</t><item></item></r>"),
        ("<r><item></item></r><x><![CDATA[<item>]]></x>", "<r><item></item></r><x><![CDATA[<item>]]></x>"),
        ("<r><x:a b:c='d'></y:a></x:a></r>", "<r><x:a b:c='d'></x:a></r>"),
        ("<r><é>x</p></é></r>", "<r><é>x</é></r>"),
        ("<r><![CDATA[ </r>", "<r><![CDATA[ </r>"),
    ],
)  # fmt: skip
def test_what_is_made_of_it(text: str, mended: str) -> None:
    assert balanced(tidied(text, ("item",)), ("item",)) == mended


OWN = "<item><title>T{0}</title><link>https://news.example/{0}</link></item>"


@pytest.mark.parametrize(
    "feed",
    [
        f"<rss><channel><title>News</title></rss>{OWN * 3}</channel></rss>",
        f"<rss><channel><title>News</title></channel></rss>{OWN * 3}",
        f"<rss><channel>{OWN * 2}</channel></rss>{OWN}",
        f"<rss><channel>{OWN}</channel></rss><?xml version='1.0'?><rss><channel>{OWN * 2}</channel></rss>",
        f"<rss><channel>{OWN}{OWN.replace('</item>', '<description>ends in </channel></rss>, it says</description></item>')}{OWN}</channel></rss>",
    ],
)
def test_an_end_of_the_feed_before_its_end_costs_no_entry(feed: str) -> None:
    for number in range(3):
        feed = feed.replace("{0}", str(number), 2)
    assert [link.url for link in parse_feed(feed.encode(), URL)] == [f"https://news.example/{n}" for n in range(3)]


@pytest.mark.parametrize("link", ["title='a < b' href='{}'", "title='a &lt; b' href='{}' href='/other'"])
def test_what_a_link_says_of_itself_costs_not_its_address(link: str) -> None:
    entries = "".join(f"<entry><title>T</title><link {link.format(f'/{n}')}/></entry>" for n in range(3))
    feed = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>News</title>{entries}</feed>"
    assert [link.url for link in parse_feed(feed.encode(), URL)] == [f"https://news.example/{n}" for n in range(3)]


@pytest.mark.parametrize("at", [0, COUNT - 1, slice(None)], ids=["the first", "the last", "all"])
@pytest.mark.parametrize("part", [*("title", "text"), "link"])
@pytest.mark.parametrize("begin", ["<!-- note ", "<![CDATA[ <p>note & more", "<![CDATA[<!-- note"])
@pytest.mark.parametrize("end", ["", "<!-- served by a cache -->"])
def test_a_remark_or_section_without_end_costs_no_entry(begin: str, part: str, at: int | slice, end: str) -> None:
    chosen = range(COUNT)[at]
    entries = []
    for n in range(COUNT):
        is_odd = n == chosen if isinstance(chosen, int) else n in chosen
        title, text = (begin if is_odd and part == which else "" for which in ("title", "text"))
        link = ITEM.replace("</link>", f"</link><x>{begin}</x>") if is_odd and part == "link" else ITEM
        entries.append(link.format(n, title, text))
    body = RSS.format("".join(entries)) + end
    assert [link.url for link in parse_feed(body.encode(), URL)] == [f"https://news.example/{n}" for n in range(COUNT)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a<!-- b --><![CDATA[ c ]]>", "a<!-- b --><![CDATA[ c ]]>"),
        ("a<!-- b", "a b"),
        ("a<![CDATA[ b <!-- c", "a b  c"),
        ("a<!-- b <!-- c -->", "a b <!-- c -->"),
        ("a<![CDATA[ b <![CDATA[ c ]]>", "a b <![CDATA[ c ]]>"),
        ("a<![CDATA[ b <!-- c ]]>", "a<![CDATA[ b <!-- c ]]>"),
        ("a<!-- <![CDATA[ -->", "a<!-- <![CDATA[ -->"),
        ("a<![CDATA[ b ]]]]><![CDATA[> c ]]>", "a<![CDATA[ b ]]]]><![CDATA[> c ]]>"),
    ],
)
def test_what_has_no_end_is_no_remark_and_no_section(text: str, kept: str) -> None:
    assert without_unended(text) == kept


@pytest.mark.parametrize("text", ["hello<br>", "<p>hello", "<div><p>hello</div>"])
def test_tags_that_stay_open_in_one_entry_cost_no_other(text: str) -> None:
    body = RSS.format(ITEM.format(0, "", text * 300) + ITEM.format(1, "", "") + ITEM.format(2, "", text * 300))
    assert [link.url for link in parse_feed(body.encode(), URL)] == [f"https://news.example/{n}" for n in range(3)]


def test_a_feed_of_countless_signs_is_left_to_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = RSS.format(ITEM.format(1, "", "a</p></div>b") + ITEM.format(2, "", ""))
    monkeypatch.setattr(xml, "MOST_SIGNS", feed.count("<"))
    assert len(parse_feed(feed.encode(), URL)) == 2
    monkeypatch.setattr(xml, "MOST_SIGNS", feed.count("<") - 1)
    assert len(parse_feed(feed.encode(), URL)) < 2


SCRAPS = [
    *(
        "<a>",
        "</a>",
        "<b x='1'>",
        "</b>",
        "<b/>",
        "<c y=2>",
        "<p:d>",
        "</p:d>",
        "<A>",
        "</a",
        "<b ",
        "<",
        ">",
        "</",
        "/>",
    ),
    *(" ", "3", "x", '"', "'", "=", "<!", "<?", "?>", "<john@x.example>", "<![CDATA[<]]>", "<!-- < -->", "é"),
]


@given(st.lists(st.sampled_from(SCRAPS)))
def test_whatever_stands_in_a_document_it_is_well_formed(scraps: list[str]) -> None:
    mended = balanced(tidied(f"<r xmlns:p='urn:p'>{''.join(scraps)}</r>", ()), ())
    root = etree.fromstring(mended.encode(), etree.XMLParser(recover=False))
    assert root.tag == "r"
    assert balanced(tidied(mended, ()), ()) == mended


@pytest.mark.parametrize(
    "part",
    [
        *("< " * 200_000, "</p>" * 200_000, "<a>" * 200_000, "<a></b>" * 100_000, "<a " * 200_000, "<" * 300_000),
        *("<" + "a" * 500_000, "<a " + "b" * 500_000 + ">", "<a " + "b " * 200_000 + ">", "<a " + 'b="' * 100_000 + ">"),
        *("<a " + "\"'" * 100_000, "<a" + " b=''" * 100_000, "<?a " + "?" * 300_000, "<?a " * 100_000, "<!-- " * 100_000),
        *("<![CDATA[" * 60_000, "<!-- " * 100_000 + "-->", "<![CDATA[<!--" * 60_000, "<!--<![CDATA[" * 60_000 + "]]>" * 60_000),
        *("<a x='" + "< " * 200_000, "<a " + "'< ' " * 100_000, "<a x='< " * 60_000, "<item>" * 90_000 + "</rss>" * 90_000),
    ],
    ids=lambda part: repr(part[:9] + part[-4:]),
)  # fmt: skip
def test_hostile_bytes_cost_linear_time(part: str) -> None:
    body = RSS.format(ITEM.format(1, " <3", "") + part).encode()
    start = time.process_time()
    parse_feed(body, URL)
    assert is_quick(time.process_time() - start, 20)
