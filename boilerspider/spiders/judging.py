"""What the spider judges beside the page itself: by the response that it came with, and by the link that led to it."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import unquote, urlsplit

from scrapy import Request
from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import asked_first, redirected_from
from boilerspider.crawl.responses import FIRST_ERROR, article_of, is_challenge, is_html, no_page
from boilerspider.discovery import Link, is_list, looks_like_listing
from boilerspider.kinds import is_article, why_not
from boilerspider.model import STORIES, Article
from boilerspider.slugs import is_slug

HEADLINE_CHARACTERS = 15
"""Characters of a link's text from which it may be a headline; "read more" has fewer. Ours."""


def may_be_story(response: Response) -> bool:
    """Whether what looked like a listing from outside says that it is an article, has led to one, or looks like one that a sitemap names."""
    article = article_of(response)
    if article is None or article.page_type in STORIES:
        return article is not None
    if keys.IN_SITEMAP in response.meta and article.published and not is_list(response.url) and is_article(article):
        # Sitemaps name sections too, and few of those say a day of their own.
        return True
    return bool(redirected_from(response)) and not looks_like_listing(response.url)


def leads_to_front(asked: Request | Response) -> bool:
    """Whether redirects have led what has a story's address to a front page, at which none stands."""
    there = urlsplit(asked.url)
    return there.path in ("", "/") and not there.query and leads_to_list(asked)


def leads_to_list(asked: Request | Response) -> bool:
    """Whether redirects have led what has a story's address to one that looks like a front page's or a section's."""
    return looks_like_listing(asked.url) and not looks_like_listing(asked_first(asked))


def holds_headline(url: str) -> bool:
    """Whether a story's headline stands in its address; in that of a link service, or of an old system, stands a number, or nothing that says anything."""
    return any(map(is_slug, unquote(urlsplit(url).path).split("/")))


def gave_no_page(response: Response) -> bool:
    """Whether no page came in the place of one, or a check for robots; errors are told by their status."""
    article = article_of(response)
    is_blocked = article is not None and why_not(article) == "blocked"
    is_check = response.status < FIRST_ERROR and (is_blocked or is_challenge(response))
    return is_check or no_page(response) is not None


def why_nothing(response: Response) -> str:
    """Why a page that answered gives no article, whatever led to it; empty where it gives one."""
    if what := no_page(response):
        return f"it sent {what}"
    article = article_of(response)
    if article is not None:
        why = why_not(article)
        return f"it is no article ({why})" if why else ""
    return "nothing can be read of it" if is_html(response) else "it is no HTML page"


def as_found(article: Article, response: Response) -> Article:
    """The article with its true source, where it was judged as if only a link had led to it."""
    is_named = article.source == "link" and keys.IN_SITEMAP in response.meta
    return replace(article, source="sitemap") if is_named else article


def as_announced(article: Article, found: Link) -> Article:
    """The article with the headline and the day of the link that led to it, where it lacks them."""
    return replace(article, title=headline(article.title, found.title), published=article.published or found.published)


def headline(title: str | None, anchor: str | None) -> str | None:
    """The page's title, without the site's name where the link to it shows what is the headline in it."""
    if title is None:
        return anchor
    return anchor if anchor and len(anchor) >= HEADLINE_CHARACTERS and anchor in title else title
