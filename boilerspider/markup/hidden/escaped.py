"""Texts in JSON-LD -> markup: some are markup, some have it escaped, once or twice, and some only tell of tags."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from boilerspider.markup.entities import unescape
from boilerspider.markup.prose import BLOCK_TAG, STOPS, without_remarks

MAX_ESCAPES = 3
"""How often what a text escapes may be escaped. Ours; in the corpora it is twice at most."""
MAX_JUDGED_CHARS = 100_000
"""Of a text by which it is judged; ours: few stories have as many."""
MIN_BREAKS = 2
"""Breaks between paragraphs that make a text markup; one may be told of. Ours."""
MAX_SPACE_CHARS = 100
"""Before a tag that are looked at for what it stands behind. Ours."""
BREAKS_TO_OTHERS = 3
"""How many of them there are for each amid a sentence. Ours."""

_INLINE = "a|abbr|b|cite|em|font|i|mark|q|s|small|span|strong|sub|sup|u"
_BLOCKS = (
    "article|blockquote|center|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|li|main|ol|p|pre|section|"
    "table|tbody|td|tfoot|th|thead|tr|ul"
)
_TAG = re.compile(rf"<(/?)({_BLOCKS}|{_INLINE}|br|hr|iframe|img|script)(?![\w:-])([^<>]*)>", re.IGNORECASE)
_IS_BLOCK, _IS_INLINE = re.compile(_BLOCKS).fullmatch, re.compile(_INLINE).fullmatch
_IS_BLOCK_TAG = re.compile(rf"<(?:!--|/?(?:{_BLOCKS}|br|hr|iframe|img|script)(?![\w:-]))", re.IGNORECASE).search
_EMPTY = re.compile(r"<(?:br|hr|img)(?![\w:-])([^<>]*)>", re.IGNORECASE)
_OF_PAGES = re.compile(r"<(?:!doctype|html|head|style|pre)\b", re.IGNORECASE)
"""In what keeps its lines, or is a page by itself."""
_PARTS = frozenset(("br", "p"))
"""What parts paragraphs without an end tag."""
_NO_WORDS = frozenset(("iframe", "script"))
"""What has an end tag, and nothing to read."""
_NEXT = re.compile(r"\s*(\S?)")
_BEHIND_END = re.compile(r"\s*(?:<|\Z)|[^\S\n]*\n")
"""What stands behind the end of a block."""
_SIGNS = (*STOPS, *":\"”»’')]")
"""What stands before the beginning of one."""


def as_markup(text: str) -> str:
    """A text as markup: as it is, as what it has escaped, or its lines as paragraphs; tags that it tells of are words. Linear in its length."""
    if BLOCK_TAG.search(text):
        return _by_lines(text) or text
    level = text
    for _ in range(MAX_ESCAPES + 1):
        if "<" in level:
            if _is_markup(level[:MAX_JUDGED_CHARS]):
                return level
            if any(map(_has_tags, level[:MAX_JUDGED_CHARS].splitlines())):
                return "".join(map(_block, filter(str.strip, level.splitlines())))
        if "&" not in level:
            break
        level = unescape(level)
    return "".join(
        f"<p>{escape(line, quote=False)}</p>" for line in unescape(text).strip().splitlines() if line.strip()
    )


def _by_lines(text: str) -> str:
    """A text of lines as paragraphs that has some blocks between them, or tells of tags; "" of one that is markup.

    Blank lines part paragraphs; without them lines do, of which most end sentences.
    """
    if _OF_PAGES.search(text) or _is_markup(text[:MAX_JUDGED_CHARS]):
        return ""
    text = text.strip()
    lines = text.splitlines(keepends=True)
    parts = _parts(text, lines, by_line=False)
    if len(parts) == 1:
        if 2 * sum(line.rstrip().endswith(_SIGNS) for line in lines) <= len(lines):
            return ""
        parts = _parts(text, lines, by_line=True)
    plain = sum(len(part) for part in parts if not _IS_BLOCK_TAG(part))
    return "".join(map(_part, parts)) if len(parts) > 1 and 2 * plain > len(text) else ""


def _parts(text: str, lines: Iterable[str], *, by_line: bool) -> list[str]:
    """The lines that blank ones part, or each; those within a block are one, for they part nothing."""
    within = iter(sorted((first.start(), last.start()) for first, last in _pairs(text)))
    parts, is_parted = list[list[str]](), True
    start, following, end = 0, next(within, None), 0
    for line in lines:
        while following and following[0] < start:
            end, following = max(end, following[1]), next(within, None)
        is_within, is_blank = start <= end and start > 0, not line.strip()
        start += len(line)
        if is_within or not (is_blank or is_parted or by_line):
            parts[-1].append(line)
        elif not is_blank:
            parts.append([line])
        is_parted = is_blank and not is_within
    return ["".join(part).rstrip() for part in parts]


def _pairs(text: str) -> list[tuple[re.Match[str], re.Match[str]]]:
    """The tags of blocks that are closed; those amid sentences are told of where there is space within both."""
    found, opened = list[tuple[re.Match[str], re.Match[str]]](), defaultdict[str, list[re.Match[str]]](list)
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        if not _IS_BLOCK(name) and name not in _NO_WORDS:
            continue
        if not tag[1]:
            opened[name].append(tag)
        elif opened[name]:
            first = opened[name].pop()
            is_spaced = text[first.end()].isspace() and text[tag.start() - 1].isspace()
            if not is_spaced or _is_apart(text, first) or _BEHIND_END.match(text, tag.end()):
                found.append((first, tag))
    return found


def _is_apart(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag stands where a block may begin: first in a line, or behind a sentence or a tag."""
    before = text[max(tag.start() - MAX_SPACE_CHARS, 0) : tag.start()]
    start = before.rstrip()
    return not start or "\n" in before[len(start) :] or start.endswith((*_SIGNS, ">"))


