"""What FEEDS says, checked before anything is asked: Scrapy ends a crawl over some mistakes with a traceback, and finds others with its first item."""

from __future__ import annotations

import codecs
import difflib
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import PureWindowsPath
from typing import Any
from urllib.parse import urlparse

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.utils.conf import feed_complete_default_values_from_settings
from scrapy.utils.misc import load_object

from boilerspider.crawl.feedslots import are_wanted
from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.crawl.outputs.partition import OWN_FILTER
from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration, hint

logger = logging.getLogger(__name__)

_QUOTED = "{!r}"

_OPTIONS = (
    *("format", "batch_item_count", "encoding", "fields", "indent", "item_classes", "item_filter"),
    *("item_export_kwargs", "overwrite", "postprocessing", "store_empty", "uri_params"),
)
"""The options of a feed that Scrapy 2.19 knows. Filters, storages and plugins of a project may read others."""

_ALIKE = 0.8
"""Likeness (difflib's ratio) from which on an option that Scrapy does not know is one of them misspelt. Ours."""

_BATCH_NAMES = re.compile(r"%\(batch_time\)s|%\(batch_id\)")
"""What tells the files of a feed's batches apart, as Scrapy has it."""


class FeedChecks:
    """Ends the crawl over a mistake in FEEDS; extension, which is built when the reactor is there: what FEEDS names may import it."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FeedChecks:
        try:
            refuse_mistakes(crawler.settings)
        except BadConfiguration as error:
            stop(error)
        return cls()


def refuse_mistakes(settings: BaseSettings) -> None:
    """BadConfiguration, with the feed and the fix, for the first mistake in a feed; where Scrapy's exporter is off nothing is looked at."""
    if are_wanted(settings):
        _check_settings(settings)
        for uri, options in named_feeds(settings).items():
            _check(str(uri), options, settings)


def _check_settings(settings: BaseSettings) -> None:
    """What is said of all feeds, each of which Scrapy reads, wanted or not."""
    for name, (read, wanted) in _OF_ALL.items():
        _check_setting(settings, name, read, wanted)
    for name in ("FEED_STORAGES", "FEED_EXPORTERS"):
        for key, path in settings.getwithbase(name).items():
            if path is not None:
                with suppress(NotConfigured):  # Scrapy does without it
                    _imported(f"{name}: {key} = ", path, "a class")


def _check_setting(settings: BaseSettings, name: str, read: Callable[[BaseSettings, str], Any], wanted: str) -> None:
    try:
        read(settings, name)
    except (TypeError, ValueError):
        raise BadConfiguration(f"{name} = {settings[name]!r}: {wanted} is needed") from None


def _check(uri: str, options: Any, settings: BaseSettings) -> None:
    if not isinstance(options, dict):
        raise BadConfiguration(
            f"feed {uri}: {options!r} cannot be its options; a dictionary is needed, such as {{'format': 'jsonlines'}}"
        )
    _tell_of_misspelt(uri, options)
    feed = feed_complete_default_values_from_settings(options, settings, uri)
    _check_place(uri, _known(settings, "FEED_STORAGES"))
    _check_format(uri, feed["format"], _known(settings, "FEED_EXPORTERS"))
    _check_batches(uri, feed["batch_item_count"])
    for option, (is_right, wanted) in _LOADED.items():
        for path in _named(uri, option, feed[option]) if option in feed else ():
            _check_object(uri, option, path, is_right, wanted)
    if isinstance(feed["fields"], str):
        raise BadConfiguration(f"feed {uri}: fields = {feed['fields']!r}: a list is needed, such as ['url', 'title']")
    if not isinstance(feed["item_export_kwargs"], dict):
        raise BadConfiguration(
            f"feed {uri}: item_export_kwargs = {feed['item_export_kwargs']!r}: a dictionary is needed"
        )
    try:
        codecs.lookup(feed["encoding"] or "utf-8")
    except (LookupError, TypeError):
        raise BadConfiguration(f"feed {uri}: unknown encoding {feed['encoding']!r}; write 'utf-8'") from None


