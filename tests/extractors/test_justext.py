"""jusText: its contract, the worked examples, its passes on paragraphs built by hand, and the published package."""

from __future__ import annotations

import copy
import difflib

import pytest
from lxml import etree

from boilerspider.errors import BadConfiguration, UnknownName, UnreadablePage
from boilerspider.extractors import Extractor, extractor
from boilerspider.extractors.justext import JusText
from boilerspider.extractors.justext.paragraphs import Class, Paragraph, normalise_space, segment
from boilerspider.extractors.justext.passes import (
    RECIPE,
    classify,
    count_stop_words,
    lift_headings,
    rescue_headings,
    settle_near_good,
    settle_short,
)
from boilerspider.markup.tree import Document, parse
from boilerspider.markup.words import stop_list
from tests.extractors.contract import ExtractorContract

GOOD, BAD, NEAR, SHORT = Class.GOOD, Class.BAD, Class.NEAR_GOOD, Class.SHORT
ENGLISH = JusText(language="en")

LONG = "it was the one that we had all been told to look for when we came to this part of the town and so "
LONG = (LONG * 4)[:315].strip()
"""A paragraph of 300 characters and more that is good by itself."""

MIDDLE = "it was the one that we had all been told to look for when we came to this part of the river."
"""A paragraph of 70 to 200 characters that is nearly good by itself."""

LINK = "<a href=/x>all of this paragraph is a link</a>"


class TestJusText(ExtractorContract):
    def make(self) -> Extractor:
        return JusText()


class TestJusTextWithThePrestage(ExtractorContract):
    def make(self) -> Extractor:
        return JusText(heading_prestage=True)


def judge(document: Document, rules: JusText = ENGLISH) -> list[tuple[str, Class, Class]]:
    """The paragraphs of a page: text, own class, class among the neighbours."""
    paragraphs = count_stop_words(segment(document.transcript), stop_list("en"))
    for step in RECIPE:
        paragraphs = step(paragraphs, rules)
    return [(p.text, p.context_free, p.revised) for p in paragraphs]


def classes(page: str, rules: JusText = ENGLISH) -> list[tuple[Class, Class]]:
    return [found[1:] for found in judge(parse(page), rules)]


def texts(page: str) -> list[str]:
    return [paragraph.text for paragraph in segment(parse(page).transcript)]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param(
            f"<h1>Title here</h1><p>{LONG}</p><p>Short one.</p><p><a>one</a> | <a>two</a></p><div>Copyright © 2020</div>",
            [(SHORT, GOOD), (GOOD, GOOD), (SHORT, BAD), (BAD, BAD), (BAD, BAD)],
            id="1: a heading, text, navigation",
        ),
        pytest.param(
            f"<p>{LINK}</p><h2>Heading text</h2><p>By John</p><p>{LONG}</p>",
            [(BAD, BAD), (SHORT, GOOD), (SHORT, BAD), (GOOD, GOOD)],
            id="2: a byline between heading and text",
        ),
        pytest.param(
            f"<p>{LONG}</p><p>short a</p><p>{MIDDLE}</p><p>short b</p><p>{LINK}</p>",
            [(GOOD, GOOD), (SHORT, GOOD), (NEAR, GOOD), (SHORT, BAD), (BAD, BAD)],
            id="3: short paragraphs on both sides of a nearly good one",
        ),
    ],
)
def test_worked_examples(page: str, expected: list[tuple[Class, Class]]) -> None:
    assert classes(page) == expected


def test_the_prestage_of_the_thesis_rescues_the_byline() -> None:
    page = f"<p>{LINK}</p><h2>Heading text</h2><p>By John</p><p>{LONG}</p>"
    assert [revised for _, revised in classes(page, JusText(heading_prestage=True))] == [BAD, GOOD, GOOD, GOOD]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param(
            "first line of text<br>second line<br><br>third line<br>\n<br>fourth",
            ["first line of text second line", "third line", "fourth"],
            id="4: line breaks",
        ),
        ("<b>a</b> <b>b</b>", ["ab"]),
        ("<p>a <!-- c -->b</p>", ["a b"]),
        ("<p>a<!-- c --> <b>b</b></p>", ["a b"]),
        ("<p>a <script>x</script>b<style>y</style></p>", ["a b"]),
        ("<p>a<br><br><p>b", ["a", "b"]),
        ("<section>a</section><section>b</section>", ["ab"]),
        ("<form>a<div>b</div></form>c", ["a", "b", "c"]),
        ("a<form>b</form>c", ["abc"]),
        ("a<button>b</button>c<select><option>d</select>e<textarea>f</textarea>g", ["aceg"]),
        ("<noscript>a</noscript>", ["a"]),
        ("<title>t</title><p>a", ["a"]),
        ("<ol><li>a<li>b</ol>", ["a", "b"]),
        ("<p>a\n  b \t c</p>", ["a\nb c"]),
        ("<p>a<link rel=stylesheet href=x>b</p>", ["ab"]),
        ("<object><param name=a>b</object>", ["b"]),
        ("<p>a<table><tr><td>b<td>c</table>d", ["a", "b", "c", "d"]),
        ("<p> <p>\n<p>&nbsp;", []),
    ],
)
def test_segmentation(page: str, expected: list[str]) -> None:
    assert texts(page) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", "a b"),
        ("a  b", "a b"),
        ("a\tb", "a b"),
        ("a\nb", "a\nb"),
        ("a \r\n b", "a\nb"),
        ("a\u00a0b", "a b"),
        (" \u2003\n", "\n"),
        ("", ""),
    ],
)
def test_white_space(text: str, expected: str) -> None:
    assert normalise_space(text) == expected


