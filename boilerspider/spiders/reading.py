"""A feed or sitemap that is being read: what it leads to is told little by little, and that it is done when all of it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from boilerspider.crawl.visits import Asked, Visits
from boilerspider.discovery import Link
from boilerspider.spiders.children import pack
from boilerspider.stores import Visit

MOST_CHILDREN = 1_000
"""Sitemaps and listings that one sitemap leads to and that are remembered; where there are more it is always read. Ours."""


class Reading:
    """What leads to others, between its first address and its last; one that is not read to its end is never noted as done."""

    def __init__(
        self,
        visits: Visits | None,
        asked: Asked,
        led_to_before: Callable[[], Awaitable[list[Link]]],
        *,
        is_as_before: bool,
    ) -> None:
        self.is_as_before = is_as_before
        """Whether it was read only because the time has come for what came to nothing, and has not changed."""
        self._visits = visits
        self._led_to_before = led_to_before
        self._number = visits.begin(asked) if visits is not None else 0
        self._children: dict[Link, None] = {}

    def leads(self, articles: Iterable[str], children: Iterable[Link], known: Iterable[Visit]) -> None:
        """It leads to articles that are to be asked, to sitemaps and listings, and to articles that are known."""
        if self._visits is not None and len(self._children) <= MOST_CHILDREN:
            self._children |= dict.fromkeys(children)
            self._visits.add(self._number, articles, known)

    async def ends(self) -> None:
        """It was read to its end."""
        if self._visits is None or len(self._children) > MOST_CHILDREN:
            return
        packed = pack(list(self._children)) if self._children or await self._led_to_before() else None
        await self._visits.end(self._number, packed)
