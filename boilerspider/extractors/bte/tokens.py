"""Source -> tokens -> span. A page is a row of words and tags, as `bte.py` cuts them, and the best span is found in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

BODY_START = re.compile(r"<body(?:\s[^>]*)?>", re.IGNORECASE)
BODY_END = re.compile(r"</body>", re.IGNORECASE)
CODE = tuple(
    (re.compile(rf"<{name}(?:\s[^>]*)?>", re.IGNORECASE), re.compile(rf"</{name}>", re.IGNORECASE), f"<{name}></{name}>")
    for name in ("script", "style")
)  # fmt: skip
"""(start, end, what stands for the whole) of elements whose inside is no text."""
TAG = re.compile(r"<[^>]+>")
REFERENCES = re.compile(r"&(?:quot|nbsp|#39);")
CHARACTERS = {"&quot;": '"', "&nbsp;": " ", "&#39;": "'"}
"""The references that the original decodes; others stay parts of words."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a body, and what lies between them."""

    chunks: list[list[str]]
    """The words before, between and after the tags, as they are written."""
    runs: list[int]
    """Words in a row as a positive number, tags in a row as a negative one; never two of a sign."""

    def body_text(self, tag_cost: float) -> tuple[int, int]:
        """(first, one past the last) of the words in the best span."""
        first, last = best_span(self.runs, tag_cost)
        before = sum(run for run in self.runs[:first] if run > 0)
        return before, before + sum(run for run in self.runs[first:last] if run > 0)


def tokenise(source: str) -> Tokens:
    """The tokens of a page's body; of the whole page where it has no body tags."""
    text = REFERENCES.sub(lambda found: CHARACTERS[found.group()], _without_code(_body(source)))
    # An angle bracket begins a tag only where another ends it; a search beyond the last would take quadratic time.
    end = text.rfind(">") + 1
    chunks = TAG.split(text[:end])
    chunks[-1] += text[end:]
    split = [chunk.replace("<", " ").split() for chunk in chunks]
    return Tokens(split, list(_runs(map(len, split))))


def best_span(runs: Sequence[int], tag_cost: float = 1.0) -> tuple[int, int]:
    """(first, one past the last) of the runs of maximal sum, a tag counting `-tag_cost`; (0, 0) where no sum is positive.

    Of equal ones that which begins first, then that which ends first. Linear: the best span that ends
    at a run begins after the least sum before it.
    """
    values = (run if run > 0 else run * tag_cost for run in runs)
    best, span = 0.0, (0, 0)
    least, start = 0.0, 0
    for end, total in enumerate(accumulate(values), start=1):
        if total - least > best:
            best, span = total - least, (start, end)
        if total < least:
            least, start = total, end
    return span


def _body(source: str) -> str:
    """What stands between the last start tag of a body and the first end tag after it."""
    start = 0
    for found in BODY_START.finditer(source):
        start = found.end()
    end = BODY_END.search(source, start)
    return source[start : end.start() if end else None]


def _without_code(text: str) -> str:
    for start, end, stand_in in CODE:
        text = stand_in.join(_outside(text, start, end))
    return text


def _outside(text: str, start: re.Pattern[str], end: re.Pattern[str]) -> Iterator[str]:
    """The pieces of the text between the elements with these tags; an element without an end tag is none."""
    at = 0
    while (opening := start.search(text, at)) and (closing := end.search(text, opening.end())):
        yield text[at : opening.start()]
        at = closing.end()
    yield text[at:]


def _runs(counts: Iterable[int]) -> Iterator[int]:
    """Runs, from how many words stand before, between and after the tags."""
    tags = 0
    for count in counts:
        if count:
            if tags:
                yield -tags
            yield count
            tags = 0
        tags += 1
    if tags > 1:
        yield 1 - tags
