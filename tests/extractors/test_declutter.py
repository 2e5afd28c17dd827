"""html-declutter: its contract, the worked examples, and what must hold for any page."""

from __future__ import annotations

import copy

import pytest
from fuzz.markup import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from boilerspider.extractors import Extractor
from boilerspider.extractors.declutter import Declutter
from boilerspider.markup.tree import parse
from tests.extractors.contract import ExtractorContract

EXAMPLES = settings(max_examples=60, derandomize=True, database=None)

STORY = """<div class=nav><ul><li><a>Home</a></li><li><a>Local news</a></li></ul></div>
<div class=story><div class=byline>By <a>Jane Roe</a></div><p>The old ferry crossed the river for the last time.</p>
<div class=promo-box>Subscribe now</div></div>"""

INNER_KEPT = "<div class=outer><a>a b c</a><div class=inner>one two three four five</div></div>"

TABLE = "<table><tr><td></td><td>42</td></tr></table>"


DEFAULT = Declutter()


class TestDeclutter(ExtractorContract):
    def make(self) -> Extractor:
        return Declutter()


def kept(page: str, options: Declutter = DEFAULT) -> list[str]:
    return [block.text for block in options.label(parse(page)) if block.is_content]


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        pytest.param(STORY, ["By Jane Roe", "The old ferry crossed the river for the last time."], id="1: poison, byline"),
        pytest.param(INNER_KEPT, ["a b c", "one two three four five"], id="2: a kept block keeps its ancestors"),
        pytest.param(TABLE, ["42"], id="2: an empty cell"),
        pytest.param("<div><p>one two</p></div>", ["one two"], id="a score of nought"),
        pytest.param("<div><p>one <b>two</b></p></div>", [], id="a tag too many"),
        pytest.param("<p><a>only</a> <a>links</a></p>", ["only links"], id="loose text is never dropped"),
        pytest.param("<div class=nav><a>x</a><b class=Author>y</b></div>", ["xy"], id="a blessed child keeps what is above it"),
        pytest.param("<div class=author><div><a>x</a></div></div>", ["x"], id="blessed above"),
        pytest.param("<div id=comments>one two three</div>", ["one two three"], id="an id is no class"),
        pytest.param("<p class='xPOPUPx'>one two three</p>tail", ["tail"], id="what follows a pruned element stays"),
        pytest.param("<body class=sidebar><p>one two three", ["one two three"], id="the body is never pruned"),
        pytest.param("<div><br><br><br><br>one two three four</div>", [], id="void elements are tags"),
    ],
)  # fmt: skip
def test_examples(page: str, texts: list[str]) -> None:
    assert kept(page) == texts


@pytest.mark.parametrize(
    ("score", "page"),
    [
        (-11, "<ul><li><a>one</a></li><li><a>two three</a></li></ul>"),
        (-5, "<div>By <a>Jane Roe</a></div>"),
        (3, "<div><p>By <a>Jane Roe</a></p><p>one two three four five six seven eight nine ten</p></div>"),
        (4, "<div>one two three four five</div>"),
    ],
)
def test_scores_of_the_worked_examples(score: int, page: str) -> None:
    assert kept(page, Declutter(threshold=score))
    assert not kept(page, Declutter(threshold=score + 1))


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (Declutter(match_id=True), []),
        (Declutter(poison=""), ["one two"]),
        (Declutter(prune_tags="p"), []),
        (Declutter(tag_weight=0.0, link_weight=1.0, block_tags="p"), ["one two"]),
    ],
)
def test_parameters(options: Declutter, texts: list[str]) -> None:
    assert kept("<p id=related>one <a>two</a></p>", options) == texts


def by_definition(root: etree._Element, options: Declutter) -> set[int]:
    """Numbers of the text nodes that are left, by the recursion of the specification over a tree that is edited."""
    tree = copy.deepcopy(root)
    for number, (element, attribute) in enumerate(list(_text_nodes(tree))):
        setattr(element, attribute, f"{number}:{len(getattr(element, attribute).split())} ")
    _prune(tree, options)
    _shake(tree, options, is_link=False, is_blessed=False)
    return {int(mark.partition(":")[0]) for mark in "".join(tree.itertext()).split()}


def _text_nodes(element: etree._Element):
    if isinstance(element.tag, str) and element.text:
        yield element, "text"
    for child in element:
        yield from _text_nodes(child)
        if child.tail:
            yield child, "tail"


def _words(text: str | None) -> int:
    return sum(int(mark.partition(":")[2]) for mark in (text or "").split())


def _remove(element: etree._Element) -> None:
    parent, before = element.getparent(), element.getprevious()
    tail = element.tail or ""
    if before is None:
        parent.text = (parent.text or "") + tail
    else:
        before.tail = (before.tail or "") + tail
    parent.remove(element)


def _prune(element: etree._Element, options: Declutter) -> None:
    for child in list(element):
        names = child.get("class", "").lower() if isinstance(child.tag, str) else ""
        if not isinstance(child.tag, str) or (
            child.tag not in ("html", "body")
            and (child.tag in options.prune_tags.split() or any(word in names for word in options.poison.split()))
        ):
            _remove(child)
        else:
            _prune(child, options)


def _shake(element: etree._Element, options: Declutter, *, is_link: bool, is_blessed: bool):
    is_link = is_link or element.tag == "a"
    keep = any(word in element.get("class", "").lower() for word in options.blessed.split())
    is_blessed = is_blessed or keep
    words = sum(map(_words, [element.text, *(child.tail for child in element)]))
    counts = [0, words, 1] if is_link else [words, 0, 1]
    for child in list(element):
        inner, keeps = _shake(child, options, is_link=is_link, is_blessed=is_blessed)
        counts = [one + other for one, other in zip(counts, inner, strict=True)]
        keep = keep or keeps
    if element.tag in options.block_tags.split() and element.getparent() is not None:
        free, linked, tags = counts
        keep = keep or free - options.link_weight * linked - options.tag_weight * tags >= options.threshold
        if not keep and not is_blessed:
            _remove(element)
    return counts, keep


@EXAMPLES
@given(PAGES, st.sampled_from([0.0, 3.0, -4.0, float("-inf")]))
def test_one_walk_decides_as_the_recursion_that_edits(page: str, threshold: float) -> None:
    document, options = parse(f"<html><body>{page}"), Declutter(threshold=threshold)
    seen = {node for block in options.label(document) for node in block.nodes}
    assert _content(options.label(document)) == by_definition(document.root, options) & seen


BLOCKS = st.lists(
    st.sampled_from(
        ("<div>one two three</div>", "<div><a>one two</a></div>", "<ul><li>a<li><a>b</a></ul>", "<div class=byline>x</div>",
         "<section><div>one two three four</div><div><a>b</a></div></section>", "<div class=share>one two three</div>")
    ),
    min_size=1, max_size=8,
)  # fmt: skip


@EXAMPLES
@given(BLOCKS, st.randoms(use_true_random=False))
def test_dropping_never_depends_on_the_order_of_siblings(blocks, random) -> None:
    shuffled = random.sample(blocks, len(blocks))
    assert sorted(kept("".join(blocks))) == sorted(kept("".join(shuffled)))


def _content(blocks) -> set[int]:
    return {node for block in blocks if block.is_content for node in block.nodes}
