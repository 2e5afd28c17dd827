"""Stories below the page's own that are built as it is."""

from __future__ import annotations

import time

import numpy as np
import pytest
from loopback import sentences
from pace import is_quick

from boilerspider import extract
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.twins import MOST_HEADINGS, twins
from boilerspider.markup.tree import parse

OWN, OTHER = "The harbour wall is hollow", "The pool opens in spring"
STORY, NEXT = sentences("harbour wall", 4), sentences("swimming pool", 4)
SIGNED, SIGNED_TOO = '<div class="meta">Ann Roe 5 May 2026</div>', '<div class="meta">Jo Poe 4 May 2026</div>'
QUICK_S = 2.0
"""Processor seconds that a hostile page may take; what compares all headings takes many more."""


def part(headline: str, texts: list[str], signed: str = "", tag: str = "h1") -> str:
    return f'<div class="story"><{tag}>{headline}</{tag}>{signed}<div>{"".join(f"<p>{text}</p>" for text in texts)}</div></div>'


def page(body: str, title: str = OWN) -> str:
    return f"<html lang=en><head><title>{title} - Evening Paper</title></head><body><main>{body}</main></body></html>"


def left_out(body: str, title: str = OWN) -> list[str]:
    """What is left out where all sentences of both stories are kept."""
    seen = view(parse(page(body, title)))
    assert seen is not None
    keep = np.array([text in (*STORY, *NEXT) for text in seen.texts])
    return [seen.texts[place] for place in twins(seen, keep)]


ONE, TWO = part(OWN, STORY, SIGNED), part(OTHER, NEXT, SIGNED_TOO)
HEAD, HEAD_TOO = part(OWN, [], SIGNED), part(OTHER, [], SIGNED_TOO)


def lines(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


@pytest.mark.parametrize(
    "body",
    [
        ONE + TWO,
        part(OWN, STORY, SIGNED, "h2") + part(OTHER, NEXT, SIGNED_TOO, "h2"),
        f"<div>{ONE}</div><div>{TWO}</div>",
        HEAD + lines(STORY) + HEAD_TOO + lines(NEXT),
        part(f"<a href=/wall>{OWN}</a>", [], SIGNED)
        + lines(STORY)
        + part(f"<a href=/pool>{OTHER}</a>", [], SIGNED_TOO)
        + lines(NEXT),
        ONE + TWO.replace('class="story"', 'class="story story-2"'),
    ],
    ids=[
        "beside it",
        "second rank",
        "wrapped",
        "headlines in elements of their own",
        "both of them links",
        "another class",
    ],
)
def test_a_story_that_is_built_as_the_own_one_is_anothers(body: str) -> None:
    assert left_out(body) == NEXT


@pytest.mark.parametrize(
    ("body", "title"),
    [
        (ONE, OWN),
        (ONE + TWO, "Evening"),
        (ONE + TWO, f"{OWN} and {OTHER}"),
        (part(OWN, STORY) + part(OTHER, NEXT), OWN),
        (ONE + part(OTHER, NEXT), OWN),
        (ONE + part(OTHER, NEXT, '<p class="lead">Jo Poe 4 May 2026</p>'), OWN),
        (ONE + part(OTHER, NEXT, SIGNED_TOO, "h2"), OWN),
        (ONE + f"<section>{TWO}</section>", OWN),
        (ONE + part(f"Re: {OWN}", NEXT, SIGNED_TOO), OWN),
        (f"<h1>{OWN}</h1>{SIGNED}{lines(STORY)}<h1>{OTHER}</h1>{SIGNED_TOO}{lines(NEXT)}", OWN),
        (part(OWN, [], SIGNED) + TWO, OWN),
        (ONE + part("Pool", NEXT, SIGNED_TOO), OWN),
        (TWO + ONE, OWN),
        (HEAD + lines(STORY[:2]) + part(f"<a href=/pool>{OTHER}</a>", [], SIGNED_TOO) + lines(STORY[2:] + NEXT), OWN),
    ],
    ids=[
        "alone",
        "no title",
        "both in the title",
        "not signed",
        "the other is not signed",
        "signed otherwise",
        "another rank",
        "elsewhere",
        "an answer",
        "side by side",
        "no own story",
        "a short heading",
        "above",
        "a teaser amid it",
    ],
)
def test_where_it_is_not_plain_nothing_is_anothers(body: str, title: str) -> None:
    assert left_out(body, title) == []


def test_such_a_page_has_its_own_story_alone() -> None:
    assert extract(page(ONE + TWO + TWO)).text.split("\n\n") == STORY


def test_numbers_and_depth_do_no_harm() -> None:
    body = ONE + "<div>" * 200 + TWO * 100 * MOST_HEADINGS
    seen = view(parse(page(body)))
    assert seen is not None
    before = time.process_time()
    twins(seen, np.ones(len(seen.texts), np.bool_))
    assert is_quick(time.process_time() - before, QUICK_S)
