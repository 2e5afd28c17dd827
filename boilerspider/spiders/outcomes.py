"""What the addresses that the news spider asked came to, told as answers come; articles aside, which the pipeline judges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone

from scrapy import Request
from scrapy.http import Response
from scrapy.statscollectors import StatsCollector

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked, first_visited, visit_of, was_had
from boilerspider.crawl.desk import Desk
from boilerspider.crawl.nodesk import NoDesk
from boilerspider.crawl.outages import Missed, Nothing, Tried
from boilerspider.crawl.redirected import asked_first, way_of
from boilerspider.spiders.names import PAGELESS, PARTLY, REFUSED, UNREAD, UNVOUCHED, Names
from boilerspider.spiders.turns import in_parts
from boilerspider.spiders.waiting import (
    LIST,
    VOID,
    address_of,
    as_list,
    holds,
    is_blamed,
    listed,
    listed_in,
    marks_of,
    pack,
    pack_blameless,
)
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url

PATIENCE = timedelta(days=1)
"""How long a story waits for a page of it that was had before and is missing, or for any page at all; then it is told without, or is none. Ours: servers are mended sooner."""


class Outcomes:
    """Notes them, each under the names for which it holds."""

    def __init__(self, desk: Desk | NoDesk, names: Names, stats: StatsCollector) -> None:
        self._story_of = desk.story_of
        self._visits = desk.visits
        self._outages = desk.outages
        self.owners = desk.outages.owners
        self._names = names
        self._stats = stats
        self._walled: set[str] = set()
        """Addresses before which a wall stood in this crawl, which cookies may open."""

    async def was_had(self, asked: Request | Response, urls: Iterable[str]) -> bool:
        """Whether an earlier crawl had the story that is asked under these clean addresses, whatever came in its place since."""
        if visit_of(asked) is None:
            return False
        return was_had(asked) or any([await self._story_of(url) for url in urls])

    async def was_had_at(self, url: str) -> bool:
        """Whether a story that was had has this clean address."""
        return await self._story_of(url) is not None

    async def story(self, response: Response) -> None:
        """There is an article at an address, wanted or not: its site gives some."""
        await self._outages.gave(response)

    async def nothing(self, response: Response) -> None:
        """There is no article at an address."""
        asked = Asked.of(response)
        await self._outages.nothing(Tried.of(response), [Nothing(asked)])

    async def no_list(self, response: Response) -> None:
        """There is no page of links at an address."""
        await self._visits.note(Asked.of(response), UrlOutcome.NOTHING)

    async def doubted(self, response: Response) -> None:
        """There is no article at an address, as long as only links lead there, or a sitemap without a word on it."""
        asked = Asked.of(response)
        if keys.IN_SITEMAP in response.meta:
            noted = [Nothing(Asked((url + UNVOUCHED,), first=asked.first), url) for url in asked.urls]
        else:
            noted = [Nothing(Asked.of(response, url + UNVOUCHED)) for url in asked.urls]
        await self._outages.nothing(Tried.of(response), noted)

    async def unread(self, response: Response, *, is_wall: bool = False) -> None:
        """A page says that it is an article, or is a wall before it, and nothing could be read of it; once more it is asked, then it is none."""
        urls = Asked.of(response).urls
        if not await self._visits.recall([url + UNREAD for url in urls]):
            await self._outages.nothing(Tried.of(response))
            await self._note_as(response, UNREAD)
        elif is_wall and self._names.walled:
            self._walled.add(urls[0])
            await self._outages.nothing(Tried.of(response), await self._had_not(urls, self._names.walled))
        else:
            await self.nothing(response)

    async def pageless(self, response: Response) -> None:
        """Nothing that is a page came in the place of a story: each crawl asks it until patience has lasted; from then on it is none, and asked at its ages."""
        await self._outages.nothing(Tried.of(response))
        if await self._was_had_since(response, PAGELESS):
            await self._note_as(response, PAGELESS)
        elif await self._is_over(response, PAGELESS):
            await self.nothing(response)

    async def failing(self, answered: Mapping[str, tuple[int | None, datetime]]) -> None:
        """These addresses answered with errors of their own, which and when: they are asked again the later the longer that has been so."""
        async for part in in_parts(answered):
            names = {url + self._names.failing: url for url in part}
            found = await self._visits.recall([*names, *part])
            asked = []
            for name, url in names.items():
                status, at = answered[url]
                before = found.get(name)
                if before is not None and not (holds(before, found.get(url)) and is_blamed(before)):
                    before = None
                first = None if before is None else first_visited(before)
                asked.append(Asked((name,), pack(status, before), first=first, at=at))
            await self._visits.note_all([(each, UrlOutcome.NOTHING) for each in asked])

    async def not_had(self, answered: Mapping[str, tuple[int | None, datetime]]) -> None:
        """These addresses gave no page for reasons that may not be their own, with which status, if any, and when: each crawl asks them, after others."""
        async for part in in_parts(answered):
            names = {url + self._names.failing: url for url in part}
            found = await self._visits.recall([*names, *part])
            # What fails by itself does so still, whatever its host says meanwhile.
            blamed = {name for name, mark in found.items() if name in names and is_blamed(mark)}
            blamed = {name for name in blamed if holds(found[name], found.get(names[name]))}
            asked = [
                Asked((name,), pack_blameless(answered[url][0]), at=answered[url][1])
                for name, url in names.items()
                if name not in blamed
            ]
            await self._visits.note_all([(each, UrlOutcome.NOTHING) for each in asked])

    async def missed(self, stories: Sequence[Missed], given_up: Collection[str]) -> None:
        """These stories gave no page, for whatever reason: that may be their site's, or that of a host that was given up."""
        await self._outages.failed(stories, given_up)

    async def answered(self, urls: Collection[str]) -> None:
        """These addresses failed before, and answered without an error: if they fail again, that is a first time."""
        async for part in in_parts(urls):
            found = await self._visits.recall([url + self._names.failing for url in part])
            await self._visits.note_all([(Asked((name,), at=mark.checked), VOID) for name, mark in found.items()])

    async def list_failing(self, urls: Iterable[str]) -> None:
        """Keep a list of these addresses, of those before which a wall stood, and of those listed before, as far as they are marked so."""
        before = await listed(self._visits.recall)
        marks = await marks_of(self._visits.recall, {*before, *urls})
        # That a wall stands before a story may not be noted as yet.
        now = {*map(address_of, marks), *self._walled}

        def amended(found: Visit | None) -> list[Visit]:
            return Asked((LIST,), as_list({*listed_in(found)} - {*before} | now)).visits(UrlOutcome.SOURCE)

        if as_list(now) != as_list(before):
            await self._visits.amend(LIST, amended)

    async def unwanted(self, response: Response) -> None:
        """There is an article at an address that crawls with these arguments do not want."""
        await self._note_as(response, self._names.suffix(response.url))
        await self._visits.settle(Asked.of(response).urls)

    async def unchanged(self, response: Response) -> None:
        """An address answers that nothing has changed since the visit before."""
        visit = visit_of(response)
        if visit is None:
            return
        if visit.outcome is UrlOutcome.SOURCE:
            self._stats.inc_value(keys.known("sources"))
            await self._visits.unchanged(Asked.of(response, self._names.of_source(response)))
        else:
            self._stats.inc_value(keys.known("unchanged"))
            if visit.had_story:
                await self.story(response)
                await self._visits.note(Asked.of(response), visit.outcome)
            else:
                await self.nothing(response)

    async def led_to(self, urls: Sequence[str], target: str, tried: Tried | None = None) -> None:
        """Addresses lead to one that another request asks; where they are a story's, that comes to nothing where its site gives none."""
        if tried is not None:
            await self._outages.nothing(tried)
        await self._visits.same(urls, target)

    async def led_nowhere(self, asked: Asked, tried: Tried) -> None:
        """What was asked for leads to another site, or to a page of links."""
        await self._outages.nothing(tried, [Nothing(asked)])

    async def may_have_moved(self, urls: Iterable[str], target: str) -> bool:
        """Whether a story of addresses that lead to another one may stand there unknown."""
        return await self._visits.may_have_moved(urls, target)

    async def refused(self, request: Request) -> None:
        """What a request asks for may not be asked now: what led there asks again at its ages."""
        urls = dict.fromkeys(map(clean_url, way_of(request)))
        for each in await self._had_not(filter(self._visits.awaits, urls), REFUSED):
            await self._visits.put_off(each.settles, each.asked)

    async def circled(self, request: Request) -> None:
        """Redirects lead a request for a page to itself, or on without end: it is asked again at its ages, or with cookies."""
        if request.meta.keys().isdisjoint((keys.LENDER, keys.NAMED)):
            urls = [clean_url(asked_first(request))]
            self._walled |= set(urls if self._names.walled else ())
            await self._outages.nothing(Tried.of(request), await self._had_not(urls, self._names.walled))

    async def has_waited(self, response: Response) -> bool:
        """Whether a page of the story at an address, had before, is missing for longer than patience lasts; begins to count."""
        return await self._is_over(response, PARTLY)

    async def is_whole(self, response: Response) -> None:
        """All pages of the story at an address were had: what was missing before is forgotten."""
        if await self._since(response, PARTLY):
            for url in Asked.of(response).urls:
                await self._visits.note(Asked.of(response, url + PARTLY), UrlOutcome.ARTICLE)

    async def _is_over(self, response: Response, name: str) -> bool:
        """Whether patience has ended with what is noted of an address under a name; else that begins, or goes on."""
        since = await self._since(response, name)
        if since is None:
            await self._note_as(response, name)
        return since is not None and datetime.now(timezone.utc) - since > PATIENCE

    async def _since(self, response: Response, name: str) -> datetime | None:
        found = await self._visits.recall([url + name for url in Asked.of(response).urls])
        return min((visit.checked for visit in found.values() if visit.outcome is UrlOutcome.NOTHING), default=None)

    async def _was_had_since(self, response: Response, name: str) -> bool:
        """Whether a story was had at an address since something was noted of it under a name."""
        found = await self._visits.recall(Asked.of(response).urls)
        had = max((visit.checked for visit in found.values() if visit.had_story), default=None)
        since = await self._since(response, name)
        return had is not None and since is not None and since < had

    async def _note_as(self, response: Response, name: str) -> None:
        """There is no article at an address, for those who ask for it under this name too."""
        for url in Asked.of(response).urls:
            await self._visits.note(Asked.of(response, url + name), UrlOutcome.NOTHING)

    async def _had_not(self, urls: Iterable[str], name: str) -> list[Nothing]:
        """Nothing is known of these addresses but that this crawl could not have them: what is to be noted under a name put behind each, since when it was first."""
        noted = []
        for url in urls:
            before = await self._visits.known(url + name)
            noted.append(Nothing(Asked((url + name,), first=first_visited(before) if before else None), url))
        return noted
