"""What a crawl's feeds have stored: FEEDS names them before their places are filled in, and before anybody knows whether they get items."""

from __future__ import annotations

import os.path
import re
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedSlot

from boilerspider.crawl.namedfeeds import named_feeds
from boilerspider.crawl.outputs.partition import TEMPLATE
from boilerspider.redaction import redacted

MOST_NAMED = 5
"""Files of one feed that are named one by one. Ours."""

_STORED: WeakKeyDictionary[Crawler, dict[str, list[str]]] = WeakKeyDictionary()
"""Crawl -> what its feeds are called in FEEDS -> the URIs under which they, or their batches, were stored."""

_LAST_STEP = re.compile(r"[^/\\]*$")


def expect(crawler: Crawler) -> None:
    """From here on what is stored is noted."""
    _STORED.setdefault(crawler, {})


def note(crawler: Crawler, slot: FeedSlot) -> None:
    """A feed, or a batch of one, was stored."""
    template = str(slot.feed_options.get(TEMPLATE, slot.uri_template))
    _STORED.setdefault(crawler, {}).setdefault(template, []).append(slot.uri)


def stored(crawler: Crawler) -> list[str]:
    """What to call what was stored, without passwords; what FEEDS says where nobody looked."""
    if crawler not in _STORED:
        return [redacted(str(uri)) for uri in named_feeds(crawler.settings)]
    return [redacted(name) for uris in _STORED[crawler].values() for name in _names(uris)]


def _names(uris: Sequence[str]) -> Sequence[str]:
    """The URIs of one feed, or the place that they share and how many there are; the batches of a table are no places."""
    shared = os.path.commonprefix(list(uris))  # noqa: RUF071 - URIs: one step of them may differ in a part
    table, sign, _ = shared.partition("?")
    if len(uris) > 1 and sign and ":" in table:  # else it is a part of a file's name
        return [f"{table} ({len(uris)} batches)"]
    if len(uris) > MOST_NAMED:
        return [f"{_LAST_STEP.sub('', shared) or './'} ({len(uris)} files)"]
    return sorted(uris)
