"""Markdown in the strings of states -> HTML: paragraphs, headings, lists, quotes, tables, code and links.

A line is read once, and what is written in a line too. Emphasis goes, as do pictures and what generators of sites fill in
(`{{< gallery >}}`, `:::note`); HTML in it stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from itertools import repeat
from typing import NamedTuple

from boilerspider.markup.words import IDEOGRAPHS

MIN_PARAGRAPHS = 2
"""Parted by blank lines, of a string that is taken for Markdown. Ours."""
MAX_LINES = 50_000
"""Of a string that are read. Ours."""

_IS_MARKDOWN = re.compile(
    r"\]\(|\*\*|^#{1,6} |^[-*+] |^[0-9]{1,3}\. |^> |^\|.{1,2000}\|\s{0,9}$|^\[[^\[\]\n]{1,200}\]:\s"
    r"|^(?:```|~~~|\{\{[<%])|~~[^~\n]{1,500}~~|`[^`\n]{1,500}`|(?<!\w)__[^\s_][^_\n]{0,500}__",
    re.MULTILINE,
)
_IS_MARKUP = re.compile(r"</?(?:p|li)\b", re.IGNORECASE)
_FENCE = re.compile(r"\s{0,3}(```(?=`*[^`]*\Z)|~~~)")
"""Code that begins and ends on one line is a line's."""
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(\S.*)")
_ITEM = re.compile(r"(\s{0,12})([-*+]|[0-9]{1,4}[.)])\s+(.*)")
_QUOTE = re.compile(r"\s{0,3}>\s?(.*)")
_CELL = re.compile(r"(?<!\\)\|")
_ROW = re.compile(r"\s{0,3}\|(.*)\|\s*\Z")
_DEFINED = re.compile(
    r"\s{0,3}\[([^\[\]^][^\[\]]{0,200})\]:\s{1,9}<?((?:https?:|mailto:|[/#.])[^\s<>]{0,2000})>?(?:\s.*)?\Z"
)
"""A line that tells where links of a name lead."""
_NAMED = re.compile(r"\[([^\[\]]{1,500})\](?:\[([^\[\]]{0,200})\])?(?![(\[:])")
_NOTE = re.compile(r"\[\^[\w-]{1,50}\](?::\s?)?")
_BREAK = re.compile(r"(?<!\\)\\\Z")
_OF_GENERATORS = (("{{", "}}"), ("{%", "%}"), (":::", ""))
"""With what lines begin and end that generators of sites fill in."""
_LISTS = ("ul", "ol")
_HELD = {"ul": "li", "ol": "li", "table": "tr"}
"""Elements -> those of which they are made."""
_SIGNS = " \t|:-_*="
"""Of which lines are made that part texts, or a table's header from its rows."""
_OPENS, _CLOSES, _CODE = "\x01", "\x02", "\x03"
"""What stands for a link's tags, and for code, while marks are read: a mark is known by what stands around it."""
_PLACE = re.compile(r"[\x01-\x03]")
_NO_PLACES = dict.fromkeys((1, 2, 3))
_PICTURE = re.compile(r"!\[[^\[\]\x03]{0,500}\]\([^()\x03]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]]{0,500})\]\(\s?<?([^()\s<>\x03]{1,2000})>?(?:\s[^()\x03]{0,500})?\)")
_ADDRESS = re.compile(r"<(https?://[^\s<>\x03]{1,2000})>")
_LETTER = rf"[^\W{IDEOGRAPHS}]"
_IN_WORDS = re.compile(r"(?<![*\\])(\*{2,3})(?=[^\s*])([^*]*(?:\*(?!\*)[^*]*)*)(?<=[^\s*\\])\1(?!\*)")
"""Two that are one another's, of which one may stand amid a word."""
_MARKS = re.compile(
    rf"(?<!{_LETTER})(?<![\\*])\*{{1,3}}(?=[^\s*])|(?<=[^\s*\\])\*{{1,3}}(?!{_LETTER}|\*)"
    r"|(?<![\w\\_])_{1,3}(?=[^\W_]|[\x01\x03])|(?<=[^\s_\\])_{1,3}(?!\w)|~~"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")


def is_markdown(text: str) -> bool:
    """Whether a string is paragraphs with the signs of Markdown, and no HTML."""
    return text.count("\n\n") + text.count("\n\r\n") >= MIN_PARAGRAPHS - 1 and bool(
        _IS_MARKDOWN.search(text) and not _IS_MARKUP.search(text)
    )


def markdown_as_html(text: str) -> str:
    """The HTML of a string of Markdown."""
    blocks, fence, lines = _Blocks(), "", text.splitlines()[:MAX_LINES]
    known = {found[1].casefold(): found[2] for line in lines if (found := _DEFINED.match(line))}
    for line in lines:
        opens = _FENCE.match(line)
        if opens and fence in ("", opens[1]):
            fence = "" if fence else opens[1]
            blocks.close()
        elif fence:
            blocks.add(_Line("pre", escape(line, quote=False)))
        elif _is_empty(line) or _DEFINED.match(line):
            blocks.part(line)
        else:
            blocks.add(_read(_with_addresses(line, known) if known else line))
    return blocks.html


class _Line(NamedTuple):
    """A line that says something."""

    tag: str
    """Of the element of which it is part."""
    said: str
    is_deep: bool = False
    """Whether it begins with spaces."""
    number: int = 0
    """Of an item in a list with numbers."""
    written: str = ""
    """What it would say as a paragraph's."""
    is_more: bool = False
    """Whether it goes on with the item above it."""


class _Blocks:
    """Writes elements, of lines that are parts of them."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._lines: list[_Line] = []
        """Of the element that is being written."""
        self._is_apart = False
        """Whether a blank line stands above the next one."""
        self._next = -1
        """Item of the list with numbers that another list in it ended."""

    @property
    def html(self) -> str:
        """What is written."""
        self.close()
        return "".join(self._found)

    def part(self, line: str) -> None:
        """A line that says nothing parts what stands around it, or a table's header from its rows."""
        if "|" not in line or self._is_apart or not self._lines or self._lines[0].tag != "table":
            self._is_apart = True
        elif "-" in line and len(self._lines) == 1:
            said = self._lines[0].said
            self._lines = [_Line("table", said.replace("<td>", "<th>").replace("</td>", "</th>"))]

    def add(self, line: _Line) -> None:
        """A line that is part of what stands above it, or begins an element."""
        last = self._lines[-1] if self._lines else _Line("", "")
        if line.tag == "p" and last.tag in _LISTS and (line.is_deep or not self._is_apart):
            self._lines.append(last._replace(said=("<br>" if self._is_apart else "\n") + line.said, is_more=True))
        elif line.tag == "ol" and line.number != 1 and last.tag == "p" and not self._is_apart:
            self._lines.append(_Line("p", line.written))  # a line of a text that happens to begin with a number
        else:
            if not self._is_part(line, last):
                is_held = line.tag == "ul" and line.is_deep and last.tag == "ol"
                self.close(is_held=is_held)
                self._next = last.number + 1 if is_held else self._next if line.tag in _LISTS else -1
            self._lines.append(line)
        self._is_apart = False

    def _is_part(self, line: _Line, last: _Line) -> bool:
        """Whether a line is of the element of the last one; blank lines stand between items of a list, too."""
        if line.tag == last.tag == "ol":
            return line.number == last.number + 1 or line.number == last.number == 1
        return line.tag == last.tag and line.tag[0] != "h" and (line.tag == "ul" or not self._is_apart)

    def close(self, *, is_held: bool = False) -> None:
        """Ends the element; `is_held` tells whether a list in it follows."""
        if self._lines:
            first, *others = self._lines
            tag, start = first.tag, ""
            if tag == "ol" and all(line.is_more for line in others) and not is_held and first.number != self._next:
                tag, first = "p", first._replace(said=first.written)
            elif tag == "ol" and first.number != 1:
                start = f' start="{first.number}"'
            item = _HELD.get(tag, "")
            between = f"</{item}><{item}>" if item else "\n"
            inner = first.said + "".join(line.said if line.is_more else between + line.said for line in others)
            self._found.append(f"<{tag}{start}>{_in(item, inner)}</{tag}>")
        self._lines, self._is_apart = [], False


def _in(tag: str, inner: str) -> str:
    return f"<{tag}>{inner}</{tag}>" if tag else inner


def _with_addresses(line: str, known: Mapping[str, str]) -> str:
    """A line whose links by name say where they lead."""

    def led(link: re.Match[str]) -> str:
        address = known.get((link[2] or link[1]).casefold(), "")
        return f"[{link[1]}]({address.replace('(', '%28').replace(')', '%29')})" if address else link[0]

    return _NAMED.sub(led, line)


def _is_empty(line: str) -> bool:
    """Whether a line says nothing."""
    line = line.strip()
    return not line.strip(_SIGNS) or any(line.startswith(start) and line.endswith(end) for start, end in _OF_GENERATORS)


def _read(line: str) -> _Line:
    """What a line is part of, and what it says there."""
    is_deep = line[:1].isspace()
    if heading := _HEADING.match(line):
        return _Line(f"h{max(2, len(heading[1]))}", _inline(heading[2].rstrip("# ")))
    if item := _ITEM.match(line):
        if item[2][0].isdigit():
            return _Line("ol", _inline(item[3]), is_deep, int(item[2][:-1]), _inline(line.strip()))
        return _Line("ul", _inline(item[3]), is_deep)
    if quote := _QUOTE.match(line):
        return _Line("blockquote", _inline(quote[1]))
    if row := _ROW.match(line):
        return _Line("table", "".join(f"<td>{_inline(cell.strip())}</td>" for cell in _CELL.split(row[1])))
    return _Line("p", _inline(line.strip()), is_deep)


def _inline(text: str) -> str:
    """What a line says, with its links; of what stands between backticks as it stands there."""
    parts = text.translate(_NO_PLACES).split("`")
    if len(parts) % 2 == 0:  # one that is no mark
        parts = ["`".join(parts)]
    addresses = list[str]()

    def placed(link: re.Match[str]) -> str:
        addresses.extend([link[2]] if link[1] else [])
        return f"{_OPENS}{link[1]}{_CLOSES}" if link[1] else ""

    said = _LINK.sub(placed, _ADDRESS.sub(r"\1", _PICTURE.sub("", _NOTE.sub("", _CODE.join(parts[::2])))))
    found = {
        _OPENS: (f'<a href="{escape(address)}">' for address in addresses),
        _CLOSES: repeat("</a>"),
        _CODE: (escape(part, quote=False) for part in parts[1::2]),
    }
    return _PLACE.sub(lambda place: next(found[place[0]]), _said(said))


def _said(text: str) -> str:
    return _ESCAPED.sub(r"\1", _BREAK.sub("<br>", _MARKS.sub("", _IN_WORDS.sub(r"\2", text))))
