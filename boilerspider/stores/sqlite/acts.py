"""What the store does to its tables. Each function is part of a transaction that its caller holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from typing import Any, Final

from boilerspider.model import Candidate, Fingerprint
from boilerspider.stores.judgement import Place, Version, revision_of

KEY_BYTES: Final = 16
"""Of a URL's digest: two among 10^12 URLs agree with a probability of about 10^-15."""

TITLE_CHARACTERS: Final = 200
"""More is no title; lists show fewer. Ours."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=timezone.utc)
MICROSECOND: Final = timedelta(microseconds=1)

VERSION: Final = """
    SELECT versions.story, versions.revision, algorithms.name, algorithms.version, versions.value,
           versions.run, sites.name, stories.url, stories.first_seen
    FROM versions
    JOIN stories ON stories.id = versions.story
    JOIN sites ON sites.id = stories.site
    JOIN algorithms ON algorithms.id = versions.algorithm
"""
STORY_OF_URL: Final = "SELECT story FROM urls WHERE key = ? AND story IS NOT NULL"
VERSIONS_OF_STORY: Final = VERSION + "WHERE versions.story = ? ORDER BY versions.revision DESC"
VERSIONS_OF_TEXT: Final = (
    VERSION
    + """
    WHERE versions.value = ? AND algorithms.name = ? AND algorithms.version = ?
    ORDER BY versions.story, versions.revision
"""
)
ADD_SITE: Final = "INSERT OR IGNORE INTO sites (name) VALUES (?)"
ADD_ALGORITHM: Final = "INSERT OR IGNORE INTO algorithms (name, version) VALUES (?, ?)"
ADD_STORY: Final = """
    INSERT INTO stories (site, first_seen, published, url, title)
    VALUES ((SELECT id FROM sites WHERE name = ?), ?, ?, ?, ?)
"""
ADD_VERSION: Final = """
    INSERT INTO versions (story, revision, algorithm, run, seen, value)
    VALUES (?, ?, (SELECT id FROM algorithms WHERE name = ? AND version = ?), ?, ?, ?)
"""
NAME_STORY: Final = """
    INSERT INTO urls (key, story) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET story = excluded.story WHERE story IS NULL
"""
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
LATER_VERSION: Final = "SELECT min(revision) FROM versions WHERE story = ? AND revision > ?"
HAND_URLS_ON: Final = "UPDATE claimed_urls SET revision = ? WHERE story = ? AND revision = ?"
UNNAME_STORY: Final = """
    UPDATE urls SET story = NULL
    WHERE key IN (SELECT key FROM claimed_urls WHERE story = ? AND revision = ?)
"""
DROP_EMPTY_URLS: Final = """
    DELETE FROM urls
    WHERE key IN (SELECT key FROM claimed_urls WHERE story = ? AND revision = ?) AND outcome IS NULL
"""
CLAIMS_OF_RUN: Final = "SELECT number FROM claims WHERE run = ? ORDER BY number DESC"
END_RUN: Final = "DELETE FROM runs WHERE id = ?"

Row = tuple[int, int, str, int, bytes, int, str, str, int]


def versions_of(connection: sqlite3.Connection, candidate: Candidate) -> list[Version]:
    """The versions of the candidate's own story, the latest first; none when it has no story yet."""
    for url in (candidate.url, candidate.canonical_url):
        if url and (found := connection.execute(STORY_OF_URL, (url_key(url),)).fetchone()):
            return [_version(row) for row in connection.execute(VERSIONS_OF_STORY, found)]
    return []


def twins_of(connection: sqlite3.Connection, candidate: Candidate) -> Iterator[Version]:
    """The versions of any story that have the candidate's text, the oldest story first; none for an empty text."""
    fingerprint = candidate.fingerprint
    if fingerprint:
        key = (fingerprint.value, fingerprint.algorithm, fingerprint.version)
        yield from map(_version, connection.execute(VERSIONS_OF_TEXT, key))


def is_echo(candidate: Candidate, versions: Sequence[Version]) -> bool:
    """Whether the candidate's text is the current one of its story."""
    return bool(versions) and versions[0].fingerprint == candidate.fingerprint


def add_version(
    connection: sqlite3.Connection, candidate: Candidate, versions: Sequence[Version], *, run: int, first_seen: datetime
) -> Place:
    """Remember the candidate's text as the next version of its story, and its URLs as the story's."""
    story = versions[0].place.story if versions else _add_story(connection, candidate, first_seen)
    place = Place(story, revision_of(candidate, versions))
    fingerprint = candidate.fingerprint
    algorithm = (fingerprint.algorithm, fingerprint.version)
    connection.execute(ADD_ALGORITHM, algorithm)
    seen = to_microseconds(datetime.now(timezone.utc))
    connection.execute(ADD_VERSION, (*place, *algorithm, run, seen, fingerprint.value))
    for key in {url_key(url) for url in (candidate.url, candidate.canonical_url) if url}:
        if connection.execute(NAME_STORY, (key, story)).rowcount > 0:
            connection.execute(ADD_CLAIMED_URL, (*place, key))
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


def url_key(url: str) -> bytes:
    """What a URL is found by."""
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()


def to_microseconds(moment: datetime) -> int:
    """A time as the tables keep it; one without a zone is taken for UTC."""
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=timezone.utc)
    return (aware - EPOCH) // MICROSECOND


def from_microseconds(number: int) -> datetime:
    """A time of the tables, in UTC."""
    return EPOCH + number * MICROSECOND


def storable(text: str) -> str:
    """A text without lone surrogates, which SQLite does not take."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _add_story(connection: sqlite3.Connection, candidate: Candidate, first_seen: datetime) -> int:
    site = storable(candidate.site)
    connection.execute(ADD_SITE, (site,))
    published = None if candidate.published is None else to_microseconds(candidate.published)
    title = None if candidate.title is None else storable(candidate.title[:TITLE_CHARACTERS])
    row = (site, to_microseconds(first_seen), published, storable(candidate.url), title)
    story = connection.execute(ADD_STORY, row).lastrowid
    assert story is not None
    return story


def _drop_version(connection: sqlite3.Connection, place: Place) -> None:
    """Take out a version that nobody claims; a later one keeps the URLs that this one brought."""
    connection.execute(DROP_VERSION, place)
    (later,) = connection.execute(LATER_VERSION, place).fetchone()
    if later is None:
        connection.execute(UNNAME_STORY, place)
        connection.execute(DROP_EMPTY_URLS, place)
    elif connection.execute(OTHER_CLAIM, (place.story, later)).fetchone():
        connection.execute(HAND_URLS_ON, (later, *place))
    connection.execute(DROP_CLAIMED_URLS, place)
    connection.execute(DROP_STORY_WITHOUT_VERSIONS, place._asdict())


def _version(row: Row | Any) -> Version:
    story, revision, algorithm, version, value, run, site, url, first_seen = row
    return Version(
        Place(story, revision),
        Fingerprint(algorithm, version, value),
        run,
        site,
        url,
        from_microseconds(first_seen),
    )
