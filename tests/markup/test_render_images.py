"""Which pictures an article has, under which address, with which caption."""

from __future__ import annotations

import re
import time

import pytest
from kept import URL, Kept, render_kept
from pace import is_quick

from boilerspider.markup.blocks import walk
from boilerspider.markup.render import render
from boilerspider.markup.render.captions import MAX_CAPTION_CHARS
from boilerspider.markup.render.pictures import largest_of
from boilerspider.markup.tree import parse
from boilerspider.model import Image

HOME = "https://example.org/"
INDENT = "\n" + 30 * "\t"
QUICK_S = 1.5
"""Processor seconds that a page of a quarter of a megabyte may take; it takes a tenth of them."""


def urls(page: str) -> list[str]:
    return [image.url.removeprefix(HOME) for image in render_kept(page).images]


SOURCES = [
    ("<img src=/a.jpg>", ["a.jpg"]),
    ("<img src=a.jpg?w=1&h=2>", ["news/a.jpg?w=1&h=2"]),
    ("<img src=/blank.gif data-src=/a.jpg>", ["a.jpg"]),
    ("<img src='data:image/gif;base64,R0lGOD' data-original=/a.jpg>", ["a.jpg"]),
    ("<img src='data:image/gif;base64,R0lGOD' data-srcset='/s.jpg 300w, /l.jpg 900w, /m.jpg 600w'>", ["l.jpg"]),
    ("<img src='data:image/gif;base64,R0lGOD' srcset='/s.jpg, /l.jpg 2x'>", ["l.jpg"]),
    ("<img src='/s.jpg' srcset='/l.jpg 2x'>", ["s.jpg"]),
    ("<img data-x=1><noscript><img src=/a.jpg></noscript>", ["a.jpg"]),
    ("<img src=/s.jpg><noscript><img src=/l.jpg></noscript>", ["s.jpg"]),
    (
        "<img data-x=1><noscript><img src=/a.jpg></noscript><img data-x=1><noscript><img src=/b.jpg></noscript>",
        ["a.jpg", "b.jpg"],
    ),
    ("<picture><source srcset='/a.webp 1x, /b.webp 2x'><source srcset=/c.jpg><img data-x=1></picture>", ["b.webp"]),
    ("<picture><source srcset=/a.webp><img src=/a.jpg></picture>", ["a.jpg"]),
    ("<picture><source srcset=/a.webp></picture><img data-x=1>", []),
    ("<amp-img src=/a.jpg width=640 height=480></amp-img>", ["a.jpg"]),
    ("<amp-img src=/a.jpg width=16 height=9 layout=responsive></amp-img>", ["a.jpg"]),
    ("<figure><img src=/a.jpg width=4 height=3></figure>", ["a.jpg"]),
    ("<figure><img src=/a.jpg width=16 height=16></figure>", []),
    ("<img src=/a.jpg width=16 height=9>", []),
    ("<amp-img src=/a.webp><amp-img fallback src=/a.jpg></amp-img></amp-img>", ["a.webp"]),
    ("<amp-img src=/a.jpg></amp-img><amp-img fallback src=/b.jpg></amp-img>", ["a.jpg", "b.jpg"]),
    ("<img src=/s.jpg data-srcset='/m.jpg 400w, /l.jpg 1200w'>", ["l.jpg"]),
    ("<img src=/s.jpg data-src='/{width}.jpg'>", ["s.jpg"]),
    ("<img src='data:image/gif;base64,R0lGOD' data-cfsrc=/a.jpg>", ["a.jpg"]),
    ("<video><source src=/a.mp4></video><img data-x=1>", []),
    ("<audio><source src=/a.mp3></audio><picture><source srcset=/a.webp><img data-x=1></picture>", ["a.webp"]),
    ("<img src=/a-1x1.jpg width=800 height=800>", ["a-1x1.jpg"]),
    ("<img src=/a-1x1.jpg>", []),
    ("<img src=/a.jpg style='display: none'>", []),
    ("<img src=/a.jpg style='width:1px;height:1px'>", []),
    ("<img src=/a.jpg style='max-width:1px;width:10px'>", ["a.jpg"]),
    ("<img src=https://vg07.met.vgwort.de/na/0a1b>", []),
    ("<img src=/a.jpg><img src=/b.jpg><img src=/a.jpg>", ["a.jpg", "b.jpg"]),
    ("<a href=/full.jpg><img src=/a.jpg></a>", ["a.jpg"]),
    ("<table><tr><td><img src=/a.jpg></table>", ["a.jpg"]),
    ("<img src=/a.jpg width=1 height=1>", []),
    ("<img src=/a.jpg width=20px>", []),
    ("<img src=/a.jpg width=100%>", ["a.jpg"]),
    ("<img src=/a.svg?v=1>", []),
    ("<img src=/img/icons/share.png>", []),
    ("<img src=https://secure.gravatar.com/avatar/1>", []),
    ("<img class='author avatar-48' src=/a.jpg>", []),
    ("<img class=iconic src=/style-icons-of-1970.jpg>", ["style-icons-of-1970.jpg"]),
    ("<img src=/spacer.gif>", []),
    ("<img src=/harbour-seal-grey.jpg><img src=/google-pixel.jpg>", ["harbour-seal-grey.jpg", "google-pixel.jpg"]),
    ("<img src=/grey.jpg><img src=/tracking-pixel.gif><img src=/news-placeholder.jpg>", []),
    ("<figure><img src=/a.svg width=800 height=500><figcaption>A cat.</figure>", ["a.svg"]),
    ("<figure><figcaption>A cat.</figcaption><img src=/icons/a.jpg width=800 height=500></figure>", ["icons/a.jpg"]),
    ("<figure><img src=/a.svg width=800 height=500></figure>", []),
    ("<figure><img src=/a.svg width=80 height=80><figcaption>A cat.</figure>", []),
    ("<figure><img src=/ads/a.jpg width=800 height=500><figcaption>A cat.</figure>", []),
    ("<figure><img src=/blank.gif width=800 height=500><figcaption>A cat.</figure>", []),
    ("<img src=/s.jpg srcset='/s.jpg 20w, /m.jpg 640w, /l.jpg 1920w'>", ["l.jpg"]),
    ("<img src=/m.jpg srcset='/s.jpg 20w, /m.jpg 640w, /l.jpg 1920w'>", ["m.jpg"]),
    ("<img src='http://['>", []),
    ("<img src='javascript:x'>", []),
    ("<img src='mailto:x@example.org'>", []),
    ("<img src=''>", []),
    ("<svg><image href=/a.jpg /><img src=/b.jpg></svg>", []),
    ("<template><img src=/a.jpg></template>", []),
]


