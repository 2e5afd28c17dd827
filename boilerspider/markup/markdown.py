"""Markdown in the strings of states -> HTML: paragraphs, headings, lists, quotes, tables, code and links.

A line is read once, and what is written in a line too. Emphasis goes, as do pictures and what generators of sites fill in
(`{{< gallery >}}`, `:::note`); HTML in it stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

MIN_PARAGRAPHS = 2
"""Parted by blank lines, of a string that is taken for Markdown. Ours."""
MAX_LINES = 50_000
"""Of a string that are read. Ours."""

_IS_MARKDOWN = re.compile(r"\]\(|\*\*|^#{1,6} |^[-*+] |^[0-9]{1,3}\. |^> ", re.MULTILINE)
_IS_MARKUP = re.compile(r"</?(?:p|li)\b", re.IGNORECASE)
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(\S.*)")
_ITEM = re.compile(r"(\s{0,12})([-*+]|[0-9]{1,4}[.)])\s+(.*)")
_QUOTE = re.compile(r"\s{0,3}>\s?(.*)")
_ROW = re.compile(r"\s{0,3}\|(.*)\|\s*\Z")
_OF_GENERATORS = (("{{", "}}"), ("{%", "%}"), (":::", ""))
"""With what lines begin and end that generators of sites fill in."""
_SIGNS = " \t|:-_*="
"""Of which lines are made that part texts, or a table's header from its rows."""
_PICTURE = re.compile(r"!\[[^\[\]]{0,500}\]\([^()]{0,2000}\)")
_LINK = re.compile(r"\[([^\[\]]{0,500})\]\(\s?<?([^()\s<>]{1,2000})>?(?:\s[^()]{0,500})?\)")
_ADDRESS = re.compile(r"<(https?://[^\s<>]{1,2000})>")
_MARKS = re.compile(
    r"(?<![\w\\*])\*{1,3}(?=[^\s*])|(?<=[^\s*\\])\*{1,3}(?!\w)|(?<![\w\\_])_{1,3}(?=\w)|(?<=[^\s_\\])_{1,3}(?!\w)|~~"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")


def is_markdown(text: str) -> bool:
    """Whether a string is paragraphs with the signs of Markdown, and no HTML."""
    return text.count("\n\n") + text.count("\n\r\n") >= MIN_PARAGRAPHS - 1 and bool(
        _IS_MARKDOWN.search(text) and not _IS_MARKUP.search(text)
    )


def markdown_as_html(text: str) -> str:
    """The HTML of a string of Markdown."""
    return "".join(f"<{tag}>{inner}</{tag}>" for tag, inner in _merged(_lines(text.splitlines()[:MAX_LINES])))


_HELD = {"ul": "li", "ol": "li", "table": "tr"}
"""Elements -> those of which they are made."""


def _merged(lines: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Elements and what stands in them, of lines that are parts of them: lines of one kind are one element."""
    kind, run = "", list[str]()
    for tag, said in lines:
        if tag != kind or tag[:1] == "h":
            yield from _element(kind, run)
            kind, run = tag, []
        run.append(said)
    yield from _element(kind, run)


def _element(tag: str, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    if tag and lines:
        item = _HELD.get(tag)
        yield tag, "".join(f"<{item}>{line}</{item}>" for line in lines) if item else "\n".join(lines)


def _lines(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Kinds of lines, and what they say; a blank line is of no kind."""
    fence = ""
    for line in lines:
        opens = _FENCE.match(line)
        if opens and fence in ("", opens[1]):
            fence = "" if fence else opens[1]
            yield "", ""
        elif fence:
            yield "pre", escape(line, quote=False)
        elif _is_empty(line):
            yield "", ""
        else:
            yield _kind(line)


def _is_empty(line: str) -> bool:
    """Whether a line says nothing."""
    line = line.strip()
    return not line.strip(_SIGNS) or any(line.startswith(start) and line.endswith(end) for start, end in _OF_GENERATORS)


def _kind(line: str) -> tuple[str, str]:
    """What a line is part of, and what it says there."""
    if heading := _HEADING.match(line):
        return f"h{max(2, len(heading[1]))}", _inline(heading[2].rstrip("# "))
    if item := _ITEM.match(line):
        return "ol" if item[2][0].isdigit() else "ul", _inline(item[3])
    if quote := _QUOTE.match(line):
        return "blockquote", _inline(quote[1])
    if row := _ROW.match(line):
        return "table", "".join(f"<td>{_inline(cell.strip())}</td>" for cell in row[1].split("|"))
    return "p", _inline(line.strip())


def _inline(text: str) -> str:
    """What a line says, with its links; of what stands between backticks as it stands there."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # one that is no mark
        parts = [text]
    return "".join(escape(part, quote=False) if number % 2 else _plain(part) for number, part in enumerate(parts))


def _plain(text: str) -> str:
    """What stands between backticks' ends, with its links."""
    parts = _LINK.split(_ADDRESS.sub(r"\1", _PICTURE.sub("", text)))
    said = [_said(parts[0])]
    for label, address, behind in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        said += [f'<a href="{escape(address)}">{_said(label)}</a>' if label else "", _said(behind)]
    return "".join(said)


def _said(text: str) -> str:
    return _ESCAPED.sub(r"\1", _MARKS.sub("", text))
