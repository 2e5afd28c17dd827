"""Boxes of their own among kept blocks: which are left out."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.facts import Head
from boilerspider.extractors.news.rules.boxes import STRANGE_SCORE, Doubts, without_boxes
from boilerspider.extractors.news.rules.strangers import Strangers
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(6)]
OFFER = "Secret offers for all our readers today"
LINKED = f'<div class="promo"><p><a href="/x">{OFFER}</a></p></div>'
MAX_BYTES = 16_000_000
"""Memory that boxes may be looked for in; the paths to so many blocks take twice as much, and what is made of them."""
UNLINKED = f'<div class="promo"><p>{OFFER}</p></div>'


def page(box: str, around: str = "{}", description: str = "") -> str:
    lines = [f"<p>{text}</p>" for text in STORY]
    body = around.format("".join((*lines[:3], box, *lines[3:])))
    return (
        f'<html><head><meta name="description" content="{description}"></head><body><main>{body}</main></body></html>'
    )


def left_out(html: str, score: float, kind: BlockType = BlockType.PARAGRAPH, *, is_strange: bool = False) -> bool:
    """Whether the offer is, on a page of which all is kept and the rest is likely."""
    document = parse(html)
    blocks = tuple(
        replace(block, score=score, type=kind) if block.text.startswith("Secret") else replace(block, score=0.95)
        for block in extractor("everything").label(document)
    )
    strange = frozenset(place for place, block in enumerate(blocks) if is_strange and block.text.startswith("Secret"))
    rest = without_boxes(document, blocks, Head.of(document.root), doubts=Doubts(Strangers(strange, strange)))
    found = rest.blocks
    assert [block.text for block in found] == [block.text for block in blocks]
    gone = [block for block in found if not block.is_content]
    assert all(
        block.type is BlockType.BOILERPLATE and block.score == (min(score, STRANGE_SCORE) if is_strange else score)
        for block in gone
    )
    assert rest.strange == (strange if gone else frozenset())
    return bool(gone)


@pytest.mark.parametrize(
    ("box", "score", "is_out"),
    [
        (LINKED, 0.8, True),
        (LINKED, 0.95, False),
        (UNLINKED, 0.5, True),
        (UNLINKED, 0.7, False),
        (f"<p>{OFFER}</p>", 0.3, False),
        (f'<p><a href="/x">{OFFER}</a></p>', 0.3, False),
    ],
    ids=["likely, with a link", "sure", "doubtful", "likely", "a paragraph", "a paragraph that is a link"],
)
def test_a_box_is_left_out_if_it_is_not_likely_enough(box: str, score: float, is_out: bool) -> None:
    assert left_out(page(box), score) == is_out


@pytest.mark.parametrize(
    ("box", "kind", "is_out"),
    [
        (UNLINKED, BlockType.PARAGRAPH, True),
        (f"<p>{OFFER}</p>", BlockType.PARAGRAPH, False),
        (f'<p class="last">{OFFER}</p>', BlockType.PARAGRAPH, True),
        (UNLINKED, BlockType.QUOTE, False),
        (f"<div><p>{OFFER}</p></div>", BlockType.PARAGRAPH, True),
        (f'<p><a href="/x">{OFFER}</a></p>', BlockType.PARAGRAPH, True),
        (f'<p><a href="/x">{OFFER}</a></p>', BlockType.LIST_ITEM, False),
        (f"<blockquote>{OFFER}</blockquote>", BlockType.QUOTE, False),
    ],
    ids=[
        "a box",
        "a paragraph that an editor may have added",
        "the same with a name that no other has",
        "a quote",
        "a box without a name",
        "a line that is a link",
        "the same in a list",
        "a quote without a name",
    ],
)
def test_a_sure_box_is_left_out_if_it_speaks_of_something_else(box: str, kind: BlockType, *, is_out: bool) -> None:
    assert left_out(page(box), 0.99, kind, is_strange=True) == is_out


@pytest.mark.parametrize("kind", [BlockType.STANDFIRST, BlockType.QUOTE, BlockType.CODE, BlockType.TABLE])
def test_what_stands_in_boxes_in_many_a_story_stays(kind: BlockType) -> None:
    assert not left_out(page(LINKED), 0.4, kind)


def test_a_cell_is_left_out_where_the_story_itself_is_in_a_table() -> None:
    document = parse(page(LINKED, "<table><tr><td>{}</td></tr></table>"))
    blocks = tuple(
        replace(block, score=0.5 if block.text == OFFER else 0.95, type=BlockType.TABLE)
        for block in extractor("everything").label(document)
    )
    found = without_boxes(document, blocks, Head.of(document.root)).blocks
    assert [block.text for block in found if block.is_content] == STORY


@pytest.mark.parametrize(
    ("boxes", "lines", "is_out"),
    [
        (["offer"], 4, True),
        (["offer"], 9, False),
        (["a", "b"], 3, True),
        (["a", "b"], 6, False),
        (["a", "b", "c"], 2, False),
        (["a", "b", "c"], 1, True),
    ],
    ids=[
        "one box",
        "one that is half the page",
        "two",
        "two of four tenths",
        "three that are a quarter of the page",
        "three small ones",
    ],
)
def test_a_page_that_is_made_of_boxes_keeps_them(boxes: list[str], lines: int, is_out: bool) -> None:
    """Few boxes may be long beside a short story; of many, what they hold is the page."""
    text = "".join(f'<p><a href="/x">Secret {line}</a></p>' for line in sentences("letters", lines))
    made = [f'<div class="{name}">{text}</div>' for name in boxes]
    body = "".join(f"<p>{story}</p>{box}" for story, box in zip_longest(STORY, made, fillvalue=""))
    assert left_out(f"<html><body><main>{body}</main></body></html>", 0.4) == is_out


def test_what_the_description_says_stays() -> None:
    assert not left_out(page(LINKED, description=OFFER), 0.4)


def test_a_page_without_doubtful_blocks_is_left_alone() -> None:
    document = parse(page(LINKED))
    blocks = tuple(replace(block, score=0.95) for block in extractor("everything").label(document))
    assert without_boxes(document, blocks, Head.of(document.root)).blocks is blocks


NOTE = "Nobody has to read on to the end of what stands here"
HEADED = f'<div class="promo"><h3>Of note</h3><p>{OFFER}</p><p>{NOTE}</p></div>'


def kept_of_box(html: str, scores: dict[str, float], doubts: Callable[[Sequence[str]], Doubts]) -> list[str]:
    """What of the page is kept, but for the story, where these blocks are less likely than the story."""
    document = parse(html)
    label = extractor("everything").label
    blocks = tuple(
        replace(
            block,
            score=scores.get(block.text, 0.99),
            type=BlockType.SUBHEAD if block.text == "Of note" else BlockType.PARAGRAPH,
        )
        for block in label(document)
    )
    found = without_boxes(
        document, blocks, Head.of(document.root), doubts=doubts([block.text for block in blocks])
    ).blocks
    return [block.text for block in found if block.is_content and block.text not in STORY]


@pytest.mark.parametrize(
    ("scores", "kept"),
    [
        ({OFFER: 0.8}, [OFFER, NOTE]),
        ({OFFER: 0.8, NOTE: 0.8}, []),
        ({OFFER: 0.5}, [NOTE]),
    ],
    ids=["a paragraph beside it is sure", "none is", "hardly likely"],
)
def test_a_box_with_a_link_of_which_a_paragraph_stays_keeps_what_is_likely(
    scores: dict[str, float], kept: list[str]
) -> None:
    box = f'<div class="promo"><p><a href="/x">{OFFER}</a></p><p>{NOTE}</p></div>'
    assert kept_of_box(page(box), scores, lambda _: Doubts()) == kept
    assert kept_of_box(page(box), scores, odd(OFFER)) == [text for text in kept if text != OFFER]


def odd(*texts: str) -> Callable[[Sequence[str]], Doubts]:
    return lambda page: Doubts(Strangers(odd=frozenset(map(page.index, texts))))


def foreign(page: Sequence[str]) -> Doubts:
    places = frozenset((page.index(OFFER),))
    return Doubts(Strangers(places, places))


def together(*texts: str) -> Callable[[Sequence[str]], Doubts]:
    """Boxes that hold one of these speak of something else."""

    def doubts(page: Sequence[str]) -> Doubts:
        wanted = set(map(page.index, texts))

        def foreign(boxes: Sequence[Sequence[int]]) -> frozenset[int]:
            assert all(wanted.issubset(box) or wanted.isdisjoint(box) for box in boxes)
            return frozenset(wanted) if any(map(wanted.issubset, boxes)) else frozenset()

        return Doubts(together=foreign, is_sure=True)

    return doubts


def heading(_: Sequence[str]) -> Doubts:
    return Doubts(
        headings=lambda blocks: frozenset(place for place, block in enumerate(blocks) if block.text == "Of note")
    )


def offers(blocks: Sequence[Block]) -> frozenset[int]:
    """The places of the offer, taken for headings that head nothing."""
    return frozenset(place for place, block in enumerate(blocks) if block.text == OFFER)


def heading_of_the_offer(_: Sequence[str]) -> Doubts:
    """It heads nothing if the offer is left out."""

    def headings(blocks: Sequence[Block]) -> frozenset[int]:
        texts = {block.text: (place, block.is_content) for place, block in enumerate(blocks)}
        return frozenset() if texts[OFFER][1] else frozenset((texts["Of note"][0],))

    return Doubts(headings=headings)


@pytest.mark.parametrize(
    ("scores", "doubts", "kept"),
    [
        ({OFFER: 0.8}, odd(), ["Of note", OFFER, NOTE]),
        ({OFFER: 0.8}, odd(OFFER), ["Of note", NOTE]),
        ({OFFER: 0.95}, odd(OFFER), ["Of note", OFFER, NOTE]),
        ({OFFER: 0.8, NOTE: 0.7, "Of note": 0.7}, odd(OFFER), []),
        ({OFFER: 0.95, NOTE: 0.7, "Of note": 0.7}, odd(OFFER), ["Of note", OFFER, NOTE]),
        ({"Of note": 0.8}, odd(), ["Of note", OFFER, NOTE]),
        ({"Of note": 0.8}, heading, [OFFER, NOTE]),
        ({"Of note": 0.95}, heading, [OFFER, NOTE]),
        ({"Of note": 0.8, OFFER: 0.7}, heading_of_the_offer, ["Of note", OFFER, NOTE]),
        ({"Of note": 0.8, OFFER: 0.5}, heading_of_the_offer, [NOTE]),
        ({"Of note": 0.8}, foreign, [NOTE]),
        ({}, together(OFFER, NOTE, "Of note"), []),
        ({}, together("Of note"), [OFFER, NOTE]),
    ],
    ids=[
        "likely",
        "likely and odd",
        "sure and odd",
        "what stands beside what is odd",
        "what stands beside what is odd and sure",
        "a heading",
        "a heading that heads nothing",
        "a sure one",
        "a heading of what stays",
        "a heading of what goes",
        "what stands beside what speaks of something else",
        "what does so together",
        "a part of it",
    ],
)
def test_what_speaks_against_a_block_in_a_box(
    scores: dict[str, float], doubts: Callable[[Sequence[str]], Doubts], kept: list[str]
) -> None:
    assert kept_of_box(page(HEADED), scores, doubts) == kept


def test_the_name_of_a_box_that_stands_in_none_stays_if_it_is_sure() -> None:
    html = page(f"<h3>Of note</h3><p>{OFFER}</p>")
    assert kept_of_box(html, {"Of note": 0.95}, heading) == ["Of note", OFFER]
    assert kept_of_box(html, {"Of note": 0.8}, heading) == [OFFER]


def test_a_short_heading_right_above_what_stays_is_no_name_of_a_box() -> None:
    html = page(f"<h3>Of note</h3><p>{OFFER}</p>")
    assert kept_of_box(html, {"Of note": 0.53}, odd()) == ["Of note", OFFER]
    boxed = page(f"<h3>Of note</h3><div class=offer><p>{OFFER}</p></div>")
    assert kept_of_box(boxed, {"Of note": 0.53, OFFER: 0.53}, odd()) == []


@pytest.mark.parametrize(
    ("box", "score", "doubts", "is_out"),
    [
        ("<section><h2>{}</h2></section>", 0.8, Doubts(headings=offers, is_sure=True), True),
        ("<section><h2>{}</h2></section>", 0.8, Doubts(headings=offers), False),
        ("<section><h2>{}</h2></section>", 0.95, Doubts(headings=offers, is_sure=True), False),
        ("<section><h2>{}</h2></section>", 0.8, Doubts(is_sure=True), False),
        ("<h2>{}</h2>", 0.8, Doubts(headings=offers, is_sure=True), False),
    ],
    ids=["on a story", "on what may be one", "a sure one", "one that heads something", "in no wrapper"],
)
def test_a_heading_that_heads_nothing_goes_from_a_wrapper_without_a_name(
    box: str, score: float, doubts: Doubts, *, is_out: bool
) -> None:
    document = parse(page(box.format(OFFER)))
    blocks = tuple(
        replace(block, score=score, type=BlockType.SUBHEAD) if block.text == OFFER else replace(block, score=0.95)
        for block in extractor("everything").label(document)
    )
    rest = without_boxes(document, blocks, Head.of(document.root), doubts=doubts)
    assert [block.text for block in rest.blocks if not block.is_content] == ([OFFER] if is_out else [])


def test_headings_in_boxes_and_in_wrappers_are_counted_by_themselves() -> None:
    """Four in wrappers are how the page is made, and save none that stands in a box with a name."""
    lines = sentences("letters", 7)
    marks = ["<section><h2>{}</h2></section>"] * 4 + ['<div class="promo"><h2>{}</h2></div>'] * 3
    boxes = [mark.format(line) for mark, line in zip(marks, lines, strict=True)]
    document = parse(
        f"<main>{''.join(f'<p>{story}</p>{box}' for story, box in zip(STORY * 2, boxes, strict=False))}</main>"
    )
    blocks = tuple(
        replace(block, score=0.8, type=BlockType.SUBHEAD) if block.text in lines else replace(block, score=0.95)
        for block in extractor("everything").label(document)
    )

    def headings(blocks: Sequence[Block]) -> frozenset[int]:
        return frozenset(place for place, block in enumerate(blocks) if block.text in lines)

    rest = without_boxes(document, blocks, Head.of(document.root), doubts=Doubts(headings=headings, is_sure=True))
    assert [block.text for block in rest.blocks if not block.is_content] == lines[4:]


@pytest.mark.parametrize(
    ("box", "score", "is_sure", "is_out"),
    [
        (f'<p class="promo">{OFFER}</p>', 0.8, True, True),
        (f'<p class="promo">{OFFER}</p>', 0.8, False, False),
        (f'<p class="promo">{OFFER}</p>', 0.95, True, False),
        (f'<p class="last">{OFFER}</p>', 0.8, True, False),
        (f'<ul><li class="promo">{OFFER}</li></ul>', 0.8, True, False),
    ],
    ids=["on a story", "on what may be one", "a sure one", "a name that says nothing", "an item of a list"],
)
def test_a_line_that_its_name_calls_an_advertisement_is_a_box(
    box: str, score: float, *, is_sure: bool, is_out: bool
) -> None:
    document = parse(page(box))
    blocks = tuple(
        replace(block, score=score, type=kind_of(box)) if block.text == OFFER else replace(block, score=0.95)
        for block in extractor("everything").label(document)
    )
    rest = without_boxes(document, blocks, Head.of(document.root), doubts=Doubts(is_sure=is_sure))
    assert [block.text for block in rest.blocks if not block.is_content] == ([OFFER] if is_out else [])


@pytest.mark.parametrize(
    ("table", "is_out"),
    [
        ("<table><tr><td>{}</td></tr><tr><td>{}</td></tr></table>", True),
        ('<table class="promo"><tr><td>{}</td></tr><tr><td>{}</td></tr></table>', True),
        ("<table><tr><td>{}</td><td>{}</td></tr></table>", False),
    ],
)
def test_a_frame_in_which_something_else_is_said_goes_and_a_table_stays(table: str, *, is_out: bool) -> None:
    document = parse(page(table.format(OFFER, NOTE)))
    blocks = tuple(
        replace(block, score=0.95, type=BlockType.PARAGRAPH if block.text in STORY else BlockType.TABLE)
        for block in extractor("everything").label(document)
    )
    strange = frozenset(place for place, block in enumerate(blocks) if block.text in {OFFER, NOTE})
    rest = without_boxes(document, blocks, Head.of(document.root), doubts=Doubts(Strangers(strange, strange)))
    assert [block.text for block in rest.blocks if not block.is_content] == ([OFFER, NOTE] if is_out else [])


@pytest.mark.parametrize(
    ("box", "is_out"),
    [
        (f"<div><p>{OFFER}</p><p>{NOTE}</p></div>", True),
        (f"<details><summary>{OFFER}</summary><p>{NOTE}</p></details>", True),
        (f'<blockquote><p>The wall held.</p><div class="promo"><p>{OFFER}</p><p>{NOTE}</p></div></blockquote>', True),
        (f"<blockquote><p>The wall held.</p><div><p>{OFFER}</p><p>{NOTE}</p></div></blockquote>", True),
        (f'<blockquote><div class="promo"><p>{OFFER}</p><p>{NOTE}</p></div></blockquote>', False),
        (f'<div class="promo"><blockquote><p>{OFFER}</p><p>{NOTE}</p></blockquote></div>', False),
        (f'<ul class="promo"><li>{OFFER}</li><li>{NOTE}</li></ul>', False),
        (f"<p>{OFFER}</p><p>{NOTE}</p>", False),
    ],
    ids=[
        "no name",
        "details",
        "a box in a quotation of the story's",
        "one without a name",
        "a box that is a quotation",
        "a quotation in a box",
        "a list",
        "no box",
    ],
)
def test_which_boxes_go_together(box: str, *, is_out: bool) -> None:
    document = parse(page(box))
    blocks = tuple(
        replace(
            block,
            score=0.95,
            type=BlockType.QUOTE if "<blockquote" in box and block.text not in STORY else kind_of(box),
        )
        for block in extractor("everything").label(document)
    )
    doubts = together(OFFER, NOTE)([block.text for block in blocks])
    rest = without_boxes(document, blocks, Head.of(document.root), doubts=doubts)
    gone = {block.text for block in rest.blocks if not block.is_content}
    assert gone == ({OFFER, NOTE} if is_out else set())
    assert {blocks[place].text for place in rest.strange} == gone


@pytest.mark.parametrize(
    ("beside", "url", "is_out"),
    [
        ("<button>Join</button>", None, True),
        ("<p><a href=https://shop.example.org/7>Join</a></p>", "https://www.example.com/wall", False),
        ("", None, False),
    ],
    ids=["a button", "a link that is kept", "nothing"],
)
@pytest.mark.parametrize("attributes", ["", ' class="promo"'])
def test_a_list_goes_with_a_box_that_asks_for_something(
    beside: str, url: str | None, attributes: str, *, is_out: bool
) -> None:
    document = parse(page(f"<section{attributes}><ul><li>{OFFER}</li><li>{NOTE}</li></ul>{beside}</section>"), url)
    blocks = tuple(
        replace(block, score=0.95, type=BlockType.PARAGRAPH if block.text in STORY else BlockType.LIST_ITEM)
        for block in extractor("everything").label(document)
    )
    rest = without_boxes(document, blocks, Head.of(document.root), doubts=Doubts(is_sure=True, url=url))
    gone = {block.text for block in rest.blocks if not block.is_content} - {"Join"}
    assert gone == ({OFFER, NOTE} if is_out else set())


def kind_of(box: str) -> BlockType:
    return BlockType.LIST_ITEM if "<li" in box else BlockType.PARAGRAPH


def test_a_long_box_is_not_taken_together() -> None:
    lines = [f"Letter {number}" for number in range(6)]
    asked: list[Sequence[int]] = []

    def doubts(_: Sequence[str]) -> Doubts:
        return Doubts(together=lambda boxes: frozenset(asked.extend(boxes) or ()), is_sure=True)

    for count, found in ((5, 1), (6, 0)):
        asked.clear()
        kept_of_box(page(f'<div class="box">{"".join(f"<p>{line}</p>" for line in lines[:count])}</div>'), {}, doubts)
        assert len(asked) == found


def test_the_heading_of_a_box_without_a_name_goes_with_it() -> None:
    box = f"<section><h3>Of note</h3><p>{OFFER}</p></section>"
    assert kept_of_box(page(box), {"Of note": 0.8}, foreign) == []
    assert kept_of_box(page(box), {"Of note": 0.95}, foreign) == []


def test_a_heading_goes_with_what_is_odd_below_it_on_a_page_that_is_made_of_boxes() -> None:
    lines = sentences("letters", 9)
    boxes = [f'<div class="box{number}"><p>{line}</p></div>' for number, line in enumerate(lines)]
    body = "".join(f"<p>{story}</p>{box}" for story, box in zip_longest(STORY * 2, boxes, fillvalue=""))
    box = f"<section><h3>Of note</h3><p>{OFFER}</p></section>"
    html = f"<html><body><main>{body}{box}<p>{STORY[0]}</p></main></body></html>"
    scores = {**dict.fromkeys(lines, 0.4), "Of note": 0.95, OFFER: 0.8}
    assert kept_of_box(html, scores, odd(OFFER)) == lines


@pytest.mark.parametrize(
    ("times", "above", "is_out"),
    [(8, BlockType.STANDFIRST, False), (8, BlockType.PARAGRAPH, True), (2, BlockType.STANDFIRST, True)],
    ids=["a long paragraph", "not the first one", "a short line"],
)
def test_a_standfirst_does_not_open_the_story(times: int, above: BlockType, *, is_out: bool) -> None:
    first = f'<p>{STORY[0]}</p><div class="intro"><p>{" ".join([OFFER] * times)}</p></div>'
    document = parse(f"<html><body><main>{first}{''.join(f'<p>{text}</p>' for text in STORY[1:])}</main>")
    head, box, *rest = extractor("everything").label(document)
    blocks = (replace(head, type=above, score=0.95), replace(box, score=0.5), *(replace(b, score=0.95) for b in rest))
    assert without_boxes(document, blocks, Head.of(document.root)).blocks[1].is_content is not is_out


def test_what_opens_the_story_in_a_box_without_a_name_stays() -> None:
    html = f"<main><div><p>{OFFER}</p></div>{''.join(f'<p>{text}</p>' for text in STORY)}</main>"
    assert not left_out(html, 0.99, is_strange=True)


@pytest.mark.parametrize(
    ("box", "is_out"),
    [
        (f'<p><a href="/x">{OFFER}</a></p>', True),
        (f'<p><em><a href="/x">{OFFER}</a></em></p>', True),
        (f"<div>{OFFER}</div>", False),
        (f"<p>{OFFER}</p>", False),
    ],
)
def test_a_line_of_a_link_that_is_odd_goes_however_sure_it_is(box: str, *, is_out: bool) -> None:
    assert kept_of_box(page(box), {}, odd(OFFER)) == ([] if is_out else [OFFER])


def test_a_page_that_is_made_of_boxes_loses_the_odd_ones() -> None:
    lines = sentences("letters", 5)
    boxes = [f'<div class="box{number}"><p>{line}</p></div>' for number, line in enumerate(lines)]
    body = "".join(f"<p>{story}</p>{box}" for story, box in zip_longest(STORY[:3], boxes, fillvalue=""))
    html = f"<html><body><main>{body}</main></body></html>"
    scores = dict.fromkeys(lines, 0.4)
    assert kept_of_box(html, scores, odd()) == lines
    assert kept_of_box(html, scores, odd(lines[1])) == [line for line in lines if line != lines[1]]


def test_a_page_that_is_made_of_odd_boxes_keeps_them() -> None:
    """Four are too many, though they hold little of it."""
    notes, lines = [f"Note {number}" for number in range(4)], sentences("letters", 9)
    boxes = [f'<div class="box{number}"><p>{line}</p></div>' for number, line in enumerate((*notes, *lines))]
    body = "".join(f"<p>{story}</p>{box}" for story, box in zip_longest(STORY * 2, boxes, fillvalue=""))
    html = f"<html><body><main>{body}</main></body></html>"
    scores = dict.fromkeys((*notes, *lines), 0.4)
    assert kept_of_box(html, scores, odd(*notes[:3])) == [*notes[3:], *lines]
    assert kept_of_box(html, scores, odd(*notes)) == [*notes, *lines]


@pytest.mark.parametrize(("count", "are_kept"), [(3, False), (4, True)])
def test_a_page_with_many_odd_boxes_keeps_them(count: int, *, are_kept: bool) -> None:
    lines = sentences("letters", count)
    boxes = [f'<div class="box"><p>{line}</p></div>' for line in lines]
    body = "".join(f"<p>{story}</p>{box}" for story, box in zip_longest(STORY * 2, boxes, fillvalue=""))
    html = f"<html><body><main>{body}</main></body></html>"
    assert kept_of_box(html, dict.fromkeys(lines, 0.8), odd(*lines)) == (lines if are_kept else [])


@pytest.mark.parametrize(("count", "are_kept"), [(5, False), (6, True)])
def test_a_long_box_is_a_list_of_the_page(count: int, *, are_kept: bool) -> None:
    lines = [f"Letter {number}" for number in range(count)]
    html = page(f'<div class="box">{"".join(f"<p>{line}</p>" for line in lines)}</div>')
    assert kept_of_box(html, dict.fromkeys(lines, 0.8), odd(lines[0])) == (lines if are_kept else [])


@pytest.mark.parametrize(("count", "are_kept"), [(3, False), (4, True)])
def test_a_page_of_headings_that_head_nothing_keeps_them(count: int, *, are_kept: bool) -> None:
    lines = [f"Letter {number}" for number in range(count)]
    boxes = [f'<div class="box"><p>{line}</p></div>' for line in lines]
    body = "".join(f"<p>{story}</p>{box}" for story, box in zip_longest(STORY, boxes, fillvalue=""))
    html = f"<html><body><main>{body}</main></body></html>"

    def headings(page: Sequence[str]) -> Doubts:
        return Doubts(headings=lambda _: frozenset(map(page.index, lines)))

    assert kept_of_box(html, dict.fromkeys(lines, 0.8), headings) == (lines if are_kept else [])


def test_many_blocks_in_deep_markup_take_little_memory_and_stay() -> None:
    box = f"<div class=deep>{'<div>' * 400}{'<p>One more line of this' * 4_000}{'</div>' * 401}"
    document = parse(page(box + LINKED))
    blocks = tuple(replace(block, score=0.8) for block in extractor("everything").label(document))
    head = Head.of(document.root)
    tracemalloc.start()
    try:
        rest = without_boxes(document, blocks, head)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert rest.blocks is blocks
    assert most < MAX_BYTES
