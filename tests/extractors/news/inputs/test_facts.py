"""What a page's head says: what of it is looked at, and which blocks say the site's name."""

from __future__ import annotations

import random
import time

import pytest
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.facts import MAX_DESCRIPTIONS, MAX_TEXTS, MAX_TITLES, Head, facts
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.markup.tree import parse

CROWD = 8_000
CROWD_S = 5.0
"""Processor seconds that a page of so many blocks may take; what is quadratic takes a minute."""


def head(*descriptions: str, title: str = "The wall") -> Head:
    metas = "".join(f'<meta property="og:description" content="{text}">' for text in descriptions)
    return Head.of(parse(f"<html><head><title>{title}</title>{metas}</head><body><p>Text</p></body></html>").root)


def test_texts_are_folded_and_stand_there_once() -> None:
    assert head("The  Wall\nIS hollow", "the wall is hollow", "", "Mend it") == Head(
        "the wall", "the wall is hollow\nmend it"
    )


def test_what_is_looked_at_has_limits() -> None:
    found = head(*(f"Text {number}" for number in range(2 * MAX_TEXTS)))
    assert found.descriptions.split("\n") == [f"text {number}" for number in range(MAX_TEXTS)]
    found = head(*(f"{number} {'x' * MAX_DESCRIPTIONS}" for number in range(2)), title="x" * 2 * MAX_TITLES)
    assert (len(found.descriptions), len(found.titles)) == (MAX_DESCRIPTIONS, MAX_TITLES)


@pytest.mark.parametrize(
    ("tags", "sites"),
    [
        ('<meta property="og:site_name" content="The Harbour News">', ("TheHarbourNews",)),
        ('<META PROPERTY="OG:Site_Name" content="The Harbour News">', ("TheHarbourNews",)),
        ('<meta property="al:web" name="application-name" content="Harbour News">', ("HarbourNews",)),
        ('<meta name="apple-mobile-web-app-title" content="港の新聞">', ("港の新聞",)),
        ('<link rel="Canonical nofollow" href="https://www.harbour-news.co.uk/wall.html">', ("Harbournews",)),
        ('<link rel="canonical" property="og:x" href="https://quay.org/">', ("Quay",)),
        ('<meta property="og:url" content="https://m.quay.org:8000/">', ("Quay",)),
        ('<link rel="icon" href="https://quay.example/">', ()),
    ],
)
def test_a_site_has_the_names_that_it_gives_itself(tags: str, sites: tuple[str, ...]) -> None:
    assert Head.of(parse(f"<head>{tags}</head><p>Text").root).sites == sites


def test_the_title_is_one_whatever_it_is_called() -> None:
    assert Head.of(parse("<title name=headline>The Wall</title><p>Text").root).titles == "the wall"


def test_a_block_is_compared_with_titles_as_a_whole_and_with_descriptions_by_its_beginning() -> None:
    long = "The wall of the harbour is hollow, and it has been so for many years"
    said = Head("the wall of the harbour", f"first {long[:64].lower()}...\nsecond")
    texts = ["The wall of", "the wall", "The wal", "The wall of the harbour is hollow", long, f"{long[:59]}n", "second"]
    found = facts(said, texts, [text.casefold() for text in texts])
    assert found.titled.tolist() == [1, 1, 0, 0, 0, 0, 0]
    assert found.described.tolist() == [1, 1, 0, 1, 1, 0, 0]


def test_blocks_and_a_head_made_of_few_letters_take_linear_time() -> None:
    letters = random.Random(1)
    title, description, *lines = ("".join(letters.choices("ab", k=size)) for size in (9_999, 99_999, *[30] * 9_999))
    said = head(*(f"{number}{description}" for number in range(MAX_TEXTS)), title=title)
    start = time.process_time()
    facts(said, lines, lines)
    assert is_quick(time.process_time() - start, 1)


def test_a_head_of_many_descriptions_takes_linear_time() -> None:
    said = "".join(f'<meta name=description content="A description with the number {i} of it">' for i in range(CROWD))
    lines = "".join(f"<p>Short line number {i} stands here</p>" for i in range(CROWD))
    story = f"<p>{'The wall of the harbour is hollow. ' * 10}</p>" * 4
    document = parse(f"<html><head>{said}</head><body><h1>The wall</h1>{lines}{story}</body></html>")
    start = time.process_time()
    extractor("news").label(document)
    assert is_quick(time.process_time() - start, CROWD_S)


@pytest.mark.parametrize(
    ("title", "text", "is_titled"),
    [
        ("The harbour opens again - Quay", "The harbour opens again", True),
        ("The harbour opens again - Quay", "Quay", False),
        ("Contact", "Contact", False),
        ("港がまた開いた", "港がまた開いた", True),
        ("港がまた開いた - 港の新聞", "港の新聞", False),
        ("入口", "入口", False),
    ],
)
def test_what_the_title_says(title: str, text: str, *, is_titled: bool) -> None:
    seen = view(parse(f"<head><title>{title}</title></head><body><h1>{text}</h1><p>More</p></body>"))
    assert seen is not None
    assert bool(seen.facts.titled[0]) is is_titled
