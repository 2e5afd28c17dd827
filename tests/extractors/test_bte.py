"""BTE: its contract, the worked examples, the linear form against the definition, and how words find their text nodes."""

from __future__ import annotations

import time
from itertools import groupby

import pytest
from fuzz.markup import PAGES
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.errors import BadConfiguration
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.bte import Bte
from boilerspider.extractors.bte.matching import TextNodes, place
from boilerspider.extractors.bte.tokens import Tokens, best_span, tokenise
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import parse
from tests.extractors.contract import PROSE, ExtractorContract

EXAMPLES = settings(max_examples=200, derandomize=True, database=None)

LINEAR_S = 5.0
"""Processor seconds; what is quadratic takes a minute."""

FIRST = (
    "<html><body><div><a href=1>Home</a></div><p>One two three four five <b>six</b> seven.</p><p>Eight nine ten.</p>"
    "<ul><li><a>x</a></li></ul></body></html>"
)
TIED = "<html><body><p>a b c d</p><br><br><br><br><p>e f g h</p></body></html>"
STRAY = "<body>x < y and 3 > 2 &nbsp; &quot;q&quot; <!-- hidden words here --> end</body>"


class TestBte(ExtractorContract):
    def make(self) -> Extractor:
        return Bte()


def words(tokens: Tokens) -> list[str]:
    return [word for chunk in tokens.chunks for word in chunk]


def span(tokens: Tokens) -> tuple[int, int]:
    """The first and the last token of the best span, as the original counts them."""
    first, last = best_span(tokens.runs)
    before = sum(map(abs, tokens.runs[:first]))
    return before, before + sum(map(abs, tokens.runs[first:last])) - 1


def body_text(tokens: Tokens) -> str:
    first, last = tokens.body_text(1.0)
    return " ".join(words(tokens)[first:last])


def kept(page: str, options: Bte | None = None) -> list[str]:
    return [block.text for block in (options or Bte()).label(parse(page)) if block.is_content]


@pytest.mark.parametrize(
    ("page", "tokens", "found", "text"),
    [
        (FIRST, 28, (6, 19), "One two three four five six seven. Eight nine ten."),
        (TIED, 16, (1, 4), "a b c d"),
        (STRAY, 6, (0, 3), 'x 2 "q"'),
    ],
    ids=["1: a page", "2: of equal spans the first", "3: a stray angle bracket"],
)
def test_worked_examples(page, tokens, found, text) -> None:
    result = tokenise(page)
    assert sum(map(abs, result.runs)) == tokens
    assert span(result) == found
    assert body_text(result) == text


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        (FIRST, ["One two three four five six seven.", "Eight nine ten."]),
        (TIED, ["a b c d"]),
        ("<p>one two</p>", ["one two"]),
        ("<p>R&amp;D &lt;b&gt; &#233;t&eacute;&nbsp;x</p>", ["R&D <b> été x"]),
        ("<p title='a > b c'>one two three", ["one two three"]),
        ("<body class=x>one two<script>a b c d e</script></body>after the body ends", ["one two"]),
    ],
    ids=["1", "2", "one block", "references", "junk of an attribute", "body and script"],
)
def test_text_nodes(page: str, texts: list[str]) -> None:
    assert kept(page) == texts


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (Bte(), ["a b c d", "e f g h"]),
        (Bte(tag_cost=2.0), ["a b c d"]),
        (Bte(tag_cost=0.0), ["a b c d", "e f g h", "i"]),
    ],
)
def test_parameters(options: Bte, texts: list[str]) -> None:
    assert kept("<p>a b c d</p><p>e f g h</p><br><br><br><p>i</p>", options) == texts


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", []),
        ("no tags at all", ["no", "tags", "at", "all"]),
        ("a<b<i>c", ["a", "c"]),
        ("a <> b", ["a", ">", "b"]),
        ("a < b", ["a", "b"]),
        ("a <!-- b -- c > d --> e", ["a", "d", "-->", "e"]),
        ("<style type=x>p</style>a<STYLE>q</STYLE>", ["a"]),
        ("<script>a", ["a"]),
        ("<scripts>a</scripts>", ["a"]),
        ("x<body>y<BODY id=1>z</body>u</body>", ["z"]),
        ("x</body>y", ["x"]),
        ("a&nbsp;b&amp;nbsp;c &NBSP;", ["a", "b&amp;nbsp;c", "&NBSP;"]),
    ],
)
def test_words(source: str, expected: list[str]) -> None:
    assert words(tokenise(source)) == expected


@pytest.mark.parametrize(
    ("source", "runs"),
    [
        ("", []),
        ("<p>", [-1]),
        ("<p><b>a b</b>c", [-2, 2, -1, 1]),
        ("a<script>b</script>c", [1, -2, 1]),
        ("a<br>\n<br>b", [1, -2, 1]),
    ],
)
def test_runs(source: str, runs: list[int]) -> None:
    assert tokenise(source).runs == runs


