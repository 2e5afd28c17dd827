"""Rich text as applications keep it in JSON -> HTML: what a list of blocks, marks and links says, whoever wrote it.

Portable Text, Draft.js, ProseMirror, Contentful, Slate, EditorJS, Arc and parsed HTML all name what a block is ("paragraph",
"header-two", "list-item") and keep its words in strings under a few keys, its parts in lists. No schema is asked for: what is
named as a kind of text becomes its element, what is named as a picture, an advertisement or a teaser goes, anything else is
what it stands in, and what stands at the top is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from boilerspider.markup.hidden.editors import with_links
from boilerspider.markup.hidden.kinds import KIND_KEYS, TAGS, is_numbered, is_other, kind_of, plain_kind
from boilerspider.markup.hidden.markdown import is_markdown, markdown_as_html
from boilerspider.markup.hidden.objects import is_other_story
from boilerspider.markup.prose import is_prose

MAX_DEPTH = 40
"""Values in each other that are read; ours: the deepest of the corpora's are under 20."""
MAX_WRITTEN_CHARS = 2_000_000
"""After which a list's writer stops: a story has less."""
MIN_PARTED_CHARS = 40
"""Of two texts side by side that may be paragraphs. Ours."""
MAX_HEADING_CHARS = 200
"""Of what may be a section's heading. Ours."""

