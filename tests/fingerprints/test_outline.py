from __future__ import annotations

import pytest

from boilerspider.fingerprints import outline
from boilerspider.markup.digests import digest, end_digests
from boilerspider.model import Block, Guest, Label, Outline
from boilerspider.model.outline import MASK, MOST_DOUBTED, MOST_ENDS, MOST_GUESTS, MOST_OWN, maker_of

BODY = [f"Paragraph {number} says what the mayor said of the bridge on day {number}." for number in range(6)]
AD = "Save on sunny cruises with the club of careful captains today"
OTHER_AD = "Mattresses for dogs are cheaper by the dozen this very week"
TEASERS = [f"Teaser {number}: the ferries of the bay go every hour until late" for number in range(6)]
MANY = [f"Card {number}: who sails to the islands pays less by the month" for number in range(8)]
LEAD = "The mayor of Harbour Town has opened the new bridge, and everybody came to see it"


def kept(text: str, *, guest: bool = False) -> Block:
    return Block(text, Label.CONTENT, is_guest=guest)


def left(text: str, score: float = 0.0) -> Block:
    return Block(text, Label.BOILERPLATE, score=score)


def of(*blocks: Block | str, maker: str = "news") -> Outline:
    """The outline of a page; a plain string is a paragraph of the story."""
    return outline([kept(block) if isinstance(block, str) else block for block in blocks], maker)


def test_it_says_which_blocks_were_kept_and_which_nearly():
    made = of(
        kept(LEAD, guest=True),
        *BODY,
        left("Share", 0.2),
        left("Read more about bridges", 0.4),
        left(" "),
        left("Home", 0.1),
    )
    assert made.maker == maker_of("news")
    assert made.own == tuple(map(digest, BODY))
    assert made.guests == (Guest(digest(LEAD), end_digests(LEAD)),)
    assert made.doubted == (digest("Read more about bridges"), digest("Share"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([*BODY], [*BODY[:3], kept(AD, guest=True), *BODY[3:]]),
        ([*BODY[:3], kept(AD, guest=True), *BODY[3:]], [*BODY]),
        ([*BODY, kept(AD, guest=True)], [kept(OTHER_AD, guest=True), *BODY]),
        ([*BODY, "Thanks for reading!"], [*BODY, left("Thanks for reading!")]),
        ([*BODY, left("Thanks for reading!")], [*BODY, "Thanks for reading!"]),
        ([*BODY, kept(LEAD, guest=True)], [*BODY, LEAD]),
        ([*BODY], [*BODY[:2], BODY[2][:17], kept(AD, guest=True), BODY[2][17:], *BODY[3:]]),
        ([*BODY], [text.upper().replace(".", " !") for text in BODY]),
    ],
    ids=[
        "box came",
        "box went",
        "another box",
        "block left out",
        "block taken in",
        "guest no more",
        "cut in two",
        "case",
    ],
)
def test_a_change_of_what_stands_around_the_story_is_none_of_the_story(before, after):
    assert of(*after).is_story_of(of(*before))
    assert of(*after).is_story_of(Outline.unpack(of(*before).pack()))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BODY, [*BODY, "And then it rained on everybody."]),
        (BODY, BODY[:-1]),
        (BODY, [*BODY[:-1], BODY[-1].replace("mayor", "mayor, or so we hear,")]),
        ([kept(LEAD, guest=True), *BODY], [kept(LEAD.replace("new", "old"), guest=True), *BODY]),
        (BODY, [*BODY, BODY[0]]),
    ],
    ids=["added", "taken out", "edited", "lead edited", "said twice"],
)
def test_a_change_of_the_story_is_told(before, after):
    assert not of(*after).is_story_of(of(*before))


def test_a_box_in_the_words_of_a_paragraph_that_went_does_not_hide_that_it_went():
    paragraphs = [Block(text, Label.CONTENT, score=0.9) for text in BODY]
    box = left("day on what the mayor said of the bridge, Paragraph 5 says 5")
    assert digest(box.text) == digest(BODY[5])
    assert not of(*paragraphs[:5], box).is_story_of(of(*paragraphs))
    assert of(*paragraphs[:5], left(box.text, 0.12)).is_story_of(of(*paragraphs))
    assert not of(left(box.text, 0.12), *paragraphs[:5]).is_story_of(of(*paragraphs))


