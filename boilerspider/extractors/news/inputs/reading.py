"""A document -> its blocks' texts and the rows that the network sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Floats, Ints
from boilerspider.extractors.news.inputs.cohesion import stemmed, wording
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.extractors.news.inputs.facts import Head, facts
from boilerspider.extractors.news.inputs.features import Columns, Facts, matrix
from boilerspider.extractors.news.inputs.letters import Letters, count
from boilerspider.extractors.news.inputs.spelling import composed
from boilerspider.extractors.news.inputs.walk import Page, segment
from boilerspider.markup.permalinks import permalinks
from boilerspider.markup.tree import Document


@dataclass(frozen=True, slots=True)
class View:
    """What the extractor knows of a page before it judges."""

    texts: list[str]
    nodes: list[tuple[int, ...]]
    elements: list[etree._Element]
    columns: Columns
    letters: Letters
    head: Head
    facts: Facts
    rows: Floats
    """What each block is by itself."""
    setting: Setting
    """What its surroundings are told from."""
    words: Sequence[str]
    """Those that the tokens in it stand for."""

    def by_stems(self, keep: Bools) -> Setting:
        """The setting with words' stems for its tokens: those of these blocks, as though the others said nothing."""
        setting = self.setting
        kept = setting.tokens[keep.repeat(setting.distinct)]
        distinct, tokens = stemmed(setting.distinct * keep, kept, self.words)
        return replace(setting, distinct=distinct, tokens=tokens)

    def innermost(self, tag: str) -> Ints:
        """Of each element the number of the innermost one of this tag that it is or lies in; the root's where there is none."""
        parents = self.columns.parents.tolist()
        found: list[int] = []
        for number, (element, parent) in enumerate(zip(self.elements, parents, strict=True)):
            found.append(number if element.tag == tag or parent >= number else found[parent])
        return np.array(found)


def view(document: Document) -> View | None:
    """The view of a document; None where it holds no text."""
    page = segment(document.transcript, document.once(permalinks).links)
    if not page.blocks:
        return None
    page.pieces = composed(page.pieces)
    texts, nodes = _blocks(page)
    columns = Columns.of(page)
    letters = count(texts, page)
    head = Head.of(document.root)
    folded = [text.casefold() for text in texts]
    known = facts(head, texts, folded)
    worded = wording(folded, letters, f"{head.titles}\n{head.descriptions}")
    rows, setting = matrix(columns, letters, known), Setting.of(columns, letters, known, worded)
    return View(texts, nodes, page.elements, columns, letters, head, known, rows, setting, worded.words)


def _blocks(page: Page) -> tuple[list[str], list[tuple[int, ...]]]:
    """The text of each block, white space made one, and the numbers of its text nodes."""
    pieces, numbers = page.pieces, page.nodes
    texts: list[str] = []
    nodes: list[tuple[int, ...]] = []
    start = 0
    for *_, end in page.blocks:
        if end - start == 1:
            texts.append(" ".join(pieces[start].split()))
            nodes.append((numbers[start],))
        else:
            texts.append(" ".join("".join(pieces[start:end]).split()))
            nodes.append(tuple([number for number in numbers[start:end] if number >= 0]))
        start = end
    return texts, nodes
