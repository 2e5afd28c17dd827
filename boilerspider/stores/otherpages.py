"""Other pages of a story (AMP, print): those whose canonical link names the story's own, and what they tell of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from boilerspider.model import Candidate
from boilerspider.stores.versions import Version

CUT: Final = 0.5
"""The share of a story's blocks that a page of it has at most for the story to be told anew, in the same crawl, when its own page comes. Ours."""


def tells_nothing_new(candidate: Candidate, own: Version, versions: Iterable[Version], run: int) -> bool:
    """Whether a page of a story has another text than the story's latest, and is no revision of it.

    Within one run nobody has revised a story. A page that is cut tells nothing, in later runs either; nor does
    one under the address at which the story was first met, once the story's own page has been seen.
    """
    is_other = own.url != candidate.url
    if _is_cut(candidate, own):
        return is_other or any(is_text_of(candidate, version) for version in versions)
    return is_other and own.run == run and not _is_whole(candidate, own)


def is_text_of(candidate: Candidate, version: Version) -> bool:
    """Whether a page of a story has the text of a version of it: advertisements and other boxes aside."""
    if candidate.fingerprint == version.fingerprint:
        return True
    if candidate.sketch is None or version.sketch is None:
        return False
    outline, before = candidate.sketch.outline, version.sketch.outline
    return outline.is_story_of(before) and outline.may_be_boxed(before)


def moved_to(candidate: Candidate, own: Version, twins: Iterable[Version]) -> Version | None:
    """The very text of a known story's page in another story: the one that was first met where the page says that its own stands."""
    if candidate.canonical_url == own.url:
        return None
    return next((twin for twin in twins if twin.url == candidate.canonical_url), None)


def _is_cut(candidate: Candidate, own: Version) -> bool:
    """Whether a page that says that its story stands elsewhere has only the beginning of it."""
    if candidate.canonical_url in (None, candidate.url) or candidate.sketch is None or own.sketch is None:
        return False
    return candidate.sketch.outline.is_cut_from(own.sketch.outline)


def _is_whole(candidate: Candidate, own: Version) -> bool:
    """Whether a story's own page comes after one that has hardly more than the beginning of it."""
    if candidate.canonical_url not in (None, candidate.url) or candidate.sketch is None or own.sketch is None:
        return False
    outline, before = candidate.sketch.outline, own.sketch.outline
    return before.is_cut_from(outline) and outline.share_of(before) <= CUT
