"""Boxes cut out of one page and put into another."""

from __future__ import annotations

import random

from boilerspider.extractors.news.reading import view
from boilerspider.markup.tree import parse
from boilerspider.training.news.boxes import harvest, origins, plant

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
        planted = plant(HOST, [BOX], STORY, random.Random(seed))
        found = origins(texts(planted), own)
        assert found is not None
        assert [number for number in found if number >= 0] == list(range(len(own)))
        assert -1 in found
    assert texts(HOST) == own, "the page itself was edited"


def test_a_page_without_a_place_for_boxes_stays_as_it_is() -> None:
    assert texts(plant(HOST, [BOX], ["other text that is not there"], random.Random(1))) == texts(HOST)


def test_an_own_block_that_changed_is_noticed() -> None:
    assert origins(["a", "x b"], ["a", "b"]) is None
