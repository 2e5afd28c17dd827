"""New, revised or duplicate: one rule for every store.

A store finds versions of stories; what they mean for a candidate is decided here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import NamedTuple

from boilerspider.model import Candidate, Outcome, Outline, Scope, Sketch, Verdict
from boilerspider.stores.copies import is_copy
from boilerspider.stores.otherpages import is_text_of, moved_to, tells_nothing_new
from boilerspider.stores.series import are_apart
from boilerspider.stores.versions import Found, Place, Version, revision_of

SIMILARITY = 0.6
"""From here on two texts are one story: copies lie above it whatever stands around them, other stories below (docs/deduplication.md)."""

ALMOST = 0.99
"""The similarity of texts of which nothing but a few blocks is compared, at most. Ours."""

TIPPED = 0.5
"""The share of the similarity asked for that is enough where two pages have the same blocks, some of which an extractor left out on one page. Ours."""

BOXED = 0.9
"""The same where boxes alone set two pages apart (0.54 of 0.6): what looks like boxes may be a story. Ours."""

RELATED = 0.2
"""The similarity from which on texts that one canonical link names are one story, and below which one text has nothing of
another. Ours: of 2,041 pairs of gold texts of one site none lies between .15 and .25, and below are different stories."""


@dataclass(frozen=True, slots=True)
class View:
    """Which versions a candidate is compared with."""

    scope: Scope
    run: int
    echoes: AbstractSet[Place]
    """Versions of other runs that this run has emitted again."""
    similarity: float = SIMILARITY
    """From where on two texts are one story, unless the candidate says so itself."""

    def of_run(self, version: Version) -> bool:
        """Whether a version of the candidate's own story is in view."""
        return self.scope is not Scope.RUN or version.run == self.run or version.place in self.echoes

    def of_site(self, version: Version, site: str) -> bool:
        """Whether a version of any story is in view for a candidate of that site."""
        return self.of_run(version) and (self.scope is not Scope.SITE or version.site == site)


def judge(candidate: Candidate, view: View, found: Found, now: datetime) -> Verdict:
    """The verdict on a candidate, without its claim."""
    own = next((version for version in found.versions if view.of_run(version)), None)
    if own is not None:
        return _known(candidate, view, own, found)
    twin = next((version for version in found.twins if view.of_site(version, candidate.site)), None)
    if twin is not None:
        return _duplicate(twin, 0)
    origins = [version for version in found.origins if view.of_site(version, candidate.site)]
    if any(is_copy(candidate, version) for version in origins):
        return _duplicate(origins[0], 0, _similarity(candidate.sketch, origins[0]))
    neighbours = [version for version in found.neighbours if view.of_site(version, candidate.site)]
    near = _nearest(candidate, view, neighbours)
    if near is not None:
        return _duplicate(near.version, 0, near.similarity)
    return Verdict(Outcome.NEW, None, found.versions[0].first_seen if found.versions else now)


def _known(candidate: Candidate, view: View, own: Version, found: Found) -> Verdict:
    """The verdict on a candidate whose story is known by its URL, and has this version in view."""
    if own.fingerprint == candidate.fingerprint:
        return _duplicate(own, own.place.revision)
    if is_text_of(candidate, own):
        return _duplicate(own, own.place.revision, _likeness(candidate, own))
    if tells_nothing_new(candidate, own, found.versions, view.run):
        return _duplicate(own, own.place.revision, similarity=None)
    twins = [twin for twin in found.twins if view.of_site(twin, candidate.site)]
    elsewhere = moved_to(candidate, own, twins) or _notice(candidate, view, own, twins)
    if elsewhere is not None:
        return _duplicate(elsewhere, 0)
    return Verdict(
        outcome=Outcome.REVISED,
        claim=None,
        first_seen=own.first_seen,
        revision=revision_of(candidate, found.versions),
        original_url=own.url,
        previous=own.fingerprint,
        similarity=_similarity(candidate.sketch, own),
    )


