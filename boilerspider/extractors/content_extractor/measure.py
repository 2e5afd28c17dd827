"""Text helpers of ContentExtractor: how long a text is and how many words it has, in characters or in the original's bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html.entities import name2codepoint

REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));")
"""A character reference that the parser has left in the text, being written `&amp;lt;`: the original decodes twice."""

BYTE_SPACES = dict.fromkeys(map(ord, "\u00a0\u1680\u2003\u2002\u2004\u202f"), " ")
"""The spaces that the original knows beside the byte A0."""

BYTE_STRIPPED = " \t\n\r\0\x0b"
"""What PHP's `trim` strips."""

ALIKE = 3
"""Copies of a run from which a further one adds what the last one added."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How long a text is, and how many words it has: in characters, or as the original in bytes, which are characters of Latin-1 here."""

    in_bytes: bool
    word: re.Pattern[str]
    own_word: re.Pattern[str]
    """The same for an element's own text, where brackets end a word too."""

    def units(self, text: str) -> str:
        """The text as what is counted."""
        return text.encode("utf-8", "surrogatepass").decode("latin-1") if self.in_bytes else text

    def clean(self, text: str) -> str:
        """The text with references decoded and without white space at its ends, as what is counted."""
        if "&" in text:
            text = REFERENCE.sub(_decode, text)
        if not self.in_bytes:
            return text.strip()
        return self.units(text.translate(BYTE_SPACES)).replace("\xa0", " ").strip(BYTE_STRIPPED)

    def words(self, clean: str) -> int:
        """How many words a text has; `0` is none, as PHP takes it for empty."""
        return _count(self.word, clean)

    def own_text(self, runs: Sequence[Sequence[str]]) -> tuple[int, int]:
        """(words, length) of an element's own text: the original adds a run of k text nodes k times.

        The copies of long runs are counted, not made: a page could ask for gigabytes.
        """
        texts = [("".join(run), len(run)) for run in runs]
        solid = [at for at, (text, _) in enumerate(texts) if self.clean(text)]
        if not solid:
            return 0, 0
        texts = texts[solid[0] : solid[-1] + 1]
        clean = self.clean("".join(text * min(copies, ALIKE - 1) for text, copies in texts))
        words, length = _count(self.own_word, clean), len(clean)
        for text, copies in texts:
            if copies >= ALIKE:
                more = self._of_one_more(text)
                words += more[0] * (copies - ALIKE + 1)
                length += more[1] * (copies - ALIKE + 1)
        return words, length

    def _of_one_more(self, text: str) -> tuple[int, int]:
        """(words, length) that another copy adds to two."""
        fence = "."
        three, two = (self.clean(f"{fence}{text * copies}{fence}") for copies in (ALIKE, ALIKE - 1))
        return _count(self.own_word, three) - _count(self.own_word, two), len(three) - len(two)


MEASURES = (
    Measure(True, re.compile(r"[^\s|?!.,]+", re.ASCII), re.compile(r"[^\s|?!.,\[\]]+", re.ASCII)),
    Measure(False, re.compile(r"[^\s|?!.,]+"), re.compile(r"[^\s|?!.,\[\]]+")),
)
"""In bytes; in characters."""


def _count(word: re.Pattern[str], text: str) -> int:
    found = word.findall(text)
    return len(found) - found.count("0")


def _decode(reference: re.Match[str]) -> str:
    """The character of a reference; the reference itself where HTML 4 knows none."""
    decimal, hexadecimal, name = reference.groups()
    code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else name2codepoint.get(name, 0)
    is_character = 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if is_character else reference.group()
