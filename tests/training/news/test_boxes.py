"""Boxes cut out of one page and put into another."""

from __future__ import annotations

import random

import pytest

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.markup.tree import parse
from boilerspider.training.news.boxes import (
    FOREIGN,
    MIN_PARAGRAPH_WORDS,
    Offer,
    Plants,
    harvest,
    is_plain_paragraph,
    origins,
    paragraphs,
    plant,
)

STORY = ["One two three four five six.", "Seven eight nine ten eleven."]
HOST = parse(f"<main><h1>Title of it</h1><p>{STORY[0]}</p><p>{STORY[1]}</p></main><footer>End of it all</footer>")
BOX = b"<div class=promo><p>Buy our book today</p></div>"


def texts(document: object) -> list[str]:
    seen = view(document)  # type: ignore[arg-type]
    assert seen is not None
    return seen.texts


def test_boxes_hold_no_content() -> None:
    page = parse(f"<div><p>{STORY[0]}</p><aside>Read more of our stories</aside></div><div><p>Sign up for it</p></div>")
    found = texts(page)
    boxes = harvest(page.root, [text == STORY[0] for text in found], found, random.Random(1))
    assert sorted(boxes) == [
        b"<aside>Read more of our stories</aside>",
        b"<div><p>Sign up for it</p></div>",
        b"<p>Sign up for it</p>",
    ]


def test_a_planted_page_holds_its_own_blocks_in_their_order_and_boxes_among_them() -> None:
    own = texts(HOST)
    for seed in range(30):
        planted = plant(HOST, Plants([BOX]), STORY, random.Random(seed))
        found = origins(texts(planted), own)
        assert found is not None
        assert [number for number in found if number >= 0] == list(range(len(own)))
        assert -1 in found
    assert texts(HOST) == own, "the page itself was edited"


def test_a_page_without_a_place_for_boxes_stays_as_it_is() -> None:
    assert texts(plant(HOST, Plants([BOX]), ["other text that is not there"], random.Random(1))) == texts(HOST)


def test_an_own_block_that_changed_is_noticed() -> None:
    assert origins(["a", "x b"], ["a", "b"]) is None


def test_what_is_added_to_the_story_is_told_from_boxes() -> None:
    host = parse("".join(f'<p class="text" id="p{number}">{text}</p>' for number, text in enumerate(STORY)))
    added = "A line of another story that an editor has put in."
    planted = plant(host, Plants([BOX], [added]), STORY, random.Random(1))
    (place,) = [element for element in planted.root.iter("p") if element.text == added]
    assert dict(place.attrib) == {"class": "text"}
    found = origins(texts(planted), texts(host), [added])
    assert found is not None
    assert [texts(planted)[at] for at, number in enumerate(found) if number < FOREIGN] == [added]
    assert FOREIGN in found


def test_paragraphs_for_other_pages_are_of_the_story_and_no_labels() -> None:
    long = "This line of the story has more words than a label has."
    assert len(long.split()) >= MIN_PARAGRAPH_WORDS
    found = paragraphs([True, True, False], [long, "A label", f"{long} No."], random.Random(1))
    assert found == [long]


def test_a_box_that_is_a_paragraph_like_any_other_is_none() -> None:
    line = b"Sign up for our letter today and read more of it tomorrow"
    assert is_plain_paragraph(b"<p>" + line + b"</p>")
    for box in (b"<p>Sign up</p>", b"<p class=x>" + line + b"</p>", b"<p>" + line + b" <a href=/>here</a></p>"):
        assert not is_plain_paragraph(box)


def test_no_box_that_is_put_in_is_a_paragraph_like_any_other() -> None:
    offer, rng = Offer([b"<p>Sign up for our letter today and read more of it tomorrow</p>", BOX]), random.Random(1)
    drawn = [offer.draw(rng) for _ in range(300)]
    assert not [box for box in drawn if box.tag == "p" and not box.attrib and not len(box)]
    assert {box.tag for box in drawn} > {"div", "p"}


def test_what_is_added_has_all_attributes_of_its_neighbours() -> None:
    host = parse(f'<p xmlns:x="x" class="text">{STORY[0]}</p>')
    planted = plant(host, Plants([], ["A line of another story that an editor has put in."]), STORY, random.Random(1))
    one, other = planted.root.iter("p")
    assert dict(one.attrib) == dict(other.attrib)


def test_without_boxes_only_paragraphs_are_put_in() -> None:
    added = "A line of another story that an editor has put in."
    assert sorted(texts(plant(HOST, Plants([], [added]), STORY, random.Random(1)))) == sorted([*texts(HOST), added])


@pytest.mark.parametrize("sign", ["\ufffe", "\x01", "\x0c"])
def test_what_no_element_can_hold_is_not_put_into_other_pages(sign: str) -> None:
    line = f"One two three {sign} four five six seven eight nine"
    assert paragraphs([True], [line], random.Random(1)) == []


def test_pages_with_signs_that_no_element_may_be_given_get_boxes() -> None:
    host = parse(f"<p>{STORY[0]}</p>\x0c a tail")
    for seed in range(20):
        planted = plant(host, Plants([BOX], ["A line that an editor has put in here."]), STORY, random.Random(seed))
        assert "\x0c a tail" in [element.tail for element in planted.root.iter()]
