"""Which known story an article's addresses name: one rule for every store.

Some sites have the same canonical link on every page, and redirect stories that they take out to any other page. So a
link is believed where the texts do not speak against it, and a redirect where they or the headlines speak for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boilerspider.model import Candidate
from boilerspider.stores.judgement import RELATED, SIMILARITY
from boilerspider.stores.series import letters
from boilerspider.stores.versions import Version


def own_story(candidate: Candidate, stories: Iterable[Sequence[Version]]) -> Sequence[Version]:
    """The first of the stories that its addresses name, in their order, that is the candidate's; each story's versions come the latest first."""
    named = zip(candidate.addresses, stories, strict=True)
    return next((versions for address, versions in named if _is_named(candidate, address, versions)), ())


def _is_named(candidate: Candidate, address: str, versions: Sequence[Version]) -> bool:
    """Whether a story that one of the candidate's addresses names is the candidate's.

    The address under which it was first admitted says so for sure, and so does where it has moved as long as that one
    leads there. Any other is, or came by, a canonical link or a redirect, and must not be at odds with the texts or,
    where these cannot be compared, with the headlines.
    """
    if not versions:
        return False
    is_its_own = candidate.url == versions[0].url or _has_moved(candidate, address, versions)
    if is_its_own or any(_is_shown(candidate, version) for version in versions):
        return True
    found = [candidate.sketch.similarity(version.sketch) for version in versions] if candidate.sketch else []
    similarities = [similarity for similarity in found if similarity is not None]
    if address not in (candidate.url, candidate.canonical_url, versions[0].url):
        # It has only ever redirected, to what was of the day perhaps (`/briefing`): copies alone are one story.
        return max(similarities, default=0.0) >= SIMILARITY
    if similarities:
        return max(similarities) >= RELATED
    headlines = letters(candidate.title), letters(versions[0].title)
    if all(headlines):
        return headlines[0] == headlines[1]
    return address in (candidate.url, candidate.canonical_url)


def _has_moved(candidate: Candidate, address: str, versions: Sequence[Version]) -> bool:
    """Whether two addresses say that a page is a story's: its own, which an earlier text gave to the story, and the first one, which leads to it."""
    return address == candidate.url and versions[0].url in candidate.led_by


def _is_shown(candidate: Candidate, version: Version) -> bool:
    """Whether the fingerprint or the blocks of a page say that it is a story's, whatever the share of the text."""
    if candidate.fingerprint and candidate.fingerprint == version.fingerprint:
        return True
    if candidate.sketch is None or version.sketch is None:
        return False
    one, other = candidate.sketch.outline, version.sketch.outline
    is_begun_alike = one.is_cut_from(other) or one.holds_story_of(other) or other.holds_story_of(one)
    return is_begun_alike or one.is_page_of(other)
