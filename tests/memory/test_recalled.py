from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from boilerspider.extractors import extractor
from boilerspider.fingerprints import outline
from boilerspider.markup.digests import digest
from boilerspider.markup.guests import with_guests
from boilerspider.markup.tree import Document, parse
from boilerspider.memory.recalled import recalled, without_strangers
from boilerspider.model import Block, BlockType, Guest, Label, Outline
from boilerspider.model.outline import MOST_OWN

BODY = [f"Paragraph {number} says what the mayor said of the bridge on day {number}." for number in range(6)]
END = "Thanks for reading!"


def block(text: str, *, kept: bool = True, score: float = 1.0) -> Block:
    return Block(text, Label.CONTENT if kept else Label.BOILERPLATE, score=score)


def page(*, end_is_kept: bool, score: float = 0.4) -> list[Block]:
    return [*map(block, BODY), block(END, kept=end_is_kept, score=score), block("Share this", kept=False, score=0.1)]


def texts(blocks: tuple[Block, ...]) -> list[str]:
    return [block.text for block in blocks if block.is_content]


def test_a_block_that_was_kept_is_kept_again():
    before = outline(page(end_is_kept=True), "news")
    assert texts(recalled(page(end_is_kept=False), before)) == [*BODY, END]


def test_a_block_that_was_left_out_is_left_out_again():
    before = outline(page(end_is_kept=False), "news")
    assert texts(recalled(page(end_is_kept=True), before)) == BODY


def test_what_was_never_near_to_being_kept_does_not_take_the_place_of_a_paragraph_that_went():
    before = outline([block(text, score=0.9) for text in BODY], "news")
    box = "day on what the mayor said of the bridge, Paragraph 5 says 5"
    after = [block(text, score=0.9) for text in BODY[:5]]
    assert texts(recalled([*after, block(box, kept=False, score=0.0)], before)) == BODY[:5]
    assert texts(recalled([*after, block(box, kept=False, score=0.3)], before)) == [*BODY[:5], box]


@pytest.mark.parametrize(("place", "comes_back"), [(2, True), (0, False), (1, False), (3, False), (5, False)])
def test_what_has_the_words_of_a_paragraph_that_went_comes_back_in_its_place_alone(
    place: int, *, comes_back: bool
) -> None:
    before = outline([block(text, score=0.9) for text in BODY], "news")
    after = [block(text, score=0.9) for text in (*BODY[:2], *BODY[3:])]
    after.insert(place, block("day on what the mayor said of the bridge, Paragraph 2 says 2", kept=False, score=0.3))
    assert len(texts(recalled(after, before))) == len(BODY) - 1 + comes_back


def test_a_line_that_is_said_twice_may_come_back_anywhere():
    before = outline([block(text, score=0.9) for text in (END, *BODY, END)], "news")
    after = [block(END, kept=False, score=0.3), *(block(text, score=0.9) for text in (*BODY, END))]
    assert texts(recalled(after, before)) == [END, *BODY, END]


def test_a_new_paragraph_is_judged_by_the_extractor():
    before = outline(page(end_is_kept=True), "news")
    after = (block("Now it rains on the bridge."), *page(end_is_kept=True), block("Buy", kept=False))
    assert recalled(after, before) == after


def test_of_equal_blocks_the_one_nearest_to_being_kept_comes_back():
    before = outline([*map(block, BODY), block("Field Level Media")], "news")
    after = [block("Field Level Media", kept=False, score=0.0), *map(block, BODY)]
    after.append(block("—Field Level Media", kept=False, score=0.3))
    assert texts(recalled(after, before)) == [*BODY, "—Field Level Media"]


@pytest.mark.parametrize("cut_first", [True, False])
def test_a_paragraph_that_a_box_cuts_in_two_is_the_same(cut_first: bool) -> None:
    whole = [block(" ".join(BODY)), block(END)]
    halves = [block(" ".join(BODY[:3])), block("Buy", kept=False), block(" ".join(BODY[3:])), block(END, kept=False)]
    if cut_first:
        before = outline([*halves[:3], block(END)], "news")
        assert texts(recalled([whole[0], block(END, kept=False)], before)) == texts(tuple(whole))
    else:
        before = outline(whole, "news")
        assert texts(recalled(halves, before)) == [*texts(tuple(halves)), END]


def test_of_three_new_blocks_the_second_is_a_half_once():
    one, other, opening = "Rain fell on the bridge.", "Nobody crossed it.", "An opening line"
    before = outline([block(f"{opening} {one} {other}"), block(one), block(other), block(END)], "news")
    after = (block(opening), block(f"{one} {other}"), block(END))
    assert recalled(after, before) == after


