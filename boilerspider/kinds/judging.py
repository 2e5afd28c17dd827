"""Is a page an article? By who vouches for it, by what it says of itself, by how it looks, and by its running text."""

from __future__ import annotations

from typing import NamedTuple

from boilerspider.kinds.looks import RUNNING_CHARACTERS
from boilerspider.markup.prose import weigh
from boilerspider.model import STORIES, WALLS, Article


class Bounds(NamedTuple):
    """Under which a page that only a link leads to is no article.

    Ours, chosen on wcxb, where shops and manuals say that they are articles too, by likelihoods of sites that were not trained on.
    """

    declared: float = 0.55
    """The likelihood of a page that says that it is an article."""
    least: float = 0.45
    """That of any other, however long it is."""
    words: float = 120
    """Words of running text on any other, weighed by its likelihood; error pages, with all their advertisements, have fewer."""


BOUNDS = Bounds()


def is_article(article: Article, bounds: Bounds = BOUNDS) -> bool:
    """Whether what was read of a page is an article."""
    return why_not(article, bounds) is None


def why_not(article: Article, bounds: Bounds = BOUNDS) -> str | None:
    """What a page is that is no article; None for one that is.

    `blocked`, `consent`, `error`, `paywall`: see `boilerspider.kinds.walls`;
    `empty`: without text; `listing`; `unlikely`: only a link leads to it, and neither its looks nor its words speak for it.
    """
    if article.page_type in WALLS:
        return article.page_type
    if not article.text:
        return "empty"
    if article.page_type == "listing":
        return "listing"
    return None if article.source != "link" or _is_likely(article, bounds) else "unlikely"


def _is_likely(article: Article, bounds: Bounds) -> bool:
    likelihood = 1.0 if article.likelihood is None else article.likelihood
    if article.page_type in STORIES:
        return likelihood > bounds.declared
    # Words count the less the more the page looks like a shop.
    return _running_words(article) * (likelihood - bounds.least) / (1 - bounds.least) >= bounds.words


def _running_words(article: Article) -> float:
    """Words in blocks of some length, told by their share of the text: not all scripts part their words."""
    kept = [weigh(block.text) for block in article.blocks if block.is_content]
    running = sum(length for length in kept if length >= RUNNING_CHARACTERS)
    return article.word_count * running / sum(kept) if kept else article.word_count
