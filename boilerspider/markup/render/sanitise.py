"""The last word on every fragment: an allow-list, enforced by the sanitiser library."""

from __future__ import annotations

import nh3

SCHEMES = frozenset({"http", "https", "mailto"})
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
MARKS = [
    "a",
    "abbr",
    "b",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "kbd",
    "mark",
    "q",
    "s",
    "samp",
    "small",
    "strong",
    "sub",
    "sup",
    "u",
    "var",
]
TABLE_PARTS = ("table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td")
TAGS = frozenset(
    [*HEADINGS, *MARKS, *TABLE_PARTS, "p", "br", "ul", "ol", "li", "blockquote", "pre", "figure", "figcaption", "img"]
)
"""The elements that a fragment may hold."""
ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start", "reversed"},
    "li": {"value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
}

# No `rel`: without `target` there is no opener to guard, and what search engines follow is for the publisher to say.
_CLEANER = nh3.Cleaner(
    tags=set(TAGS), attributes=ATTRIBUTES, url_schemes=set(SCHEMES), link_rel=None, url_relative="deny"
)


def sanitise(html: str) -> str:
    """The fragment with nothing outside the allow-list; balanced, whatever came in."""
    return _CLEANER.clean(html)
