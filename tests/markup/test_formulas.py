"""Formulas in MathML: a line of text, once, that says what the page shows."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from lxml import etree
from pace import is_quick

from boilerspider.markup.formulas import MAX_CHARS, MAX_ELEMENTS
from boilerspider.markup.tree import adopt, parse

SUM = "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>"
LINES = [
    ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", "a/b"),
    ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>c</mi></mrow></mfrac>", "(a+b)/(2c)"),
    ("<mfrac><mtext>rusted</mtext><mtext>all</mtext></mfrac><mo>=</mo><mn>0.79</mn>", "rusted/all = 0.79"),
    ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
    ("<msup><mi>x</mi><mrow><mi>n</mi><mo>-</mo><mn>1</mn></mrow></msup>", "x^(n-1)"),
    ("<msup><mrow><mo>(</mo><msqrt><mi>a</mi></msqrt><mo>)</mo></mrow><mn>2</mn></msup>", "(√(a))^2"),
    ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>", "((a)(b))^2"),
    ("<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>", "√(a+b)"),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
    (SUM + "<msub><mi>x</mi><mi>i</mi></msub>", "∑_(i = 1)^n x_i"),
    ("<mover><mi>x</mi><mo>¯</mo></mover><msup><mi>f</mi><mo>′</mo></msup>", "x¯f′"),
    ("<mi>F</mi><mo>=</mo>\n<mn>12.5</mn> <mi>kN</mi>", "F = 12.5 kN"),
    ("<mn>2</mn><mo>&InvisibleTimes;</mo><mi>x</mi><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "2x sin x"),
    ("<mn>11</mn><mo>/</mo><mn>14</mn>", "11/14"),
    (
        "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable><mo>]</mo>",
        "[1, 2; 3]",
    ),
    ("<mtable><mtr><mtd><mi>y</mi></mtd><mtd><mo>=</mo><mi>x</mi></mtd></mtr></mtable>", "y = x"),
    ("<mfenced><mi>a</mi><mi>b</mi></mfenced><mspace></mspace><mphantom><mi>c</mi></mphantom>", "(a, b)"),
    ("<semantics><mi>F</mi><annotation encoding='application/x-tex'>\\mathbf F</annotation></semantics>", "F"),
    ("<semantics><mi>F</mi><annotation-xml><apply><ci>F</ci></apply></annotation-xml></semantics>", "F"),
    ("<mi>a</mi><math><mi>b</mi></math>", "ab"),
    ("<mfenced open='[[[[[[' close=''><mi>a</mi></mfenced>", "[[[[a"),
    ("<msup><mfenced><mi>a</mi><mi>b</mi></mfenced><mn>2</mn></msup>", "(a, b)^2"),
    (
        "<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo><mi>b</mi><mo>(</mo><mi>c</mi><mo>)</mo></mrow><mn>2</mn></msup>",
        "((a)b(c))^2",
    ),
    (
        "<msup><mrow><mo>(</mo><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>",
        "((a)b)^2",
    ),
    ("<mi>y</mi><mo>=</mo><mtext>the <i>dry</i> weight</mtext>", "y = the dry weight"),
    ("<mtext>if <b>wet</b></mtext><mi>y</mi>", "if wet y"),
    ("<mi>x</mi><mo>=</mo><mi><a href='/k'>k</a></mi>", "x = k"),
    ("<mn>1<span>2<!-- a note --></span>3</mn><mo>=</mo><mtext>all<br>of it</mtext>", "123 = all of it"),
    ("<mi>F<mo>=</mo><mi>q</mi></mi>", "F=q"),
    ("<mtext>a <s>tent<script>a()</script></s></mtext>", "a tent"),
    ("<mi>x\ufffe</mi><mo>=</mo><mtext>a<i>l\uffffl</i></mtext>", "x = all"),
    ("plain <b>words</b>", "plain words"),
    ("", ""),
]


@pytest.mark.parametrize(("formula", "line"), LINES)
def test_lines(formula: str, line: str) -> None:
    assert shown(f"<p>so <math>{formula}</math>, then") == f"so {line}, then"


MATH = "<math><mi>F</mi><mo>=</mo><mi>q</mi></math>"
TWICE = [
    f'<span class="katex"><span class="katex-mathml">{MATH}</span><span class="katex-html" aria-hidden="true"><span>F=q</span></span></span>',
    f'<span class="MathJax"><nobr><span>F=q</span></nobr><span class="MJX_Assistive_MathML">{MATH}</span></span>',
    f'<mjx-container><mjx-math aria-hidden="true">F</mjx-math><mjx-assistive-mml>{MATH}</mjx-assistive-mml></mjx-container>',
    f'<span class="mwe-math-element"><span style="display: none;">{MATH}</span><img src="f.svg" aria-hidden="true" alt="F"></span>',
]


@pytest.mark.parametrize("twice", TWICE)
def test_what_is_there_twice_is_taken_once(twice: str) -> None:
    document = parse(f"<p>so {twice} is it")
    assert "".join(document.root.itertext()) == "so F = q is it"
    assert "none" not in etree.tostring(document.root, encoding="unicode")
    assert not list(document.root.iter("img", "math"))


def test_a_block_is_a_paragraph() -> None:
    assert [p.text for p in parse(f"<div>so{MATH.replace('<math', '<math display=block')}is").root.iter("p")] == [
        "F = q"
    ]


def test_what_is_never_closed_swallows_nothing() -> None:
    page = "<p>so <math><mi>F</mi><p>one</p><p>a<math><msup><mi>x</mi><mn>2</mn></msup></math></p>"
    assert shown(page) == "so Foneax^2"


def test_a_leaf_that_was_never_closed_swallows_no_paragraph() -> None:
    paragraphs = [p.text for p in parse("<div>so <math><mi>F<p>one</p><p>two</p></math></div>").root.iter("p")]
    assert paragraphs == ["one", "two"]


def test_what_no_tree_may_be_given_stays_behind_a_formula() -> None:
    assert "".join(parse("<math></math>\f<math><mi>x</mi></math>\f").root.itertext()) == "\fx\f"


def test_trees_of_others_are_not_touched() -> None:
    page = f"<html><body><p>so {MATH} is</p></body></html>"
    root = etree.HTML(page)
    before = etree.tostring(root)
    assert adopt(root, page, page.encode()) is None
    assert etree.tostring(root) == before


GROWING: list[Callable[[int], str]] = [
    lambda n: "<math>" + "<msup>" * 200 + "<mi>x</mi>" * n + "</math>",
    lambda n: "<math>" + "<mi>x</mi>" * n + "</math>",
    lambda n: "<math><mi>x</mi></math>" * n,
    lambda n: "<math>" * n,
    lambda n: "<math><mo>" + "(" * n + "</mo></math>",
    lambda n: "<span class=katex>" + "<i><math></math></i><i aria-hidden=true></i>" * n,
    lambda n: (
        f"<math>{'<mrow>' * 200}<mfenced open='{'(' * n * 10}' close='{')' * n * 10}'><mi>x</mi></mfenced>{'</mrow>' * 200}</math>"
    ),
    lambda n: (
        f"<math>{'<msup>' * 900}<mi>{'(' * (n // 3)}{')' * (n // 3)}</mi>{'<mrow></mrow></msup>' * 900}</math>" * 5
    ),
    lambda n: f"<math>{'<mrow>' * 900}<mi>{'1' * (n * 2 // 3)}</mi>{'<mi>a</mi></mrow>' * 900}</math>" * 5,
    lambda n: "<math><mtext>" + "<mi><b>x</b>" * n,
    lambda n: "<math>" + "<mtext><i>x</i></mtext>" * n,
    lambda n: "<math><semantics>" + "<annotation>" * 100 + "<annotation>x</annotation>" * n,
]


@pytest.mark.parametrize("page", GROWING)
def test_time_is_linear(page: Callable[[int], str]) -> None:
    large = page(MAX_CHARS)
    start = time.process_time()
    parse(large)
    assert is_quick(time.process_time() - start, 2)


def test_a_very_large_formula_is_read_as_its_letters() -> None:
    assert len(shown("<math>" + "<mi>x</mi>" * (MAX_ELEMENTS + 1) + "</math>")) == MAX_ELEMENTS + 1


def shown(page: str) -> str:
    return "".join(parse(page).root.itertext())
