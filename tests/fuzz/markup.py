"""Strategies that invent markup: nested and broken tags, attributes, entities, scripts, JSON-LD, with text between them."""

from __future__ import annotations

import json

from fuzz.mutations import CHARACTERS, ENTITIES, PARTS
from hypothesis import strategies as st

TAGS = (
    "p", "div", "span", "a", "b", "i", "em", "font", "h1", "h2", "ul", "ol", "li", "dl", "dd", "table", "tr", "td", "th", "caption", "pre", "q",
    "blockquote", "article", "section", "nav", "header", "footer", "main", "aside", "figure", "figcaption", "img", "br", "hr", "script", "style",
    "noscript", "template", "textarea", "select", "option", "svg", "math", "object", "iframe", "form", "title", "head", "body", "html", "time", "x-y",
)  # fmt: skip
NAMES = (
    "href",
    "src",
    "class",
    "id",
    "itemprop",
    "rel",
    "style",
    "onclick",
    "colspan",
    "datetime",
    "srcset",
    "alt",
    "width",
    "lang",
    "role",
    "é",
    "x:y",
)
VALUES = (
    "", "author", "byline", "caption", "javascript:alert(1)", "JaVa\tScript:x", "data:text/html,x", "//a.example/b", "http://[", "?a=b&c=d", "#x", "../..",
    "presentation", "datePublished", "99999999999", "-1", "2026-11-20", "a 1x, b 2x", "mailto:a@b.example", "https://a.example/\u202e.jpg",
)  # fmt: skip
SENTENCES = (
    "The council of the small town met on Tuesday evening to talk about the bridge, and nobody went home before midnight. ",
    "By Jane Roe and John Doe", "Die Stadt will die Brücke im kommenden Jahr neu bauen lassen. ", "© 2026", "Comments", "3 May 2026", "市议会星期二开会。",
)  # fmt: skip

TEXTS = st.one_of(
    st.sampled_from(SENTENCES),
    st.sampled_from(ENTITIES),
    st.text(max_size=12),
    st.text(alphabet=CHARACTERS, max_size=6),
)
ATTRIBUTES = st.lists(
    st.one_of(
        st.builds("{}='{}'".format, st.sampled_from(NAMES), st.sampled_from(VALUES)),
        st.builds('{}="{}"'.format, st.sampled_from(NAMES), TEXTS),
        st.builds("{}={}".format, st.sampled_from(NAMES), TEXTS),
    ),
    max_size=3,
).map(" ".join)
KEYS = st.sampled_from(
    ("@type", "@id", "@graph", "author", "name", "headline", "image", "url", "datePublished", "keywords", "mainEntity")
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(("NewsArticle", "Person", *VALUES))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
LINKED_DATA = st.builds(
    lambda value, end: f'<script type="application/ld+json">{json.dumps(value)}{end}</script>',
    JSON,
    st.sampled_from(("", ",", "}", "//")),
)


def _element(tag: str, attributes: str, inner: str, form: str) -> str:
    return form.format(tag=tag, attributes=attributes, inner=inner)


FORMS = st.sampled_from(
    (
        *(["<{tag} {attributes}>{inner}</{tag}>"] * 6),
        "<{tag} {attributes}>{inner}", "{inner}</{tag}>", "<{tag} {attributes}/>{inner}", "<{tag} {attributes} {inner}>", "<{tag}{inner}</{tag}>", "</{tag} {inner}>",
    )
)  # fmt: skip
LEAVES = st.one_of(TEXTS, TEXTS, st.sampled_from(PARTS), LINKED_DATA)
MARKUP = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        _element, st.sampled_from(TAGS), ATTRIBUTES, st.lists(inner, max_size=4).map("".join), FORMS
    ),
    max_leaves=20,
)
PAGES = st.lists(MARKUP, max_size=6).map("".join)
"""Documents and fragments."""
