"""Pages as if in letters without case: what is made of a page's rows is what its text in such letters gives."""

from __future__ import annotations

import random

import numpy as np
import pytest

from boilerspider.extractors.news.inputs.features import CAPITALS, LONG, SHOUTED, SHOWN
from boilerspider.extractors.news.inputs.reading import View, view
from boilerspider.markup.tree import parse
from boilerspider.training.news import scripts
from boilerspider.training.news.files import Example
from boilerspider.training.news.scripts import SHORTEST, without_case

PAGE = """<html><head><title>Council shuts bridge</title></head><body><h1>Council shuts bridge</h1>
<p class="lead">The council of Harbour City shut the old bridge on Monday, and said why: 11 girders are cracked.</p>
<h3>WHO IS EXEMPT</h3><ul><li>Fire engines</li><li>"Buses" (until 2027)</li></ul><p>Drivers wait; nobody knows how long.</p>
<div><a href="/more">READ MORE</a></div></body></html>"""
HEBREW = str.maketrans(
    {
        letter: "אבגדהוזחטיכלמנסעפצקרשתםןףץ"[ord(letter.lower()) - 97]
        for letter in map(chr, range(65, 123))
        if letter.isalpha()
    }
)


def seen(*, hebrew: bool = False) -> View:
    document = parse(PAGE.encode(), None)
    for element in document.root.iter() if hebrew else ():
        element.text, element.tail = ((text or "").translate(HEBREW) for text in (element.text, element.tail))
    found = view(document)
    assert found is not None
    return found


def example(page: View) -> Example:
    count = len(page.texts)
    return Example(
        "made/1",
        "a.example",
        page.rows.astype(np.float16),
        np.zeros(count, np.int8),
        1.0,
        1.0,
        page.setting,
        np.zeros(0, np.int32),
    )


def test_of_words_that_are_as_long_it_is_what_the_text_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "SHORTEST", 1.0)
    made = without_case(example(seen()), random.Random(1)).rows.astype(np.float32)
    np.testing.assert_allclose(made, seen(hebrew=True).rows, atol=2e-2)


def test_shorter_words_leave_their_signs_and_no_capitals() -> None:
    page = seen()
    made = without_case(example(page), random.Random(1)).rows.astype(np.float32)
    assert (made[:, SHOWN] < page.rows[:, SHOWN]).all()
    assert (made[:, LONG] >= SHORTEST * page.rows[:, LONG] - 1e-2).all()
    assert page.rows[:, [CAPITALS, SHOUTED]].any()
    assert not made[:, [CAPITALS, SHOUTED]].any()


def test_the_page_itself_stays_as_it_was() -> None:
    mine = example(seen())
    before = mine.rows.copy()
    found = without_case(mine, random.Random(1))
    np.testing.assert_array_equal(mine.rows, before)
    assert (found.labels == mine.labels).all()
