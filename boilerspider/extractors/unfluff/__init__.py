"""unfluff: stop words lift the scores of a paragraph's parent and grandparent; the best of these is the article.

Adam Geitgey, unfluff 3.2.0 (npm), 2014, a descendant of python-goose. Its code is its only description, and is followed slip by slip.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass

from lxml import etree

from boilerspider.extractors.runs import runs
from boilerspider.extractors.unfluff.cleaning import clean_copy
from boilerspider.extractors.unfluff.counting import DEFAULT_LANGUAGE, Counter, stop_words
from boilerspider.extractors.unfluff.finishing import Extract, clean_up, print_out
from boilerspider.extractors.unfluff.paragraphs import to_paragraphs
from boilerspider.extractors.unfluff.scoring import Rules, best_element
from boilerspider.markup.tree import Document
from boilerspider.model import Block

LANGUAGE = re.compile(r"[A-Za-z]{2}")


@dataclass(frozen=True, slots=True)
class Unfluff(Rules):
    """Keeps the text of the best element, and of paragraphs shortly before it."""

    _: KW_ONLY
    lang: str | None = None
    """The language whose stop list is used, by its ISO 639-1 code; None: the page's. English where it has no list."""
    compat_double_cleanup: bool = True
    """Whether the article is cleaned up twice, as the original does; paragraphs before it then come in twice."""

    def __post_init__(self) -> None:
        """ValueError for a number of paragraphs that is none."""
        if self.boost_steps < 0:
            raise ValueError(f"boost_steps is {self.boost_steps!r}; use a number of at least 0")

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each run of text; content are the text nodes that the extract is made of."""
        return runs(document.transcript, self.extract(document).nodes)

    def extract(self, document: Document) -> Extract:
        """The article as the original prints it."""
        root = clean_copy(document.transcript)
        to_paragraphs(root, "div")
        to_paragraphs(root, "span")
        counter = Counter(stop_words(self.lang or _language(document.root) or DEFAULT_LANGUAGE))
        top = best_element(root, counter, self)
        if top is None:
            return Extract()
        counter.count(top)
        for _ in range(1 + self.compat_double_cleanup):
            clean_up(top, counter, self)
        return print_out(top, counter)


def _language(root: etree._Element) -> str | None:
    """What the page declares, as the original reads it: two letters of `html[lang]` or else of `meta[name=lang]`."""
    declared = root.get("lang")
    if not declared:
        meta = root.find(".//meta[@name='lang']")
        declared = meta.get("content") if meta is not None else None
    found = LANGUAGE.match(declared or "")
    return found.group().lower() if found else None


__all__ = ["Unfluff"]
