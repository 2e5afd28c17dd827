"""Layout: which marks of the page make paragraphs, lines and words, and what becomes of them in HTML."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from boilerspider.markup.blocks import walk
from boilerspider.markup.render import Rendered, render
from boilerspider.markup.tree import Document, parse

URL = "https://example.org/news/story.html"


class Texts:
    """The text nodes of a page, by number."""

    def __init__(self, document: Document) -> None:
        self.strings: list[str] = []
        walk(document.root, self)

    def start(self, tag, element) -> None: ...

    def text(self, string: str, number: int) -> None:
        assert number == len(self.strings)
        self.strings.append(string)

    def end(self, tag) -> None: ...


def render_where(page: str, keep: Callable[[str], bool], url: str | None = URL) -> Rendered:
    document = parse(page, url)
    return render(document, [number for number, string in enumerate(Texts(document).strings) if keep(string)])


def render_all(page: str, url: str | None = URL) -> Rendered:
    return render_where(page, lambda _: True, url)


TEXTS = [
    # words and inline elements
    ("<p>one two", "one two"),
    ("<p>  one\n\t two\u00a0 three ", "one two three"),
    ("<p><b>a</b> <b>b</b>", "a b"),
    ("<p><b>a</b><b>b</b>", "ab"),
    ("<p>a<span> b </span>c", "a b c"),
    ("<p>un<wbr>break<!-- comment -->able", "unbreakable"),
    ("<p>un&shy;break\u200bable\ufeff <b>w\u2060ords", "unbreakable words"),
    ("<p>a</p><p>&#8203;</p><p>&shy; </p><p>b</p>", "a\n\nb"),
    ("<p>a</p><p>&zwj;</p><p><em>&zwj;</em>&lrm;</p><pre>&zwj;</pre><p>&zwj;<em>b</em></p><p>&zwnj;", "a\n\nb"),
    ("<p>نمی\u200cخواهم क्\u200dष</p>", "نمی\u200cخواهم क्\u200dष"),
    ("<pre>a&shy;b</pre>", "a\xadb"),
    ("<p>H<sub>2</sub>O", "H2O"),
    ("<p>x &lt;b&gt; &amp;amp; y", "x <b> &amp; y"),
    ("<p>before<script>var x</script><style>p{}</style>after", "beforeafter"),
    ("<p>wave<svg><title>icon</title></svg> on", "wave on"),
    ("<x-story>custom <x-word>ele</x-word>ments</x-story>", "custom elements"),
    # lines of the source, in scripts without spaces
    ("<p>古い\n市場を、\r\n\t閉鎖「する」\n（夏）", "古い市場を、閉鎖「する」（夏）"),
    ("<p>港は\n<b>火曜</b>\n屋根を <b>\n直す", "港は火曜屋根を 直す"),
    ("<p>古い 市場 <b>を</b> 閉鎖", "古い 市場 を 閉鎖"),
    ("<p>市場は Ellery\nの 40\n軒\nx", "市場は Ellery の 40 軒 x"),
    ("<p>文。\n\u3000港は\u3000\n<b>町", "文。 港は 町"),
    ("<p>옛\n시장", "옛 시장"),
    ("<p><span>港</span>\n<span>町</span>", "港 町"),
    ("<p>港<br>\n町</p><h2>港\n<br>\n町</h2>", "港\n町\n\n港 町"),
    ("<table><tr><th>a<th>b<tr><td>1<td><p>港</p>\n<p>\n町</p></table>", "a\tb\n\n1\t港 町"),
    ("<pre>港\n町</pre>", "港\n町"),
    # blocks
    ("<p>a</p><p>b</p>", "a\n\nb"),
    ("<p>a</p>\n<p> </p><p>&nbsp;</p><p>b</p>", "a\n\nb"),
    ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
    ("<h1>Title</h1>Loose text <i>on</i><h2>Sub</h2><p>end", "Title\n\nLoose text on\n\nSub\n\nend"),
    ("<section><article><p>a</p></article></section><footer>b</footer>", "a\n\nb"),
    ("<b><p>a</p><p>b</p></b>", "a\n\nb"),
    ("a<hr>b", "a\n\nb"),
    ("<dl><dt>term<dd>meaning</dl>", "term\n\nmeaning"),
    ("<button>Share</button><button>Print</button>", "Share\n\nPrint"),
    ("<p>The <button>yield curve</button>, or <em><button>slope</button></em>, is", "The yield curve, or slope, is"),
    ("<p>Asked for a <label>show of hands</label>, nobody", "Asked for a show of hands, nobody"),
    ("<div>in 1908<label for=n></label><input id=n><span>Tiles.</span> and burned", "in 1908 Tiles. and burned"),
    ("<div><label>Name</label><input><label>Street</label></div>", "Name\n\nStreet"),
    ("<ul><li><input type=checkbox><label><span>▢ </span></label><b>two eggs</b></ul>", "▢ two eggs"),
    ("<p>a</p><form><div><button>Share</button></div></form>b", "a\n\nShare\n\nb"),
    # lines
    ("<p>Roses are red,<br>violets are blue", "Roses are red,\nviolets are blue"),
    ("<p>a<br/>\n b <br> c", "a\nb\nc"),
    ("<div>a<br><br>b</div>", "a\n\nb"),
    ("<div>a<br> &nbsp;<br>\n<br>b</div>", "a\n\nb"),
    ("<p><br>a<br></p><p>b</p>", "a\n\nb"),
    ("<h2>A headline<br>in two</h2>", "A headline in two"),
    ("<p><b>a<br><br>b</b>", "a\n\nb"),
    # raised and lowered numbers
    ("<p>10<sup>6</sup> of them, in 2019<sup>3</sup>", "10⁶ of them, in 2019³"),
    ("<p>10<sup>-6</sup>, 10<sup>−12 </sup>m, <b>10</b><sup>+<span>2</span>3</sup>", "10⁻⁶, 10⁻¹² m, 10⁺²³"),
    ("<p>2019<sup>1</sup><sup>2</sup>, 2019<sup>1<sup>2</sup></sup>", "2019¹², 2019¹²"),
    ("<p>1010<sub>2</sub> is ten", "1010₂ is ten"),
    ("<p>km<sup>2</sup>, CO<sub>2</sub>, 1<sup>st</sup>, 10 <sup>6</sup>", "km2, CO2, 1st, 10 6"),
    ("<p>10<sup>6a</sup> 5<sup>3 4</sup> 7<sup>x</sup>8", "106a 53 4 7x8"),
    ('<p>2019<sup><a href="#n">3</a></sup>, 1998<sup><b>4</b>, 12</sup>', "2019³, 1998⁴, ¹²"),
    ("<p>1<sup><a href=#1>1</a>,<a href=#2>2</a></sup>, 2<sup>[<a href=#1>1</a>]</sup>", "1¹,², 2[1]"),
    (
        '<p>2019<a href="#n">3</a>, 20<a href="/19">19</a>, 2019<a href="#n">[3]</a>, <a href="#n">4</a>',
        "2019³, 2019, 2019[3], 4",
    ),
    ('<p>20<a href="/y#z">24</a>, 3<a href="https://example.com/#report">2</a>, 1<a href="#">5</a>', "2024, 32, 15"),
    (f'<p>2019<a href="{URL}#n">3</a>, 1998<a href="/news/story.html#m">4</a>', "2019³, 1998⁴"),
    (
        "<p>1<sup>3</sup>/<sub>4</sub> or 1<sup>3</sup>\u2044<sub>4</sub> and <sup>3</sup>/<sub>4</sub>",
        "1³/₄ or 1³\u2044₄ and 3/4",
    ),
    ("<table><tr><td>10<td><sup>6</sup>5<sup>2</table><p><sup>1</sup> a", "10\t65²\n\n1 a"),
    # quotations
    ("<p>He said <q>no</q>, and left", "He said “no”, and left"),
    ("<p>He said <q>she said <q>no</q></q>.", "He said “she said ‘no’”."),
    ("<p>a <q>b <b><q>c <q>d</q></q></b></q> e", "a “b ‘c “d”’” e"),
    ("<p>a<q> b </q>c", "a “b” c"),
    ("<p>a<q> </q>b", "a b"),
    ("<q><div>a</div>b</q>", "“a”\n\n“b”"),
    # lists
    ("<ul><li>a<li>b</ul>", "a\n\nb"),
    ("<ul><li><p>a</p><p>b</p><li>c</ul>", "a\n\nb\n\nc"),
    ("<ol><li>a<ul><li>b</ul>c</ol>", "a\n\nb\n\nc"),
    # pre
    ("<pre>\n  one\n    two\n\n\n\nthree  \n</pre>x", "  one\n    two\n\nthree\n\nx"),
    ("<pre><div>one</div><div>two</div>three<br>four</pre>", "one\ntwo\nthree\nfour"),
    ("<pre> \n </pre>x", "x"),
    ("<pre><pre>a</pre>\nb</pre>", "a\nb"),
    # tables
    ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a\tb\n\n1\t2"),
    ("<table><caption>c</caption><tbody><tr><td>1<td><p>2</p><p>3</p></table>", "c\n\n1\t2 3"),
    ("<table><tr><td>1<td><br>2<br>3</table>", "1\t2 3"),
    ("<table><tr><th><th>a<th>b<tr><td>1<td><td>&nbsp;<td>2<td><tr><td><tr><td>3</table>", "a\tb\n\n1\t\t\t2\n\n3"),
    ("<p>x<table><tr><td><td>a<td>b<td>c<tr><td><td>d</table>", "x\n\n\ta\tb\tc\n\nd"),
    ("<table><tr><td><p>a</p><p>b</p></table>", "a\n\nb"),
    ("<table><tr><td>menu<td><h1>T</h1><p>a</p></table>", "menu\n\nT\n\na"),
    ("<table><tr><td>menu<td>a<br><br>b</table>", "menu\n\na\n\nb"),
    ("<table role=presentation><tr><td>a<td>b</table>", "a\n\nb"),
    ("<table><tr><td>x<td><table><tr><td>a<td>b</table></table>", "x\n\na\tb"),
    # nothing that one could see
    ("<p>&#8203;</p><p>&shy; \ufeff</p>", ""),
]


@pytest.mark.parametrize(("page", "text"), TEXTS)
def test_text(page: str, text: str) -> None:
    assert render_all(page).text == text


HTML = [
    ("<div><section>a <em>b</em></section></div>", "<p>a <em>b</em></p>"),
    ("<p class=x id=y style='color:red' onclick=z()>a", "<p>a</p>"),
    ("<p>a<br>b", "<p>a<br>b</p>"),
    ("<h3>a <b>b</b></h3>", "<h3>a <b>b</b></h3>"),
    ("<q><div>a</div>b</q>", "<p><q>a</q></p>\n<p><q>b</q></p>"),
    ("<p><b></b>a<i> </i>b", "<p>a b</p>"),
    ("<p>a<b> b </b>c", "<p>a <b>b</b> c</p>"),
    ("<p><b>a <b>b</b></b>", "<p><b>a b</b></p>"),
    ("<ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c<p>d</p></li></ul>"),
    ("<ul>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
    ("<li>a", "<p>a</p>"),
    (
        "<ol start=' 5x' type=a class=y><li>a<li value=-7>b<li value=x>c</ol>",
        '<ol start="5"><li>a</li><li value="-7">b</li><li>c</li></ol>',
    ),
    ("<ol start=+3><li>a</ol>", '<ol start="3"><li>a</li></ol>'),
    ("<ol start=+-3><li>a</ol>", "<ol><li>a</li></ol>"),
    ("<ol reversed start=9999999999><li>a</ol>", '<ol reversed=""><li>a</li></ol>'),
    ("<ul start=3><li value=2>a</ul>", "<ul><li>a</li></ul>"),
    ("<ul><div><pre>a</pre></div></ul>", "<ul><li><pre>a</pre></li></ul>"),
    ("<blockquote>a<p>b</blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"),
    ("<pre>a\n b</pre>", "<pre>a\n b</pre>"),
    (
        "<table><tr><th colspan=2>a<th><tr><td><td>x<td rowspan='1 onload'>y</table>",
        '<table><tbody><tr><th colspan="2">a</th><th></th></tr><tr><td></td><td>x</td><td>y</td></tr></tbody></table>',
    ),
    ("<table><tr><td>a</table>", "<p>a</p>"),
    # links
    ("<p><a href='../b?x=1&y=2#z' target=_blank>a</a>", '<p><a href="https://example.org/b?x=1&amp;y=2#z">a</a></p>'),
    ("<p><a href='//cdn.example/x y'>a</a>", '<p><a href="https://cdn.example/x%20y">a</a></p>'),
    ("<p><a href='mailto:a@example.org'>a</a>", '<p><a href="mailto:a@example.org">a</a></p>'),
    ("<p><a href='http://['>a</a> b", "<p>a b</p>"),
    ("<p><a href='http:///x'>a</a><a name=x>b</a>", "<p>ab</p>"),
    ("<p><a href='tel:123'>a</a>", "<p>a</p>"),
    ("<a href=/x><h2>a</h2></a>", '<h2><a href="https://example.org/x">a</a></h2>'),
]


@pytest.mark.parametrize(("page", "html"), HTML)
def test_html(page: str, html: str) -> None:
    assert render_all(page).html == html


@pytest.mark.parametrize(
    ("page", "text", "html"),
    [
        ("<p>keep<b>drop</b>keep", "keep keep", "<p>keep keep</p>"),
        ("<p>keep<sup>drop1</sup>, keep", "keep, keep", "<p>keep, keep</p>"),
        ("<p>keep <b>drop</b> <i>keep</i>", "keep keep", "<p>keep <i>keep</i></p>"),
        ("<pre><b>keep</b> <i>keep</i>\n  <b>keep</b></pre>", "keep keep\n  keep", "<pre>keep keep\n  keep</pre>"),
        ("<pre> <b>drop</b>\n</pre><p>keep", "keep", "<p>keep</p>"),
        ("<p>keep<br>drop<br>keep", "keep\n\nkeep", "<p>keep</p>\n<p>keep</p>"),
        ("<ul><li>drop<li>keep<li>drop</ul>", "keep", "<ul><li>keep</li></ul>"),
        ("<ul><li>drop</ul><p>keep", "keep", "<p>keep</p>"),
        ("<p>drop</p>", "", ""),
        (
            "<table><tr><td>drop<td>drop<tr><td>drop<td>keep<td>keep</table>",
            "keep\tkeep",
            "<table><tbody><tr><td></td><td>keep</td><td>keep</td></tr></tbody></table>",
        ),
    ],
)
def test_only_kept_nodes_appear(page: str, text: str, html: str) -> None:
    rendered = render_where(page, lambda string: "keep" in string)
    assert (rendered.text, rendered.html) == (text, html)


def test_white_space_nodes_need_not_be_kept() -> None:
    assert render_where("<p><b>a</b> <b>b</b>", lambda string: not string.isspace()).text == "a b"


def test_links_without_a_base_stay_only_where_absolute() -> None:
    html = render_all("<p><a href=/x>a</a> <a href=https://example.org/>b</a>", None).html
    assert html == '<p>a <a href="https://example.org/">b</a></p>'


def test_a_broken_page_url_spares_absolute_links() -> None:
    html = render_all("<p><a href=/x>a</a> <a href=https://example.org/>b</a>", "http://[").html
    assert html == '<p>a <a href="https://example.org/">b</a></p>'


def test_numbers_that_no_node_has_are_ignored() -> None:
    document = parse("<p>a", URL)
    assert render(document, {0, 7, 10**9}).text == "a"
    assert render(document, {99}) == Rendered()


def test_the_document_is_not_edited() -> None:
    document = parse("<p>a <img src=x><table><tr><td>1<td>2</table>", URL)
    before = Texts(document).strings
    render(document, range(99))
    assert Texts(document).strings == before


def many(count: int) -> dict[str, str]:
    return {
        "siblings": "<p>a</p>" * count,
        "inline siblings": "<p>" + "<b>a</b> <i>b</i> " * count,
        "list items": "<ul>" + "<li>a" * count,
        "rows": "<table>" + "<tr><td>1<td>2" * count,
        "dropped cells": "<table><tr>" + "<td>" * count + "<td>x",
        "pictures": "<p>x" + "<img src=a.jpg>" * count + "<p>x",
        "captions": "<figure>" + "<img src=a.jpg><figcaption>x</figcaption>" * count,
        "breaks": "<p>a" + "<br>" * count + "b",
        "one long link": f"<a href='/{'x' * 2000}'>" + "<p>a</p>" * count,
        "marks around": "<b><i><u><em><strong><a href=/x>" + "<p>a</p>" * count,
        "srcset": f"<p>x<img srcset='{'a, ' * count}'><p>y",
        "spaces": "<p>a" + " " * count + "b",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", many(0))
def test_time_is_linear_in_siblings(name: str) -> None:
    def seconds(count: int) -> float:
        document = parse(many(count)[name], URL)
        nodes = range(len(Texts(document).strings))
        times = []
        for _ in range(3):
            start = time.process_time()
            render(document, nodes)
            times.append(time.process_time() - start)
        return min(times)

    assert seconds(32_000) < 24 * seconds(4_000) + 0.05  # eight times the page; quadratic would be 64


@pytest.mark.parametrize(
    "tag",
    [
        "div",
        "b",
        "a href=/x",
        "ul",
        "ul><li",
        "blockquote",
        "pre",
        "figure",
        "figure><figcaption",
        "table><tr><td",
        "h2",
        "x-y",
    ],
)
@pytest.mark.parametrize("words", ["", "w "])
def test_depth_does_no_harm(tag: str, words: str) -> None:
    rendered = render_all(f"<{tag}>{words}" * 5_000 + "end")
    assert rendered.text.endswith("end")
    assert len(rendered.html) < 600_000


def test_what_is_left_out_parts_words_but_not_those_of_scripts_without_spaces() -> None:
    page = "<p>one<i>x</i>two</p><p>港<i>x</i>町</p><p>ท่า<i>x</i>เรือ</p><p>港<i>x</i>a</p>"
    assert render_where(page, lambda string: string != "x").text.split("\n\n") == ["one two", "港町", "ท่าเรือ", "港 a"]
