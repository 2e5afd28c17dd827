"""Short texts in a long one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.parts import SHORT, Parts

LETTERS = 5


@given(
    st.sampled_from(["", "c" * SHORT]),
    st.text("ab\u00e9", min_size=1, max_size=30),
    st.text("ab\u00e9", max_size=LETTERS),
)
def test_the_same_as_to_look_for_each(rest: str, text: str, asked: str) -> None:
    assert (asked in Parts(rest + text, LETTERS)) == (asked in rest + text)


def test_nothing_stands_in_no_text() -> None:
    assert "a" not in Parts("", LETTERS)
