"""What a page's head says: what of it is looked at, and which blocks say the site's name."""

from __future__ import annotations

import time

import pytest

from boilerspider.extractors import extractor
from boilerspider.extractors.news.facts import MAX_CHARS, MAX_LETTERS, MAX_NAMES, MAX_SEARCHED, MAX_TEXTS, Head, facts
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
    found = head(*(f"{number} {'x' * MAX_CHARS}" for number in range(2 * MAX_TEXTS)))
    assert list(map(len, found.descriptions.split("\n"))) == [MAX_CHARS] * MAX_TEXTS


@pytest.mark.parametrize(
    ("tags", "sites"),
    [
        ('<meta property="og:site_name" content="The Harbour News">', ("theharbournews",)),
        ('<meta name="application-name" content="L’Écho du Port">', ("léchoduport",)),
        ('<meta name="apple-mobile-web-app-title" content="港の新聞">', ("港の新聞",)),
        ('<link rel="canonical" href="https://www.harbour-news.co.uk/wall.html">', ("harbournews",)),
        ('<meta property="og:url" content="https://m.quay.org:8000/">', ("quay",)),
        ('<meta property="og:site_name" content="Quay"><link rel="canonical" href="https://quay.org/">', ("quay",)),
        ('<meta property="og:site_name" content="BBC"><link rel="canonical" href="/wall.html">', ()),
        ('<link rel="canonical" href="http://[::1"><link rel="icon" href="https://quay.example/">', ()),
        (f'<meta property="og:site_name" content="{"x" * (MAX_LETTERS + 1)}">', ()),
    ],
)
def test_a_site_has_the_names_that_it_gives_itself(tags: str, sites: tuple[str, ...]) -> None:
    assert Head.of(parse(f"<head>{tags}</head><p>Text").root).sites == sites


def test_the_title_is_one_whatever_it_is_called() -> None:
    assert Head.of(parse("<title name=headline>The Wall</title><p>Text").root).titles == "the wall"


def test_a_site_has_few_names() -> None:
    metas = "".join(f'<meta property="og:site_name" content="Harbour {number}">' for number in range(2 * MAX_NAMES))
    assert len(Head.of(parse(f"<head>{metas}</head><p>Text").root).sites) == MAX_NAMES


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("read the harbour news every morning", True),
        ("harbour news", True),
        ("follow @harbournews, or write to desk@harbour-news.example", True),
        ("»harbour news« has it", True),
        ("the harbour, news of which", False),
        ("theharbournewsroom", False),
        ("the harbour\u2028news", True),
        ("preharbour news", False),
        ("harbour newsroom", False),
        ("news", False),
    ],
)
def test_a_block_says_the_name_as_words_of_their_own(text: str, says: bool) -> None:
    told = facts(Head("", "", ("harbournews",)), ["harbour", "news", text, "harbour"])
    assert told.sites.tolist() == [0, 0, says, 0]


def test_names_are_looked_for_at_the_beginning_of_an_endless_page() -> None:
    texts = ["harbour news", "x" * MAX_SEARCHED, "harbour news"]
    assert facts(Head("", "", ("harbournews",)), texts).sites.tolist() == [1, 0, 0]


def test_a_page_made_of_the_letters_of_names_takes_linear_time() -> None:
    names = ("a" * (MAX_LETTERS - 1) + "b", "a" * MAX_LETTERS)
    start = time.process_time()
    facts(Head("", "", names), ["a " * MAX_SEARCHED] * 40)
    assert time.process_time() - start < CROWD_S


def test_a_head_of_many_descriptions_takes_linear_time() -> None:
    said = "".join(f'<meta name=description content="A description with the number {i} of it">' for i in range(CROWD))
    lines = "".join(f"<p>Short line number {i} stands here</p>" for i in range(CROWD))
    story = f"<p>{'The wall of the harbour is hollow. ' * 10}</p>" * 4
    document = parse(f"<html><head>{said}</head><body><h1>The wall</h1>{lines}{story}</body></html>")
    start = time.process_time()
    extractor("news").label(document)
    assert time.process_time() - start < CROWD_S
