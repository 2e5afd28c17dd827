"""`sites.toml`: the sites of a crawl, each with what is its own; read once, checked, told with line numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any

from boilerspider.crawl.options import A_SHARE_IS_NEEDED, checked_extractor, is_share
from boilerspider.discovery import is_language
from boilerspider.errors import BadConfiguration, hint
from boilerspider.spiders.times import seconds
from boilerspider.urls import is_web_url, site_of, without_credentials

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MOST_DELAY = 3_600.0
"""Seconds between two requests of a site, at most: more makes a crawl of a hundred pages take days. Ours."""

_NO_TOML = (
    'this is no TOML; write name = value, and a text between two quotation marks, as in start = "https://example.com/"'
)
_SINGLE = "write a regular expression between single quotation marks, where a backslash is one: include = '/\\d{4}/'"
_LINE_OF_ERROR = re.compile(r"^(?P<what>.*?) \(at line (?P<line>\d+), column \d+\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SiteRules:
    """What a sites file says of one site."""

    start: tuple[str, ...] = ()
    """Front and section pages to begin with."""
    feeds: tuple[str, ...] = ()
    """Feeds to read, wherever they are served."""
    sitemaps: tuple[str, ...] = ()
    """Sitemaps to read."""
    include: re.Pattern[str] | None = None
    """Only articles whose URL this finds something in."""
    exclude: re.Pattern[str] | None = None
    """No articles whose URL this finds something in."""
    language: tuple[str, ...] = ()
    """Only articles in these languages, in the place of the crawl's."""
    delay: float = 0.0
    """Seconds between two requests, at least."""
    extractor: str | None = None
    """The extractor for its pages."""
    similarity: float | None = None
    """From where on two texts are one story, for its stories; None: as the setting says."""
    max_per_site: int | None = None
    """Pages that are asked in one crawl; 0: as many as there are, None: as the crawl says."""
    time_per_site: float | None = None
    """Seconds after its first page in which others are asked; 0: no end, None: as the crawl says."""

    @property
    def site(self) -> str:
        """The site that the rules are for."""
        return next(site_of(url) for url in (*self.start, *self.sitemaps, *self.feeds))

    @property
    def filters(self) -> str:
        """A name for what decides which pages are wanted; "" where all are."""
        patterns = [pattern.pattern if pattern else "" for pattern in (self.include, self.exclude)]
        said = "\n".join((*patterns, *self.language))
        return blake2b(said.encode(), digest_size=6).hexdigest() if said.strip() else ""


def read_sites(path: Path) -> tuple[SiteRules, ...]:
    """The sites of a file; BadConfiguration says in which line what is wrong, and the fix."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text)
    except OSError as error:
        raise BadConfiguration(f"{path}: the file cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadConfiguration(f"{path}: the file cannot be read: it is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        fix = _SINGLE if "Unescaped" in str(error) else _NO_TOML
        raise BadConfiguration(f"{_where_it_broke(path, text, str(error))}: {fix}") from error
    except RecursionError as error:
        raise BadConfiguration(
            f"{path}: the file cannot be read: its lists or tables lie too deep in each other"
        ) from error
    return _Reader(path, text).sites(table)


def _where_it_broke(path: Path, text: str, message: str) -> str:
    found = _LINE_OF_ERROR.match(message)
    line = int(found["line"]) if found else text.count("\n") + 1
    what = found["what"] if found else message.partition(" (at ")[0]
    return f"{path}, line {line}: {what}"


class _Reader:
    """Reads the tables of one file, and knows in which line each stands."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()
        self._heads = [n for n, line in enumerate(self._lines, 1) if re.match(r"\s*\[\[\s*site\s*\]\]", line)]

    def sites(self, table: Mapping[str, Any]) -> tuple[SiteRules, ...]:
        for name in table:
            if name not in {"site", "defaults"}:
                self._refuse(self._line_of(name, 0), f"{name} is not understood; begin each site with [[site]]")
        defaults, entries = table.get("defaults", {}), table.get("site", [])
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            self._refuse(1, "there is no site in it; begin each with [[site]] and name its start")
        if not isinstance(defaults, dict):
            self._refuse(self._line_of("defaults", 0), "defaults is a table: [defaults]")
        for name in {"start", "feeds", "sitemaps"}.intersection(defaults):
            self._refuse(self._line_of(name, 0), f"{name} belongs to a site; put it below a [[site]]")
        common = {name: self._value(name, value, self._line_of(name, 0)) for name, value in defaults.items()}
        places: dict[str, int] = {}
        found = []
        for number, entry in enumerate(entries):
            head = self._heads[number] if number < len(self._heads) else self._line_of("site", 0)
            own = {name: self._value(name, value, self._line_of(name, head)) for name, value in entry.items()}
            rules = SiteRules(**{**common, **own})
            if not (rules.start or rules.feeds or rules.sitemaps):
                self._refuse(head, 'this site has no start; add start = "https://example.com/", or feeds or sitemaps')
            if len(begun := dict.fromkeys(map(site_of, rules.start))) > 1:
                named = " and ".join(begun)
                self._refuse(self._line_of("start", head), f"start names {named}; give each site a [[site]] of its own")
            if rules.site in places:
                self._refuse(
                    head, f"{rules.site} stands in line {places[rules.site]} already; put both into one [[site]]"
                )
            places[rules.site] = head
            found.append(rules)
        return tuple(found)

    def _value(self, name: str, value: Any, line: int) -> Any:
        if name not in _VALUES:
            self._refuse(line, f"{name} is not understood; {hint(name, _VALUES)}")
        try:
            return _VALUES[name](value)
        except (ValueError, TypeError, re.error, BadConfiguration) as error:
            shown = without_credentials(value) if isinstance(value, str) else value
            self._refuse(line, f"{name} = {shown!r}: {error}")

    def _line_of(self, name: str, after: int) -> int:
        """The line in which a name is given a value, or made a table, below the head of its site."""
        given = re.compile(rf"""\s*(?:\[+\s*)?["']?{re.escape(name)}["']?\s*[=\]]""")
        below = range(after + 1, len(self._lines) + 1)
        return next((n for n in below if given.match(self._lines[n - 1])), max(after, 1))

    def _refuse(self, line: int, what: str) -> Any:
        raise BadConfiguration(f"{self._path}, line {line}: {what}")


