"""What the store does to its tables. Each function is part of a transaction that its caller holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from typing import Final

from boilerspider.model import Candidate, Sketch
from boilerspider.stores.encoding import storable, to_microseconds, url_key
from boilerspider.stores.naming import own_story
from boilerspider.stores.rows import row_of_story, version_in
from boilerspider.stores.sqlite.schema import SHORT_URL, WHOLE_URL
from boilerspider.stores.versions import CROWD, Found, Place, Version, revision_of

VERSION: Final = f"""
    SELECT versions.story, versions.revision, algorithms.name, algorithms.version, versions.value,
           versions.run, sites.name, {WHOLE_URL.format(url="stories.url")},
           stories.first_seen, sketchers.name, sketchers.version, versions.sketch, stories.title
    FROM versions
    JOIN stories ON stories.id = versions.story
    JOIN sites ON sites.id = stories.site
    JOIN algorithms ON algorithms.id = versions.algorithm
    LEFT JOIN algorithms AS sketchers ON sketchers.id = versions.sketched_by
"""  # noqa: S608
STORY_OF_URL: Final = "SELECT story FROM urls WHERE key = ? AND story IS NOT NULL"
VERSIONS_OF_STORY: Final = VERSION + "WHERE versions.story = ? ORDER BY versions.revision DESC"
VERSIONS_OF_TEXT: Final = (
    VERSION
    + """
    WHERE substr(versions.value, 1, 4) = substr(:value, 1, 4) AND versions.value = :value
      AND algorithms.name = :algorithm AND algorithms.version = :version
    ORDER BY versions.story, versions.revision
"""
)
VERSION_AT: Final = VERSION + "WHERE versions.story = ? AND versions.revision = ?"
PLACES_OF_KEY: Final = "SELECT story, revision FROM bands WHERE key = ? LIMIT ?"
ADD_KEY: Final = """
    INSERT INTO bands (key, story, revision)
    SELECT :key, :story, :revision
    WHERE (SELECT count(*) FROM (SELECT 1 FROM bands WHERE key = :key LIMIT :crowd)) < :crowd
"""
SKETCH_AT: Final = "SELECT sketch FROM versions WHERE story = ? AND revision = ? AND sketch IS NOT NULL"
DROP_KEY: Final = "DELETE FROM bands WHERE key = ? AND story = ? AND revision = ?"
ADD_SITE: Final = "INSERT OR IGNORE INTO sites (name) VALUES (?)"
ADD_ALGORITHM: Final = "INSERT OR IGNORE INTO algorithms (name, version) VALUES (?, ?)"
ADD_STORY: Final = f"""
    INSERT INTO stories (site, first_seen, published, url, title)
    VALUES ((SELECT id FROM sites WHERE name = ?1), ?2, ?3, {SHORT_URL.format(url="?4")}, ?5)
"""  # noqa: S608
ADD_VERSION: Final = """
    INSERT INTO versions (story, revision, algorithm, run, seen, value, sketched_by, sketch)
    VALUES (
        ?, ?, (SELECT id FROM algorithms WHERE name = ? AND version = ?), ?, ?, ?,
        (SELECT id FROM algorithms WHERE name = ? AND version = ?), ?
    )
"""
NAME_STORY: Final = """
    INSERT INTO urls (key, story) VALUES (?1, ?2)
    ON CONFLICT (key) DO UPDATE SET story = excluded.story WHERE story IS NULL OR (?3 AND story != excluded.story)
"""
"""Its third value: whether the story takes the URL from another."""
ADD_CLAIMED_URL: Final = "INSERT INTO claimed_urls (story, revision, key) VALUES (?, ?, ?)"
ADD_CLAIM: Final = "INSERT INTO claims (run, number, story, revision) VALUES (?, ?, ?, ?)"
JOIN_CLAIMS: Final = """
    INSERT INTO claims (run, number, story, revision)
    SELECT :run, :number, :story, :revision
    WHERE EXISTS (SELECT 1 FROM claims WHERE story = :story AND revision = :revision)