def test_one_of_several_equal_lines_that_is_left_out_may_have_been_any_of_them():
    line = Block("More follows.", Label.CONTENT, score=0.9)
    paragraphs = [Block(text, Label.CONTENT, score=0.9) for text in BODY]
    assert of(left(line.text, 0.3), *paragraphs, line).is_story_of(of(*paragraphs, line, line))


def test_between_which_pages_a_box_may_stand():
    ends = [text.rpartition(" ") for text in BODY[:2]]
    moved = [f"{ends[0][0]} {ends[1][2]}", f"{ends[1][0]} {ends[0][2]}", *BODY[2:]]
    assert of(*moved).is_story_of(of(*BODY))
    assert not of(*moved).may_be_boxed(of(*BODY))
    assert not of(" ".join(reversed(BODY[0].split())), *BODY[1:]).may_be_boxed(of(*BODY))
    assert of(BODY[1], BODY[0], *BODY[2:]).may_be_boxed(of(*BODY))
    assert not of(*moved, left(AD, 0.4)).may_be_boxed(of(*BODY, left(OTHER_AD, 0.4)))
    assert of(*moved, kept(AD, guest=True)).may_be_boxed(of(*BODY))
    assert of(*moved).may_be_boxed(of(*BODY, kept(AD, guest=True)))
    assert of(*moved, left(AD, 0.4)).may_be_boxed(of(*BODY, AD))
    assert of(*moved, AD).may_be_boxed(of(*BODY, left(AD, 0.4)))


def test_outlines_of_two_extractors_are_not_compared_and_empty_ones_are_alike_to_none():
    assert not of(*BODY, maker="news").is_story_of(of(*BODY, maker="justext"))
    assert not of().is_story_of(of())
    assert not of(*BODY).is_story_of(Outline())


def test_where_scores_do_not_tell_the_longest_blocks_are_doubted():
    boxes = [left(f"{'box ' * number}number") for number in range(1, 9)]
    assert of(*BODY, *boxes).doubted == tuple(digest(box.text) for box in boxes[:3:-1])


def test_which_page_holds_the_story_of_another():
    longer = of(*BODY, "All rights reserved.", kept(AD, guest=True))
    assert longer.holds_story_of(of(*BODY))
    assert longer.holds_story_of(of(*BODY, kept(AD, guest=True)))
    assert not longer.holds_story_of(of(*BODY, kept(OTHER_AD, guest=True)))
    assert not of("A new lead.", *BODY).holds_story_of(of(*BODY))
    assert not of(*["***"] * 9).holds_story_of(of(*["***"] * 6))
    assert not of(*BODY).holds_story_of(longer)
    assert not longer.holds_story_of(of(*BODY, BODY[0]))
    assert not longer.holds_story_of(of(*BODY[:3]))
    assert not longer.holds_story_of(of(*BODY, maker="justext"))


def test_which_page_begins_with_the_story_of_another_whatever_boxes_they_have():
    assert of(*BODY).begins_with(of(BODY[0], kept(AD, guest=True)))
    assert of(kept(AD, guest=True), *BODY).begins_with(of(*BODY))
    assert not of(*BODY).begins_with(of(*BODY[1:]))
    assert not of(*BODY[:2]).begins_with(of(*BODY))
    assert not of(*BODY).begins_with(of(kept(AD, guest=True)))
    assert not of(*BODY).begins_with(of(*BODY[:2], maker="justext"))


