"""The arguments of `scrapy crawl news`: read once, checked, frozen."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, timezone
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any

from boilerspider.crawl.credentials import authorizations
from boilerspider.crawl.offers import Budget
from boilerspider.discovery import is_language
from boilerspider.errors import BadConfiguration, hint
from boilerspider.spiders.lists import urls_of
from boilerspider.spiders.shard import Shard
from boilerspider.spiders.sitesfile import SiteRules, by_site, read_sites, regular_expression
from boilerspider.spiders.times import duration, parse_age
from boilerspider.urls import site_of, without_credentials

_FILTERS = ("since", "until", "include", "exclude", "lang", "shard")
"""Arguments by which a page may be passed over that another crawl would take."""

_READ_ALWAYS = ("feeds", "sitemaps", "urls")
"""Arguments that name what is read wherever articles are looked for."""

MOST_DIGITS = 18
"""Of a number that is given: no more can be counted in 64 bits. Ours."""

SHOWN = 60
"""Letters of a regular expression that are shown where it is none: one that lies too deep has thousands. Ours."""

_DAY = re.compile(r"[\dW-]+")
"""A date in ISO 8601 without an hour, calendars' or weeks'."""

_NO_RULES = SiteRules()
_A_DAY = timedelta(days=1)


class Discover(enum.Enum):
    """Where the spider looks for articles."""

    AUTO = "auto"
    FEEDS = "feeds"
    SITEMAPS = "sitemaps"
    LINKS = "links"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a crawl was asked to do."""

    sites: tuple[str, ...] = ()
    """Front pages of the sites to crawl."""
    feeds: tuple[str, ...] = ()
    """Feeds to read beside those that the sites name."""
    sitemaps: tuple[str, ...] = ()
    """Sitemaps to read beside those that the sites name."""
    urls: tuple[str, ...] = ()
    """Articles to fetch, whatever leads to them."""
    discover: Discover = Discover.AUTO
    """Where to look for articles on the sites."""
    since: datetime | None = None
    """Articles published before this are passed over."""
    until: datetime | None = None
    """Articles published after this are passed over."""
    include: re.Pattern[str] | None = None
    """Only articles whose URL this finds something in."""
    exclude: re.Pattern[str] | None = None
    """No articles whose URL this finds something in."""
    lang: tuple[str, ...] = ()
    """Only articles in these languages (BCP 47; `en` takes `en-GB` too)."""
    depth: int = 3
    """Links from the front page to a listing page, at most."""
    max_articles: int = 0
    """Articles after which the crawl ends; 0: no end."""
    shard: Shard = field(default_factory=Shard)
    """Which share of the sites this crawl takes, by registered domain; other crawls take the others."""
    filters: str = ""
    """A name for what decides which pages of a site are wanted; "" where all are."""
    fresh: bool = False
    """Whether what earlier crawls found is ignored."""
    max_per_site: int = 0
    """Pages that are asked of each site; 0: no end."""
    time_per_site: float = 0.0
    """Seconds after the first page of a site in which others are asked; 0: no end."""
    rules: Mapping[str, SiteRules] = field(default_factory=dict)
    """Site -> what a sites file says of it."""
    authorizations: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Origin -> Authorization header, for the credentials that the URLs came with; the URLs here hold none."""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> Arguments:
        """The arguments given with `-a`; BadConfiguration names the argument, the value and the fix."""
        # What begins with an underscore is said by whatever runs the crawl (Scrapyd's _job), not by its user.
        given = {name: value for name, value in given.items() if not name.startswith("_")}
        for name in given:
            if name not in _READERS:
                raise BadConfiguration(
                    f"-a {name}= is no argument of the news spider; {hint(name, _READERS, form='{}=')}"
                )
        rules: tuple[SiteRules, ...] = ()
        if str(given.get("sites", "")).strip().lower().endswith(".toml"):
            rules = read_sites(Path(str(given["sites"]).strip()))
            given = {name: value for name, value in given.items() if name != "sites"}
        values = {name: _READERS[name](name, str(value).strip()) for name, value in given.items()}
        if rules:
            values["sites"] = tuple(url for one in rules for url in one.start)
        urls = {name: value for name, value in values.items() if _READERS[name] is urls_of}
        clean = {name: tuple(map(without_credentials, found)) for name, found in urls.items()}
        theirs = (url for one in rules for url in (*one.start, *one.feeds, *one.sitemaps))
        keys = authorizations(chain(theirs, *urls.values()))
        _refuse_what_brings_nothing(given, values, rules)
        known = {"rules": by_site(rules), "filters": _named_filters(given), "authorizations": keys}
        return cls(**{**values, **clean, **known})

    @property
    def named(self) -> tuple[str, ...]:
        """All addresses that the arguments and the sites file name."""
        theirs = (url for one in self.rules.values() for url in (*one.start, *one.feeds, *one.sitemaps))
        return (*self.sites, *self.feeds, *self.sitemaps, *self.urls, *theirs)

    @property
    def reads_feeds(self) -> bool:
        """Whether feeds are looked for, or named."""
        is_looking = self.discover in (Discover.AUTO, Discover.FEEDS)
        return is_looking or bool(self.feeds) or any(one.feeds for one in self.rules.values())

    @property
    def is_demonstration(self) -> bool:
        """Whether nothing was named to be crawled, so that the embedded newspaper is."""
        return not (self.sites or self.feeds or self.sitemaps or self.urls or self.rules)

    def of(self, url: str) -> SiteRules:
        """What a sites file says of an address's site."""
        return self.rules.get(site_of(url), _NO_RULES) if self.rules else _NO_RULES

    def filters_of(self, url: str) -> str:
        """A name for what decides which pages of an address's site are wanted; "" where all are."""
        return self.filters + self.of(url).filters

    def budget_of(self, url: str) -> Budget:
        """What may be asked of an address's site."""
        rules = self.of(url)
        pages = self.max_per_site if rules.max_per_site is None else rules.max_per_site
        return Budget(pages, self.time_per_site if rules.time_per_site is None else rules.time_per_site)

    def is_too_old(self, published: datetime | None) -> bool:
        """Whether `since` refuses a date; it will in later crawls too. Midnight is a day of which no hour is told: all of it counts."""
        if published is None or self.since is None:
            return False
        return published + _A_DAY <= self.since if published.time() == time() else published < self.since

    def is_too_new(self, published: datetime | None) -> bool:
        """Whether `until` refuses a date; a later crawl may take it."""
        return published is not None and self.until is not None and published > self.until

    def wants_language(self, language: str | None, url: str = "") -> bool:
        """Whether `lang`, or the languages of the address's site, let one pass; where any are given, an unknown one does not."""
        languages = self.of(url).language or self.lang
        if not languages:
            return True
        return language is not None and any(f"{language}-".lower().startswith(f"{wanted}-") for wanted in languages)


