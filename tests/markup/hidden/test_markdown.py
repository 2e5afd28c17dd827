"""Markdown in strings -> HTML."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as parser
from pace import is_quick

from boilerspider.markup.hidden.markdown import is_markdown, markdown_as_html

QUICK_S = 5.0
"""Processor seconds that a hostile string may take; most take a tenth of one."""

WRITTEN = {
    "paragraphs of lines": ("One\ntwo.\n\nThree.", "<p>One\ntwo.</p><p>Three.</p>"),
    "headings": ("# The wall #\n## Who\n##### Built", "<h2>The wall</h2><h2>Who</h2><h5>Built</h5>"),
    "no heading": ("#wall\n\n####### Seven", "<p>#wall</p><p>####### Seven</p>"),
    "lists": (
        "- One\n* Two\n\n1. Three\n2) Four",
        "<ul><li>One</li><li>Two</li></ul><ol><li>Three</li><li>Four</li></ol>",
    ),
    "lists with blank lines": (
        "1. One\n\n2. Two\n\n- Three\n\n- Four\n\n1. Five\n\n1. Six",
        "<ol><li>One</li><li>Two</li></ol><ul><li>Three</li><li>Four</li></ul><ol><li>Five</li><li>Six</li></ol>",
    ),
    "lists that go on": ("3. One\n4. Two", '<ol start="3"><li>One</li><li>Two</li></ol>'),
    "numbers of no list": (
        "1. FC is one.\n\n3. Oktober was\n\nOne on the\n5. May.",
        "<p>1. FC is one.</p><p>3. Oktober was</p><p>One on the\n5. May.</p>",
    ),
    "lists down": ("2. Two\n1. One", "<p>2. Two</p><p>1. One</p>"),
    "lists in lists": (
        "1. One\n   - Two\n2. Three\n   - Four\n\nFive.\n\n3. Six",
        '<ol><li>One</li></ol><ul><li>Two</li></ul><ol start="2"><li>Three</li></ol><ul><li>Four</li></ul><p>Five.</p><p>3. Six</p>',
    ),
    "lines of items": (
        "- One\n  goes\non\n\n  and on\n- Two\n\nThree",
        "<ul><li>One\ngoes\non<br>and on</li><li>Two</li></ul><p>Three</p>",
    ),
    "lines below a number": ("3. Oktober\nwas.", "<p>3. Oktober\nwas.</p>"),
    "a list right below a line": ("So:\n- One", "<p>So:</p><ul><li>One</li></ul>"),
    "quotes": ("> It stands.\n> It did.\n\nSo.", "<blockquote>It stands.\nIt did.</blockquote><p>So.</p>"),
    "tables": (
        "| Year | Boats |\n|:-----|------:|\n| 1998 | 7 |",
        "<table><tr><th>Year</th><th>Boats</th></tr><tr><td>1998</td><td>7</td></tr></table>",
    ),
    "tables of two": (
        "| Year |\n| 1998 |\n|---|\n\n| |\n| - |\n| 7 \\| 8 |",
        "<table><tr><td>Year</td></tr><tr><td>1998</td></tr></table><table><tr><td>7 | 8</td></tr></table>",
    ),
    "code": ("```js\na < b\n\n# c\n```\nOne.", "<pre>a &lt; b\n\n# c</pre><p>One.</p>"),
    "code of more signs": ("````\na ```` b\n````\nOne.", "<pre>a ```` b</pre><p>One.</p>"),
    "code that is a line's": ("```get *it* now```\n\nOne **two**.", "<p>get *it* now</p><p>One two.</p>"),
    "code that does not end": ("~~~\na ``` b", "<pre>a ``` b</pre>"),
    "code in a line": ("Say `a * b < c` or *d*.", "<p>Say a * b &lt; c or d.</p>"),
    "a backtick": ("One ` *two*.", "<p>One ` two.</p>"),
    "emphasis": ("**One** _two_ ***three*** ~~four~~ a_b_c 2 * 3 **2.**", "<p>One two three four a_b_c 2 * 3 2.</p>"),
    "emphasis in words": (
        "周五**风暴**过后，*强调*文字 **bold**text ab**cd**ef 5*2 and 3*4 2**3 **a *b* c**d ****",
        "<p>周五风暴过后，强调文字 boldtext abcdef 5*2 and 3*4 2**3 a b cd ****</p>",
    ),
    "emphasis of links and code": (
        "**[One](/a)** __[two](/b)__, **`c*`**d [`e`](/f) ![`g`](h)",
        '<p><a href="/a">One</a> <a href="/b">two</a>, c*d <a href="/f">e</a> !<a href="h">g</a></p>',
    ),
    "links": (
        '[They **say**](https://paper.example/_q_ "so") it, <https://paper.example/r>.',
        '<p><a href="https://paper.example/_q_">They say</a> it, https://paper.example/r.</p>',
    ),
    "links by name": (
        "[They](/a) [say][1] it, [so][], [So] [too] [here] [x].\n\n[1]: https://paper.example/q_(b) 'One'\n[so]: </r>\n[x]: no.",
        (
            '<p><a href="/a">They</a> <a href="https://paper.example/q_%28b%29">say</a> it, <a href="/r">so</a>,'
            ' <a href="/r">So</a> [too] [here] [x].</p><p>[x]: no.</p>'
        ),
    ),
    "notes": ("It **stands**.[^1] `[^a]`\n\n[^1]: Says one.", "<p>It stands. [^a]</p><p>Says one.</p>"),
    "ends of lines": ("One\\\ntwo \\\\\nthree.", "<p>One<br>\ntwo \\\nthree.</p>"),
    "pictures": ("![The wall](wall.png)\n\nOne ![x](y) two [![z](w)](v).", "<p></p><p>One  two .</p>"),
    "signs": (r"1\. a \* b \[c\]", "<p>1. a * b [c]</p>"),
    "what generators fill in": (
        '{{< gallery "x" >}}\n:::note\nOne.\n:::\n{% include x %}\n---\nTwo.',
        "<p>One.</p><p>Two.</p>",
    ),
    "HTML": ("One <sup>2</sup> & three.", "<p>One <sup>2</sup> & three.</p>"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written(name: str) -> None:
    text, html = WRITTEN[name]
    assert markdown_as_html(text) == html


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# The wall\n\nOne.", True),
        ("One [two](three).\r\n\r\nFour.", True),
        ("One **two**.\n\nThree.", True),
        ("One.\n\n- Two", True),
        ("One.\n\n| Two |\r\n| - |", True),
        ("__One__ two.\n\nThree.", True),
        ("One ~~two~~.\n\nThree.", True),
        ("One `two`.\n\nThree.", True),
        ("[One][1].\n\n[1]: /a", True),
        ("One.\n\n```sh\ntwo\n```\n\nThree.", True),
        ('One.\n\n{{< figure src="/two.jpg" >}}\n\nThree.', True),
        ("One ` two ~~, a__b__c __ d__ |.\n\n|Three.", False),
        ("One.\n\nTwo.", False),
        ("One ```.\n\nTwo {{< .", False),
        ("One **two**.", False),
        ("<p>One **two**.</p>\n\n<p>Three.</p>", False),
        ("One - two.\n\nThree # four.", False),
    ],
)
def test_what_is_markdown(text: str, found: bool) -> None:
    assert is_markdown(text) is found


@pytest.mark.parametrize(
    "text",
    [
        "[" * 400_000,
        "[a](" * 200_000,
        "![](" * 200_000,
        "**a " * 200_000,
        "**" + "a*b " * 200_000,
        "a**b*c" * 100_000,
        "_" * 400_000,
        "-" * 400_000 + "x",
        "| " * 200_000 + "x",
        "`" * 400_001,
        "\n" * 400_000 + "#",
        " " * 400_000 + "x",
        "{{" * 200_000,
        "<http://" * 100_000,
        "> " * 200_000,
        "[a]" * 200_000 + "\n[a]: /b",
        "[a]: /b\n" * 100_000,
        "[^a" * 200_000,
        "__a " * 200_000,
        "~~a~" * 200_000,
        "\\" * 400_000,
        "|a" * 200_000 + " " * 200_000,
        "1. One\n" + "two\n" * 200_000,
        "- One\n\n" * 200_000,
        "|\n" * 200_000,
        "| One |\n|-|\n" * 100_000,
    ],
    ids=lambda text: text[:6].strip() or "spaces",
)
def test_nothing_takes_quadratic_time(text: str) -> None:
    start = time.process_time()
    is_markdown(text)
    markdown_as_html(text)
    assert is_quick(time.process_time() - start, QUICK_S)


PIECES = (
    "# ",
    "- ",
    "1. ",
    "> ",
    "|",
    "```",
    "\n",
    "\n\n",
    "*",
    "_",
    "`",
    "[",
    "](",
    ")",
    "![",
    "<",
    "One",
    " ",
    "\\",
    "{{",
    "}}",
)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_string_makes_it_raise(text: str) -> None:
    is_markdown(text)
    html = markdown_as_html(text)
    parser.fromstring(f"<div>{html}</div>")
    assert all(html.count(f"<{tag}>") == html.count(f"</{tag}>") for tag in ("p", "li", "tr", "td", "blockquote"))
