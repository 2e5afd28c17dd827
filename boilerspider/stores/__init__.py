"""Floor 3, drawer three: stores. A new back end is one file here and one row below, its URI scheme."""

from __future__ import annotations

import re
from typing import cast

from boilerspider.errors import BadConfiguration
from boilerspider.redaction import how_to_write, unescaped
from boilerspider.registry import Drawer
from boilerspider.stores.base import LEASE_SECONDS, Change, Store, Story, UrlOutcome, Visit
from boilerspider.stores.forgetting import forget_chosen, forget_older
from boilerspider.stores.judgement import SIMILARITY

STORES = Drawer(
    "store",
    {
        "memory": "boilerspider.stores.memory:MemoryStore",
        "sqlite": "boilerspider.stores.sqlite.store:SqliteStore",
        "postgres": "boilerspider.stores.postgresql.store:PostgresStore",
        "postgresql": "boilerspider.stores.postgresql.store:PostgresStore",
        "redis": "boilerspider.stores.redis.store:RedisStore",
        "rediss": "boilerspider.stores.redis.store:SecureRedisStore",
    },
    verb="at",
)

STORE_URI = re.compile(r"(?P<name>[\w.]+\.\w+:\w+|[^:]*):?(?P<location>.*)", re.DOTALL)
"""A scheme or a dotted path (package.module:Name), a colon, and whatever the store understands by its location."""


def open_store(uri: str, *, durable: bool = False) -> Store:
    """The store of that URI, to be opened by its `open`; BadConfiguration when there is none or the URI is wrong.

    `memory:`, `sqlite:relative/path`, `sqlite:/absolute/path`, `sqlite:///absolute/path`,
    `postgresql://user:password@host:5432/database` or `redis://user:password@host:6379/0`. A store
    that is durable has what was confirmed on the disk even after a loss of power. The message never
    shows more than the scheme: locations of servers hold passwords.
    """
    match = STORE_URI.fullmatch(uri.strip())
    assert match is not None
    name = match["name"] if "." in match["name"] else match["name"].lower()
    if sign := unescaped(uri.strip()):
        raise BadConfiguration(f"store '{name}:': {how_to_write(sign)}")
    return cast(Store, STORES.load(name).at(match["location"], durable=durable))


__all__ = [
    "LEASE_SECONDS",
    "SIMILARITY",
    "STORES",
    "Change",
    "Store",
    "Story",
    "UrlOutcome",
    "Visit",
    "forget_chosen",
    "forget_older",
    "open_store",
]
