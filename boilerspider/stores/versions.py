"""The texts of stories as stores remember them, and what a store finds of them for a candidate. Those of one story come the latest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from boilerspider.model import Candidate, Fingerprint, Outline, Sketch

CROWD = 20
"""Versions that one key is remembered for at most. More say that the key comes from a text that stands on many
pages, a notice or a box: another of a copy's keys finds it, and no lookup is slower for it. Ours."""


class Place(NamedTuple):
    """Where a version stands: its story's number in the store, and its revision."""

    story: int
    revision: int


@dataclass(frozen=True, slots=True)
class Version:
    """One text of a story, as a store remembers it."""

    place: Place
    fingerprint: Fingerprint
    run: int
    """The run that brought it."""
    site: str
    url: str
    """The URL under which the story was first admitted."""
    first_seen: datetime
    sketch: Sketch | None = None
    title: str | None = None
    """The headline under which the story was first admitted."""


class Found(NamedTuple):
    """What a store found for a candidate; what is not asked for need not be looked up."""

    versions: Sequence[Version]
    """Those of its own story, the latest first."""
    twins: Iterable[Version]
    """Those of any story that have its text, the oldest first; an empty one is nobody's twin."""
    neighbours: Iterable[Version] = ()
    """Those of any story whose sketch shares a key with its own."""
    origins: Iterable[Version] = ()
    """Those of the story that it names as its origin on another site, the latest first."""


def is_echo(candidate: Candidate, versions: Sequence[Version]) -> bool:
    """Whether the candidate's text is the current one of its story."""
    return bool(versions) and versions[0].fingerprint == candidate.fingerprint


def revision_of(candidate: Candidate, versions: Sequence[Version]) -> int:
    """The number that the candidate's text has, or would get, among the versions of its story."""
    if not versions:
        return 0
    return versions[0].place.revision + (versions[0].fingerprint != candidate.fingerprint)


def latest_outline(versions: Sequence[Version]) -> Outline:
    """The outline of the latest of a story's versions; an empty one where there is none."""
    sketch = versions[0].sketch if versions else None
    return Outline() if sketch is None else sketch.outline
