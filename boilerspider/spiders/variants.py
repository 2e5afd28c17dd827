"""Variants of stories' addresses: AMP and print addresses, and those of later pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from boilerspider.discovery import Link, LinkKind, first_addresses
from boilerspider.urls import origin_of, plain_addresses

MOST_HEADS = 16
"""First path segments of a site's stories that are tried for an AMP address; more say that no segment means "story". Ours."""


class Variants:
    """Tells of which stories links may be variants, by what it has seen of their sites' addresses."""

    def __init__(self) -> None:
        self._heads: defaultdict[str, set[str]] = defaultdict(set)
        """Origin -> first path segments of its stories."""

    def learn(self, links: Iterable[Link]) -> None:
        """Note the first path segments of stories."""
        for link in links:
            if link.kind is LinkKind.ARTICLE and not plain_addresses(link.url):
                heads = self._heads[origin_of(link.url)]
                if len(heads) < MOST_HEADS:
                    heads.add(link.url.split("/")[3].partition("?")[0])

    def of(self, links: Iterable[Link]) -> dict[str, tuple[str, ...]]:
        """The variants among links -> addresses under which their stories may be known."""
        urls = (link.url for link in links if link.kind is LinkKind.ARTICLE)
        found = {url: plain_addresses(url, self._tried_heads(url)) or first_addresses(url) for url in urls}
        return {url: plain for url, plain in found.items() if plain}

    def _tried_heads(self, url: str) -> Iterable[str]:
        heads = self._heads[origin_of(url)]
        return sorted(heads) if len(heads) < MOST_HEADS else ()
