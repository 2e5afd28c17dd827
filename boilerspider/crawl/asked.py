"""Answers as visits are kept of them: the addresses that led to one, and the version that it says it is.

They are told from a response before anything is certain of it; what it came to is for `Visits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone

from scrapy.http import Headers, Request, Response

from boilerspider.crawl import keys
from boilerspider.crawl.redirected import redirected_from
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer: all addresses that led to it, and which version it says it is."""

    urls: tuple[str, ...]
    etag: str | None = None
    last_modified: str | None = None
    first: datetime | None = None
    copy_of: str | None = None
    """The URL of the story whose text it has."""
    at: datetime | None = None
    """When it was answered; None: now."""
    is_record: bool = False
    """Whether it is known by the name of an archive's record, and not by addresses: such are no story's copies."""

    @classmethod
    def of(cls, response: Response, name: str = "") -> Asked:
        """What a response answers; with a name, under that alone. What a 304 leaves out is as it was."""
        meta, known = response.meta, visit_of(response)
        request_url = response.request.url if response.request is not None else response.url
        urls = way((*redirected_from(response), request_url, response.url))
        etag, modified = _version(response.headers)
        if known is not None and response.status == 304 and not (etag or modified):
            etag, modified = known.etag, known.last_modified
        if meta.get(keys.UNVERSIONED):
            etag, modified = None, None
        first = None if known is None else first_visited(known)
        copy_of = known.copy_of if known is not None and response.status == 304 else None
        names = (name,) if name else urls
        return cls(names, etag, modified, first, copy_of, is_record=keys.VISIT_NAME in meta)

    @classmethod
    def led(cls, asked: Request | Response) -> Asked:
        """What redirects have led elsewhere: the addresses on the way, without the last; of a way with a cookie the first alone."""
        known, urls = visit_of(asked), redirected_from(asked)
        if keys.COOKIE_CAME in asked.meta:
            urls = urls[:1]  # what gave it may lead others on to their stories
        first = None if known is None else first_visited(known)
        return cls(tuple(filter(None, map(clean_url, urls))), first=first)

    def visits(self, outcome: UrlOutcome) -> list[Visit]:
        """One visit an address."""
        at = self.at or datetime.now(timezone.utc)
        details = (self.etag, self.last_modified, self.first, self.copy_of)
        return [Visit(url, outcome, at, *details) for url in self.urls]


def visit_of(asked: Request | Response) -> Visit | None:
    """What was known of an address when it was asked."""
    known = asked.meta.get(keys.VISIT)
    return known if isinstance(known, Visit) else None


def was_had(asked: Request | Response) -> bool:
    """Whether an earlier crawl had the story that is asked."""
    known = visit_of(asked)
    return known is not None and known.had_story


def way(urls: Iterable[str]) -> tuple[str, ...]:
    """The clean addresses that lead to the last one, without those of circles: a wall that leads back is the wall of other stories too."""
    passed: list[str] = []
    for url in filter(None, map(clean_url, urls)):
        if url in passed:
            del passed[passed.index(url) :]
        passed.append(url)
    return tuple(passed)


def way_to(target: str, urls: Iterable[str]) -> tuple[str, ...]:
    """The clean addresses that lead to another one, without it."""
    return way((*urls, target))[:-1]


def first_visited(visit: Visit) -> datetime:
    """When what was visited was first visited."""
    return visit.first or visit.checked


def is_copy_of(known: Visit, urls: Iterable[str]) -> bool:
    """Whether what was found at an address was taken for a copy of what was found at one of the others: if these lead there, it has moved."""
    return known.copy_of is not None and clean_url(known.copy_of) in map(clean_url, urls)


def _version(headers: Headers) -> tuple[str | None, str | None]:
    """ETag and Last-Modified; the latter only where there is no ETag, which goes before it (RFC 9110, section 13.2.2)."""
    etag, modified = headers.get(b"ETag"), headers.get(b"Last-Modified")
    if etag:
        return etag.decode("latin-1"), None
    return None, modified.decode("latin-1") if modified else None


def conditions(visit: Visit | None) -> dict[str, str]:
    """The headers that ask for what has changed since a visit; none where it has no version.

    Nor where it came to nothing: that is the version of what stood in the story's place, and the story's own may be older.
    """
    if visit is None or visit.outcome is UrlOutcome.NOTHING:
        return {}
    asked = {"If-None-Match": visit.etag, "If-Modified-Since": visit.last_modified}
    return {name: value for name, value in asked.items() if value}


def as_asked(response: Response | None) -> Asked | None:
    """How an item's page was asked for, where its visit is to be remembered."""
    if response is None or response.request is None or keys.VISIT not in response.request.meta:
        return None
    return Asked.of(response, response.request.meta.get(keys.VISIT_NAME, ""))
