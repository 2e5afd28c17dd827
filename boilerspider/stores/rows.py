"""Visits, stories and versions as rows of tables, the same in SQLite and PostgreSQL.

Where a function takes `storable`, it makes a text one that the database takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from boilerspider.model import Candidate, Fingerprint, Sketch
from boilerspider.stores.base import Story, UrlOutcome, Visit
from boilerspider.stores.encoding import TITLE_CHARACTERS, from_microseconds, to_microseconds, url_key
from boilerspider.stores.versions import Place, Version

OUTCOMES: Final = (UrlOutcome.ARTICLE, UrlOutcome.DUPLICATE, UrlOutcome.NOTHING, UrlOutcome.SOURCE)
"""What the numbers in `urls.outcome` mean; only ever appended to."""

REMEMBERED: Final = """
    SELECT (SELECT count(*) FROM stories) - (
        SELECT count(DISTINCT story) FROM claims AS open WHERE NOT EXISTS (
            SELECT 1 FROM versions WHERE versions.story = open.story AND NOT EXISTS (
                SELECT 1 FROM claims WHERE claims.story = versions.story AND claims.revision = versions.revision
            )
        )
    )
"""
"""How many stories are confirmed: all but those of which every version is claimed alone."""


def last_of(visits: Sequence[Visit]) -> list[Visit]:
    """Of each URL the last of these visits: a page that gives two copies is noted twice at once."""
    return list({visit.url: visit for visit in visits}.values())


def row_of(visit: Visit, storable: Callable[[str], str]) -> tuple[Any, ...]:
    """A visit: key, outcome, checked, etag, last_modified, age."""
    texts = (None if text is None else storable(text) for text in (visit.etag, visit.last_modified))
    checked = to_microseconds(visit.checked)
    age = None if visit.first is None else checked - to_microseconds(visit.first)
    return (url_key(visit.url), OUTCOMES.index(visit.outcome), checked, *texts, age)


def visit_in(url: str, row: Sequence[Any]) -> Visit:
    """A visit: outcome, checked, etag, last_modified, age, and for a copy the URL of its story."""
    outcome, checked, etag, last_modified, age, copy_of = row
    first = None if age is None else from_microseconds(checked - age)
    return Visit(url, OUTCOMES[outcome], from_microseconds(checked), etag, last_modified, first, copy_of)


def copies_in(visits: Sequence[Visit], storable: Callable[[str], str]) -> list[tuple[bytes, str, bytes]]:
    """Those of the visits that found copies: key, URL, key of the story's URL."""
    return [(url_key(visit.url), storable(visit.url), url_key(visit.copy_of)) for visit in visits if visit.copy_of]


def row_of_story(candidate: Candidate, first_seen: datetime, storable: Callable[[str], str]) -> tuple[Any, ...]:
    """A candidate's story: site, first_seen, published, url, title."""
    published = None if candidate.published is None else to_microseconds(candidate.published)
    title = None if candidate.title is None else storable(candidate.title[:TITLE_CHARACTERS])
    return (storable(candidate.site), to_microseconds(first_seen), published, storable(candidate.url), title)


def story_in(row: Sequence[Any]) -> Story:
    """A story: id, url, site, title, published, first_seen, revision, when the text of that revision was seen, its copies by line."""
    number, url, site, title, published, first_seen, revision, seen, copies = row
    return Story(
        *(number, url, site, title, None if published is None else from_microseconds(published)),
        first_seen=from_microseconds(first_seen),
        changed=from_microseconds(seen),
        revision=revision,
        copies=tuple(sorted(copies.split("\n"))) if copies else (),
    )


def version_in(row: Sequence[Any]) -> Version:
    """A version: story, revision, algorithm, its version, value, run, site, url, first_seen, sketcher, its version, sketch, title."""
    story, revision, algorithm, version, value, run, site, url, first_seen, sketcher, sketched, packed, title = row
    return Version(
        Place(story, revision),
        Fingerprint(algorithm, version, value),
        run,
        site,
        url,
        from_microseconds(first_seen),
        None if packed is None else Sketch.unpack(sketcher, sketched, packed),
        title,
    )
