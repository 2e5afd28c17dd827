"""Kept blocks in markup unlike the story's that no name tells of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.rules.loose import FEWEST_HEADINGS, Loose, Nameless
from boilerspider.markup.spots import Standing
from boilerspider.markup.tree import Document, parse
from boilerspider.model import Block

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(6)]
OFFER, MORE = "Secret offers for all our readers today", "Secret sales on all the other days"
LINK, OTHER = f'<a href="/x">{OFFER}</a>', f'<a href="/y">{MORE}</a>'


def nameless(document: Document, blocks: Sequence[Block]) -> Nameless:
    return Nameless.of(Standing.of(document.transcript, blocks))


def loose(document: Document, blocks: Sequence[Block], asked: Collection[int], links: Collection[int]) -> Loose:
    return nameless(document, blocks).loose(asked, links)


def found(box: str, paragraph: str = "<p>{}</p>", *, links: bool = False) -> list[bool]:
    """Of the offers in the midst of a story of such paragraphs, those that stand loose: whether each holds a link."""
    lines = [paragraph.format(text) for text in STORY]
    document = parse(f"<main>{''.join((*lines[:3], box, *lines[3:]))}</main>")
    blocks = extractor("everything").label(document)
    asked = [place for place, block in enumerate(blocks) if "Secret" in block.text]
    assert asked
    told = loose(document, blocks, asked, asked if links else ())
    assert told.lines <= told.boxes.keys()
    return list(told.boxes.values())


CASES = [
    ("a paragraph", f"<p>{OFFER}</p>", []),
    ("a wrapper without a name", f"<div><p>{OFFER}</p></div>", [False]),
    ("text in one", f"<div>{OFFER}</div>", [False]),
    ("a section and all in it", f"<section><h2>{OFFER}</h2><p>{LINK}</p></section>", [False, True]),
    ("a line that is a link", f"<p>{LINK}</p>", [True]),
    ("a slanted line with a link", f"<p><em>Oh: {LINK}</em></p>", [True]),
    ("a slanted line", f"<p><em>{OFFER}</em></p>", []),
    ("a bold line", f"<p><strong>{OFFER}</strong></p>", []),
    ("a long line in one element with a link", f"<p><em>{'It rains, as ever. ' * 12}{LINK}</em></p>", []),
    ("a line in an element that says nothing, with a link", f"<p><span>Oh: {LINK}</span></p>", []),
    ("a heading's own element", f"<h2>{OFFER}</h2>", []),
    ("a link among words", f"<p>Oh: {LINK}</p>", []),
    ("lines of links, one above the other", f"<p>{LINK}</p><p>{OTHER}</p>", []),
    ("a list", f"<ul><li>{LINK}</li></ul>", [True]),
    ("a line that its name calls an advertisement", f'<p class="promo">{OFFER}</p>', [False]),
    ("a line in what its name calls one", f'<p><span class="ad-17">{OFFER}</span></p>', [False]),
    ("a long line that its name calls one", f'<p><b class="promo">{"It rains, as ever. " * 12}{OFFER}</b></p>', []),
    ("a line with a name that no other has", f'<p class="last">{OFFER}</p>', [False]),
    ("a link in one", f'<p class="last">Oh: {LINK}</p>', [True]),
    ("a long line with a name that no other has", f'<p class="x y">{"It rains, as ever. " * 12}{OFFER}</p>', [False]),
    ("lines with one name", f'<p class="last">{OFFER}</p><p class="last">{MORE}</p>', []),
    ("a line with a name in an element of its own", f'<ul><li><p class="last">{OFFER}</p></li></ul>', []),
    ("a heading with a name", f'<h3 class="last">{OFFER}</h3>', []),
    (
        "lines that are called so, one above the other",
        f'<p><b class="promo">{OFFER}</b></p><p><b class="ad">{MORE}</b></p>',
        [],
    ),
    ("a list of words", f"<ul><li>{OFFER}</li></ul>", []),
    ("a quotation", f"<blockquote><div><p>{OFFER}</p></div></blockquote>", []),
    ("a quotation in a wrapper", f"<div><blockquote><p>{OFFER}</p></blockquote></div>", []),
    ("a quotation that is a link", f"<blockquote><p>{LINK}</p></blockquote>", []),
    (
        "a box in a quotation of the story's",
        f"<blockquote><p>The wall held.</p><div><p>{OFFER}</p></div></blockquote>",
        [False],
    ),
]


@pytest.mark.parametrize(("box", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_stands_loose(box: str, expected: list[bool]) -> None:
    assert found(box) == expected


@pytest.mark.parametrize("paragraph", ["<div><p>{}</p></div>", "<section><div><p>{}</p></div></section>"])
def test_what_is_wrapped_as_the_story_is_does_not(paragraph: str) -> None:
    assert found(paragraph.format(OFFER), paragraph) == []
    assert found(f"<div><table><tr><td>{OFFER}</td></tr></table></div>", paragraph) == [False]


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (['class="text"'] * 6, [False]),
        (['class="text b"'] * 6, []),
        (['class="text"'] * 3 + ["", 'class="b"', 'class="text"'], []),
        ([f'class="text-{number}"' for number in range(6)], []),
    ],
    ids=["dressed alike", "with one of its names", "dressed in several ways", "numbered"],
)
def test_a_paragraph_is_unlike_a_story_that_is_dressed_alike(others: list[str], expected: list[bool]) -> None:
    lines = [f"<p {names}>{text}</p>" for names, text in zip(others, STORY, strict=True)]
    box = f'<p class="a b">{OFFER}</p>'
    document = parse(f"<main>{''.join((*lines[:3], box, *lines[3:]))}</main>")
    assert list(loose(document, extractor("everything").label(document), (3,), ()).boxes.values()) == expected


@pytest.mark.parametrize(("place", "expected"), [(0, []), (1, []), (2, [False]), (5, [False]), (6, [])])
def test_a_story_begins_and_ends_in_a_dress_of_its_own(place: int, expected: list[bool]) -> None:
    lines = [f"<p>{text}</p>" for text in STORY]
    box = f'<p class="lead">{OFFER}</p>'
    document = parse(f"<main>{''.join((*lines[:place], box, *lines[place:]))}</main>")
    assert list(loose(document, extractor("everything").label(document), (place,), ()).boxes.values()) == expected


def test_what_its_name_calls_an_advertisement_is_told_of_what_is_asked() -> None:
    lines = [f'<p class="promo-{number}">{text}</p>' for number, text in enumerate((OFFER, MORE))]
    document = parse(f"<main>{''.join(f'<p>{text}</p>' for text in STORY)}{''.join(lines)}</main>")
    told = nameless(document, extractor("everything").label(document))
    last = len(STORY) + 1
    assert [told.called(asked) for asked in ((), (0, last), (last - 1, last))] == [set(), {last}, {last - 1, last}]


def test_a_name_that_the_story_has_calls_nothing_an_advertisement() -> None:
    assert found(f'<p class="promo">{OFFER}</p>', '<p class="promo">{}</p>') == []


CELL = f"<td>{OFFER}</td>"
TABLES = [
    (f"<table><tr>{CELL}</tr><tr><td>{MORE}</td></tr></table>", True),
    (f"<table><tbody><tr><th>{OFFER}</th></tr></tbody><tr><td><div><p>{MORE}</p></div></td></tr></table>", True),
    (f"<table><tr>{CELL}<!-- x --></tr><tr>{CELL}<td> </td></tr></table>", True),
    (f"<table><tr>{CELL}<td><script>show()</script></td></tr></table>", True),
    (f"<table><tr>{CELL}<td><b></b>4</td></tr></table>", False),
    (f"<table><tr><td><table><tr>{CELL}</tr></table></td><td>4</td></tr></table>", True),
    (f"<table><tr>{CELL}<td>{MORE}</td></tr></table>", False),
    (f"<table><tr>{CELL}</tr><tr><td>Secret</td><td>4</td></tr></table>", False),
    (f"<table><tr>{CELL}</tr><tr><td>The wall held.</td></tr></table>", False),
    (f"<table>{f'<tr>{CELL}</tr>' * 3}</table>", False),
    (f"<p>{OFFER}</p><p>{MORE}</p>", False),
]


@pytest.mark.parametrize(("table", "is_frame"), TABLES)
def test_a_table_of_a_line_or_two_is_a_frame(table: str, *, is_frame: bool) -> None:
    document = parse(f"<main>{''.join(f'<p>{text}</p>' for text in STORY)}{table}</main>")
    blocks = extractor("everything").label(document)
    offers = {place for place, block in enumerate(blocks) if "Secret" in block.text}
    assert nameless(document, blocks).in_frames(offers, ()) == (offers if is_frame else set())
    assert nameless(document, blocks).in_frames((), ()) == set()


def test_links_make_no_list_of_a_frame() -> None:
    cells = "".join(f"<tr><td>{text}</td></tr>" for text in (OFFER, MORE, "<a href=/x>See our prices</a>"))
    document = parse(f"<main>{''.join(f'<p>{text}</p>' for text in STORY)}<table>{cells}</table></main>")
    blocks = extractor("everything").label(document)
    offers = set(range(len(blocks))[-3:])
    assert nameless(document, blocks).in_frames(offers, (max(offers),)) == offers


@pytest.mark.parametrize(
    ("name", "is_called"),
    [
        ("promo", True),
        ("article__ad-unit", True),
        ("newsletterSignup", True),
        ("js-Related_17", True),
        ("republican", False),
        ("published", False),
        ("read-more-toggle", False),
        ("header", False),
        ("contact", False),
        ("socialist", False),
    ],
)
def test_whole_words_of_a_name_call_a_line_an_advertisement(name: str, *, is_called: bool) -> None:
    assert found(f'<p><span class="{name}">{OFFER}</span></p>') == ([False] if is_called else [])


def test_a_line_that_is_hardly_more_than_a_link_does() -> None:
    assert found(f"<p>Oh: {LINK}</p>", links=True) == [True]
    assert found(f"<p>{OFFER}</p>", links=True) == []


def test_only_what_is_asked_is_told() -> None:
    document = parse(f"<main>{''.join(f'<p>{text}</p>' for text in STORY)}<div>{OFFER}</div></main>")
    blocks = extractor("everything").label(document)
    assert loose(document, blocks, (), ()) == ({}, frozenset())
    assert loose(document, blocks, (0, len(blocks) - 1), ()) == ({len(blocks) - 1: False}, frozenset())
    assert loose(document, blocks, (0,), ()) == ({}, frozenset())


def test_a_wrapper_that_holds_some_of_the_story_is_none() -> None:
    lines = [f"<p>{text}</p>" for text in STORY]
    document = parse(f"<main>{''.join(lines)}<section><p>The wall held.</p><p>{OFFER}</p></section></main>")
    blocks = extractor("everything").label(document)
    last = len(blocks) - 1
    assert loose(document, blocks, (last,), ()).boxes == {}
    assert loose(document, blocks, (last - 1, last), ()).boxes == {last - 1: False, last: False}


@pytest.mark.parametrize(
    ("box", "sizes"),
    [
        ("<p>{}</p><p>{}</p>", []),
        ("<div><p>{}</p><p>{}</p></div>", [2]),
        ("<section><h3>{}</h3><div><p>{}</p></div></section>", [2]),
        ("<div>{}</div><div>{}</div>", [1, 1]),
        ("<ul><li>{}</li><li>{}</li></ul>", []),
        ("<details><summary>{}</summary><p>{}</p></details>", [2]),
    ],
)
def test_blocks_in_one_wrapper_have_one_number(box: str, sizes: list[int]) -> None:
    document = parse(f"<main>{''.join(f'<p>{text}</p>' for text in STORY)}{box.format(OFFER, MORE)}</main>")
    told = nameless(document, extractor("everything").label(document)).wrappers()
    assert set(told) <= {len(STORY), len(STORY) + 1}
    assert sorted(Counter(told.values()).values()) == sizes


@pytest.mark.parametrize(("headings", "is_line"), [(1, True), (FEWEST_HEADINGS - 1, True), (FEWEST_HEADINGS, False)])
def test_a_linked_heading_that_has_several_like_it_is_no_line(headings: int, *, is_line: bool) -> None:
    items = "".join(f"<h2>{LINK}</h2><p>{text}</p>" for text in STORY[:headings])
    told = found(f"{items}{''.join(f'<p>{text}</p>' for text in STORY)}", links=True)
    assert told == ([True] * headings if is_line else [])


def test_a_line_below_such_a_heading_stands_in_a_list_with_it() -> None:
    items = "".join(f"<h2>{LINK}</h2><p>{OTHER}</p><p>{text}</p>" for text in STORY[:FEWEST_HEADINGS])
    assert found(f"{items}{''.join(f'<p>{text}</p>' for text in STORY)}", links=True) == []


def test_several_headings_that_their_name_calls_advertisements_are_lines() -> None:
    items = "".join(f'<h2 class="promo">{LINK}</h2><p>{text}</p>' for text in STORY[:FEWEST_HEADINGS])
    assert found(f"{items}{''.join(f'<p>{text}</p>' for text in STORY)}") == [True] * FEWEST_HEADINGS


@pytest.mark.parametrize(
    ("box", "is_line"), [(f"<p>{LINK}</p>", True), (f"<div>{LINK}</div>", True), (f"<div>{OFFER}</div>", False)]
)
def test_which_are_lines_of_a_link(box: str, *, is_line: bool) -> None:
    document = parse(f"<main>{''.join(f'<p>{text}</p>' for text in STORY)}{box}</main>")
    blocks = extractor("everything").label(document)
    last = len(blocks) - 1
    assert loose(document, blocks, (last,), ()).lines == (frozenset((last,)) if is_line else frozenset())


@given(
    st.lists(
        st.sampled_from(["<div>", "</div>", "<p>", "<em>", LINK, OFFER, "<ul><li>", "<table>", STORY[0]]), max_size=30
    )
)
def test_nothing_breaks_it(pieces: list[str]) -> None:
    document = parse("<main>" + "".join(pieces) + "</main>")
    blocks = extractor("everything").label(document)
    kept = {place for place, block in enumerate(blocks) if block.is_content}
    told = loose(document, blocks, range(1, len(blocks)), ())
    assert told.boxes.keys() <= kept - {0}
    assert told.lines <= told.boxes.keys()
