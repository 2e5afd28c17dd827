"""What readers see of elements inside paragraphs and plain text would lose: the marks of a quotation, and that a number is raised.

`10<sup>6</sup>` is 10⁶ and not 106. Behind letters numbers stay as they are (m2, H2O), as people write them down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from boilerspider.markup.render.quotes import closing_sign, opening_sign

_PLAIN = "0123456789+-\N{MINUS SIGN}\N{EN DASH}"
_RAISED = {"</sup>": str.maketrans(_PLAIN, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻"), "</sub>": str.maketrans(_PLAIN, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋")}
_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}\N{EN DASH}]?[0-9]+")


class Signs:
    """Writes into the text what elements inside paragraphs say there; they are told by the closing tags of those that are open.

    What the HTML has is looked at, not the page, so that the text of an article's HTML is its text.
    """

    def __init__(self, html: list[str], text: list[str]) -> None:
        self._html, self._text = html, text
        self._begun: list[tuple[int, int]] = []

    def opened(self, closings: Sequence[str]) -> None:
        """The innermost element was opened."""
        if closings[-1] == "</q>":
            self._text.append(opening_sign(closings))
        elif closings[-1] in _RAISED:
            self._begun.append((len(self._html), len(self._text)))

    def closes(self, closings: Sequence[str]) -> None:
        """The innermost element is about to be closed."""
        if closings[-1] == "</q>":
            self._text.append(closing_sign(closings))
        elif closings[-1] in _RAISED:
            html, text = self._begun.pop()
            is_behind = text > 0 and self._text[text - 1][-1:].isdigit()
            if is_behind and _NUMBER.fullmatch(number := "".join(self._html[html:])):
                self._text[text:] = [number.translate(_RAISED[closings[-1]])]
