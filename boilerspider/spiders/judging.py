"""Is a page an article? By who vouches for it, by what it says of itself, by how it looks, and by its running text."""

from __future__ import annotations

from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.discovery import looks_like_listing
from boilerspider.model import STORIES, WALLS, Article

UNVOUCHED_WORDS = 120
"""Weighed words of running text on a page that only a link leads to and that does not say that it is an article; error pages have fewer. Ours."""

RUNNING_CHARACTERS = 120
"""Characters from which a block is running text; teasers, notices and buttons have fewer. Ours."""

DECLARED, LEAST = 0.45, 0.4
"""Likelihoods under which a page that only a link leads to is no article: one that says that it is one, and any other, however long it is.
Ours, chosen with `UNVOUCHED_WORDS` on wcxb, where shops and manuals say that they are articles too, by likelihoods of sites that were not trained on."""

HEADLINE_CHARACTERS = 15
"""Characters of a link's text from which it may be a headline; "read more" has fewer. Ours."""


def is_article(article: Article) -> bool:
    """Whether what was read of a page is an article."""
    return why_not(article) is None


def why_not(article: Article) -> str | None:
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
    return None if article.source != "link" or _is_likely(article) else "unlikely"


def _is_likely(article: Article) -> bool:
    likelihood = 1.0 if article.likelihood is None else article.likelihood
    if article.page_type in STORIES:
        return likelihood > DECLARED
    # Words count the less the more the page looks like a shop.
    return _running_words(article) * (likelihood - LEAST) / (1 - LEAST) >= UNVOUCHED_WORDS


def may_be_story(response: Response) -> bool:
    """Whether what looked like a listing from outside says that it is an article, or has led to one."""
    article = response.meta.get(keys.ARTICLE)
    if not isinstance(article, Article) or article.page_type in STORIES:
        return article is not None
    return bool(response.meta.get("redirect_urls")) and not looks_like_listing(response.url)


def _running_words(article: Article) -> float:
    """Words in blocks of some length, told by their share of the text: not all scripts part their words."""
    kept = [len(block.text) for block in article.blocks if block.is_content]
    running = sum(length for length in kept if length >= RUNNING_CHARACTERS)
    return article.word_count * running / sum(kept) if kept else article.word_count


def headline(title: str | None, anchor: str | None) -> str | None:
    """The page's title, without the site's name where the link to it shows what is the headline in it."""
    if title is None:
        return anchor
    return anchor if anchor and len(anchor) >= HEADLINE_CHARACTERS and anchor in title else title
