"""Which sources of a crawl, feeds and sitemaps, lead to which addresses, and which of them are done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from boilerspider.crawl.asked import Asked
from boilerspider.stores import UrlOutcome, Visit


@dataclass(slots=True)
class Led:
    """A source, and what it leads to."""

    asked: Asked
    open_urls: int = 1
    """How many of those it leads to are not yet known to have come to something, or nothing; one more as long as it is read."""
    nothing: list[Visit] = field(default_factory=list)
    """The visits of those that came to nothing."""
    children: str | None = None
    """What it leads to beside articles, packed; None: what was known of that holds."""


class Leads:
    """A source is done when it was read to its end, and all that it led to is settled."""

    def __init__(self) -> None:
        self._settled: dict[str, Visit | None] = {}
        """Addresses of which it is known what became of them -> the visit, where that is nothing."""
        self._sources: dict[int, Led] = {}
        self._last_source = 0
        self._led_by: dict[str, tuple[int, ...]] = {}

    def begin(self, asked: Asked) -> int:
        """The number of a source that is being read."""
        self._last_source += 1
        self._sources[self._last_source] = Led(asked)
        return self._last_source

    def add(self, number: int, urls: Iterable[str], known: Iterable[Visit]) -> None:
        """A source leads to these addresses, and to some that are known."""
        source, urls = self._sources[number], set(urls)
        settled = (self._settled.get(url) for url in urls)
        source.nothing += [v for v in (*known, *settled) if v is not None and v.outcome is UrlOutcome.NOTHING]
        open_urls = urls - self._settled.keys()
        source.open_urls += len(open_urls)
        alone = (number,)  # one for all: there may be 50,000
        self._led_by |= {url: self._led_by[url] + alone if url in self._led_by else alone for url in open_urls}

    def end(self, number: int, children: str | None) -> list[Led]:
        """A source was read to its end; it, if it is done."""
        self._sources[number].children = children
        return self._close(number)

    def settle(self, url: str, visit: Visit | None) -> list[Led]:
        """It is known what became of an address; the sources that are done by that."""
        nothing = visit if visit is not None and visit.outcome is UrlOutcome.NOTHING else None
        self._settled[url] = nothing
        numbers = self._led_by.pop(url, ())
        if nothing is not None:
            for number in numbers:
                self._sources[number].nothing.append(nothing)
        return [source for number in numbers for source in self._close(number)]

    def awaits(self, url: str) -> bool:
        """Whether a source leads to an address of which it is not yet known what becomes of it."""
        return url in self._led_by

    def is_settled(self, url: str) -> bool:
        """Whether it is known what became of an address."""
        return url in self._settled

    def _close(self, number: int) -> list[Led]:
        """One of what was open of a source is not any more; the source, if that was the last."""
        source = self._sources[number]
        source.open_urls -= 1
        return [] if source.open_urls else [self._sources.pop(number)]
