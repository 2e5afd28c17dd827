"""Rich text in JSON -> HTML: what editors and content stores keep, and what is none of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as parser

from boilerspider.markup.hidden.richtext import MAX_DEPTH, MAX_WRITTEN_CHARS, as_html, is_markup

SAID = '<h2>The wall</h2><p>It stands, <a href="https://paper.example/q">they say</a>, in the harbour.</p>'


LONG = "The wall of the harbour stands where it has stood for years."


def span(text: str) -> dict[str, Any]:
    return {"_type": "span", "text": text, "marks": []}


def value(text: str) -> dict[str, Any]:
    return {"nodeType": "text", "value": text, "marks": [], "data": {}}


STORES = {
    "paragraphs": (["One.", "Two."], "<p>One.</p><p>Two.</p>"),
    "named blocks": (
        [
            {"type": "heading", "content": "The wall"},
            {"type": "paragraph", "content": "One."},
            {"type": "blockquote", "content": "Two."},
            {"type": "code", "content": "x = 1"},
        ],
        "<h2>The wall</h2><p>One.</p><blockquote>Two.</blockquote><p>x = 1</p>",
    ),
    "Portable Text": (
        [
            {"_type": "block", "style": "h3", "children": [span("The wall")]},
            {"_type": "block", "style": "normal", "children": [span("It "), span("stands.")]},
            {"_type": "block", "style": "normal", "listItem": "bullet", "level": 1, "children": [span("One")]},
            {"_type": "block", "style": "normal", "listItem": "bullet", "level": 1, "children": [span("Two")]},
            {"_type": "image", "caption": "The wall at dusk.", "asset": {"_ref": "image-1"}},
        ],
        "<h3>The wall</h3><p>It stands.</p><ul><li>One</li><li>Two</li></ul>",
    ),
    "links of Portable Text": (
        [
            {
                "_type": "block",
                "style": "normal",
                "markDefs": [{"_key": "q", "_type": "link", "href": "https://paper.example/q"}, {"_key": 7}, 7],
                "children": [
                    span("It stands, "),
                    {"_type": "span", "text": "they say", "marks": ["strong", "q"]},
                    {"_type": "span", "text": ", in the harbour.", "marks": ["other"]},
                ],
            },
        ],
        SAID.removeprefix("<h2>The wall</h2>"),
    ),
    "links of ProseMirror": (
        [
            {
                "type": "paragraph",
                "content": [
                    {"type": "text", "text": "It stands, ", "marks": [{"type": "bold"}, 7]},
                    {
                        "type": "text",
                        "text": "they say",
                        "marks": [{"type": "bold"}, {"type": "link", "attrs": {"href": "https://paper.example/q"}}],
                    },
                    {"type": "text", "text": ", in the harbour.", "marks": [{"type": "link", "attrs": 7}]},
                ],
            },
        ],
        SAID.removeprefix("<h2>The wall</h2>"),
    ),
    "Draft.js": (
        [
            {"key": "a", "type": "header-two", "text": "The wall", "inlineStyleRanges": []},
            {"key": "b", "type": "unstyled", "text": "It stands.", "entityRanges": [{"offset": 0, "key": 1}]},
            {"key": "c", "type": "unordered-list-item", "text": "One"},
            {"key": "d", "type": "atomic", "text": " "},
        ],
        "<h2>The wall</h2><p>It stands.</p><ul><li>One</li></ul>",
    ),
    "ProseMirror": (
        [
            {"type": "heading", "attrs": {"level": 2, "text": "no"}, "content": [{"type": "text", "text": "The wall"}]},
            {
                "type": "bulletList",
                "content": [
                    {
                        "type": "listItem",
                        "content": [{"type": "paragraph", "content": [{"type": "text", "text": "One"}]}],
                    }
                ],
            },
            {
                "type": "table",
                "content": [
                    {
                        "type": "tableRow",
                        "content": [
                            {"type": "tableHeader", "content": [{"type": "text", "text": "Year"}]},
                            {"type": "tableCell", "content": [{"type": "text", "text": "1998"}]},
                        ],
                    }
                ],
            },
        ],
        "<h2>The wall</h2><ul><li><p>One</p></li></ul><table><tr><th>Year</th><td>1998</td></tr></table>",
    ),
    "Contentful": (
        [
            {"nodeType": "heading-2", "content": [value("The wall")], "data": {}},
            {
                "nodeType": "paragraph",
                "content": [
                    value("It stands,"),
                    value(" "),
                    {
                        "nodeType": "hyperlink",
                        "data": {"uri": "https://paper.example/q"},
                        "content": [value("they say")],
                    },
                    value(", in the harbour."),
                ],
            },
            {"nodeType": "embedded-entry-block", "content": [], "data": {"target": {"sys": {"id": "x"}}}},
        ],
        SAID,
    ),
    "EditorJS": (
        [
            {"type": "header", "data": {"text": "The wall", "level": 2}},
            {"type": "paragraph", "data": {"text": "It stands."}},
            {"type": "list", "data": {"style": "unordered", "items": ["One", "Two"]}},
        ],
        "<h2>The wall</h2><p>It stands.</p><ul><li>One</li><li>Two</li></ul>",
    ),
    "Arc": (
        [
            {"_id": "a", "type": "text", "content": "One.", "additional_properties": {"comments": []}},
            {"_id": "b", "type": "header", "level": 2, "content": "The wall"},
            {"_id": "c", "type": "list", "list_type": "unordered", "items": [{"type": "text", "content": "Two"}]},
            {"_id": "d", "type": "interstitial_link", "content": "Read more about the wall", "url": "/wall"},
            {"_id": "e", "type": "quote", "content_elements": [{"type": "text", "content": "Three."}]},
        ],
        "<p>One.</p><h2>The wall</h2><ul><li>Two</li></ul><blockquote>Three.</blockquote>",
    ),
    "parsed HTML": (
        [
            {
                "type": "tag",
                "name": "h2",
                "attribs": {"content": "no"},
                "children": [{"type": "text", "data": "The wall"}],
            },
            {
                "type": "tag",
                "name": "div",
                "children": [
                    {
                        "type": "tag",
                        "name": "p",
                        "children": [
                            {"type": "text", "data": "It stands, "},
                            {
                                "type": "tag",
                                "name": "a",
                                "attribs": {"href": "https://paper.example/q"},
                                "children": [{"type": "text", "data": "they say"}],
                            },
                            {"type": "text", "data": ", in the harbour."},
                        ],
                    }
                ],
            },
            {"type": "script", "name": "script", "children": [{"type": "text", "data": "x = 1"}]},
        ],
        SAID,
    ),
    "blocks in blocks, whose words stand twice": (
        [
            {
                "type": "text",
                "model": {
                    "blocks": [
                        {
                            "type": "paragraph",
                            "model": {
                                "text": f"{word}.",
                                "blocks": [{"type": "fragment", "model": {"text": f"{word}."}}],
                            },
                        }
                        for word in ("One", "Two")
                    ]
                },
            }
        ],
        "<p>One.</p><p>Two.</p>",
    ),
    "classes of a server": (
        [
            {"_type": "model.dotcomrendering.pageElements.SubheadingBlockElement", "text": "The wall"},
            {"_type": "model.dotcomrendering.pageElements.TextBlockElement", "text": "One."},
            {"_type": "model.dotcomrendering.pageElements.ImageBlockElement", "text": "no"},
        ],
        "<h2>The wall</h2><p>One.</p>",
    ),
    "sections with headings": (
        [{"heading": "The wall", "parts": [{"kind": "p", "text": "One."}, {"kind": "p", "text": "Two."}]}],
        "<h2>The wall</h2><p>One.</p><p>Two.</p>",
    ),
    "texts side by side": (
        [
            {"column": [{"text": LONG}, {"text": LONG}]},
            {"column": [{"text": "U.S."}, {"text": " Army"}, {"text": ", 3."}, {"text": "5"}]},
        ],
        f"<p>{LONG}</p><p>{LONG}</p><p>U.S. Army, 3.5</p>",
    ),
    "parts under several names": (
        [{"kind": "quote", "words": [{"text": "It stands."}], "source": {"text": "Ann Lee"}}],
        "<blockquote>It stands. Ann Lee</blockquote>",
    ),
    "lists with numbers, and in each other": (
        [
            {
                "type": "list",
                "data": {"style": "ordered", "items": [{"content": "One", "items": [{"content": "Two", "items": []}]}]},
            },
            {"_type": "block", "listItem": "number", "children": [span("Three")]},
            {"type": "ordered-list-item", "text": "Four"},
            {"type": "unordered-list-item", "text": "Five"},
        ],
        "<ol><li>One<ul><li>Two</li></ul></li></ol><ol><li >Three</li><li >Four</li></ol><ul><li>Five</li></ul>",
    ),
    "tables": (
        [
            {"type": "table", "data": {"withHeadings": True, "content": [["Year", "Boats"], ["1998", "7"]]}},
            {"type": "table", "rows": [[{"content": "1999"}, {"content": "8"}]]},
        ],
        "<table><tr><td>Year</td><td>Boats</td></tr><tr><td>1998</td><td>7</td></tr></table><table><tr><td>1999</td><td>8</td></tr></table>",
    ),
    "kinds of pictures": (
        [{"type": kind, "text": "no"} for kind in ("photoGroup", "embedded_video", "bigImage", "factbox")]
        + [
            {"__component": "shared.image", "text": "no"},
            {"component": "teaser", "text": "no"},
            {"type": "text_with_image", "text": "One."},
        ],
        "<p>One.</p>",
    ),
    "text below a heading": ([{"heading": "The wall", "text": "One."}], "<h2>The wall</h2><p>One.</p>"),
    "signs": (["a < b & c"], "<p>a &lt; b &amp; c</p>"),
    "lines": ([{"type": "p", "children": [{"text": "One"}, {"type": "br"}, {"text": "Two"}]}], "<p>One<br>Two</p>"),
    "what is embedded": ([{"html": "<p>no</p>"}, {"text": "One."}], "<p>One.</p>"),
    "boxes": (
        [{"text": "One."}, {"text": "no", "type": "newsletter"}, {"relatedStories": [{"text": "no"}], "kind": "p"}],
        "<p>One.</p>",
    ),
    "Markdown in components": (
        [
            {"__component": "shared.rich-text", "id": 1, "text": "One.\n\n## The wall\n\nTwo [three](/q)."},
            {"type": "markdown", "text": "Four.\n\n* Five\n* **Six**\n"},
            {"type": "quote", "text": "Seven.\n\n**Eight.**"},
            {"type": "pre", "children": [{"text": "a\n\n# b **c**"}]},
            {"type": "codeBlock", "content": [{"type": "text", "text": "a\n\n# b"}]},
        ],
        (
            '<p>One.</p><h2>The wall</h2><p>Two <a href="/q">three</a>.</p><p>Four.</p><ul><li>Five</li><li>Six</li></ul>'
            "<blockquote><p>Seven.</p><p>Eight.</p></blockquote><pre>a\n\n# b **c**</pre><p>a\n\n# b</p>"
        ),
    ),
    "blank lines in strings": (
        [
            {"type": "text", "text": "One.\n\nTwo."},
            {"type": "p", "children": [{"text": "Three\n \nfour "}, {"text": "five"}]},
            {"type": "list", "items": ["Six\n\nseven", "eight"]},
            {"type": "h2", "text": "The\n\nwall"},
            "\n\nNine.\n\n",
            {"text": "Ten.\n\nEleven.\n\n"},
        ],
        (
            "<p>One.</p><p>Two.</p><p>Three</p><p>four five</p><ul><li>Six\nseven</li><li>eight</li></ul>"
            "<h2>The\n\nwall</h2><p>\n\nNine.\n\n</p><p>Ten.</p><p>Eleven.</p>"
        ),
    ),
    "nothing": ([None, 7, True, {}, [], "", {"text": None}], ""),
}


@pytest.mark.parametrize("name", STORES)
def test_stores(name: str) -> None:
    items, html = STORES[name]
    key = "data" if name == "parsed HTML" else "text"
    assert as_html(items, [key], markup=False) == html


def test_texts_that_are_markup_stay_so() -> None:
    items = [{"content": "One <i>stands</i>."}, {"content": "<p>Two.</p>"}, {"type": "header", "content": "The wall"}]
    texts = [item["content"] for item in items]
    assert is_markup(texts)
    assert as_html(items, ["content"], markup=True) == "<p>One <i>stands</i>.</p><p>Two.</p><h2>The wall</h2>"
    mixed = ["One <b>two</b>.", "Three.\n\n* Four &amp; five", "<h2>Six</h2>\n\n**Seven.**"]
    assert as_html(mixed, ["content"], markup=True) == (
        "<p>One <b>two</b>.</p><p>Three.</p><ul><li>Four &amp; five</li></ul><h2>Six</h2>\n\n**Seven.**"
    )
    assert not is_markup(["a < b", "if (a<b) then", "Q&A; R & D", "One."])
    assert is_markup(["One &amp; two."])


def test_so_much_is_written() -> None:
    item = {"text": "x" * 100_000}
    assert len(as_html([item] * 1_000, ["text"], markup=False)) < MAX_WRITTEN_CHARS + 200_000


def test_so_many_values_in_each_other_are_read() -> None:
    deep: Any = "One."
    for _ in range(3 * MAX_DEPTH):
        deep = {"children": [deep]}
    assert as_html([deep, "Two."], ["text"], markup=False) == "<p>Two.</p>"


LEAVES = (
    st.none() | st.booleans() | st.floats() | st.text(max_size=12) | st.sampled_from(("p", "list", "a", "One.", "<p>"))
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("type", "text", "children", "items", "title", "url", "x", "marks", "markDefs", "_key")),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@given(st.lists(VALUES, max_size=5), st.booleans())
def test_no_value_makes_it_raise(items: list[Any], markup: bool) -> None:
    found = as_html(items, ["text"], markup=markup)
    if found.strip() and not markup:
        assert all(element.tag != "script" for element in parser.fromstring(f"<div>{found}</div>").iter("*"))
