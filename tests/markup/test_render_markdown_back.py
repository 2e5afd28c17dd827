"""Markdown read back: it has the words, the links and the pictures of the HTML that it is made of, and no others."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as parser
from readback import Read, read

from boilerspider.markup.render import to_markdown

LINK = '<a href="https://example.org/x">{}</a>'

WRITTEN = {
    "a picture": ("<p>See ![x](https://example.org/p.gif)</p>", "See ![x\\](https://example.org/p.gif)"),
    "a picture in a heading": ("<h2>![x](/p.gif)</h2>", "## ![x\\](/p.gif)"),
    "a link": ("<p>[a](b) [sic] (c) [d] [e]: f</p>", "[a\\](b) [sic] (c) [d] [e]: f"),
    "what names a sign": ("<p>&amp;copy; &amp;#60; &amp;lt;b&amp;gt; AT&amp;T &amp; a;</p>", "\\&copy; \\&#60; \\&lt;b\\&gt; AT&T & a;"),
    "a tag in two": ("<p>a &lt;<small>b&gt;</small> &amp;<u>lt;</u></p>", "a \\<b> \\&lt;"),
    "a mail address": ("<p>&lt;1@example.org&gt; &lt;5 % &lt;2@a b</p>", "\\<1@example.org> <5 % <2@a b"),
    "a mail address in two": ("<p>&lt;1<b>2</b>3@example.org&gt; &lt;<b>2</b></p>", "\\<1**2**3@example.org> \\<**2**"),
    "an address over lines": ("<p>[a<br>b]: /c</p>", "\\[a\\\nb]: /c"),
    "a link over lines": (f"<p>{LINK.format('a<br>b')}: c</p>", "[a\\\nb](https://example.org/x): c"),
    "a table's line": ("<p>a | b<br>--- | :--</p>", "a | b\\\n\\--- | :--"),
    "pairs in a link": (f"<p>{LINK.format('[1]')}</p>", "[[1]](https://example.org/x)"),
    "a link in a link": (f"<p>{LINK.format('a [b](c)')}</p>", "[a \\[b\\](c)](https://example.org/x)"),
    "brackets in a link": (f"<p>{LINK.format('a ] [b [c]')}</p>", "[a \\] \\[b [c]](https://example.org/x)"),
    "brackets around elements": (f"<p>{LINK.format('[<b>a</b>]')}</p>", "[\\[**a**\\]](https://example.org/x)"),
    "a backslash in a link": (f"<p>{LINK.format('a&#92;]')}</p>", "[a\\\\\\]](https://example.org/x)"),
    "code in a link": (f"<p>{LINK.format('<code>[a]: b</code>')}</p>", "[<code>\\[a\\]: b</code>](https://example.org/x)"),
    "an address as it is": (
        '<p><a href="https://example.org/a\\(b&amp;copy;`\\c">a</a></p>', "[a](https://example.org/a\\\\%28b\\&copy;%60\\c)",
    ),
    "an address shown": (f"<p>{LINK.format('https://example.org/x')}</p>", "<https://example.org/x>"),
    "alternative text": (
        '<figure><img src="https://example.org/a.jpg" alt="A [b ](c) &lt;p&gt; `d`\n\n&amp;amp; \\"></figure>',
        "![A \\[b \\](c) \\<p> \\`d\\` \\&amp; \\\\](https://example.org/a.jpg)",
    ),
    "one backtick": ("<p>O`ahu and <b>more</b></p>", "O`ahu and **more**"),
    "backticks around a link": (f"<p>a ` b {LINK.format('c ` d')}</p>", "a \\` b [c \\` d](https://example.org/x)"),
    "backticks around code": ("<p>Set `a_b` to `c`.</p>", "Set `a_b` to `c`."),
    "backticks around what is escaped": ("<p>`&lt;b&gt;` and `c`</p>", "\\`\\<b>\\` and \\`c\\`"),
    "backticks as quotes": ("<p>``One'' and ``two''</p>", "\\`\\`One'' and \\`\\`two''"),
    "a backtick and code": ("<p>a ` b <code>c</code></p>", "a \\` b `c`"),
}  # fmt: skip
"""HTML, and the Markdown that means the same."""

SIGNS = [
    "[", "]", "](", "](/p.gif)", "![", "(", ")", "!", "<", ">", "<b>", "</p>", "&", "copy;", "#60;", "&lt;", "`", "``", "\\",
    "@", "@b.c>", "|", ":", "- ", "1. ", "# ", "a", "b", "5", " ", '"', "https://e.org/a",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=5).map(lambda signs: "".join(signs).strip() or "x")
ADDRESSES = st.lists(st.sampled_from(["a", "(", ")", "\\", "&copy;", "`", "[", "]", "|", "!"]), max_size=4).map(
    lambda signs: f"https://e.org/{''.join(signs)}"
)
MARKS = ["b", "code", "kbd", "sup", "small", "q", "cite"]


def within(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", st.sampled_from(MARKS), several
    ) | st.builds(lambda one, other: f"{one}<br>{other}", inner, inner)


INLINE = st.recursive(TEXTS.map(lambda text: escape(text, quote=False)), within, max_leaves=4)
LINKED = st.builds(
    lambda url, parts: f'<a href="{escape(url)}">{"".join(parts)}</a>',
    ADDRESSES,
    st.lists(INLINE, min_size=1, max_size=2),
)
INSIDE = st.builds(
    lambda one, link, other, tag: f"{one}<{tag}>{link}</{tag}>{other}",
    INLINE,
    LINKED,
    INLINE,
    st.sampled_from(["b", "code", "cite"]),
)
LINES = st.lists(INLINE | LINKED | INSIDE, min_size=1, max_size=4).map("".join)
PICTURES = st.builds(
    lambda url, alt: f'<figure><img src="{escape(url)}" alt="{escape(alt)}"></figure>', ADDRESSES, TEXTS
)


def bare(text: str) -> str:
    """Without white space and backticks, which may be marks of code that a text was written with."""
    return re.sub(r"[\s`]+", "", text)


def held(html: str) -> Read:
    """What HTML holds."""
    tree = parser.fragment_fromstring(html, create_parent="main")
    for quote in list(tree.iter("q")):
        marks = "‘’" if sum(1 for _ in quote.iterancestors("q")) % 2 else "“”"
        quote.text = f"{marks[0]}{quote.text or ''}"
        last = quote[-1] if len(quote) else None
        if last is None:
            quote.text += marks[1]
        else:
            last.tail = f"{last.tail or ''}{marks[1]}"
    links = [(unquote(one.get("href", "")), bare("".join(one.itertext()))) for one in tree.iter("a")]
    pictures = [(unquote(one.get("src", "")), bare(one.get("alt", ""))) for one in tree.iter("img")]
    return Read(bare("".join(tree.itertext())), links, pictures, [])


def read_back(markdown: str) -> Read:
    found = read(markdown)
    links = [(unquote(address), bare(words)) for address, words in found.links]
    pictures = [(unquote(address), bare(words)) for address, words in found.pictures]
    return Read(bare(found.words), links, pictures, found.tags)


@pytest.mark.parametrize(("html", "markdown"), WRITTEN.values(), ids=WRITTEN)
def test_what_markdown_would_read_otherwise(html: str, markdown: str) -> None:
    assert to_markdown(html) == markdown


@given(LINES)
def test_a_paragraph_reads_back(line: str) -> None:
    html = f"<p>{line}</p>"
    assert read_back(to_markdown(html)) == held(html)


@given(LINES)
def test_an_item_reads_back(line: str) -> None:
    html = f"<ul><li>{line}</li></ul>"
    assert read_back(to_markdown(html).removeprefix("- ")) == held(html)


@given(LINES, PICTURES)
def test_a_cell_reads_back(line: str, picture: str) -> None:
    html = f"<table><tr><td>{line}{picture}</td></tr></table>"
    row = to_markdown(html).splitlines()[-1]
    assert read_back(row[1:-1].replace("\\|", "|")) == held(html)


@given(PICTURES)
def test_a_picture_reads_back(picture: str) -> None:
    assert read_back(to_markdown(picture)) == held(picture)