@pytest.mark.parametrize(("markup", "expected"), SOURCES)
def test_sources(markup: str, expected: list[str]) -> None:
    assert urls(f"<p>keep</p><div>{markup}</div><p>keep") == expected


REGIONS = [
    ("between kept paragraphs", "<p>keep<figure><img src=/a.jpg></figure><p>keep", ["a.jpg"]),
    ("inside a kept paragraph", "<p>keep <img src=/a.jpg> keep", ["a.jpg"]),
    ("after the last", "<p>keep<p>keep<figure><img src=/a.jpg></figure>", []),
    (
        "after the last, with captions",
        "".join(
            (
                "<article><p>keep<p>keep<p>Share",
                *(f"<figure><img src=/{name}.jpg><figcaption>A</figure>" for name in "ab"),
                "</article><figure><img src=/c.jpg><figcaption>C</figure>",
            )
        ),
        ["a.jpg", "b.jpg"],
    ),
    ("a picture after the last", "<p>keep<p>keep<img src=/a.jpg>", []),
    (
        "far after the last",
        "<p>keep<p>keep<p>" + "menu " * 99 + "<figure><img src=/a.jpg><figcaption>A</figure>",
        [],
    ),
    (
        "after the end of the home",
        "<article><p>keep<p>keep</article><p>x<figure><img src=/a.jpg><figcaption>A</figure>",
        [],
    ),
    ("a leading figure", "<figure><img src=/a.jpg></figure><p>keep<p>keep", ["a.jpg"]),
    (
        "a leading figure with a caption",
        "<figure><img src=/a.jpg><figcaption>" + "drop " * 99 + "</figure><p>keep",
        ["a.jpg"],
    ),
    ("a leading figure above a byline", "<figure><img src=/a.jpg></figure><i>By Ada</i><p>keep", ["a.jpg"]),
    (
        "a leading figure above an indented byline",
        f"<figure><img src=/a.jpg></figure><i>{4 * INDENT}By Ada{4 * INDENT}</i><p>keep",
        ["a.jpg"],
    ),
    ("a figure far above", "<figure><img src=/a.jpg></figure><p>" + "menu " * 99 + "<p>keep", []),
    ("a picture above that is no figure", "<img src=/a.jpg><p>keep", []),
    ("a large one above", "<p><img src=/a.jpg width=800 height=500></p><p>keep", ["a.jpg"]),
    ("a large one above, of nothing", "<p><img src=/a.jpg width=800 height=500 alt=''></p><p>keep", []),
    ("a large one above, of something", "<p><img src=/a.jpg width=800 height=500 alt=Pier></p><p>keep", ["a.jpg"]),
    (
        "a large one behind the headline",
        "<div class=block-hero__background><div><img src=/a.jpg width=800 height=500 alt=Stars></div></div><p>keep",
        [],
    ),
    (
        "a large one that is the background",
        "<p><img src=/a.jpg width=800 height=500 class='page background'></p><p>keep",
        [],
    ),
    ("the large logo of a series", "<p><img src=/i/series-logo-1.png width=3502 height=1377 alt=A></p><p>keep", []),
    ("the sign of a column above", "<p><img src=/a.jpg width=320 height=320></p><p>keep", []),
    ("a large one above that leads elsewhere", "<a href=/b><img src=/a.jpg width=800 height=500></a><p>keep", []),
    ("a large one above a byline", "<p><img src=/a.jpg width=800 height=500></p><i>By Ada</i><p>keep", []),
    (
        "a large one in an advertisement above",
        "<div class=advertisement><div><img src=/a.jpg width=800 height=500></div></div><p>keep",
        [],
    ),
    (
        "a picture above with a caption, in no figure",
        "<div><img src=/a.jpg><p class=wp-caption-text>A</p></div><i>By Ada</i><p>keep",
        ["a.jpg"],
    ),
    ("one with no more than a credit", "<div><img src=/a.jpg><p class=photo-credit>Ada</p></div><p>keep", []),
    (
        "one with a caption, far above",
        "<div><img src=/a.jpg><p class=caption>A</p></div><p>" + "menu " * 99 + "<p>keep",
        [],
    ),
    (
        "one with a caption that leads elsewhere",
        "<div><a href=/b><img src=/a.jpg></a><p class=caption>A</p></div><p>keep",
        [],
    ),
    ("a teaser among the paragraphs", "<p>keep<div><h3>drop</h3><img src=/a.jpg>drop</div><p>keep", []),
    (
        "beside the home of the text",
        "<p>keep<div>x<img src=/a.jpg>x</div><article><p>keep it<p>" + "keep " * 50 + "</article>",
        [],
    ),
    ("two columns", "<div><p>keep keep</div><div><img src=/a.jpg><p>keep keep</div>", ["a.jpg"]),
    ("nothing kept", "<figure><img src=/a.jpg></figure><p>drop", []),
]


