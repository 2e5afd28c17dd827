"""Sanitised HTML -> Markdown, for reading: `#` headings, `-` bullets, fenced code, pipe tables.

Captions are slanted, so that they don't read as paragraphs of the text. Escaped is what would become HTML, a link, a picture or another sign, end a link, begin a list, a heading or their like at the start of a line, part a table's cells, or be emphasis within a word;
asterisks and underscores elsewhere stay as they are, and so do backticks around words. Emphasis and code whose marks CommonMark would not read are written in HTML, as are raised and lowered signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from markdownify import MarkdownConverter

from boilerspider.markup.render.cells import columns, fill_covered, first_row, is_all_of_head, row_of
from boilerspider.markup.render.codes import CODES, part_codes
from boilerspider.markup.render.commonmark import (
    apart,
    backticks_stay,
    begun,
    code,
    emphasised,
    ended,
    heading,
    joined,
    plain,
)
from boilerspider.markup.render.frames import LISTS
from boilerspider.markup.render.quotes import CLOSING, OPENING

_LINE_ENDS = re.compile(r"(?<![ \t])[ \t]+(?=\n)")
_BLANK_LINES = re.compile(r"\n{3,}")
MAX_NUMBER = 999_999_999
"""Of an item, as CommonMark reads it (5.2)."""
_BACKTICKS = re.compile(r"`{3,}")
_LINE_BREAKS = re.compile(r"\s*\n\s*")
_ENDS_TARGET = {" ": "%20", "<": "%3C", ">": "%3E", "`": "%60"}
_READ_OTHERWISE = re.compile(r"\\(?=[!-/:-@\[-`{-~]|\Z)|&(?=#?[0-9A-Za-z]+;)")
"""What an address has as it is and Markdown would read as another sign (2.4 and 2.5)."""
_BLOCKS = frozenset(["p", "ul", "ol", "pre", "blockquote", "figure", "table", "h1", "h2", "h3", "h4", "h5", "h6"])
_WITHOUT_MARKS = re.compile(r"</?(?:abbr|cite|ins|mark|small|u|var)>")
"""Tags of elements of which Markdown holds the words alone: without them what stands beside one another is one text."""
_LIKES = {"b": "strong", "strong": "b", "i": "em", "em": "i", "s": "del", "del": "s"}
"""Elements that are one to Markdown: the marks of one within the other would be read as ends of that."""
_WITHIN_PARAGRAPHS = frozenset(["a", "b", "del", "em", "i", "q", "s", "strong", "sub", "sup"])
_BRACKETS = {"(": "%28", ")": "%29"}


class _Converter(MarkdownConverter):
    """Numbers list items as they come, and looks for a table's head once: the library does it anew for each item and each body, quadratic in long ones."""

    def __init__(self) -> None:
        super().__init__(
            heading_style="ATX",
            escape_asterisks=False,
            escape_underscores=False,
            newline_style="backslash",
            sub_symbol="<sub>",
            sup_symbol="<sup>",
        )
        self._numbers: dict[int, Iterator[int]] = {}
        self._heads: dict[int, int] = {}
        """The first rows of tables, and how many columns those have."""
        self._others: dict[int, bool] = {}
        """Which lists have the other sign than the one above them."""
        self._backticks: dict[int, bool] = {}
        """Whether paragraphs keep theirs."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        return text  # `process_text` knows where it stands

    def process_text(self, el: Any, parent_tags: set[str] | None = None) -> str:
        library: Any = super()  # its types do not tell what it converts
        text = str(library.process_text(el, parent_tags))
        tags = parent_tags or set()
        if "_noformat" in tags:
            return text
        keeps_backticks = "`" in text and self._keeps_backticks(el)
        return joined(el, plain(text, is_in_link="a" in tags, keeps_backticks=keeps_backticks))

    def _keeps_backticks(self, text: Any) -> bool:
        around = text.parent
        while around.name in _WITHIN_PARAGRAPHS:
            around = around.parent
        if id(around) not in self._backticks:
            is_alone = around.find([*CODES, "img"]) is None
            self._backticks[id(around)] = is_alone and backticks_stay(list(around.strings))
        return self._backticks[id(around)]

    def convert_soup(self, soup: Any) -> str:
        for element in soup.find_all(["table", *CODES, *_LIKES]):
            if element.name == "table":
                fill_covered(soup, element)
                self._heads |= first_row(element)
            elif element.name in CODES:
                part_codes(soup, element)
            elif element.find_parent(_LIKES[element.name]) is not None:
                element.unwrap()
        soup.smooth()
        library: Any = super()
        return str(library.convert_soup(soup))

    def convert_p(self, el: Any, text: str, parent_tags: set[str]) -> str:
        library: Any = super()
        words = text.strip(" \t\r\n")
        return str(library.convert_p(el, begun(words, words.count("\n") + 1), parent_tags))

    def convert_hN(self, n: int, el: Any, text: str, parent_tags: set[str]) -> str:  # noqa: N802 - the library's name
        library: Any = super()
        return str(library.convert_hN(n, el, heading(text.strip()), parent_tags))

    def convert_strong(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return text if "_noformat" in parent_tags else emphasised(el, text, "**")

    def convert_em(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return text if "_noformat" in parent_tags else emphasised(el, text, "*")

    def convert_del(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return text if "_noformat" in parent_tags else emphasised(el, text, "~~")

    def convert_q(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        depth = len(el.find_parents("q")) % len(OPENING)
        return f"{OPENING[depth]}{text}{CLOSING[depth]}" if text else ""

    convert_b, convert_i, convert_s = convert_strong, convert_em, convert_del

    def convert_code(self, el: Any, text: str, parent_tags: set[str]) -> str:
        return text if "_noformat" in parent_tags else code(el, text)

    convert_kbd = convert_samp = convert_code

    def convert_br(self, el: Any, text: str, parent_tags: set[str]) -> str:
        library: Any = super()
        return "\n" if "pre" in parent_tags else str(library.convert_br(el, text, parent_tags))

    def convert_pre(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del el, parent_tags
        longest = max(map(len, _BACKTICKS.findall(text)), default=0)
        fence = "`" * (longest + 1 if longest else 3)
        return f"\n\n{fence}\n{text}\n{fence}\n\n" if text else ""

    def convert_td(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        words = _LINE_BREAKS.sub(" ", text.replace("|", "\\|").strip())
        return f" {words}{' |' * columns(el)}"

    convert_th = convert_td

    def convert_tr(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        width = self._heads.get(id(el))
        if width is None:
            return f"|{text}\n"
        cells = el.find_all(["td", "th"])
        row = f"|{text}{'  |' * (width - sum(map(columns, cells)))}\n"
        line = row_of(["---"] * width)
        is_head = all(cell.name == "th" for cell in cells) or is_all_of_head(el)
        return row + line if is_head else row_of([""] * width) + line + row

    def convert_a(self, el: Any, text: str, parent_tags: set[str]) -> str:
        address = el.get("href")
        before, words, behind = apart(text)
        if "_noformat" in parent_tags or not (address and words):
            return text
        target = _target(address)
        return f"{before}<{target}>{behind}" if words == target == address else f"{before}[{words}]({target}){behind}"

    def convert_img(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del text, parent_tags
        alt = plain(" ".join(el.get("alt", "").split()), is_in_link=True, keeps_backticks=False)
        return f"![{ended(alt)}]({_target(el.get('src', ''))})"

    def convert_figure(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del el
        return f" {text} " if "_inline" in parent_tags else f"\n\n{text}\n\n"

    def convert_figcaption(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        words = text.strip()
        is_line = el.find(["p", "em", "i"]) is None and not any(sign in words for sign in "\n_")
        is_line = is_line and not words.endswith("\\")  # which would take the last mark's meaning
        return f"\n\n_{words}_\n\n" if is_line and words else f"\n\n{begun(words, _first_lines(el))}\n\n"

    convert_caption = convert_figcaption

    def convert_ul(self, el: Any, text: str, parent_tags: set[str]) -> str:
        library: Any = super()
        items = str(library.convert_list(el, text, parent_tags))
        # What stands right below an item would be its own.
        return items if el.next_sibling is None or el.next_sibling.name in LISTS else f"{items}\n\n"

    def convert_ol(self, el: Any, text: str, parent_tags: set[str]) -> str:
        items = self.convert_ul(el, text, parent_tags)
        # Right below a line of words only a list that begins with 1 is one (5.3).
        return items if items.lstrip("\n").startswith(("1.", "1)")) else f"\n{items}"

    def convert_li(self, el: Any, text: str, parent_tags: set[str]) -> str:
        del parent_tags
        point, dash = (")", "*") if self._is_other(el.parent) else (".", "-")
        bullet = f"{self._number(el)}{point} " if el.parent.name == "ol" else f"{dash} "
        first, *more = begun(text.strip(), _first_lines(el)).split("\n")
        indent = " " * len(bullet)
        return "\n".join([bullet + first, *(indent + line if line else "" for line in more)]) + "\n"

    def _is_other(self, items: Any) -> bool:
        """Whether a list's sign is the other one: right behind a list like it the same would go on with that."""
        if id(items) not in self._others:
            above = items.previous_sibling
            while above is not None and above.name is None and not above.strip():
                above = above.previous_sibling
            is_like = above is not None and above.name == items.name
            self._others[id(items)] = is_like and not self._others.get(id(above), False)
        return self._others[id(items)]

    def _number(self, item: Any) -> int:
        """The item's own number, or the one after its neighbour's; Markdown has none below 0, and none longer than nine digits."""
        numbers = self._numbers.get(id(item.parent))
        if numbers is None or "value" in item.attrs:
            numbers = self._numbers[id(item.parent)] = _numbers(item)
        return min(max(0, next(numbers)), MAX_NUMBER)


