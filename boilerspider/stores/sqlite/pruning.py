"""What is old, or chosen, is taken out in parts: the writer's lock is held for a part, and other runs come in between.

Of what is old first the stories, by number, each part with the URLs that name them; then the visits, by key.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from boilerspider.stores.base import Pruned
from boilerspider.stores.encoding import to_microseconds, url_key
from boilerspider.stores.forgetting import part_of
from boilerspider.stores.sqlite.acts import drop_stories

STORIES_AT_ONCE: Final = 5_000
"""Stories in a part: half a second, beside the quarter that finding their URLs among 1,000,000 takes. Ours."""

VISITS_AT_ONCE: Final = 20_000
"""Visits in a part. Ours."""

PAUSE_S: Final = 0.2
"""Seconds between two parts. Whoever waits for the lock asks for it every 0.1 s at least (sqlite3.c, sqliteDefaultBusyCallback)."""

OLD_STORIES: Final = """
    SELECT id FROM stories
    WHERE id > ? AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.story = stories.id)
      AND first_seen + (SELECT max(seen) FROM versions WHERE versions.story = stories.id) < ?
    ORDER BY id LIMIT ?
"""
UNNAME_LOST: Final = """
    UPDATE urls SET story = NULL WHERE story BETWEEN ? AND ? AND story NOT IN (SELECT id FROM stories)
"""
OLD_VISITS: Final = """
    SELECT key FROM urls WHERE key > ? AND (checked < ? OR (story IS NULL AND outcome IS NULL)) ORDER BY key LIMIT ?
"""
FORGET_VISIT: Final = """
    UPDATE urls SET outcome = NULL, checked = NULL, etag = NULL, last_modified = NULL, age = NULL WHERE key = ?
"""
UNCLAIMED: Final = """
    SELECT id FROM stories
    WHERE id > ? AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.story = stories.id) ORDER BY id LIMIT ?
"""
IS_UNCLAIMED: Final = """
    SELECT 1 FROM stories WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.story = ?1)
"""
LOST_URLS: Final = "FROM urls WHERE story BETWEEN ? AND ? AND story NOT IN (SELECT id FROM stories)"
DROP_LOST: Final = (f"DELETE FROM copies WHERE key IN (SELECT key {LOST_URLS})", f"DELETE {LOST_URLS}")  # noqa: S608
LOOSE_VISITS: Final = "SELECT key FROM urls WHERE key > ? AND story IS NULL ORDER BY key LIMIT ?"
DROP_COPY: Final = "DELETE FROM copies WHERE key = ?"
DROP_UNUSED_URL: Final = "DELETE FROM urls WHERE key = ? AND story IS NULL"


def prune(connection: sqlite3.Connection, before: datetime, place: Any) -> Pruned:
    """Forget some of what is older, from a place on: the number of a story, then the key of a URL."""
    moment = to_microseconds(before)
    if isinstance(place, bytes):
        return _prune_visits(connection, moment, place)
    return _prune_stories(connection, moment, place or 0)


def forget(connection: sqlite3.Connection, chosen: Collection[int] | None, place: Any) -> Pruned:
    """Forget some of these stories that nobody claims, from a number on, with the URLs that name them."""
    part = part_of(chosen, place or 0, STORIES_AT_ONCE)
    if part is None:
        part = [story for (story,) in connection.execute(UNCLAIMED, (place or 0, STORIES_AT_ONCE)).fetchall()]
    there = [story for story in part if connection.execute(IS_UNCLAIMED, (story,)).fetchone()]
    if there:
        drop_stories(connection, there)
        for statement in DROP_LOST:
            connection.execute(statement, (there[0], there[-1]))
    return Pruned(len(there), part[-1] if len(part) == STORIES_AT_ONCE else None, PAUSE_S)


def forget_loose(connection: sqlite3.Connection, place: Any, kept: Collection[str]) -> Pruned:
    """Forget some of the visits that belong to no story, and to no URL that is kept, from a key on."""
    loose = connection.execute(LOOSE_VISITS, (place or b"", VISITS_AT_ONCE)).fetchall()
    spared = {(url_key(url),) for url in kept}
    for statement in (DROP_COPY, DROP_UNUSED_URL):
        connection.executemany(statement, [row for row in loose if row not in spared])
    return Pruned(0, loose[-1][0] if len(loose) == VISITS_AT_ONCE else None, PAUSE_S)


def _prune_stories(connection: sqlite3.Connection, moment: int, after: int) -> Pruned:
    old = [story for (story,) in connection.execute(OLD_STORIES, (after, moment, STORIES_AT_ONCE)).fetchall()]
    if old:
        drop_stories(connection, old)
        connection.execute(UNNAME_LOST, (old[0], old[-1]))
    return Pruned(len(old), old[-1] if len(old) == STORIES_AT_ONCE else b"", PAUSE_S if old else 0.0)


def _prune_visits(connection: sqlite3.Connection, moment: int, after: bytes) -> Pruned:
    old = connection.execute(OLD_VISITS, (after, moment, VISITS_AT_ONCE)).fetchall()
    for statement in (FORGET_VISIT, DROP_COPY, DROP_UNUSED_URL):
        connection.executemany(statement, old)
    return Pruned(0, old[-1][0] if len(old) == VISITS_AT_ONCE else None, PAUSE_S)