def test_a_block_of_two_lines_of_the_same_words_is_no_whole_where_one_of_them_still_stands():
    before = outline(
        [block("Rain, rain"), block("rain rain"), *map(block, BODY), block("Buy now", kept=False, score=0.4)], "news"
    )
    twice = Block("Rain rain rain rain", Label.CONTENT)
    doubted = replace(before, doubted=(digest(twice.text),))
    assert twice.text in texts(recalled([twice, *map(block, BODY)], doubted))
    assert twice.text not in texts(recalled([block("Rain, rain"), twice, *map(block, BODY)], doubted))


RUNS = [block(text, score=0.9) for text in ("rain", "fell", "today", "rain fell", "fell today", "rain fell today")]
PAGES = [page for size in range(4) for page in permutations(RUNS, size)]
"""Of blocks that are halves of others."""


def test_whatever_was_read_before_a_page_keeps_its_blocks():
    for before in (outline(page, "news") for page in PAGES):
        assert all(recalled(page, before) == page for page in PAGES)


def test_a_page_with_another_story_is_not_touched():
    before = outline(page(end_is_kept=True), "news")
    other = [block("Another story."), block("It has two paragraphs."), block(END, kept=False)]
    assert recalled(other, before) == tuple(other)


def test_nothing_is_known_of_the_blocks_that_are_told_together():
    lines = [block(f"line {number}") for number in range(MOST_OWN + 200)]
    before = outline(lines, "news")
    after = [*lines[:MOST_OWN], *(block(line.text, kept=False) for line in lines[MOST_OWN:])]
    assert len(texts(recalled(after, before))) == MOST_OWN


def boxed(box: str) -> str:
    paragraphs = [f"<p>{text}</p>" for text in BODY]
    return f"<html><body><div class='story'>{''.join([*paragraphs[:3], box, *paragraphs[3:]])}</div></body></html>"


def without(box: str, before: Outline) -> list[str]:
    document = parse(boxed(box))
    return texts(without_strangers(document, extractor("everything").label(document), before))


def known(box: str = "") -> Outline:
    return outline(extractor("everything").label(parse(boxed(box))), "everything")


def test_a_box_that_is_new_and_leads_elsewhere_is_left_out():
    offer = "<div class='slot-4'><p>Buy this bridge</p><a href='/x'>here</a></div>"
    assert without(offer, known()) == BODY
    assert without(offer, known(offer)) == [*BODY[:3], "Buy this bridge", "here", *BODY[3:]]


def test_a_box_that_is_known_keeps_no_other_line_than_it_had():
    aside = "<aside class='rel'><p><a href='/a'>The old bridge</a></p><p><a href='/x'>{}</a></p></aside>"
    before, now = known(aside.format("The ferry")), without(aside.format("A bank"), known(aside.format("The ferry")))
    assert {digest("The ferry"), digest("The old bridge")} <= set(before.kept)
    as_guests = replace(before, own=tuple(map(digest, BODY)), guests=(Guest(digest("The old bridge"), (0, 0)),))
    assert "A bank" not in without(aside.format("A bank"), as_guests)
    assert "A bank" in now  # both lines were the story's own then


def test_a_correction_stays_and_so_does_a_paragraph():
    assert "We erred." in without("<div class='correction'><p>We erred.</p></div>", known())
    assert "See here." in without("<p>See <a href='/x'>here</a>.</p>", known())


def test_a_box_that_was_edited_stays():
    lead = "<div class='lead'><p>{} {} after the last great war.</p><a href='/x'>photo</a></div>"
    first = lead.format("The mayor of Harbour Town has opened the bridge", "late")
    document = parse(boxed(first))
    blocks = extractor("everything").label(document)
    before = outline([Block(b.text, b.label, b.nodes, is_guest="mayor of" in b.text) for b in blocks], "everything")
    second = lead.format("The mayor of Harbour Town has opened the bridge", "early")
    assert "The mayor of Harbour Town has opened the bridge early after the last great war." in without(second, before)


@pytest.mark.parametrize(
    ("box", "is_unchanged"),
    [
        ("<ul><li>Age: 20</li><li>Size: 6-foot-4</li></ul>", True),
        ("<ul><li>He is tall.</li></ul>", False),
        ("<p>Age: 20</p>", False),
    ],
)
def test_a_new_list_of_short_lines_stays_and_makes_no_revision(box: str, *, is_unchanged: bool) -> None:
    document = parse(boxed(box))
    blocks = without_strangers(document, extractor("everything").label(document), known())
    assert len(texts(blocks)) > len(BODY)
    assert outline(blocks, "everything").is_story_of(known()) == is_unchanged


def test_a_list_that_stands_in_the_place_of_what_went_is_the_storys():
    rows = "<ul><li>Arsenal {} Leeds</li><li>Luton {} Bury</li></ul>"
    first, second = (
        parse(f"<main><h1>Results</h1>{rows.format(*scores)}</main>") for scores in (("2:1", "0:0"), ("1:1", "3:0"))
    )
    label = extractor("everything").label
    before = outline(label(first), "everything")
    after = outline(without_strangers(second, label(second), before), "everything")
    assert not after.guests
    assert not after.is_story_of(before)


