"""New, revised or duplicate: one rule for every store.

A store finds versions of stories; what they mean for a candidate is decided here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from boilerspider.model import Candidate, Fingerprint, Outcome, Scope, Verdict


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


@dataclass(frozen=True, slots=True)
class View:
    """Which versions a candidate is compared with."""

    scope: Scope
    run: int
    echoes: AbstractSet[Place]
    """Versions of other runs that this run has emitted again."""

    def of_run(self, version: Version) -> bool:
        """Whether a version of the candidate's own story is in view."""
        return self.scope is not Scope.RUN or version.run == self.run or version.place in self.echoes

    def of_site(self, version: Version, site: str) -> bool:
        """Whether a version of any story is in view for a candidate of that site."""
        return self.of_run(version) and (self.scope is not Scope.SITE or version.site == site)


def judge(
    candidate: Candidate, view: View, versions: Sequence[Version], twins: Iterable[Version], now: datetime
) -> Verdict:
    """The verdict on a candidate, without its claim.

    `versions` are those of its own story, the latest first; `twins` those of any story that have
    its text, the oldest first, and are not asked for when a version of its own is in view.
    """
    own = next((version for version in versions if view.of_run(version)), None)
    if own is not None and own.fingerprint == candidate.fingerprint:
        return _duplicate(own, own.place.revision)
    if own is not None and own.run == view.run and own.url != candidate.url:
        # Another page of the story, as its canonical URL says (AMP, print): within one crawl nobody has revised it.
        return _duplicate(own, own.place.revision, similarity=None)
    if own is not None:
        return Verdict(
            outcome=Outcome.REVISED,
            claim=None,
            first_seen=own.first_seen,
            revision=revision_of(candidate, versions),
            original_url=own.url,
            previous=own.fingerprint,
        )
    twin = next((version for version in twins if view.of_site(version, candidate.site)), None)
    if twin is not None:
        return _duplicate(twin, 0)
    return Verdict(Outcome.NEW, None, versions[0].first_seen if versions else now)


def revision_of(candidate: Candidate, versions: Sequence[Version]) -> int:
    """The number that the candidate's text has, or would get, among its story's versions, the latest first."""
    if not versions:
        return 0
    return versions[0].place.revision + (versions[0].fingerprint != candidate.fingerprint)


def _duplicate(original: Version, revision: int, similarity: float | None = 1.0) -> Verdict:
    return Verdict(
        outcome=Outcome.DUPLICATE,
        claim=None,
        first_seen=original.first_seen,
        revision=revision,
        original_url=original.url,
        similarity=similarity,
    )