def test_which_page_has_nothing_but_boxes_more_than_another():
    story, boxed = of(*BODY), of(*BODY[:2], kept(AD, guest=True), *BODY[2:], kept(OTHER_AD, guest=True))
    assert boxed.has_boxes_more_than(story)
    assert boxed.has_boxes_more_than(of(*BODY, kept(AD, guest=True)))
    assert not story.has_boxes_more_than(boxed)
    assert not of(*BODY, AD).has_boxes_more_than(story)
    assert not of(*BODY[:3], kept(AD, guest=True)).has_boxes_more_than(of(*BODY[:3]))


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        ([*BODY, *(left(text, 0.4) for text in TEASERS)], [*BODY, *TEASERS], True),
        ([*BODY, *TEASERS], [*BODY, *(left(text, 0.12) for text in TEASERS)], True),
        ([*BODY, kept(AD, guest=True)], [*BODY, left(AD, 0.3)], True),
        ([*BODY, *(left(text, 0.4) for text in MANY)], [*BODY, *MANY, kept(AD, guest=True)], True),
        (
            [*BODY, *(left(text, 0.4) for text in MANY)],
            [*BODY, *MANY, kept(AD, guest=True), kept(OTHER_AD, guest=True)],
            False,
        ),
        ([*BODY, *(left(text, 0.4) for text in MANY)], [*BODY, *MANY, "One more paragraph"], False),
        ([*BODY], [*BODY, *TEASERS], False),
        ([*BODY, *TEASERS], [*BODY], False),
        ([*BODY], [*BODY, kept(AD, guest=True)], False),
        (BODY[:3], BODY[:3], False),
        ([*BODY[:3], *(left(text, 0.4) for text in TEASERS)], [*BODY[:3], *TEASERS], False),
    ],
    ids=[
        "teasers came in",
        "teasers went",
        "box went",
        "a box beside many that stood there",
        "two boxes beside as many",
        "a paragraph beside many",
        "teasers that stood there nowhere",
        "teasers that stand nowhere",
        "a box that stood there nowhere",
        "three paragraphs",
        "three paragraphs and teasers",
    ],
)
def test_which_texts_are_made_of_the_same_page(before, after, is_same):
    assert of(*after).is_page_of(of(*before)) is is_same
    assert not of(*after, maker="justext").is_page_of(of(*before))


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        (["Rain in Lorwick", *BODY], ["Sun in Tolmer", *BODY], True),
        (["Rain in Lorwick", *BODY], ["A note", "Rain in Lorwick", *BODY], False),
        (["Rain in Lorwick", *BODY], BODY, False),
        ([BODY[2], *BODY], ["Sun in Tolmer", *BODY], True),
        ([kept(AD, guest=True), *BODY], [kept(OTHER_AD, guest=True), *BODY], False),
        (["Rain in Lorwick", *BODY], [kept("Rain in Lorwick", guest=True), "Sun in Tolmer", *BODY], False),
        ([kept(AD, guest=True)], BODY, False),
        ([], BODY, False),
    ],
    ids=[
        "both have another opening",
        "one of them has the other's below its own",
        "one of them has none of its own",
        "an opening has the digest of a block that both have",
        "other boxes stand on top",
        "the opening stands in a box on the other",
        "boxes alone are known of one",
        "nothing is known of one",
    ],
)
def test_which_pages_open_apart(one, other, is_so):
    assert of(*one).opens_apart(of(*other)) is of(*other).opens_apart(of(*one)) is is_so
    assert not of(*one, maker="justext").opens_apart(of(*other))


def test_the_share_in_common():
    assert of(*BODY).share_of(of(*BODY)) == 1
    assert of(*BODY).share_of(of(*BODY[:3])) == 0.5
    assert of().share_of(of()) == 0


def test_it_takes_less_than_two_bytes_a_block():
    made = of(*BODY, kept(AD, guest=True), *(left(f"Box {number}", number / 10) for number in range(9)))
    assert len(made.pack()) == 4 + 2 + (6 + 1 + 7) * 13 // 8 + 1
    assert Outline.unpack(made.pack()) == made
    assert Outline().pack() == b""
    assert Outline.unpack(b"") == Outline()


def test_endless_pages_are_told_in_so_many_bytes():
    lines = [f"line {number}" for number in range(2_000)]
    boxes = [kept(f"box {number}", guest=True) for number in range(999)]
    made = of(*lines, *boxes, *(left(line, 0.3) for line in lines))
    assert len(made.own) == MOST_OWN
    assert len(made.pack()) <= 4 + 2 * (MOST_OWN + 2 * MOST_GUESTS + MOST_DOUBTED)
    assert Outline.unpack(made.pack()).own == made.own
    assert of(*lines).is_story_of(of(*lines))
    assert not of(*lines[:-1], "another line").is_story_of(of(*lines))


@pytest.mark.parametrize(("count", "boxes"), [(1, 99), (255, 511), (256, 256), (1_023, 255), (1_023, 1_023)])
@pytest.mark.parametrize("doubted", [0, 32, 33, 63, 255])
def test_all_blocks_of_a_long_page_are_told(count, boxes, doubted):
    made = of(
        *(f"line {number}" for number in range(count)),
        *(kept(f"box {number}", guest=True) for number in range(boxes)),
        *(left(f"teaser {number}", 0.3) for number in range(doubted)),
    )
    assert len(made.doubted) == doubted
    remembered = Outline.unpack(made.pack())
    assert (remembered.own, remembered.kept, remembered.doubted) == (made.own, made.kept, made.doubted)
    assert [guest.ends for guest in remembered.guests[:MOST_ENDS]] == [guest.ends for guest in made.guests[:MOST_ENDS]]
    assert {guest.ends for guest in remembered.guests[MOST_ENDS:]} == {None}