@pytest.mark.parametrize(("page", "expected"), [row[1:] for row in REGIONS], ids=[row[0] for row in REGIONS])
def test_regions(page: str, expected: list[str]) -> None:
    assert urls(page) == expected


@pytest.mark.parametrize(
    ("markup", "caption", "credit"),
    [
        ("<figure><img src=/a.jpg><figcaption>A <b>c</b>at.</figcaption></figure>", "A cat.", ""),
        (
            "<figure><img src=/a.jpg><figcaption><p>A cat.</p><p class=photo-credit>Ada</p></figcaption></figure>",
            "A cat.",
            "Ada",
        ),
        (
            "<figure><div><img src=/a.jpg></div><figcaption>A cat. <span itemprop=copyrightHolder>Ada</span></figure>",
            "A cat.",
            "Ada",
        ),
        ("<figure><img src=/a.jpg><figcaption>A cat.<span class=credit>Credit: Ada</span></figure>", "A cat.", "Ada"),
        ("<figure><figcaption>A cat. Photo: Ada</figcaption><img src=/a.jpg></figure>", "A cat.", "Ada"),
        ("<figure><img src=/a.jpg><figcaption><span>A cat.</span><cite>Ada</cite></figure>", "A cat. Ada", ""),
        ("<figure><img src=/a.jpg><figcaption>A <b>c</b>at in the U.<i>S.</i></figure>", "A cat in the U. S.", ""),
        ("<figure><img src=/a.jpg><figcaption>A<script>x</script> cat.<!-- no --></figure>", "A cat.", ""),
        (
            "<figure><img src=/a.jpg><figcaption>A c&shy;at.<i>&#8203;</i><i class=credit>A&shy;da</i></figure>",
            "A cat.",
            "Ada",
        ),
        ("<img src=/a.jpg><p class=caption>A \ufeffc\u2060at. Pho&shy;to: Ada</p>", "A cat.", "Ada"),
        ("<div><a href=/x><img src=/a.jpg></a><!-- no --><p class=wp-caption-text>A cat.</p></div>", "", ""),
        ("<div><a href=/x><img src=/a.jpg></a><p class=wp-caption-text>A cat.</p></div>", "A cat.", ""),
        ("<img src=/a.jpg>", "", ""),
    ],
)
def test_captions(markup: str, caption: str, credit: str) -> None:
    assert render_kept(f"<p>keep</p>{markup}<p>keep").images == (Image(HOME + "a.jpg", caption, credit),)


@pytest.mark.parametrize(
    ("text", "caption", "credit"),
    [
        ("A cat sleeps. Photo: Ada Brown", "A cat sleeps.", "Ada Brown"),
        ("A cat sleeps. (Photo by Ada Brown)", "A cat sleeps.", "Ada Brown"),
        ("A cat sleeps | Image credit: Ada", "A cat sleeps", "Ada"),
        ("Credit: Ada", "", "Ada"),
        ("Photo: Ada Brown. A cat after the rain.", "A cat after the rain.", "Ada Brown"),
        ("Photo: Ada B. Brown / AP. A cat after the rain.", "A cat after the rain.", "Ada B. Brown / AP"),
        ("Photo: Ada Brown. " + "A cat sleeps. " * 30, ("A cat sleeps. " * 30).strip(), "Ada Brown"),
        ("(Photo: Ada Brown) A cat after the rain", "A cat after the rain", "Ada Brown"),
        ("A cat (Image: ACME) and a dog (Image: ADA)", "A cat (Image: ACME) and a dog (Image: ADA)", ""),
        ("A cat (Photo: Ada Brown) after the rain", "A cat (Photo: Ada Brown) after the rain", ""),
        ("A cat (Photo: Ada) and a dog. Bo Poe/AFP", "A cat (Photo: Ada) and a dog.", "Bo Poe/AFP"),
        (
            "A cat. Photo: Ada Roe. Below a dog in the rain. Photo: Bo",
            "A cat. Photo: Ada Roe. Below a dog in the rain. Photo: Bo",
            "",
        ),
        ("Photo: Ada Brown. Used with the permission of Bo", "", "Ada Brown. Used with the permission of Bo"),
        ("Photo: Cats and dogs. They like the rain.", "", "Cats and dogs. They like the rain."),
        ("Eine Katze © Ada", "Eine Katze", "Ada"),
        ("A cat sleeps. Photograph: Ada Brown/The Gazette", "A cat sleeps.", "Ada Brown/The Gazette"),
        ("Un chat. Photographie : Ada", "Un chat.", "Ada"),
        ("A cat (in a box) sleeps. (AP Photo/Ada Brown)", "A cat (in a box) sleeps.", "AP Photo/Ada Brown"),
        ("A cat sleeps in this photo: a rare sight", "A cat sleeps in this photo: a rare sight", ""),
        ("Photo: " + "long " * 40, ("Photo: " + "long " * 40).strip(), ""),
        ("x" * 200 + " (Reuters)", "x" * 200, "Reuters"),
    ],
)
def test_credits_that_the_caption_says_in_words(text: str, caption: str, credit: str) -> None:
    page = f"<p>keep</p><figure><img src=/a.jpg><figcaption>{text}</figcaption></figure><p>keep"
    assert render_kept(page).images == (Image(HOME + "a.jpg", caption, credit),)


