"""Whose a story is: the site's that was asked for it, or another's to which that has led, as hosts do whose links lead to the stories of many sites.

A redirect alone does not tell, for many a site leads to a login elsewhere, or to the newspapers of its owner. So such a
host is one that has led to the story of another site, and has given none itself. As long as none was had by way of it,
what it leads to is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scrapy.http import Request, Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import way_of
from boilerspider.urls import site_of


class Way(NamedTuple):
    """How a story was asked."""

    urls: tuple[str, ...]
    """The addresses, the first one first."""
    sites: tuple[str, ...]
    """Their sites without those of circles; of one that has its stories asked elsewhere, that alone."""

    @classmethod
    def of(cls, asked: Request | Response) -> Way:
        """The way to where a request was led."""
        urls = way_of(asked)
        lender = asked.meta.get(keys.LENDER)
        return cls(urls, (site_of(lender),) if lender else _without_circles(urls))


class Owners:
    """Told where stories were had, knows whose others are."""

    def __init__(self) -> None:
        self._giving: set[str] = set()
        self._leading: set[str] = set()
        """Those that led to a story of another site."""

    def gave(self, way: Way) -> None:
        """A story was had at the end of a way."""
        *before, last = way.sites
        self._leading.update(before)
        self._giving.add(last)

    def site(self, way: Way) -> str:
        """The site whose story was asked."""
        its = (site for site in way.sites if site not in self._leading or site in self._giving)
        return next(its, way.sites[-1])

    def again(self, way: Way, urls: Sequence[str] = ()) -> list[str]:
        """Those of the addresses of a way, or of these of it, by which to ask for its story again: the first on its site, and where it was not led to that, the last on another one, which may be the story's as well."""
        site, urls = self.site(way), urls or way.urls
        own = first_at(site, urls)
        return [own] if own != urls[0] or site_of(urls[-1]) == site_of(own) else [own, urls[-1]]


def first_at(site: str, urls: Sequence[str]) -> str:
    """The first of some addresses that is a site's; where none is, the first."""
    return next((url for url in urls if site_of(url) == site), urls[0])


def _without_circles(urls: Sequence[str]) -> tuple[str, ...]:
    passed: list[str] = []
    for site in map(site_of, urls):
        if site in passed:
            del passed[passed.index(site) :]
        passed.append(site)
    return tuple(passed)