def test_an_edit_of_one_of_the_first_boxes_is_told_and_nothing_is_taken_for_one_of_the_others():
    boxes = [
        kept(f"Number {number} of the things to give is a scarf, and every captain has wanted it since", guest=True)
        for number in range(40)
    ]
    before = Outline.unpack(of(*BODY, *boxes).pack())
    edited = {place: kept(boxes[place].text.replace("scarf", "hat"), guest=True) for place in (3, 30)}
    first, later = ([*boxes[:place], edited[place], *boxes[place + 1 :]] for place in (3, 30))
    assert not of(*BODY, *first).is_story_of(before)
    assert of(*BODY, *later).is_story_of(before)
    assert Outline.unpack(of(*BODY, *later).pack()).is_story_of(before)


def test_a_list_of_boxes_some_of_which_are_read_as_paragraphs_is_as_it_was():
    boxes = [f"Number {number}: a scarf" for number in range(99)]
    before = of(*BODY, *(kept(box, guest=True) for box in boxes))
    after = of(*BODY, *boxes[90:], *(kept(box, guest=True) for box in boxes[:90]))
    assert after.is_story_of(Outline.unpack(before.pack()))


def test_what_was_packed_before_there_were_so_many_can_be_read():
    """A byte each: maker, own blocks, guests, doubted ones."""
    assert Outline.unpack(b"\x07\x01\x00\x01" + (5 << 13 | 6).to_bytes(4, "big")) == Outline(7, (5,), (), (6,))


def test_boxes_all_of_which_were_packed_with_their_ends_can_be_read():
    guests = tuple(Guest(number, (number, 0)) for number in range(20))
    digests = sum(guest.whole << 13 * place for place, guest in enumerate(reversed(guests)))
    packed = b"\x07\x00\x14\x00" + b"".join(map(bytes, (guest.ends for guest in guests))) + digests.to_bytes(33, "big")
    assert Outline.unpack(packed) == Outline(7, (), guests)


def test_digests_are_the_same_on_every_machine():
    assert digest("The Harbour, at 5 o'clock.") == digest("the harbour at 5 O CLOCK") == 0x0540
    assert (digest("The harbour, at 5") + digest("o'clock")) & MASK == digest("The harbour at 5 o'clock")
    assert end_digests("short") == (end_digests("Short!")[0],) * 2
    assert 0 <= digest("\udc80") < 1 << 13


UNLIKELY = left("Thanks for reading!", 0.001)
LIKELY = left("Read more", 0.5)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ([*BODY[:5], UNLIKELY, BODY[5], LIKELY], True),
        ([UNLIKELY, LIKELY, *BODY], False),
        ([*BODY, LIKELY], False),
        ([*BODY, LIKELY, *(left(f"Menu {number}", 0.001) for number in range(20)), UNLIKELY], False),
        ([*BODY[:5], UNLIKELY, *(left(f"Menu {number}", 0.001) for number in range(400)), BODY[5], LIKELY], False),
    ],
    ids=["among the story", "elsewhere", "gone", "far below it", "in a list"],
)
def test_what_is_left_out_now_and_still_stands_among_the_story_was_not_changed(
    after: list[Block | str], expected: bool
) -> None:
    before = of(*BODY[:5], "Thanks for reading!", BODY[5], LIKELY)
    assert of(*after).is_story_of(before) is expected


def test_an_unlikely_box_elsewhere_does_not_hide_that_a_paragraph_went():
    box = left("day on what the mayor said of the bridge, Paragraph 2 says 2", 0.001)
    assert digest(box.text) == digest(BODY[2])
    before = of(*BODY, LIKELY)
    assert of(*BODY[:2], box, *BODY[3:], LIKELY).is_story_of(before)
    assert of(BODY[0], BODY[1], BODY[3], box, BODY[4], BODY[5], LIKELY).is_story_of(before) is False
    assert of(BODY[0], box, BODY[4], BODY[5], LIKELY).is_story_of(before) is False
    assert of(UNLIKELY, *BODY, LIKELY).is_story_of(of("Thanks for reading!", *BODY, LIKELY))
    assert of(BODY[0], left(BODY[1], 0.001), box, BODY[3], *BODY[4:], LIKELY).is_story_of(before)
