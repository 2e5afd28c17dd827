"""Which pictures amid a story stand in boxes of other pages, of advertisements, of forms."""

from __future__ import annotations

import time

import pytest
from kept import Kept, render_kept
from pace import is_quick

from boilerspider.markup.blocks import walk
from boilerspider.markup.render import render
from boilerspider.markup.tree import parse

QUICK_S = 1.5
"""Processor seconds that a page of a quarter of a megabyte may take; it takes a tenth of them."""


def names(page: str) -> str:
    return "".join(image.url.removeprefix("https://example.org/")[0] for image in render_kept(page).images)


FOREIGN = [
    ("a card in a link", "<a href=/b>{}<h4>Pears</h4></a>"),
    ("one in an aside, its picture a figure", "<aside><a href=/b><figure>{}</figure><h4>Pears</h4></a></aside>"),
    (
        "a bookmark in a figure",
        "<figure><a href=/b><div>Pears</div><div>All of them fell in a night.</div><div>{}</div></a></figure>",
    ),
    (
        "links of picture and headline",
        "<div><a href=/b>{}</a><div><a href=/b>Pears are late this autumn</a></div></div>",
    ),
    ("with a date and a summary", "<div><a href=/b>{}</a><h3><a href=/b>Pears</a></h3><p>Pears were picked.</p></div>"),
    ("a headline alone is a link", "<div><figure>{}</figure><h3><a href=/b>Pears</a></h3>on Monday</div>"),
    ("a film and its headline", "<div><a href=/watch/7>{}</a><h3>Pears on film</h3></div>"),
    (
        "a link to another site",
        "<div><a href=//else.example/pears>{}</a><p><a href=/b>Pears are late this autumn</a></p></div>",
    ),
    ("a link in a paragraph", "<p><a href=/b>{} Pears are late this autumn</a></p>"),
    (
        "a list of cards",
        "<div><h3>Related</h3><ul><li><a href=/b><figure>{}</figure>Pears</a></li><li><a href=/c>Figs</a></li></ul></div>",
    ),
    (
        "a letter to subscribe to",
        "<div>{}<h3>By mail</h3><p>Each day.</p><form><input><button>Go</button></form></div>",
    ),
    ("an advertisement", "<div class='ad-slot wide'><p>Advertisement</p><a href=//ad.example/1>{}</a></div>"),
    ("a label and no name", "<div class=x1><small>Advertisement</small><a href=//shop.example>{}</a></div>"),
    ("a label and no link", "<div class=x1><span>Anzeige</span>{}</div>"),
    ("a click that is counted", "<div><a href=//x.example/www/delivery/ck.php?a=1>{}</a></div>"),
    ("one by its ad server", "<p><a href=https://ads.example.org/click?a=1>{}</a></p>"),
    ("one without a label", "<div class=ad><a href=//ad.example/1>{}</a></div>"),
    ("one by its id", "<div id=div-gpt-ad-1><a href=//ad.example/1>{}</a></div>"),
    ("one in ins", "<p><ins class=adsbygoogle><a href=//ad.example/1>{}</a></ins></p>"),
    (
        "a thumbnail, its caption a headline",
        "<div class=thumbnail><a href=/b>{}</a><div class=caption><h3><a href=/b>Pears</a></h3></div></div>",
    ),
    ("a card with a credit", "<div><a href=/b>{}</a><i class=credit>Ada</i><h3><a href=/b>Pears</a></h3></div>"),
    (
        "a card whose figure has a caption",
        "<div><figure><a href=/b>{}</a><figcaption>Pears</figcaption></figure><h3><a href=/b>Figs</a></h3></div>",
    ),
    (
        "a figure whose caption is a headline",
        "<figure><a href=/b>{}</a><figcaption><a href=/b>Pears are late this autumn</a></figcaption></figure>",
    ),
    (
        "a headline with a price",
        "<div><a href=/b>{}</a><p><a href=/b>A crate of pears is dearer by 50 kr this autumn</a></p></div>",
    ),
    (
        "a caption that is one",
        "<figure><a href=/b>{}</a><figcaption><a href=/b>A crate of pears is dearer this autumn by 50 kr</a></figcaption></figure>",
    ),
    ("an advertisement with a caption", "<div class=ad><a href=//a.example/1>{}</a><p class=ad-caption>Buy</p></div>"),
    ("one in a class with another", "<div class='no-ads ad'><a href=//a.example/1>{}</a></div>"),
    ("who wrote it, without a link", "<div class=author-box>{}<h4>Ada Brown</h4><p>writes of fruit.</p></div>"),
    ("the same by a class with others", "<section class='post author'>{}<p>Ada Brown</p></section>"),
    ("the same about one", "<div id=about-author>{}<p>Ada Brown writes of fruit.</p></div>"),
    ("who wrote it", "<div>{}<h4><a href=/ada>Ada Brown</a></h4><p>writes of fruit.</p></div>"),
]
"""What box it is, and its markup with a picture in it."""
OWN = [
    ("a picture", "{}"),
    ("a figure with a caption", "<figure>{}<figcaption>Pears</figcaption></figure>"),
    ("its caption a link", "<figure>{}<figcaption><a href=/b>Pears</a></figcaption></figure>"),
    (
        "its caption a link to another page",
        "<figure><a href=/b>{}</a><figcaption><a href=/c>Pears are late this autumn</a></figcaption></figure>",
    ),
    (
        "its caption a link in a sentence",
        "<figure><a href=/b>{}</a><figcaption><a href=/b>Pears are late this autumn</a>, figs are not</figcaption></figure>",
    ),
    (
        "its caption a link to a shop",
        "<figure><a href=//shop.test/7>{}</a><figcaption><a href=//shop.test/7>Pears of wood and glass</a></figcaption></figure>",
    ),
    (
        "its caption a link to who took it",
        "<figure><a href=/b>{}</a><figcaption><a href=/b>Photo: Ada Brown for the paper</a></figcaption></figure>",
    ),
    ("a figure in a link, with a caption", "<a href=/b><figure>{}<figcaption>Pears</figcaption></figure></a>"),
    ("a link alone", "<p><a href=/b>{}</a></p>"),
    ("a link to its file", "<div><a href=/big.jpg?w=9>{}</a><a href=/big.jpg>Open this photo in the gallery</a></div>"),
    ("a link to a page of its own", "<div><a href=/photo/7>{}<span>Pears as they fall from the tree</span></a></div>"),
    (
        "a link to its attachment",
        "<div><a href='/?attachment_id=7'>{}<span>Pears as they fall from the tree</span></a></div>",
    ),
    ("a link to show it larger", "<div><a href=#box>{}</a><a href=#box>Show this picture larger</a></div>"),
    (
        "a script's link",
        "<div><a href='javascript:show()'>{}</a><a href='javascript:show()'>Show this picture larger</a></div>",
    ),
    ("a caption in a div", "<div>{}<div>Pears in autumn</div><div>Ada</div></div>"),
    (
        "a caption that a class names",
        "<div><a href=/b>{}</a><p class=wp-caption-text><a href=/b>Pears as they fall from the tree</a></p></div>",
    ),
    (
        "a caption with a link in it",
        "<div><a href=/b>{}</a><p>Pears as they fall from the tree, <a href=/ada>Ada</a></p></div>",
    ),
    ("a caption in a link", "<div>{}<p><a href=/ada>Ada Brown / Orchard Photos</a></p></div>"),
    ("a caption that is a heading", "<div>{}<h4>Pears in autumn</h4></div>"),
    ("a slideshow", "<div class=slides><button>1 / 2</button><figure>{}</figure><input type=radio><p>Pears</p></div>"),
    ("one with captions that classes name", "<div><i>1 / 2</i>{}<p class=slide-caption>Pears</p></div>"),
    (
        "a thing that is told of",
        "<div><a href=//shop.example/7>{}</a><a href=//shop.example/7>The wooden pear, $19</a></div>",
    ),
    ("a call upon it", "<div><a href=/b>{}<i>Learn more</i></a></div>"),
    (
        "who took it, in its link",
        "<div><a href=//shop.example/7>{}<i>Photograph: Ada Brown for the paper</i></a></div>",
    ),
    ("a chart with a heading", "<div><h4>Pears a year</h4><a href=https://www.statista.com/chart/7>{}</a></div>"),
    ("a map with one", "<div><h3>Where they grow</h3><a href='//datawrapper.dwcdn.net/ab/1/'>{}</a></div>"),
    (
        "a picture of a library, its name a link there",
        "<div><a href=https://flic.kr/p/7>{}</a><a href=https://flic.kr/p/7>Pears at night by Ada Brown</a></div>",
    ),
    (
        "one of an encyclopedia",
        "<div><a href=https://en.wikipedia.org/wiki/Pear>{}</a><i><a href=https://wikimedia.org>Commons, by Ada Brown</a></i></div>",
    ),
    (
        "a gallery of WordPress, its caption a link",
        "<div class=gallery-item><a href=/2/img-7/>{}</a><p><a href=/2/img-7/>Pears as they fall from it</a></p></div>",
    ),
    (
        "a link that is an attachment",
        "<p><a rel='attachment wp-att-7' href=/2/img-7/>{}</a><a href=/2/img-7/>Pears as they fall from it</a></p>",
    ),
    ("a field to copy", "<div>{}<p>Copy link</p><input readonly></div>"),
    ("a figure with one", "<figure>{}<div>Share<input value='https://example.org/7'></div></figure>"),
    ("a box that has none", "<div class='col no-ads'>{}</div>"),
    ("one that is free of them", "<figure id=ad-free-image>{}</figure>"),
    ("one that has some elsewhere", "<p class=has-ads>{}</p>"),
    (
        "a figure beside another page's headline, its caption its own",
        "<div><figure>{}<figcaption>Pears</figcaption></figure><h3><a href=/b>Figs</a></h3></div>",
    ),
    ("one of an author's that says nothing", "<div class=post-author-image>{}</div>"),
    ("a figure of an author's, with a caption", "<figure class=author>{}<figcaption>Ada</figcaption></figure>"),
    ("a class of many authors", "<div class=by-authority>{}<p>Pears</p></div>"),
    ("a class that holds the letters", "<div class='shadow download-pad'>{}</div>"),
    ("a link that leads nowhere", "<div><a>{} Pears as they fall from the tree</a></div>"),
]


