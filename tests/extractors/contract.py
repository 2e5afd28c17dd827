"""What every plug of drawer one must do, whatever its algorithm; a plug's test inherits it.

class TestBodyText(ExtractorContract):
    def make(self) -> Extractor:
        return BodyText()
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache

import pytest
from lxml import etree
from pace import is_quick

from boilerspider.extractors import Extractor
from boilerspider.markup.blocks import walk
from boilerspider.markup.tree import Document, parse
from boilerspider.model import Block, Label

PROSE = (
    "The mayor said on Monday that the bridge would be closed for most of the winter, because the piers "
    "had moved by more than the engineers had thought they could, and that the ferry would run at night. "
)

PAGES: dict[str, str] = {
    "article": f"<title>Bridge</title><nav><a href=/>Home</a></nav><h1>Bridge closed</h1><p>{PROSE * 2}<p>{PROSE * 3}"
    "<ul><li><a href=/a>More</a><li><a href=/b>News</a></ul><div>Copyright © 2026</div>",
    "one block": f"<p>{PROSE}</p>",
    "loose text": f"<br>{PROSE}",
    "mixed": f"<div>before {PROSE}<p>within <b>bold</b> and <a href=x>link</a> after</p>tail {PROSE}<br>one<br><br>two</div>",
    "only links": "<a href=/a>one</a> <a href=/b>two</a><ul><li><a href=/c>three</a><li><a href=/d>four</a></ul>",
    "nested links": "<a>one<a>two<p>three</a>four</a>five",
    "stray ends": f"</p></div>{PROSE}</body></html><p>after the end</p></td></a>",
    "table": f"<table><caption>c</caption><tr><th>h<td>{PROSE}<tr><td><table><tr><td>inner</table></table>",
    "form": f"<form><select><option>one<option>two</select><textarea>{PROSE}</textarea><input value=x>"
    f"<button>go</button>{PROSE}</form>",
    "embedded": f"<iframe><p>{PROSE}</p></iframe><object><param>{PROSE}</object><noscript><p>{PROSE}</noscript>"
    f"<svg><title>t</title><text>drawn</text></svg><template><p>{PROSE}</template>",
    "headings": "".join(f"<h{n}>Heading {n}</h{n}>" for n in range(1, 7)),
    "comments": f"<!-- a --><p>{PROSE}<!-- b -->{PROSE}<?pi c?>{PROSE}</p><!-- d -->",
    "chinese": "<html lang=zh><h1>大桥关闭</h1><p>"
    + "市长星期一说，大桥在冬天的大部分时间里将关闭，渡轮将在夜间运行。" * 9,
    "arabic": "<html lang=ar dir=rtl><p>" + "قال رئيس البلدية يوم الاثنين إن الجسر سيغلق في معظم فصل الشتاء. " * 9,
    "hindi": "<html lang=hi><p>" + "महापौर ने सोमवार को कहा कि पुल सर्दियों के अधिकांश समय बंद रहेगा। " * 9,
    "japanese": "<html lang=ja><p>"
    + "市長は月曜日に、橋脚が予想以上に動いたため、橋は冬の大半の間閉鎖されると述べた。" * 9,
    "hebrew": "<html lang=he dir=rtl><p>" + "ראש העיר אמר ביום שני כי הגשר ייסגר למשך רוב החורף. " * 9,
    "thai": "<html lang=th><p>" + "นายกเทศมนตรีกล่าวเมื่อวันจันทร์ว่าสะพานจะปิดเกือบตลอดฤดูหนาว" * 9,
    "unknown language": "<html lang=tlh><p>" + "tlhIngan maH qoSlIj DatIvjaj " * 20,
    "frameset": "<frameset><frame src=a><noframes>no frames</noframes></frameset>",
    "control characters": f"<p>\x00\x01{PROSE}\x0b\x0c\x1f\x7f\x85</p><p>\ufffd\u200b\u2028\ufeff{PROSE}</p>",
    "white space": f"<p>\u00a0\u2003\t\r\n{PROSE}\u3000</p>\n\n<p>\u200b</p>",
    "long word": f"<p>{'x' * 100_000}</p>",
    "nested divs": "<div>" * 3_000 + PROSE + "</div>" * 3_000,
    "nested spans": "<p>" + "<span>a " * 3_000,
}

NO_TEXT: dict[str, str] = {
    "empty": "",
    "blank": " \n\t ",
    "no body": "<html><head><title></title></head></html>",
    "empty body": "<html><body></body></html>",
    "blank body": "<body> \n <div>\t</div></body>",
    "comment alone": "<!-- nothing -->",
    "instruction alone": "<?xml version='1.0'?>",
    "script alone": "<script>var a = 'text';</script><style>p { color: red }</style>",
}

MANY = 50_000
MANY_S = 10.0
"""Processor seconds that 50,000 blocks may take, as BOILERSPIDER_PAGE_TIMEOUT is by default; a quadratic pass needs minutes."""

CROWD = 10_000
CROWD_S = 4.0
"""Processor seconds that a crowd of another kind may take; the slowest takes a tenth."""

CROWDS: dict[str, Callable[[], str]] = {
    "links": lambda: "".join(f"<a href=/{number}>Link {number} of the many</a> " for number in range(CROWD)),
    "lines": lambda: "".join(f"Line {number} of the many.<br>" for number in range(CROWD)),
    "pictures": lambda: "<div>" + "".join(f"Line {number} of the many.<img src=x>" for number in range(CROWD)),
    "comments": lambda: "<p>" + "".join(f"Line {number} of the many.<!-- - -->" for number in range(CROWD)),
    "cells": lambda: "<table>" + "".join(f"<tr><td>Cell {number}<td>of the many." for number in range(CROWD // 2)),
    "divs": lambda: "".join(f"<div class=c{number}>{PROSE[:60]}</div>" for number in range(CROWD)),
    "spans": lambda: "".join(f"<span>word {number}</span> " for number in range(CROWD)),
    "hindi": lambda: "".join(f"<p>{PAGES['hindi'][20:80]}</p>" for _ in range(CROWD)),
    "nested lists": lambda: "<ul><li>Item of the many" * 900,
    "nested tables": lambda: "<table><tr><td>Cell of the many" * 600,
    "nested divs": lambda: f"<div>{PROSE}" * 1_900,
    "angles": lambda: "<p>" + "a < b " * CROWD,
    "script starts": lambda: f"<p>{PROSE}" + "<script>" * CROWD,
    "no spaces": lambda: "<div>" * 900 + "<p>word</p>" * CROWD,
}
"""Pages on which a pass that is not linear shows."""


@cache
def crowd(name: str) -> Document:
    return parse(CROWDS[name]())


class Silent:
    """A cut that does nothing, to count a document's text nodes."""

    def start(self, tag: str, element: etree._Element) -> None: ...

    def text(self, string: str, number: int) -> None: ...

    def end(self, tag: str) -> None: ...