"""
TAKE_CLAIM: Final = "DELETE FROM claims WHERE run = ? AND number = ? RETURNING story, revision"
DROP_CLAIMS: Final = "DELETE FROM claims WHERE story = ? AND revision = ?"
DROP_CLAIMED_URLS: Final = "DELETE FROM claimed_urls WHERE story = ? AND revision = ?"
OTHER_CLAIM: Final = "SELECT run FROM claims WHERE story = ? AND revision = ?"
HAND_VERSION_ON: Final = "UPDATE versions SET run = ? WHERE story = ? AND revision = ?"
DROP_VERSION: Final = "DELETE FROM versions WHERE story = ? AND revision = ?"
DROP_STORY_WITHOUT_VERSIONS: Final = """
    DELETE FROM stories WHERE id = :story AND NOT EXISTS (SELECT 1 FROM versions WHERE story = :story)
"""
DROP_COPIES_OF_STORY: Final = "DELETE FROM copies WHERE story = ?"
LATER_VERSION: Final = "SELECT min(revision) FROM versions WHERE story = ? AND revision > ?"
HAND_URLS_ON: Final = "UPDATE OR IGNORE claimed_urls SET revision = ? WHERE story = ? AND revision = ?"
UNNAME_STORY: Final = """
    UPDATE urls SET story = NULL
    WHERE key IN (SELECT key FROM claimed_urls WHERE story = ?1 AND revision = ?2) AND story = ?1
"""
DROP_EMPTY_URLS: Final = """
    DELETE FROM urls
    WHERE key IN (SELECT key FROM claimed_urls WHERE story = ? AND revision = ?) AND story IS NULL AND outcome IS NULL
"""
PLACES_OF_STORY: Final = "SELECT story, revision FROM versions WHERE story = ?"
FORGET_STORY: Final = (
    "DELETE FROM versions WHERE story = ?",
    "DELETE FROM stories WHERE id = ?",
    DROP_COPIES_OF_STORY,
)
CLAIMS_OF_RUN: Final = "SELECT number FROM claims WHERE run = ? ORDER BY number DESC"
END_RUN: Final = "DELETE FROM runs WHERE id = ?"


def found_for(connection: sqlite3.Connection, candidate: Candidate) -> Found:
    """All that the verdict on a candidate may depend on; what is not asked for is not looked up."""
    origins = versions_of(connection, candidate.copy_of) if candidate.copy_of else ()
    return Found(
        own_versions(connection, candidate),
        twins_of(connection, candidate),
        neighbours_of(connection, candidate),
        origins,
    )


def own_versions(connection: sqlite3.Connection, candidate: Candidate) -> Sequence[Version]:
    """The versions of the story that is the candidate's by its addresses, the latest first; none when there is none."""
    return own_story(candidate, (versions_of(connection, url) for url in candidate.addresses))


def versions_of(connection: sqlite3.Connection, url: str) -> list[Version]:
    """The versions of the story that a URL names, the latest first; none when there is none."""
    found = connection.execute(STORY_OF_URL, (url_key(url),)).fetchone()
    return [version_in(row) for row in connection.execute(VERSIONS_OF_STORY, found)] if found else []


def twins_of(connection: sqlite3.Connection, candidate: Candidate) -> Iterator[Version]:
    """The versions of any story that have the candidate's text, the oldest story first; none for an empty text."""
    fingerprint = candidate.fingerprint
    if fingerprint:
        text = {name: getattr(fingerprint, name) for name in ("value", "algorithm", "version")}
        yield from map(version_in, connection.execute(VERSIONS_OF_TEXT, text))


def neighbours_of(connection: sqlite3.Connection, candidate: Candidate) -> Iterator[Version]:
    """The versions of any story whose sketch shares a key with one of the candidate's."""
    for story, revision in {
        place for key in candidate.keys for place in connection.execute(PLACES_OF_KEY, (key, CROWD))
    }:
        yield from map(version_in, connection.execute(VERSION_AT, (story, revision)))


