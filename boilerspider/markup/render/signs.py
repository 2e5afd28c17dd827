"""What readers see of elements inside paragraphs and plain text would lose: the marks of a quotation, and that a number is raised.

`10<sup>6</sup>` is 10⁶ and not 106, and the sign of a note in `1998<a href="#note-3">3</a>`, a link within the page, is
none of the year's digits. Behind letters numbers stay as they are (m2, H2O), as people write them down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from boilerspider.markup.render.quotes import closing_sign, opening_sign

_PLAIN = "0123456789+-\N{MINUS SIGN}\N{EN DASH}"
_RAISED = str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_SIGNS = {"</sup>": _RAISED, "</sub>": str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋"), "</a>": _RAISED}
_RAISED_DIGITS = tuple("⁰¹²³⁴⁵⁶⁷⁸⁹")
_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}\N{EN DASH}]?[0-9]+")
_NOTES = re.compile(r"[0-9]+(?:[,;]\s?[0-9]+)*")
_SLASHES = ("/", "\N{FRACTION SLASH}")


class Signs:
    """Writes into the text what elements inside paragraphs say there; they are told by the closing tags of those that are open.

    What the HTML has of the page is looked at, no more, so that the text of an article's HTML is its text.
    """

    def __init__(self, text: list[str]) -> None:
        self._text = text
        self._begun: list[tuple[int, int, str]] = []
        """Of each open element whose number may be raised how many are open around it, where its text begins, and its closing tag."""

    @property
    def _is_in_sign(self) -> bool:
        """Whether all of the innermost open element is raised or none of it: signs of notes may be links within."""
        return bool(self._begun and self._begun[-1][2] != "</a>")

    def opened(self, closings: Sequence[str], *, leads_within: bool) -> None:
        """The innermost element was opened, which may be a link to a place of this page: notes stand there."""
        if closings[-1] == "</q>":
            self._text.append(opening_sign(closings))
        elif closings[-1] in _SIGNS and (closings[-1] != "</a>" or (leads_within and not self._is_in_sign)):
            self._begun.append((len(closings), len(self._text), closings[-1]))

    def closes(self, closings: Sequence[str]) -> None:
        """The innermost element is about to be closed."""
        if closings[-1] == "</q>":
            self._text.append(closing_sign(closings))
        elif self._begun and self._begun[-1][0] == len(closings):
            _, text, _ = self._begun.pop()
            said = "".join(self._text[text:])
            if _is_raised(said, "".join(self._text[max(text - 2, 0) : text])):
                self._text[text:] = [said.translate(_SIGNS[closings[-1]])]


def _is_raised(said: str, before: str) -> bool:
    """Whether a number stands right behind another one, or below the slash of a fraction."""
    if before.endswith(_SLASHES):
        before = before[:-1] if before[-2:-1] in _RAISED_DIGITS else ""
    return before[-1:].isdigit() and bool(_NUMBER.fullmatch(said) or _NOTES.fullmatch(said))