def _tell_of_misspelt(uri: str, options: Mapping[str, Any]) -> None:
    """A WARNING for options that Scrapy would pass over."""
    for name in map(str, options.keys() - _OPTIONS):
        for meant in difflib.get_close_matches(name, _OPTIONS, 1, _ALIKE):
            logger.warning("feed %s: %r is no option of Scrapy's feeds; did you mean %r?", uri, name, meant)


def _known(settings: BaseSettings, name: str) -> list[str]:
    return [str(key) for key, path in settings.getwithbase(name).items() if path is not None]


def _check_place(uri: str, known: list[str]) -> None:
    scheme = urlparse(uri).scheme
    if scheme not in known and not PureWindowsPath(uri).drive:
        raise BadConfiguration(
            f"feed {uri}: unknown place '{scheme}:'; {hint(scheme, [*filter(None, known)], meant=_QUOTED)}"
        )


def _check_format(uri: str, name: Any, known: list[str]) -> None:
    if not name:
        raise BadConfiguration(
            f"feed {uri} has no format: its options name none, and its name ends in none; known: {', '.join(known)}"
        )
    if name not in known:
        raise BadConfiguration(f"feed {uri}: unknown format {name!r}; {hint(str(name), known, meant=_QUOTED)}")


def _check_batches(uri: str, count: Any) -> None:
    if not count:
        return
    if not isinstance(count, (int, float)) or count < 0:
        raise BadConfiguration(f"feed {uri}: batch_item_count = {count!r}: a whole number is needed")
    if not _BATCH_NAMES.search(uri):
        raise BadConfiguration(
            f"feed {uri}: with batch_item_count it is many files; put %(batch_id)d into its name, which tells them apart"
        )


def _named(uri: str, option: str, value: Any) -> Iterable[Any]:
    """The objects that an option names; where it is empty Scrapy asks for none, but for a filter, and for plugins that are None."""
    if not value and option != "item_filter" and (option, value) != ("postprocessing", None):
        return ()
    if option not in _LISTS:
        return (value,)
    if not isinstance(value, (list, tuple, AbstractSet)):
        raise BadConfiguration(f"feed {uri}: {option} = {value!r}: a list is needed")
    return value


def _check_object(uri: str, option: str, path: Any, is_right: Callable[[Any], bool], wanted: str) -> None:
    if not is_right(_imported(f"feed {uri}: {option} ", path, wanted)):
        raise BadConfiguration(f"feed {uri}: {option} {path!r} is no {wanted.partition(' ')[2]}; name one")


def _imported(place: str, path: Any, wanted: str) -> Any:
    try:
        return load_object(path)
    except (ImportError, NameError, TypeError, ValueError) as error:
        raise BadConfiguration(
            f"{place}{path!r} cannot be imported: {error}; name {wanted}, such as 'package.module.Name'"
        ) from error


def _is_class(found: Any) -> bool:
    return isinstance(found, type)


_LOADED: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "item_filter": (callable, "a class"),
    OWN_FILTER: (callable, "a class"),
    "item_classes": (_is_class, "a class"),
    "postprocessing": (callable, "a class"),
    "uri_params": (callable, "a function"),
}
"""Options that name objects: what they are to be."""

_OF_ALL: Mapping[str, tuple[Callable[[BaseSettings, str], Any], str]] = {
    "FEED_EXPORT_BATCH_ITEM_COUNT": (BaseSettings.getint, "a whole number"),
    "FEED_EXPORT_INDENT": (lambda settings, name: settings[name] is None or settings.getint(name), "a whole number"),
    "FEED_EXPORT_FIELDS": (BaseSettings.getdictorlist, "a list, such as ['url', 'title'],"),
    "FEED_STORE_EMPTY": (BaseSettings.getbool, "True or False"),
}
"""Settings from which each feed has what it does not say itself: how Scrapy reads them, and what they are to be."""

_LISTS = frozenset(("item_classes", "postprocessing"))
"""Those that name several."""