_PLAIN_ITEM, _NUMBERED_ITEM = "<li>", "<li >"
"""How items begin that stand in no list: what parts them tells of which kind it is."""
_INLINE = frozenset(("a", "br"))
_HEADINGS = frozenset(("h2", "h3", "h4"))
_AS_IT_STANDS = frozenset(("a", "pre", *_HEADINGS))
"""Elements whose strings are no paragraphs."""
_HOLDERS = frozenset(("ul", "ol", "li", "blockquote", "table", "tr", "td", "th"))
"""Elements that hold blocks."""
_ITEM = MappingProxyType({"ul": "li", "ol": "li", "tr": "td"})
_TEXT_KEYS = ("text", "content", "value", "children", "paragraph", "paragraphs", "items", "lines")
"""Under which words stand where they do for few: `html` is what is embedded, if it is not how all of a story is told."""
_HEADING_KEYS = ("heading", "headline", "title", "subtitle")
_ADDRESS_KEYS = ("href", "url", "uri")
_OF_BLOCKS = re.compile(r"</?(?:p|div|h[1-6]|ul|ol|li|blockquote|table|section)\b", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{2,6}|#x[0-9a-fA-F]{2,5}|[a-z]{2,8});")
_OF_LINES = re.compile(r"</(?:a|abbr|b|em|i|p|s|span|strong|sub|sup|u)>|<br\s*/?>", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_STOPS = tuple('.!?…。！？”"')


class _Piece(NamedTuple):
    """A run of HTML."""

    html: str
    is_block: bool


_PARTING = _Piece("\n", True)
"""What stands between paragraphs of one string."""


def is_markup(texts: Sequence[str]) -> bool:
    """Whether texts are HTML: one of them has a tag that its writer closed, or a sign by its name."""
    return any(
        ("&" in text and _ENTITY.search(text)) or ("<" in text and (_OF_LINES.search(text) or _OF_BLOCKS.search(text)))
        for text in texts
    )


def as_html(items: Sequence[Any], keys: Collection[str], *, markup: bool) -> str:
    """The HTML of a list of blocks whose words stand under these keys, or those that are usual; `markup` tells whether they are HTML themselves."""
    writer = _Writer((*keys, *(key for key in _TEXT_KEYS if key not in keys)), markup=markup)
    return _in_lists("".join(_blocks(writer.written(item, 0))) for item in items)


def _in_lists(blocks: Iterator[str]) -> str:
    """Items that stand in no list are in one."""
    found = []
    for item, run in groupby(
        blocks, lambda block: next((item for item in (_PLAIN_ITEM, _NUMBERED_ITEM) if block.startswith(item)), "")
    ):
        text, tag = "".join(run), "ol" if item == _NUMBERED_ITEM else "ul"
        found.append(f"<{tag}>{text}</{tag}>" if item else text)
    return "".join(found)


def _blocks(pieces: Sequence[_Piece]) -> Iterator[str]:
    """Blocks, and what stands between them as paragraphs: a sentence's end that nothing parts from the next beginning ends one."""
    run: list[str] = []
    for piece in (*pieces, _Piece("", True)):
        if piece.is_block or (run and _are_paragraphs(run[-1], piece.html)):
            if any(not part.isspace() for part in run):
                yield f"<p>{''.join(run)}</p>"
            run = []
        if piece.is_block and piece != _PARTING:
            yield piece.html
        elif not piece.is_block and piece.html:
            run.append(piece.html)


def _parted(text: str) -> Sequence[str]:
    """A string's paragraphs, if blank lines part it within."""
    parts = [part for part in _BLANK_LINES.split(text) if part and not part.isspace()]
    return parts if len(parts) > 1 else [text]


def _are_paragraphs(one: str, other: str) -> bool:
    """Whether two texts side by side are two paragraphs: long ones, of which one ends and the other begins."""
    if min(len(one), len(other)) < MIN_PARTED_CHARS:
        return False
    return one[-1:] in _STOPS and other[:1].isalnum() and not other[:1].islower()


class _Writer:
    """Writes blocks whose words stand under some keys."""

    def __init__(self, keys: Sequence[str], *, markup: bool) -> None:
        self._keys = keys
        self._is_markup = markup
        self._left = MAX_WRITTEN_CHARS
        self._stands = False
        """Whether what is written stands in an element whose strings are no paragraphs."""

    def written(self, value: Any, depth: int) -> list[_Piece]:
        """What a value says."""
        if depth > MAX_DEPTH or self._left <= 0:
            return []
        if isinstance(value, str):
            return self._string(value) if value else []
        if isinstance(value, list):
            return [piece for part in value for piece in self.written(part, depth + 1)]
        return self._block(value, depth) if isinstance(value, dict) else []

    def _string(self, text: str) -> list[_Piece]:
        """What a string says, as markup, as Markdown, or parted where blank lines part it."""
        self._left -= len(text)
        is_block = self._is_markup and bool(_OF_BLOCKS.search(text))
        if not is_block and not self._stands and is_markdown(text):
            return [_Piece(markdown_as_html(text), True)]
        if self._is_markup:
            return [_Piece(text, is_block)]
        text = escape(text, quote=False)
        parts = [text] if self._stands else _parted(text)
        return [piece for part in parts for piece in (_PARTING, _Piece(part, False))][1:]

    def _block(self, node: Mapping[str, Any], depth: int) -> list[_Piece]:
        node = with_links(node)
        kind = kind_of(node)
        if kind == "other" or (not kind and depth and is_other_story(node)):
            return []
        tag = TAGS.get(kind, "")
        if tag == "br":
            return [_Piece("<br>", False)]
        stood, self._stands = self._stands, self._stands or tag in _AS_IT_STANDS or _is_code(node)
        inner = self._inner(node, depth, tag)
        self._stands = stood
        is_inline = not any(piece.is_block for piece in inner)
        if tag in _ITEM and is_inline:
            inner = [item for piece in inner for item in _item([piece], _ITEM[tag])]
        if not tag or not inner or not (is_inline or tag in _HOLDERS):
            return inner
        start = f"<{tag}{_address(node) if tag == 'a' else ''}>"
        if tag in ("ul", "li") and is_numbered(node):
            start, tag = (_NUMBERED_ITEM, tag) if tag == "li" else ("<ol>", "ol")
        return [_Piece(f"{start}{''.join(piece.html for piece in inner)}</{tag}>", tag not in _INLINE)]

    def _inner(self, node: Mapping[str, Any], depth: int, tag: str) -> list[_Piece]:
        """What a block says itself, else its parts, below its heading."""
        told = [(key, node[key]) for key in self._keys if isinstance(node.get(key), str) and node[key]]
        key, own = next(((key, text) for key, text in told if text.strip()), ("", ""))
        heading = _heading(node) if key not in _HEADING_KEYS else ""
        if own:
            below = node.get("items") if key != "items" else None  # a list in a list's item
            parts = self._parts(below, depth, "ul", is_text=True) if isinstance(below, list) else []
            inner = [
                *self._string(own),
                *([_Piece(f"<ul>{''.join(part.html for part in parts)}</ul>", True)] if parts else []),
            ]
            return (
                [self._headed(heading), *inner]
                if heading and not tag and ("heading" in node or is_prose(own))
                else inner
            )
        parts = []
        for name, part in node.items():
            if isinstance(part, dict | list) and not is_other(name):
                more = self._parts(part, depth, tag, is_text=name in self._keys)
                parts += [_Piece(" ", False), *more] if parts and more else more
        if not parts and told:
            return [_Piece(" ", False)]  # between two links
        if heading and tag in _HEADINGS and not parts:
            return self._string(heading)
        is_section = any(piece.is_block for piece in parts)
        return [self._headed(heading), *parts] if heading and is_section and not tag else parts

    def _headed(self, heading: str) -> _Piece:
        return _Piece(f"<h2>{heading if self._is_markup else escape(heading, quote=False)}</h2>", True)

    def _parts(self, part: Any, depth: int, tag: str, *, is_text: bool) -> list[_Piece]:
        """What a part says; strings of a list that is no text are names and numbers. Of a list, or a table, each row is an item."""
        if depth > MAX_DEPTH:
            return []
        if isinstance(part, dict):
            return self.written(part, depth + 1) if kind_of(part) else self._inner(part, depth + 1, tag)
        found: list[_Piece] = []
        for row in part:
            if tag == "table" and isinstance(row, list):
                cells = self._parts(row, depth + 1, "tr", is_text=True)
                found.append(_Piece(f"<tr>{''.join(cell.html for cell in cells)}</tr>", True))
            elif is_text or tag in _ITEM or not isinstance(row, str):
                pieces = self.written(row, depth + 1)
                if (
                    found
                    and not tag
                    and isinstance(row, dict)
                    and sum(isinstance(said, str) for said in row.values()) > 1
                ):
                    found.append(_Piece(" ", False))  # rows of labels and words, no parts of one
                found += _item(pieces, _ITEM[tag]) if tag in _ITEM else pieces
        return found


def _is_code(node: Mapping[str, Any]) -> bool:
    """Whether a block is called code."""
    return any(isinstance(node.get(key), str) and plain_kind(node[key]) == "code" for key in KIND_KEYS)


def _heading(node: Mapping[str, Any]) -> str:
    """What an object is called, if that is short enough for a heading."""
    found = next((node[key] for key in _HEADING_KEYS if isinstance(node.get(key), str) and node[key].strip()), "")
    return found if len(found) <= MAX_HEADING_CHARS else ""


def _item(pieces: list[_Piece], tag: str) -> list[_Piece]:
    """The pieces of a list's item, or a row's cell, in its element, if they are not one already."""
    if not pieces or pieces[0].is_block:
        return pieces
    return [_Piece(f"<{tag}>{''.join(piece.html for piece in pieces)}</{tag}>", True)]


def _address(node: Mapping[str, Any]) -> str:
    """Where a link leads, as an attribute."""
    for held in (node, *(part for part in node.values() if isinstance(part, dict))):
        found = next((held[key] for key in _ADDRESS_KEYS if isinstance(held.get(key), str)), "")
        if found:
            return f' href="{escape(found)}"'
    return ""
