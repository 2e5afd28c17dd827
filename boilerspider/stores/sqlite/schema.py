"""The tables of the SQLite store, and what marks a file as one.

Texts that are only looked up are kept as digests, texts that people read are kept once. Times are
microseconds since 1970 in UTC; that of a version since its story was first seen. Numbers of stories and runs are never used again, so that a claim
or an echo can never mean another one. A file of an older schema is brought to this one by `STEPS` when it is opened.
"""

from __future__ import annotations

from typing import Final

APPLICATION_ID: Final = int.from_bytes(b"bspi", "big")
"""Bytes 68 to 71 of the file (SQLite file format, section 1.3.17)."""

SCHEMA_VERSION: Final = 6
"""Bytes 60 to 63 of the file, `user_version`."""

SHORT_URL: Final = "CASE WHEN substr({url}, 1, 8) = 'https://' THEN substr({url}, 9) ELSE ' ' || {url} END"
"""How a URL is kept: nearly all of them begin alike, and an article has little room. No host begins with a space."""

WHOLE_URL: Final = "CASE substr({url}, 1, 1) WHEN ' ' THEN substr({url}, 2) ELSE 'https://' || {url} END"
"""A URL that was kept so."""

BANDS: Final = """
    CREATE TABLE bands (
        key INTEGER NOT NULL,
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (key, story, revision)
    ) STRICT, WITHOUT ROWID
"""
"""Versions by the keys of their sketches. What a key means depends on its algorithm, which is hashed into it."""

VERSIONS_BY_TEXT: Final = "CREATE INDEX versions_by_text ON versions (substr(value, 1, 4))"
"""Four bytes of a digest tell 10^7 texts apart well enough to look few up in vain, and take a quarter of its room."""

COPIES: Final = "CREATE TABLE copies (key BLOB NOT NULL PRIMARY KEY, story INTEGER NOT NULL, url TEXT NOT NULL) STRICT, WITHOUT ROWID"
"""URLs whose last visit found the text of a story that is not theirs; few, and therefore not in `urls`, where each column costs every article."""

COPIES_BY_STORY: Final = "CREATE INDEX copies_by_story ON copies (story)"

SITE_MEMORY: Final = "CREATE TABLE site_memory (site BLOB NOT NULL PRIMARY KEY, memory BLOB NOT NULL) STRICT"
"""What was learnt of each site, found by a digest of its name."""

TABLES: Final = (
    # A run that is open: whose process it is, and until when it is believed where that cannot be looked at.
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        host TEXT NOT NULL,
        pid INTEGER NOT NULL,
        started INTEGER,
        lease_end INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE TABLE sites (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    """
    CREATE TABLE algorithms (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        UNIQUE (name, version)
    ) STRICT
    """,
    """
    CREATE TABLE stories (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        site INTEGER NOT NULL,
        first_seen INTEGER NOT NULL,
        published INTEGER,
        url TEXT NOT NULL,
        title TEXT
    ) STRICT
    """,
    # One text of a story: the fingerprint that decides, the run that brought it, when, and the sketch if it has one.
    """
    CREATE TABLE versions (
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        algorithm INTEGER NOT NULL,
        run INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        value BLOB NOT NULL,
        sketched_by INTEGER,
        sketch BLOB,
        PRIMARY KEY (story, revision)
    ) STRICT, WITHOUT ROWID
    """,
    VERSIONS_BY_TEXT,
    BANDS,
    # A URL, by its digest: the story that it names, and what the last visit came to; either may be missing.
    # The age is that of the first visit at the last one.
    """
    CREATE TABLE urls (
        key BLOB NOT NULL PRIMARY KEY,
        story INTEGER,
        outcome INTEGER,
        checked INTEGER,
        etag TEXT,
        last_modified TEXT,
        age INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    # The claims on versions that nobody has confirmed yet. A confirmed version has none.
    """
    CREATE TABLE claims (
        run INTEGER NOT NULL,
        number INTEGER NOT NULL,
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX claims_by_version ON claims (story, revision)",
    # The URLs that such a version brought to its story.
    """
    CREATE TABLE claimed_urls (
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        key BLOB NOT NULL,
        PRIMARY KEY (story, revision, key)
    ) STRICT, WITHOUT ROWID
    """,
    SITE_MEMORY,
    COPIES,
    COPIES_BY_STORY,
)

TABLE_NAMES: Final = frozenset(statement.split()[2] for statement in TABLES if "TABLE" in statement)

STEPS: Final = {
    1: (
        "ALTER TABLE versions ADD COLUMN sketched_by INTEGER",
        "ALTER TABLE versions ADD COLUMN sketch BLOB",
        "UPDATE versions SET seen = seen - (SELECT first_seen FROM stories WHERE id = story)",
        "DROP TABLE bands",
        BANDS,
        "DROP INDEX versions_by_text",
        VERSIONS_BY_TEXT,
    ),
    2: ("DROP TABLE site_memory", SITE_MEMORY),
    3: ("ALTER TABLE urls ADD COLUMN age INTEGER",),
    4: (COPIES, COPIES_BY_STORY),
    5: (
        *(f"UPDATE {table} SET url = {SHORT_URL.format(url='url')}" for table in ("stories", "copies")),  # noqa: S608
        "DROP INDEX versions_by_text",
        VERSIONS_BY_TEXT,
    ),
}
"""From each schema to the next. Articles of schema 1 have no sketch: only equal texts are told to be theirs. Copies that were
visited before schema 5 say of which story they are when they are asked again."""
