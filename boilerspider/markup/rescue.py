"""Pages that would break the parser -> pages that it can read, with their text kept.

libxml2 stops at a fixed depth, and silently loses all text from there on; and it takes quadratic
time for the attributes of one tag. Both are looked for cheaply, and mended in the bytes.
"""

from __future__ import annotations

import re

MAX_PARSED_DEPTH = 2048
"""Elements on one path at which libxml2 (2.14) stops, its limit `huge_tree` included; measured."""

KEPT_DEPTH = 500
"""Counted tags on one path that survive a flattening; each may hold some that close themselves."""

MAX_ATTRIBUTES = 2_000
"""Of one tag. Ten megabytes of such tags cost libxml2 4.3 seconds; 700,000 in one tag were not done in nine minutes."""

SMALL_PAGE_BYTES = 500_000
"""A page of this size is not looked at: one tag of 480,000 bytes, with 55,000 attributes, cost libxml2 3.7 seconds."""

CROWDED_TAG_BYTES = 8_000
"""The least that `MAX_ATTRIBUTES` attributes of different names need: four bytes each, rounded."""

MARKUP = re.compile(
    rb"<!--.*?(?:-->|\Z)|<(script|style|textarea|title)\b.*?(?:</\1|\Z)|<(/?)([a-z][^\s/>]*)[^>]*(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
"""A comment, an element whose inside is no markup, or a tag. Each alternative that begins takes all it scans."""

UNCOUNTED = frozenset(
    b"p li dt dd tr td th thead tbody tfoot option html head body "
    b"area base br col embed hr img input link meta param source track wbr".split()
)
"""Tags that the next of their kind closes, or that hold nothing: many of them make no depth."""

ATTRIBUTE = re.compile(rb"""[^\s=/"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+))?""")
TAG = re.compile(rb"""<[a-zA-Z][^>=]*(?:=\s*(?:"[^"]*"|'[^']*')?[^>=]*)*""")
"""A start tag up to its end; a quote in it opens only behind `=`."""


def flatten(page: bytes, *, count_all: bool = False) -> bytes:
    """The page without the tags that are nested deeper than `KEPT_DEPTH`; a line break stands for each."""
    depth = 0
    pieces: list[bytes] = []
    done = 0
    for match in MARKUP.finditer(page):
        closing, name = match.group(2), match.group(3)
        if name is None or (not count_all and name.lower() in UNCOUNTED):
            continue
        depth = depth if closing else depth + 1
        if depth > KEPT_DEPTH:
            pieces += (page[done : match.start()], b"<br>")
            done = match.end()
        depth = max(0, depth - 1) if closing else depth
    return b"".join((*pieces, page[done:]))


def drop_crowded_tags(page: bytes) -> bytes:
    """The page with each tag's attributes beyond `MAX_ATTRIBUTES` cut off; the page itself where none has so many."""
    if len(page) <= SMALL_PAGE_BYTES:
        return page
    pieces: list[bytes] = []
    done = 0
    for tag in TAG.finditer(page):
        if tag.end() - tag.start() < CROWDED_TAG_BYTES or _in_script(page, tag.start()):
            continue
        limit = _end_of_attributes(page, tag.start(), tag.end())
        if limit < tag.end():
            pieces.append(page[done:limit])
            done = tag.end()
    return b"".join((*pieces, page[done:])) if pieces else page


def _in_script(page: bytes, position: int) -> bool:
    """Whether what looks like a tag is a comparison."""
    return page.rfind(b"<script", 0, position) > page.rfind(b"</script", 0, position)


def _end_of_attributes(page: bytes, start: int, end: int) -> int:
    """Where the last attribute ends that a tag may have, or `end`; the tag's name looks like an attribute before them."""
    for number, attribute in enumerate(ATTRIBUTE.finditer(page, start, end), start=-1):
        if number == MAX_ATTRIBUTES:
            return attribute.start()
    return end
