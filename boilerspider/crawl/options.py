"""Our settings: read once, checked, frozen. Nothing else reads a BOILERSPIDER_ setting.

A new setting is one field here, with its default, its unit and one sentence.
"""

from __future__ import annotations

import enum
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from scrapy.settings import BaseSettings

from boilerspider.crawl.places import in_project
from boilerspider.errors import BadConfiguration, hint
from boilerspider.extractors import extractor
from boilerspider.model import Article, Scope
from boilerspider.reading import DEFAULT_EXTRACTOR
from boilerspider.stores import SIMILARITY

PREFIX = "BOILERSPIDER_"
DEFAULT_STORE = "sqlite:.scrapy/boilerspider.sqlite"

_MOST_DAYS = 36_500
"""A hundred years. Ours."""

_Choice = TypeVar("_Choice", bound=enum.Enum)


class Dedup(enum.Enum):
    """Which fingerprints make two texts one story."""

    OFF = "off"
    EXACT = "exact"
    NEAR = "near"


class OnDuplicate(enum.Enum):
    """What becomes of a duplicate."""

    DROP = "drop"
    TAG = "tag"


class OnRevision(enum.Enum):
    """What becomes of a story whose text changed."""

    EMIT = "emit"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Options:
    """What the BOILERSPIDER_ settings say, in the order of docs/settings.md."""

    extractor: str = DEFAULT_EXTRACTOR
    """Name of the extractor, or its dotted path."""
    extractor_params: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of the extractor."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Item field -> article field, for items whose fields have other names."""
    html_field: str | None = None
    """Item field that holds raw HTML to be extracted in the pipeline."""
    min_words: int = 40
    """Words of text under which a page is not an article."""
    max_bytes: int = 10_000_000
    """Bytes of a page over which it is refused."""
    page_timeout: float = 10.0
    """Seconds that a page may take to be read; with worker processes a hard limit, without them a cooperative one."""
    workers: int = 0
    """Worker processes that read the pages; 0: they are read in the crawl's own process."""
    dedup: Dedup = Dedup.NEAR
    """Which fingerprints are compared: those of equal texts alone, or the sketches of similar ones too."""
    dedup_scope: Scope = Scope.ALL
    """Whose articles a new one is compared with: those of this run, of its site, or all."""
    similarity: float = SIMILARITY
    """The share of two texts from which on they are one story, where sketches are compared."""
    on_duplicate: OnDuplicate = OnDuplicate.DROP
    """Whether a duplicate is dropped, or emitted with `duplicate_of`."""
    on_revision: OnRevision = OnRevision.EMIT
    """Whether a changed text is emitted with its revision number, or dropped."""
    store: str = DEFAULT_STORE
    """URI of the memory of fingerprints across crawls; `read` has put a relative path into the project."""
    store_durable: bool = False
    """Whether what is confirmed survives a power loss, at a tenth of the speed."""
    warc_dir: str | None = None
    """Folder where fetched pages are kept as web archives; None: nowhere."""
    ttl_days: float = 0.0
    """Days without a new text after which a story is forgotten; 0: never."""
    recheck: tuple[float, ...] = (3600.0, 21600.0, 86400.0)
    """Seconds after its first visit at which the news spider fetches a known address again; 0: always; empty: never."""
    site_memory: bool = True
    """Whether what stands in the boilerplate of a site's pages is learnt, and taken out of its articles."""
    report: str | None = None
    """Path of a page, in one file, that tells at the end what the crawl came to."""
    obey_crawl_delay: bool = True
    """Whether robots.txt's Crawl-delay is a floor under the delay of its host (in boilerspider's own project)."""
    private_addresses: bool = False
    """Whether private addresses are asked that only a page names (in boilerspider's own project)."""

    @classmethod
    def read(cls, settings: BaseSettings) -> Options:
        """The options in a project's settings; BadConfiguration names the setting, the value and the fix."""
        given = {name[len(PREFIX) :]: settings[name] for name in settings if name.startswith(PREFIX)}
        _refuse_unknown(given)
        given.setdefault("STORE", DEFAULT_STORE)
        values = {name.lower(): _READERS[name](name, value) for name, value in given.items() if name in _READERS}
        options = cls(**values)
        try:
            extractor(options.extractor, options.extractor_params)
        except BadConfiguration as error:
            raise BadConfiguration(f"{PREFIX}EXTRACTOR: {error}") from error
        return options


A_SHARE_IS_NEEDED = "a number above 0 and at most 1 is needed"


def is_share(number: float) -> bool:
    """Whether a number can be the share from which on two texts are one story."""
    return 0 < number <= 1


def checked_extractor(name: str) -> str:
    """The name of an extractor that there is; BadConfiguration, which lists the known ones, for any other."""
    extractor(name, {})
    return name


