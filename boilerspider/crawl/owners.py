"""Whose a story is that came to nothing: of the sites by way of which it was asked, the first that has neither given a story in this crawl nor led to one.

A redirect alone does not tell, for a host may lead to the stories of many sites, and a site to a login elsewhere, or to its
sisters. But where all before it do what they should, it is the next one that does not.
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
        self.well: set[str] = set()
        """Sites that gave a story in this crawl, or led to one of another site."""

    def gave(self, way: Way) -> None:
        """A story was had at the end of a way."""
        self._giving.add(way.sites[-1])
        self.well.update(way.sites)

    def site(self, way: Way) -> str:
        """The site whose story was asked."""
        return next((site for site in way.sites if site not in self.well), way.sites[-1])

    def again(self, way: Way, urls: Sequence[str] = ()) -> list[str]:
        """Those of the addresses of a way, or of these of it, by which to ask for its story again: the first that may be one's, and where it was not led to that, the last on another site, which may be the story's as well."""
        urls, places = urls or way.urls, {self.site(way), *self._giving}
        own = next((url for url in urls if site_of(url) in places), urls[0])
        may_be_there = own == urls[0] and site_of(own) not in {site_of(urls[-1]), *self.well}
        return [own, urls[-1]] if may_be_there else [own]

    def entry(self, way: Way) -> str:
        """Where its site has the story of a way; without arguments where one that gives stories has led to that, for all that it leads to a login are led to one place."""
        there = first_at(self.site(way), way.urls)
        return there if there == self.again(way)[0] else there.partition("?")[0]


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
