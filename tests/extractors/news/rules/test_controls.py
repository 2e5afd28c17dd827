"""Boxes in which something is to be done."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from loopback import sentences
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.extractors.news.rules.controls import MOST_BOXES, beside_fields, with_controls
from boilerspider.extractors.news.rules.loose import Nameless
from boilerspider.markup.spots import Standing
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType, Label

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(6)]
CALL = "Every morning what matters"
BUTTON = "<button>Join</button>"
ICON = "<button aria-label=share><svg></svg></button>"
LINKED = "Find out now"
POST = "The wall has come down!"
TO_TICK = ("400 g potatoes", "٢ بصل", "五花肉５００克", "Salt and pepper")
PLANS = ("A month for ￥29", "A year for € 99")
TYPES = {POST: BlockType.QUOTE, **dict.fromkeys((*TO_TICK, *PLANS, "Yes", "No"), BlockType.LIST_ITEM)}
SHOP = f"<p><a href=https://offers.example.net/7>{LINKED}</a></p>"
URL = "https://www.example.com/wall"
FRAME = "<iframe src=https://maps.example/1></iframe>"


def found(box: str, before: int = 3, *, is_strange: bool = False, likely: float = 0.8) -> list[str]:
    """The texts in boxes with controls of a page of which all is kept but links, and so likely; those in boxes may speak of something else."""
    lines = [f"<p>{text}</p>" for text in STORY]
    document = parse(f"<html><body><main>{''.join((*lines[:before], box, *lines[before:]))}</main></body></html>", URL)
    blocks = [
        replace(block, label=Label.BOILERPLATE)
        if block.text == LINKED
        else replace(block, type=TYPES.get(block.text, block.type), score=likely)
        for block in extractor("everything").label(document)
    ]
    standing = Standing.of(document.transcript, blocks)
    boxes: dict[int, list[int]] = {}
    for place, number in Nameless.of(standing).wrappers().items():
        boxes.setdefault(number, []).append(place)
    strange = [place for places in boxes.values() for place in places if is_strange]
    return [blocks[place].text for place in sorted(with_controls(standing, boxes, URL, lambda _: strange))]


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


def test_a_list_to_tick_is_a_box_where_something_sends_it() -> None:
    items = "".join(f"<li><input type=checkbox>{text}</li>" for text in ("A rope", "Yes", "No"))
    assert found(f"<section><ul>{items}</ul></section>") == []
    assert found(f"<section><ul>{items}</ul>{BUTTON}</section>") == ["A rope", "Yes", "No", "Join"]
    assert found(f"<section><form><ul>{items}</ul></form></section>") == ["A rope", "Yes", "No"]


def test_few_words_above_a_link_to_another_site_that_is_gone_are_a_box() -> None:
    assert found(f"<section><h4>{CALL}</h4><p>How much is it worth?</p>{SHOP}</section>") == [
        CALL,
        "How much is it worth?",
    ]


def test_what_the_networks_are_sure_of_stays_above_its_source_on_another_site() -> None:
    assert found(f"<section><p>{CALL}</p>{SHOP}</section>", likely=0.9) == []
    assert found(f"<section><p>{CALL}</p>{BUTTON}</section>", likely=0.9) == [CALL, "Join"]


@pytest.mark.parametrize(
    "box",
    [
        f"<section><p>{CALL}</p></section>{SHOP}",
        f"<section><p>{CALL}</p>{SHOP.replace('offers.example.net', 'offers.example.com')}</section>",
        f"<section><p>{CALL}</p>{SHOP.replace('https://offers.example.net', '')}</section>",
        f"<section><p>{CALL}</p>{SHOP.replace(LINKED, 'The ministry')}</section>",
        f"<section><p>{CALL}</p>{SHOP.replace(LINKED, '<img src=/1.jpg>')}</section>",
        f"<section><p>{STORY[0]}</p>{SHOP}</section>",
        f"<div><blockquote><p>{POST}</p></blockquote>{SHOP}</div>",
        f"<section><p>{CALL}</p>{SHOP}</section>" * (MOST_BOXES + 1),
    ],
    ids=["elsewhere", "the own domain", "the own site", "kept", "a picture", "many words", "a post", "many"],
)
def test_what_leads_elsewhere_and_may_be_the_storys_stays(box: str) -> None:
    assert found(box) == []


def test_what_leads_elsewhere_below_the_story_stays() -> None:
    box = f"<section><p>{CALL}</p>{SHOP}</section>"
    assert found(box, before=6) == []
    assert found(box, before=5) == [CALL]


def test_more_words_beside_a_control_are_a_box_where_they_speak_of_something_else() -> None:
    items = "".join(f"<li>{CALL}, for one pound a week alone, wherever you are today</li>" for _ in range(3))
    box = f"<section><h4>{CALL}</h4><ul>{items}</ul>{BUTTON}</section>"
    assert found(box) == []
    assert len(found(box, is_strange=True)) == 5
    assert found(box.replace(BUTTON, ""), is_strange=True) == []
    assert found(box.replace(items, items * 3), is_strange=True) == []


def test_lists_of_figures_to_tick_or_to_print_are_a_box_where_they_speak_of_something_else() -> None:
    ticked = "".join(f"<li><label><input type=checkbox>{said}</label></li>" for said in TO_TICK)
    assert found(f"<section><h2>{CALL}</h2><ul>{ticked}</ul></section>") == []
    printed = f"<section><h2>{CALL}</h2><ul>{''.join(f'<li>{said}</li>' for said in TO_TICK)}</ul>{BUTTON}</section>"
    assert found(printed) == []
    assert found(printed, is_strange=True) == [CALL, *TO_TICK, "Join"]
    plans = f"<section><h2>{CALL}</h2><ul><li>{PLANS[0]}</li><li>{PLANS[1]}</li></ul>{BUTTON}</section>"
    assert found(plans) == [CALL, *PLANS, "Join"]
    poll = f"<section><h2>{CALL}</h2><ul><li>Yes</li><li>No</li><li>{TO_TICK[0]}</li></ul>{BUTTON}</section>"
    assert found(poll) == [CALL, "Yes", "No", TO_TICK[0], "Join"]


def test_what_stands_above_the_story_is_no_box() -> None:
    box = f"<section><p>{CALL}</p>{BUTTON}</section>"
    assert found(box, before=0) == []
    assert found(box, before=1) == [CALL, "Join"]


def test_a_page_of_boxes_has_none() -> None:
    document = parse(f"<html><body>{BUTTON}</body></html>")
    assert with_controls(Standing.of(document.transcript, ()), {}, URL, lambda _: ()) == frozenset()


def beside(box: str, *, is_sure: bool = False) -> list[str]:
    """The texts beside fields in a story of three `div`s a paragraph, of which all is kept."""
    lines = [f"<div class=a{number}><div><div>{text}</div></div></div>" for number, text in enumerate(STORY)]
    document = parse(f"<html><body><main>{''.join((*lines[:3], box, *lines[3:]))}</main></body></html>")
    blocks = extractor("everything").label(document)
    standing = Standing.of(document.transcript, blocks)
    unsure = () if is_sure else range(len(blocks))
    return [blocks[place].text for place in sorted(beside_fields(standing, unsure))]


LETTER = f"<div class=b><div><div>{CALL}</div><div>Free</div>{{}}<button>Join</button></div></div>"


@pytest.mark.parametrize(
    "field", ["<input>", "<input type=email>", "<label><input type=text placeholder=Mail></label>"]
)
def test_few_words_beside_a_field_are_a_box_in_the_storys_own_markup(field: str) -> None:
    assert beside(LETTER.format(field)) == [CALL, "Free", "Join"]


@pytest.mark.parametrize(
    "box",
    [
        LETTER.format(""),
        LETTER.format("<input type=checkbox>"),
        LETTER.format("<input value=https://example.org/1 readonly>"),
        f"<div><div><div>{STORY[0]}</div><input></div></div>",
        f"<div><div><div>{CALL}</div></div></div><div><input></div>",
        f"<div class=post><div>{CALL}</div><input></div><div class=post><div>{STORY[0]}</div><input></div>",
        "".join(LETTER.format("<input>").replace("class=b", f"class=c{number}") for number in range(MOST_BOXES + 1)),
    ],
    ids=["none", "a box to tick", "an address to copy", "many words", "a field elsewhere", "posts", "many"],
)
def test_what_has_no_field_of_its_own_stays(box: str) -> None:
    assert beside(box) == []


def test_what_the_networks_are_sure_of_stays() -> None:
    assert beside(LETTER.format("<input>"), is_sure=True) == []


def test_many_fields_take_no_time() -> None:
    boxes = "".join(f"<div class=a{number}><p>{CALL}</p><input></div>" for number in range(8_000))
    document = parse(f"<html><body><main>{boxes}</main></body></html>")
    blocks = extractor("everything").label(document)
    standing = Standing.of(document.transcript, blocks)
    start = time.process_time()
    assert beside_fields(standing, range(len(blocks))) == frozenset()
    assert is_quick(time.process_time() - start, 0.5)
