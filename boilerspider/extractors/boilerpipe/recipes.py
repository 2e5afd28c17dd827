"""The extractors of Boilerpipe: a common way from a page to labelled blocks, and a recipe of passes each.

Of the original is the order of the passes; a further extractor is one more class here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial, reduce
from itertools import groupby

from boilerspider.extractors.boilerpipe import filters
from boilerspider.extractors.boilerpipe.blocks import TextBlock, merge
from boilerspider.extractors.boilerpipe.filters import Blocks, Pass
from boilerspider.extractors.boilerpipe.segment import MAX_LINE_CHARS, Page, segment
from boilerspider.extractors.boilerpipe.variants import VARIANTS
from boilerspider.markup.tree import Document
from boilerspider.model import Block, BlockType, Label

MIN_FULLTEXT_DENSITY = 9
"""Words a line from which a block is full text; from the original."""
END_MIN_WORDS = 60
"""Words of full text before a call for comments can end the article; from the original."""
MIN_CLAUSE_WORDS = 5
"""Words of a clause that shows a sentence; from the original."""


@dataclass(frozen=True)
class Boilerpipe(ABC):
    """What all extractors of the family share: text blocks, labelled by a recipe."""

    variant: str = "1.2"
    """Whose ways: `1.2`, the original in Java, or `boilerpy3`, its port."""
    max_line: int = MAX_LINE_CHARS
    """Characters at which text is wrapped to measure its density."""

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise ValueError(f"variant is {self.variant!r}; use one of {', '.join(VARIANTS)}")
        require("max_line", self.max_line, at_least=1)

    @abstractmethod
    def recipe(self, page: Page) -> tuple[Pass, ...]:
        """The passes in their order, for the page with these blocks and that title."""

    def decide(self, document: Document) -> tuple[Blocks, Blocks]:
        """(the blocks as they were cut, the blocks after the recipe), the facts included."""
        page = segment(document.transcript, VARIANTS[self.variant], self.max_line)
        return page.blocks, reduce(lambda blocks, step: step(blocks), self.recipe(page), page.blocks)

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of the page; those that a pass removed are boilerplate."""
        return labelled(*self.decide(document))


@dataclass(frozen=True)
class BoilerpipeArticle(Boilerpipe):
    """ArticleExtractor (Kohlschütter, Fankhauser and Nejdl, WSDM 2010): tuned to news articles."""

    min_fulltext_density: float = MIN_FULLTEXT_DENSITY
    """Words a line from which a block is full text."""
    end_min_words: int = END_MIN_WORDS
    """Words of full text before a call for comments can end the article."""

    def __post_init__(self) -> None:
        Boilerpipe.__post_init__(self)
        require("min_fulltext_density", self.min_fulltext_density, at_least=0, whole=False)
        require("end_min_words", self.end_min_words, at_least=0)

    def recipe(self, page: Page) -> tuple[Pass, ...]:
        """ArticleExtractor's passes."""
        variant = VARIANTS[self.variant]
        return (
            partial(filters.terminating_blocks, variant=variant),
            partial(filters.title_match, title=page.title, variant=variant),
            filters.num_words_rules,
            partial(filters.ignore_after_content, min_words=self.end_min_words, min_density=self.min_fulltext_density),
            filters.proximity_fusion,
            filters.boilerplate_blocks,
            partial(filters.proximity_fusion, content_only=True),
            filters.keep_largest,
            filters.expand_title,
        )


@dataclass(frozen=True)
class BoilerpipeDefault(Boilerpipe):
    """DefaultExtractor (WSDM 2010): any kind of page, by densities alone."""

    def recipe(self, page: Page) -> tuple[Pass, ...]:  # noqa: ARG002 - no heuristics, no title
        """DefaultExtractor's passes, less one that does nothing."""
        # The original runs ProximityFusion between them: as nothing is content yet, it fuses nothing.
        return (filters.simple_block_fusion, filters.density_rules)


@dataclass(frozen=True)
class BoilerpipeSentences(BoilerpipeArticle):
    """ArticleSentencesExtractor (Boilerpipe 1.2): of the article those paragraphs that hold a sentence."""

    min_clause_words: int = MIN_CLAUSE_WORDS
    """Words of a clause, ended by punctuation, that show a sentence."""

    def __post_init__(self) -> None:
        BoilerpipeArticle.__post_init__(self)
        require("min_clause_words", self.min_clause_words, at_least=1)

    def recipe(self, page: Page) -> tuple[Pass, ...]:
        """ArticleExtractor's passes, then a block for each paragraph."""
        return (
            *BoilerpipeArticle.recipe(self, page),
            partial(filters.split_paragraphs, cut=page.blocks),
            partial(filters.min_clause_words, min_words=self.min_clause_words, variant=VARIANTS[self.variant]),
        )

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of the page; the lines that the port makes of one block stay or go together."""
        cut, decided = self.decide(document)
        lines = (list(run) for _, run in groupby(decided, key=lambda block: block.nodes))
        return labelled(cut, (merge(run)._replace(nodes=run[0].nodes) for run in lines))


@dataclass(frozen=True)
class BoilerpipeLargest(Boilerpipe):
    """LargestContentExtractor (Boilerpipe 1.2): the largest run of text, whatever the page."""

    def recipe(self, page: Page) -> tuple[Pass, ...]:  # noqa: ARG002 - no heuristics, no title
        """LargestContentExtractor's passes."""
        return (filters.num_words_rules, filters.proximity_fusion, filters.keep_largest)


@dataclass(frozen=True)
class BoilerpipeCanola(Boilerpipe):
    """CanolaExtractor (Boilerpipe 1.2): a tree trained on the KrdWrd Canola corpus, general web pages."""

    def recipe(self, page: Page) -> tuple[Pass, ...]:  # noqa: ARG002 - no heuristics, no title
        """CanolaExtractor's one pass."""
        return (filters.canola,)


@dataclass(frozen=True)
class BoilerpipeNumWords(Boilerpipe):
    """NumWordsRulesExtractor (WSDM 2010): the tree of word counts alone, without the heuristics for articles."""

    def recipe(self, page: Page) -> tuple[Pass, ...]:  # noqa: ARG002 - no heuristics, no title
        """NumWordsRulesExtractor's one pass."""
        return (filters.num_words_rules,)


def labelled(cut: Blocks, decided: Iterable[TextBlock]) -> tuple[Block, ...]:
    """The blocks that a recipe decided about, and as boilerplate those it removed, in document order.

    A block of no-break spaces alone counts as a neighbour, but is nothing to label.
    """
    decided = tuple(decided)
    present = {node for block in decided for node in block.nodes}
    removed = (block for block in cut if block.nodes[0] not in present)
    blocks = sorted((*decided, *removed), key=lambda block: block.nodes)
    return tuple(_labelled(block) for block in blocks if block.text.strip())


def _labelled(block: TextBlock) -> Block:
    if block.content:
        return Block(block.text, Label.CONTENT, block.nodes)
    return Block(block.text, Label.BOILERPLATE, block.nodes, BlockType.BOILERPLATE, score=0.0)


def require(name: str, value: object, *, at_least: int, whole: bool = True) -> None:
    """ValueError unless the parameter is a number, a whole one where asked, of at least that much."""
    kinds = int if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not value >= at_least:
        raise ValueError(f"{name} is {value!r}; use a {'whole ' * whole}number of at least {at_least}")
