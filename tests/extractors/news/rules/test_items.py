"""Items of lists that the networks left out: which of them are text all the same."""

from __future__ import annotations

import time

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.items import evened_lists, lists_amid, unkept_terms, whole_lists
from boilerspider.extractors.news.rules.kinds import Traits, kinds
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
POINTS = [f"The wall is hollow in {number} places, and nobody knows why" for number in range(2, 6)]


def page(points: str) -> str:
    body = [f"<p>{text}</p>" for text in STORY]
    return f"<html><body><main><h1>Harbour road to close</h1>{''.join((*body[:2], points, *body[2:]))}</main></body></html>"


def added(html: str, *kept: str, likely: float = 0.4, has_begun: bool = False) -> list[str]:
    """The items that are added where these and the story are kept, and all are so likely."""
    seen = view(parse(html))
    assert seen is not None
    keep = np.array([text in (*STORY, *kept) for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    likelihoods, opens = np.full(len(keep), likely, np.float32), np.full(len(keep), not has_begun)
    return [seen.texts[number] for number in whole_lists(seen, types, keep, likelihoods, opens)]


PLAIN = f"<ul>{''.join(f'<li>{text}</li>' for text in POINTS)}</ul>"
WRAPPED = f"<ol>{''.join(f'<li><div><p>{text}</p></div></li>' for text in POINTS)}</ol>"


@pytest.mark.parametrize("points", [PLAIN, WRAPPED], ids=["plain", "wrapped"])
def test_the_rest_of_a_list_most_of_which_is_kept_is_added(points: str) -> None:
    assert added(page(points), *POINTS[:3]) == POINTS[3:]
    assert added(page(points), *POINTS[:2]) == POINTS[2:]


def test_nothing_is_added_where_less_is_kept_or_an_item_is_unlikely() -> None:
    assert added(page(PLAIN), POINTS[0]) == []
    assert added(page(PLAIN)) == []
    assert added(page(PLAIN), *POINTS[:3], likely=0.2) == []
    assert added(page(PLAIN), *POINTS) == []


def test_what_is_hardly_kept_of_such_a_list_is_as_sure_as_what_is_added() -> None:
    assert added(page(PLAIN), *POINTS[:3], likely=0.55, has_begun=True) == POINTS
    assert added(page(PLAIN), *POINTS, likely=0.55, has_begun=True) == POINTS
    assert added(page(PLAIN), *POINTS, likely=0.65, has_begun=True) == []
    assert added(page(PLAIN), POINTS[0], likely=0.55, has_begun=True) == []
    linked = PLAIN.replace("<li>", "<li><a href=/x>")
    assert added(page(linked), *POINTS, likely=0.55, has_begun=True) == []


def test_each_list_is_one_of_its_own() -> None:
    two = f"<ul>{''.join(f'<li>{text}</li>' for text in POINTS[:3])}</ul><ul><li>{POINTS[3]}</li></ul>"
    assert added(page(two), *POINTS[:3]) == []
    nested = f"<ul>{''.join(f'<li>{text}</li>' for text in POINTS[:3])}<li><ul><li>{POINTS[3]}</li></ul></li></ul>"
    assert added(page(nested), *POINTS[:3]) == []


def evened(points: str, *likely: float, has_begun: bool = False) -> dict[str, float]:
    """The items whose likelihood changes to what, where these are how likely the kept ones are."""
    seen = view(parse(page(points)))
    assert seen is not None
    listed = dict(zip(POINTS, likely, strict=False))
    keep = np.array([text in listed or text in STORY for text in seen.texts])
    judged = np.array([listed.get(text, 0.1) for text in seen.texts], np.float32)
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    places, means = evened_lists(seen, types, keep, judged, np.full(len(keep), not has_begun))
    return {seen.texts[place]: round(float(mean), 2) for place, mean in zip(places, means, strict=True)}


def test_the_kept_items_of_a_list_above_the_story_are_equally_likely() -> None:
    assert evened(PLAIN, 0.5, 0.7, 0.6) == dict.fromkeys(POINTS[:3], 0.7)
    assert evened(PLAIN, 0.5, 0.7, 0.6, has_begun=True) == {}
    two = f"<ul>{''.join(f'<li>{text}</li>' for text in POINTS[:2])}</ul><ul><li>{POINTS[2]}</li></ul>"
    assert evened(two, 0.5, 0.7, 0.9) == {POINTS[0]: 0.7, POINTS[1]: 0.7, POINTS[2]: 0.9}
    linked = f"<ul><li><a href=/x>{POINTS[0]}</a></li>{''.join(f'<li>{text}</li>' for text in POINTS[1:])}</ul>"
    assert evened(linked, 0.9, 0.7, 0.5) == {POINTS[1]: 0.7, POINTS[2]: 0.7}


@pytest.mark.parametrize("name", ["key-points", "takeaways"])
def test_key_points_in_a_box_stay_together(name: str) -> None:
    points = [text.replace("nobody", "somebody") for text in POINTS[:3]]
    listed = "".join(f"<li>{text}</li>" for text in points)
    html = page("").replace("</h1>", f"</h1><div class={name}><h2>Key points</h2><ul>{listed}</ul></div>")
    kept = [block for block in extractor("news").label(parse(html)) if block.is_content and block.text in points]
    assert [block.text for block in kept] == points
    assert len({block.score for block in kept}) == 1


SAYS = f"<p>{STORY[1]} It found this:</p>"
ROWS = "".join(f"<dt>Place {number}</dt><dd>{text}</dd>" for number, text in enumerate(POINTS[:2]))


def put_back(html: str, *left_out: str, likely: float = 0.2) -> list[str]:
    """The blocks of lists that are put back where the story, but for these, is kept and all are so likely."""
    seen = view(parse(html))
    assert seen is not None
    keep = np.array([any(text.startswith(part) for part in STORY) and text not in left_out for text in seen.texts])
    return [seen.texts[place] for place in lists_amid(seen, keep, np.full(len(keep), likely, np.float32))]


def test_a_list_amid_the_story_is_put_back() -> None:
    assert put_back(page(PLAIN)) == POINTS
    assert put_back(page(WRAPPED)) == POINTS
    assert put_back(page(f"<dl>{ROWS}</dl>")) == ["Place 0", POINTS[0], "Place 1", POINTS[1]]
    assert put_back(page(SAYS + PLAIN), STORY[2], STORY[3]) == POINTS
    assert put_back(page("<ul><li>茶</li><li>米</li></ul>")) == ["茶", "米"]
    assert put_back(page("<ul><li>Built in</li><li>1932</li></ul>")) == ["Built in", "1932"]
    assert put_back(page("<dl><dt>Built</dt><dd>1932</dd><dt>Piers</dt><dd>4</dd></dl>")) == [
        "Built",
        "1932",
        "Piers",
        "4",
    ]
    assert put_back(page(f"<ul><li>{STORY[0]}</li><li>{POINTS[0]}</li></ul>")) == [STORY[0], POINTS[0]]


@pytest.mark.parametrize(
    "box", ["<div class=ad-slot>Advertisement</div>", "<div class=x1><p>Ice boxes for less.</p></div>"]
)
def test_no_advertisement_decides_whether_a_list_is_put_back(box: str) -> None:
    assert put_back(page(box + PLAIN)) == POINTS
    assert put_back(page(PLAIN + box + box)) == POINTS
    assert put_back(page(PLAIN.replace("</li>", f"</li><li>{box}</li>", 1))) == POINTS
    assert put_back(page(f"<h4>Read also</h4>{PLAIN}")) == []


@pytest.mark.parametrize(
    "points",
    [
        PLAIN.replace("<li>", "<li><a href=/x>More</a> "),
        PLAIN.replace("<li>", "<li><input type=radio>"),
        f"<div>{PLAIN}</div>",
        f"<ul><li>{POINTS[0]}</li></ul>",
        PLAIN.replace("ul>", "div>"),
        f"<p>Share this</p>{PLAIN}",
        "<ul><li>1 / 8</li><li>2 / 8</li></ul>",
        "<dl><dt>Page</dt><dd>1</dd><dd>2</dd></dl>",
        "<ul><li>A-</li><li>A</li><li>A+</li></ul>",
    ],
    ids=["links", "a poll", "in a box", "one line", "no list", "behind something else", "slides", "pages", "sizes"],
)
def test_other_lists_are_not(points: str) -> None:
    assert put_back(page(points)) == []


def test_a_list_that_is_unlikely_or_ends_the_story_is_not() -> None:
    assert put_back(page(PLAIN), likely=0.09) == []
    assert put_back(page(PLAIN), STORY[2]) == []
    assert put_back(page(PLAIN), STORY[1]) == []


DATED = "".join(f"<li><time>May {year}</time><p>{text}</p></li>" for year, text in enumerate(POINTS, 2019))


def test_the_days_that_items_begin_with_are_added() -> None:
    assert added(page(f"<ul>{DATED}</ul>"), *POINTS) == ["May 2019", "May 2020", "May 2021", "May 2022"]
    assert added(page(f"<ul>{DATED}</ul>"), POINTS[0]) == []


@pytest.mark.parametrize(
    "items",
    [
        DATED.replace("May 20", "3 hours, "),
        DATED.replace("<time>", "<p>Jane Roe</p><time>"),
        "".join(f"<li><p>{text}</p><time>May 2019</time></li>" for text in POINTS),
    ],
    ids=["how long ago", "behind a name", "behind the text"],
)
def test_other_lines_of_items_are_not(items: str) -> None:
    assert [text for text in added(page(f"<ul>{items}</ul>"), *POINTS) if text != "Jane Roe"] == []


def test_links_and_what_is_no_item_are_not_added() -> None:
    for last in (f"<a href=/x>{POINTS[3]}</a>", f"<figcaption>{POINTS[3]}</figcaption>"):
        points = f"<ul>{''.join(f'<li>{text}</li>' for text in POINTS[:3])}<li>{last}</li></ul>"
        assert added(page(points), *POINTS[:3]) == []


def test_what_is_added_to_a_deep_list_takes_less_time_than_reading_the_page() -> None:
    points = "".join(f"<p>Ship {number} lies in the harbour of the town</p>" for number in range(10_000))
    begin = time.perf_counter()
    seen = view(parse(f"<ul><li>{'<div>' * 900}{points}"))
    read = time.perf_counter()
    assert seen is not None
    keep = np.arange(len(seen.texts)) < 7_000
    likely, opens = np.full(len(keep), 0.4, np.float32), np.ones(len(keep), np.bool_)
    found = whole_lists(seen, [BlockType.LIST_ITEM] * len(keep), keep, likely, opens)
    assert found == list(range(7_000, 10_000))
    assert time.perf_counter() - read < read - begin


def test_an_item_without_a_list_is_no_list() -> None:
    assert added(page("".join(f"<div><li>{text}</li></div>" for text in POINTS)), *POINTS[:3]) == []


def test_what_is_added_is_as_sure_as_what_stays_in_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    html = page(f"<div class=x1><ul><li>{POINTS[0]}</li></ul></div>")
    monkeypatch.setattr("boilerspider.extractors.news.whole_lists", lambda seen, *_: [seen.texts.index(POINTS[0])])
    (item,) = (block for block in extractor("news").label(parse(html)) if block.text == POINTS[0])
    assert (item.is_content, item.type) == (True, BlockType.LIST_ITEM)
    assert item.score >= SURE


@pytest.mark.parametrize("convention", ["dragnet", "l3s"])
def test_lists_of_other_conventions_are_left_as_they_are(convention: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr("boilerspider.extractors.news.whole_lists", lambda seen, *_: asked.append(seen) or [])
    extractor("news", {"convention": convention}).label(parse(page(PLAIN)))
    assert not asked
    extractor("news").label(parse(page(PLAIN)))
    assert asked


DAYS = [("March 2019", POINTS[0]), ("May 2021", POINTS[1]), ("June 2024", POINTS[2])]


def terms(pair: str, around: str = "<dl>{}</dl>", left_out: str = "", *, has_begun: bool = True) -> list[str]:
    """The terms that are put back on a page of which explanations are kept, but one."""
    held = around.format("".join(pair.format(day, what) for day, what in DAYS))
    seen = view(parse(f"<html><body><main><p>{POINTS[3]}</p>{held}</main></body></html>"))
    assert seen is not None
    keep = np.array([text in POINTS and text != left_out for text in seen.texts])
    return [seen.texts[place] for place in unkept_terms(seen, keep, np.full(len(keep), not has_begun))]


@pytest.mark.parametrize(
    "pair", ["<dt>{}</dt><dd>{}</dd>", "<div><dt>{}</dt><dd>{}</dd></div>", "<dt><b>{}</b></dt><dd><p>{}</p></dd>"]
)
def test_the_terms_of_a_list_that_is_kept_are_put_back(pair: str) -> None:
    assert terms(pair) == [day for day, _ in DAYS]
    assert terms(pair, left_out=POINTS[1]) == ["March 2019", "June 2024"]
    assert terms(pair, has_begun=False) == []


@pytest.mark.parametrize(
    ("pair", "around"),
    [
        ("<dt><a href=/x>{}</a></dt><dd>{}</dd>", "<dl>{}</dl>"),
        ("<dt>{}</dt><dd>{}</dd>", "<div>{}</div>"),
        ("<dt>{}</dt><dd>{}</dd>", "<dl>{}<dd>" + "Nothing of the story. " * 30 + "</dd></dl>"),
        ("<p>{}</p><p>{}</p>", "<div>{}</div>"),
    ],
    ids=["links", "no list", "mostly left out", "paragraphs"],
)
def test_other_lines_above_what_is_kept_are_not(pair: str, around: str) -> None:
    assert terms(pair, around) == []
