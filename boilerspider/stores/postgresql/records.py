"""Visits and stories as rows, and the statements that note, recall, list and forget them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from boilerspider.stores import encoding
from boilerspider.stores.base import Story, Visit
from boilerspider.stores.encoding import from_microseconds, to_microseconds, url_key
from boilerspider.stores.postgresql.schema import OUTCOMES

NOTE: Final = """
    INSERT INTO urls (key, outcome, checked, etag, last_modified, age) VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (key) DO UPDATE SET
        outcome = excluded.outcome, checked = excluded.checked,
        etag = excluded.etag, last_modified = excluded.last_modified, age = excluded.age
"""
RECALL: Final = """
    SELECT key, outcome, checked, etag, last_modified, age FROM urls WHERE key = ANY(%s) AND outcome IS NOT NULL
"""
STORIES: Final = """
    SELECT stories.id, stories.url, sites.name, stories.title, stories.published, stories.first_seen,
           max(versions.revision), max(versions.seen)
    FROM stories JOIN sites ON sites.id = stories.site JOIN versions ON versions.story = stories.id
    WHERE {which} AND NOT EXISTS (
        SELECT 1 FROM claims WHERE claims.story = versions.story AND claims.revision = versions.revision
    )
    GROUP BY stories.id, sites.name ORDER BY stories.first_seen DESC, stories.id DESC LIMIT %s
"""
RECENT: Final = STORIES.format(which="(%s::bigint IS NULL OR stories.first_seen >= %s::bigint)")
NAMED: Final = STORIES.format(which="stories.id = (SELECT story FROM urls WHERE key = %s)")
UNCLAIMED: Final = """
    CREATE TEMPORARY TABLE chosen ON COMMIT DROP AS
    SELECT id FROM stories WHERE %s::bigint[] IS NULL OR id = ANY(%s::bigint[]) EXCEPT SELECT story FROM claims
"""
DROP_STORYLESS_URLS: Final = "DELETE FROM urls WHERE story IS NULL"


def row_of(visit: Visit) -> tuple[Any, ...]:
    """A visit as NOTE takes it."""
    texts = (None if text is None else storable(text) for text in (visit.etag, visit.last_modified))
    checked = to_microseconds(visit.checked)
    age = None if visit.first is None else checked - to_microseconds(visit.first)
    return (url_key(visit.url), OUTCOMES.index(visit.outcome), checked, *texts, age)


def visit_in(url: str, row: Sequence[Any]) -> Visit:
    """A visit as RECALL gives it, without its key."""
    outcome, checked, etag, last_modified, age = row
    first = None if age is None else from_microseconds(checked - age)
    return Visit(url, OUTCOMES[outcome], from_microseconds(checked), etag, last_modified, first)


def story_in(row: Sequence[Any]) -> Story:
    """A story as RECENT and NAMED give it."""
    number, url, site, title, published, first_seen, revision, seen = row
    return Story(
        *(number, url, site, title, None if published is None else from_microseconds(published)),
        first_seen=from_microseconds(first_seen),
        changed=from_microseconds(seen),
        revision=revision,
    )


def storable(text: str) -> str:
    """A text that PostgreSQL takes: without lone surrogates and without the character of code 0."""
    return encoding.storable(text).replace("\0", "\ufffd")
