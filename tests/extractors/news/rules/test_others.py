"""Other stories below the page's own: pages that go on while one scrolls."""

from __future__ import annotations

import time

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider import extract
from boilerspider.extractors.news.rules.others import nodes_of_others
from boilerspider.markup.tree import parse

OWN, OTHER = "The harbour wall is hollow", "The pool opens in spring"


def story(headline: str, topic: str, tag: str = "h1") -> str:
    return f"<{tag}>{headline}</{tag}>" + "".join(f"<p>{text}</p>" for text in sentences(topic, 8))


def page(body: str, title: str = f"{OWN} - Evening Paper") -> str:
    return f"<html lang=en><head><title>{title}</title></head><body><main>{body}</main></body></html>"


ONE = f"<article>{story(OWN, 'harbour wall')}</article>"
TWO = f"<article>{story(OTHER, 'swimming pool')}</article>"


def texts_of_others(html: str) -> set[str]:
    transcript = parse(html).transcript
    return set(transcript.texts(set(nodes_of_others(transcript))).values())


@pytest.mark.parametrize(
    "body",
    [
        ONE + TWO,
        f"{ONE}<div>{TWO}</div>{TWO}",
        f"<article class=all>{ONE}{TWO}</article>",
        f"<article>{OWN}</article>{ONE}{TWO}",
        f"<article><h1>Evening</h1>{story(OWN, 'harbour wall')}</article>{TWO}",
    ],
)
def test_what_comes_after_the_own_story_is_anothers(body: str) -> None:
    assert texts_of_others(page(body)) == {OTHER, *sentences("swimming pool", 8)}
    assert extract(page(body)).text.split("\n\n") == sentences("harbour wall", 8)


@pytest.mark.parametrize(
    ("body", "title"),
    [
        (ONE, OWN),
        (TWO + ONE, OWN),
        (ONE + TWO, "Evening Paper"),
        (ONE + TWO, f"{OWN}. {OTHER}"),
        (f"<article>{story(OWN, 'harbour wall')}{TWO}</article>", OWN),
        (f"<article>{story(OWN, 'harbour wall')}<section>{story(OTHER, 'swimming pool')}</section></article>", OWN),
        (f"{ONE}<article>{story(OTHER, 'swimming pool', 'h2')}</article>", OWN),
        (f"<article>{story('Wall', 'harbour wall')}</article>{TWO}", "Wall"),
        (f"{ONE}<article>{story('Pool', 'swimming pool')}</article>", OWN),
    ],
    ids=["alone", "before", "no title", "both", "inside", "section", "no h1", "short", "other short"],
)
def test_where_it_is_not_plain_nothing_is_anothers(body: str, title: str) -> None:
    assert texts_of_others(page(body, title)) == set()


def test_depth_and_numbers_do_no_harm() -> None:
    deep = f"<article><h1>{OTHER}</h1>" * 900 + "<p>word</p>" * 50_000
    assert texts_of_others(page(ONE + deep)) == {OTHER, "word"}
    assert OTHER in texts_of_others(page(ONE + TWO * 3_000))


CROWD = 8_000
CROWD_S = 2.0
"""Processor seconds for so many headlines; what is quadratic takes ten and more."""


@pytest.mark.parametrize(
    "head",
    [
        f"<title>{OWN}</title>"
        + "".join(f"<meta property=og:title content='Title {i} of many'>" for i in range(CROWD)),
        f"<title>{OWN} {'and the sea wall ' * 250_000}</title>",
    ],
    ids=["many titles", "a long title"],
)
def test_titles_and_headlines_take_linear_time(head: str) -> None:
    many = "".join(f"<article><h1>Headline {number} of the many</h1></article>" for number in range(CROWD))
    transcript = parse(f"<html><head>{head}</head><body>{ONE}{many}</body></html>").transcript
    start = time.process_time()
    assert len(nodes_of_others(transcript)) == CROWD
    assert is_quick(time.process_time() - start, CROWD_S)
