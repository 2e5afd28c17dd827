"""What differs between the programs that are called Boilerpipe. The first row is the original."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from boilerspider.extractors.boilerpipe import titles, tokens


@dataclass(frozen=True, slots=True)
class Variant:
    """One program's own ways; everything else is common to all."""

    spaces: str | None
    """Characters that count as white space at the ends of a text node; None: Python's."""
    plain: Callable[[str], str]
    """A block's text -> the same with its inner white space as the program keeps it."""
    tokens: Callable[[str], list[str]]
    """A block's text -> its tokens; text without a token makes no block."""
    ignored: frozenset[str]
    """Elements whose content is skipped."""
    end_starts: tuple[str, ...]
    """What a block starts with, in lower case, that ends the article."""
    end_phrases: tuple[str, ...]
    """What a block contains, in lower case, that ends the article."""
    loses_count_of_anchors: bool
    """Whether links no longer end once one stood in another: no parser of the original's lets that happen."""
    title_candidates: Callable[[str], frozenset[str]]
    """The page's title -> what its headline may read."""
    title_case: Callable[[str], str]
    """How candidate and headline are folded before they are compared."""
    clause_ends: Callable[[str], Iterator[re.Match[str]]]
    """A text -> the punctuation that ends its clauses, with the white space behind it."""
    gaps: Callable[[str], list[str]]
    """A clause -> the white space between its words."""


# lxml makes the markup inside the last three literal text, which no reader of the page sees.
_IGNORED = frozenset(
    ("style", "script", "option", "object", "embed", "applet", "noscript", "iframe", "noframes", "noembed")
)
_END_STARTS = ("comments", "please rate this", "post a comment")
_END_PHRASES = (
    "what you think...",
    "add your comment",
    "add comment",
    "reader views",
    "have your say",
    "reader comments",
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        "1.2": Variant(
            spaces=tokens.JAVA_SPACE,
            plain=tokens.java_spaces,
            tokens=tokens.java_tokens,
            ignored=_IGNORED | {"link"},
            end_starts=(*_END_STARTS, "© reuters"),
            end_phrases=(*_END_PHRASES, "rätta artikeln"),
            loses_count_of_anchors=False,
            title_candidates=titles.java_candidates,
            title_case=str,
            # A letter or a digit stands before it; raised figures and fractions are neither.
            clause_ends=re.compile(r"(?<=[^\W\d_¹²³¼½¾]|[0-9])[,.:;!?]+(?:[ \n\r]+|\Z)").finditer,
            gaps=re.compile(r"[ \n\r]+").findall,
        ),
        # The port's own reading of bytes: the two phrases lost what is not ASCII.
        "boilerpy3": Variant(
            spaces=None,
            plain=str,
            tokens=tokens.boilerpy3_tokens,
            ignored=_IGNORED,
            end_starts=(*_END_STARTS, " reuters"),
            end_phrases=(*_END_PHRASES, "rtta artikeln"),
            loses_count_of_anchors=True,
            title_candidates=titles.boilerpy3_candidates,
            title_case=str.lower,
            clause_ends=re.compile(r"(?<=\w)[,.:;!?]+(?:\s+|\Z)").finditer,
            gaps=re.compile(r"\s+").findall,
        ),
    }
)
"""Java 1.2.0, and the port of that name."""