UNSEEN = [
    ("a label", "<i class=visually-hidden>Image caption, </i>A cat.", "A cat.", ""),
    (
        "a label and no credit",
        "<i class=u-hide-visually>Image: </i><i class=text>Ada in the rain</i>",
        "Ada in the rain",
        "",
    ),
    (
        "labels of both",
        "<i class=sr-only>Image source, </i>Ada<i class=sr-only>Image caption, </i>A cat",
        "A cat",
        "Ada",
    ),
    ("a label of a credit to its end", "<i><i class=sr-only>Copyright</i>Ada</i> A cat.", "A cat.", "Ada"),
    ("a label in a credit", "A cat.<i class=credit><i class=sr-only>Photo: </i>Ada</i>", "A cat.", "Ada"),
    (
        "labels of both, deeper",
        "<i class=sr-only>Image source, </i><i>Ada</i><p><i class=sr-only>Image caption, </i>A cat</p>",
        "A cat",
        "Ada",
    ),
    ("a label of more pictures", "<i class=sr-only>Open source gallery</i>A cat", "A cat", ""),
    ("a caption that is a button", "<button>A cat sleeps on the wall.</button>", "A cat sleeps on the wall.", ""),
    ("a button", "A cat. <button>Enlarge</button><a role=button>Open</a>", "A cat.", ""),
    ("another caption", "<i>A cat</i></figcaption><figcaption class=sr-only>Image caption", "A cat", ""),
    (
        "another caption before",
        "</figcaption><figcaption class=sr-only>Image</figcaption><figcaption>A cat",
        "A cat",
        "",
    ),
]
"""What stands where, the markup of a caption with what readers do not see, or press, in it, and what is told of the picture."""


@pytest.mark.parametrize(("markup", "caption", "credit"), [row[1:] for row in UNSEEN], ids=[row[0] for row in UNSEEN])
def test_what_nobody_reads_in_a_caption_is_none_of_it(markup: str, caption: str, credit: str) -> None:
    rendered = render_kept(f"<p>keep<figure><img src=/a.jpg><figcaption>{markup}</figcaption></figure><p>keep")
    assert rendered.images == (Image(HOME + "a.jpg", caption, credit),)
    assert not re.search("Image|Enlarge|Open", rendered.html)


def test_a_caption_to_press_is_one() -> None:
    page = "<p>keep<figure><img src=/a.jpg><figcaption role=button>A cat.</figcaption></figure><p>keep"
    assert [image.caption for image in render_kept(page).images] == ["A cat."]


def test_a_caption_for_screen_readers_alone_is_one_where_no_other_is() -> None:
    page = "<p>keep<figure><img src=/a.jpg><figcaption class=sr-only>A cat.</figcaption></figure><p>keep"
    assert [image.caption for image in render_kept(page).images] == ["A cat."]


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("A cat<i class=credit>Photo: Ada</i>", "A cat Photo: Ada"),
        ("<i>A cat</i><i class=credit>ada/AFP</i>", "A cat ada/AFP"),
        ("<i>“A cat”</i><i class=credit>(Ada)</i>", "“A cat” (Ada)"),
        ("A cat (<i class=credit>Ada</i>), asleep", "A cat (Ada), asleep"),
        ("<i class=credit>Ada</i><i>A cat</i>", "Ada A cat"),
        ("<i>A cat</i><i>Source: Ada</i>", "A cat Source: Ada"),
        ("<i>The c</i><i>at</i> of Mac<i>Ada</i>", "The cat of MacAda"),
    ],
)
def test_a_caption_and_what_stands_beside_it_are_two(markup: str, said: str) -> None:
    page = f"<p>keep<figure><img src=/a.jpg><figcaption>{markup}</figcaption></figure><p>keep"
    assert f"<figcaption>{said}</figcaption>" in render_kept(page).html


IMG = "<img src=/a.jpg>"
APART = [
    (
        "before the caption",
        f"<figure>{IMG}<div class=credit>Ada / AFP</div><figcaption>A cat</figcaption></figure>",
        "Ada / AFP",
    ),
    (
        "behind the caption",
        f"<figure>{IMG}<figcaption>A cat</figcaption><p class=img__copyright>© Ada</p></figure>",
        "Ada",
    ),
    (
        "in the frame of the picture",
        f"<figure><div>{IMG}<i class=x-ImageSource><i class=sr-only>Image source, </i>Ada</i></div><figcaption>A cat</figure>",
        "Ada",
    ),
    (
        "behind the figure",
        f"<figure>{IMG}<figcaption>A cat</figcaption></figure><div class=photo-credit>Ada</div>",
        "Ada",
    ),
    (
        "in a field of its own",
        f"<div><div>{IMG}</div><div class=field-caption>A cat</div><div class=field--name-field-credit>Ada</div></div>",
        "Ada",
    ),
    (
        "in a field before the caption's",
        f"<div><div>{IMG}</div><div class=field-credit>Ada</div><!-- no --><div class=field-caption>A cat</div></div>",
        "Ada",
    ),
    (
        "in one element with the caption",
        f"<div>{IMG}<div class=info><p class=caption>A cat</p><p class=credit>Ada</p></div></div>",
        "Ada",
    ),
    (
        "in one element that has the names of both",
        f"<div>{IMG}<div class=caption-credit><p class=caption>A cat</p><p class=credit>Ada</p></div></div>",
        "Ada",
    ),
    (
        "behind frames",
        f"<div><div><a href=/a.jpg><picture>{IMG}</picture></a></div><p class=caption>A cat</p><p class=credit>Ada</p></div>",
        "Ada",
    ),
    ("one in the caption wins", f"<figure>{IMG}<i class=credit>Bo</i><figcaption>A cat. Photo: Ada</figure>", "Ada"),
    (
        "two are of two pictures",
        f"<figure>{IMG}<i class=credit>Ada</i><i class=credit>Bo</i><figcaption>A cat</figure>",
        "",
    ),
    ("a card", f"<figure>{IMG}<i class=credit-card>Visa</i><figcaption>A cat</figure>", ""),
    ("too long", f"<figure>{IMG}<figcaption>A cat</figure><p class=credits>" + "so many " * 20, ""),
    (
        "of a film",
        f"<figure>{IMG}<figcaption>A cat</figure><div class=credits>Music and credits of the film crew</div>",
        "",
    ),
    ("of the page", f"<figure>{IMG}<figcaption>A cat</figure><p class=copyright>© May Press. All rights reserved.", ""),
    ("a life", f"<figure>{IMG}<figcaption>A cat</figure><p class=photographer>Ada is a friend of cats/dogs.", ""),
    (
        "a house",
        f"<figure>{IMG}<figcaption>A cat</figure><p class=credit>picture alliance/dpa</p>",
        "picture alliance/dpa",
    ),
]
"""Where a credit stands that is none of the caption, the markup, and what is told of the picture."""