def _part(part: str) -> str:
    """What stands between blank lines: blocks, where a tag stands at an edge of it as at one of a block, else words, and the blocks amid them."""
    text = part.strip()
    if not _IS_BLOCK_TAG(text):
        return _block(part)
    first, last = _TAG.match(text), text.rfind("<")
    is_begun = text.startswith("<") and (first is None or _is_begin(text, first.end()) or text[first.end()].isalnum())
    is_ended = text.endswith(">") and (
        text[:last].rstrip().endswith((*_SIGNS, ">")) or (_TAG.fullmatch(text, last) and not text[last - 1].isspace())
    )
    if is_begun or is_ended:
        return part
    return _amid(text)


def _amid(text: str) -> str:
    """Words with blocks amid them; as they are where an emphasis has one of these within."""
    pieces, end, inline = list[str](), 0, 0
    for first, last in sorted(_pairs(text), key=lambda pair: pair[0].start()):
        if first.start() < end:
            continue
        words, block, end = text[end : first.start()], text[first.start() : last.end()], last.end()
        inline += len(_inline_tags(words)) + len(_inline_tags(block))
        pieces += _block(words, has_empty=True) if words.strip() else "", block
    words = text[end:]
    if inline + len(_inline_tags(words)) != len(_inline_tags(text)):
        return text
    return "".join(pieces) + (_block(words, has_empty=True) if words.strip() else "")


def _has_tags(line: str) -> bool:
    return "<" in line and (_is_markup(line) or bool(_inline_tags(line)))


def _block(line: str, *, has_empty: bool = False) -> str:
    """A line of a text that has some tags, those of pictures and rules among them where that is so."""
    if _is_markup(line):
        return line
    pieces, end = list[str](), 0
    empty = filter(_is_shown, _EMPTY.finditer(line)) if has_empty else ()
    tags = {tag.start(): tag for tag in (*_inline_tags(line), *empty)}
    for tag in (tags[start] for start in sorted(tags)):
        pieces += _said(line[end : tag.start()]), tag[0]
        end = tag.end()
    return f"<p>{''.join(pieces)}{_said(line[end:])}</p>"


