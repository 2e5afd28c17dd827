"""Floor 3, drawer three: stores. A new back end is one file here and one row below, its URI scheme."""

from __future__ import annotations

import re
from typing import cast

from boilerspider.errors import BadConfiguration
from boilerspider.registry import Drawer
from boilerspider.stores.base import LEASE_SECONDS, Store, UrlOutcome, Visit
from boilerspider.stores.judgement import SIMILARITY

STORES = Drawer(
    "store",
    {
        "memory": "boilerspider.stores.memory:MemoryStore",
        "sqlite": "boilerspider.stores.sqlite.store:SqliteStore",
    },
    verb="at",
)

NOT_YET = frozenset({"redis", "rediss", "postgresql", "postgres"})

STORE_URI = re.compile(r"(?P<name>[\w.]+\.\w+:\w+|[^:]*):?(?P<location>.*)", re.DOTALL)
"""A scheme or a dotted path (package.module:Name), a colon, and whatever the store understands by its location."""


def open_store(uri: str, *, durable: bool = False) -> Store:
    """The store of that URI, to be opened by its `open`; BadConfiguration when there is none or the URI is wrong.

    `memory:`, `sqlite:relative/path`, `sqlite:/absolute/path` or `sqlite:///absolute/path`. A store
    that is durable has what was confirmed on the disk even after a loss of power. The message never
    shows more than the scheme: locations of servers hold passwords.
    """
    match = STORE_URI.fullmatch(uri.strip())
    assert match is not None
    name = match["name"] if "." in match["name"] else match["name"].lower()
    if name in NOT_YET:
        raise BadConfiguration(f"store '{name}:' is not there yet; known: memory:, sqlite:PATH")
    return cast(Store, STORES.load(name).at(match["location"], durable=durable))


__all__ = ["LEASE_SECONDS", "SIMILARITY", "STORES", "Store", "UrlOutcome", "Visit", "open_store"]
