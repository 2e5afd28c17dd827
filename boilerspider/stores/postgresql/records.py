"""The statements that note, recall, list and forget visits and stories."""

from __future__ import annotations

from typing import Final

from boilerspider.stores import encoding

NOTE: Final = """
    INSERT INTO urls (key, outcome, checked, etag, last_modified, age) VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (key) DO UPDATE SET
        outcome = excluded.outcome, checked = excluded.checked,
        etag = excluded.etag, last_modified = excluded.last_modified, age = excluded.age
"""
DROP_COPIES: Final = "DELETE FROM copies WHERE key = ANY(%s)"
ADD_COPY: Final = """
    INSERT INTO copies (key, url, story) SELECT %s, %s, story FROM urls WHERE key = %s AND story IS NOT NULL
"""
RECALL: Final = """
    SELECT urls.key, outcome, checked, etag, last_modified, age, stories.url
    FROM urls LEFT JOIN copies ON copies.key = urls.key LEFT JOIN stories ON stories.id = copies.story
    WHERE urls.key = ANY(%s) AND outcome IS NOT NULL
"""
STORIES: Final = """
    SELECT stories.id, stories.url, sites.name, stories.title, stories.published, stories.first_seen,
           max(versions.revision), max(versions.seen),
           (SELECT string_agg(copies.url, chr(10)) FROM copies WHERE copies.story = stories.id)
    FROM stories JOIN sites ON sites.id = stories.site JOIN versions ON versions.story = stories.id
    WHERE {which} AND NOT EXISTS (
        SELECT 1 FROM claims WHERE claims.story = versions.story AND claims.revision = versions.revision
    )
    GROUP BY stories.id, sites.name ORDER BY stories.first_seen DESC, stories.id DESC LIMIT %s
"""
SINCE: Final = "(%s::bigint IS NULL OR stories.first_seen >= %s::bigint)"
RECENT: Final = STORIES.format(which=SINCE)
NAMED: Final = STORIES.format(which="stories.id = (SELECT story FROM urls WHERE key = %s)")
BETWEEN: Final = STORIES.format(which=f"{SINCE} AND stories.id > %s AND stories.id <= %s")
LAST_BEHIND: Final = (
    f"SELECT max(id) FROM (SELECT id FROM stories WHERE {SINCE} AND id > %s ORDER BY id LIMIT %s) AS next"  # noqa: S608
)
LISTED_AT_ONCE: Final = 5_000
"""Stories that are listed in one act: 1.5 MB, which take 15 seconds by a slow line. Ours."""

ALL_UNCLAIMED: Final = """
    CREATE TEMPORARY TABLE chosen ON COMMIT DROP AS
    SELECT id FROM stories WHERE id > %s AND id NOT IN (SELECT story FROM claims) ORDER BY id LIMIT %s
"""
UNCLAIMED: Final = """
    CREATE TEMPORARY TABLE chosen ON COMMIT DROP AS
    SELECT id FROM stories WHERE id = ANY(%s) AND id NOT IN (SELECT story FROM claims)
"""
DROP_URLS_OF_CHOSEN: Final = (
    "DELETE FROM copies WHERE key IN (SELECT key FROM urls WHERE story IN (SELECT id FROM chosen))",
    "DELETE FROM urls WHERE story IN (SELECT id FROM chosen)",
)
STORIES_AT_ONCE: Final = 500
"""Stories that are forgotten in one act: some tenths of a second, in which other runs wait. Ours."""

VISITS_AT_ONCE: Final = 5_000
"""Visits that are forgotten in one act. Ours."""

OLD_STORIES: Final = """
    CREATE TEMPORARY TABLE chosen ON COMMIT DROP AS
    SELECT story AS id FROM versions
    WHERE story > %s AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.story = versions.story)
    GROUP BY story HAVING max(seen) < %s ORDER BY story LIMIT %s
"""
CHOSEN: Final = "SELECT id FROM chosen ORDER BY id"
LAST_CHOSEN: Final = "SELECT max(id) FROM chosen"
CHOSEN_SKETCHES: Final = (
    "SELECT story, revision, sketch FROM versions WHERE story IN (SELECT id FROM chosen) AND sketch IS NOT NULL"
)
FORGET: Final = (
    "DELETE FROM versions WHERE story IN (SELECT id FROM chosen)",
    "UPDATE urls SET story = NULL WHERE story IN (SELECT id FROM chosen)",
    "DELETE FROM copies WHERE story IN (SELECT id FROM chosen)",
)
FORGET_STORIES: Final = "DELETE FROM stories WHERE id IN (SELECT id FROM chosen) RETURNING id"
OLD_VISITS: Final = """
    SELECT key FROM urls WHERE key > %s AND (checked < %s OR (story IS NULL AND outcome IS NULL)) ORDER BY key LIMIT %s
"""
FORGET_VISITS: Final = (
    """
    UPDATE urls SET outcome = NULL, checked = NULL, etag = NULL, last_modified = NULL, age = NULL
    WHERE key = ANY(%s)
    """,
    DROP_COPIES,
    "DELETE FROM urls WHERE key = ANY(%s) AND story IS NULL",
)
LOOSE_VISITS: Final = "SELECT key FROM urls WHERE key > %s AND story IS NULL ORDER BY key LIMIT %s"
DROP_LOOSE: Final = FORGET_VISITS[1:]


def storable(text: str) -> str:
    """A text that PostgreSQL takes: without lone surrogates and without the character of code 0."""
    return encoding.storable(text).replace("\0", "\ufffd")
