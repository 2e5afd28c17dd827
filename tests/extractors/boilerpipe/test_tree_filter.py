from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from boilerspider.extractors import Extractor
from boilerspider.extractors.boilerpipe import BoilerpipeArticle, BoilerpipeDefault, TreeFilter
from boilerspider.extractors.boilerpipe.tree_filter import PARAGRAPH_TAGS, largest_branch
from boilerspider.markup.blocks import walk
from boilerspider.markup.transcript import transcribe
from boilerspider.markup.tree import parse
from tests.extractors.contract import ExtractorContract


class Strings:
    """A cut that collects the text nodes."""

    def __init__(self) -> None:
        self.found: dict[int, str] = {}

    def start(self, tag: str, element: etree._Element) -> None: ...

    def text(self, string: str, number: int) -> None:
        self.found[number] = string

    def end(self, tag: str) -> None: ...


def strings_of(root: etree._Element) -> dict[int, str]:
    strings = Strings()
    walk(root, strings)
    return strings.found


def names_of(root: etree._Element) -> dict[int, str]:
    """Each text node that is not blank, by its first word without the padding."""
    return {
        number: string.split(maxsplit=1)[0].rstrip("=") for number, string in strings_of(root).items() if string.strip()
    }


def branch(body: str, **options: object) -> list[str]:
    """The names of the texts that stay when all texts are selected."""
    root = etree.fromstring(f"<html><body>{body}</body></html>")
    names = names_of(root)
    return [names[number] for number in sorted(largest_branch(transcribe(root), names.keys(), TreeFilter(**options)))]


def text(name: str, chars: int) -> str:
    return name + "=" * (chars - len(name))


SIDE_BY_SIDE = (
    f"<div><div><p>{text('p1', 100)}</p><p>{text('p2', 80)}</p></div><div><p>{text('p3', 90)}</p></div></div>"
)
TWO_COLUMNS = (
    f"<div><div><p>{text('one', 60)}</p></div></div><div><div><p>{text('two', 40)}</p><p>{text('three', 30)}</p>"
    f"<table><tr><td>{text('four', 50)}</td></tr></table></div></div>"
)
LOOSE = f"<div>{text('loose', 30)}<p>{text('p', 20)}</p>{text('tail', 10)}</div><p>{text('other', 55)}</p>"


@pytest.mark.parametrize(
    ("body", "depth", "expected"),
    [
        (SIDE_BY_SIDE, 1, ["p1", "p2"]),
        (SIDE_BY_SIDE, 2, ["p1", "p2", "p3"]),
        (SIDE_BY_SIDE, 1_000, ["p1", "p2", "p3"]),
        (TWO_COLUMNS, 1, ["two", "three", "four"]),
        (TWO_COLUMNS, 2, ["two", "three", "four"]),
        (TWO_COLUMNS, 3, ["one", "two", "three", "four"]),
        # Loose text is a paragraph of its own in its `div`, so that it stays with the `p` beside it.
        (LOOSE, 1, ["loose", "p", "tail"]),
        (LOOSE, 2, ["loose", "p", "tail"]),
        (LOOSE, 3, ["loose", "p", "tail", "other"]),
        # Without a paragraph inside, the `div` itself is the paragraph.
        (f"<div>{text('one', 30)}<b>{text('two', 20)}</b></div><p>{text('p', 9)}</p>", 1, ["one", "two", "p"]),
        # What is no paragraph tag is passed by.
        (f"<ul><li>{text('li', 30)}</li></ul><p>{text('p', 20)}</p>", 1, ["li", "p"]),
        # The first of two that are equal stays.
        (f"<div><p>{text('one', 30)}</p></div><div><p>{text('two', 30)}</p></div>", 1, ["one"]),
        # A branch that holds another begins where its first text is, though it ends later.
        (f"<div><p>{text('one', 30)}</p><div><p>{text('two', 30)}</p></div></div>", 1, ["one"]),
        (f"{text('body', 9)}", 1, ["body"]),
        ("", 2, []),
    ],
)
def test_branches(body: str, depth: int, expected: list[str]) -> None:
    assert branch(body, depth=depth) == expected


def test_weighing_by_words() -> None:
    body = f"<div><p>{text('long', 40)}</p></div><div><p>three little words</p></div>"
    assert branch(body, depth=1) == ["long"]
    assert branch(body, depth=1, weigh="words") == ["three"]


def test_white_space_weighs_nothing() -> None:
    body = f"<div><p>one {' ' * 99} two</p></div><div><p>{text('more', 20)}</p></div>"
    assert branch(body, depth=1) == ["more"]


def test_text_that_is_not_selected_makes_no_paragraph() -> None:
    root = etree.fromstring(f"<html><body>{LOOSE}</body></html>")
    names = names_of(root)
    chosen = {number for number, name in names.items() if name in {"loose", "other"}}
    kept = largest_branch(transcribe(root), chosen, TreeFilter(depth=1))
    # With `p` out of the way, the `div` is the paragraph of its loose text, beside `other` in the body.
    assert {names[number] for number in kept} == {"loose", "other"}


