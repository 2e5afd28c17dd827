"""Boxes in which something is to be done."""

from __future__ import annotations

import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.rules.controls import MOST_BOXES, with_controls
from boilerspider.extractors.news.rules.loose import Nameless
from boilerspider.markup.spots import Standing
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(6)]
CALL = "Every morning what matters"
BUTTON = "<button>Join</button>"
ICON = "<button aria-label=share><svg></svg></button>"
FRAME = "<iframe src=https://maps.example/1></iframe>"


def found(box: str, before: int = 3) -> list[str]:
    """The texts in boxes with controls of a page of which all is kept."""
    lines = [f"<p>{text}</p>" for text in STORY]
    document = parse(f"<html><body><main>{''.join((*lines[:before], box, *lines[before:]))}</main></body></html>")
    blocks = extractor("everything").label(document)
    standing = Standing.of(document.transcript, blocks)
    boxes: dict[int, list[int]] = {}
    for place, number in Nameless.of(standing).wrappers().items():
        boxes.setdefault(number, []).append(place)
    return [blocks[place].text for place in sorted(with_controls(standing, boxes))]


@pytest.mark.parametrize(
    "control",
    [
        BUTTON,
        "<form action=/join><input type=email></form>",
        "<label><input type=checkbox></label>",
        FRAME,
        "<audio src=/1.mp3></audio>",
        "<select><option></select>",
    ],
)
def test_few_words_beside_a_control_are_a_box(control: str) -> None:
    own = ["Join"] if control == BUTTON else []
    assert found(f"<section><h4>{CALL}</h4><p>Free</p><div>{control}</div></section>") == [CALL, "Free", *own]


@pytest.mark.parametrize(
    "box",
    [
        f"<section><h4>{CALL}</h4><p>Free</p></section>",
        f"<p>{CALL} {BUTTON}</p>",
        f"<section><p>{STORY[0]}</p>{BUTTON}</section>",
        f"<section><p>{CALL}</p></section>{BUTTON}",
        f"<section><p>{CALL}</p>{BUTTON}</section>" * (MOST_BOXES + 1),
        f"<p>{STORY[0]} <button>{CALL}</button> {STORY[1]}</p>",
        f"<section><p>{CALL}</p>{ICON}</section>",
        f"<section><h2>Where and when</h2><p>Saturday, 10 a.m., old harbour. Admission is free.</p>{FRAME}</section>",
        f"<section><p>{'町議会は火曜日の夜に橋について話し合った' * 4}</p>{BUTTON}</section>",
    ],
    ids=[
        "no control",
        "a paragraph",
        "many words",
        "a control elsewhere",
        "many",
        "a button's own words",
        "an icon",
        "a frame beside a sentence",
        "many words in Japanese",
    ],
)
def test_what_may_be_the_storys_stays(box: str) -> None:
    assert found(box) == []


def test_what_stands_above_the_story_is_no_box() -> None:
    box = f"<section><p>{CALL}</p>{BUTTON}</section>"
    assert found(box, before=0) == []
    assert found(box, before=1) == [CALL, "Join"]


def test_a_page_of_boxes_has_none() -> None:
    document = parse(f"<html><body>{BUTTON}</body></html>")
    assert with_controls(Standing.of(document.transcript, ()), {}) == frozenset()
