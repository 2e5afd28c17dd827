"""Which pages are one story, and what they are together."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from loopback import page, sentences

from boilerspider import Article, extract
from boilerspider.fingerprints import exact
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
    assert goes_on(FIRST, later, b"<html><body><p>Three.</p></body></html>") is expected


def test_a_headline_of_its_own_is_no_matter_where_the_pager_leads_to_the_first_page() -> None:
    later = part(f"{STORY}?page=2", "Three.", title="The money", canonical_url=f"{STORY}?page=2")
    pager = f"<p>Three.</p><a href='{STORY}'>1</a> <b>2</b> <a href='{STORY}?page=3'>3</a>".encode()
    assert goes_on(FIRST, later, pager)
    assert not goes_on(FIRST, later, b"<p>Three.</p>")


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


def test_a_third_page_goes_on_with_both() -> None:
    whole = joined(joined(read(1, "ferry"), read(2, "tunnel")), read(3, "harbour"))
    assert whole.text.split("\n\n") == [LEAD, *sentences("ferry", 4), *sentences("tunnel", 4), *sentences("harbour", 4)]


def test_what_repeats_itself_within_a_page_is_meant() -> None:
    both = joined(FIRST, part(f"{STORY}/2", "Three.\n\nTwo.\n\nFour."))
    assert both.text == "One.\n\nTwo.\n\nThree.\n\nTwo.\n\nFour."