@pytest.mark.parametrize(("markup", "credit"), [row[1:] for row in APART], ids=[row[0] for row in APART])
def test_a_credit_beside_the_caption(markup: str, credit: str) -> None:
    image = render_kept(f"<p>keep</p>{markup}<p>keep").images[0]
    assert (image.caption.removesuffix("."), image.credit) == ("A cat", credit)


@pytest.mark.parametrize(
    ("credit", "said"),
    [("© Ada", "A cat © Ada"), ("keep © Ada", "A cat")],
)
def test_a_credit_beside_the_caption_stands_in_the_html_once(credit: str, said: str) -> None:
    page = f"<p>keep</p><figure>{IMG}<figcaption>A cat</figcaption><p class=credit>{credit}</p></figure><p>keep"
    assert f"<figcaption>{said}</figcaption>" in render_kept(page).html


def test_what_holds_more_than_a_caption_and_its_credit_tells_nothing() -> None:
    more = "<div class=info><p class=caption>A cat</p><p class=credit>Ada</p><p>A life of cats</p></div>"
    assert render_kept(f"<p>keep</p><div>{IMG}{more}</div><p>keep").images == (Image(HOME + "a.jpg", "", ""),)


def test_a_credit_alone_beside_a_picture() -> None:
    rendered = render_kept(f"<p>keep</p><div>{IMG}<p class=credit>Photo: Ada</p></div><p>keep")
    assert rendered.images == (Image(HOME + "a.jpg", "", "Ada"),)
    assert "<figcaption>Photo: Ada</figcaption>" in rendered.html