def add_version(
    connection: sqlite3.Connection, candidate: Candidate, versions: Sequence[Version], *, run: int, first_seen: datetime
) -> Place:
    """Remember the candidate's text as the next version of its story, and its URLs as the story's."""
    story = versions[0].place.story if versions else _add_story(connection, candidate, first_seen)
    place = Place(story, revision_of(candidate, versions))
    fingerprint, sketch = candidate.fingerprint, candidate.sketch or Sketch("", 0)
    algorithm, sketcher = (fingerprint.algorithm, fingerprint.version), (sketch.algorithm, sketch.version)
    connection.execute(ADD_ALGORITHM, algorithm)
    if sketch:
        connection.execute(ADD_ALGORITHM, sketcher)
    seen = to_microseconds(datetime.now(timezone.utc)) - to_microseconds(first_seen) if versions else 0
    packed = sketch.pack() if sketch else None
    connection.execute(ADD_VERSION, (*place, *algorithm, run, seen, fingerprint.value, *sketcher, packed))
    for key in sketch.keys:
        connection.execute(ADD_KEY, {"key": key, "crowd": CROWD, **place._asdict()})
    own = url_key(candidate.url)
    for digest in {url_key(url) for url in candidate.addresses}:
        if connection.execute(NAME_STORY, (digest, story, digest == own)).rowcount > 0:
            connection.execute(ADD_CLAIMED_URL, (*place, digest))
    return place


def claim(connection: sqlite3.Connection, run: int, number: int, place: Place) -> None:
    """Claim a version that was just added."""
    connection.execute(ADD_CLAIM, (run, number, *place))


def join_claims(connection: sqlite3.Connection, run: int, number: int, place: Place) -> None:
    """Claim a version that stands there already; one that is confirmed needs no claim."""
    connection.execute(JOIN_CLAIMS, {"run": run, "number": number, **place._asdict()})


def confirm(connection: sqlite3.Connection, run: int, number: int) -> None:
    """Remember a claimed version for good, whoever else claims it too."""
    for place in connection.execute(TAKE_CLAIM, (run, number)).fetchall():
        connection.execute(DROP_CLAIMS, place)
        connection.execute(DROP_CLAIMED_URLS, place)


def release(connection: sqlite3.Connection, run: int, number: int) -> None:
    """Give a claim back; the version goes with its last claim."""
    for place in connection.execute(TAKE_CLAIM, (run, number)).fetchall():
        other = connection.execute(OTHER_CLAIM, place).fetchone()
        if other is not None:
            connection.execute(HAND_VERSION_ON, (*other, *place))
        else:
            _drop_version(connection, Place(*place))


def give_back(connection: sqlite3.Connection, run: int) -> None:
    """End a run: release what it claimed and never confirmed, the last first."""
    for (number,) in connection.execute(CLAIMS_OF_RUN, (run,)).fetchall():
        release(connection, run, number)
    connection.execute(END_RUN, (run,))


def drop_stories(connection: sqlite3.Connection, stories: Sequence[int]) -> None:
    """Take out stories that nobody claims; their URLs still name them."""
    for story in stories:
        for place in connection.execute(PLACES_OF_STORY, (story,)).fetchall():
            _drop_keys(connection, Place(*place))
    for statement in FORGET_STORY:
        connection.executemany(statement, [(story,) for story in stories])


def _add_story(connection: sqlite3.Connection, candidate: Candidate, first_seen: datetime) -> int:
    row = row_of_story(candidate, first_seen, storable)
    connection.execute(ADD_SITE, row[:1])
    story = connection.execute(ADD_STORY, row).lastrowid
    assert story is not None
    return story


def _drop_version(connection: sqlite3.Connection, place: Place) -> None:
    """Take out a version that nobody claims; a later one keeps the URLs that this one brought."""
    _drop_keys(connection, place)
    connection.execute(DROP_VERSION, place)
    (later,) = connection.execute(LATER_VERSION, place).fetchone()
    if later is None:
        connection.execute(UNNAME_STORY, place)
        connection.execute(DROP_EMPTY_URLS, place)
    elif connection.execute(OTHER_CLAIM, (place.story, later)).fetchone():
        connection.execute(HAND_URLS_ON, (later, *place))
    connection.execute(DROP_CLAIMED_URLS, place)
    if connection.execute(DROP_STORY_WITHOUT_VERSIONS, place._asdict()).rowcount:
        connection.execute(DROP_COPIES_OF_STORY, (place.story,))


def _drop_keys(connection: sqlite3.Connection, place: Place) -> None:
    """Let no key find a version any more; to be called while the version stands."""
    for (packed,) in connection.execute(SKETCH_AT, place).fetchall():
        connection.executemany(DROP_KEY, [(key, *place) for key in Sketch.unpack("", 0, packed).keys])