def _addresses(value: Any) -> tuple[str, ...]:
    urls = [value] if isinstance(value, str) else value
    if not isinstance(urls, list) or not all(isinstance(url, str) and is_web_url(url) for url in urls):
        raise ValueError('an address like "https://example.com/" is needed, or a list of them')
    return tuple(dict.fromkeys(urls))


def _pattern(value: Any) -> re.Pattern[str] | None:
    if not isinstance(value, str):
        raise TypeError("a regular expression is needed, between quotation marks")
    return regular_expression(value)


def regular_expression(value: str) -> re.Pattern[str] | None:
    """The pattern that is written there, none where nothing is: that would be found in all; ValueError says why it is none."""
    try:
        return re.compile(value) if value.strip() else None
    except re.error as error:
        raise ValueError(f"this is no regular expression: {error}") from error
    except (RecursionError, OverflowError) as error:
        raise ValueError(f"a simpler regular expression is needed: {error}") from error


def _languages(value: Any) -> tuple[str, ...]:
    tags = [value] if isinstance(value, str) else value
    if not isinstance(tags, list) or not all(isinstance(tag, str) and is_language(tag) for tag in tags):
        raise ValueError('a language like "en" is needed, or a list of them')
    return tuple(tag.lower() for tag in tags)


def _number(most: float, *, whole: bool = False, unit: str = "") -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        is_number = isinstance(value, int) or (isinstance(value, float) and not whole)
        if isinstance(value, bool) or not is_number or not 0 <= value <= most:
            raise ValueError(f"a {'whole ' if whole else ''}number{unit} from 0 to {most:g} is needed")
        return value

    return read


def _time(value: Any) -> Any:
    try:
        return _number(1e9)(seconds(value) if isinstance(value, str) else value)
    except ValueError:
        raise ValueError('a time is needed: a number of seconds, or "30m", "2h"') from None


def _extractor(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("the name of an extractor is needed")
    return checked_extractor(value)


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not is_share(value):
        raise ValueError(A_SHARE_IS_NEEDED)
    return float(value)


_VALUES: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "start": _addresses,
        "feeds": _addresses,
        "sitemaps": _addresses,
        "include": _pattern,
        "exclude": _pattern,
        "language": _languages,
        "delay": _number(MOST_DELAY, unit=" of seconds"),
        "extractor": _extractor,
        "similarity": _share,
        "max_per_site": _number(1e9, whole=True),
        "time_per_site": _time,
    }
)


def by_site(rules: Sequence[SiteRules]) -> dict[str, SiteRules]:
    """Site -> what its file says of it."""
    return {one.site: one for one in rules}
