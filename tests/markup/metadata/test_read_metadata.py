"""Fields of small pages, one rule at a time."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest

from boilerspider.markup.metadata import Metadata, read_metadata
from boilerspider.markup.metadata.story import MAX_SIGNERS
from boilerspider.markup.tree import parse
from boilerspider.model import Image

NOW = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)
URL = "https://www.example.com/news/2026/a-story"


def page(head: str = "", body: str = "", *, lang: str = "") -> str:
    return f"<html {lang}><head>{head}</head><body>{body}<p>Some text of the story.</p></body></html>"


def ld(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def article(**fields: object) -> str:
    return ld({"@context": "https://schema.org", "@type": "NewsArticle", **fields})


def meta(**contents: str) -> str:
    return "".join(f'<meta property="{name.replace("__", ":")}" content="{value}">' for name, value in contents.items())


def read(html: str, url: str | None = URL) -> Metadata:
    return read_metadata(parse(html, url), now=NOW)


def test_a_page_that_says_nothing_has_nothing():
    assert read("<p>Only text.</p>", None) == Metadata()


def test_an_empty_page_has_nothing():
    assert read("", None) == Metadata()


RAIN = article(headline="Rain falls on the north", author="Jane Roe")

SITE = meta(og__site_name="The Daily Example")

SENTENCE = "<p>It began on Tuesday evening, and by noon the rivers stood in the streets of the town.</p>"

TITLES = [
    ("the headline of JSON-LD", article(headline="Rain falls"), "", "Rain falls"),
    ("entities, also escaped twice", article(headline="Rain &amp;amp; snow &#8211; again"), "", "Rain & snow – again"),
    ("mojibake", article(headline="CafÃ© reopens â€“ at last"), "", "Café reopens – at last"),
    ("the site's name at the end", SITE + "<title>Rain falls | The Daily Example</title>", "", "Rain falls"),
    ("the site's name at the beginning", SITE + "<title>The Daily Example: Rain falls</title>", "", "The Daily Example: Rain falls"),
    ("the site's name before a bar", SITE + "<title>The Daily Example | Rain falls</title>", "", "Rain falls"),
    ("the host's name at the end", "<title>Rain falls - Example.com</title>", "", "Rain falls"),
    ("a short word before the host's name", "<title>Rain falls - The Example</title>", "", "Rain falls"),
    ("the same at the beginning", "<title>Das Example | Rain falls</title>", "", "Rain falls"),
    ("a headline that begins so", "<title>Das Example – wie es entstand</title>", "<h1>Das Example – wie es entstand</h1>", "Das Example – wie es entstand"),
    ("a long word before it", "<title>Rain falls - Another Example</title>", "", "Rain falls - Another Example"),
    ("a part of the host's name behind a short word", "<title>The Exam - Rain falls</title>", "", "The Exam - Rain falls"),
    ("a dash of its own before it", SITE + meta(og__title="Rain – the lost roads | The Daily Example") + "<title>Rain – the lost roads | The Daily Example</title>", "<h1>Rain – the lost roads</h1>", "Rain – the lost roads"),
    ("a bar of its own before it", SITE + "<title>Rain | the lost roads | Daily Example</title>", "", "Rain | the lost roads"),
    ("a quotation mark before it", SITE + "<title>Rain falls « The Daily Example</title>", "", "Rain falls"),
    ("a wide line before it", meta(og__site_name="例新聞") + "<title>北部で雨が降る＿例新聞</title>", "", "北部で雨が降る"),
    ("the site's name in quotation marks", meta(og__site_name="Le Jour"), "<h1>L'enquête du journal « Le Jour »</h1>", "L'enquête du journal « Le Jour »"),
    ("quotation marks around words stay", SITE + meta(og__title="« Rain falls », says Roe"), "", "« Rain falls », says Roe"),
    ("a section's name before it stays", SITE + "<title>Rain falls | Weather | The Daily Example</title>", "", "Rain falls | Weather"),
    ("its name twice", SITE + "<title>Rain falls | Example | The Daily Example</title>", "", "Rain falls"),
    ("a word of the site's name that all sources have in the headline", SITE + meta(og__title="Rain - Example") + "<title>Rain - Example | The Daily Example</title>", "<h1>Rain - Example</h1>", "Rain - Example"),
    ("the site's whole name that all sources have", SITE + meta(og__title="Rain - The Daily Example"), "<h1>Rain - The Daily Example</h1>", "Rain"),
    ("a part that a lower heading shows", "<title>Gazette - Rain falls hard - Weather</title>", "<h2>Weather</h2><h2>Rain falls hard</h2>", "Rain falls hard"),
    ("a part that a lower heading shows without spaces", "<title>北部で今夜から雨が強く降る | 例新聞社のニュース</title>", "<h3>北部で今夜から雨が強く降る</h3>", "北部で今夜から雨が強く降る"),
    ("not the heading that leads to the front", "<title>Rain falls hard</title>", "<h1><a href='/'>The Gazette of the North</a></h1>", "Rain falls hard"),
    ("nor its name", "<title>Gazette of the North: Rain falls</title>", "<h1><a href='https://example.com'>Gazette of the North</a></h1>", "Rain falls"),
    ("nor its name at the end", "<title>Rain falls «  Gazette of the North</title>", "<h2><a href='/index.html'>Gazette of the North</a></h2>", "Rain falls"),
    ("but of the front itself", "<title>Gazette of the North</title>", "<h1><a href='/'>Gazette of the North</a></h1>", "Gazette of the North"),
    ("a heading of the story behind one of the front", "<title>Rain falls hard - Gazette</title>", "<h1><a href='/'>Gazette</a></h1><h1>More rain on Gazette</h1><h2>Rain falls hard</h2>", "Rain falls hard"),
    ("no part of a declared headline", meta(og__title="Rain falls hard - a guide"), "<h2>Rain falls hard</h2>", "Rain falls hard - a guide"),
    ("a break in the heading", "", "<h1>Rain<br>falls<!-- hard --> today</h1>", "Rain falls today"),
    ("blocks in the heading", "", "<h1><div>Weather</div><div>Rain falls</div></h1>", "Weather Rain falls"),
    ("a badge before a shared headline", meta(og__title="Rain falls hard") + "<title>Rain falls hard</title>", "<h1><span>PLUS</span>Rain falls hard</h1>", "Rain falls hard"),
    ("a section for those who listen", SITE + meta(og__title="Rain falls hard") + "<title>Rain falls hard | The Daily Example</title>", '<h1><span class="sr-only">Weather: </span>Rain falls hard</h1>', "Rain falls hard"),
    ("a button behind it", meta(og__title="Rain falls hard") + "<title>Rain falls hard</title>", "<h1>Rain falls hard <a>Share</a></h1>", "Rain falls hard"),
    ("a badge in a wrapper", meta(og__title="Rain falls hard") + "<title>Rain falls hard</title>", "<h1><a href='/x'><!-- x --><i>PLUS</i>Rain falls hard</a></h1>", "Rain falls hard"),
    ("words of the heading in no element", meta(og__title="Rain falls hard") + "<title>Rain falls hard</title>", "<h1>Weather: Rain falls hard</h1>", "Weather: Rain falls hard"),
    ("a badge where the window says another", meta(og__title="Rain falls hard") + "<title>Plus Rain falls hard</title>", "<h1><b>Plus</b> Rain falls hard</h1>", "Plus Rain falls hard"),
    ("a glued badge where only the window's title is clean", "<title>Rain falls hard | Post</title>", "<h1><span>Premium</span>Rain falls hard</h1>", "Rain falls hard"),
    ("a line for those who listen, too", "<title>Rain falls hard - Post</title>", "<h1>Rain falls hard<i class=sr-only> (opens in a new tab)</i></h1>", "Rain falls hard"),
    ("a badge before it and two buttons behind it", "<title>Rain falls hard | Post</title>", "<h1><b>PLUS</b> Rain falls hard <button>Save</button> <button>Share</button></h1>", "Rain falls hard"),
    ("a subtitle that the window's title has, too", "<title>Rain falls hard in the north | Post</title>", "<h1>Rain falls hard <i>in the north</i></h1>", "Rain falls hard in the north"),
    ("a section in the heading is no headline", "<title>Far News - Rain falls hard</title>", "<h1>Far News <i>daily</i></h1><h2>Rain falls hard</h2>", "Rain falls hard"),
    ("soft hyphens", "", "<h1>Rain&shy;fall in Ex&#8203;ample&shy;shire</h1>", "Rainfall in Exampleshire"),
    ("code and drawings in the heading", meta(og__title="Rain falls!"), "<h1><style>a{}</style>Rain <a><svg><title>Share</title></svg></a> falls</h1>", "Rain falls"),
    ("a bar inside the headline stays", SITE + "<title>Rain | Snow and hail</title>", "", "Rain | Snow and hail"),
    ("a part that the heading does not know", "<title>Rain falls - News from all over</title>", "<h1>Rain falls</h1>", "Rain falls"),
    ("the heading of the story, not of the site", SITE + meta(og__title="Rain falls hard"), "<h1>The Daily Example</h1><h1>Rain falls hard</h1>", "Rain falls hard"),
    ("a microdata headline where there is no heading", "<title>Post - Rain falls hard</title>", "<b itemprop=headline>Rain falls hard</b>", "Rain falls hard"),
    ("no kicker that the markup names", meta(og__title="Rain falls hard - Weather of the week"), '<h1><span class="headline__kicker">After the storm</span> Rain falls hard</h1>', "Rain falls hard"),
    ("nor what parts it", "<title>After the storm: Rain falls hard | Post</title>", '<h1><small class="dachzeile">After the storm</small><i>: </i>Rain falls hard</h1>', "Rain falls hard"),
    ("a kicker that all sources have", meta(og__title="After the storm: Rain falls") + article(headline="After the storm: Rain falls"), '<h1><b class="kicker">After the storm</b> Rain falls</h1>', "After the storm: Rain falls"),
    ("a kicker is no part of a word", "", '<h1><span class="kicker">Rain</span>fall hits the north</h1>', "Rainfall hits the north"),
    ("nor of a name", "", '<h1><span class="topline">Trump</span>’s tariffs hit the north</h1>', "Trump’s tariffs hit the north"),
    ("nor longer than the headline", "", '<h1><span class="toptitle">Rain falls hard in the north</span> <small>3 minutes</small></h1>', "Rain falls hard in the north 3 minutes"),
    ("the second of two that are called so", "", '<h1><span class="kicker-box"><b class="kicker">Storm</b> Rain falls hard</span></h1>', "Rain falls hard"),
    ("a heading that is all kicker", "<title>Rain falls hard</title>", '<h1><span class="kicker">Rain falls hard</span></h1>', "Rain falls hard"),
    ("a dash without a kicker", meta(og__title="- Rain falls"), "<h1>- Rain falls</h1>", "- Rain falls"),
    ("not the blog's heading, where a lower one says all of the window's title", "<title>Rain falls hard</title>", "<h1>The Roe Family's Blog</h1><div><h2>Rain falls hard</h2></div>", "Rain falls hard"),
    ("nor a section's, where a lower one says a part of what is shared", meta(og__title="Rain falls hard | The Gazette of Roe"), "<h1>Floods and Storms</h1><div><h2>Rain falls hard</h2></div>", "Rain falls hard"),
    ("but the heading above a standfirst that is shared", meta(og__title="Rain falls hard"), "<h1>The long storm</h1><h2>Rain falls hard</h2>", "The long storm"),
    ("no appeal below the story", meta(og__title="Rain falls hard"), f"{SENTENCE * 3}<h1>A word from our founder:</h1>", "Rain falls hard"),
    ("but the story's heading below a note", meta(og__title="Rain falls hard"), f"{SENTENCE * 2}<p>Close</p>{SENTENCE}<h1>The long storm</h1>", "The long storm"),
    ("a heading below the story that says the same", meta(og__title="Rain falls hard"), f"{SENTENCE * 3}<h1>Rain falls very hard</h1>", "Rain falls very hard"),
    ("a heading that is not the story's", meta(og__title="Rain falls hard"), "<h1>Log in</h1>", "Rain falls hard"),
    (
        "a searcher's headline, repeated in the window alone",
        article(headline="Rain 2026: all you need to know") + meta(og__title="It will not stop") + "<title>Rain 2026: all you need to know</title>",
        "<h1>It will not stop</h1>",
        "It will not stop",
    ),
    ("a headline cut short", article(headline="Rain falls on the whole of..."), "<h1>Rain falls on the whole of the country</h1>", "Rain falls on the whole of the country"),
    ("a kicker inside the heading", article(headline="Rain falls on the north"), "<h1>Weather Rain falls on the north</h1>", "Rain falls on the north"),
    ("a headline that is the site's name", article(headline="The Daily Example") + SITE, "<h1>Rain falls hard</h1>", "Rain falls hard"),
    ("no title element inside a picture", "", "<svg><title>Logo</title></svg><h1>Rain falls hard</h1>", "Rain falls hard"),
    ("white space of all kinds", "", "<h1>Rain\u00a0\n\t falls\u200b hard</h1>", "Rain falls hard"),
    ("another story's object does not speak", ld({"@type": "ItemList", "itemListElement": [{"@type": "NewsArticle", "headline": "Other"}]}), "<h1>Rain falls hard</h1>", "Rain falls hard"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "body", "expected"), [case[1:] for case in TITLES], ids=[case[0] for case in TITLES])
def test_title(head: str, body: str, expected: str):
    assert read(page(head, body)).title == expected


AUTHORS = [
    ("a string", article(author="Jane Roe"), "", ("Jane Roe",)),
    ("a person", article(author={"@type": "Person", "name": "Jane Roe"}), "", ("Jane Roe",)),
    ("a person in two parts", article(author={"@type": "Person", "givenName": "Jane", "familyName": "Roe"}), "", ("Jane Roe",)),
    ("people", article(author=[{"@type": "Person", "name": "Jane Roe"}, {"@type": "Person", "name": "John Poe"}]), "", ("Jane Roe", "John Poe")),
    (
        "a reference into the graph",
        ld({"@graph": [{"@type": "Article", "author": {"@id": "#jane"}}, {"@type": "Person", "@id": "#jane", "name": "Jane Roe"}]}),
        "",
        ("Jane Roe",),
    ),
    (
        "who wrote the story, not who made its page",
        article(author={"@type": "Person", "name": "Jane Roe"}) + ld({"@type": "WebPage", "author": {"@type": "Person", "name": "John Poe"}}),
        "",
        ("Jane Roe",),
    ),
    (
        "who made the page where a firm signs the story",
        article(author={"@type": "Organization", "name": "Example News"}) + ld({"@type": "WebPage", "author": {"@type": "Person", "name": "John Poe"}}),
        "",
        ("John Poe",),
    ),
    ("each once, whatever the case", article(author=["Jane Roe", "JANE ROE"]), "", ("Jane Roe",)),
    ("a declared nickname", article(author={"@type": "Person", "name": "Lauren"}), "", ("Lauren",)),
    ("a slug of a name that stands there", article(author=[{"@type": "Person", "name": name} for name in ("Jane Roe", "jane-roe")]), "", ("Jane Roe",)),
    ("a slug without accents", article(author=[{"@type": "Person", "name": name} for name in ("José Díaz", "jose-diaz")]), "", ("José Díaz",)),
    ("an address is no name", article(author="https://example.com/jane") + meta(author="Jane Roe"), "", ("Jane Roe",)),
    ("a person before an organisation", article(author={"@type": "Organization", "name": "Example News"}) + meta(author="Jane Roe"), "", ("Jane Roe",)),
    ("an organisation where nobody else signs", article(author={"@type": "Organization", "name": "Example News"}), "", ("Example News",)),
    (
        "who made the page where nobody is named",
        article(author={"@type": "Person", "name": "admin"}) + ld({"@type": "WebPage", "author": {"@type": "Person", "name": "John Poe"}}),
        "",
        ("John Poe",),
    ),
    ("who wrote the story as a string", article(author="Jane Roe") + ld({"@type": "WebPage", "author": {"@type": "Person", "name": "John Poe"}}), "", ("Jane Roe",)),
    ("organisations in their order", article(author=[{"@type": "Organization", "name": name} for name in ("Example News", "Rain Herald")]), "", ("Example News", "Rain Herald")),
    ("an organisation called like a person", article(author={"@type": "NewsMediaOrganization", "name": "Rain Herald"}), "", ("Rain Herald",)),
    ("a meta of another name before an organisation", article(author={"@type": "Organization", "name": "Example News"}) + meta(articleAuthor="Jane Roe"), "", ("Jane Roe",)),
    ("an agency beside a person is dropped", article(author=["Jane Roe", "dpa"]), "", ("Jane Roe",)),
    ("metas", meta(author="By Jane Roe and John Poe"), "", ("Jane Roe", "John Poe")),
    ("Twitter's labels", meta(twitter__label1="Verfasst von", twitter__data1="Jana Roe"), "", ("Jana Roe",)),
    ("Twitter's other labels", meta(twitter__label1="Lesezeit", twitter__data1="Drei Minuten"), "", ()),
    ("microdata", "", '<span itemprop="author"><span itemprop="name">Jane Roe</span>, reporter</span>', ("Jane Roe",)),
    ("rel=author", "", 'By <a rel="author" href="/x">Jane Roe</a>', ("Jane Roe",)),
    ("co-authors side by side", "", '<p><a rel="author" href="/x">Jane Roe</a> and <a rel="author" href="/y">John Poe</a></p>', ("Jane Roe", "John Poe")),
    ("a class", "", '<div class="article-byline">By <b>Jane Roe</b><br>Senior Reporter<br>May 4, 2026</div>', ("Jane Roe",)),
    ("a link to a profile", "", '<p><a href="/authors/jane-roe">Jane Roe</a></p>', ("Jane Roe",)),
    ("a first word", "", "<p>Written by</p><p>Jane Roe</p>", ("Jane Roe",)),
    ("not a commenter", "", '<ol class="comments"><li><span class="author">Jane Roe</span></li></ol>', ()),
    ("not the author of a teaser", "", '<div class="related"><a rel="author">Jane Roe</a></div>', ()),
    ("not in a side bar", "", '<aside><span class="byline">By Jane Roe</span></aside>', ()),
    ("not in a footer", "", '<footer><span class="author">Jane Roe</span></footer>', ()),
    ("a wrapper of the headline says nothing", "", '<div class="content one-sidebar"><h1>Rain falls hard</h1><span class="author vcard">Jane Roe</span></div>', ("Jane Roe",)),
    ("nor does one that a page never closed", "", '<nav>Menu<h1>Rain falls hard</h1><a rel="author" href="/x">Jane Roe</a></nav>', ("Jane Roe",)),
    ("but a side bar beside it does", "", '<div class="content"><h1>Rain falls hard</h1><div class="sidebar"><span class="author">Jane Roe</span></div></div>', ()),
    ("a story's own footer", "", '<article><h1>Rain falls hard</h1><p>It rains.</p><footer class="entry-footer"><span class="author">Jane Roe</span></footer></article>', ("Jane Roe",)),
    ("an entry's own footer", "", '<div class="post hentry"><h1>Rain falls hard</h1><div class="post-footer"><span class="author">Jane Roe</span></div></div>', ("Jane Roe",)),
    ("a line of an entry's own footer", "", '<div class="post hentry"><h1>Rain falls hard</h1><div class="post-footer"><div class="post-footer-line post-footer-line-1"><span class="author">Jane Roe</span></div></div></div>', ("Jane Roe",)),
    ("not a line of a site's footer", "", '<div class="post hentry"><h1>Rain falls hard</h1><div class="row"><div class="site-footer"><div class="footer-line"><span class="author">Jane Roe</span></div></div></div></div>', ()),
    ("not the footer of what is no story", "", '<div class="page"><h1>Rain falls hard</h1><div class="page-footer"><span class="author">Jane Roe</span></div></div>', ()),
    ("not the author of a comment in the story's footer", "", '<article><h1>Rain falls hard</h1><footer><ol class="comments"><li><span class="author">Jane Roe</span></li></ol></footer></article>', ()),
    ("nor of one whose section has a heading", "", '<h1>Rain falls hard</h1><div class="comments"><h1>Comments</h1><span class="author">Jane Roe</span></div>', ()),
    ("not the author of a quote", "", "<article><h1>Rain falls hard</h1><p>" + "It rains. " * 20 + '</p><blockquote>Rain.<footer>by <cite class="author">Jane Roe</cite></footer></blockquote></article>', ()),
    ("not the author of a card", "", '<article><h1>Rain falls hard</h1><div class="card"><div class="card-footer"><span class="author">Jane Roe</span></div></div></article>', ()),
    ("not who took a picture", "", '<article><figure><figcaption>Rain <span class="author">Ann Loe</span></figcaption></figure><h1>Rain falls hard</h1><p class="author">Jane Roe</p></article>', ("Jane Roe",)),
    ("the nearest to the headline", "", '<div class="x"><a href="/n">Snow</a><b class="author">Ann Loe</b></div><article><h1>Rain falls hard</h1><p class="author">Jane Roe</p></article>', ("Jane Roe",)),
    ("the first of the nearest", "", '<article><h1>Rain falls hard</h1><p class="author">Jane Roe</p><div><p class="author">Ann Loe</p></div></article>', ("Jane Roe",)),
    ("a more explicit one before a nearer", "", '<div><b itemprop="author">Jane Roe</b></div><article><h1>Rain falls hard</h1><p class="author">Ann Loe</p></article>', ("Jane Roe",)),
    ("whom the headline names behind another", "", '<h1>A column: ask Max Li</h1><p class="author">Ann Loe, Max Li</p>', ("Ann Loe", "Max Li")),
    ("but no place behind an employer", "", '<h1>Rain falls on Upper Quay</h1><p class="author">Jane Roe, Rain News, Upper Quay</p>', ("Jane Roe",)),
    ("which a word joins to nobody", "", '<h1>Ask Max Li</h1><p class="author">Jane Roe, Rain News and Max Li</p>', ("Jane Roe", "Max Li")),
    ("nor do letters within other words", "", '<h1>A climax library</h1><p class="author">Jane Roe, Rain News, Max Li</p>', ("Jane Roe", "Max Li")),
    ("a reporter before a newspaper on a portal", meta(og__article__author="한솔일보 | 누리"), '<h1>Rain falls hard</h1><em class="head_journalist_name">김민수 기자</em>', ("김민수",)),
    ("the newspaper on a portal", meta(og__article__author="한솔일보 | 누리"), "<h1>Rain falls hard</h1>", ("한솔일보",)),
    ("a class in French", "", '<h1>Rain falls hard</h1><p class="auteur">Jeanne Roe avec AFP</p>', ("Jeanne Roe",)),
    ("a class in Spanish", meta(og__locale="es_ES"), '<h1>Rain falls hard</h1><p class="firma">Juana Roe / Juan Poe</p>', ("Juana Roe", "Juan Poe")),
    ("which is a firm in German", meta(og__locale="de_DE"), '<h1>Rain falls hard</h1><p class="firma">Jana Roe</p>', ()),
    ("amid a sentence it names a treaty", meta(og__locale="es_ES"), '<h1>Rain falls hard</h1><p>El <span class="firma">Pacto De Lausana</span> se firma hoy.</p>', ()),
    ("as at its beginning", meta(og__locale="es_ES"), '<h1>Rain falls hard</h1><p><span class="firma">Pacto De Lausana</span> se firma hoy</p>', ()),
    ("and beside a byline a firm", meta(og__locale="it_IT"), '<h1>Rain falls hard</h1><p class="firma">Costruzioni Roe Spa</p><p class="byline">Anna Poe</p>', ("Anna Poe",)),
    ("reporters", "", '<h1>Rain falls hard</h1><p><span class="reporter">Jane Roe</span> and <span class="reporter">John Poe</span></p>', ("Jane Roe", "John Poe")),
    ("a reporter behind a day", "", '<h1>Rain falls hard</h1><div><i>4 May 2026</i> <b class="reporter">Jane Roe</b></div>', ("Jane Roe",)),
    ("a byline before what is called a reporter", "", '<h1>Rain falls hard</h1><p class="reporter">Ann Loe</p><p>By Jane Roe</p>', ("Jane Roe",)),
    ("no journalist amid the story", "", f'<h1>Rain falls hard</h1><p>{"It rains all day long. " * 10}</p><p class="journalist">Ann Loe</p>', ()),
    ("nor one in a sentence beside the headline", "", '<h1>Rain falls hard</h1><p>Rain drenched <b class="journalist">Ann Loe</b>.</p>', ()),
    ("nor one that a sentence begins with", "", '<h1>Rain falls hard</h1><p><i class="journalist">Ann Loe</i> is wet</p>', ()),
    ("nor what another word of the class is about", "", '<h1>Rain falls hard</h1><p class="reporter-cta">Tell Our Town</p><ul class="journalists-killed"><li>Ann Loe</li></ul>', ()),
    ("an agency", "", '<h1>Rain falls hard</h1><p class="byline">Associated Press</p>', ("Associated Press",)),
    ("not what a control says", "", '<h1>Rain falls hard</h1><p class="author">Share This</p>', ()),
    ("an agency of one word", "", '<h1>Rain falls hard</h1><p class="byline">By Reuters</p>', ("Reuters",)),
    ("a surname that is an office's word", "", '<h1>Rain falls hard</h1><p class="byline">By Mark Read</p>', ("Mark Read",)),
    ("a person before an agency", "", '<h1>Rain falls hard</h1><p class="byline">Reuters</p><p>By Jane Roe</p>', ("Jane Roe",)),
    ("not the site", SITE, '<h1>Rain falls hard</h1><p class="byline">The Daily Example</p>', ()),
    ("not an office", "", '<h1>Rain falls hard</h1><p class="byline">Senior Reporter</p>', ()),
    ("not what a button says", "", '<h1>Rain falls hard</h1><p class="author">Read all comments</p>', ()),
    ("not a place behind a name", article(author={"@type": "Person", "name": "Jane Roe, Washington"}), "", ("Jane Roe",)),
    ("nor a role and a place", article(author={"@type": "Person", "name": "Juana Roe, corresponsal en Berlín"}), "", ("Juana Roe",)),
    ("a nickname beside a name", article(author=[{"@type": "Person", "name": name} for name in ("Jane Roe", "Prince")]), "", ("Jane Roe", "Prince")),
    ("whom a byline names before a login", article(author={"@type": "Person", "name": "jroe"}), '<h1>Rain falls hard</h1><p class="byline">By Jane Roe</p>', ("Jane Roe",)),
    ("not before a nickname", article(author={"@type": "Person", "name": "Lauren"}), '<h1>Rain falls hard</h1><p class="byline">By Jane Roe</p>', ("Lauren",)),
    ("an agency behind a name", article(author={"@type": "Person", "name": "Jane Roe, dpa"}), "", ("Jane Roe", "dpa")),
    ("a login where nobody is named", article(author={"@type": "Person", "name": "jroe"}), '<h1>Rain falls hard</h1><p class="byline">Associated Press</p>', ("jroe",)),
    ("who wrote before the newsroom", article(author={"@type": "Person", "name": "編集部"}), '<h1>Rain falls hard</h1><p class="byline">佐藤花子</p>', ("佐藤花子",)),
    ("a newsroom in Russian", article(author={"@type": "Person", "name": "Редакция"}), "", ("Редакция",)),
    ("not who made the site", "", '<article><h1>Rain falls hard</h1><div class="site-footer"><span class="author">Jane Roe</span></div></article>', ()),
    ("whoever submitted it", "<title>Rain falls hard</title>", '<h1>Rain falls hard</h1><span class="submitted">Submitted by Jane Roe on May 4, 2026</span>', ("Jane Roe",)),
    ("and in German", "<title>Rain falls hard</title>", '<h1>Rain falls hard</h1><span class="submitted">Eingereicht von Jane Roe am 4. Mai 2026</span>', ("Jane Roe",)),
    ("a person beside the date before the site", meta(og__site_name="Modern Weather"), '<h1>Rain falls hard</h1><p class="author">Modern Weather</p><p>Jane Roe | 4 May 2026</p>', ("Jane Roe",)),
    ("a name beside the date", "", '<h1>Rain falls hard</h1><p class="date-author">Jane Roe, 4.5.2026</p>', ("Jane Roe",)),
    ("a headline that begins like a byline", "", '<h1>Von Regen, Wind und Schnee</h1><p class="byline">Jane Roe</p>', ("Jane Roe",)),
    ("whose site it is", meta(og__site_name="Jane Roe"), '<h1>Rain falls hard</h1><span class="author vcard">Jane Roe</span>', ("Jane Roe",)),
    ("a word of a wrapper's name is no job", "", '<h1>Rain falls hard</h1><span class="jobber-hero__author">Jane Roe</span>', ("Jane Roe",)),
    ("a job", "", '<h1>Rain falls hard</h1><span class="author-job">Rain Reporter</span>', ()),
    ("not a biography", "", '<div class="author-bio">Jane Roe</div>', ()),
    ("a sentence that begins with by", "", "<p>By noon the rain had stopped in the whole of the north and the sun came out again.</p>", ()),
    ("nor by one that names nobody at once", "", "<p>By then, Reuters had gone.</p>", ()),
    ("nor by a place", "", "<p>Von Berlin, Hamburg und Bremen war keine Rede.</p>", ()),
    ("a byline with a dot", "", "<p>By Jane Roe, our reporter in the rain.</p>", ("Jane Roe",)),
    ("nobody", article(author={"@type": "Person", "name": "admin"}), "", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "body", "expected"), [case[1:] for case in AUTHORS], ids=[case[0] for case in AUTHORS]
)
def test_authors(head: str, body: str, expected: tuple[str, ...]):
    assert read(page(head, body)).authors == expected


def test_so_many_authors_are_tried():
    nobody = [f"#{number}" for number in range(MAX_SIGNERS)]
    assert read(page(article(author=nobody[1:]) + article(author="Jane Roe"))).authors == ("Jane Roe",)
    assert read(page(article(author=nobody) + article(author="Jane Roe"))).authors == ()


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)


def ago(shown: str) -> str:
    """A headline with something beside it, and a card with a date that a guess takes."""
    card = '<div class="card"><a href="/x">Snow</a> <time class="date" datetime="2025-01-02T08:00Z">2 January 2025</time></div>'
    return f"<h1>Rain falls hard</h1>{shown}<p>{'It rains all day long. ' * 10}</p>{card}"


PUBLISHED = [
    ("JSON-LD", article(datePublished="2026-05-04T08:30:00+02:00"), "", utc(2026, 5, 4, 6, 30)),
    ("a meta", meta(article__published_time="2026-05-04T08:30:00Z"), "", utc(2026, 5, 4, 8, 30)),
    ("JSON-LD before a meta", article(datePublished="2026-05-04") + meta(article__published_time="2026-05-05"), "", utc(2026, 5, 4)),
    ("a naive time stands in UTC", article(datePublished="2026-05-04T08:30:00"), "", utc(2026, 5, 4, 8, 30)),
    ("microdata in a meta", '<meta itemprop="datePublished" content="2026-05-04">', "", utc(2026, 5, 4)),
    ("microdata in any element", "", '<span itemprop="datePublished" content="2026-05-04T08:30Z">May 4, 2026</span>', utc(2026, 5, 4, 8, 30)),
    ("microdata in a time", "", '<time itemprop="datePublished" datetime="2026-05-04T08:30Z">today</time>', utc(2026, 5, 4, 8, 30)),
    ("a guess as the last resort", "", '<p class="date">4 May 2026</p>', utc(2026, 5, 4)),
    ("the year of a copyright is no day", "", "<footer>Copyright 2026 The Daily Example</footer>", None),
    ("a first of January is one", "", '<p class="date">1 January 2026</p>', utc(2026, 1, 1)),
    ("a class of a time", "", '<time class="entry-date published" datetime="2026-05-04T08:30Z">May 4</time><p class="date">3 May 2026</p>', utc(2026, 5, 4, 8, 30)),
    ("a time that shows how long ago", "", ago('<time datetime="2026-05-04T08:30:00Z">3 hours ago</time>'), utc(2026, 5, 4, 8, 30)),
    ("a title of what shows how long ago", "", ago('<span title="2026-05-04 08:30">3 hours ago</span>'), utc(2026, 5, 4, 8, 30)),
    ("an attribute of its own", "", ago('<span data-datetime="2026-05-04T08:30Z"></span>'), utc(2026, 5, 4, 8, 30)),
    ("an attribute in seconds", "", ago('<b data-timestamp="1777883400">3 hours ago</b>'), utc(2026, 5, 4, 8, 30)),
    ("an attribute in thousandths", "", ago('<b data-timestamp="1777883400000">3 hours ago</b>'), utc(2026, 5, 4, 8, 30)),
    ("not of what is played", "", ago('<audio data-time="1577883400"></audio><b data-date="2026-05-04">now</b>'), utc(2026, 5, 4)),
    ("not of a change", "", ago('<time class="updated" datetime="2026-05-05">now</time><b data-updated="2026-05-05"></b><b data-date="2026-05-04">now</b>'), utc(2026, 5, 4)),
    ("not of a card", "", ago('<div class="related"><time datetime="2026-05-05">now</time></div><time datetime="2026-05-04">now</time>'), utc(2026, 5, 4)),
    ("not behind the story's beginning", "", ago(f'<p>{"Rain falls. " * 20}</p><time datetime="2026-05-05">now</time>'), utc(2025, 1, 2, 8)),
    ("no number that is none", "", ago('<b data-id="1777883400"></b><b title="2026">x</b>'), utc(2025, 1, 2, 8)),
    ("a meta that few write", meta(article__published__time="2026-05-04T08:30:00Z"), "", utc(2026, 5, 4, 8, 30)),
    ("the day that readers see before that of a move", article(headline="Rain falls", datePublished="2026-03-01"), "<h1>Rain falls</h1><p>4 May 2026</p>", utc(2026, 5, 4)),
    ("the year 3000 is dropped and the next source asked", article(datePublished="3000-01-01") + meta(article__published_time="2026-05-04"), "", utc(2026, 5, 4)),
    ("before the web", article(datePublished="1970-01-01T00:00:00Z"), "", None),
]  # fmt: skip


@pytest.mark.parametrize(("head", "body", "expected"), [c[1:] for c in PUBLISHED], ids=[c[0] for c in PUBLISHED])
def test_published(head: str, body: str, expected: datetime | None):
    assert read(page(head, body), None).published == expected


def test_the_zone_of_a_date_is_kept():
    published = read(page(article(datePublished="2026-05-04T23:30:00-04:00"))).published
    assert published is not None
    assert published.utcoffset() == timedelta(hours=-4)


@pytest.mark.parametrize(
    ("head", "url", "is_believed"),
    [
        ("", None, True),
        ("", "https://example.com/2026/03/01/rain", False),
        (article(dateModified="2026-05-05"), None, False),
        (meta(article__modified_time="2026-05-04T22:00Z"), None, False),
        (ld({"@type": "Event", "startDate": "2026-05-04"}), None, False),
    ],
    ids=[
        "another",
        "the address tells the declared one",
        "a change",
        "a change in a meta",
        "the day of what it tells of",
    ],
)
def test_the_day_that_readers_see_alone_is_believed_if_nothing_else_says_it(
    head: str, url: str | None, *, is_believed: bool
) -> None:
    html = page(
        article(headline="Rain falls", datePublished="2026-03-01") + head, "<h1>Rain falls</h1><p>4 May 2026</p>"
    )
    assert read(html, url or URL).published == (utc(2026, 5, 4) if is_believed else utc(2026, 3, 1))


OTHER = article(headline="Mayor to face questions on snow", datePublished="2024-11-09", author="John Poe")


@pytest.mark.parametrize(
    ("head", "body", "author"),
    [
        (OTHER + RAIN + "<title>Rain falls on the north | Example</title>", "", "Jane Roe"),
        (RAIN + OTHER + "<title>Rain falls on the north</title>", "", "Jane Roe"),
        (OTHER + RAIN + meta(og__title="Rain falls on the north"), "", "Jane Roe"),
        (OTHER + RAIN, "<h1>Weather: Rain falls on the north</h1>", "Jane Roe"),
        (ld([{"@type": "Article", "headline": "Snow", "author": "John Poe"}]) + RAIN + "<title>Rain falls on the north and snow</title>", "", "Jane Roe"),
        (OTHER + article(headline="Roe&#8217;s rain falls", author="Jane Roe") + "<title>Roe’s rain falls</title>", "", "Jane Roe"),
        (OTHER + "<title>Rain falls on the north</title>", "", "John Poe"),
    ],
)  # fmt: skip
def test_of_several_articles_that_of_the_page_speaks(head: str, body: str, author: str) -> None:
    assert read(page(head, body)).authors == (author,)


def test_another_article_says_what_the_pages_own_does_not() -> None:
    head = (
        article(headline="Rain falls on the north")
        + article(headline="Wet north", author="Jane Roe")
        + "<title>Rain falls on the north</title>"
    )
    assert read(page(head)).authors == ("Jane Roe",)


def test_an_article_without_a_headline_speaks_beside_the_pages_own() -> None:
    head = RAIN + article(datePublished="2026-05-04") + "<title>Rain falls on the north</title>"
    assert read(page(head)).published == utc(2026, 5, 4)


def test_a_time_that_calls_itself_a_change_is_no_publication() -> None:
    body = '<h1>Rain falls</h1><time class="updated" datetime="2026-05-04T10:00Z">May 4, 2026</time>'
    found = read(page(article(headline="Rain falls", datePublished="2026-03-01"), body))
    assert (found.published, found.modified) == (utc(2026, 3, 1), utc(2026, 5, 4, 10))


@pytest.mark.parametrize(
    ("declared", "beside", "expected"),
    [
        ("2026-05-05T01:30:00Z", "2026-05-04T21:30:00-04:00", "2026-05-04T21:30:00-04:00"),
        ("2026-05-05T01:30:00Z", "2026-05-04T21:45:00-04:00", "2026-05-05T01:30:00+00:00"),
        ("2026-05-05T03:30:00+02:00", "2026-05-04T21:30:00-04:00", "2026-05-05T03:30:00+02:00"),
        ("2026-05-05", "2026-05-04T20:00:00-04:00", "2026-05-05T00:00:00+00:00"),
    ],
)
def test_a_moment_in_utc_gets_the_zone_of_what_says_the_same_one(declared: str, beside: str, expected: str) -> None:
    for head, body in ((meta(pub_date=beside), ""), ("", f'<time datetime="{beside}">4 May</time>')):
        published = read(page(article(datePublished=declared) + head, body)).published
        assert published is not None
        assert published.isoformat() == expected


@pytest.mark.parametrize(
    ("published", "modified", "expected"),
    [
        ("2026-05-04", "2026-05-05", utc(2026, 5, 5)),
        ("2026-05-04", "2026-05-04", utc(2026, 5, 4)),
        ("2026-05-04", "2026-05-03", None),
        ("2026-05-04", "2999-05-03", None),
        ("2026-05-04", "gibberish", None),
    ],
)
def test_modified_is_never_before_published(published: str, modified: str, expected: datetime | None):
    assert read(page(article(datePublished=published, dateModified=modified))).modified == expected


def test_a_time_may_be_called_updated():
    times = '<time class="published" datetime="2026-05-04">4</time><time class="updated" datetime="2026-05-05T08:30Z">5</time>'
    assert read(page(body=times)).modified == utc(2026, 5, 5, 8, 30)


CANONICAL = [
    ('<link rel="canonical" href="/news/x#top">', "https://www.example.com/news/x"),
    (
        '<link rel="CANONICAL" href="https://example.com/x"><meta property="og:url" content="/y">',
        "https://example.com/x",
    ),
    ('<meta property="og:url" content="https://example.com/x">', "https://example.com/x"),
    (article(mainEntityOfPage="https://example.com/x"), "https://example.com/x"),
    (article(mainEntityOfPage={"@type": "WebPage", "@id": "https://example.com/x"}), "https://example.com/x"),
    (article(url="https://example.com/x"), "https://example.com/x"),
    ('<link rel="canonical" href="https://www.example.com/">', None),
    ('<link rel="canonical" href="/"><meta property="og:url" content="/y">', "https://www.example.com/y"),
    ('<link rel="canonical" href="javascript:alert(1)">', None),
    ('<link rel="canonical" href="ftp://example.com/x">', None),
    ('<link rel="canonical" href="http://[broken">', None),
    ('<link rel="canonical" href="">', None),
    ("", None),
]


@pytest.mark.parametrize(("head", "expected"), CANONICAL)
def test_canonical_url(head: str, expected: str | None):
    assert read(page(head)).canonical_url == expected


def test_a_homepage_may_say_that_it_is_one():
    head = '<link rel="canonical" href="https://example.com/">'
    assert read(page(head), "https://example.com/").canonical_url == "https://example.com/"


LANGUAGES = [
    (article(inLanguage="de_ch"), "", "de-CH"),
    (meta(og__locale="en_US"), 'lang="fr"', "fr"),
    (meta(og__locale="en_US"), 'lang="en-GB"', "en-GB"),
    (meta(og__locale="en_US"), 'lang="en"', "en-US"),
    (meta(og__locale="en_US"), "", "en-US"),
    (meta(og__locale="en_US"), 'lang="English"', "en-US"),
    (meta(og__locale="en_US") + article(inLanguage="en"), 'lang="fr"', "en"),
    (meta(og__locale="fr_CA"), 'lang="en"', "fr-CA"),
    ("", 'lang="pt-br"', "pt-BR"),
    ("", 'lang="zh-hans-cn"', "zh-Hans-CN"),
    ("", 'lang="es-419"', "es-419"),
    ("", 'lang="ger-AT"', "de-AT"),
    (meta(og__locale="eng"), 'lang="xx"', "en"),
    (meta(og__locale="en_US"), 'lang="eng"', "en-US"),
    ("", 'lang="English (US)"', None),
    ('<meta name="language" content="nl">', "", "nl"),
    (article(inLanguage={"@type": "Language", "name": "Deutsch"}), 'lang="de"', "de"),
]


@pytest.mark.parametrize(("head", "lang", "expected"), LANGUAGES)
def test_language(head: str, lang: str, expected: str | None):
    assert read(page(head, lang=lang)).language == expected


def test_a_byline_is_read_in_a_language_of_three_letters():
    byline = "<h1>The bridge is open</h1><p>Door Jan Jansen</p><p>It was opened today.</p>"
    assert read(page("", byline, lang='lang="nld"')).authors == ("Jan Jansen",)


TAGS = [
    (article(keywords=["Rain", "rain", " Snow "]), ("Rain", "Snow")),
    (article(keywords="Rain, snow;hail"), ("Rain", "snow", "hail")),
    (article(keywords="雨、雪，霰；霜｜氷"), ("雨", "雪", "霰", "霜", "氷")),
    ('<meta name="keywords" content="مطر، ثلج؛ برد">', ("مطر", "ثلج", "برد")),
    (meta(article__tag="Rain") + meta(article__tag="Snow, and hail"), ("Rain", "Snow, and hail")),
    ('<meta name="news_keywords" content="Rain,Snow">', ("Rain", "Snow")),
    (article(keywords=["8f507083-bac4-423a-9015-2eb31e1bce50", "Rain"]), ("Rain",)),
    (article(keywords=["x" * 200]), ()),
    (article(keywords=[{"@type": "DefinedTerm", "name": "Rain"}]), ("Rain",)),
]


@pytest.mark.parametrize(("head", "expected"), TAGS)
def test_tags(head: str, expected: tuple[str, ...]):
    assert read(page(head)).tags == expected


def test_tags_are_capped():
    assert len(read(page(article(keywords=[f"topic {n}" for n in range(400)]))).tags) == 50


IMAGES = [
    (article(image="/a.jpg"), Image("https://www.example.com/a.jpg")),
    (article(image=["/a.jpg", "/b.jpg"]), Image("https://www.example.com/a.jpg")),
    (article(image={"@type": "ImageObject", "url": "/a.jpg", "caption": "Rain", "creditText": "Jane Roe"}), Image("https://www.example.com/a.jpg", "Rain", "Jane Roe")),
    (article(image={"url": "/a.jpg", "caption": "Rain on Monday. (AP Photo/Jane Roe)"}), Image("https://www.example.com/a.jpg", "Rain on Monday.", "AP Photo/Jane Roe")),
    (article(image={"url": "/a.jpg", "caption": "Rain. Photo: Jane Roe", "creditText": "Photo: Jane Roe/AP"}), Image("https://www.example.com/a.jpg", "Rain.", "Jane Roe/AP")),
    (article(image={"url": "/a.jpg", "copyrightHolder": {"@type": "Person", "name": "© Jane Roe"}}), Image("https://www.example.com/a.jpg", "", "Jane Roe")),
    (article(publisher={"name": "Gazette"}, image={"url": "/a.jpg", "copyrightHolder": {"name": "Gazette"}}), Image("https://www.example.com/a.jpg")),
    (article(image={"url": "/a.jpg", "copyrightHolder": {"@id": "#us"}, "creator": {"name": "Jane Roe"}}), Image("https://www.example.com/a.jpg")),
    (ld({"@graph": [{"@type": "Article", "image": {"@id": "#i"}}, {"@id": "#i", "@type": "ImageObject", "contentUrl": "/a.jpg"}]}), Image("https://www.example.com/a.jpg")),
    (article(image="data:image/png;base64,AAAA") + meta(og__image="/b.jpg"), Image("https://www.example.com/b.jpg")),
    (article(image="/static/gazette-logo.png") + meta(og__image="/b.jpg"), Image("https://www.example.com/b.jpg")),
    (article(image=["/logo.gif?v=1", "/b.jpg"]), Image("https://www.example.com/b.jpg")),
    (meta(og__image="/img/apple-touch-icon@2.png"), None),
    (meta(og__image="/img/social_placeholder.png"), None),
    (meta(og__image="/uploads/2026/05/railway-logo.png"), Image("https://www.example.com/uploads/2026/05/railway-logo.png")),
    (meta(og__image="/logo/logoped-at-work.jpg"), Image("https://www.example.com/logo/logoped-at-work.jpg")),
    ("", None),
]  # fmt: skip


@pytest.mark.parametrize(("head", "expected"), IMAGES)
def test_lead_image(head: str, expected: Image | None):
    assert read(page(head)).lead_image == expected


PAGE_TYPES = [
    (article(headline="x"), "article"),
    (ld({"@type": ["Thing", "https://schema.org/BlogPosting"]}), "article"),
    (ld({"@type": "CollectionPage", "mainEntity": {"@type": "ItemList"}}), "listing"),
    (ld({"@type": "CollectionPage"}) + article(headline="x"), "article"),
    (meta(og__type="article"), "article"),
    (meta(og__type="website"), None),
    (ld({"@type": "Product"}), "product"),
    (ld({"@type": "QAPage"}), "forum"),
    (ld({"@type": "BreadcrumbList", "itemListElement": []}), None),
    ("", None),
    (ld({"@type": "LiveBlogPosting", "liveBlogUpdate": [{"@type": "BlogPosting"}]}), "liveblog"),
    (meta(og__type="blog"), None),
    (meta(og__type="blog") + ld({"@type": "Blog"}), "listing"),
    (ld({"@type": "LiveBlogPosting"}) + article(headline="x"), "liveblog"),
    (ld({"@type": ["NewsArticle", "LiveBlogPosting"]}) + meta(og__type="article"), "liveblog"),
    (ld({"@type": "ImageGallery"}), "gallery"),
    (ld({"@type": "MediaGallery"}) + meta(og__type="article"), "gallery"),
    (ld({"@type": "ImageGallery"}) + article(headline="x"), "article"),
    (meta(og__type="gallery"), "gallery"),
    (meta(og__type="image.gallery") + article(headline="x"), "gallery"),
    (ld({"@type": "ImageObject"}) + article(headline="x"), "article"),
]


PAGE_ADDRESSES = [
    ("https://www.example.com/world/live/2026/nov/20/strike-in-the-harbour", "liveblog"),
    ("https://www.example.com/sport/liveticker/a-match-123.html", "liveblog"),
    ("https://www.example.com/2026/11/20/strike-live-updates", "liveblog"),
    ("https://www.example.com/en-direct/greve-au-port", "liveblog"),
    ("https://www.example.com/pictures/gallery/2026/the-strike-in-pictures", "gallery"),
    ("https://www.example.com/fotostrecke/der-streik-123.html", "gallery"),
    ("https://www.example.com/2026/11/how-people-live-in-the-harbour", "article"),
    ("https://www.example.com/culture/a-gallery-opens-in-the-harbour", "article"),
    ("https://www.example.com/live", "article"),
    (None, "article"),
]


@pytest.mark.parametrize(("url", "expected"), PAGE_ADDRESSES)
def test_what_an_article_is_by_its_address(url: str | None, expected: str):
    assert read_metadata(parse(page(article(headline="x")), url)).page_type == expected
    assert read_metadata(parse(page(""), url)).page_type is None


@pytest.mark.parametrize(("head", "expected"), PAGE_TYPES)
def test_page_type(head: str, expected: str | None):
    assert read(page(head)).page_type == expected


PAYWALLS = [
    (article(isAccessibleForFree=False), True),
    (article(isAccessibleForFree="False"), True),
    (article(isAccessibleForFree="https://schema.org/True"), False),
    (article(isAccessibleForFree=True), False),
    (article(isAccessibleForFree="perhaps"), None),
    (article(isAccessibleForFree=["perhaps", {"@id": "#true"}, 1, True]), False),
    ('<meta itemprop="isAccessibleForFree" content="false">', True),
    (meta(article__content_tier="locked"), True),
    (meta(article__content_tier="free"), False),
    (meta(article__content_tier="metered"), None),
    ("", None),
]


@pytest.mark.parametrize(("head", "expected"), PAYWALLS)
def test_paywalled(head: str, expected: bool | None):
    assert read(page(head)).paywalled is expected


def test_section_description_and_site():
    head = meta(og__site_name="The Daily Example", article__section="Weather", og__description="It&#39;s wet.")
    found = read(page(head))
    assert (found.site_name, found.section, found.description) == ("The Daily Example", "Weather", "It's wet.")


def test_the_publisher_names_the_site():
    assert read(page(article(publisher={"@type": "Organization", "name": "Example"}))).site_name == "Example"


def test_no_field_holds_what_a_feed_cannot():
    broken = "a \ud800 b\x00\x1b \x85c\uffff"
    head = article(
        headline=broken, description=broken, articleSection=broken, publisher={"name": "Post\ud800"}, keywords=broken
    )
    found = read(page(head))
    assert {found.title, found.description, found.section, *found.tags} == {"a b c"}
    assert found.site_name == "Post"


STORY = "<p>" + "The river rose by a metre, and the ferry stayed at the quay until the evening. " * 4 + "</p>"
SHOWN_BEGINNINGS = [
    ("<title>The ferry stays at the quay-The Example</title>", "<td><b>The ferry stays at the quay</b></td>", "The ferry stays at the quay"),
    ("<title>渡轮今天停在码头不再开出_新河_频道</title>", "<div>渡轮今天停在码头不再开出</div>", "渡轮今天停在码头不再开出"),
    ("<title>Fähre bleibt im Hafen (Bote)</title>", "<div class=hd>Fähre bleibt im Hafen</div>", "Fähre bleibt im Hafen"),
    # a link to a topic, a section of few words, half of what the window says, and what goes on without a sign
    ("<title>The ferry stays-The Example</title>", "<a href=/f>The ferry stays</a>", "The ferry stays-The Example"),
    ("<title>World news-The Example</title>", "<div>World news</div>", "World news-The Example"),
    ("<title>The old ferry-why it stays at the quay all week</title>", "<div>The old ferry</div>", "The old ferry-why it stays at the quay all week"),
    ("<title>The ferry stays at the quays</title>", "<div>The ferry stays at the quay</div>", "The ferry stays at the quays"),
    # the site's own name below its logo's, but not where only that stands above the headline
    ("<title>The Harbour Town Gazette - Ferry stays</title>", "<div>The Harbour Town Gazette</div><div>Ferry stays</div>", "The Harbour Town Gazette - Ferry stays"),
    ("<title>The Harbour Town Gazette | Ferry | News</title>", "<div>The Harbour Town Gazette</div><b>Ferry</b>", "The Harbour Town Gazette | Ferry | News"),
    ("<title>The ferry stays at the quay - Bote</title>", "<div>Bote</div><div>The ferry stays at the quay</div>", "The ferry stays at the quay"),
]  # fmt: skip


@pytest.mark.parametrize(("head", "shown", "expected"), SHOWN_BEGINNINGS)
def test_a_headline_in_no_heading_is_the_beginning_of_the_windows_title(head: str, shown: str, expected: str) -> None:
    page = f"<html><head>{head}</head><body>{shown}{STORY}</body></html>"
    assert read_metadata(parse(page, "https://www.example.org/1.html")).title == expected
