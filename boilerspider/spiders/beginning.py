"""What a crawl begins with: the requests for what the user named."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from scrapy import Request

from boilerspider.crawl import keys
from boilerspider.discovery import Link, LinkKind
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.following import Following
from boilerspider.spiders.lending import anywhere
from boilerspider.spiders.memory import Memory
from boilerspider.spiders.named import Named
from boilerspider.urls import clean_url


async def first_requests(
    arguments: Arguments, following: Following, memory: Memory, named: Named, enter: Callable[..., None]
) -> AsyncIterator[Request]:
    """The requests for the arguments' sites, feeds, sitemaps and articles; `enter` lets the crawl visit a site."""
    mine = arguments.shard.mine
    enter(*mine(arguments.sites))
    for url in mine(arguments.sites):
        # A site that has moved is followed to where it is now.
        yield anywhere(named.front(following.request(Link(url, LinkKind.LISTING))))
        if LinkKind.SITEMAP in following.kinds:
            yield following.robots(url)
    rules = [one for site, one in arguments.rules.items() if mine([f"https://{site}/"])]
    for request in await following.of_rules(rules):
        yield named.source(request)
    # What is known of them is known by their clean addresses.
    feeds = [Link(clean_url(url), LinkKind.FEED) for url in arguments.feeds]
    sitemaps = [Link(clean_url(url), LinkKind.SITEMAP) for url in mine(arguments.sitemaps)]
    known = await memory.recall([*feeds, *sitemaps])
    for link in feeds:
        enter(*mine([link.url]))
        # Each share reads it, for it may lead to sites of all.
        yield anywhere(named.source(following.request(link, known.get(link.url), any_site=True)))
    for link in sitemaps:
        yield named.source(following.request(link, known.get(link.url)))
    for url in mine(arguments.urls):
        yield anywhere(following.request(Link(url, LinkKind.ARTICLE), source="start"), {keys.ALWAYS: url})
