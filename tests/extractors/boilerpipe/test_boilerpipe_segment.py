from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from boilerspider.extractors.boilerpipe.blocks import NO_MARKS, TextBlock
from boilerspider.extractors.boilerpipe.segment import Page, segment
from boilerspider.extractors.boilerpipe.variants import VARIANTS
from boilerspider.markup.blocks import walk
from boilerspider.markup.transcript import transcribe
from boilerspider.markup.tree import parse


def page_of(body: str, variant: str = "1.2") -> Page:
    return segment(parse(f"<html><body>{body}</body></html>").transcript, VARIANTS[variant])


def texts(body: str, variant: str = "1.2") -> list[str]:
    return [block.text for block in page_of(body, variant).blocks]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("one<br>two<hr>three<img>four", ["one", "two", "three", "four"]),
        ("a<b>b</b><i>c</i> d", ["abc d"]),
        ("H<sub>2</sub>O<abbr>x</abbr>y", ["H2O x y"]),
        ("a <!-- c -->b<?pi d?> c", ["a b c"]),
        ("one<script>no</script>two<style>no</style><noscript>no</noscript><p>three</p>", ["one", "two", "three"]),
        ("<p>one<iframe><b>no</b></iframe></p><p>two", ["one", "two"]),
        ("<select><option>no</option></select><button>go</button>", ["go"]),
        ("<p>see <a>this link</a>, please</p>", ["see this link , please"]),
        ("<p>  one \n two\t</p>", ["one   two"]),
        ("<p>\u00a0</p><p>a\u00a0</p>", ["\u00a0", "a\u00a0"]),
        ("<p> \n </p><p>|</p>", ["|"]),
        ("<a>one</a><p><a></a></p><p>two</p>", ["one", "two"]),
        ("<unknown>one</unknown>two", ["one", "two"]),
    ],
)
def test_cuts(body: str, expected: list[str]) -> None:
    assert texts(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>  one \n two\t</p>", ["one \n two"]),
        ("<p>\u00a0</p><p>a\u00a0</p>", ["a"]),
        ("<p>|</p><p>...</p>", ["..."]),
    ],
)
def test_cuts_of_boilerpy3(body: str, expected: list[str]) -> None:
    assert texts(body, "boilerpy3") == expected


@pytest.mark.parametrize(
    ("body", "words", "linked"),
    [
        ("<p>one <a>two three</a> four</p>", 4, 2),
        ("<p>one <a>two</a></p>", 2, 1),
        ("<a>one<p>two</p></a>", 1, 1),
        ("<p>one | » two</p>", 2, 0),
    ],
)
def test_counts(body: str, words: int, linked: int) -> None:
    block = page_of(body).blocks[0]
    assert (block.words, block.linked) == (words, linked)


def test_a_link_goes_on_in_the_next_block() -> None:
    root = etree.HTML("<body><a>one<p>two</p></a><p>three</p></body>")
    assert [block.linked for block in segment(transcribe(root)).blocks] == [1, 1, 0]


@pytest.mark.parametrize(("variant", "last"), [("1.2", (1, 0)), ("boilerpy3", (1, 1))])
def test_a_link_in_a_link(variant: str, last: tuple[int, int]) -> None:
    root = etree.fromstring("<html><body><a>one<a>two</a></a><p>three</p><a>four</a><p>five</p></body></html>")
    blocks = segment(transcribe(root), VARIANTS[variant]).blocks
    assert [(block.words, block.linked) for block in blocks] == [(2, 2), (1, 0), (1, 1), last]


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title> Big\nNews </title><p>one", "Big News"),
        ("<title></title><p>one", ""),
        ("<p>one", ""),
        ("<title>Big</title><p>one<svg><title>drawing</title></svg>", "Big"),
        ("<title>Big</title><script>x</script><title> </title><body>one", "Big"),
    ],
)
def test_title(page: str, title: str) -> None:
    assert segment(parse(page).transcript).title == title


def test_level_counts_block_tags_and_a_tbody_that_is_not_there() -> None:
    bare = "<p>x<table><tr><td>one</td></tr></table><div><b>two</b></div>"
    full = "<p>x<table><tbody><tr><td>one</td></tr></tbody></table><div><b>two</b></div>"
    assert [block.level for block in page_of(bare).blocks] == [block.level for block in page_of(full).blocks]
    assert [block.level for block in page_of("<div><p>x</p></div><div><b>two</b><a>three</a></div>").blocks] == [4, 3]


def test_first_block_of_the_page_has_the_level_of_the_title() -> None:
    root = parse(
        "<html><head><title>t</title></head><body><div><div><p>one</p><p>two</p></div></div></body></html>"
    ).root
    assert [block.level for block in segment(transcribe(root)).blocks] == [3, 5]


def test_facts_of_a_block() -> None:
    page = page_of("<p>Go <b>on</b> <a>here</a></p><p>next</p>")
    assert page.blocks[0] == TextBlock(
        "Go on here", (0, 1, 3), words=3, linked=1, wrapped_words=3, lines=1, first=0, last=0, level=3
    )
    assert (page.blocks[1].first, page.blocks[1].last, page.blocks[1].nodes) == (1, 1, (4,))


def test_max_line_is_the_width_of_the_wrapping() -> None:
    root = parse("<p>" + "four " * 10).root
    assert segment(transcribe(root), max_line=9).blocks[0].text_density == 2.0
    assert segment(transcribe(root), max_line=4).blocks[0].text_density == 1.0


TAGS = ("p", "div", "a", "b", "abbr", "td", "tr", "table", "script", "br", "title", "body", "iframe", "li", "h1")
MARKUP = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
        st.text(st.sampled_from("ab1 .|\n\u00a0é"), min_size=1, max_size=90),
    ),
    max_size=40,
).map("".join)


class Strings:
    def __init__(self) -> None:
        self.strings: list[str] = []

    def start(self, tag: str, element: etree._Element) -> None: ...

    def text(self, string: str, number: int) -> None:
        self.strings.append(string)

    def end(self, tag: str) -> None: ...


@given(MARKUP, st.sampled_from(sorted(VARIANTS)))
def test_any_markup(markup: str, variant: str) -> None:
    root = parse(f"<p>{markup}").root
    found = Strings()
    walk(root, found)
    blocks = segment(transcribe(root), VARIANTS[variant]).blocks
    numbers = [number for block in blocks for number in block.nodes]
    assert all(below < above for below, above in pairwise(numbers))
    assert [(block.first, block.last) for block in blocks] == [(place, place) for place in range(len(blocks))]
    for block in blocks:
        assert block.nodes
        assert 0 <= block.linked <= block.words
        assert 0 <= block.wrapped_words <= block.words
        assert block.lines >= 1
        assert not block.content
        assert block.marks is NO_MARKS
        assert "".join(block.text.split()) == "".join("".join(found.strings[number] for number in block.nodes).split())
