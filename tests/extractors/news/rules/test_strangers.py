"""Which kept blocks speak of something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from boilerspider.extractors.news import News
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.network import Judged
from boilerspider.extractors.news.rules.boxes import STRANGE_SCORE
from boilerspider.extractors.news.rules.strangers import strangers, strangers_together
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType

_ENGINEERS = ("Bruun", "Skov", "Lind", "Holm", "Krag", "Munk", "Dahl", "Berg", "Friis", "Vinter", "Lund", "Toft")
STORY = [
    f"The harbour wall below the old {way} road was hollowed out by {season} storms, the engineer {name} told the council of the town."
    for name, way, season in zip(
        (*_ENGINEERS, *(f"{name}sen" for name in _ENGINEERS)),
        ("coastal", "northern", "paved") * 8,
        ("winter", "autumn", "spring", "heavy") * 6,
        strict=True,
    )
]
SOFA = "Leather sofas, corner couches and reclining armchairs: everything half price this weekend, delivered free anywhere."
WORDS = ("harbour", "storms", "engineer", "council", "hollowed", "below", "told", "wall", "road", "town")
"""Of the story, in which they are usual."""


def found(*texts: str, kept: slice = slice(None)) -> list[int]:
    seen = view(parse("".join(f"<p>{text}</p>" for text in texts)))
    assert seen is not None
    keep = np.zeros(len(texts), bool)
    keep[kept] = True
    return sorted(strangers(seen.by_stems(keep), keep).foreign)


def test_a_paragraph_of_another_story_is_one() -> None:
    assert found(*STORY[:3], SOFA, *STORY[3:]) == [3]


def test_what_says_little_of_the_story_is_odd() -> None:
    line = f"{SOFA} {' '.join(WORDS)}"
    seen = view(parse("".join(f"<p>{text}</p>" for text in (*STORY[:3], line, *STORY[3:]))))
    assert seen is not None
    keep = np.ones(len(STORY) + 1, bool)
    assert strangers(seen.by_stems(keep), keep) == (frozenset(), frozenset((3,)), frozenset())


def test_what_is_hardly_anything_but_links_is_known() -> None:
    lines = [
        'Read more: <a href="/x">the council of the town on the winter storms</a>',
        'The <a href="/y">council</a> said so.',
    ]
    seen = view(parse("".join(f"<p>{text}</p>" for text in (*STORY, *lines))))
    assert seen is not None
    keep = np.ones(len(STORY) + 2, bool)
    assert strangers(seen.by_stems(keep), keep).links == frozenset((len(STORY),))


def test_a_story_has_none() -> None:
    seen = view(parse("".join(f"<p>{text}</p>" for text in STORY)))
    assert seen is not None
    keep = np.ones(len(STORY), bool)
    assert strangers(seen.by_stems(keep), keep) == (frozenset(), frozenset(), frozenset())


def test_what_is_not_kept_is_not_asked() -> None:
    assert found(*STORY, SOFA, kept=slice(len(STORY))) == []


def test_a_short_story_says_too_little_to_tell() -> None:
    assert found(*STORY[:3], SOFA, *STORY[3:5]) == []


def test_a_page_of_different_things_keeps_them() -> None:
    letters = "bcdfghklmnprstv"
    words = [f"{one}a{two}u{three}e" for one in letters for two in letters for three in letters]
    different = [" ".join(words[at : at + 14]) for at in range(0, 14 * 20, 14)]
    assert found(SOFA, *different) == []


def test_nothing_kept_has_none() -> None:
    assert found(*STORY, kept=slice(0)) == []


SALES = (
    "Leather sofas, corner couches and reclining armchairs: everything half price this weekend, delivered free anywhere.",
    "Leather armchairs and sofas, half price, delivered anywhere this weekend: reclining is free with everything.",
)
"""Each says what the other says."""


def found_together(*boxes: Sequence[int], story: Sequence[str] = STORY) -> list[int]:
    """Of a page on which the sales talk stands below the story, and all is kept."""
    seen = view(parse("".join(f"<p>{text}</p>" for text in (*story, *SALES))))
    assert seen is not None
    keep = np.ones(len(seen.texts), bool)
    return sorted(strangers_together(seen.by_stems(keep), keep, boxes))


def test_what_vouches_for_each_other_is_strange_together() -> None:
    first, second = len(STORY), len(STORY) + 1
    assert found(*STORY, *SALES) == []
    assert found_together((first, second)) == [first, second]
    assert found_together((first,), (second,)) == [first, second]
    assert found_together((first,)) == []


def test_a_box_of_the_storys_is_not_strange() -> None:
    assert found_together((3, 4), (len(STORY), len(STORY) + 1)) == [len(STORY), len(STORY) + 1]


@pytest.mark.parametrize(("shared", "is_strange"), [(0, True), (10, True), (22, False)])
def test_how_much_of_the_storys_wording_a_box_of_its_own_has(shared: int, is_strange: bool) -> None:
    """Nearly half of its words keep it: an explainer has words of its own, too."""
    lines = (f"{SALES[0]} {' '.join((*WORDS, *_ENGINEERS)[:shared])}.", SALES[1])
    seen = view(parse("".join(f"<p>{text}</p>" for text in (*STORY, *lines))))
    assert seen is not None
    box = (len(STORY), len(STORY) + 1)
    keep = np.ones(len(seen.texts), bool)
    told = strangers_together(seen.by_stems(keep), keep, (box,))
    assert told == (frozenset(box) if is_strange else frozenset())


def test_what_is_not_kept_is_not_the_story() -> None:
    seen = view(parse("".join(f"<p>{text}</p>" for text in (*STORY, *SALES))))
    assert seen is not None
    keep = np.arange(len(seen.texts)) >= len(STORY) - 3
    assert strangers_together(seen.by_stems(keep), keep, ((len(STORY),),)) == frozenset()


def test_without_boxes_or_a_story_beside_them_nothing_is_strange_together() -> None:
    assert found_together() == []
    assert found_together(range(len(STORY)), (len(STORY), len(STORY) + 1)) == []
    assert found_together((2, 3), story=STORY[:2]) == []


class Sure:
    """Networks that take everything for the story, but for blocks of which something else is told."""

    def __init__(self, told: Mapping[int, float] = MappingProxyType({})) -> None:
        self._told = told

    def judge(self, rows: np.ndarray, setting: Setting, apart: Sequence[int] = (), **_: object) -> Judged:
        likely = np.full(len(rows), 0.95, np.float32)
        likely[list(self._told)] = list(self._told.values())
        likely[list(apart)] = 0.0
        return Judged(likely, likely.copy())


def judged_by(networks: Sure, monkeypatch: pytest.MonkeyPatch, expected: float | None = None) -> None:
    """Puts networks in the place of ours; the word F of each page is what is given, if anything is."""
    monkeypatch.setattr("boilerspider.extractors.news.network", lambda *_: networks)
    if expected is not None:
        monkeypatch.setattr("boilerspider.extractors.news.expectation", lambda *_: expected)


@pytest.mark.parametrize(
    ("box", "is_kept"),
    [
        (f"<p>{SOFA}</p>", True),
        (f'<p class="last">{SOFA}</p>', False),
        (f'<div class="promo"><p>{SOFA}</p></div>', False),
    ],
)
def test_a_page_loses_a_foreign_box_and_keeps_a_foreign_paragraph(
    box: str, *, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_by(Sure(), monkeypatch)
    lines = [f"<p>{text}</p>" for text in STORY]
    page = f"<main><h1>The wall</h1>{''.join((*lines[:3], box, *lines[3:]))}</main>"
    kept = [block.text for block in News().label(parse(page)) if block.is_content]
    assert (SOFA in kept) == is_kept
    assert set(STORY) <= set(kept)


def test_a_story_in_one_element_keeps_what_an_editor_added(monkeypatch: pytest.MonkeyPatch) -> None:
    judged_by(Sure(), monkeypatch)
    page = f"<main><h1>The wall</h1><div class='story'>{'<br><br>'.join((*STORY[:3], SOFA, *STORY[3:]))}</div></main>"
    assert SOFA in [block.text for block in News().label(parse(page)) if block.is_content]


INFLECTED = "Harbours, engineers, councillors, storming, hollow, coastline, northernmost, autumnal, springtime, heavier winters."
"""Words of the story in other forms, which none of it has."""


def test_other_forms_of_the_storys_words_are_its_own() -> None:
    seen = view(parse("".join(f"<p>{text}</p>" for text in (*STORY, INFLECTED))))
    assert seen is not None
    keep = np.ones(len(seen.texts), bool)
    assert strangers(seen.setting, keep).foreign == {len(STORY)}
    assert strangers(seen.by_stems(keep), keep).foreign == frozenset()


def test_a_box_in_other_forms_of_the_storys_words_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    judged_by(Sure(), monkeypatch)
    assert texts_left_out(f'<div class="promo"><p>{INFLECTED}</p></div>') == set()
    assert texts_left_out(f'<div class="promo"><p>{SOFA}</p></div>') == {SOFA}


ODD = f"{SOFA} {' '.join(WORDS)}"
"""It is not foreign, but odd."""


@pytest.mark.parametrize(
    ("box", "told", "gone"),
    [
        (f'<div class="promo"><p>{ODD}</p></div>', {4: 0.8}, {ODD}),
        (f'<div class="promo"><p>{ODD}</p></div>', {4: 0.93}, set()),
        (f"<p>{ODD}</p>", {4: 0.8}, set()),
        (f'<div class="promo"><h3>Of note</h3><p>{ODD}</p></div>', {4: 0.8, 5: 0.1}, {"Of note", ODD}),
        (f'<div class="promo"><h3>Of note</h3><p>{ODD}</p></div>', {4: 0.8, 5: 0.93}, set()),
    ],
    ids=["odd", "odd and sure", "a paragraph", "a heading that heads nothing", "a heading of what stays"],
)
def test_a_page_loses_what_speaks_of_other_things(
    box: str, told: dict[int, float], gone: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is taken together goes however sure it is, but on pages that are surely a story alone.
    judged_by(Sure(told), monkeypatch, 0.94)
    assert texts_left_out(box) == gone


def test_a_page_that_is_not_plainly_a_story_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    box = f'<div class="promo"><p>{ODD}</p></div>'
    judged_by(Sure({4: 0.8}), monkeypatch, 0.91)
    assert texts_left_out(box) == {ODD}
    judged_by(Sure({4: 0.8}), monkeypatch, 0.89)
    assert texts_left_out(box) == set()


def texts_left_out(box: str) -> set[str]:
    lines = [f"<p>{text}</p>" for text in STORY]
    page = f"<main><h1>The wall</h1>{''.join((*lines[:3], box, *lines[3:]))}</main>"
    return {block.text for block in News().label(parse(page)) if not block.is_content and block.text != "The wall"}


class Tipped(Sure):
    """Networks that leave out the block at a place unless those of others are apart."""

    def __init__(self, tipped: int, apart: set[int]) -> None:
        super().__init__({tipped: 0.1})
        self._unless = apart
        self.asked: list[list[int]] = []

    def judge(self, rows: np.ndarray, setting: Setting, apart: Sequence[int] = (), **_: object) -> Judged:
        self.asked.append(list(apart))
        judged = super().judge(rows, setting, apart)
        if self._unless <= set(apart):
            for column in judged:
                column[list(self._told)] = 0.95
        return judged


@pytest.mark.parametrize(("box", "is_back"), [('<div class="promo">{}</div>', True), ("{}", False)])
def test_what_a_foreign_box_tipped_comes_back(box: str, *, is_back: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Places: the headline is 0, three paragraphs, the box's two at 4 and 5; the one at 7 was tipped."""
    networks = Tipped(7, {4, 5})
    judged_by(networks, monkeypatch)
    gone = texts_left_out(box.format("".join(f"<p>{text}</p>" for text in SALES)))
    assert gone == (set(SALES) if is_back else {STORY[4]})
    assert networks.asked == ([[], [4, 5]] if is_back else [[]])


