"""Lists of other stories, and of what readers say, put below a story."""

from __future__ import annotations

import random

import pytest
from lxml import etree

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.markup.tree import Document, parse
from boilerspider.training.news.boxes import FOREIGN, Plants, origins, plant
from boilerspider.training.news.rivers import FEWEST_ITEMS, MOST_ITEMS, home_of, place, river

STORY = ["One two three four five six.", "Seven eight nine ten eleven."]
OTHERS = [f"The council of town {number} voted for a park & a road <soon>." for number in range(12)]
HOST = parse(
    f"<main><h1>Title of it</h1><div><p>{STORY[0]}</p><p>{STORY[1]}</p></div></main><footer>End of it all</footer>"
)


def texts(root: etree._Element) -> list[str]:
    seen = view(Document(root, "", None))
    assert seen is not None
    return seen.texts


@pytest.mark.parametrize("seed", range(60))
def test_a_list_has_items_that_are_alike_and_says_what_other_stories_do(seed: int) -> None:
    made = river(OTHERS, random.Random(seed))
    said = " ".join(" ".join(made.itertext()).split())
    assert any(text[:35] in said for text in OTHERS)
    lists = [[item.tag for item in element if item.tag != "h2"] for element in (made, *made)]
    assert any(FEWEST_ITEMS <= len(items) <= MOST_ITEMS and len(set(items)) == 1 for items in lists)
    assert not any("{" in text for text in made.itertext())


def test_the_same_draws_make_the_same_list() -> None:
    first, second = (etree.tostring(river(OTHERS, random.Random(7))) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("page", "wanted", "tag"),
    [
        ("<main><div><p>a</p><p>b</p></div></main>", ["p"], "div"),
        ("<main><div><p>a</p></div><div><p>b</p></div></main>", ["p"], "main"),
        ("<main><div><p>a</p></div><h2>b</h2></main>", ["p", "h2"], "main"),
        ("<p>a</p><p>b</p>", ["p"], None),
        ("<p>a</p>", ["h2"], None),
    ],
)
def test_where_a_story_is_at_home(page: str, wanted: list[str], tag: str | None) -> None:
    home = home_of(list(parse(page).root.iter(*wanted)))
    assert (home.tag if home is not None else None) == tag


@pytest.mark.parametrize("seed", range(30))
def test_a_list_stands_below_the_story(seed: int) -> None:
    root = parse(HOST.source).root
    home = next(root.iter("div"))
    place(root, home, river(OTHERS, random.Random(seed)), random.Random(seed))
    found = texts(root)
    assert found[:3] == ["Title of it", *STORY]
    assert len(found) > len(texts(HOST.root)) + FEWEST_ITEMS


def test_a_planted_page_holds_its_own_blocks_and_the_list() -> None:
    own = texts(HOST.root)
    for seed in range(20):
        planted = plant(HOST, Plants([], others=OTHERS), STORY, random.Random(seed))
        found = origins(texts(planted.root), own)
        assert found is not None
        assert [number for number in found if number >= 0] == list(range(len(own)))
        assert found.count(FOREIGN) >= FEWEST_ITEMS