SIGNED = [
    ("A cat. Ada Roe/Getty Images", "A cat.", "Ada Roe/Getty Images"),
    (
        "A cat in the U.K. on May 3. Mai. A. B. Roe / Pool via Reuters",
        "A cat in the U.K. on May 3. Mai.",
        "A. B. Roe / Pool via Reuters",
    ),
    ("Ada Roe / AFP - Getty Images", "", "Ada Roe / AFP - Getty Images"),
    ("<p>A cat</p><p>Ada Roe / Shutterstock</p>", "A cat", "Ada Roe / Shutterstock"),
    ("A cat | Ada Roe/AFP", "A cat", "Ada Roe/AFP"),
    ("Un gato / ADA ROE (EFE)", "Un gato", "ADA ROE (EFE)"),
    ("A cat. (AP Photo/Ada Roe, File)", "A cat.", "AP Photo/Ada Roe, File"),
    ("A cat. AP", "A cat.", "AP"),
    ("A cat. Credit... Ada Roe for The Courier", "A cat.", "Ada Roe for The Courier"),
    ("<i>A cat.</i><i class=credit>Credit<i>Credit</i>Ada</i>", "A cat.", "Ada"),
    ("A cat. <i class=credit>Pic: Ada</i>", "A cat.", "Ada"),
    ("A cat Foto: Ada", "A cat", "Ada"),
    ("Un chat. Crédit photo : Ada / AFP", "Un chat.", "Ada / AFP"),
    ("Кот. Фото: Ада", "Кот.", "Ада"),
    ("猫（写真：ロイター）", "猫", "ロイター"),
    ("猫＝５月、山田花撮影", "猫＝５月", "山田花"),
    ("猫、東京で（山田花撮影）", "猫、東京で", "山田花"),
    ("A cat. Reuters asked him in May.", "A cat. Reuters asked him in May.", ""),
    ("Ada left the AP. Then she slept/ate.", "Ada left the AP. Then she slept/ate.", ""),
    ("Reuters Building", "Reuters Building", ""),
    ("A cat. <i class=credit>Credit Suisse</i>", "A cat.", "Credit Suisse"),
    ("The White Cat Of May Town Ada Roe / AFP", "The White Cat Of May Town Ada Roe / AFP", ""),
    ("The winning photo: a cat", "The winning photo: a cat", ""),
    ("FILE PHOTO: A cat", "FILE PHOTO: A cat", ""),
    ("Ada Roe (AP)", "Ada Roe", "AP"),
    ("Ada Roe (Bo Poe/Getty)", "Ada Roe", "Bo Poe/Getty"),
    ("Ada Roe | AFP", "Ada Roe | AFP", ""),
    ("Minister, Ada Roe / AFP", "Minister, Ada Roe / AFP", ""),
    ("A cat sleeps. Ada Roe (AP)", "A cat sleeps. Ada Roe", "AP"),
    ("The Cat Museum (Los Angeles)", "The Cat Museum (Los Angeles)", ""),
    ("Ada Roe / Staff via Getty Images", "", "Ada Roe / Staff via Getty Images"),
    ("ada7 | Getty Images", "", "ada7 | Getty Images"),
    ("A cat met Mr. Roe / Reuters", "A cat met Mr. Roe / Reuters", ""),
    ("Cats take on St. Lucia (AP)", "Cats take on St. Lucia", "AP"),
    ("Cats vs. Dogs / Getty Images", "Cats vs. Dogs / Getty Images", ""),
    ("A cat (l.) and Prof. Ada Roe / AP", "A cat (l.) and Prof. Ada Roe / AP", ""),
    ("Ein Kater (l.) und Ada Roe / AP", "Ein Kater (l.) und Ada Roe / AP", ""),
    ("A cat likes it. Ada Roe/AFP", "A cat likes it.", "Ada Roe/AFP"),
    ("A cat in spring. | Ada Roe/AP Photo", "A cat in spring.", "Ada Roe/AP Photo"),
    ("A cat. (Ada Roe/AFP) (AFP / Getty)", "A cat.", "(Ada Roe/AFP) (AFP / Getty)"),
    ("A cat. (Photo: Ada (AP)).", "A cat.", "Ada (AP)"),
    ("A cat <i class=credit>(c) Ada Roe (dpa)</i>", "A cat", "(c) Ada Roe (dpa)"),
    ("A cat <i class=credit>(AFP) / (AP)</i>", "A cat", "(AFP) / (AP)"),
    ("A cat <i class=credit>| ((Ada))</i>", "A cat", "Ada"),
    ("猫＝１日、東京都で撮影", "猫＝１日、東京都で撮影", ""),
    ("猫＝本社ヘリから撮影", "猫＝本社ヘリから撮影", ""),
    ("猫（2020年撮影）", "猫（2020年撮影）", ""),
    ("猫（探査機が撮影）", "猫（探査機が撮影）", ""),
    ("猫（代表撮影）", "猫（代表撮影）", ""),
    ("猫。（图片：新华社）狗", "猫。（图片：新华社）狗", ""),
    ("猫。（图片：新华社）", "猫。", "新华社"),
    ("Winner of Best Photo: Cats in the rain", "Winner of Best Photo: Cats in the rain", ""),
    ("Das Schild Foto: verboten", "Das Schild Foto: verboten", ""),
    ("Mandatory Credit: Ada Roe", "", "Ada Roe"),
]
"""Captions that are signed, and some that are not, with what is told of their pictures."""


@pytest.mark.parametrize(("markup", "caption", "credit"), SIGNED)
def test_how_captions_are_signed(markup: str, caption: str, credit: str) -> None:
    page = f"<p>keep<figure><img src=/a.jpg><figcaption>{markup}</figcaption></figure><p>keep"
    assert render_kept(page).images == (Image(HOME + "a.jpg", caption, credit),)


def test_each_figure_of_a_gallery_has_its_own_caption() -> None:
    inner = "".join(f"<figure><img src=/{name}.jpg><figcaption>{name}</figcaption></figure>" for name in "abc")
    images = render_kept(f"<p>keep<figure>{inner}<img src=/d.jpg><figcaption>all</figcaption></figure><p>keep").images
    assert [image.caption for image in images] == ["a", "b", "c", "all"]


SEVERAL = [
    ("above each", "(A cat.) a (A dog.) b", "A cat. | A dog."),
    ("above each, the last of two", "(A cat.) a (Two dogs.) b c", "A cat. | Two dogs. | Two dogs."),
    ("below each", "a (A cat.) b (A dog.)", "A cat. | A dog."),
    ("a heading on top", "(Pictures of the day) a (A cat.) b c (Two dogs.)", "A cat. | Two dogs. | Two dogs."),
    ("a heading of one picture", "(Pictures of the day) a (A cat.)", "A cat."),
    ("nothing above", "() a (A cat. Photo: Ada)", "A cat. by Ada"),
    ("nothing below", "a () (A cat. Photo: Ada)", "A cat. by Ada"),
    ("a label and no name", "a (Photo:) (A cat.)", "A cat."),
    ("who took it below", "(A cat.) a b (Photo: Ada)", "A cat. by Ada | A cat. by Ada"),
    ("who took it above", "(© Ada) a (A cat.)", "A cat. by Ada"),
    ("who took it beside", "a (A cat.) (Photo: Ada) b (A dog.) (Photo: Ben)", "A cat. by Ada | A dog. by Ben"),
    ("who took each, above each", "(A cat.) (© Ada) a (A dog.) (© Ben) b", "A cat. by Ada | A dog. by Ben"),
    ("who took each, below each", "(A cat.) a (© Ada) (A dog.) b (© Ben)", "A cat. by Ada | A dog. by Ben"),
    ("who took the second alone", "(Cats) a (A cat.) b (© Ben)", "A cat. |  by Ben"),
    ("two of one picture", "a (A cat.) (It sleeps.) b", "A cat. | "),
    ("a figure in it", "(Cats) a (A cat.) [b (Bees)] c (A dog.)", "A cat. | Bees | A dog."),
    ("figures in it without", "(Cats) [a] [b] (Two bees)", "Two bees | Two bees"),
]
"""What stands where, a figure with its captions in brackets and its pictures by name, and what each picture has."""
FIGURE = {"(": "<figcaption>", ")": "</figcaption>", "[": "<figure>", "]": "</figure>"}


