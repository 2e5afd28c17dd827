"""The arguments of `scrapy crawl news`: read once, checked, frozen."""

from __future__ import annotations

import csv
import difflib
import enum
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any

from boilerspider.crawl.credentials import authorizations
from boilerspider.errors import BadConfiguration
from boilerspider.spiders.shard import Shard
from boilerspider.urls import is_web_url, without_credentials

_AGE = re.compile(r"(\d{1,6})([mhdw])")
_FILTERS = ("since", "until", "include", "exclude", "lang", "shard")
"""Arguments by which a page may be passed over that another crawl would take."""

_AGE_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


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
    authorizations: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Origin -> Authorization header, for the credentials that the URLs came with; the URLs here hold none."""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> Arguments:
        """The arguments given with `-a`; BadConfiguration names the argument, the value and the fix."""
        for name in given:
            if name not in _READERS:
                near = difflib.get_close_matches(name, _READERS, 1)
                hint = f"did you mean {near[0]}=?" if near else f"known: {', '.join(f'{n}=' for n in _READERS)}"
                raise BadConfiguration(f"-a {name}= is no argument of the news spider; {hint}")
        values = {name: _READERS[name](name, str(value).strip()) for name, value in given.items()}
        urls = {name: value for name, value in values.items() if _READERS[name] is _urls}
        clean = {name: tuple(map(without_credentials, found)) for name, found in urls.items()}
        keys = authorizations(chain.from_iterable(urls.values()))
        return cls(**{**values, **clean}, filters=_named_filters(given), authorizations=keys)

    @property
    def is_demonstration(self) -> bool:
        """Whether nothing was named to be crawled, so that the embedded newspaper is."""
        return not (self.sites or self.feeds or self.sitemaps or self.urls)

    def wants_url(self, url: str) -> bool:
        """Whether `include` and `exclude` let an article's URL pass."""
        return (not self.include or bool(self.include.search(url))) and not (self.exclude and self.exclude.search(url))

    def wants_date(self, published: datetime | None) -> bool:
        """Whether `since` and `until` let a date pass; what has no date passes."""
        return not self.is_too_old(published) and not self.is_too_new(published)

    def is_too_old(self, published: datetime | None) -> bool:
        """Whether `since` refuses a date; it will in later crawls too."""
        return published is not None and self.since is not None and published < self.since

    def is_too_new(self, published: datetime | None) -> bool:
        """Whether `until` refuses a date; a later crawl may take it."""
        return published is not None and self.until is not None and published > self.until

    def wants_language(self, language: str | None) -> bool:
        """Whether `lang` lets a language pass; with `lang` given, an unknown one does not."""
        if not self.lang:
            return True
        return language is not None and any(f"{language}-".lower().startswith(f"{wanted}-") for wanted in self.lang)


def _named_filters(given: Mapping[str, str]) -> str:
    said = [f"{name}={str(given[name]).strip()}" for name in _FILTERS if given.get(name)]
    return blake2b(" ".join(said).encode(), digest_size=6).hexdigest() if said else ""


def _urls(name: str, value: str) -> tuple[str, ...]:
    """URLs separated by commas or white space, or the file that lists them, one a line."""
    suffix = Path(value).suffix.lower()
    if "://" not in value and suffix in (".txt", ".csv", ".toml"):
        named = list(_from_file(name, Path(value)))
    else:
        # A comma may stand in a URL; between two of them it stands before a scheme.
        between = r"[,\s]+(?=\w+://)|\s+" if "://" in value else r"[,\s]+"
        named = [(url, f"-a {name}={url}") for url in (part.strip(",") for part in re.split(between, value)) if url]
    if not named:
        raise BadConfiguration(f"-a {name}={value}: no URL there; give {name}=https://example.com or a file of URLs")
    return tuple(dict.fromkeys(_url(url, where) for url, where in named))


def _from_file(name: str, path: Path) -> Iterator[tuple[str, str]]:
    if path.suffix.lower() == ".toml":
        raise BadConfiguration(
            f"-a {name}={path}: .toml files are not supported by this version; list the URLs in a .txt"
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"-a {name}={path}: the file cannot be read: {error}") from error
    is_table = path.suffix.lower() == ".csv"
    for number, line in enumerate(text.splitlines(), 1):
        first = next(csv.reader([line]), [""])[0].strip() if is_table else line.strip()
        is_header = is_table and number == 1 and "." not in first
        if first and not first.startswith("#") and not is_header:
            yield first, f"{path}, line {number}: {first}"


def _url(url: str, where: str) -> str:
    full = url if "://" in url else f"https://{url}"
    host = without_credentials(full).partition("://")[2].partition("/")[0]
    if not is_web_url(full) or not ("." in host or host.startswith(("localhost", "["))):
        where = where.replace(url, url.rpartition("@")[2])  # whatever the password does to the URL, it is not shown
        raise BadConfiguration(f"{where}: this is no URL of the web; give one like https://example.com/")
    return full


def parse_age(name: str, value: str) -> datetime:
    """An age before now (30m, 6h, 2d, 1w) or a date or time in ISO 8601; UTC where no zone is given. BadConfiguration names the option."""
    age = _AGE.fullmatch(value)
    try:
        if age:
            return datetime.now(timezone.utc) - timedelta(**{_AGE_UNITS[age[2]]: int(age[1])})
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except (ValueError, OverflowError):
        raise BadConfiguration(f"{name}={value}: an age (6h, 2d) or a date (2026-11-01) is needed") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def _moment(name: str, value: str) -> datetime:
    return parse_age(f"-a {name}", value)


def _pattern(name: str, value: str) -> re.Pattern[str]:
    try:
        return re.compile(value)
    except re.error as error:
        raise BadConfiguration(f"-a {name}={value}: no regular expression: {error}") from error


def _discover(name: str, value: str) -> Discover:
    try:
        return Discover(value)
    except ValueError:
        offer = ", ".join(member.value for member in Discover)
        raise BadConfiguration(f"-a {name}={value}: one of {offer} is needed") from None


def _languages(_: str, value: str) -> tuple[str, ...]:
    return tuple(language.lower() for language in re.split(r"[,\s]+", value) if language)


def _number(name: str, value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise BadConfiguration(f"-a {name}={value}: a whole number is needed, 0 or more")
    return int(value)


def _flag(name: str, value: str) -> bool:
    flags = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if value.lower() not in flags:
        raise BadConfiguration(f"-a {name}={value}: 1 or 0 is needed")
    return flags[value.lower()]


_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "sites": _urls,
    "feeds": _urls,
    "sitemaps": _urls,
    "urls": _urls,
    "discover": _discover,
    "since": _moment,
    "until": _moment,
    "include": _pattern,
    "exclude": _pattern,
    "lang": _languages,
    "depth": _number,
    "max_articles": _number,
    "shard": Shard.read,
    "fresh": _flag,
}
