"""What parts of a state tell, and stories in pieces."""

from __future__ import annotations

from typing import Any

import pytest
from loopback import sentences

from boilerspider.markup.hidden.told import MAX_PIECES, Found, Told, in_pieces

STORY = sentences("harbour wall", 4)
LEAD = "It has held through the storm of the century, and nobody knows why."


def found(near: dict[str, Any] | None, top: str, text: str, weight: float = 1.0) -> Found:
    return Found([Told(f"<p>{text}</p>", "", [text], 2)], near, top, weight)


def test_pieces_in_the_order_of_their_object() -> None:
    near = {"bodyEnd": 1, "bodyStart": 2, "other": 3}
    (story,) = in_pieces(
        [found(near, "bodyStart", "Two.", 2), found(near, "bodyEnd", "One.", 3), found(near, "other", "x")]
    )
    assert story.html == "<div><p>One.</p></div><div><p>Two.</p></div>"
    assert story.weight == 2 + 3


@pytest.mark.parametrize(
    "tops",
    [("body", "content"), ("bodyEn", "bodyDe"), ("body1",), ("bodyNotes", "bodyLinks"), ("mobileBody", "desktopBody")],
)
def test_what_is_no_piece(tops: tuple[str, ...]) -> None:
    near = dict.fromkeys(tops)
    assert list(in_pieces([found(near, top, f"{STORY[0]} {top}") for top in tops])) == []


def test_pieces_of_two_objects_are_none_of_one_story() -> None:
    assert list(in_pieces([found({}, "body1", STORY[0]), found({}, "body2", STORY[1])])) == []
    assert list(in_pieces([found(None, "body1", STORY[0]), found(None, "body2", STORY[1])])) == []


def test_what_another_piece_tells_is_none() -> None:
    near = {"freeBody": 1, "body": 2}
    assert list(in_pieces([found(near, "freeBody", STORY[0]), found(near, "body", " ".join(STORY))])) == []


def test_so_many_pieces() -> None:
    near = {f"body{number}": 1 for number in range(3 * MAX_PIECES)}
    (story,) = in_pieces([found(near, top, f"{top} {STORY[0]}") for top in near])
    assert len(story.told) == MAX_PIECES


@pytest.mark.parametrize(
    ("top", "texts", "scrap"),
    [("body1", STORY[:2], True), ("body1", STORY, False), ("body", STORY[:1], False), ("other", STORY[:1], False)],
)
def test_scraps(top: str, texts: list[str], scrap: bool) -> None:
    assert Found([Told("x", "", texts, 0)], None, top, 1.0).is_scrap is scrap


@pytest.mark.parametrize(
    ("near", "lead"),
    [
        ({"sub_title": f"<b>{LEAD[:-1]}</b> &amp; all."}, f"{LEAD[:-1]} & all."),
        ({"lead": "Short."}, ""),
        ({"lead": [LEAD]}, ""),
        (None, ""),
    ],
)
def test_the_standfirst_beside_a_headline(near: dict[str, Any] | None, lead: str) -> None:
    assert found(near, "body", STORY[0]).lead == lead
