"""A feed or sitemap that is being read: what it leads to is told little by little, and that it is done when all of it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable

from boilerspider.crawl.asked import Asked
from boilerspider.crawl.visits import Visits
from boilerspider.discovery import Link
from boilerspider.spiders.children import pack
from boilerspider.stores import Visit

MOST_CHILDREN = 1_000
"""Sitemaps and listings that one sitemap leads to and that are remembered; where there are more it is always read. Ours."""


class Reading:
    """What leads to others, between its first address and its last; one that is not read to its end is never noted as done."""

    def __init__(
        self,
        visits: Visits,
        asked: Asked,
        led_to_before: Callable[[], Awaitable[list[Link]]],
        *,
        is_as_before: bool,
        site: str,
    ) -> None:
        self.is_as_before = is_as_before
        """Whether it was read only because the time has come for what came to nothing, and has not changed."""
        self._visits = visits
        self._led_to_before = led_to_before
        self._number = visits.begin(asked)
        self._children: dict[Link, None] = {}
        self._site = site
        self._sites: set[str] = set()
        """Those of its articles."""
        self._strangers: dict[str, None] = {}
        """Of these those that the crawl does not visit."""

    def names(self, sites: Collection[str], ours: Collection[str]) -> None:
        """Its articles lie on sites, some of which are the crawl's own."""
        self._sites |= set(sites)
        self._strangers |= dict.fromkeys(site for site in sorted(sites) if site not in ours)

    @property
    def stranger(self) -> str | None:
        """A site that it leads to, where none of them is the crawl's."""
        return next(iter(self._strangers), None) if len(self._strangers) == len(self._sites) else None

    @property
    def is_home(self) -> bool:
        """Whether any of them is."""
        return len(self._strangers) < len(self._sites)

    def leads(self, articles: Iterable[str], children: Iterable[Link], known: Iterable[Visit]) -> None:
        """It leads to articles that are to be asked, to sitemaps and listings, and to articles that are known."""
        if len(self._children) <= MOST_CHILDREN:
            self._children |= dict.fromkeys(children)
            self._visits.add(self._number, articles, known)

    async def ends(self) -> None:
        """It was read to its end."""
        is_shared = bool(self._strangers) and self._site not in self._sites
        if is_shared or len(self._children) > MOST_CHILDREN:
            return  # Of what is shared by several sites a crawl that visits the others needs all.
        packed = pack(list(self._children)) if self._children or await self._led_to_before() else None
        await self._visits.end(self._number, packed)
