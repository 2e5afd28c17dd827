"""Captions that were kept for text."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.captions import SURE, captions
from boilerspider.extractors.news.rules.kinds import Traits, kinds
from boilerspider.markup.tree import parse

STORY = sentences("harbour wall", 9)
SAID = "The wall in May, seen from the quay"
PICTURE = '<img src="/wall.jpg">'


def left_out(box: str, likely: float = SURE - 0.1) -> list[str]:
    """What is left out of a page of which all text is kept, and is so likely."""
    lines = [f"<p>{text}</p>" for text in STORY]
    seen = view(parse(f"<html><body><main>{''.join(lines[:3])}{box}{''.join(lines[3:])}</main></body></html>"))
    assert seen is not None
    keep = np.ones(len(seen.texts), np.bool_)
    types = kinds(Traits.of(seen.columns, seen.letters, seen.facts, keep))
    return [seen.texts[place] for place in captions(seen, types, keep, np.full(len(keep), likely, np.float32))]


@pytest.mark.parametrize(
    "box",
    [
        f"<div>{PICTURE}<p class=caption>{SAID}</p></div>",
        f"<div><div>{PICTURE}</div><div><div class=photo-credit>{SAID}</div></div></div>",
        f"<table><tr><td>{PICTURE}</td></tr><tr><td class=tr-caption>{SAID}</td></tr></table>",
        f"<div><picture></picture><p class=imageCaption>{SAID}</p></div>",
    ],
)
def test_a_caption_by_its_class_is_left_out(box: str) -> None:
    assert left_out(box) == [SAID]
    assert left_out(box, SURE) == []


@pytest.mark.parametrize(
    "box",
    [
        f"<div>{PICTURE}<p>{SAID}</p></div>",
        f"<div>{PICTURE}<div class=caption><div><p>{SAID}</p></div></div></div>",
        f"<div><p class=caption>{SAID}</p></div>",
        f"{PICTURE}<p class=caption>{SAID}</p>",
        f"<div>{PICTURE}<p class=caption>{SAID}.</p></div>",
    ],
    ids=["no class", "another element's", "no picture", "a picture of the story's", "a sentence"],
)
def test_what_may_be_text_stays(box: str) -> None:
    assert left_out(box) == []


def test_a_page_of_pictures_keeps_what_it_says_of_them() -> None:
    assert (
        left_out("".join(f"<div>{PICTURE}<p class=caption>{SAID} of {number}</p></div>" for number in range(40))) == []
    )
