"""Breaks that are no `br`: paragraphs and lines as a page's own markup makes them."""

from __future__ import annotations

import time

import pytest
from lxml import etree, html
from pace import is_quick

from boilerspider.extractors import extractor
from boilerspider.markup.render import render
from boilerspider.markup.tree import adopt, parse

FIRST, SECOND = "The quay is closed.", "It opens in May."
BLOCKS = [
    f'<p><span style="display:block">{FIRST}</span><span style="display:block">{SECOND}</span></p>',
    f"<p>{FIRST}<span style='margin: 0; DISPLAY : Flex !important'>{SECOND}</span></p>",
    f"<p><b style='display:block'>{FIRST}</b>{SECOND}</p>",
    f"<p><em style='display: none; display: grid;'>{FIRST}</em><i>{SECOND}</i></p>",
    f"<div>{FIRST}<span class='br'></span>\n<span class='br'> </span>{SECOND}</div>",
]
WHOLE = [
    f"<p>{FIRST}<span style='display:inline-block'> {SECOND}</span></p>",
    f"<p>{FIRST}<span style='display:block; display:inline'> {SECOND}</span></p>",
    f"<p>{FIRST}<span style='--display: block; my-display: block'> {SECOND}</span></p>",
    f"<p>{FIRST} <span class='br'>{SECOND}</span></p>",
    f"<p>{FIRST}<span class='br c d'></span> {SECOND}</p>",
]


def text_of(page: str) -> str:
    document = parse(page)
    nodes = [node for block in extractor("everything").label(document) for node in block.nodes]
    return render(document, nodes).text


@pytest.mark.parametrize("page", BLOCKS)
def test_what_a_page_shows_as_paragraphs_is_some(page: str) -> None:
    assert text_of(page) == f"{FIRST}\n\n{SECOND}"


@pytest.mark.parametrize("page", WHOLE)
def test_what_it_shows_as_one_stays_one(page: str) -> None:
    assert text_of(page) == f"{FIRST} {SECOND}"


def test_one_empty_span_of_that_class_is_a_line_break() -> None:
    assert text_of(f"<p>{FIRST}<span class='br'></span>{SECOND}</p>") == f"{FIRST}\n{SECOND}"


def test_lines_of_code_are_lines() -> None:
    lines = "".join(f"<span style='display:flex'>{line}</span>" for line in ("a = 1", "b = 2"))
    assert text_of(f"<pre><code>{lines}</code></pre>") == "a = 1\nb = 2"


def test_what_stands_behind_one_stays_there() -> None:
    root = parse("<p>a<b style='display:block'>b</b>c\fd</p>").root
    assert "".join(root.itertext(etree.Element)) == "abcd"
    assert [child.tag for child in root.find(".//p")] == ["div", "b", "div"]


@pytest.mark.parametrize("page", [*BLOCKS, f"<p>{FIRST}<span class='br'></span>{SECOND}</p>"])
def test_the_tree_of_somebody_else_is_not_touched(page: str) -> None:
    page = f"<html><body>{page}</body></html>"
    theirs = html.document_fromstring(page)
    before = etree.tostring(theirs)
    assert adopt(theirs, page, page.encode()) is None
    assert etree.tostring(parse(page).root) != before
    assert etree.tostring(theirs) == before


@pytest.mark.parametrize(
    "part", ["<b style='display:block'>a", "<span style='display:block'>a</span>b", "<span class='br'></span>a"]
)
def test_time_is_linear(part: str) -> None:
    start = time.process_time()
    parse(part * 50_000)
    assert is_quick(time.process_time() - start, 2)