TOKENS = st.lists(st.sampled_from([1, -1]), max_size=24)


def runs_of(tokens: list[int]) -> list[int]:
    return [sum(run) for _, run in groupby(tokens)]


@EXAMPLES
@given(TOKENS)
def test_linear_form_is_the_search_of_the_original(tokens: list[int]) -> None:
    runs = runs_of(tokens)
    best, span = 0, (0, 0)
    for first in range(len(runs)):
        total = 0
        for last in range(first, len(runs)):
            total += runs[last]
            if total > best:
                best, span = total, (first, last + 1)
    assert best_span(runs) == span


@EXAMPLES
@given(TOKENS)
def test_no_span_of_tokens_is_better(tokens: list[int]) -> None:
    """The objective of the paper: tags before and after the span, and words in it."""

    def value(start: int, end: int) -> int:
        outside = tokens[:start] + tokens[end:]
        return sum(token < 0 for token in outside) + sum(token > 0 for token in tokens[start:end])

    runs = runs_of(tokens)
    first, last = best_span(runs)
    before = sum(map(abs, runs[:first]))
    found = value(before, before + sum(map(abs, runs[first:last])))
    ends = range(len(tokens) + 1)
    assert found == max(value(start, end) for start in ends for end in ends if start <= end)


@EXAMPLES
@given(st.lists(st.integers(-30, 30).filter(bool), max_size=30), st.sampled_from([0.5, 1.0, 3.0]))
def test_a_dearer_tag_never_makes_the_best_sum_greater(runs: list[int], cost: float) -> None:
    def worth(cost: float) -> float:
        first, last = best_span(runs, cost)
        return sum(run if run > 0 else run * cost for run in runs[first:last])

    assert worth(cost) >= worth(2 * cost)


def placed(page: str) -> list[tuple[str, str]]:
    """(text node, its words in the source)"""
    document = parse(page)
    nodes, tokens = TextNodes(), tokenise(document.source)
    walk(document.root, nodes)
    texts, source = dict(nodes.found), words(tokens)
    return [(texts[number], " ".join(source[at.start : at.stop])) for number, at in place(nodes.found, tokens.chunks)]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>one <b>two</b> one</p>", [("one", "one"), ("two", "two"), ("one", "one")]),
        ("<p>a&amp;b &#160; c", [("a&bc", "a&amp;b &#160; c")]),
        ("<p data-x='u->v'>x<p data-x='u->v'>y", [("x", "v'>x"), ("y", "v'>y")]),
        ("a</x>b", [("ab", "a b")]),
        ("<noscript>x</noscript><p>y", [("x", "x"), ("y", "y")]),
    ],
)
def test_text_nodes_find_their_words(page: str, expected: list[tuple[str, str]]) -> None:
    assert placed(page) == expected


def test_a_text_that_is_not_there_does_not_lead_the_others_astray() -> None:
    menu = "".join(f"<li><a href=/{name}>The {name} section</a>" for name in ("news", "sport", "weather", "culture"))
    article = "".join(f"<p>Paragraph {number}: {PROSE}" for number in range(5))
    page = f"<x <ul>{menu}</ul>{article}<ul>{menu}</ul>"
    assert [text for text in kept(page) if text.startswith("Paragraph")] == [
        f"Paragraph {number}: {PROSE}".strip() for number in range(5)
    ]


@settings(EXAMPLES, max_examples=60)
@given(PAGES)
def test_a_text_node_is_placed_on_its_own_characters(page: str) -> None:
    document = parse(f"<html><body>{page}")
    nodes, tokens = TextNodes(), tokenise(document.source)
    walk(document.root, nodes)
    texts, source = dict(nodes.found), words(tokens)
    for number, at in place(nodes.found, tokens.chunks):
        assert 0 <= at.start < at.stop <= len(source)
        joined = "".join(source[at.start : at.stop])
        assert "&" in joined or texts[number][:16] in joined


@pytest.mark.parametrize(
    "page", ["<script>" * 20_000, "<" * 200_000, "<body>" * 50_000 + "</body>", "<p>&amp;" * 20_000]
)
def test_tokens_take_linear_time(page: str) -> None:
    start = time.process_time()
    tokenise(page)
    assert is_quick(time.process_time() - start, LINEAR_S)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(BadConfiguration, match="min_overlap is"):
        extractor("bte", {"min_overlap": share})


def test_a_lower_threshold_never_keeps_less() -> None:
    broken = "<body>0 < 1 <p>Seven words in a row of text <!-- a > b --> c d e</p><a><b><i>x</i></b></a></body>"
    for page in (broken, FIRST, TIED, STRAY):
        whole, half, some, any_word = (set(kept(page, Bte(min_overlap=share))) for share in (1, 0.5, 0.01, 0))
        assert whole <= half <= some <= any_word
    assert kept(TIED, Bte(min_overlap=0)) == kept(TIED)
    assert kept(TIED)
