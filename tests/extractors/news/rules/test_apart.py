"""Elements that say of themselves that they are none of the page's text: what is kept in them is left out, but where the story is."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.apart import said_apart
from boilerspider.markup.tree import parse

STORY = sentences("harbour wall", 6)
ASIDE = sentences("somebody asks you", 1)[0]


def left_out(body: str, likely: float = 0.8) -> list[str]:
    """What is left out of a page of which all text is kept, and is so likely."""
    seen = view(parse(f"<html><body>{body}</body></html>"))
    assert seen is not None
    count = len(seen.texts)
    return [seen.texts[place] for place in said_apart(seen, np.ones(count, bool), np.full(count, likely, np.float32))]


def paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


@pytest.mark.parametrize(
    "start",
    [
        "<dialog>",
        "<div role=dialog>",
        "<section role=alertdialog>",
        "<div role=tooltip>",
        "<div class=x aria-modal=true>",
        "<div data-nosnippet>",
        '<aside class=note data-nosnippet="">',
        '<div class="sharing robots-nocontent">',
    ],
)
@pytest.mark.parametrize("inside", ["<p>{}</p>", "<div><h2>{}</h2></div>", "{}"])
def test_what_says_so_is_left_out(start: str, inside: str) -> None:
    tag = start[1:].split(maxsplit=1)[0].rstrip(">")
    assert left_out(f"{paragraphs(STORY)}{start}{inside.format(ASIDE)}</{tag}>") == [ASIDE]


@pytest.mark.parametrize(
    "start",
    [
        "<div>",
        "<div role=alert>",
        "<div aria-modal=false>",
        "<div role=region>",
        "<div class=nocontent>",
        "<div class=robots-nocontents>",
        "<p role=note>",
    ],
)
def test_what_does_not_say_so_stays(start: str) -> None:
    assert left_out(f"{paragraphs(STORY)}{start}{ASIDE}</div>") == []


@pytest.mark.parametrize("start", ["<dialog open>", "<div role=dialog aria-modal=true>", "<div data-nosnippet>"])
def test_what_holds_the_story_does_not_speak_of_it(start: str) -> None:
    tag = start[1:].split(maxsplit=1)[0].rstrip(">")
    assert left_out(f"<p>{ASIDE}</p>{start}{paragraphs(STORY)}</{tag}>") == []


@pytest.mark.parametrize(
    "form", ["<p data-nosnippet>{}</p>", "<div data-nosnippet><p>{}</p></div>", "<div role=dialog>{}</div>"]
)
@pytest.mark.parametrize("free", [0, 2])
def test_a_story_that_says_so_paragraph_by_paragraph_stays(form: str, free: int) -> None:
    assert left_out(paragraphs(STORY[:free]) + "".join(map(form.format, STORY[free:]))) == []


def test_what_is_surely_the_storys_is_shown_elsewhere_than_by_search_engines() -> None:
    body = f"{paragraphs(STORY)}<div data-nosnippet><p>{ASIDE}</p></div><div role=dialog>{ASIDE}</div>"
    assert left_out(body, likely=0.95) == [ASIDE]
    assert left_out(body) == [ASIDE, ASIDE]


def test_where_nothing_is_kept_nothing_is_left_out() -> None:
    seen = view(parse(f"<dialog><p>{ASIDE}</p></dialog>"))
    assert seen is not None
    assert said_apart(seen, np.zeros(1, bool), np.ones(1, np.float32)).size == 0


def test_a_story_that_asks_for_consent_amid_it_is_read_without() -> None:
    notice = f"<div role=dialog><p>{ASIDE}</p></div>"
    page = f"<title>Harbour</title><article><h1>Harbour</h1>{paragraphs(STORY[:3])}{notice}{paragraphs(STORY[3:])}</article>"
    assert [block.text for block in extractor("news").label(parse(page)) if block.is_content] == STORY