def figure_of(sketch: str) -> str:
    inner = re.sub(r"\b([a-z])\b", r"<img src=/\1.jpg>", sketch)
    return f"<figure>{re.sub(r'[][()]', lambda sign: FIGURE[sign[0]], inner)}</figure>"


@pytest.mark.parametrize(("sketch", "said"), [row[1:] for row in SEVERAL], ids=[row[0] for row in SEVERAL])
def test_several_captions_of_a_figure(sketch: str, said: str) -> None:
    images = render_kept(f"<p>keep</p>{figure_of(sketch)}<p>keep</p>").images
    assert " | ".join(image.caption + f" by {image.credit}" * bool(image.credit) for image in images) == said


@pytest.mark.parametrize(
    ("sketch", "html"),
    [
        ("(keep A) a (keep B) b", "<p>keep A</p>\n{a}</figure>\n<p>keep B</p>\n{b}</figure>"),
        ("(keep A) a (keep B)", "<p>keep A</p>\n{a}<figcaption>keep B</figcaption></figure>"),
        ("() a (keep A)", "{a}<figcaption>keep A</figcaption></figure>"),
        ("(A) a (B) b", "{a}<figcaption>A</figcaption></figure>\n{b}<figcaption>B</figcaption></figure>"),
        ("(A) a (© Ada)", "{a}<figcaption>A © Ada</figcaption></figure>"),
        ("(A cat) a (keep © Ada)", "{a}<figcaption>keep © Ada</figcaption></figure>"),
    ],
)
def test_several_captions_in_the_html(sketch: str, html: str) -> None:
    pictures = {name: f'<figure><img src="{HOME}{name}.jpg" alt="">' for name in "ab"}
    rendered = render_kept(f"<p>keep</p>{figure_of(sketch)}<p>keep</p>")
    assert rendered.html == f"<p>keep</p>\n{html.format(**pictures)}\n<p>keep</p>"


HTML = [
    (
        "<p>keep<figure><img src=/a.jpg alt='A \"c\"'><figcaption>no</figure><p>keep",
        '<p>keep</p>\n<figure><img src="https://example.org/a.jpg" alt="A &quot;c&quot;"><figcaption>no</figcaption></figure>\n<p>keep</p>',
    ),
    (
        "<p>keep<figure><img src=/a.jpg alt='A c&shy;at'><figcaption>no&shy;thing&#8203;.<b>\ufeff</b><b>No</b></figure><p>keep",
        '<p>keep</p>\n<figure><img src="https://example.org/a.jpg" alt="A cat"><figcaption>nothing. No</figcaption></figure>\n<p>keep</p>',
    ),
    (
        "<p>keep<figure><img src=/a.jpg><figcaption>keep</figure><p>keep",
        '<p>keep</p>\n<figure><img src="https://example.org/a.jpg" alt=""><figcaption>keep</figcaption></figure>\n<p>keep</p>',
    ),
    (
        "<p>keep<figure><figcaption>keep</figcaption><img src=/a.jpg></figure><p>keep",
        '<p>keep</p>\n<p>keep</p>\n<figure><img src="https://example.org/a.jpg" alt=""></figure>\n<p>keep</p>',
    ),
    ("<p>keep<figure><img src=/a.svg><figcaption>keep</figure><p>keep", "<p>keep</p>\n<p>keep</p>\n<p>keep</p>"),
    ("<p>keep <img src=/a.svg>keep", "<p>keep keep</p>"),
    (
        "<p>keep <img src=/a.jpg>keep<p>keep",
        '<p>keep keep</p>\n<figure><img src="https://example.org/a.jpg" alt=""></figure>\n<p>keep</p>',
    ),
    (
        "<p>keep<ul><li><img src=/a.jpg><li>keep<li>keep</ul>",
        '<p>keep</p>\n<figure><img src="https://example.org/a.jpg" alt=""></figure>\n<ul><li>keep</li><li>keep</li></ul>',
    ),
]


