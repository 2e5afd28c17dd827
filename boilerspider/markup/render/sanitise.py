"""The last word on every fragment: an allow-list, enforced by the sanitiser library."""

from __future__ import annotations

from functools import lru_cache
from html import escape

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

KNOWN_ORIGINS = 1_024
"""Of which is at hand whether they can be: the pages of a site name the same few. Ours."""

# No `rel`: without `target` there is no opener to guard, and what search engines follow is for the publisher to say.
_CLEANER = nh3.Cleaner(
    tags=set(TAGS), attributes=ATTRIBUTES, url_schemes=set(SCHEMES), link_rel=None, url_relative="deny"
)


def sanitise(html: str) -> str:
    """The fragment with nothing outside the allow-list; balanced, whatever came in."""
    return _CLEANER.clean(html)


@lru_cache(maxsize=KNOWN_ORIGINS)
def can_be(origin: str) -> bool:
    """Whether addresses of a scheme and host stand in a fragment: no name has a space or a broken `xn--`, and no port is beyond 65535."""
    return ' href="' in sanitise(f'<a href="{escape(origin)}">')