SENTENCE = "The mayor said on Monday that the old bridge would be closed to all traffic for most of the winter. "
PARAGRAPH = f"<p>{SENTENCE * 3}</p>"
ARTICLE = (
    f"<div><h1>Bridge closed</h1><div>{PARAGRAPH * 3}</div><div><div><p>{SENTENCE}{SENTENCE}</p></div></div></div>"
)


def test_a_block_that_is_kept_in_part_is_divided() -> None:
    document = parse(ARTICLE)
    whole = [block for block in BoilerpipeArticle().label(document) if block.is_content]
    assert len(whole) == 1
    parts = TreeFilter(depth=1, base="article").label(document)
    assert [block.is_content for block in parts] == [False, True, False]
    assert "\n".join(block.text for block in parts) == whole[0].text
    assert [number for block in parts for number in block.nodes] == list(whole[0].nodes)


def test_a_block_that_is_kept_whole_is_the_bases() -> None:
    document = parse(ARTICLE)
    deep = TreeFilter(depth=99, base="article")
    assert deep.label(document) == BoilerpipeArticle().label(document)
    assert TreeFilter(depth=99).label(document) == BoilerpipeDefault().label(document)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"depth": 0}, "depth is 0; use a whole number of at least 1"),
        ({"depth": "2"}, "depth is '2'"),
        ({"depth": 1.5}, "depth is 1.5"),
        ({"base": "canola"}, "base is 'canola'; use one of default, article"),
        ({"weigh": "bytes"}, "weigh is 'bytes'; use one of chars, words"),
    ],
)
def test_bad_parameters(params: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        TreeFilter(**params)


TREES = st.recursive(
    st.sampled_from([SENTENCE, "few words", " "]),
    lambda children: st.builds(
        "<{0}>{1}</{0}>".format,
        st.sampled_from(["div", "p", "td", "span", "section", "li", "a", "ul"]),
        st.lists(children, max_size=4).map("".join),
    ),
    max_leaves=15,
)


def ancestors(element: etree._Element) -> Iterator[etree._Element]:
    yield element
    yield from element.iterancestors()


def key_by_climbing(paragraph: etree._Element, paragraphs: set[etree._Element], depth: int) -> etree._Element:
    """The paper's key, taken from the tree: the depth-th parent, of a virtual paragraph its element's depth-1-th."""
    virtual = any(other is not paragraph and other in paragraphs for other in paragraph.iter())
    path = list(ancestors(paragraph))
    return path[min(depth - virtual, len(path) - 1)]


@given(st.lists(TREES, max_size=5).map("".join), st.integers(1, 6), st.sampled_from(["default", "article"]))
def test_only_one_branch_of_the_bases_text_stays(body: str, depth: int, base: str) -> None:
    document = parse(f"<html><body>{body}</body></html>")
    selecting = BoilerpipeDefault() if base == "default" else BoilerpipeArticle()
    selected = {number for block in selecting.label(document) if block.is_content for number in block.nodes}
    blocks = TreeFilter(depth, base).label(document)
    kept = {number for block in blocks if block.is_content for number in block.nodes}
    assert kept <= selected
    assert bool(kept) is bool(selected)
    every = [number for block in blocks for number in block.nodes]
    assert sorted(every) == sorted(number for block in selecting.label(document) for number in block.nodes)
    place = paragraphs_of(document.root)
    paragraphs = {place[number] for number in selected}
    groups: dict[etree._Element, set[int]] = {}
    for number in sorted(selected):
        groups.setdefault(key_by_climbing(place[number], paragraphs, depth), set()).add(number)
    strings = strings_of(document.root)
    sizes = [sum(len(" ".join(strings[number].split())) for number in group) for group in groups.values()]
    largest = [group for group, size in zip(groups.values(), sizes, strict=True) if size == max(sizes)]
    assert kept == (largest[0] if largest else set())


class Paragraphs:
    """A cut that finds each text node's nearest paragraph, from the tree."""

    def __init__(self) -> None:
        self.open: list[etree._Element] = []
        self.found: dict[int, etree._Element] = {}

    def start(self, tag: str, element: etree._Element) -> None:
        self.open.append(element)

    def text(self, string: str, number: int) -> None:
        near = (element for element in ancestors(self.open[-1]) if element.tag in PARAGRAPH_TAGS)
        self.found[number] = next(near, self.open[0])

    def end(self, tag: str) -> None:
        self.open.pop()


def paragraphs_of(root: etree._Element) -> dict[int, etree._Element]:
    found = Paragraphs()
    walk(root, found)
    return found.found


class TestTreeFilter(ExtractorContract):
    def make(self) -> Extractor:
        return TreeFilter()


class TestTreeFilterOverArticle(ExtractorContract):
    def make(self) -> Extractor:
        return TreeFilter(depth=1, base="article")
