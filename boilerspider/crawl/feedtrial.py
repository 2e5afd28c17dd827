"""A feed's exporter, tried before the crawl: Scrapy builds it when the first item comes, and that item and all others were lost to the feed."""

from __future__ import annotations

import csv
from io import BytesIO
from itertools import chain
from typing import Any

from scrapy.extensions.feedexport import FeedSlot
from scrapy.utils.misc import build_from_crawler

from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration, ItemError

_NOTHING_SAID: dict[str, Any] = {"fields": None, "encoding": None, "indent": None, "item_export_kwargs": {}}
"""The options of a feed that its exporter gets, as they are where nobody says anything."""


def refuse_unfit(slot: FeedSlot) -> None:
    """End the crawl, now and not with its first item, where an exporter does not take its feed's options; one of the project's own may be built only once."""
    if slot.exporters[slot.format].__module__.partition(".")[0] not in ("scrapy", "boilerspider"):
        return
    given = {name: slot.feed_options[name] for name in _NOTHING_SAID}
    error = _trouble(slot, given)
    if error is not None:
        option = _culprit(slot, given, error)
        stop(
            BadConfiguration(
                f"feed {slot.uri}: {option} = {given[option]!r} does not fit format {slot.format!r}: {error}; "
                "mend it, or leave it out"
            )
        )


def _trouble(slot: FeedSlot, options: dict[str, Any]) -> Exception | None:
    """What an exporter with these options fails with when it writes an item to nowhere."""
    renamed = {"fields_to_export": options["fields"], "encoding": options["encoding"], "indent": options["indent"]}
    try:
        exporter = build_from_crawler(
            slot.exporters[slot.format], slot.crawler, BytesIO(), **renamed, **options["item_export_kwargs"]
        )
        exporter.start_exporting()
        exporter.export_item({"url": "http://localhost/"})
    except (csv.Error, ItemError):
        return None  # it is this item that does not fit: nothing is left of it but a field that is empty
    except Exception as error:  # noqa: BLE001 - Scrapy does not look at the options, so they may come to anything
        return error
    return None


def _culprit(slot: FeedSlot, given: dict[str, Any], error: Exception) -> str:
    """The option that an exporter does not take, or without which it takes the others."""
    alone = (name for name in given if repr(_trouble(slot, {**_NOTHING_SAID, name: given[name]})) == repr(error))
    without = (name for name in given if _trouble(slot, {**given, name: _NOTHING_SAID[name]}) is None)
    return next(chain(alone, without), "item_export_kwargs")