class ExtractorContract:
    """Inherit, and make the plug."""

    def make(self) -> Extractor:
        raise NotImplementedError

    def label(self, page: str) -> tuple[Block, ...]:
        """The plug's blocks of a page, checked against the part of the contract that holds for any page."""
        document = parse(page)
        return self.check(document)

    def check(self, document: Document) -> tuple[Block, ...]:
        before = etree.tostring(document.root, encoding="unicode")
        blocks = self.make().label(document)
        assert etree.tostring(document.root, encoding="unicode") == before, "the tree was edited"
        total = walk(document.root, Silent())
        numbers = [number for block in blocks for number in block.nodes]
        assert isinstance(blocks, tuple)
        assert all(isinstance(block.label, Label) for block in blocks)
        assert all(0.0 <= block.score <= 1.0 for block in blocks)
        assert all(block.text.strip() for block in blocks), "a block without text"
        assert all(0 <= number < total for number in numbers), "a text node that is not there"
        assert len(set(numbers)) == len(numbers), "a text node in two blocks"
        assert all(list(block.nodes) == sorted(block.nodes) for block in blocks), "nodes out of order"
        starts = [block.nodes[0] for block in blocks if block.nodes]
        assert starts == sorted(starts), "blocks out of order"
        return blocks

    @pytest.mark.parametrize("name", PAGES)
    def test_keeps_the_contract(self, name: str) -> None:
        self.label(PAGES[name])

    @pytest.mark.parametrize("name", NO_TEXT)
    def test_gives_no_blocks_where_there_is_no_text(self, name: str) -> None:
        assert self.label(NO_TEXT[name]) == ()

    @pytest.mark.parametrize(
        "markup", ["<html/>", "<html>loose</html>", "<html><head/></html>", "<html><head/>loose</html>"]
    )
    def test_survives_a_tree_without_a_body(self, markup: str) -> None:
        self.check(Document(etree.fromstring(markup), markup))

    def test_same_input_same_output(self) -> None:
        page = PAGES["article"]
        assert self.label(page) == self.label(page)
        plug, document = self.make(), parse(page)
        assert plug.label(document) == plug.label(document)

    def test_pages_do_not_touch_each_other(self) -> None:
        plug = self.make()
        alone = plug.label(parse(PAGES["article"]))
        for page in PAGES.values():
            plug.label(parse(page))
        assert plug.label(parse(PAGES["article"])) == alone

    @pytest.mark.slow
    def test_many_blocks_take_linear_time(self) -> None:
        page = "".join(f"<p>Block {number} of the many.</p>" for number in range(MANY))
        document = parse(page)
        start = time.process_time()
        self.check(document)
        assert is_quick(time.process_time() - start, MANY_S)

    @pytest.mark.slow
    @pytest.mark.parametrize("name", CROWDS)
    def test_crowds_of_any_kind_take_linear_time(self, name: str) -> None:
        document = crowd(name)
        start = time.process_time()
        self.check(document)
        assert is_quick(time.process_time() - start, CROWD_S)

    def test_is_a_frozen_value_with_defaults(self) -> None:
        plug = self.make()
        assert is_dataclass(plug)
        assert type(plug).__dataclass_params__.frozen  # type: ignore[attr-defined]
        assert type(plug)() == type(plug)()