def test_no_box_is_left_out_where_one_of_many_may_have_been_edited():
    cards = [
        f"<aside><p>Number {number} costs 10 pounds at <a href='/x'>the shop</a></p></aside>" for number in range(12)
    ]
    first = parse(boxed("".join(cards)))
    second = parse(boxed("".join(cards).replace("Number 11 costs 10", "Number 11 costs 12")))
    label = extractor("everything").label
    whole = outline([replace(block, is_guest="costs" in block.text) for block in label(first)], "everything")
    before = Outline.unpack(whole.pack())
    assert "Number 11 costs 12 pounds at the shop" in texts(without_strangers(second, label(second), before))


def test_a_standfirst_that_was_edited_stays_though_it_was_no_box_before():
    standfirst = "<div class='lead'><p>{} bridge was opened today, a <a href='/x'>photo</a> shows.</p></div>"
    document = parse(boxed(standfirst.format("The new")))
    blocks = [
        replace(block, type=BlockType.STANDFIRST) if "photo" in block.text else block
        for block in extractor("everything").label(document)
    ]
    edited = "The new bridge was opened today, a photo shows."
    gone = outline(
        [Block("An old bridge was opened today, a photo shows.", Label.CONTENT), *map(block, BODY)], "everything"
    )
    assert edited in texts(without_strangers(document, blocks, gone))
    assert edited not in texts(without_strangers(document, blocks, known()))


OPENING = "<div class='lead'><p>{}</p><a href='/x'>More</a></div>"


def opened(*lines: str) -> tuple[Document, list[Block]]:
    """A page whose story begins in a box of its own, which leads elsewhere."""
    box = OPENING.format("</p><p>".join(lines))
    document = parse(f"<html><body><main>{box}{''.join(f'<p>{text}</p>' for text in BODY)}</main></body></html>")
    return document, [replace(block, score=0.9) for block in extractor("everything").label(document)]


def test_what_opens_the_story_in_a_box_is_told_when_it_is_edited_and_no_revision_when_it_is_new():
    before = outline(with_guests(*opened("The old bridge was a bridge of stone."), ""), "everything")
    assert before.own[0] == digest("The old bridge was a bridge of stone.")
    document, blocks = opened("Nobody knows what the new one is made of.")
    edited = without_strangers(document, blocks, before)
    assert "Nobody knows what the new one is made of." in texts(edited)
    assert not outline(edited, "everything").is_story_of(before)
    new = without_strangers(document, blocks, outline([block(text, score=0.9) for text in BODY], "everything"))
    assert texts(new) == BODY


def test_a_paragraph_that_is_added_to_a_box_of_the_story_stays():
    before = outline(with_guests(*opened("The old bridge was a bridge of stone."), ""), "everything")
    document, blocks = opened("The old bridge was a bridge of stone.", "Nobody knows what the new one is made of.")
    assert "Nobody knows what the new one is made of." in texts(without_strangers(document, blocks, before))


def test_a_box_that_leads_nowhere_above_a_story_that_is_whole_is_a_guest():
    box = "<div class='lead'><p>Nobody knows what the new one is made of.</p></div>"
    document = parse(f"<html><body><main>{box}{''.join(f'<p>{text}</p>' for text in BODY)}</main></body></html>")
    blocks = [replace(one, score=0.9) for one in extractor("everything").label(document)]
    before = outline([block(text, score=0.9) for text in BODY], "everything")
    assert [block.is_guest for block in without_strangers(document, blocks, before)] == [True] + [False] * len(BODY)


LABEL = "Celestron telescopes for every garden, as seen by our readers"


@pytest.mark.parametrize(
    ("line", "score", "went", "is_unchanged"),
    [
        (LABEL, 0.55, False, True),
        (LABEL, 0.65, False, False),
        (LABEL, 0.55, True, False),
        (LABEL, 1.0, False, False),
        ("Correction: the pool has 28 lanes, not 26.", 0.45, False, False),
    ],
    ids=["in doubt", "likely", "in doubt, in the place of what went", "not graded", "a sentence in doubt"],
)
def test_a_new_line_of_which_the_extractor_is_not_sure_makes_no_revision_of_a_story_that_is_whole(
    line: str, score: float, *, went: bool, is_unchanged: bool
) -> None:
    document = parse(boxed(f"<p>{line}</p>"))
    graded = 0.9 if score < 1 else 1.0
    blocks = tuple(
        replace(each, score=score if each.text == line else graded) for each in extractor("everything").label(document)
    )
    gone = [block("What the mayor said of it, nobody knows any more.")] if went else []
    before = outline([each for each in blocks if each.text != line] + gone, "everything")
    after = without_strangers(document, blocks, before)
    assert line in texts(after)
    assert outline(after, "everything").is_story_of(before) == is_unchanged