def _refuse_what_brings_nothing(
    given: Mapping[str, str], values: Mapping[str, Any], rules: tuple[SiteRules, ...]
) -> None:
    since, until = values.get("since"), values.get("until")
    if since and until and since > until:
        raise BadConfiguration(
            f"-a since={given['since']} is later than until={given['until']}: no article can be both"
        )
    # East of Greenwich today's date is, as midnight in UTC, still some hours ahead.
    if since and since > datetime.now(timezone.utc) + _A_DAY:
        raise BadConfiguration(f"-a since={given['since']} is still to come: no article is that new")
    is_read = any(name in values for name in _READ_ALWAYS) or any(one.feeds or one.sitemaps for one in rules)
    if values.get("discover") is Discover.NONE and not is_read:
        raise BadConfiguration(
            "-a discover=none leaves nothing to read; give feeds=, sitemaps= or urls=, or leave it out"
        )


def _named_filters(given: Mapping[str, str]) -> str:
    said = [f"{name}={value}" for name in _FILTERS if (value := str(given.get(name, "")).strip())]
    return blake2b(" ".join(said).encode(), digest_size=6).hexdigest() if said else ""


def _moment(name: str, value: str) -> datetime:
    return parse_age(f"-a {name}", value)


def _end(name: str, value: str) -> datetime:
    """The moment that is given, or the last of the day."""
    moment = _moment(name, value)
    return datetime.combine(moment, time.max, timezone.utc) if _DAY.fullmatch(value) else moment


def _pattern(name: str, value: str) -> re.Pattern[str] | None:
    try:
        return regular_expression(value)
    except ValueError as error:
        shown = value if len(value) <= SHOWN else f"{value[:SHOWN]}…"
        raise BadConfiguration(f"-a {name}={shown}: {error}") from error


def _discover(name: str, value: str) -> Discover:
    try:
        return Discover(value)
    except ValueError:
        offer = ", ".join(member.value for member in Discover)
        raise BadConfiguration(f"-a {name}={value}: one of {offer} is needed") from None


def _languages(name: str, value: str) -> tuple[str, ...]:
    tags = tuple(language.lower() for language in re.split(r"[,\s]+", value) if language)
    if not all(map(is_language, tags)):
        raise BadConfiguration(f"-a {name}={value}: languages are needed, separated by commas: en,de,pt-BR")
    return tags


def _number(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise BadConfiguration(f"-a {name}={value}: a whole number is needed, 0 or more")
    if len(value) > MOST_DIGITS:
        raise BadConfiguration(f"-a {name}={value[:MOST_DIGITS]}…: a number of {MOST_DIGITS} digits at most is needed")
    return int(value)


def _flag(name: str, value: str) -> bool:
    flags = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if value.lower() not in flags:
        raise BadConfiguration(f"-a {name}={value}: 1 or 0 is needed")
    return flags[value.lower()]


_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "sites": urls_of,
    "feeds": urls_of,
    "sitemaps": urls_of,
    "urls": urls_of,
    "discover": _discover,
    "since": _moment,
    "until": _end,
    "include": _pattern,
    "exclude": _pattern,
    "lang": _languages,
    "depth": _number,
    "max_articles": _number,
    "max_per_site": _number,
    "time_per_site": duration,
    "shard": Shard.read,
    "fresh": _flag,
}
