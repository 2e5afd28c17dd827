"""Lists whose items are decided: what goes of those of which little is kept, and which headings come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.bounds import SURE
from boilerspider.extractors.news.rules.kinds import Traits, kinds
from boilerspider.extractors.news.rules.lists import list_headings, torn_lists
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
POINTS = [f"The wall is hollow in {number} places, and nobody knows why" for number in range(2, 6)]
PLAIN = f"<ul>{''.join(f'<li>{text}</li>' for text in POINTS)}</ul>"
WRAPPED = f"<ol>{''.join(f'<li><div><p>{text}</p></div></li>' for text in POINTS)}</ol>"
ROWS = "".join(f"<dt>Place {number}</dt><dd>{text}</dd>" for number, text in enumerate(POINTS[:2]))


def page(points: str) -> str:
    body = [f"<p>{text}</p>" for text in STORY]
    return f"<html><body><main><h1>Harbour road to close</h1>{''.join((*body[:2], points, *body[2:]))}</main></body></html>"


def found(
    rule: Callable[..., list[int]], points: str, kept: Sequence[str], likely: float, *, has_begun: bool
) -> list[str]:
    """What a rule names where the story and this are kept, and all is so likely."""
    seen = view(parse(page(points)))
    assert seen is not None
    keep = np.array([text in (*STORY, *kept) for text in seen.texts])
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    judged, opens = np.full(len(keep), likely, np.float32), np.full(len(keep), not has_begun)
    return [seen.texts[place] for place in rule(seen, types, keep, judged, opens)]


def torn(points: str, *kept: str, likely: float = 0.7, has_begun: bool = True) -> list[str]:
    """What goes of lists where this is kept of them."""
    return found(torn_lists, points, kept, likely, has_begun=has_begun)


def headed(points: str, *kept: str, likely: float = 0.3, has_begun: bool = True) -> list[str]:
    """The headings that come back where this is kept of the lists below them."""
    return found(list_headings, points, kept, likely, has_begun=has_begun)


@pytest.mark.parametrize("points", [PLAIN, WRAPPED, f"<div class=facts><h3>Holes</h3>{PLAIN}</div>"])
def test_a_line_or_two_of_a_list_go_where_the_rest_is_left_out(points: str) -> None:
    assert torn(points, POINTS[1]) == [POINTS[1]]
    assert torn(points, *POINTS[:2]) == []
    assert torn(points, *POINTS) == []


def test_an_explanation_goes_where_most_of_its_list_is_left_out() -> None:
    assert torn(f"<dl>{ROWS}</dl>", POINTS[0]) == [POINTS[0]]
    assert torn(f"<dl>{ROWS}</dl>", *POINTS[:2]) == []


def test_what_is_sure_opens_the_story_or_stands_beside_links_stays() -> None:
    assert torn(PLAIN, POINTS[1], likely=0.95) == []
    assert torn(PLAIN, POINTS[1], has_begun=False) == []
    assert torn(PLAIN.replace("</ul>", "<li><a href=/x>More of it</a></li></ul>"), POINTS[1]) == []
    assert torn(PLAIN.replace("li>", "p>"), POINTS[1]) == []


HEADED = f"<section><h3>The wall in brief:</h3>{PLAIN}</section>"
NAME = "The wall in brief:"


@pytest.mark.parametrize("name", ["h3", "p", "div"])
def test_the_heading_of_a_boxed_list_comes_back_with_it(name: str) -> None:
    assert headed(HEADED.replace("h3", name), *POINTS) == [NAME]
    assert headed(HEADED.replace("h3", name), *POINTS[:2]) == [NAME]
    assert headed(HEADED.replace("h3", name), POINTS[0]) == []
    assert headed(f"<div><p><b>Holes</b></p><dl>{ROWS}</dl></div>", *POINTS[:2], "Place 0", "Place 1") == ["Holes"]


def test_other_lines_above_a_list_do_not() -> None:
    assert headed(HEADED, *POINTS, likely=0.09) == []
    assert headed(HEADED, *POINTS, has_begun=False) == []
    for other in (
        HEADED.replace("<section>", "<section><p>Share this</p>"),
        HEADED.replace("h3>", "p>").replace("brief:", "brief"),
        HEADED.replace("h3>", "p>").replace("The wall", f"What {'the town ' * 9}has found out of the wall"),
        HEADED.replace("<h3>", "<div><div><h3>").replace("</h3>", "</h3></div></div>"),
        HEADED.replace(NAME, f"<a href=/x>{NAME}</a>"),
        HEADED.replace("</ul>", "<li><a href=/x>More</a></li></ul>"),
        HEADED.replace("ul>", "div>"),
    ):
        assert headed(other, *POINTS) == []


def test_a_heading_that_came_back_is_as_sure_as_its_list(monkeypatch: pytest.MonkeyPatch) -> None:
    html = page(f"<div class=share-tools><p>{NAME}</p></div>")
    monkeypatch.setattr("boilerspider.extractors.news.list_headings", lambda seen, *_: [seen.texts.index(NAME)])
    (heading,) = (block for block in extractor("news").label(parse(html)) if block.text == NAME)
    assert heading.is_content
    assert heading.score >= SURE


def test_what_is_torn_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boilerspider.extractors.news.torn_lists", lambda seen, *_: [seen.texts.index(POINTS[1])])
    kept = [block.text for block in extractor("news").label(parse(page(PLAIN))) if block.is_content]
    assert POINTS[0] in kept
    assert POINTS[1] not in kept
