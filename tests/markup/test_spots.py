"""Where kept blocks stand, asked of pages with three lines."""

from __future__ import annotations

import pytest

from boilerspider.extractors import extractor
from boilerspider.markup.spots import MAX_STEPS, Standing
from boilerspider.markup.tree import parse


def standing(body: str) -> Standing:
    document = parse(f"<main>{body}</main>")
    return Standing.of(document.transcript, extractor("everything").label(document))


def numbers_of(page: Standing, tag: str) -> list[int]:
    return [number for number in range(len(page.transcript.elements)) if page.transcript.tag(number) == tag]


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("<section><p>One</p></section><p>Two</p>", [1]),
        ('<section id="a"><p>One</p></section><section id="b"><p>Two</p></section>', [2, 2]),
        ('<section class="a"><p>One</p></section><section class="b"><p>Two</p></section>', [1, 1]),
        ("<section><p>One</p></section><section></section>", [1, 1]),
        ("<div><section><p>One</p></section></div><section><p>Two</p></section>", [1, 1]),
        ("<section><p>One</p><section><p>Two</p></section></section>", [1, 1]),
    ],
    ids=["alone", "whatever their ids", "other classes", "an empty one", "another parent", "one in the other"],
)
def test_how_many_are_alike(body: str, counts: list[int]) -> None:
    page = standing(body)
    wanted = numbers_of(page, "section")
    assert [page.alike(wanted)[number] for number in wanted] == counts


def test_what_others_lie_in() -> None:
    page = standing("<div><p>One</p></div><div><p>Two</p></div>")
    first, second = numbers_of(page, "div")
    assert {first, second} <= page.above_others(())
    assert first not in page.above_others((0,))
    assert second in page.above_others((0,))
    assert page.above_others((0, 1)) == frozenset()


def test_depth_and_home() -> None:
    page = standing("<div><p>One</p><p>And two</p></div>")
    [div] = numbers_of(page, "div")
    assert div in page.home
    assert page.depth == len(page.spots[0].above) > 1
    nothing = Standing.of(page.transcript, ())
    assert nothing.depth == 0
    assert nothing.home == frozenset()


@pytest.mark.parametrize(("depth", "count", "is_told"), [(450, 1_000, True), (450, 1_200, False), (5, 30_000, True)])
def test_of_many_blocks_in_deep_markup_nobody_is_told_where_they_stand(
    depth: int, count: int, *, is_told: bool
) -> None:
    page = standing("<div>" * depth + "<p>One" * count)
    assert sum(len(spot.above) for spot in page.spots) <= MAX_STEPS
    assert (len(page.places), len(page.blocks), len(page.spots)) == (count if is_told else 0,) * 3
    assert bool(page.home) == is_told


@pytest.mark.parametrize(
    ("line", "has_link"),
    [
        ('<p><a href="/x">One</a></p>', True),
        ('<p><a href="#x">One</a></p>', True),
        ('<p><a id="x" name="x">One</a></p>', False),
        ('<h2><a href="#x" id="x">One</a></h2>', False),
        ('<h2><span id="x"><a href="#x">One</a></span></h2>', False),
        ('<h2><a href="/x" id="x">One</a></h2>', True),
        ('<a name="top"><p><a href="/x">One</a></p>', True),
    ],
    ids=["a link", "to a note", "a place", "a heading to itself", "in a part of it", "elsewhere", "in a place"],
)
def test_what_holds_a_link(line: str, *, has_link: bool) -> None:
    assert [spot.has_link for spot in standing(f"{line}<p>Two</p>").spots] == [has_link, False]