def _numbers(item: Any) -> Iterator[int]:
    """The numbers of a list from this item on."""
    is_reversed = "reversed" in item.parent.attrs
    first = item.get("value", item.parent.get("start"))
    if first is None:
        first = len(item.parent.find_all("li", recursive=False)) if is_reversed else 1
    return count(int(first), -1 if is_reversed else 1)


def _first_lines(element: Any) -> int:
    """How many lines of an item or a caption are its own words, before the first paragraph or list in it."""
    lines = 0
    for child in element.children:
        if child.name in _BLOCKS:
            break
        lines = (lines or 1) + (0 if child.name is None else len(child.find_all("br")) + (child.name == "br"))
    return lines


def _target(address: str) -> str:
    """An address that Markdown reads to its end and as it is: brackets may stand in it in pairs alone."""
    depth = 0
    for sign in address:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
    for sign, coded in (_ENDS_TARGET if depth == 0 else _ENDS_TARGET | _BRACKETS).items():
        address = address.replace(sign, coded)
    return _READ_OTHERWISE.sub(r"\\\g<0>", address)


def convert(html: str) -> str:
    """The Markdown of a fragment that `render` made, whose nesting is bounded."""
    markdown: str = _Converter().convert(_WITHOUT_MARKS.sub("", html))
    return _BLANK_LINES.sub("\n\n", _LINE_ENDS.sub("", markdown)).strip("\n")