CAT = "<figure><img src=/a.jpg><figcaption>A cat.</figcaption></figure>"
LEFT_OUT = [
    ("in its figure", "<figure><img src=/a.jpg><figcaption>A <b>cat</b> &lt;b&gt;</figure>", ["A cat &lt;b&gt;"]),
    (
        "with who took it, as the page says it",
        "<figure><img src=/a.jpg><figcaption><p>A cat.</p><p class=credit>Photo: Ada</p></figcaption></figure>",
        ["A cat. Photo: Ada"],
    ),
    ("who took it alone", "<figure><img src=/a.jpg><figcaption>© Ada</figcaption></figure>", ["© Ada"]),
    ("beside the picture", "<div><img src=/a.jpg><p class=wp-caption-text>A cat.</p></div>", ["A cat."]),
    (
        "one of two pictures, below the second",
        "<figure><img src=/a.jpg><img src=/b.jpg><figcaption>Cats</figcaption></figure>",
        ["", "Cats"],
    ),
    (
        "the same words of two figures, each below its own",
        "<figure><img src=/a.jpg><figcaption>© Ada</figcaption></figure><figure><img src=/b.jpg><figcaption>© Ada</figcaption></figure>",
        ["© Ada", "© Ada"],
    ),
    (
        "one of two pictures that have another between them, below the second",
        "<figure><img src=/a.jpg><figure><img src=/b.jpg><figcaption>Bees</figcaption></figure><img src=/c.jpg><figcaption>Cats</figcaption></figure>",
        ["", "Bees", "Cats"],
    ),
    (
        "no second time where its lines are text beside the picture",
        "<div><img src=/a.jpg><div class=caption><p>keep A cat.</p><p>keep It sleeps.</p></div></div>",
        [""],
    ),
    (
        "no second time where one of its lines is",
        "<div><img src=/a.jpg><div class=caption><p>keep A cat.</p><p>It sleeps.</p></div></div>",
        [""],
    ),
    (
        "no second time where it is text beside the picture",
        "<div><img src=/a.jpg><p class=wp-caption-text>keep A cat.</p></div>",
        [""],
    ),
    (
        "no second time where it is text with other signs that nobody sees",
        "<figure><img src=/a.jpg><p>keep A ca&shy;t.</p><figcaption>kee&shy;p A c&#8203;at.</figcaption></figure>",
        [""],
    ),
    (
        "no second time where it is text that something parts from the picture",
        "<figure><img src=/a.jpg><p>keep this</p><figcaption><p>keep A cat.</p><p>Ada</p></figcaption></figure>",
        [""],
    ),
    ("before an empty caption in no figure", f"{CAT}<p>keep A cat sleeps.</p><figcaption></figcaption>", ["A cat."]),
    (
        "before a caption in no figure, with words and a picture",
        f"{CAT}<p>keep A cat sleeps.</p><div><img src=/b.jpg><figcaption>keep Bees</figcaption></div>",
        ["A cat.", ""],
    ),
    (
        "between captions in no figure",
        f"<figcaption>keep</figcaption>{CAT}<figcaption>keep</figcaption>",
        ["A cat."],
    ),
]
"""What stands where, the markup of captions between two paragraphs, and the caption of each picture in the HTML."""


@pytest.mark.parametrize(("markup", "captions"), [row[1:] for row in LEFT_OUT], ids=[row[0] for row in LEFT_OUT])
def test_captions_that_are_no_text_stand_by_their_pictures(markup: str, captions: list[str]) -> None:
    rendered = render_kept(f"<p>keep</p>{markup}<p>keep</p>")
    figures = re.findall("<figure>(.*?)</figure>", rendered.html)
    assert [figure.partition("<figcaption>")[2].removesuffix("</figcaption>") for figure in figures] == captions
    assert all(caption not in rendered.text for caption in filter(None, captions))


@pytest.mark.parametrize(("page", "html"), HTML)
def test_html(page: str, html: str) -> None:
    assert render_kept(page).html == html


@pytest.mark.parametrize(
    ("srcset", "url"),
    [
        ("", ""),
        ("a.jpg", "a.jpg"),
        ("a.jpg 1x, b.jpg 1.5x", "b.jpg"),
        ("a.jpg 1x,b.jpg 2x", "b.jpg"),
        ("a,b.jpg 100w, c,d.jpg 200w", "c,d.jpg"),
        ("a.jpg, b.jpg 2x", "b.jpg"),
        (" , a.jpg 10w ,, b.jpg 5w", "a.jpg"),
        ("a.jpg nonsense, b.jpg 2x", "b.jpg"),
    ],
)
def test_largest_of_a_srcset(srcset: str, url: str) -> None:
    assert largest_of(srcset) == url


MANY = "".join(f"<img src=/{number}.jpg>" for number in range(5_000))


@pytest.mark.parametrize(
    ("after", "caption"),
    [
        ("<p class=caption><noscript>" + "seen by few " * 12_000 + "</noscript>A cat.</p>", ""),
        ("<p class=caption>A cat. <i class=credit>" + "a word " * 20_000 + "</i></p>", ""),
        ("<p class=caption>" + "a word " * 20_000 + "</p>", ""),
        ("<p class='" + "capt ion " * 15_000 + "'>A cat.</p>", ""),
    ],
    ids=["noscript", "credit", "words", "class"],
)
def test_what_stands_behind_many_pictures_is_read_once(after: str, caption: str) -> None:
    document = parse(f"<p>keep</p><div>{MANY}</div>{after}<p>keep", URL)
    kept = Kept()
    walk(document.root, kept)
    start = time.process_time()
    images = render(document, kept.numbers).images
    assert is_quick(time.process_time() - start, QUICK_S)
    assert (len(images), {image.caption for image in images}) == (5_000, {caption})


@pytest.mark.parametrize("sketch", ["(A) a (B) b", "a (A)", "(Photo:) a (A)", "(A) (© Ada) a", "[(A) a", "[a (A)"])
def test_many_captions_of_a_figure_take_no_time(sketch: str) -> None:
    document = parse(f"<p>keep</p>{figure_of(sketch * 2_000)}<p>keep", URL)
    kept = Kept()
    walk(document.root, kept)
    start = time.process_time()
    render(document, kept.numbers)
    assert is_quick(time.process_time() - start, QUICK_S)


@pytest.mark.parametrize(
    "markup",
    ["<img src=/a.jpg><p class=caption>{}</p>", "<figure><img src=/a.jpg><figcaption>{}</figcaption></figure>"],
)
def test_a_caption_has_so_many_characters(markup: str) -> None:
    for letters, caption in ((MAX_CAPTION_CHARS, "x" * MAX_CAPTION_CHARS), (MAX_CAPTION_CHARS + 1, "")):
        rendered = render_kept(f"<p>keep</p>{markup.format('x' * letters)}<p>keep")
        assert [image.caption for image in rendered.images] == [caption]
        assert ("<figcaption>" in rendered.html) is bool(caption)
