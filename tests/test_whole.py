"""Which pages are one story, and what they are together."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from loopback import page, sentences

from boilerspider import Article, Image, extract
from boilerspider.fingerprints import exact
from boilerspider.model import WALLS
from boilerspider.whole import goes_on, joined

STORY = "https://www.news.example/2026/11/the-long-road-to-the-new-bridge"
NOON = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)


def part(url: str, text: str, **fields: Any) -> Article:
    return Article(url=url, text=text, **{"title": "The long road", "word_count": len(text.split()), **fields})


FIRST = part(STORY, "One.\n\nTwo.", canonical_url=STORY, published=NOON)


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        (part(f"{STORY}/2", "Three."), True),
        (part(f"{STORY}/2", "Three.", title="The long road - Page 2"), True),
        (part(f"{STORY}/2", "Three.", title="The long road (2/3)"), True),
        (part(f"{STORY}/2", "Three.", title="The Long Road | Seite 2 von 3"), True),
        (part(f"{STORY}/2", "Three.", title="The long road – Seite 2: The money"), True),
        (part(f"{STORY}/2", "Three.", title="Page 2: The long road"), True),
        (part(f"{STORY}/2", "Three.", title="The money", canonical_url=STORY), True),
        (part(f"{STORY}/2", "Three.", canonical_url=f"{STORY}/2", published=NOON), True),
        (part(f"{STORY}/2", "Three.", canonical_url=f"{STORY}?page=all"), False),
        (part(f"{STORY}-2", "Three.", published=NOON + timedelta(days=7)), False),
        (part(f"{STORY}/2", "Three.", published=NOON + timedelta(hours=6)), True),
        (part(f"{STORY}/2", "Three.", published=NOON + timedelta(hours=24)), False),
        (part(f"{STORY}/2", "Three.", published=datetime(2026, 11, 1, tzinfo=timezone.utc)), True),
        (part(f"{STORY}/2", "Three.", published=NOON + timedelta(hours=24), canonical_url=STORY), False),
        (part(f"{STORY}/2", "Three.", title="The money", canonical_url=f"{STORY}/2"), False),
        *((part(f"{STORY}/2", "Three.", page_type=kind), False) for kind in (*sorted(WALLS), "listing")),
        (part(f"{STORY}/2", "Three.", page_type="article"), True),
        (part(f"{STORY}-2", "Three.", title="The long road, part 2"), False),
        (part(f"{STORY}/2", "Three.", title="The long road home"), False),
        (part(f"{STORY}/2", "Three.", title=None), False),
        (
            part(f"{STORY}/2", "Three.", title="Another", canonical_url="https://www.news.example/2026/11/another"),
            False,
        ),
        (part(f"{STORY}/2", "Three.", canonical_url="https://www.news.example/"), False),
        (part("https://www.news.example/2026/11/another", "Three."), False),
        (part(f"{STORY}/2", "One.\n\nTwo."), False),
        (part(f"{STORY}/2", "One.\n\nTwo.\n\nThree."), False),
        (part(f"{STORY}/2", "Two.\n\nThree, and all that follows of it."), True),
        (part(f"{STORY}/2", ""), False),
    ],
)
def test_whether_a_page_goes_on_with_a_story(later: Article, expected: bool) -> None:
    assert goes_on(FIRST, later) is expected


TEASER = "<article><h3><a href='/{0}'>The story of the {0}</a></h3><p>{1}</p></article>"
VOICE = "<div class='voice'><b>reader of the {0}</b><p>{1}</p></div>"


@pytest.mark.parametrize("pattern", [TEASER, VOICE])
def test_what_is_no_running_text_does_not_go_on(pattern: str) -> None:
    """Neither other stories nor readers, with whatever canonical link."""
    topics = ("money", "school", "mayor", "train", "market")
    body = "".join(pattern.format(topic, sentences(topic, 1)[0]) for topic in topics)
    head = f"<title>The long road</title><link rel='canonical' href='{STORY}'>"
    html = f"<html lang='en'><head>{head}</head><body><main><h1>The long road</h1><section>{body}</section></main></body></html>"
    assert not goes_on(FIRST, extract(html, f"{STORY}/2"))


def test_running_text_below_headings_goes_on() -> None:
    html = page("tunnel", head=f"<link rel='canonical' href='{STORY}'>")
    later = extract(html.replace("</p>", "</p><h2>And then</h2>", 1), f"{STORY}/2")
    assert goes_on(FIRST, later)


def between(html: str, box: str) -> str:
    """A page with a box behind each of its paragraphs."""
    return html.replace("</p><p>", f"</p>{box}<p>")


@pytest.mark.parametrize(
    "box", ["<div class='ad'>Advertisement</div>", "<h2>The next place</h2>", "<h2>Place</h2><img src='/1.jpg'>"]
)
def test_a_story_with_something_between_all_its_paragraphs_goes_on_like_that(box: str) -> None:
    head = f"<link rel='canonical' href='{STORY}'>"
    first, later = (
        extract(between(page(topic, head=head), box), url)
        for topic, url in (("ferry", STORY), ("tunnel", f"{STORY}/2"))
    )
    assert goes_on(first, later)
    assert not goes_on(extract(page("ferry"), STORY), later)


@pytest.mark.parametrize(
    "sentence",
    [
        "“That is all,” she said.",
        "बस इतना ही है।",
        "اس نے کہا کہ بس یہی ہے۔",
        "彼女は言った。「それだけです」",
        "Նա ասաց, որ սա է ամբողջը։",
        "ይሄው ነው አለች።",
        "ဒါပါပဲလို့ သူက ပြောသည်။",
        "នាងបាននិយាយថា ប៉ុណ្ណឹងហើយ។",
    ],
)
def test_short_sentences_are_running_text_too(sentence: str) -> None:
    said = f"<p>{sentence}</p>"
    html = page("tunnel", head=f"<link rel='canonical' href='{STORY}'>")
    # Every block is kept, whatever the extractor of today thinks of a sentence that comes six times.
    assert goes_on(FIRST, extract(between(html, said), f"{STORY}/2", extractor="everything"))


@pytest.mark.parametrize("origin", ["https://www.news.com", "http://127.0.0.1:8080"])
def test_pages_whose_canonical_links_name_themselves(origin: str) -> None:
    """With `www.` and without TLS, which keys to compare leave out."""
    path = "/2026/11/20/the-old-market-hall/"
    first, later = (
        part(f"{origin}{one}", text, canonical_url=f"{origin}{one}")
        for one, text in ((path, "One."), (f"{path}2/", "Two."))
    )
    assert goes_on(first, later)


def read(number: int, topic: str) -> Article:
    images = f"<figure><img src='/{topic}.jpg' width='800' height='600'></figure>"
    html = page(topic, count=4).replace("<article>", f"<article><p class='lead'>{LEAD}</p>{images}")
    return extract(html, STORY if number == 1 else f"{STORY}/{number}")


LEAD = "Twelve years went by between the first drawing and the first lorry, and this is what happened in them on both banks."


def test_two_pages_are_one_article() -> None:
    one, two = read(1, "ferry"), read(2, "tunnel")
    assert LEAD in one.text
    assert LEAD in two.text
    both = joined(dataclasses.replace(one, paywalled=None), dataclasses.replace(two, paywalled=True))
    assert both.url == STORY
    assert both.title == one.title
    assert both.text.split("\n\n") == [LEAD, *sentences("ferry", 4), *sentences("tunnel", 4)]
    assert both.html.count(LEAD) == 1
    assert both.html.count("<p>") == 9
    assert both.word_count == len(both.text.replace("-", " ").split())
    assert both.content_hash == exact(both.text).hex
    assert [image.url for image in both.images] == [
        f"https://www.news.example/{name}.jpg" for name in ("ferry", "tunnel")
    ]
    assert both.paywalled is True
    kept = [block for block in both.blocks if block.is_content]
    assert [block.text for block in kept] == both.text.split("\n\n")
    nodes = [node for block in both.blocks for node in block.nodes]
    assert len(nodes) == len(set(nodes))
    assert both.confidence is not None


SAID = "“The bridge,” the mayor said, “is open.”"
BRIDGE = "https://www.news.example/bridge.jpg"


@pytest.mark.parametrize(
    "html",
    [
        "<p>“<a href='https://www.news.example/b'>The bridge</a>,” the <b>mayor</b> said, “is open.”</p>",
        "<p>“The bridge,” the mayor said,<br>“is open.”</p>",
        f"<ul><li>{SAID}</li><li><p>Two.</p></li></ul>",
        f"<blockquote><p>Two.</p><p>{SAID}</p></blockquote>",
        f"<figure><img src='{BRIDGE}' alt=''><figcaption>The bridge</figcaption></figure>",
    ],
    ids=["a link", "lines", "a list", "a quotation", "a picture"],
)
def test_what_text_and_pictures_have_once_html_has_once(html: str) -> None:
    first = dataclasses.replace(FIRST, text=f"{SAID}\n\nTwo.", html="<p>First.</p>", images=[Image(BRIDGE)])
    later = part(f"{STORY}/2", f"{SAID}\n\nThree.", html=f"{html}\n<p>Three.</p>")
    assert joined(first, later).html == "<p>First.</p>\n<p>Three.</p>"


def test_a_list_that_has_something_new_stands_in_the_html() -> None:
    html = "<ul><li>Two.</li><li>Three.</li></ul>"
    assert joined(FIRST, part(f"{STORY}/2", "Two.\n\nThree.", html=html)).html == html


def test_a_third_page_goes_on_with_both() -> None:
    whole = joined(joined(read(1, "ferry"), read(2, "tunnel")), read(3, "harbour"))
    assert whole.text.split("\n\n") == [LEAD, *sentences("ferry", 4), *sentences("tunnel", 4), *sentences("harbour", 4)]


def test_what_repeats_itself_within_a_page_is_meant() -> None:
    both = joined(FIRST, part(f"{STORY}/2", "Three.\n\nTwo.\n\nFour."))
    assert both.text == "One.\n\nTwo.\n\nThree.\n\nTwo.\n\nFour."
