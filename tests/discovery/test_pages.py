from __future__ import annotations

import importlib.util
import random
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from pace import is_quick

from boilerspider.discovery.base import Link, LinkKind
from boilerspider.discovery.pages import page_links
from boilerspider.markup.tree import Document, parse
from boilerspider.urls import clean_url

URL = "https://www.news.example/sport"
HEADLINES = (
    "Dam holds as river reaches record height",
    "Council votes to close the old swimming pool",
    "Teachers and city agree on a new contract",
    "Rail line to the coast reopens after nine years",
)
SECTIONS = ("world", "politics", "science", "culture")


def read(body: str, url: str | None = URL) -> dict[str, Link]:
    links = page_links(parse(f"<!DOCTYPE html><html><head></head><body>{body}</body></html>", url))
    return {link.url: link for link in links}


def kinds(body: str, url: str | None = URL) -> dict[str, LinkKind]:
    return {address: link.kind for address, link in read(body, url).items()}


def card(href: str, headline: str) -> str:
    return f'<article class="card"><h3><a href="{href}">{headline}</a></h3><p>Teaser text.</p></article>'


READ_MORE = "<div class='teaser'><h3>{1}</h3><p>Teaser text.</p><p><a href='{0}'>Read more</a></p></div>"
PICTURE = "<div class='teaser'><a href='{0}'><img src='x.jpg' alt=''></a><h3>{1}</h3><a href='{0}#comments'>3</a></div>"


@pytest.mark.parametrize("markup", [READ_MORE, PICTURE])
def test_a_headline_that_is_no_link_is_that_of_its_card(markup: str) -> None:
    paths = [f"/sport/{headline.lower().replace(' ', '-')}" for headline in HEADLINES]
    body = "".join(map(markup.format, paths, HEADLINES))
    found = read(f"<main><section><h2>Today</h2>{body}</section></main>", "https://www.news.example/")
    for path, headline in zip(paths, HEADLINES, strict=True):
        link = found[f"https://www.news.example{path}"]
        assert (link.kind, link.title) == (LinkKind.ARTICLE, headline)


def test_a_headline_of_a_card_is_no_proof_by_itself() -> None:
    body = READ_MORE.format("/editorial-policy", "How we approach editorial content") + READ_MORE.format(
        "/autoren/name/jane-roe", HEADLINES[0]
    )
    assert LinkKind.ARTICLE not in kinds(f"<main>{body}</main>").values()


def test_a_card_with_other_addresses_lends_its_headline_to_none() -> None:
    body = f"<div><h3>{HEADLINES[0]}</h3><a href='/topics/climate-change'>Climate</a><a href='/a/1'>Read more</a></div>"
    assert LinkKind.ARTICLE not in kinds(f"<main>{body}</main>").values()


