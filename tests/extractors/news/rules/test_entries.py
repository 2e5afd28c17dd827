"""Which linked headings are those of a story's items."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news import News
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.entries import linked_headings
from boilerspider.extractors.news.rules.loose import FEWEST_HEADINGS
from boilerspider.markup.tree import parse

ITEMS = [" ".join(sentences(f"harbour wall {number}", 2)) for number in range(FEWEST_HEADINGS)]
NAMES = [f"Where the wall is thin {number}" for number in range(FEWEST_HEADINGS)]
ITEM = "<h2><a href='/{at}'>{name}</a></h2><p>{text}</p>"


def items(item: str) -> str:
    rows = enumerate(zip(NAMES, ITEMS, strict=True))
    return "".join(item.format(at=at, name=name, text=text) for at, (name, text) in rows)


def found(html: str, likely: float = SURE) -> list[str]:
    """The headings that come back where all paragraphs are kept, and those of the items are so likely."""
    seen = view(parse(f"<html><body><main>{html}</main></body></html>"))
    assert seen is not None
    keep = np.array([text in ITEMS or text.startswith("It is") for text in seen.texts])
    return [seen.texts[place] for place in linked_headings(seen, keep, np.where(keep, likely, 0.3))]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (ITEM, NAMES),
        (ITEM.replace("h2", "h1"), NAMES),
        (ITEM.replace("h2", "h4"), NAMES),
        (ITEM.replace("</a></h2>", "</a>.</h2>"), [f"{name}." for name in NAMES]),
        (ITEM.replace("</h2>", "</h2><figure><img src=/x.jpg></figure>"), NAMES),
        (ITEM.replace("<h2>", "<h2 id='{at}'>"), NAMES),
        (ITEM.replace("{name}", "{at}. Day: {name}"), [f"{at}. Day: {name}" for at, name in enumerate(NAMES)]),
        (ITEM.replace("{name}", "See also: {name}"), []),
        (ITEM.replace("{name}", "関連：{name}"), []),
        (ITEM.replace("{name}", "» {name}"), []),
        (ITEM.replace("{name}", "“{name}”"), [f"“{name}”" for name in NAMES]),
        (ITEM.replace("<h2>", "<h2 class=related-link>"), []),
        (ITEM.replace("h2", "p"), []),
        (ITEM.replace("<h2>", "<p><strong>").replace("</h2>", "</strong></p>"), []),
        (ITEM.replace("<h2>", "<h2>Of the sea and the old town: "), []),
        (ITEM.replace("</a>", "</a> | <a href='/x'>Map</a>"), []),
        (ITEM.replace("{name}", "{name} and {name} and {name} and {name}"), []),
        (ITEM.replace("<p>", "<p>Share this</p><p>"), []),
        (f"<article>{ITEM}</article>", []),
        (f"<div><div>{ITEM.replace('</h2>', '</h2></div>')}</div>", []),
    ],
    ids=[
        "headings",
        "of the first rank",
        "of a low rank",
        "with a full stop",
        "a picture below",
        "ids of their own",
        "each with a label",
        "all with one label",
        "the same in Japanese",
        "all with one sign",
        "titles in quotation marks",
        "a name that says so",
        "lines",
        "bold lines",
        "half linked",
        "two links",
        "long ones",
        "of what is left out",
        "in wrappers of their own",
        "in headers of their own",
    ],
)
def test_linked_headings_of_items_come_back(item: str, expected: list[str]) -> None:
    assert found(items(item)) == expected


def test_fewer_or_of_several_kinds_do_not() -> None:
    two = items(ITEM).replace(NAMES[0], "", 1)
    assert found(two) == []
    assert found(items(ITEM).replace("<h2>", "<h2 class='more'>", 1)) == []


def test_paragraphs_that_are_hardly_kept_call_none_back() -> None:
    assert found(items(ITEM), SURE - 0.1) == []


def test_a_list_below_the_story_has_an_element_of_its_own() -> None:
    story = f"<p>{'It is so at the harbour, and it was so before. ' * 30}</p>"
    assert found(f"<div>{story}</div><div>{items(ITEM)}</div>") == []
    assert found(f"<div>{story}{items(ITEM)}</div>") == NAMES


def test_a_page_without_any() -> None:
    assert found("<p>It is so.</p>") == []


def test_news_keeps_the_headings_of_places_to_see() -> None:
    places = {
        "The Old Mill": "Its wheel still turns on Sundays, and the miller sells flour in paper bags at the back door.",
        "Gull Rock": "Take the path behind the chapel before noon, for at high water the steps are under the sea.",
        "The Rope Walk": "Three hundred yards of shed, where four sisters make rope as their grandmother did.",
        "Canal Diner": "Pancakes as large as a plate, for those who have walked all morning with a map.",
    }
    body = "".join(
        f"<h2><a href='/{at}'>{name}</a></h2><p>{text}</p>" for at, (name, text) in enumerate(places.items())
    )
    intro = (
        "Winter is the best time to see the town, and our readers told us where they would go on a day without wind."
    )
    html = (
        "<html lang=en><head><title>The four best places to see in winter</title></head><body><main><article>"
        f"<h1>The four best places to see in winter</h1><p>{intro}</p>{body}</article></main></body></html>"
    )
    kept = [block.text for block in News().label(parse(html)) if block.is_content]
    assert [text for text in kept if text in places] == list(places)
