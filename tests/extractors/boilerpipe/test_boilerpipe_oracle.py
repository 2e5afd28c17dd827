"""Our Boilerpipe beside the published port, block by block, over pages of three corpora.

Both sides read the page as lxml writes it, without comments, frames and options. On raw pages they
would not compare: the port takes tags as it meets them. Of its quirks the variant has those that
show on such pages: white space, tokens, empty blocks, `link`, phrases that end the article, and
titles. It has not those of its parser, which shows none of them here:

- without a `<body>` in the source there are no blocks;
- an `option`, `embed` or `object` that is never closed hides the rest of the page;
- `<br/>` and `<p/>` end no block; `<br>` raises the level for good (levels decide nothing in 1.2);
- an end tag without a start raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from functools import cache

import pytest
from lxml import etree

from boilerspider.extractors.boilerpipe import (
    BoilerpipeArticle,
    BoilerpipeCanola,
    BoilerpipeDefault,
    BoilerpipeLargest,
    BoilerpipeNumWords,
    BoilerpipeSentences,
)
from boilerspider.extractors.boilerpipe.recipes import Boilerpipe
from boilerspider.markup.tree import Document, parse

oracle = pytest.importorskip("boilerpy3.extractors", reason="needs boilerpy3, of the extra `rivals`")

CORPORA = ("cleaneval", "aed", "l3s_gn1")
PAGES = 100

Row = tuple[str, int, int, bool]
"""(text, words, linked words, whether it is content) of a block."""


def rewritten(page: bytes) -> str:
    """The page as lxml writes it, without what parsers differ about."""
    root = parse(page).root
    etree.strip_elements(root, "iframe", "noframes", "noembed", "option", with_tail=False)
    etree.strip_tags(root, etree.Comment, etree.ProcessingInstruction)
    return etree.tostring(root, method="html", encoding="unicode")


@cache
def document(page: str) -> Document:
    return parse(page)


def ours(plug: Boilerpipe, page: str) -> list[Row]:
    _, decided = plug.decide(document(page))
    return [(block.text, block.words, block.linked, block.content) for block in decided]


@cache
def theirs(extractor: str, page: str) -> list[Row]:
    blocks = getattr(oracle, extractor)().get_doc(page).text_blocks
    return [(block.text, block.num_words, block.num_words_in_anchor_text, block.is_content) for block in blocks]


def agreement(pairs: Iterator[tuple[list[Row], list[Row]]]) -> float:
    """Share of the blocks of both sides that have their like on the other, in order."""
    alike = total = 0
    for left, right in pairs:
        matches = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
        alike += 2 * sum(match.size for match in matches)
        total += len(left) + len(right)
    return alike / total


@pytest.fixture(scope="module")
def pages(corpus: Callable[..., list[tuple[object, bytes]]]) -> list[str]:
    return [rewritten(page) for name in CORPORA for _, page in corpus(name, PAGES)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extractor", "plug"),
    [
        ("ArticleExtractor", BoilerpipeArticle),
        ("ArticleSentencesExtractor", BoilerpipeSentences),
        ("DefaultExtractor", BoilerpipeDefault),
        ("LargestContentExtractor", BoilerpipeLargest),
        ("CanolaExtractor", BoilerpipeCanola),
        ("NumWordsRulesExtractor", BoilerpipeNumWords),
    ],
)
def test_the_variant_is_the_port(extractor: str, plug: type[Boilerpipe], pages: list[str]) -> None:
    """Reached: every block of 300 pages, for all."""
    share = agreement((ours(plug("boilerpy3"), page), theirs(extractor, page)) for page in pages)
    assert share >= 0.99


def on_one_line(rows: list[Row]) -> list[Row]:
    return [(" ".join(text.split()), *numbers) for text, *numbers in rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extractor", "plug", "least"),
    [
        ("ArticleExtractor", BoilerpipeArticle, 0.85),
        ("DefaultExtractor", BoilerpipeDefault, 0.95),
        ("LargestContentExtractor", BoilerpipeLargest, 0.9),
        ("CanolaExtractor", BoilerpipeCanola, 0.9),
        ("NumWordsRulesExtractor", BoilerpipeNumWords, 0.9),
    ],
)
def test_the_original_is_near_the_port(extractor: str, plug: type[Boilerpipe], least: float, pages: list[str]) -> None:
    """White space aside, which the port keeps, they differ by blocks of symbols or no-break spaces, and all these move."""
    share = agreement((on_one_line(ours(plug(), page)), on_one_line(theirs(extractor, page))) for page in pages)
    assert share >= least
