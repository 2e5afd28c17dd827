"""Visits and stories as rows of tables, the same in SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from boilerspider.stores.base import Story, UrlOutcome, Visit
from boilerspider.stores.encoding import from_microseconds, to_microseconds, url_key

OUTCOMES: Final = (UrlOutcome.ARTICLE, UrlOutcome.DUPLICATE, UrlOutcome.NOTHING, UrlOutcome.SOURCE)
"""What the numbers in `urls.outcome` mean; only ever appended to."""


def row_of(visit: Visit, storable: Callable[[str], str]) -> tuple[Any, ...]:
    """A visit: key, outcome, checked, etag, last_modified, age; `storable` makes a text one that the database takes."""
    texts = (None if text is None else storable(text) for text in (visit.etag, visit.last_modified))
    checked = to_microseconds(visit.checked)
    age = None if visit.first is None else checked - to_microseconds(visit.first)
    return (url_key(visit.url), OUTCOMES.index(visit.outcome), checked, *texts, age)


def visit_in(url: str, row: Sequence[Any]) -> Visit:
    """The visit of what `row_of` gave, without its key."""
    outcome, checked, etag, last_modified, age = row
    first = None if age is None else from_microseconds(checked - age)
    return Visit(url, OUTCOMES[outcome], from_microseconds(checked), etag, last_modified, first)


def story_in(row: Sequence[Any]) -> Story:
    """A story: id, url, site, title, published, first_seen, revision, and when the text of that revision was seen."""
    number, url, site, title, published, first_seen, revision, seen = row
    return Story(
        *(number, url, site, title, None if published is None else from_microseconds(published)),
        first_seen=from_microseconds(first_seen),
        changed=from_microseconds(seen),
        revision=revision,
    )
