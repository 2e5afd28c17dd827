"""unfluff: its contract, the worked examples, its parts, and the original's texts of pages of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fuzz.markup import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.unfluff import Unfluff
from boilerspider.extractors.unfluff.cleaning import clean_copy, is_bad
from boilerspider.extractors.unfluff.counting import STOP_LISTS, Counter, is_linky, stop_words
from boilerspider.extractors.unfluff.dom import Builder, Element, Text, elements_below, reparsed, text_of, texts_below
from boilerspider.extractors.unfluff.paragraphs import to_paragraphs
from boilerspider.extractors.unfluff.scoring import Rules, best_element
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document, parse
from tests.extractors.contract import ExtractorContract
from tests.extractors.unfluff.pages import BY_HAND, LONG, MIDDLE

EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True, database=None)

EXPECTATIONS = json.loads(Path(__file__).with_name("expectations.json").read_text(encoding="utf-8"))
"""[{name, html, text}]: written by `benchmarks/unfluff_expectations.py`."""

ENGLISH = Counter(stop_words("en"))


class TestUnfluff(ExtractorContract):
    def make(self) -> Extractor:
        return Unfluff()


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("page", EXPECTATIONS, ids=lambda page: page["name"])
def test_prints_what_the_original_prints(page: dict[str, str]) -> None:
    assert words(Unfluff().extract(parse(page["html"])).text) == words(page["text"])


def test_the_expectations_are_of_the_pages_and_not_empty() -> None:
    assert {page["name"] for page in EXPECTATIONS} >= set(BY_HAND)
    assert sum(bool(page["text"]) for page in EXPECTATIONS) > len(EXPECTATIONS) / 2


@pytest.mark.parametrize("page", EXPECTATIONS[: len(BY_HAND)], ids=lambda page: page["name"])
def test_names_the_text_nodes_of_what_it_prints(page: dict[str, str]) -> None:
    """The start of every printed line stands in text nodes that are named, and the end of each of these is printed."""
    document = parse(page["html"])
    extract = Unfluff().extract(document)
    texts = text_nodes(document)
    named = [texts[node] for node in sorted(extract.nodes)]
    lines, whole = map(compact, extract.text.splitlines()), compact("".join(named))
    assert all(line.removeprefix("*")[:8] in whole for line in lines)
    printed = compact(extract.text)
    assert all(compact(text)[-12:-1] in printed for text in named if "<" not in text)


def compact(text: str) -> str:
    return "".join(text.split())


def text_nodes(document: Document) -> dict[int, str]:
    class Gather:
        def __init__(self) -> None:
            self.texts: dict[int, str] = {}

        def start(self, tag, element) -> None: ...

        def text(self, string, number) -> None:
            self.texts[number] = string

        def end(self, tag) -> None: ...

    gather = Gather()
    walk(document.root, gather)
    return gather.texts


def prepared(page: str) -> Element:
    root = clean_copy(parse(page).transcript)
    to_paragraphs(root, "div")
    to_paragraphs(root, "span")
    ENGLISH.count(root)
    return root


def scores(page: str) -> dict[str, int]:
    root = prepared(page)
    best_element(root, ENGLISH, Rules())
    return {element.tag: int(element.score) for element in elements_below(root) if element.score}


STOPS_20 = "the of and to in is that for it was on are as with his they at be this have"
STOPS_18 = "the of and to in is that for it was on are as with his they at be"
STOPS_14 = "the of and to in is that for it was on are as with"


def test_example_1_scores() -> None:
    page = (
        f"<title>t</title><div id=wrap><div class=nav><a>x</a> <a>y</a></div><div id=main><h1>x</h1><p>{STOPS_20}</p><p>{STOPS_18}</p>"
        "<p>Tiny.</p><div class=comments><p>the of and to</p></div></div></div>"
    )
    assert scores(page) == {"body": 88, "html": 44}
    kept = [block.text for block in Unfluff().label(parse(page)) if block.is_content]
    assert kept == [STOPS_20, STOPS_18]


def test_example_2_scores() -> None:
    page = f"<div>{STOPS_14} <a href=x>link</a> the</div><table><tr><td>{STOPS_14}</td></tr></table>"
    assert scores(page) == {"body": 15, "html": 7, "tr": 14, "table": 7}


@pytest.mark.parametrize(
    ("options", "kept", "dropped"),
    [
        (Unfluff(), LONG, None),
        (Unfluff(min_stop=1000), None, LONG),
        (Unfluff(lang="ko"), None, LONG),
        (Unfluff(lang="xx"), LONG, None),
        (Unfluff(lang="x" * 300), LONG, None),
        (Unfluff(score_share=0.0, min_sub_p=0), "It was of the", None),
        (Unfluff(min_sub_p=14), None, "It was of the"),
    ],
)
def test_parameters(options: Unfluff, kept: str | None, dropped: str | None) -> None:
    page = f"<section><p>{LONG}</p><section><p>It was of the</p></section><p>{LONG}</p></section>"
    text = words(options.extract(parse(page)).text)
    assert kept is None or words(kept) in text
    assert dropped is None or words(dropped) not in text


def test_paragraphs_before_the_article_come_in_twice_as_in_the_original() -> None:
    page = f"<p>{MIDDLE}</p>" + f"<section>{f'<p>{LONG}</p>' * 3}</section>"
    assert Unfluff().extract(parse(page)).text.count(MIDDLE.strip()) == 2
    assert Unfluff(compat_double_cleanup=False).extract(parse(page)).text.count(MIDDLE.strip()) == 1


def test_a_wrong_parameter_is_told() -> None:
    with pytest.raises(BadConfiguration, match="min_stop"):
        extractor("unfluff", {"min_stop": "many"})
    with pytest.raises(BadConfiguration, match="boost_steps is -1; use a number of at least 0"):
        extractor("unfluff", {"boost_steps": -1})


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("side", True), ("sides", False), ("SIDE", True), ("my-footer", True), ("meta", True), ("x-meta", True), ("metax", False), ("update", True),
        ("fn", True), ("fna", False), ("content", False), ("navbar-x", True), ("toolstip", True), ("", False), ("print", True), ("blueprint", False),
    ],
)  # fmt: skip
def test_bad_names(name: str, bad: bool) -> None:
    assert is_bad(name) is bad


def test_all_stop_lists_are_there() -> None:
    lists = sorted(STOP_LISTS.glob("*.txt"))
    assert len(lists) == 23
    assert len(stop_words("en")) > 500
    assert all(stop_words(path.stem) for path in lists)
    assert not any("\r" in word for path in lists for word in stop_words(path.stem))
    assert stop_words("../en") == stop_words("en")


def tree(*nodes: object) -> Element:
    """An element of nodes written as texts, or as (tag, node, ...)."""
    element = Element("div")
    element.adopt(Text(node) if isinstance(node, str) else _element(node) for node in nodes)
    return element


def _element(node: tuple) -> Element:
    element = tree(*node[1:])
    element.tag = node[0]
    return element


def shape(nodes: list) -> list:
    """The reverse of `tree`."""
    return [node.data if isinstance(node, Text) else (node.tag, *shape(node.children)) for node in nodes]


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        (["a", "b", ("b", "c")], ["ab", ("b", "c")]),
        ([("p", "a", ("p", "b"), "c")], [("p", "a"), ("p", "b"), "c", ("p",)]),
        ([("p", ("b", ("p", "a")))], [("p", ("b", ("p", "a")))]),
        ([("p", ("h2", "a"), "b")], [("p",), ("h2", "a"), "b", ("p",)]),
        ([("li", ("li", "a"))], [("li",), ("li", "a")]),
        ([("tr", ("td", "a", ("td", "b")))], [("tr", ("td", "a"), ("td", "b"))]),
        ([("br", "a")], [("br",)]),
        ([("noscript", "<b>a")], [("noscript", ("b", "a"))]),
    ],
)
def test_feeding_gives_what_writing_down_and_parsing_gives(nodes: list, expected: list) -> None:
    builder = Builder()
    builder.feed(tree(*nodes).children)
    assert shape(builder.finish()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("a < b", ["a < b"]),
        ("a <b", ["a "]),
        ("a <b>c</b> d", ["a ", ("b", "c"), " d"]),
        ("a &amp; b", ["a & b"]),
        ("a </p> b", ["a ", ("p",), " b"]),
        ("a <!-- b --> c", ["a  c"]),
        ("<br>a</br>", [("br",), "a"]),
        ("<10% x> y", [("10%", " y")]),
    ],
)
def test_text_that_is_put_back_as_markup(text: str, expected: list) -> None:
    assert shape(reparsed(Text(text))) == expected


@pytest.mark.parametrize(
    ("nodes", "stops"),
    [
        (["the of  and"], 3),
        (["THE, of. (and)"], 3),
        (["the\nof and"], 1),
        (["t", ("b", "he"), " of"], 2),
        (["the", ("b", "of"), "and"], 0),
        (["x ", ("b", " of "), " y"], 1),
        ([("p", "the of"), ("p", "and the")], 2),
        ([], 0),
    ],
)
def test_stop_words_are_counted_over_the_texts(nodes: list, stops: int) -> None:
    element = tree(*nodes)
    ENGLISH.count(element)
    assert ENGLISH.stops(element) == stops


@pytest.mark.parametrize(
    ("nodes", "linky"),
    [
        (["of it"], False),
        ([("a", "of it")], True),
        (["of it ", ("a", "all")], False),
        (["of it ", ("a", "all"), " ", ("a", "x")], True),
        (["one two three ", ("b", ("a", "all")), " x"], False),
        ([("a", "x ", ("a", "y z"))], True),
    ],
)
def test_links_against_words(nodes: list, linky: bool) -> None:
    element = tree(*nodes)
    ENGLISH.count(element)
    assert is_linky(element) is linky


TREES = st.recursive(
    st.sampled_from(["the", "of ", " and to", "x y", "", " ", "(is", "it)", "t", "he\n"]),
    lambda inner: st.builds(lambda tag, kids: (tag, *kids), st.sampled_from(["p", "a", "b", "embed", "td"]), st.lists(inner, max_size=4)),
    max_leaves=15,
)  # fmt: skip


@EXAMPLES
@given(st.lists(TREES, max_size=4))
def test_bottom_up_counts_are_those_of_the_whole_text(nodes: list) -> None:
    root = tree(*nodes)
    ENGLISH.count(root)
    for element in [root, *elements_below(root)]:
        text = text_of(element).data
        facts = element.facts
        links = [text_of(link).data for link in elements_below(element) if link.tag == "a"]
        parts = text.translate(str.maketrans("", "", "()")).lower().split(" ")
        assert ENGLISH.stops(element) == sum(part in stop_words("en") for part in parts)
        assert (facts.spaces, facts.length) == (text.count(" "), len(text))
        assert (facts.links, facts.link_words) == (len(links), sum(len(link.split(" ")) for link in links))
        assert facts.ends == (text.strip()[:1], text.strip()[-1:])
        assert facts.embeds == any(below.tag == "embed" for below in elements_below(element))


@EXAMPLES
@given(PAGES)
def test_the_copy_names_only_text_nodes_of_the_page(page: str) -> None:
    document = parse(f"<html><body>{page}")
    texts = text_nodes(document)
    root = prepared(document.source)
    for text in texts_below(root):
        assert set(text.nodes) <= set(texts)
    assert Unfluff().extract(document).nodes <= set(texts)
