"""What is left out between two words."""

from __future__ import annotations

import pytest
from kept import render_kept

UNSEEN = [
    "<span class=sr-only>x</span>",
    "<span class='u-visually-hidden'><b>x</b></span>",
    "<span hidden>x</span>",
    "<span style='display:none'>x</span>",
    "<span role=tooltip><a href=/x><i>x</i></a></span>",
]
SEEN = [
    "<span>x</span>",
    "<b class=sr-only>x</b>",
    "<span class=sr-only> x </span>",
    "<span class=sr-only></span>x<i></i>",
    "<span class=sr-only>x</span><span>x</span>",
    "<span>x</span><span class=sr-only>x</span>",
]


@pytest.mark.parametrize("between", UNSEEN)
def test_what_nobody_sees_parts_no_letters(between: str) -> None:
    rendered = render_kept(f"<p>keep{between}keep</p>")
    assert (rendered.text, rendered.html) == ("keepkeep", "<p>keepkeep</p>")


@pytest.mark.parametrize("between", SEEN)
def test_what_one_sees_does(between: str) -> None:
    assert render_kept(f"<p>keep{between}keep</p>").text == "keep keep"


@pytest.mark.parametrize("tags", [("b", "i"), ("a", "a"), ("span", "span")])
def test_words_in_elements_of_their_own_are_parted_whatever_ears_are_told_between(tags: tuple[str, str]) -> None:
    first, last = tags
    page = f"<p><{first}>keep</{first}><span class=sr-only>x</span><{last}>keep</{last}></p>"
    assert render_kept(page).text == "keep keep"


def test_a_gap_ends_with_the_next_word() -> None:
    assert render_kept("<p>keep<span>x</span>keep<span class=sr-only>x</span>keep</p>").text == "keep keepkeep"
