"""Pages that would break the parser -> pages that it can read, with their text kept.

libxml2 stops at a fixed depth, and silently loses all text from there on; it takes quadratic time
for the attributes of one tag, and looks through all open elements for each end tag that has no
start. It begins another document behind `</html>`, and reads a page whose title is not closed as title throughout.
All five are looked for cheaply, and mended in the bytes.
"""

from __future__ import annotations

import re
from collections import Counter

MAX_PARSED_DEPTH = 2048
"""Elements on one path at which libxml2 (2.14) stops, its limit `huge_tree` included; measured."""

KEPT_DEPTH = 500
"""Counted tags on one path that survive a flattening; each may hold some that close themselves."""

MAX_ATTRIBUTES = 1_000
"""Of one tag. Ten megabytes of such tags cost libxml2 2.4 seconds; 700,000 in one tag were not done in nine minutes."""

SMALL_PAGE_BYTES = 100_000
"""A page of this size is not looked at: one tag of all of it, with 15,000 attributes, costs libxml2 0.4 seconds."""

CROWDED_TAG_BYTES = 2_000
"""The least that `MAX_ATTRIBUTES` attributes need: one byte each, and one between."""

STRIDE_BYTES = 10_000
"""Between two places of a page where it is asked whether a long tag is open. One tag of two strides, with 10,000 attributes, costs
libxml2 50 milliseconds."""

STRIDED_BYTES = 1_000_000
"""A larger page is read tag by tag. One of this size, full of tags of just under two strides, costs libxml2 2.4 seconds."""

LOOK_BACK_BYTES = 64
"""White space is looked through in pieces of this size."""

MANY_END_TAGS = 50_000
"""Of one page; real ones have a fifth of it. 490,000 that match nothing cost libxml2 3.6 seconds on a deep tree."""

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

OUTER_ENDS = re.compile(rb"</(?:html|body)(?=[\s/>])[^>]*>", re.IGNORECASE)
TITLE = re.compile(rb"<title(?=[\s/>])[^>]*>[^<]*", re.IGNORECASE)
BODY = re.compile(r"</head|<(?:body|div|p)[\s/>]", re.IGNORECASE)
"""What no title holds but one that is not closed."""

ATTRIBUTE = re.compile(rb"""[^\s=/"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+))?""")
VALUES = re.compile(rb"""(?:=\s*(?:"[^"]*"|'[^']*')?[^>=]*){0,2000}""")
NO_VALUE = re.compile(rb"[^>=]*")
TAG = re.compile(rb"<[a-zA-Z][^>=]*" + VALUES.pattern)
"""A start tag up to its end, or up to its 2,000th `=`: the engine's memory grows with them. A quote opens only behind `=`."""


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


def drop_stray_ends(page: bytes) -> bytes:
    """The page without end tags that close nothing, where it has very many end tags; else the page itself."""
    if len(page) < len(b"</b") * MANY_END_TAGS:
        return page
    if page.count(b"<") < MANY_END_TAGS or page.count(b"</") < MANY_END_TAGS:  # one byte is counted twice as fast
        return page
    opened = Counter[bytes]()
    pieces: list[bytes] = []
    done = 0
    for match in MARKUP.finditer(page):
        if match.group(3) is None:
            continue
        closing, name = match.group(2), match.group(3).lower()
        if not closing:
            opened[name] += 1
        elif opened[name]:
            opened[name] -= 1
        else:
            pieces.append(page[done : match.start()])
            done = match.end()
    return b"".join((*pieces, page[done:]))


def drop_outer_ends(page: bytes) -> bytes:
    """The page without the end tags of `html` and `body`, which may be left out: what stands behind them belongs to the body."""
    return OUTER_ENDS.sub(b"", page)


def swallows(title: str) -> bool:
    """Whether the text of a title is the page."""
    return "<" in title and BODY.search(title) is not None


def close_title(page: bytes) -> bytes:
    """The page with its first title closed before the next tag."""
    return TITLE.sub(rb"\g<0></title>", page, count=1)


def drop_crowded_tags(page: bytes) -> bytes:
    """The page with each tag's attributes beyond `MAX_ATTRIBUTES` cut off; the page itself where none has so many."""
    if len(page) <= SMALL_PAGE_BYTES:
        return page
    pieces: list[bytes] = []
    done = looked = 0
    in_script = False
    for tag in TAG.finditer(page):
        start, stop = tag.span()
        if stop - start < CROWDED_TAG_BYTES or start < done:
            continue
        in_script, looked = _in_script(page, looked, start, before=in_script), start
        end = _end_of_tag(page, stop)
        limit = end if in_script else _end_of_attributes(page, start, end)
        if limit < end:
            pieces.append(page[done:limit])
            done = end
    return b"".join((*pieces, page[done:])) if pieces else page


def may_hold_long_tag(page: bytes) -> bool:
    """Whether there may be a tag of two strides: one that is open at the end of a stride and still open a stride later.

    A page full of text, scripts and ordinary tags is told from others in a tenth of the time that `drop_crowded_tags` takes.
    """
    if len(page) > STRIDED_BYTES:
        return True
    return any(_may_stay_open(page, at) for at in range(STRIDE_BYTES, len(page) - STRIDE_BYTES, STRIDE_BYTES))


def _may_stay_open(page: bytes, at: int) -> bool:
    """Whether a tag that is open at this place can be open a stride later; what stands in quotes ends no tag."""
    ended = page.rfind(b">", 0, at)
    if page.find(b"<", max(ended, 0), at) < 0 and not _quotes_open_at(page, ended):
        return False
    starts = [_equals_before(page, at), *(page.find(quote, at) + 1 for quote in _quotes_open_at(page, at))]
    ends = (_end_of_tag(page, match.end()) for start in starts if (match := NO_VALUE.match(page, start)))
    return any(end - at >= STRIDE_BYTES for end in ends)


def _quotes_open_at(page: bytes, at: int) -> list[bytes]:
    """The quotes in which a value may be open: those whose last one before this place is behind an equal sign."""
    last = ((quote, page.rfind(quote, 0, max(at, 0))) for quote in (b'"', b"'"))
    return [quote for quote, found in last if found > 0 and _equals_before(page, found) < found]


def _equals_before(page: bytes, at: int) -> int:
    """The place of the equal sign that nothing but white space parts from this place; this place where there is none."""
    start = at
    while (before := page[max(0, start - LOOK_BACK_BYTES) : start]).isspace():
        start -= len(before)
    start += len(before.rstrip()) - len(before)
    return start - 1 if page[max(0, start - 1) : start] == b"=" else at


def _in_script(page: bytes, start: int, end: int, *, before: bool) -> bool:
    """Whether a script is open at the end of a stretch, where what looks like a tag is a comparison."""
    opened, closed = page.rfind(b"<script", start, end), page.rfind(b"</script", start, end)
    return before if opened == closed else opened > closed


def _end_of_tag(page: bytes, position: int) -> int:
    """Where a tag ends that goes on at this position."""
    while (match := VALUES.match(page, position)) and match.end() > position:
        position = match.end()
    return position


def _end_of_attributes(page: bytes, start: int, end: int) -> int:
    """Where the last attribute ends that a tag may have, or `end`; the tag's name looks like an attribute before them."""
    for number, attribute in enumerate(ATTRIBUTE.finditer(page, start, end), start=-1):
        if number == MAX_ATTRIBUTES:
            return attribute.start()
    return end
