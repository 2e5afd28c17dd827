"""What the store can tell: visits by URL, and stories to be listed and forgotten.

Each function is part of a transaction that its caller holds, or reads alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from boilerspider.stores.base import Story, Visit
from boilerspider.stores.encoding import storable, to_microseconds, url_key
from boilerspider.stores.rows import copies_in, last_of, row_of, story_in, visit_in
from boilerspider.stores.sqlite.schema import SHORT_URL, WHOLE_URL

ASKED_AT_ONCE: Final = 500
"""URLs in one question; SQLite takes at least 999 parameters in all its builds."""

MANY_URLS: Final = 50_000
"""URLs of a question before which all keys are gone through, at a third of a microsecond a key. To look one up takes some microseconds, and 50 and more
in a file of few rows among which are long lists: to compare its key with a row's SQLite reads all of that row. Ours."""

NOTE: Final = """
    INSERT INTO urls (key, outcome, checked, etag, last_modified, age) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET
        outcome = excluded.outcome, checked = excluded.checked,
        etag = excluded.etag, last_modified = excluded.last_modified, age = excluded.age
"""
DROP_COPY: Final = "DELETE FROM copies WHERE key = ?"
ADD_COPY: Final = f"""
    INSERT INTO copies (key, url, story)
    SELECT ?1, {SHORT_URL.format(url="?2")}, story FROM urls WHERE key = ?3 AND story IS NOT NULL
"""  # noqa: S608
RECALL: Final = f"""
    SELECT urls.key, outcome, checked, etag, last_modified, age,
           CASE WHEN stories.url IS NOT NULL THEN {WHOLE_URL.format(url="stories.url")} END
    FROM urls LEFT JOIN copies ON copies.key = urls.key LEFT JOIN stories ON stories.id = copies.story
    WHERE outcome IS NOT NULL AND urls.key IN
"""  # noqa: S608

ALL_KEYS: Final = "SELECT key FROM urls"

STORIES: Final = f"""
    SELECT stories.id, {WHOLE_URL.format(url="stories.url")}, sites.name, stories.title, stories.published,
           stories.first_seen, max(versions.revision), stories.first_seen + max(versions.seen),
           (SELECT group_concat({WHOLE_URL.format(url="copies.url")}, char(10)) FROM copies WHERE copies.story = stories.id)
    FROM stories JOIN sites ON sites.id = stories.site JOIN versions ON versions.story = stories.id
    WHERE {{which}} AND NOT EXISTS (
        SELECT 1 FROM claims WHERE claims.story = versions.story AND claims.revision = versions.revision
    )
    GROUP BY stories.id ORDER BY stories.first_seen DESC, stories.id DESC LIMIT ?
"""  # noqa: S608
RECENT: Final = STORIES.format(which="stories.first_seen >= ?")
NAMED: Final = STORIES.format(which="stories.id = (SELECT story FROM urls WHERE key = ?)")


def note(connection: sqlite3.Connection, visits: Sequence[Visit]) -> None:
    """Remember what fetching URLs came to."""
    visits = last_of(visits)
    rows = [row_of(visit, storable) for visit in visits]
    connection.executemany(NOTE, rows)
    connection.executemany(DROP_COPY, [row[:1] for row in rows])
    connection.executemany(ADD_COPY, copies_in(visits, storable))


def recall(connection: sqlite3.Connection, urls: Sequence[str]) -> Iterator[Visit]:
    """What is remembered of those of the URLs that were visited."""
    named = {url_key(url): url for url in urls}
    keys = list(named)
    if len(keys) >= MANY_URLS:
        keys = [key for (key,) in connection.execute(ALL_KEYS) if key in named]
    for start in range(0, len(keys), ASKED_AT_ONCE):
        asked = keys[start : start + ASKED_AT_ONCE]
        for key, *rest in connection.execute(f"{RECALL}({','.join('?' * len(asked))})", asked):
            yield visit_in(named[key], rest)


def stories(connection: sqlite3.Connection, since: datetime | None, limit: int | None) -> list[Story]:
    """The confirmed stories first seen since then, the newest first."""
    start = to_microseconds(since) if since is not None else -(2**63)
    return [story_in(row) for row in connection.execute(RECENT, (start, -1 if limit is None else limit))]


def story_of(connection: sqlite3.Connection, url: str) -> Story | None:
    """The confirmed story that a URL names."""
    row = connection.execute(NAMED, (url_key(url), 1)).fetchone()
    return None if row is None else story_in(row)