@pytest.mark.parametrize(
    "path",
    [
        "/2026/11/20/dam-holds-in-flood/", "/article/6a32c048474b4450acf801b7c7d2ea70.html", "/article/TheDaily_2024_05_03.html",
        "/amp/6a32c048474b4450acf801b7c7d2ea70.html", "/story/3000000218734", "/sport/dam-holds-as-river-reaches-record-height",
        "/news/society/11331872", "/index.php?article=123456", "/23613289/dam", "/sport/dam.GoPAarjxoHNezv1hVvgdhr",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "markup",
    [
        card("{}", HEADLINES[0]),
        '<div class="teaser"><a href="{}"><h2>Short one</h2></a></div>',
        f'<ul><li><a href="{{}}">{HEADLINES[0]}</a></li></ul>',
        f'<p>Words before <a href="{{}}">{HEADLINES[1]}</a> and after.</p>',
        f'<aside><a href="{{}}"><img src="x.jpg"></a><a href="{{}}">{HEADLINES[2]}</a></aside>',
    ],
)
def test_links_to_articles(path: str, markup: str) -> None:
    assert list(kinds(markup.replace("{}", path)).values()) == [LinkKind.ARTICLE]


@pytest.mark.parametrize(
    "path", ["/", "/world", "/world/europe/", "/news-and-politics", "/podcasts", "/themen/dams", "/world?page=2"]
)
@pytest.mark.parametrize(
    "frame",
    ["<nav><ul>{}</ul></nav>", '<div class="main-menu"><ul>{}</ul></div>', "<footer>{}</footer>", "<div>{}</div>"],
)
def test_links_to_sections(path: str, frame: str) -> None:
    others = "".join(f'<li><a href="/{section}-x">{section.title()}</a></li>' for section in SECTIONS)
    found = kinds(frame.format(f'<li><a href="{path}">Label</a></li>' + others))
    assert found["https://www.news.example" + path] is LinkKind.LISTING
    assert set(found.values()) == {LinkKind.LISTING}


@pytest.mark.parametrize(
    "anchor",
    [
        '<a href="mailto:desk@news.example">x</a>', '<a href="javascript:void(0)">x</a>', '<a href="tel:1">x</a>', '<a href="#top">x</a>', '<a href="">x</a>',
        '<a href="http://[">x</a>', '<a name="x">x</a>', '<a href="/sport?utm_source=x#y">itself</a>', '<a href="http://www.news.example/sport">itself</a>',
        '<a href="/2026/11/20/dam-holds-in-flood" rel="nofollow">x</a>', '<a href="/2026/11/20/dam-holds-in-flood" rel="sponsored noopener">x</a>',
        '<a href="https://other.example/2026/11/20/dam-holds-in-flood">Dam holds as river reaches record height</a>',
        '<a href="/edition.pdf">x</a>', '<a href="/photo.jpg">x</a>', '<a href="/login">x</a>', '<a href="/search?q=dam">x</a>', '<a href="/a?share=x">x</a>',
        '<a href="/about.html">x</a>', '<a href="/tag/dams">x</a>', '<a href="/calendar/2026/11/20">x</a>', '<a href="/x?month=11">x</a>',
        '<link rel="canonical" href="/other">', '<link rel="stylesheet" href="/other">',
    ],
)  # fmt: skip
def test_what_is_never_followed(anchor: str) -> None:
    assert read(anchor) == {}


HOUSE = (
    "/privacy/your-privacy-choices-explained-here",
    "/help/how-to-reset-your-password",
    "/ueber-uns/wer-wir-sind-und-was-wir-tun",
)


@pytest.mark.parametrize("frame", ["main", "footer", "nav"])
@pytest.mark.parametrize("item", ["<li><a href='{0}'>{1}</a></li>", "<p><a href='{0}'>{1}</a></p>"])
def test_a_house_page_has_no_headline_and_is_none_of_the_stories(frame: str, item: str) -> None:
    links = "".join(item.format(path, path.rpartition("/")[2].replace("-", " ")) for path in HOUSE)
    assert read(f"<{frame}>{links}</{frame}>") == {}


@pytest.mark.parametrize("frame", ["footer", "nav"])
def test_nor_is_it_where_a_heading_stands_in_the_frame(frame: str) -> None:
    assert read(f"<{frame}>{card(HOUSE[1], 'How to reset your password')}</{frame}>") == {}


def test_a_headline_below_the_name_of_a_service_is_a_story() -> None:
    assert LinkKind.ARTICLE in kinds(card("/privacy/court-fines-airline-over-leaks", HEADLINES[0])).values()


@pytest.mark.parametrize("item", ["<li><a href='{0}'>{1}</a></li>", "<p><a href='{0}'><b>{1}</b></a></p>"])
@pytest.mark.parametrize(
    "url",
    [
        "/privacy/court-fines-airline-over-leaks",
        "/help/hospitals-ask-for-help-after-the-flood",
        "/news/privacy/court-fines-airline-over-leaks",
    ],
)
def test_nor_does_it_need_a_heading_among_other_stories(item: str, url: str) -> None:
    stories = ["/world/the-dam-holds-after-all", url, "/sport/a-ferry-for-the-island-club"]
    links = "".join(item.format(each, each.rpartition("/")[2].replace("-", " ")) for each in stories)
    assert kinds(f"<main>{links}</main><footer>{item.format(HOUSE[1], HOUSE[1])}</footer>") == dict.fromkeys(
        [f"https://www.news.example{each}" for each in stories], LinkKind.ARTICLE
    )


def test_below_a_day_the_name_of_a_service_is_a_topic() -> None:
    link = "<li><a href='/2026/11/20/privacy/court-fines-airline'>Court fines airline over leaks of data</a></li>"
    assert list(kinds(f"<main>{link}</main>").values()) == [LinkKind.ARTICLE]
    assert kinds(f"<footer>{link}</footer>") == {}


@pytest.mark.parametrize("url", ["/company/about/our-management-team", "/corporate/terms/how-we-use-your-data"])
def test_below_a_part_of_the_house_it_is_one_too(url: str) -> None:
    assert kinds(f"<div><p><a href='{url}'>What we are, and how we work for you</a></p></div>") == {}


def test_one_plain_link_is_enough_to_follow() -> None:
    found = read('<a rel="nofollow" href="/the-dam-holds">x</a><a href="/the-dam-holds"><h2>Dam holds</h2></a>')
    assert [link.kind for link in found.values()] == [LinkKind.ARTICLE]


def test_a_link_is_titled_by_its_headline_and_comes_once() -> None:
    body = f'<a href="/2026/11/20/dam#a"><img></a><a href="/2026/11/20/dam?utm_source=x">5 min <h3>{HEADLINES[0]}</h3> Teaser <script>x()</script></a>'
    expected = Link("https://www.news.example/2026/11/20/dam", LinkKind.ARTICLE, HEADLINES[0])
    assert read(body) == {expected.url: expected}


def test_base_and_relative_links() -> None:
    assert list(read('<base href="/world/"><a href="europe">Europe</a>')) == ["https://www.news.example/world/europe"]
    assert list(read('<base href="http://["><a href="europe">Europe</a>')) == ["https://www.news.example/europe"]


def test_feeds_and_sitemaps_may_lie_elsewhere() -> None:
    found = kinds(
        '<link rel="alternate" type="application/rss+xml" href="https://feeds.example/x"><link rel="alternate" type="application/atom+xml" href="/atom.xml">'
        '<link rel="alternate" type="application/rss+xml" href="/comments/feed/"><link rel="alternate" hreflang="de" href="/de">'
        '<link rel="sitemap" href="/sitemap.xml"><a href="/rss.xml">RSS</a>',
    )
    assert found == {
        "https://feeds.example/x": LinkKind.FEED,
        "https://www.news.example/atom.xml": LinkKind.FEED,
        "https://www.news.example/sitemap.xml": LinkKind.SITEMAP,
        "https://www.news.example/rss.xml": LinkKind.FEED,
    }


def test_the_feed_of_a_storys_comments_is_left_out() -> None:
    feed = '<link rel="alternate" type="application/rss+xml" href="feed/">'
    assert read(feed, "https://news.example/dam-holds-in-the-flood/") == {}
    assert kinds(feed, "https://news.example/sport/") == {"https://news.example/sport/feed/": LinkKind.FEED}


@pytest.mark.parametrize(
    ("page", "anchor", "target"),
    [
        ("/sport", '<a rel="next" href="?page=2">Older</a>', "/sport?page=2"),
        ("/sport", '<link rel="next" href="/sport?page=2">', "/sport?page=2"),
        ("/sport?page=2", '<a href="?page=1">1</a><a href="?page=3">3</a><a href="?page=4">4</a>', "/sport?page=3"),
        ("/sport/page/9", '<a href="/sport/page/10">Weiter »</a>', "/sport/page/10"),
        ("/sport/", '<a href="/sport/2/">Página siguiente</a>', "/sport/2/"),
        ("/sport/", '<a class="pager__next btn" href="/sport/2/"><svg/></a>', "/sport/2/"),
        ("/sport/", '<a class="nextdoor" href="/sport/2/"><svg/></a>', None),
        ("/sport", '<a aria-label="Nächste Seite" href="?seite=2">›</a>', "/sport?seite=2"),
        ("/sport?x=1", '<a href="?x=1&amp;start=20">older stories</a>', "/sport?start=20&x=1"),
        ("/sport-1.html", '<a href="/sport-2.html">→</a>', "/sport-2.html"),
        # counted from 0
        ("/sport", '<a href="?page=1" title="Go to next page">next ›</a>', "/sport?page=1"),
        ("/sport", '<a href="?page=1">2</a>', "/sport?page=1"),
        ("/sport", '<a href="?page=1">1</a>', None),
        ("/sport?page=1", '<a href="?page=2">3</a>', "/sport?page=2"),
        ("/sport?page=1", '<a href="?page=3">4</a>', None),
        ("/sport?page=1", '<a href="/sport">1</a>', None),
        ("/sport", '<a rel="next" href="/sport?after=xyz">More</a>', "/sport?after=xyz"),
    ],
)
def test_next_pages(page: str, anchor: str, target: str | None) -> None:
    found = kinds(anchor, "https://news.example" + page)
    assert [url for url, kind in found.items() if kind is LinkKind.NEXT_PAGE] == (
        ["https://news.example" + target] if target else []
    )


@pytest.mark.parametrize(
    ("page", "anchor"),
    [
        ("/sport?page=3", '<a rel="prev" href="?page=2">Newer</a>'),
        ("/sport?page=3", '<a href="?page=2">Next</a>'),
        ("/sport", '<a href="?page=7">7</a>'),
        ("/sport", '<a href="/world">Next</a>'),
        ("/story?id=5", '<a href="/story?id=6">Another story</a>'),
        (
            "/dam-holds-in-the-flood/",
            '<a rel="next" href="/council-closes-the-old-pool/">Council closes the old pool</a>',
        ),
    ],
)
def test_what_is_no_next_page(page: str, anchor: str) -> None:
    assert LinkKind.NEXT_PAGE not in kinds(anchor, "https://news.example" + page).values()


@pytest.mark.parametrize(
    "anchor",
    [
        '<a href="?page=1">« Newer</a>',
        '<a href="/sport">First</a>',
        '<a href="?page=7">7</a>',
        '<a href="?page=2">2</a>',
    ],
)
def test_pagers_lead_neither_back_nor_far_ahead(anchor: str) -> None:
    assert read(anchor, "https://www.news.example/sport?page=3") == {}


def test_a_story_numbered_lower_is_no_page_before() -> None:
    body = f'<a href="/archive/12"><h3>{HEADLINES[0]}</h3></a>'
    assert list(read(body, "https://www.news.example/archive/15")) == ["https://www.news.example/archive/12"]


def test_a_page_without_address_gives_feeds_named_in_full() -> None:
    body = '<link rel="alternate" type="application/rss+xml" href="https://feeds.example/x"><a href="https://news.example/a">A</a><a href="/b">B</a>'
    assert list(read(body, None)) == ["https://feeds.example/x"]


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 100_000 + "<a href=/a>x</a>",
        "<a href=/a>" * 50_000,
        '<a href="/a">' + "word " * 200_000 + "</a>",
        f'<div class="{"nav-" * 100_000}"><a href="/a">x</a></div>',
        f'<div class="{"x" * 1_000_000}">{"<a href=/a>x</a>" * 10_000}</div>',
        "".join(f'<a href="/{n}">x</a>' for n in range(30_000)),
        '<a href="/' + "a-" * 100_000 + '">x</a>',
        '<a href="/' + "1/" * 100_000 + '">' + "»" * 100_000 + "</a>",
        '<a href="/?' + "a=1&" * 100_000 + '">x</a>',
    ],
    ids=[
        "deep",
        "nested anchors",
        "long text",
        "long class",
        "long class around many",
        "many",
        "long slug",
        "long path",
        "long query",
    ],
)
def test_hostile_pages_cost_linear_time(body: str) -> None:
    root = html.document_fromstring(f"<html><body>{body}</body></html>", parser=html.HTMLParser(huge_tree=True))
    start = time.process_time()
    page_links(Document(root, body, URL))
    assert is_quick(time.process_time() - start, 20)