def _is_shown(tag: re.Match[str]) -> bool:
    """Whether a tag without an end is none that is told of, which has no attribute and spaces or an end around it."""
    before, behind = tag.string[max(tag.start() - 1, 0) : tag.start()], tag.string[tag.end() : tag.end() + 1]
    return "=" in tag[1] or "/" in tag[1] or before.isalnum() or behind.isalnum()


def _said(text: str) -> str:
    """Words, and tags that are told of; its references are those of markup."""
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _inline_tags(line: str) -> list[re.Match[str]]:
    """The tags of links and emphases: what is told of has no address, and spaces within; breaks stick to what is before them."""
    found, opened = list[re.Match[str]](), defaultdict[str, list[re.Match[str]]](list)
    for tag in _TAG.finditer(line):
        name = tag[2].lower()
        if name == "br" and tag.start() and _sticks(line[tag.start() - 1]):
            found.append(tag)
        elif _IS_INLINE(name) and not tag[1]:
            opened[name].append(tag)
        elif opened[name]:
            first = opened[name].pop()
            is_close = not (line[first.end()].isspace() or line[tag.start() - 1].isspace())
            if "=" in first[3] or (first.end() < tag.start() and is_close):
                found += first, tag
    return sorted(found, key=re.Match.start)


def _sticks(letter: str) -> bool:
    return letter.isalnum() or letter == ">" or letter in STOPS


class _Edge(NamedTuple):
    """A tag of a block, or one that parts paragraphs."""

    name: str
    is_end: bool
    letters: int
    """Before it."""
    is_apart: bool
    """Whether it stands where a block may begin or end, not amid a sentence."""
    is_followed: bool
    """Whether a sentence may begin behind it."""


def _is_markup(text: str) -> bool:
    """Whether most of a text stands in pairs of tags at the edges of blocks, or is parted by tags where sentences end."""
    edges, letters = _edges(without_remarks(text))
    breaks = [edge.is_apart and edge.is_followed for edge in edges if edge.name in _PARTS and not edge.is_end]
    parting = sum(breaks)
    is_parted = parting >= max(MIN_BREAKS, BREAKS_TO_OTHERS * (len(breaks) - parting), text.count("\n"))
    return is_parted or 2 * _held(edges) > letters


def _edges(text: str) -> tuple[Sequence[_Edge], int]:
    """The edges of blocks, and the letters of a text."""
    found, letters, end = list[_Edge](), 0, 0
    for tag in _TAG.finditer(text):
        name, before, is_end = tag[2].lower(), text[end : tag.start()], bool(tag[1])
        letters += len(before.strip())
        end = tag.end()
        if name not in _PARTS and not _IS_BLOCK(name):
            continue
        if is_end:
            is_apart = _BEHIND_END.match(text, end) is not None
        else:
            start = before.rstrip()
            is_apart = not start or "\n" in before[len(start) :] or start.endswith(_SIGNS)
        found.append(_Edge(name, is_end, letters, is_apart, _is_begin(text, end)))
    return found, letters + len(text[end:].strip())


def _is_begin(text: str, start: int) -> bool:
    found = _NEXT.match(text, start)
    return found is None or not found[1].islower()


def _held(edges: Iterable[_Edge]) -> int:
    """The letters in pairs of tags."""
    opened, pairs = defaultdict[str, list[_Edge]](list), list[tuple[int, int]]()
    for edge in edges:
        if not edge.is_end:
            opened[edge.name].append(edge)
        elif opened[edge.name]:
            first = opened[edge.name].pop()
            if first.is_apart and edge.is_apart:
                pairs.append((first.letters, edge.letters))
    held = end = 0
    for start, stop in sorted(pairs):
        held += max(0, stop - max(start, end))
        end = max(end, stop)
    return held