def _refuse_unknown(given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        if name in _READERS or value is None:
            continue
        raise BadConfiguration(
            f"{PREFIX}{name} is not a setting of boilerspider; {hint(name, _READERS, form=PREFIX + '{}')}"
        )


def _text(name: str, value: Any, wanted: str = "a non-empty string is needed") -> str:
    if not isinstance(value, str) or not value:
        raise BadConfiguration(f"{PREFIX}{name} = {value!r}: {wanted}")
    return value


def _store(name: str, value: Any) -> str:
    return in_project(_text(name, value, f"the URI of a store is needed, such as {DEFAULT_STORE!r}"))


def _optional_text(name: str, value: Any) -> str | None:
    return (
        None
        if value is None
        else _text(name, value, "a non-empty string is needed; leave it out, or set None, for none")
    )


def _optional_path(name: str, value: Any) -> str | None:
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if path is None:
        return None
    text = _text(name, path, "a path is needed; leave it out, or set None, for none")
    return os.path.expanduser(text)  # noqa: PTH111 - pathlib's raises where there is no such user


def _mapping(name: str, value: Any) -> Mapping[str, Any]:
    try:
        return dict(BaseSettings({name: value}).getdict(name))
    except (TypeError, ValueError) as error:
        raise BadConfiguration(f"{PREFIX}{name} = {value!r}: a dictionary (or JSON object) is needed") from error


def _fields(name: str, value: Any) -> Mapping[str, str]:
    known = [f.name for f in fields(Article)]
    mapping = _mapping(name, value)
    for mine, theirs in mapping.items():
        if not isinstance(mine, str) or not mine:
            raise BadConfiguration(
                f"{PREFIX}{name}: {mine!r} is no name of an item's field; write a string, as in {{'body': {theirs!r}}}"
            )
        if theirs not in known:
            raise BadConfiguration(
                f"{PREFIX}{name}: {mine!r} is to be filled from {theirs!r}, which is no field of an article; "
                f"the fields are {', '.join(known)}"
            )
    return mapping


def _number(minimum: int) -> Callable[[str, Any], int]:
    def read(name: str, value: Any) -> int:
        try:
            number = minimum - 1 if isinstance(value, bool) else int(value)
        except (TypeError, ValueError, OverflowError):
            number = minimum - 1
        if number < minimum or (isinstance(value, float) and number != value):
            raise BadConfiguration(f"{PREFIX}{name} = {value!r}: a whole number of at least {minimum} is needed")
        return number

    return read


def _measure(is_right: Callable[[float], bool], wanted: str) -> Callable[[str, Any], float]:
    def read(name: str, value: Any) -> float:
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not is_right(number):
            raise BadConfiguration(f"{PREFIX}{name} = {value!r}: {wanted}")
        return number

    return read


def _ages(name: str, value: Any) -> tuple[float, ...]:
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, (list, tuple)) else [value]
    try:
        ages = tuple(sorted(-1.0 if isinstance(part, bool) else float(part) for part in parts if part != ""))
    except (TypeError, ValueError, OverflowError):
        ages = (-1.0,)
    if any(not 0 <= age <= _MOST_DAYS * 86_400 for age in ages) or (0 in ages and len(ages) > 1):
        raise BadConfiguration(
            f"{PREFIX}{name} = {value!r}: ages in seconds are needed (3600,21600,86400), 0 alone for always, "
            "or an empty string or list for never"
        )
    return ages


def _flag(name: str, value: Any) -> bool:
    try:
        return BaseSettings({name: value}).getbool(name)
    except ValueError as error:
        raise BadConfiguration(f"{PREFIX}{name} = {value!r}: True or False is needed") from error


def _choice(kind: type[_Choice]) -> Callable[[str, Any], _Choice]:
    def read(name: str, value: Any) -> _Choice:
        try:
            return kind(value)
        except ValueError:
            offer = ", ".join(repr(member.value) for member in kind)
            raise BadConfiguration(f"{PREFIX}{name} = {value!r}: one of {offer} is needed") from None

    return read


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "EXTRACTOR": _text,
    "EXTRACTOR_PARAMS": _mapping,
    "FIELDS": _fields,
    "HTML_FIELD": _optional_text,
    "MIN_WORDS": _number(0),
    "MAX_BYTES": _number(1),
    "PAGE_TIMEOUT": _measure(lambda seconds: 0 < seconds < math.inf, "a number of seconds above 0 is needed"),
    "WORKERS": _number(0),
    "DEDUP": _choice(Dedup),
    "DEDUP_SCOPE": _choice(Scope),
    "SIMILARITY": _measure(is_share, A_SHARE_IS_NEEDED),
    "ON_DUPLICATE": _choice(OnDuplicate),
    "ON_REVISION": _choice(OnRevision),
    "STORE": _store,
    "STORE_DURABLE": _flag,
    "WARC_DIR": _optional_path,
    "TTL_DAYS": _measure(lambda days: 0 <= days <= _MOST_DAYS, "a number of days is needed, or 0 for never"),
    "RECHECK": _ages,
    "SITE_MEMORY": _flag,
    "REPORT": _optional_path,
    "OBEY_CRAWL_DELAY": _flag,
    "PRIVATE_ADDRESSES": _flag,
}