def test_what_comes_back_is_asked_again_and_what_went_keeps_its_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second box is content only when the first has gone, and goes as the first did."""
    networks = Tipped(9, {4, 5})
    judged_by(networks, monkeypatch)
    lines = [f"<p>{text}</p>" for text in STORY]
    boxes = [f'<div class="promo-{number}"><p>{text}</p></div>' for number, text in enumerate((*SALES, SOFA.upper()))]
    page = f"<main><h1>The wall</h1>{''.join((*lines[:3], *boxes[:2], *lines[3:6], boxes[2], *lines[6:]))}</main>"
    blocks = News().label(parse(page))
    assert networks.asked == [[], [4, 5]]
    assert [block.text for block in blocks if block.is_content] == ["The wall", *STORY]
    gone = {block.text: (block.type, block.score) for block in blocks if not block.is_content}
    doubted = (BlockType.BOILERPLATE, STRANGE_SCORE)
    assert [gone[text] for text in (*SALES, SOFA.upper())] == [doubted] * 3


def test_where_hardly_anything_would_be_left_the_first_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing(Sure):
        def judge(self, rows: np.ndarray, setting: Setting, apart: Sequence[int] = (), **_: object) -> Judged:
            judged = super().judge(rows, setting, apart)
            return Judged(judged.likely * (not apart), judged.last * (not apart))

    judged_by(Nothing(), monkeypatch)
    box = f'<div class="promo"><p>{SALES[0]}</p><p>{SALES[1]}</p></div>'
    assert texts_left_out(box) == set(SALES)


@pytest.mark.parametrize(("count", "are_kept"), [(2, False), (3, True)])
def test_a_story_in_sections_keeps_them_whatever_their_ids(
    count: int, *, are_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_by(Sure(), monkeypatch)
    sections = [f'<section id="s{number}"><p>{STORY[number]}</p></section>' for number in range(count - 1)]
    strange = f'<section id="offer"><p>{SALES[0]}</p><p>{SALES[1]}</p></section>'
    page = "".join((*(f"<p>{text}</p>" for text in STORY[count:]), *sections, strange, f"<p>{STORY[count]}</p>"))
    kept = [block.text for block in News().label(parse(f"<main><h1>The wall</h1>{page}</main>")) if block.is_content]
    assert (SALES[0] in kept) == are_kept


def test_on_a_page_that_is_not_surely_a_story_nothing_is_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    box = f'<div class="promo"><p>{SALES[0]}</p><p>{SALES[1]}</p></div>'
    for expected, gone in ((0.94, set()), (0.96, set(SALES))):
        judged_by(Sure({4: 0.95, 5: 0.95}), monkeypatch, expected)
        assert texts_left_out(box) == gone


def test_what_confidence_turned_out_to_be_worth_changes_no_text(tmp_path: Path) -> None:
    """Bounds hold what the networks expect: the steps of another training are others, and its texts would be."""
    with files("boilerspider.extractors.news").joinpath("weights/modern.npz").open("rb") as file, np.load(file) as held:
        np.savez(tmp_path / "modern.npz", **{**held, "expected": np.float32([0, 1]), "found": np.float32([0, 0.5])})
    box = f'<div class="d417"><p>{SALES[0]}</p><p>{SALES[1]}</p></div>'
    lines = [f"<p>{text}</p>" for text in STORY]
    document = parse(f"<main><h1>The wall</h1>{''.join((*lines[:3], box, *lines[3:]))}</main>")
    ours, theirs = News(), News(weights=str(tmp_path))
    blocks = ours.label(document)
    assert theirs.label(document) == blocks
    assert theirs.confidence(blocks) < 0.5 < ours.confidence(blocks)
    assert [block.text for block in blocks if block.is_content] == STORY
