"""jusText: running text is known by its function words, and short blocks by the company they keep.

Jan Pomikálek, Removing Boilerplate and Duplicate Content from Web Corpora, thesis, Masaryk
University 2011; where the thesis and the Python package `justext` 3.0.2 differ, the package is
followed. The root of a document is always `html`, so what the package does to fragments does not arise.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, fields

from boilerspider.extractors.justext.paragraphs import Class, Paragraph, Paragraphs, segment
from boilerspider.extractors.justext.passes import RECIPE, Rules, count_stop_words
from boilerspider.markup.language import language_of, text_language
from boilerspider.markup.tree import Document
from boilerspider.markup.words import stop_list, stop_list_name
from boilerspider.model import Block, BlockType, Label

DEFAULT_LANGUAGE = "en"
"""For pages that neither declare a language nor have text enough to show one."""

ENOUGH_TEXT = 2_000
"""Characters of long paragraphs that show a page's language."""


@dataclass(frozen=True, slots=True)
class JusText(Rules):
    """Keeps paragraphs that look like running text of the page's language, and short ones between them."""

    _: KW_ONLY
    language: str | None = None
    """The language whose stop list is used, whatever the page's; None: the page's."""

    def __post_init__(self) -> None:
        """ValueError for a threshold below 0; UnknownName where the language has no stop list."""
        for rule in fields(Rules):
            if getattr(self, rule.name) < 0:
                raise ValueError(f"{rule.name} is {getattr(self, rule.name)!r}; use a number of at least 0")
        if self.language is not None:
            stop_list(self.language)

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each paragraph; content are the good ones."""
        paragraphs = segment(document.transcript)
        stop_words = stop_list(self.language) if self.language else page_stop_list(document, paragraphs)
        judged = count_stop_words(paragraphs, stop_words)
        for step in RECIPE:
            judged = step(judged, self)
        return tuple(map(_block, judged))


def page_stop_list(document: Document, paragraphs: Paragraphs) -> frozenset[str]:
    """The stop list of the page's language; empty where that language has none, which makes all paragraphs bad."""
    language = text_language(_long_text(paragraphs), language_of(document)) or DEFAULT_LANGUAGE
    return stop_list(language) if stop_list_name(language) else frozenset()


def _long_text(paragraphs: Paragraphs) -> str:
    """Enough text to know a language by, the longest paragraphs first."""
    chosen: list[str] = []
    wanted = ENOUGH_TEXT
    for text in sorted((paragraph.text for paragraph in paragraphs), key=len, reverse=True):
        if wanted <= 0:
            break
        chosen.append(text[:wanted])
        wanted -= len(text)
    return "\n".join(chosen)


def _block(paragraph: Paragraph) -> Block:
    good = paragraph.revised is Class.GOOD
    kind = BlockType.SUBHEAD if paragraph.is_heading else BlockType.PARAGRAPH
    return Block(paragraph.text, Label.CONTENT if good else Label.BOILERPLATE, paragraph.nodes, kind, float(good))


__all__ = ["JusText"]
