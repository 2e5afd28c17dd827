"""Which strings of scripts may be running text."""

from __future__ import annotations

import re

from boilerspider.markup.words import HAS_RUN, IDEOGRAPHS

MIN_PROSE_CHARS = 60
"""Of a string that is taken for running text; twenty Han or kana characters are as many."""

STOPS = ".!?…‼⁇⁈⁉。！？．｡؟۔।॥։።፧།༎။។៕"
"""Signs that end a sentence: Latin, East Asian, Arabic, Indian, Armenian, Ethiopic, Tibetan, Burmese and Khmer ones. Thai and Lao have none."""

TAG = re.compile(r"<[^<>]*>")
BLOCK_TAG = re.compile(r"</?(?:p|br|div|h[1-6]|li|blockquote)\b[^<>]*>", re.IGNORECASE)
"""In strings that may be markup."""
_NO_PROSE = re.compile(r"(?:https?:)?/\S+\Z|\s*(?:[\[{]|<style|<script|<svg)")
_SENTENCE = re.compile(rf"[{STOPS}][\"”»’')\]*_]*(?:\s|\Z|<)|[。！？]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")
_WEIGHTY = re.compile(f"{_IDEOGRAPH.pattern}|{_HANGUL.pattern}".replace("]|[", "")).search
"""Whether a text holds any of both: most have none."""


def without_remarks(text: str) -> str:
    """Markup without its remarks (`<!-- … -->`)."""
    first, *others = text.split("<!--")
    return first + "".join(other.partition("-->")[2] for other in others)


def weigh(text: str) -> int:
    """The letters of a text, of which a Han or kana character says as much as three, a Hangul one as two."""
    if text.isascii() or not _WEIGHTY(text):
        return len(text)
    return len(text) + 2 * len(_IDEOGRAPH.findall(text)) + len(_HANGUL.findall(text))


def is_prose(text: str) -> bool:
    """Whether a string is long enough for running text."""
    return len(text) >= MIN_PROSE_CHARS or (3 * len(text) >= MIN_PROSE_CHARS and weigh(text) >= MIN_PROSE_CHARS)


def is_address(text: str) -> bool:
    """Whether a string is an address, markup for machines, or JSON."""
    return bool(_NO_PROSE.match(text))


def has_sentence(text: str) -> bool:
    """Whether running text holds the end of a sentence, or is in a script that marks none."""
    return is_prose(text) and bool(_SENTENCE.search(text) or HAS_RUN(text))
