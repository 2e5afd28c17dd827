"""What a crawl wants, as far as its arguments and its sites file say: which links are looked for, and what refuses an article."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from boilerspider.discovery import Link, LinkKind, is_trap
from boilerspider.model import Article
from boilerspider.spiders.arguments import Arguments, Discover

KINDS: Mapping[Discover, Collection[LinkKind]] = {
    Discover.AUTO: {LinkKind.FEED, LinkKind.SITEMAP, LinkKind.LISTING, LinkKind.NEXT_PAGE, LinkKind.ARTICLE},
    Discover.FEEDS: {LinkKind.FEED},
    Discover.SITEMAPS: {LinkKind.SITEMAP},
    Discover.LINKS: {LinkKind.LISTING, LinkKind.NEXT_PAGE, LinkKind.ARTICLE},
    Discover.NONE: frozenset[LinkKind](),
}
"""Which links are looked for."""


def is_looked_for(link: Link, kinds: Collection[LinkKind]) -> bool:
    """Whether a link is of a kind that is looked for; all that feeds and sitemaps are for always is, other sitemaps included: they are read because they are looked for, or named."""
    if link.kind is LinkKind.SITEMAP and link.source == "sitemap":
        return True
    if link.kind is not LinkKind.ARTICLE:
        return link.kind in kinds
    return link.source != "link" or (link.kind in kinds and not is_trap(link.url))


def refuser_of_link(arguments: Arguments, link: Link, *, is_ours: bool) -> str:
    """Which argument refuses a link, by its address, where it lies on a site of the crawl, or by its date; empty where none does.

    An article that is only too new as yet is wanted: what leads to it is not done while it is not fetched.
    """
    if link.kind is LinkKind.SITEMAP:
        return "since" if arguments.is_too_old(link.modified) else ""
    if link.kind is not LinkKind.ARTICLE:
        return ""
    by_address = refuser_of_url(arguments, link.url) if is_ours else ""
    return by_address or ("since" if arguments.is_too_old(link.published or link.modified) else "")


def refuser_of_url(arguments: Arguments, url: str) -> str:
    """Which argument, or site's filter, refuses an address; empty where none does."""
    if any(each.exclude and each.exclude.search(url) for each in (arguments, arguments.of(url))):
        return "exclude"
    return "" if _is_included(arguments, url) else "include"


def _is_included(arguments: Arguments, url: str) -> bool:
    """Whether `include` fits an address, the crawl's and the site's."""
    return all(not each.include or each.include.search(url) for each in (arguments, arguments.of(url)))


def refuser_of_article(arguments: Arguments, article: Article, way: Collection[str] = ()) -> str:
    """Which argument refuses an article by its date, its language or where it stands; empty where none does.

    What pages name as sections is followed whatever its address, and redirects lead anywhere; what the user named is wanted wherever it leads.
    To `include` an address on the way will do: links may have another form.
    """
    if article.source != "start" and (why := refuser_of_url(arguments, article.url or "")):
        is_led = why == "include" and any(_is_included(arguments, url) for url in way)
        if not is_led:
            return why
    if arguments.is_too_old(article.published):
        return "since"
    if arguments.is_too_new(article.published):
        return "until"
    return "" if arguments.wants_language(article.language, article.url or "") else "lang"