@pytest.mark.parametrize(
    ("page", "characters"),
    [
        ("<p>ab <a>cde</a> f", 3),
        ("<p><a> c </a>f", 3),
        ("<p><a>b<a>c</a>d</a>e", 2),
        ("<p><a><b>b</b>c</a>d", 2),
        ("<a><p>b</p><p>c</p></a>", 1),
        ("<p>a", 0),
    ],
)
def test_link_characters(page: str, characters: int) -> None:
    assert segment(parse(page).transcript)[0].link_characters == characters


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        ("<h1>a</h1>", True),
        ("<h3><b>a</b></h3>", True),
        ("<h2>a<div>b</div></h2>", True),
        ("<h7>a</h7><p>b", False),
        ("<x-h2><p>a</p></x-h2>", True),
        ("<xh2><p>a</p></xh2>", False),
        ("<header><p>a</p></header>", False),
        ("<hgroup><p>a</p></hgroup>", False),
        ("<p>a", False),
    ],
)
def test_headings_are_known_by_the_path(page: str, heading: bool) -> None:
    assert segment(parse(page).transcript)[0].is_heading is heading


def test_a_tag_named_select_is_known_by_the_path() -> None:
    assert segment(parse("<my-select><p>a</p></my-select>").transcript)[0].in_select


def test_nodes_are_the_texts_of_the_paragraph() -> None:
    document = parse("<p>a<b>b</b> <i>c</i></p>\n<p>d<script>e</script>f")
    strings = [str(text) for text in document.root.xpath("//text()")]
    assert [[strings[node] for node in block.nodes] for block in ENGLISH.label(document)] == [
        ["a", "b", "c"],
        ["d", "f"],
    ]


def paragraph(length: int, *, density: float = 0.0, links: int = 0, heading: bool = False, text: str = "") -> Paragraph:
    return Paragraph((text + "x" * length)[:length], links, heading, stop_words=round(density * 100), words=100)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (paragraph(69), SHORT),
        (paragraph(69, links=1), BAD),
        (paragraph(70), BAD),
        (paragraph(100, density=0.29), BAD),
        (paragraph(100, density=0.30), NEAR),
        (paragraph(300, density=0.31), NEAR),
        (paragraph(200, density=0.32), NEAR),
        (paragraph(201, density=0.32), GOOD),
        (paragraph(300, density=0.5, links=60), GOOD),
        (paragraph(300, density=0.5, links=61), BAD),
        (paragraph(300, density=0.5, text="©"), BAD),
        (paragraph(300, density=0.5, text="&copy;"), BAD),
        (paragraph(300, density=0.5)._replace(in_select=True), BAD),
        (Paragraph(""), SHORT),
    ],
)
def test_class_by_itself(facts: Paragraph, expected: Class) -> None:
    (found,) = classify((facts,), ENGLISH)
    assert (found.context_free, found.revised) == (expected, expected)


def test_stop_words_have_no_punctuation_at_them() -> None:
    (found,) = count_stop_words((Paragraph("The end, and THE start and, of"),), frozenset({"the", "and", "of"}))
    assert (found.stop_words, found.words) == (4, 7)
    assert found.stop_word_density == 4 / 7


def row(*kinds: Class) -> tuple[Paragraph, ...]:
    return tuple(Paragraph("text", revised=kind) for kind in kinds)


def revised(paragraphs: tuple[Paragraph, ...]) -> list[Class]:
    return [found.revised for found in paragraphs]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([SHORT], [BAD]),
        ([GOOD, SHORT, GOOD], [GOOD, GOOD, GOOD]),
        ([GOOD, SHORT, SHORT, GOOD], [GOOD, GOOD, GOOD, GOOD]),
        ([GOOD, SHORT, BAD], [GOOD, BAD, BAD]),
        ([GOOD, SHORT], [GOOD, BAD]),
        ([GOOD, SHORT, NEAR, BAD], [GOOD, GOOD, NEAR, BAD]),
        ([BAD, NEAR, SHORT, GOOD], [BAD, NEAR, GOOD, GOOD]),
        ([GOOD, NEAR, SHORT, BAD], [GOOD, NEAR, BAD, BAD]),
        ([BAD, NEAR, SHORT, NEAR, BAD], [BAD, NEAR, BAD, NEAR, BAD]),
        ([GOOD, SHORT, NEAR], [GOOD, GOOD, NEAR]),
    ],
)
def test_short_paragraphs(before: list[Class], after: list[Class]) -> None:
    assert revised(settle_short(row(*before), ENGLISH)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([NEAR], [BAD]),
        ([BAD, NEAR, BAD], [BAD, BAD, BAD]),
        ([GOOD, NEAR, BAD], [GOOD, GOOD, BAD]),
        ([BAD, NEAR, GOOD], [BAD, GOOD, GOOD]),
        ([GOOD, NEAR, NEAR, BAD], [GOOD, GOOD, GOOD, BAD]),
        ([BAD, NEAR, NEAR, GOOD], [BAD, GOOD, GOOD, GOOD]),
        ([NEAR, NEAR], [BAD, BAD]),
    ],
)
def test_nearly_good_paragraphs(before: list[Class], after: list[Class]) -> None:
    assert revised(settle_near_good(row(*before), ENGLISH)) == after


