"""The store that lasts as long as its object: for tests, and for crawls that need not remember."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from boilerspider.errors import BadConfiguration, StoreError
from boilerspider.model import Candidate, Fingerprint, Outcome, Outline, Scope, Verdict
from boilerspider.stores.base import Change, Pruned, Story, Visit
from boilerspider.stores.claims import Claims
from boilerspider.stores.judgement import SIMILARITY, View, judge
from boilerspider.stores.naming import own_story
from boilerspider.stores.versions import CROWD, Found, Place, Version, is_echo, latest_outline, revision_of


class MemoryStore:
    """Everything in dictionaries. Closed and opened again it still knows what was confirmed."""

    def __init__(self) -> None:
        self._run = 0
        self._is_open = False
        self._last_story = 0
        self._claims = Claims()
        self._stories: dict[int, dict[int, Version]] = {}
        """The versions of each story by revision, ascending."""
        self._urls: dict[str, int] = {}
        self._texts: dict[Fingerprint, list[Place]] = {}
        self._keys: dict[int, list[Place]] = {}
        self._seen: dict[Place, datetime] = {}
        self._claimed_urls: dict[Place, set[str]] = {}
        """URLs that an unconfirmed version brought to its story; no key for a confirmed one."""
        self._details: dict[int, tuple[str | None, datetime | None]] = {}
        """Title and date of each story."""
        self._visits: dict[str, Visit] = {}
        self._copies: dict[str, int] = {}
        """URL of a copy -> its story."""
        self._sites: dict[str, bytes] = {}

    @classmethod
    def at(cls, location: str, *, durable: bool = False) -> MemoryStore:
        """The store of `memory:`; it has no location, and nothing in it is durable."""
        del durable
        if location:
            raise BadConfiguration(f"store 'memory:' takes no location, not {location!r}; write memory:")
        return cls()

    async def open(self) -> None:
        """Begin a run."""
        if self._is_open:
            raise StoreError("store memory: is open already; close it first, or use another object")
        self._is_open = True
        self._run += 1
        self._claims = Claims(self._run)

    async def remembered(self) -> int:
        """How many articles (confirmed stories) the store holds."""
        self._check()
        return sum(
            any(version.place not in self._claimed_urls for version in versions.values())
            for versions in self._stories.values()
        )

    async def admit(self, candidate: Candidate, scope: Scope = Scope.ALL, similarity: float = SIMILARITY) -> Verdict:
        """Ask and claim in one atomic act."""
        self._check()
        versions = own_story(candidate, map(self._versions, candidate.addresses))
        origins = self._versions(candidate.copy_of)
        found = Found(versions, self._twins(candidate), self._neighbours(candidate), origins)
        now = datetime.now(timezone.utc)
        verdict = judge(candidate, View(scope, self._run, self._claims.echoes, similarity), found, now)
        if verdict.outcome is Outcome.DUPLICATE:
            return verdict
        place = self._remember(candidate, versions, verdict.first_seen)
        self._seen[place] = now
        return self._claims.add(self._claims.next_number(), candidate, versions, place, verdict)

    async def confirm(self, claims: Sequence[str]) -> None:
        """Remember the claimed versions for good."""
        self._check()
        for claim in self._claims.of(claims):
            self._claimed_urls.pop(claim.place, None)
        self._claims.drop(claims)

    async def release(self, claims: Sequence[str]) -> None:
        """Give claims back."""
        self._check()
        self._release(claims)

    async def note(self, *visits: Visit) -> None:
        """Remember what fetching URLs came to."""
        self._check()
        for visit in visits:
            self._visits[visit.url] = replace(visit, copy_of=None)
            self._copies.pop(visit.url, None)
            if visit.copy_of in self._urls:
                self._copies[visit.url] = self._urls[visit.copy_of]

    async def recall(self, urls: Sequence[str]) -> dict[str, Visit]:
        """What is remembered of those of the URLs that were visited."""
        self._check()
        return {url: self._visit(url) for url in urls if url in self._visits}

    async def amend(self, url: str, change: Change) -> None:
        """Note what is made of what is remembered of a URL."""
        await self.note(*change(self._visit(url) if url in self._visits else None))

    async def stories(self, since: datetime | None = None, limit: int | None = None) -> list[Story]:
        """The confirmed stories first seen since then, the newest first."""
        self._check()
        found = [story for number in self._stories if (story := self._story(number)) is not None]
        found.sort(key=lambda story: (story.first_seen, story.number), reverse=True)
        return [story for story in found if since is None or story.first_seen >= since][:limit]

    async def story_of(self, url: str) -> Story | None:
        """The confirmed story that a URL names."""
        self._check()
        return self._story(self._urls[url]) if url in self._urls else None

    async def forget(self, stories: Collection[int] | None = None, place: Any = None) -> Pruned:
        """Forget stories, all at once: nobody else waits."""
        del place
        self._check()
        claimed = {place.story for place in self._claimed_urls}
        chosen = [story for story in self._stories if (stories is None or story in stories) and story not in claimed]
        known = self._urls.keys()
        self._forget_stories(chosen)
        for url in known - self._urls.keys():
            self._visits.pop(url, None)
        return Pruned(len(chosen))

    async def forget_loose(self, place: Any = None, kept: Collection[str] = ()) -> Pruned:
        """Forget the visits that belong to no story, all at once."""
        del place
        self._check()
        self._visits = {url: visit for url, visit in self._visits.items() if url in self._urls or url in kept}
        return Pruned(0)

    async def prune(self, before: datetime, place: Any = None) -> Pruned:
        """Forget stories and visits that are older, all at once: nobody else waits."""
        del place
        self._check()
        self._visits = {url: visit for url, visit in self._visits.items() if visit.checked >= before}
        claimed = {place.story for place in self._claimed_urls}
        old = [
            story
            for story, versions in self._stories.items()
            if story not in claimed and all(self._seen[version.place] < before for version in versions.values())
        ]
        self._forget_stories(old)
        return Pruned(len(old))

    async def remember_site(self, site: str, memory: bytes) -> None:
        """Keep what was learnt of a site."""
        self._check()
        self._sites[site] = memory

    async def recall_site(self, site: str) -> bytes | None:
        """What was kept of a site."""
        self._check()
        return self._sites.get(site)

    async def outline_of(self, url: str) -> Outline:
        """That of the latest text of a URL's story."""
        self._check()
        return latest_outline(self._versions(url))

    async def renew(self) -> None:
        """Nothing to do: nobody else can take this run for dead."""
        self._check()

    async def close(self) -> None:
        """End the run, giving back what it claimed and never confirmed."""
        self._release([name for name, _ in self._claims])
        self._is_open = False

    def _check(self) -> None:
        if not self._is_open:
            raise StoreError("store memory: is not open; call open() first")

    def _story(self, number: int) -> Story | None:
        """A story as it is told; None while none of its texts is confirmed."""
        confirmed = [v for v in self._stories[number].values() if v.place not in self._claimed_urls]
        if not confirmed:
            return None
        last, (title, published) = confirmed[-1], self._details[number]
        changed = self._seen[last.place]
        return Story(
            *(number, last.url, last.site, title, published, last.first_seen),
            changed=changed,
            revision=last.place.revision,
            copies=self._copies_of(number),
        )

    def _visit(self, url: str) -> Visit:
        """The last visit of a URL, with the URL of the story of which it is a copy."""
        versions = self._stories.get(self._copies.get(url, 0), {})
        return replace(self._visits[url], copy_of=next((version.url for version in versions.values()), None))

    def _copies_of(self, number: int) -> tuple[str, ...]:
        return tuple(sorted(url for url, story in self._copies.items() if story == number and url in self._visits))

    def _forget_stories(self, stories: Sequence[int]) -> None:
        for story in stories:
            for version in self._stories.pop(story).values():
                self._drop_version(version)
            del self._details[story]
        self._urls = {url: story for url, story in self._urls.items() if story in self._stories}

    def _versions(self, url: str | None) -> list[Version]:
        return list(reversed(self._stories[self._urls[url]].values())) if url in self._urls else []

    def _twins(self, candidate: Candidate) -> Iterator[Version]:
        if candidate.fingerprint:
            for place in sorted(self._texts.get(candidate.fingerprint, ())):
                yield self._stories[place.story][place.revision]

    def _neighbours(self, candidate: Candidate) -> Iterator[Version]:
        for place in {place for key in candidate.keys for place in self._keys.get(key, ())}:
            yield self._stories[place.story][place.revision]

    def _remember(self, candidate: Candidate, versions: Sequence[Version], first_seen: datetime) -> Place:
        """The candidate's version in its story: a new one, or an echo of the latest."""
        if not versions:
            self._last_story += 1
            self._stories[self._last_story] = {}
            self._details[self._last_story] = candidate.title, candidate.published
        story = versions[0].place.story if versions else self._last_story
        place = Place(story, revision_of(candidate, versions))
        if is_echo(candidate, versions):
            return place
        url, site = (versions[0].url, versions[0].site) if versions else (candidate.url, candidate.site)
        title = self._details[story][0]
        version = Version(place, candidate.fingerprint, self._run, site, url, first_seen, candidate.sketch, title)
        self._stories[story][place.revision] = version
        self._texts.setdefault(candidate.fingerprint, []).append(place)
        for key in candidate.sketch.keys if candidate.sketch is not None else ():
            if len(self._keys.setdefault(key, [])) < CROWD:
                self._keys[key].append(place)
        added = {url for url in candidate.addresses if url not in self._urls}
        if self._urls.get(candidate.url) != story:
            added.add(candidate.url)
        self._urls.update(dict.fromkeys(added, story))
        self._claimed_urls[place] = added
        return place

    def _release(self, claims: Sequence[str]) -> None:
        for claim in self._claims.of(claims):
            if claim.place in self._claimed_urls:
                self._forget(claim.place)
        self._claims.release(claims)

    def _forget(self, place: Place) -> None:
        """Take an unconfirmed version out; a later one keeps the URLs that this one brought."""
        versions = self._stories[place.story]
        self._drop_version(versions.pop(place.revision))
        added = self._claimed_urls.pop(place)
        heir = min((other for other in versions if other > place.revision), default=None)
        if heir is None:
            for url in added:
                if self._urls.get(url) == place.story:
                    del self._urls[url]
        else:
            self._claimed_urls.get(Place(place.story, heir), set()).update(added)
        if not versions:
            del self._stories[place.story], self._details[place.story]

    def _drop_version(self, version: Version) -> None:
        """Let nothing find a version any more."""
        del self._seen[version.place]
        _discard(self._texts, version.fingerprint, version.place)
        for key in version.sketch.keys if version.sketch is not None else ():
            _discard(self._keys, key, version.place)


def _discard(places: dict[Any, list[Place]], key: Any, place: Place) -> None:
    """Take a place out of its list, and the list out when nothing is left in it."""
    if left := [each for each in places.pop(key, ()) if each != place]:
        places[key] = left