@pytest.mark.parametrize("markup", [row[1] for row in FOREIGN], ids=[row[0] for row in FOREIGN])
def test_a_picture_in_a_box_whose_words_are_left_out_is_left_out_with_them(markup: str) -> None:
    rendered = render_kept(f"<p>keep</p>{markup.format('<img src=/a.jpg>')}<p>keep</p>")
    assert (rendered.images, rendered.html) == ((), "<p>keep</p>\n<p>keep</p>")


@pytest.mark.parametrize("markup", [row[1] for row in OWN], ids=[row[0] for row in OWN])
def test_a_picture_of_the_story_stays(markup: str) -> None:
    assert names(f"<p>keep</p>{markup.format('<img src=/a.jpg>')}<p>keep</p>") == "a"


BESIDE = [
    ("a picture beside a card", "<div><img src=/a.jpg>{card}</div><p>keep", "a"),
    ("a figure between cards", "<div>{card}<figure><img src=/a.jpg></figure>{card}</div><p>keep", "a"),
    ("a picture in the paragraph of a link", "<p>keep <a href=/x>keep <img src=/a.jpg></a></p><p>keep", "a"),
    ("a card whose words are kept", "<div><a href=/x><img src=/a.jpg></a><a href=/x>keep</a></div><p>keep", "a"),
    ("a link amid kept words", "<p>keep <a href=/x>drop</a> <a href=/x><img src=/a.jpg></a> keep", "a"),
    ("an advertisement's name around the story", "<div class=with-ad><img src=/a.jpg><p>keep</div><p>keep", "a"),
    ("cards with captions", "<div>{named}</div><p>keep", "x"),
    ("captions of a gallery whose pictures are links", "<dl>{pair}</dl><p>keep", "xyz"),
    ("no end", "<div><img src=/a.jpg><a href=/x><img src=/b.jpg>drop<p>keep</p>", "ab"),
]
"""What stands where, behind a kept paragraph, and the names of its pictures."""
NAMED = "".join(
    f"<div><a href=/b><img src=/{name}.jpg></a><p class=caption><a href=/b>Pears are late this autumn</a></p></div>"
    for name in "xyz"
)
PAIR = "".join(
    f"<dt class=gallery-icon><a href=/7/><img src=/{name}.jpg></a></dt><dd class=gallery-caption>Pears</dd>"
    for name in "xyz"
)
CARD = "<div><a href=/b><img src=/z.jpg><h4>Pears</h4></a></div>"


