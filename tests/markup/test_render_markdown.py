"""Sanitised HTML as Markdown that reads well."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from boilerspider.markup.render import render, to_markdown
from boilerspider.markup.render.cells import MAX_COLSPAN
from boilerspider.markup.tree import parse

MAX_GROWTH = 9.0
"""How many times as long four times as many rows may take: linear is 4 to 6, quadratic 16."""
ATTEMPTS = 4
"""The least of which counts: the machine has other things to do."""

LINES = [
    "- One", "+ One", "* One", "1986. One", "12) One", "# One", "> One", "***", "___", "---", "```", "~~~", "[1]: /one",
]  # fmt: skip
"""Paragraphs that CommonMark would take for something else."""

EMPHASIS = [
    ("<p>a<strong>“b”</strong>, c</p>", "a<strong>“b”</strong>, c"),
    ("<p>a <strong>“b”</strong>, c</p>", "a **“b”**, c"),
    ("<p>说<strong>“不行”</strong>，说</p>", "说<strong>“不行”</strong>，说"),
    ("<p>说<strong>不行</strong>，说</p>", "说**不行**，说"),
    ("<p><strong>a:</strong>b</p>", "<strong>a:</strong>b"),
    ("<p>a <strong>b<em>c</em></strong><em>d</em></p>", "a **b*c***<em>d</em>"),
    ("<p><strong><em>a</em></strong> b</p>", "***a*** b"),
    ("<p><em>5 * 3</em></p>", "<em>5 * 3</em>"),
    ("<p>a<del>.b</del></p>", "a<del>.b</del>"),
    ("<p><strong>a </strong>b</p>", "**a** b"),
    ("<p>a<i><em>b</em> c</i></p>", "a*b c*"),
    ("<p><s>a <del>b</del></s> <b>c <u><strong>d</strong></u></b></p>", "~~a b~~ **c d**"),
    ("<p><b>a.</b><s>b</s></p>", "<b>a.</b>~~b~~"),
    ("<p>10<sup>6</sup> H<sub>2</sub>O</p>", "10<sup>6</sup> H<sub>2</sub>O"),
]
"""Marks that would be read as asterisks are written in HTML."""

READ_BACK = [
    ('<p>Look!<a href="https://example.org/x">a</a></p>', "Look\\![a](https://example.org/x)"),
    ('<p><ins>Look!</ins><a href="https://example.org/x">a</a>!</p>', "Look\\![a](https://example.org/x)!"),
    ('<p>Look! <a href="https://example.org/x">a</a></p>', "Look! [a](https://example.org/x)"),
    ("<p>in <b>C:\\data\\</b> now</p>", "in **C:\\data\\\\** now"),
    ("<p>in <b>C:\\a\\\\</b> now</p>", "in **C:\\a\\\\\\\\** now"),
    ("<p>a <em>\\</em> b</p>", "a *\\\\* b"),
    ("<p>a\\<em>b</em></p>", "a\\\\*b*"),
    ("<p>a\\<sup>b\\</sup></p>", "a\\\\<sup>b\\\\</sup>"),
    ('<p><a href="https://example.org/x">C:\\</a></p>', "[C:\\\\](https://example.org/x)"),
    ("<p>a\\<br>b\\</p>", "a\\\\\\\nb\\"),
    ("<p>\\\\a\\b \\# \\&lt;b&gt; \\&amp;</p>", "\\\\\\a\\b \\\\# \\\\\\<b> \\\\&"),
    ("<p><code>a\\</code> <code>\\#</code></p>", "`a\\` `\\#`"),
    ("<p>Leser*innen und 60*60*24, 5 * 3 *sic* __init__</p>", "Leser\\*innen und 60\\*60\\*24, 5 * 3 *sic* __init__"),
    ("<p><code>a*b</code> <em>Leser*in</em></p>", "`a*b` <em>Leser\\*in</em>"),
    ("<h2>#</h2>", "## \\#"),
    ("<h2>###</h2>", "## \\###"),
    ("<h2>C#</h2>", "## C#"),
    ("<h2># 1</h2>", "## # 1"),
    ("<figure><figcaption>a\\</figcaption></figure>", "a\\"),
]
"""What would be gone, or be a picture or an empty heading, as CommonMark reads it."""

COVERED = (
    '<table><thead><tr><th rowspan="2">a</th><th colspan="2">b</th></tr><tr><th>c</th><th>d</th></tr></thead>'
    '<tbody><tr><td>1</td><td>2</td><td rowspan="0">3</td></tr><tr><td>4</td><td>5</td></tr></tbody></table>'
)

MARKDOWN = [
    (COVERED, "| a | b | |\n| --- | --- | --- |\n|  | c | d |\n| 1 | 2 | 3 |\n| 4 | 5 |  |"),
    ("<p>a<br>---</p>", "a\\\n\\---"),
    ("<ul><li>1. a<br>- b<ul><li>c</li></ul></li></ul>", "- 1\\. a\\\n  \\- b\n  - c"),
    ("<blockquote><p>- a</p></blockquote>", "> \\- a"),
    ("<h2>C #</h2>", "## C \\#"),
    *EMPHASIS,
    *READ_BACK,
    ("", ""),
    ("<p>a</p>", "a"),
    ("<p>a</p>\n<p>b</p>", "a\n\nb"),
    ("<p>a<br>b</p>", "a\\\nb"),
    ("<h1>a</h1><h3>b</h3><p>c</p>", "# a\n\n### b\n\nc"),
    ("<p><em>a</em> <strong>b</strong> <code>c_d</code></p>", "*a* **b** `c_d`"),
    ('<p><a href="https://example.org/x_y">a</a></p>', "[a](https://example.org/x_y)"),
    ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
    ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
    ('<ol start="9"><li>a</li><li>b</li></ol>\n<p>c</p>\n<ol start="11"><li>d</li></ol>', "9. a\n10. b\n\nc\n\n11. d"),
    ('<ol><li value="4">a</li><li>b</li><li value="-1">c</li></ol>', "4. a\n5. b\n0. c"),
    ('<ol reversed=""><li>a<ol><li>b</li></ol></li><li>c</li></ol>', "2. a\n   1. b\n1. c"),
    ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
    ("<pre>if x:\n    y_z()</pre>", "```\nif x:\n    y_z()\n```"),
    (
        "<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>",
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
    ),
    (
        "<table><tbody><tr><td>a</td></tr></tbody><tbody><tr><td>b</td></tr><tr><td>c</td></tr></tbody></table>",
        "|  |\n| --- |\n| a |\n| b |\n| c |",
    ),
    (
        "<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody><tbody><tr><td>c</td></tr></tbody></table>",
        "| a |\n| --- |\n| b |\n| c |",
    ),
    (
        "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>",
        "| a |\n| --- |\n| b |\n| c |",
    ),
    (
        "<table><tbody><tr><th>a</th></tr></tbody><tbody><tr><th>b</th></tr><tr><td>c</td></tr></tbody></table>",
        "| a |\n| --- |\n| b |\n| c |",
    ),
    (
        "<table><tfoot><tr><td>a</td></tr></tfoot><tbody><tr><td>b</td></tr></tbody></table>",
        "|  |\n| --- |\n| a |\n| b |",
    ),
    (
        '<table><tr><th>a</th></tr><tr><td colspan="2">b</td><td>c</td></tr></table>',
        "| a |  |  |\n| --- | --- | --- |\n| b | | c |",
    ),
    ('<table><tr><th colspan="2">a</th><th>b</th></tr></table>', "| a | | b |\n| --- | --- | --- |"),
    (
        '<figure><img src="https://example.org/a.jpg" alt="A"><figcaption>c</figcaption></figure>',
        "![A](https://example.org/a.jpg)\n\n_c_",
    ),
    (
        '<figure><img src="https://example.org/a.jpg" alt="A"><figcaption><p>c</p><p>d</p></figcaption></figure>',
        "![A](https://example.org/a.jpg)\n\nc\n\nd",
    ),
    (
        '<figure><img src="https://example.org/a.jpg" alt="A"><figcaption>c_</figcaption></figure><p>d</p>',
        "![A](https://example.org/a.jpg)\n\nc_\n\nd",
    ),
    ("<pre>```\nx &lt;b&gt;\n```</pre>", "````\n```\nx <b>\n```\n````"),
    ("<table><tr><th>a|b</th></tr><tr><td>1 | 2</td></tr></table>", "| a\\|b |\n| --- |\n| 1 \\| 2 |"),
    (
        "<p>&lt;script&gt;x()&lt;/script&gt; &lt;!-- 3 &lt; 4 <code>&lt;b&gt;</code></p>",
        "\\<script>x()\\</script> \\<!-- 3 < 4 `<b>`",
    ),
    ('<p><a href="https://example.org/a_(b">a</a></p>', "[a](https://example.org/a_%28b)"),
    ('<p><a href="https://example.org/a_(b)">a</a></p>', "[a](https://example.org/a_(b))"),
    ("<p><kbd>A</kbd><kbd>*_</kbd> <code>b</code></p>", "`A`<kbd>\\*\\_</kbd> `b`"),
    ("<p><code>a<br>b\\</code></p>", "`a`\\\n`b\\`"),
    ("<h2><code>a<br>b</code></h2>", "## `a` `b`"),
    (
        '<p><code>a <b><a href="https://example.org/x"><small>b</small><br>c</a></b> <q>d</q></code></p>',
        "`a` [`b`\\\n`c`](https://example.org/x) `“d”`",
    ),
    ("<pre>a<br>b</pre>", "```\na\nb\n```"),
    (
        '<table><tr><th>a</th></tr><tr><td>b<figure><img src="https://example.org/a|b.jpg" alt="A"></figure></td></tr></table>',
        "| a |\n| --- |\n| b ![A](https://example.org/a\\|b.jpg) |",
    ),
    (
        "<ol><li>a</li></ol>\n<ol><li>b</li></ol><ol><li>c</li></ol><ul><li>d<ul><li>e</li></ul><ul><li>f</li></ul></li></ul><ul><li>g</li></ul>",
        "1. a\n\n1) b\n\n1. c\n\n- d\n  - e\n  * f\n\n* g",
    ),
    ('<ul><li>a<ol start="7"><li>b</li></ol></li></ul>', "- a\n\n  7. b"),
    ("<ul><li><ul><li>a</li></ul>b</li></ul>", "- - a\n\n  b"),
    (
        '<ul><li><ol><li><pre>a</pre></li></ol><figure><img src="https://example.org/a.jpg" alt="A"></figure>\n</li></ul>',
        "- 1. ```\n     a\n     ```\n\n  ![A](https://example.org/a.jpg)",
    ),
    (
        '<ul><li>a<figure><img src="https://example.org/a.jpg" alt="A"></figure>\n</li></ul>',
        "- a\n\n  ![A](https://example.org/a.jpg)",
    ),
    ('<ol start="999999999"><li>a</li><li>b</li></ol>', "999999999. a\n999999999. b"),
    ("<p>5 * 3 = 15, snake_case, a.b. [sic] #1 - done</p>", "5 * 3 = 15, snake_case, a.b. [sic] #1 - done"),
]


@pytest.mark.parametrize(("html", "markdown"), MARKDOWN)
def test_markdown(html: str, markdown: str) -> None:
    assert to_markdown(html) == markdown


@pytest.mark.parametrize("line", LINES)
def test_no_paragraph_becomes_anything_else(line: str) -> None:
    written = to_markdown(f"<p>{line.replace('>', '&gt;')}</p>")
    assert written != line
    assert written.replace("\\", "", 1) == line


def test_an_emphasis_goes_on_where_nothing_parts_it() -> None:
    page = "<p><em>J</em><em>ust</em> <b>a</b> <b>b</b><sup>1</sup><sup>2</sup></p>"
    html = render(parse(page, "https://example.org/"), range(20)).html
    assert html == "<p><em>Just</em> <b>a</b> <b>b</b><sup>1</sup><sup>2</sup></p>"


@pytest.mark.parametrize("tag", ["ul><li", "ol><li", "blockquote", "b", "a href=/x", "figure", "div", "table><tr><td"])
def test_depth_does_no_harm(tag: str) -> None:
    document = parse(f"<{tag}>w " * 5_000, "https://example.org/")
    assert to_markdown(render(document, range(5_000)).html).count("w") == 5_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "count", "around"),
    [
        ("<tbody><tr><td>a</td></tr></tbody>", 1_500, "<table>{}</table>"),
        ("<tr><td>a</td></tr>", 2_500, "<table><thead>{}</thead></table>"),
        ('<li value="7">a</li>', 6_000, '<ol reversed="">{}</ol>'),
        ('<tr><td rowspan="0">a</td><td rowspan="3">a</td></tr>', 1_500, "<table>{}</table>"),
        ("<b>a.</b><em>b</em>", 4_000, "<p>{}</p>"),
        ("1. a<br>", 4_000, "<ul><li>{}</li></ul>"),
        ("a!<ins>\\</ins>", 4_000, "<p>{}</p>"),
        ("\\! # ", 60_000, "<h2>{}</h2>"),
        ("#", 400_000, "<h2>{}a</h2>"),
        ("<code>a<br></code>", 2_000, "<p>{}b</p>"),
        ("a<br>", 6_000, "<p><code>{}b</code></p>"),
        ("<ul><li>a</li></ul>", 3_000, "<ul><li>{}</li></ul>"),
        ("`<b>`</b>", 2_000, "<p>{}</p>"),
        ("[", 200_000, '<p><a href="https://example.org/">{}</a></p>'),
        ("[<br>", 4_000, "<p>{}a</p>"),
        ("&lt;5", 100_000, "<p>{}<b>a</b></p>"),
    ],
    ids=[
        "bodies",
        "rows of a head",
        "numbered items",
        "covered cells",
        "emphases side by side",
        "lines of an item",
        "signs before markup",
        "backslashes",
        "a heading of signs",
        "lines of code",
        "code of many lines",
        "lists in a row",
        "backticks in many elements",
        "brackets in a link",
        "brackets over lines",
        "what opens an address",
    ],
)
def test_long_tables_and_lists_take_linear_time(row: str, count: int, around: str) -> None:
    def seconds(rows: int) -> float:
        html = around.format(row * rows)
        start = time.process_time()
        to_markdown(html)
        return time.process_time() - start

    turns = [(seconds(count // 4), seconds(count)) for _ in range(ATTEMPTS)]
    fewer, all_of_them = (min(turn) for turn in zip(*turns, strict=True))
    assert all_of_them < MAX_GROWTH * fewer, turns


def test_no_cell_is_wider_than_a_few_columns() -> None:
    html = f"<table><tr>{'<td colspan=999>a</td>' * 10}</tr></table>"
    assert to_markdown(html).count("---") == 10 * MAX_COLSPAN


def test_the_library_is_imported_when_it_is_needed() -> None:
    code = "import sys, boilerspider.markup.render; sys.exit('markdownify' in sys.modules or 'bs4' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