def under_heading(distance: int, kind: Class = SHORT) -> tuple[Paragraph, ...]:
    """A bad heading that was of a class by itself, text of so many characters, and a good paragraph."""
    between = tuple(Paragraph("x" * 50, revised=BAD) for _ in range(distance // 50))
    return (
        Paragraph("Title", is_heading=True, context_free=kind, revised=BAD),
        *between,
        Paragraph("text", revised=GOOD),
    )


@pytest.mark.parametrize(
    ("paragraphs", "rules", "expected"),
    [
        (under_heading(0), ENGLISH, GOOD),
        (under_heading(200), ENGLISH, GOOD),
        (under_heading(250), ENGLISH, BAD),
        (under_heading(250), JusText(max_heading_distance=250), GOOD),
        (under_heading(0, BAD), ENGLISH, BAD),
        (under_heading(0, NEAR), ENGLISH, GOOD),
        (under_heading(0), JusText(no_headings=True), BAD),
        (under_heading(0)[:1], ENGLISH, BAD),
        ((under_heading(0)[0]._replace(is_heading=False), under_heading(0)[1]), ENGLISH, BAD),
    ],
)
def test_headings(paragraphs: tuple[Paragraph, ...], rules: JusText, expected: Class) -> None:
    assert rescue_headings(paragraphs, rules)[0].revised is expected


def test_the_prestage_is_off() -> None:
    paragraphs = (Paragraph("Title", is_heading=True, revised=SHORT), Paragraph("text", revised=GOOD))
    assert lift_headings(paragraphs, ENGLISH) == paragraphs
    assert revised(lift_headings(paragraphs, JusText(heading_prestage=True))) == [NEAR, GOOD]


GERMAN = (
    "Die Brücke ist für den größten Teil des Winters nicht zu benutzen, und das ist auch für die Stadt sehr schlecht. "
)


@pytest.mark.parametrize("head", ["<html lang=de>", "<html>", "<html lang=en>"])
def test_the_page_is_judged_by_the_language_that_it_is_in(head: str) -> None:
    (block,) = JusText().label(parse(f"{head}<p>{GERMAN * 3}"))
    assert block.is_content


def test_a_forced_language_is_obeyed() -> None:
    page = parse(f"<html lang=de><p>{GERMAN * 3}")
    assert not JusText(language="fi").label(page)[0].is_content
    assert JusText(language="de-AT").label(page)[0].is_content


def test_a_language_without_a_stop_list_makes_all_bad() -> None:
    page = parse("<html lang=zh><p>" + "大桥在冬天的大部分时间里将关闭。" * 20)
    assert [block.is_content for block in JusText().label(page)] == [False]


def test_an_unknown_language_stops_at_the_start() -> None:
    with pytest.raises(UnknownName, match=r"'zh'.*known: af"):
        JusText(language="zh")
    with pytest.raises(BadConfiguration, match=r"no parameter 'lenght_low'.*length_low.*language"):
        extractor("justext", {"lenght_low": 3})
    assert extractor("justext", {"language": "de", "length_low": 3}) == JusText(language="de", length_low=3)


CORPORA = ("aed", "cleaneval", "l3s_gn1", "fundus")
PAGES_A_CORPUS = 75
MIN_AGREEMENT = 0.999


def reserialised(page: bytes) -> str:
    """The page as both sides are fed it: parsers differ over comments and over what is in an iframe."""
    root = copy.deepcopy(parse(page).root)
    etree.strip_elements(root, "iframe", etree.Comment, with_tail=False)
    return etree.tostring(root, method="html", encoding="unicode")


@pytest.mark.slow
def test_agrees_with_the_package(corpus) -> None:
    package = pytest.importorskip("justext", reason="needs justext and lxml_html_clean")
    words = stop_list("en")
    total = same = 0
    for name in CORPORA:
        for _, page in corpus(name, PAGES_A_CORPUS):
            try:
                markup = reserialised(page)
            except UnreadablePage:
                continue
            ours = [(text, own.value, among.value) for text, own, among in judge(parse(markup))]
            theirs = [
                (p.text, p.cf_class.replace("neargood", "near good"), p.class_type.replace("neargood", "near good"))
                for p in package.justext(markup, words)
                if p.text  # the package counts a lone <br> as a paragraph, of no length
            ]
            total += len(theirs)
            matches = difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
            same += sum(match.size for match in matches)
    assert total > 10_000
    assert same >= MIN_AGREEMENT * total, f"{same} of {total} paragraphs agree ({same / total:.4%})"
