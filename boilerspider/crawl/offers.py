"""What a spider may tell the components of a crawl by attributes of its own; a project's own spider needs none of them.

Each is asked when it is needed: a spider learns of sites, and of places of theirs, as it crawls.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from scrapy import Spider


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be asked of a site: so many pages, and so many seconds after the first of them; 0: no end."""

    pages: int = 0
    seconds: float = 0.0


def sites(spider: Spider | None) -> Collection[str] | None:
    """Its `sites`, beyond which no request goes; None where it names none, and Scrapy's `allowed_domains` count."""
    found: Collection[str] | None = getattr(spider, "sites", None)
    return found


def named(spider: Spider | None) -> Iterable[str]:
    """Its `named`: addresses that the user gave, which may be private ones."""
    found: Iterable[str] = getattr(spider, "named", ())
    return found


def delays(spider: Spider | None) -> Mapping[str, float]:
    """Its `delays`, seconds by site: the least between two requests."""
    found: Mapping[str, float] = getattr(spider, "delays", {})
    return found


def authorizations(spider: Spider | None) -> Mapping[str, str]:
    """Its `authorizations`, the header by origin."""
    found: Mapping[str, str] = getattr(spider, "authorizations", {})
    return found


def budget_of(spider: Spider | None, url: str) -> Budget:
    """What its `budget_of(url)` says of an address's site."""
    asked: Callable[[str], Budget] | None = getattr(spider, "budget_of", None)
    return asked(url) if asked else Budget()


def gives_place(spider: Spider | None, lender: str, url: str) -> bool:
    """Whether its `give_place(lender, url)` lets a source of a site be read where it was redirected to."""
    asked: Callable[[str, str], bool] | None = getattr(spider, "give_place", None)
    return bool(asked and asked(lender, url))


def knows_fresh(spider: Spider | None) -> bool:
    """Whether its `arguments` have `fresh`, which compares a crawl with itself alone."""
    return hasattr(getattr(spider, "arguments", None), "fresh")


def closing_words(spider: Spider | None) -> Iterable[tuple[str, str]]:
    """Its `closing_words`: rows, name and value, that the summary ends with."""
    found: Iterable[tuple[str, str]] = getattr(spider, "closing_words", ())
    return found