TAGS = st.sampled_from(
    ["<a href='/x'>", "</a>", "<a href='http://['>", "<a rel='next' href='?page=2'>", "<h2>", "</h2>", "<li>", "<nav>", "</nav>", "<base href='//['>", "<base href='x:y'>",
     "<link rel=alternate type=application/rss+xml href=/f>", "<script>", "</script>", "<svg>", "<!--", "-->", "<article>", "words and words", "é", "<table>", "<?x?>"]
)  # fmt: skip


@given(st.lists(TAGS, max_size=25).map("".join), st.one_of(st.none(), st.just(URL), st.text()))
def test_any_page_gives_links_or_none(body: str, url: str | None) -> None:
    links = page_links(parse(f"<html><body>x{body}</body></html>", url))
    assert len({link.url for link in links}) == len(links)
    assert all(clean_url(link.url) == link.url for link in links)


def test_listings_of_the_loopback_news_sites(shared: Path, corpus: Callable[..., Any]) -> None:
    """Precision and recall of article links on front and section pages, and of the ways to the rest."""
    spec = importlib.util.spec_from_file_location("serve_news", shared / "tools" / "serve_news.py")
    assert spec and spec.loader
    server = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(server)
    stories = [
        server.Story(gold, page, rank)
        for rank, (gold, page) in enumerate([*corpus("aed", 120), *corpus("fundus", 120)])
    ]
    site = server.Site("127.0.0.1", 8900, stories, [], Namespace(seed=1, amp=0.1))
    site.rng = random.Random(1)
    right = wrong = missed = 0
    todo, seen = ["/"], set()
    while todo:
        address = todo.pop()
        path, _, query = address.partition("?page=")
        body = site.route(path, {"page": [query or "1"]})[2]
        links = page_links(parse(body, site.base + address))
        gold = {
            clean_url(site.base + href.removeprefix(site.base))
            for href in html.fromstring(body).xpath("//article//a/@href")
        }
        found = {link.url for link in links if link.kind is LinkKind.ARTICLE}
        right, wrong, missed = right + len(found & gold), wrong + len(found - gold), missed + len(gold - found)
        ways = {
            link.url.removeprefix(site.base) for link in links if link.kind in {LinkKind.LISTING, LinkKind.NEXT_PAGE}
        }
        todo += ways - seen
        seen |= ways | {address}
    assert seen >= {"/", *(f"/section/{name}" for name in server.SECTIONS), "/section/world?page=2"}
    assert all(path == "/" or path.startswith("/section/") for path in seen)
    assert right / (right + wrong) >= 0.98
    assert right / (right + missed) >= 0.98
