"""What CommonMark (0.31) takes for markup of its own: beginnings of lines, and what may stand around emphasis."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from string import punctuation
from typing import Any
from unicodedata import category

from boilerspider.markup.render.codes import CODES, PARTED

_READ_AS_MARKUP = re.compile(
    r"""
    <(?=[A-Za-z/!?]|[^\s<>]*@[^\s<>]*(?:>|\Z))
    | \\(?=[!-/:-@\[-`{-~])
    | &(?=\#?[0-9A-Za-z]+;)
    | \](?=\()
    | (?<=\w)\*(?=\w)
    """,
    re.VERBOSE,
)
"""What begins a tag, a comment or an address (6.6 and 6.5), a backslash that would take the next sign's meaning and be gone (2.4), what names a sign (2.5), where the words of a link or picture end (6.3 and 6.4), and
an asterisk within a word, of which two would be gone (6.2): Leser*innen, 60*60*24."""
_BACKTICKS = re.compile("`+")
_BACKTICK = re.compile("`")
_HOLDS_CODE = re.compile(r"(?:[^`]*(?<!\w)`(?=\S)[^`\\<&\[\]]+(?<=\S)`(?![\w`]))+[^`]*")
_BRACKET = re.compile(r"[\[\]]")
_SIGN = re.compile(r"[\\`*_\[\]<&~]")
"""Of which markup is made in a line."""
_JOINED = ("\\", "!")
_OPENS_ADDRESS = re.compile(r"<(?![A-Za-z/!?])[^\s<>@]*\Z")
_IN_ADDRESS = ("*", "~", "`")
"""Of what elements become, the first signs that may stand in a mail address (6.5)."""
_OPENS_BLOCK = re.compile(
    r"""[ ]{0,3}(?:
        \d{1,9}(?=[.)](?:[ \t]|$))
        | (?=\#{1,6}(?:[ \t]|$) | > | [-+*](?:[ \t]|$) | =+[ \t]*$ | (?:\*[ \t]*){3,}$ | (?:_[ \t]*){3,}$
            | [|: \t]*-[|:\- \t]*$ | `{3,}[^`\n]*$ | ~{3,} | \[(?:[^\[\]\\]|\\[\s\S]){1,999}\]: )
    )""",
    re.VERBOSE | re.MULTILINE,
)
"""Lists, headings, quotations, lines across and below a table's head, code and addresses of links, whose name may take several lines (4 and 5)."""
_CLOSES_HEADING = re.compile(r"(?:(?<= )|^)(?=#+$)")
_SIGNS = {"b": "*", "strong": "*", "em": "*", "i": "*", "del": "~", "s": "~"}
_ENDS = {
    "a": ("[", ")"),
    "q": ("“", "”"),
    "sup": ("<", ">"),
    "sub": ("<", ">"),
    "img": ("!", ")"),
    "br": ("\\", "\n"),
} | dict.fromkeys(CODES, ("`", "`"))
"""The first and the last sign of what elements become, as far as it is not their text's."""
_INSIDE = {"a": ("[", "]"), "q": ("“", "”"), "sup": (">", "<"), "sub": (">", "<")}
"""What stands before and behind what such an element holds."""
_INLINE = frozenset([*_SIGNS, *_INSIDE, PARTED])


def plain(text: str, *, is_in_link: bool = False, keeps_backticks: bool | None = None) -> str:
    """Text for Markdown: none of it becomes HTML, a link or a picture, and no backslash is lost.

    Within a link no bracket is left that would end it. Whether backticks stay is known of the whole paragraph, which the text is if nothing is said.
    """
    places = {sign.start() for sign in _READ_AS_MARKUP.finditer(text)}
    if is_in_link:
        places.update(_lone_brackets(text))
    if "`" in text and not (backticks_stay([text]) if keeps_backticks is None else keeps_backticks):
        places.update(sign.start() for sign in _BACKTICK.finditer(text))
    return _escaped(text, sorted(places)) if places else text


def backticks_stay(texts: Sequence[str]) -> bool:
    """Whether those in the texts of a paragraph mean nothing, as a lone one does, or stand around words as people write code: they swallow nothing (6.1)."""
    written = [text for text in texts if "`" in text]
    return sum(len(_BACKTICKS.findall(text)) for text in written) == 1 or all(map(_HOLDS_CODE.fullmatch, written))


def _escaped(text: str, places: list[int]) -> str:
    return "\\".join(text[start:end] for start, end in pairwise([0, *places, len(text)]))


def _lone_brackets(text: str) -> list[int]:
    """Where brackets stand that are no pair, or a pair that would be a link."""
    opened: list[int] = []
    lone: list[int] = []
    for bracket in _BRACKET.finditer(text):
        at = bracket.start()
        if bracket[0] == "[":
            opened.append(at)
        elif not opened:
            lone.append(at)
        elif text.startswith("(", at + 1):
            lone += (opened.pop(), at)
        else:
            opened.pop()
    return lone + opened


def joined(node: Any, text: str) -> str:
    """The plain text of a node whose last signs and the markup behind it mean nothing together: no escape (2.4), no picture (6.4), no address (6.5)."""
    opened = _OPENS_ADDRESS.search(text) if "<" in text else None
    if text[-1:] not in _JOINED and opened is None:
        return text
    behind = _beside(node, lambda one: one.next_sibling, 1)
    if opened is not None and behind in _IN_ADDRESS:
        text = _escaped(text, [opened.start()])
    is_read = behind == "[" if text[-1] == "!" else text[-1] == "\\" and behind in punctuation
    return _escaped(text, [len(text) - 1]) if is_read else text


def ended(text: str) -> str:
    """The plain words of a picture: their last sign does not take the meaning of the bracket behind it (2.4)."""
    return f"{text}\\" if text.endswith("\\") else text


def code(element: Any, text: str) -> str:
    """A line of code between backticks, or in the element itself where they would touch others (6.1), or a link would be read as an address (4.7)."""
    before, words, behind = apart(text)
    if not words:
        return before
    is_after_code = not before and _before(element) == "`"
    if is_after_code or ("]:" in words and element.find_parent("a") is not None):
        escaped = _SIGN.sub(r"\\\g<0>", words)
        return f"{before}<{element.name}>{escaped}</{element.name}>{behind}"
    longest = max(map(len, _BACKTICKS.findall(words)), default=0)
    marks, space = "`" * (longest + 1), " " if longest else ""
    return f"{before}{marks}{space}{words}{space}{marks}{behind}"


def apart(text: str) -> tuple[str, str, str]:
    """The space before words, they, and the space behind them: marks stand right at words."""
    words = text.strip()
    return " " if text[:1] == " " else "", words, " " if words and text[-1] == " " else ""


def begun(text: str, lines: int) -> str:
    """A paragraph of which as many first lines are words: none of them begins a list, a heading or their like."""
    places = []
    start = 0
    for _ in range(lines):
        if opening := _OPENS_BLOCK.match(text, start):
            places.append(opening.end())
        start = text.find("\n", start) + 1
        if not start:
            break
    return _escaped(text, places)


def heading(text: str) -> str:
    """The words of a heading, of which CommonMark would drop a last `#`, and one that is all of them (4.2)."""
    return _CLOSES_HEADING.sub(r"\\", text, count=1)


def emphasised(element: Any, text: str, mark: str) -> str:
    """Text between two marks, or in the element itself where CommonMark would not read the marks (6.2)."""
    before, words, behind = apart(text)
    if not words:
        return ""
    if not _are_read(element, words, before or _before(element), behind or _behind(element)):
        return f"{before}<{element.name}>{words}</{element.name}>{behind}"
    return f"{before}{mark}{words}{mark}{behind}"


def _are_read(element: Any, words: str, before: str, behind: str) -> bool:
    sign = _SIGNS[element.name]
    if sign in {before, behind} or sign in element.get_text():
        return False
    inside = words.strip(sign)
    return _is_edge(before, inside[0]) and _is_edge(behind, inside[-1])


def _is_edge(outside: str, inside: str) -> bool:
    """Whether a mark between these signs opens, or closes, emphasis: before a stop or a bracket it takes no letter."""
    # Symbols are punctuation to newer readers alone.
    if category(inside)[0] not in "PS":
        return True
    if outside == "~":
        return False  # to readers that know `~~` what stands behind it counts
    return outside.isspace() or category(outside)[0] == "P" or (outside.isascii() and not outside.isalnum())


def _before(element: Any) -> str:
    """The sign before an element's marks, those that open with it aside."""
    return _beside(element, lambda node: node.previous_sibling, 0)


def _behind(element: Any) -> str:
    """The sign behind an element's marks, those that close with it aside."""
    return _beside(element, lambda node: node.next_sibling, 1)


def _beside(element: Any, step: Callable[[Any], Any], side: int) -> str:
    sign = _SIGNS.get(element.name, "")
    node = element
    while (sibling := step(node)) is None:
        node = node.parent
        if node is None or node.name not in _INLINE:
            return "\n"
        if node.name in _INSIDE:
            return _INSIDE[node.name][side]
        if _SIGNS.get(node.name, sign) != sign:
            return _SIGNS[node.name]
    while sibling is not None and sibling.name is not None:
        if sibling.name in _SIGNS:
            is_like = _SIGNS[sibling.name] == sign
            # The second of two that would touch becomes an element.
            return "<" if is_like and side else _SIGNS[sibling.name]
        if sibling.name in _ENDS:
            return _ENDS[sibling.name][1 - side]
        sibling = sibling.contents[-1 if side == 0 else 0] if sibling.contents else None
    text = str(sibling or "")
    return text[-1 if side == 0 else 0] if text else "\n"
