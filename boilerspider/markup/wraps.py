"""Line ends of a page's source in text without spaces: where the source of Han or kana is wrapped, readers see no space.

CSS Text 3, section 4.1.2, of letters that are East Asian wide and no Hangul. Where a space without a line end stands, somebody meant it.
"""

from __future__ import annotations

import re

from boilerspider.markup.words import IDEOGRAPHS

_WIDE = rf"{IDEOGRAPHS}\u3001-\u3004\u3008-\u303f\u3100-\u312f\ufe30-\ufe4f\uff01-\uff9f\uffe0-\uffe6"
"""Han, kana, bopomofo, their punctuation, and what is written as wide as they are; not the space of their width, which indents and parts."""
_LINE_END = re.compile(rf"(?<=[{_WIDE}])[ \t\f\r]*\n[ \t\f\r\n]*(?=[{_WIDE}])")
_BOTH_WIDE = re.compile(f"[{_WIDE}]{{2}}").fullmatch


def unwrapped(text: str) -> str:
    """The text without the line ends, and the white space at them, that part no words."""
    return text if text.isascii() or "\n" not in text else _LINE_END.sub("", text)


def is_wrap(last: str, white: str, first: str) -> bool:
    """Whether white space between two signs is such a line end."""
    return "\n" in white and "\u3000" not in white and _BOTH_WIDE(last + first) is not None


__all__ = ["is_wrap", "unwrapped"]