def _notice(candidate: Candidate, view: View, own: Version, twins: Iterable[Version]) -> Version | None:
    """The revision of another story of the site, in this run, to the very text that stands in the place of a story.

    What takes the place of several stories at once is a notice (maintenance), and a revision of none. None where the text
    has something in common with the story's own, or may have. That of one story alone may be a retraction, and so may
    what several have become in other runs.
    """
    if not _has_nothing_of(candidate, own):
        return None
    return next(
        (
            twin
            for twin in twins
            if twin.run == view.run
            and twin.site == candidate.site
            and twin.place.revision
            and twin.place.story != own.place.story
        ),
        None,
    )


def _has_nothing_of(candidate: Candidate, own: Version) -> bool:
    """Whether a text is known to be another than that of a version: neither words nor, in short texts, blocks are shared."""
    if candidate.sketch is None or own.sketch is None:
        return False
    similarity = candidate.sketch.similarity(own.sketch)
    if similarity is not None:
        return similarity < RELATED
    one, other = candidate.sketch.outline, own.sketch.outline
    return bool(one and other) and one.maker == other.maker and one.share_of(other) == 0


def _likeness(candidate: Candidate, own: Version) -> float:
    """The share of the text that two texts of a story with outlines have in common; never 1, for they are not equal."""
    assert candidate.sketch is not None
    assert own.sketch is not None
    estimate = candidate.sketch.similarity(own.sketch)
    share = candidate.sketch.outline.share_of(own.sketch.outline) if estimate is None else estimate
    return min(share, ALMOST)


class _Near(NamedTuple):
    """A version, and how similar its text is."""

    similarity: float
    version: Version


def _nearest(candidate: Candidate, view: View, neighbours: Iterable[Version]) -> _Near | None:
    """The neighbour that is most similar, but for other stories of one series; None where none is similar enough."""
    best = _most_similar(candidate.sketch, (version for version in neighbours if not are_apart(candidate, version)))
    if best is None:
        return None
    asked, doubt = candidate.similarity or view.similarity, 0.0
    if _is_same_page(candidate, best.version):
        asked *= TIPPED
    elif _is_told(candidate, best.version, Outline.has_boxes_more_than):
        asked *= BOXED
    elif not _is_told(candidate, best.version, Outline.holds_story_of):
        doubt = _doubt(candidate.sketch, best.similarity)
    return best if best.similarity - doubt >= asked else None


def _most_similar(sketch: Sketch | None, neighbours: Iterable[Version]) -> _Near | None:
    """The version whose text is most similar to that of the sketch, the oldest of several."""
    similar = (_Near(_similarity(sketch, version) or 0.0, version) for version in neighbours)
    return max(
        similar,
        key=lambda near: (near.similarity, -near.version.place.story, -near.version.place.revision),
        default=None,
    )


def _is_same_page(candidate: Candidate, version: Version) -> bool:
    """Whether two stories are one page's blocks, of which some were left out once and kept once."""
    return bool(candidate.sketch and version.sketch and candidate.sketch.outline.is_page_of(version.sketch.outline))


def _is_told(candidate: Candidate, version: Version, says: Callable[[Outline, Outline], bool]) -> bool:
    """Whether the outline of one of the two says so of the other's."""
    if candidate.sketch is None or version.sketch is None:
        return False
    one, other = candidate.sketch.outline, version.sketch.outline
    return says(one, other) or says(other, one)


def _doubt(sketch: Sketch | None, similarity: float) -> float:
    """The standard error of an estimate. In doubt a story is new: one that is emitted twice is a nuisance, one that is merged is lost."""
    slots = 2 * len(sketch.slots) if sketch and sketch.keys else 1
    return sqrt(similarity * (1 - similarity) / slots)


def _similarity(sketch: Sketch | None, version: Version) -> float | None:
    return None if sketch is None else sketch.similarity(version.sketch)


def _duplicate(original: Version, revision: int, similarity: float | None = 1.0) -> Verdict:
    return Verdict(
        outcome=Outcome.DUPLICATE,
        claim=None,
        first_seen=original.first_seen,
        revision=revision,
        original_url=original.url,
        similarity=similarity,
    )
