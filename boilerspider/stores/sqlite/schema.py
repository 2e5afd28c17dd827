"""The tables of the SQLite store, and what marks a file as one.

Texts that are only looked up are kept as digests, texts that people read are kept once. Times are
microseconds since 1970 in UTC. Numbers of stories and runs are never used again, so that a claim
or an echo can never mean another one. A later schema is reached by steps that only add.
"""

from __future__ import annotations

from typing import Final

from boilerspider.stores.base import UrlOutcome

APPLICATION_ID: Final = int.from_bytes(b"bspi", "big")
"""Bytes 68 to 71 of the file (SQLite file format, section 1.3.17)."""

SCHEMA_VERSION: Final = 1
"""Bytes 60 to 63 of the file, `user_version`."""

OUTCOMES: Final = (UrlOutcome.ARTICLE, UrlOutcome.DUPLICATE, UrlOutcome.NOTHING)
"""What the numbers in `urls.outcome` mean; only ever appended to."""

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
    # One text of a story: the fingerprint that decides, the run that brought it, when.
    """
    CREATE TABLE versions (
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        algorithm INTEGER NOT NULL,
        run INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY (story, revision)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX versions_by_text ON versions (value)",
    # Near fingerprints of a version are found by a few keys each.
    """
    CREATE TABLE bands (
        algorithm INTEGER NOT NULL,
        key INTEGER NOT NULL,
        story INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (algorithm, key, story, revision)
    ) STRICT, WITHOUT ROWID
    """,
    # A URL, by its digest: the story that it names, and what the last visit came to; either may be missing.
    """
    CREATE TABLE urls (
        key BLOB NOT NULL PRIMARY KEY,
        story INTEGER,
        outcome INTEGER,
        checked INTEGER,
        etag TEXT,
        last_modified TEXT
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
    # How often a block of text stood on pages of a site.
    """
    CREATE TABLE site_memory (
        site INTEGER NOT NULL,
        algorithm INTEGER NOT NULL,
        key INTEGER NOT NULL,
        count INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        PRIMARY KEY (site, algorithm, key)
    ) STRICT, WITHOUT ROWID
    """,
)

TABLE_NAMES: Final = frozenset(statement.split()[2] for statement in TABLES if "TABLE" in statement)
