from __future__ import annotations

import pytest

from boilerspider.extractors import extractor
from boilerspider.extractors.news.rules.debris import debris
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType


def _days(first: int) -> str:
    return "".join(
        f"<p>On day {day} the harbour master counted {day + 4} ships, two more than the week before, and said so to the council.</p>"
        for day in range(first, first + 8)
    )


STORY, REST = _days(1), _days(9)


@pytest.mark.parametrize(
    ("text", "is_debris"),
    [
        ('Only today!" data-price="12" data-kind="deal">', True),
        ('","styles":"","newsletterId":"sunday","ids":[1]}', True),
        ('{"harbour":true,"ships":12}', True),
        ('The mayor said: "We shall see." And then: "Or not."', False),
        ('"Yes": that was all. "No": that was more.', False),
        ('The mayor called it "Plan A": "We build the bridge", then "Plan B": "We keep the ferry"', False),
        ('"Genesis": 1, "Exodus": 2, and "Leviticus": 3', False),
        ('An answer holds {"name":"Bob","age":12} and no more.', False),
        ('Write <div class="a" id="b" title="c">', False),
        ('Write class="plain" and nothing else', False),
        ("", False),
    ],
)
def test_pairs_of_names_and_values_are_debris_outside_of_code_and_lists(text, is_debris):
    for kind, expected in (
        (BlockType.PARAGRAPH, is_debris),
        (BlockType.CODE, False),
        (BlockType.LIST_ITEM, False),
        (BlockType.TABLE, False),
    ):
        assert debris([text], [kind]) == ([0] if expected else [])


def test_an_attribute_that_is_shown_is_no_text():
    broken = """<div data-note='{"lead":"<p>It's late for ships of this size</p>","price":12,"kind":"deal"}'></div>"""
    page = f"<html><head><title>Ships</title></head><body><article><h1>Ships</h1>{STORY}{broken}{REST}</article></body></html>"
    blocks = extractor("news").label(parse(page.encode()))
    (shown,) = (block for block in blocks if '"kind"' in block.text)
    assert not shown.is_content
    assert sum(block.is_content for block in blocks) >= 16


def test_a_page_of_nothing_else_keeps_it():
    page = """<html><body><p>{"harbour":"a place for ships, of which there are more and more","ships":12,"late":true}</p></body></html>"""
    assert any(block.is_content for block in extractor("news").label(parse(page.encode())))


BOX = """<div class="deal" data-note="<p><b>Sextant</b> for 12</p>{inside}<p>A sextant that any mate will be glad of on a long night at sea, in a case of oak that floats.</p>" data-price="12" data-kind="deal"><i>12</i></div>"""
ADVERTISEMENTS = (
    '<div class="slot"><a href="https://ads.example/7">Boats, cheaper than ever, today only for our members</a></div>',
    '<aside class="promo"><h4>Boats</h4><p>Boats, cheaper than ever, today only for our members and friends.</p></aside>',
    '<p class="c-7">Advertisement: boats, cheaper than ever, today only <a href="https://ads.example/7">now</a></p>',
)


def _text(inside: str) -> list[str]:
    page = f"<html><head><title>Ships</title></head><body><article><h1>Ships</h1>{STORY}{BOX.format(inside=inside)}{REST}</article></body></html>"
    return [block.text for block in extractor("news").label(parse(page.encode())) if block.is_content]


@pytest.mark.parametrize("advertisement", ADVERTISEMENTS)
def test_an_advertisement_in_an_attribute_does_not_show_the_rest_of_it(advertisement):
    assert _text(advertisement) == _text("")


def test_what_stands_before_and_after_a_broken_attribute_stays():
    text = _text(ADVERTISEMENTS[0])
    assert len([line for line in text if line.startswith("On day")]) == 16


def test_prose_about_attributes_stays_where_none_is_broken():
    advice = '<p>Write <code>&lt;a href="/ships" title="Ships"&gt;</code> where the harbour master wants a link to his ships, and close it.</p>'
    page = f"<html><head><title>Ships</title></head><body><article><h1>Ships</h1>{STORY}{advice}{REST}</article></body></html>"
    blocks = extractor("news").label(parse(page.encode()))
    assert any("where the harbour master wants" in block.text and block.is_content for block in blocks)
