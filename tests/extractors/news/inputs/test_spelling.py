"""One text, however it is written."""

from __future__ import annotations

import pytest

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.inputs.spelling import composed
from boilerspider.markup.tree import parse


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("har\u00adbour wall", "harbour wall"),
        ("har\u200bbour\u2060 wall\ufeff", "harbour wall"),
        ("cafe\u0301", "caf\u00e9"),
        ("ca\u00adfe\u0301", "caf\u00e9"),
        ("harbour\u00a0wall", "harbour\u00a0wall"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("harbour", "harbour"),
    ],
)
def test_spellings(written: str, text: str) -> None:
    assert composed(["before ", written]) == ["before ", text]


@pytest.mark.parametrize("nothing", ["\u200b", " \ufeff ", "\u00ad\u00ad"])
def test_what_is_made_of_nothing_else_stays(nothing: str) -> None:
    assert composed([nothing, "wall"]) == [nothing, "wall"]


def test_a_page_is_seen_alike_in_both() -> None:
    page = "<html><head><title>Der Hafen</title></head><body><h1>Der Hafen</h1><p>Die {}mauer im Hafen ist h{}hl.</p></body></html>"
    plain, broken = (view(parse(page.format(*words))) for words in (("Hafen", "o"), ("Ha\u00adfen\u200b", "o\u2060")))
    assert plain is not None
    assert broken is not None
    assert plain.texts == broken.texts
    assert (plain.rows == broken.rows).all()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Der Ha\u00adfen im Meer", "Der Hafen im Meer"),
        ("Cafe\u0301 im Meer", "Caf\u00e9 im Meer"),
        ("Der Hafen im Meer",) * 2,
    ],
)
@pytest.mark.parametrize("is_turned", [True, False])
def test_a_title_is_known_in_another_spelling(said: str, shown: str, *, is_turned: bool) -> None:
    title, headline = (shown, said) if is_turned else (said, shown)
    seen = view(parse(f"<html><head><title>{title}</title></head><body><h1>{headline}</h1><p>Text</p></body></html>"))
    assert seen is not None
    assert seen.facts.titled.tolist() == [1, 0]