@pytest.mark.parametrize(("markup", "expected"), [row[1:] for row in BESIDE], ids=[row[0] for row in BESIDE])
def test_what_stands_beside_a_box(markup: str, expected: str) -> None:
    assert names(f"<p>keep</p>{markup.format(card=CARD, named=NAMED, pair=PAIR)}") == expected


@pytest.mark.parametrize(
    "header",
    [
        "<header><h1><a href=/story>Title</a></h1><figure><img src=/a.jpg></figure><a href=/ada>Ada</a></header>",
        "<header><a href=/news>News</a><figure><a href=/b><img src=/a.jpg></a></figure><h1>Title</h1></header>",
    ],
)
def test_the_leading_figure_stands_beside_headline_and_byline(header: str) -> None:
    assert names(f"{header}<p>keep</p><p>keep</p>") == "a"


@pytest.mark.parametrize(
    "markup",
    [
        "<div><img src=/a.jpg>" * 5_000,
        "<div><a href=/b><img src=/a.jpg></a>drop" * 5_000,
        "<a href=/b><img src=/a.jpg>x</a>" * 5_000,
        f"<a href='{'/photo' * 40_000}'><img src=/a.jpg>x</a>",
        f"<a href='{'.jpg' * 60_000}x'><img src=/a.jpg>x</a>",
        f"<div class='{' ad_x' * 50_000}'><img src=/a.jpg>x</div>",
        "<a href=/b><div>" * 400 + "<b>drop</b>" * 20_000,
    ],
    ids=["boxes", "texts", "cards", "folders", "ends", "classes", "links within links"],
)
def test_many_boxes_take_no_time(markup: str) -> None:
    document = parse(f"<p>keep</p><div>{markup}</div><p>keep", "https://example.org/news/story.html")
    kept = Kept()
    walk(document.root, kept)
    start = time.process_time()
    render(document, kept.numbers)
    assert is_quick(time.process_time() - start, QUICK_S)
