"""Notices in the place of stories: pages with words enough for an article that a site shows at the addresses of several stories.

The first is taken for an article, and the others have its text. What has the text of another story of its site, under an
address that has nothing in common with that one's, may be such a notice; from a few of them on they are, and came to nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked, first_visited
from boilerspider.crawl.outages import LOOK
from boilerspider.crawl.visits import Visits
from boilerspider.redaction import redacted
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import same_site, site_of, story_url

NOTICE = "#notice"
"""Behind the address of a story: the first addresses of other stories that gave its text, in the field of the version."""

FEWEST = 3
"""Other stories that gave the text of one, at least, for it to be a notice: sites show one story at two addresses or three. Ours."""

_NUMBER = re.compile(r"\d{5,}")
"""What names a story in its address, whatever stands around it; years and days have fewer digits."""


class Notices:
    """Hears of copies, and notes them as such, or as what came to nothing where they are a notice."""

    def __init__(self, visits: Visits, ages: Collection[float] = ()) -> None:
        self._visits = visits
        self._is_asked_again = bool(ages)
        self._known: set[str] = set()
        """Stories of which it is known that they are notices."""
        self._shown: defaultdict[str, set[str]] = defaultdict(set)
        """Such a story -> the addresses that gave it in this crawl."""
        self._articles: Counter[str] = Counter()
        """Site -> its articles in this crawl."""

    def article(self, url: str) -> None:
        """An article was had."""
        self._articles[site_of(url)] += 1

    async def copy(self, asked: Asked, original: str | None, response: Response) -> None:
        """What was asked has the text that was first admitted under another URL."""
        if original is None or asked.is_record or not _may_be_another(asked.urls, original) or _was_had(response):
            await self._visits.copy(asked, original)
            return
        others = await self._with(asked.urls, original)
        if not others:
            await self._visits.copy(asked, original)
            return
        self._known.add(original)
        await self._note([asked, *(Asked(urls) for urls in others if urls != asked.urls)], original)

    def close(self) -> dict[str, str]:
        """Site -> what is to be told of one most of whose stories in this crawl were a notice."""
        again = (
            "asked again at their ages"
            if self._is_asked_again
            else "asked by no crawl again, for BOILERSPIDER_RECHECK is empty"
        )
        told = {}
        for original, shown in self._shown.items():
            if len(shown) >= self._articles[site := site_of(original)]:
                told[site] = (
                    f"the text of {redacted(original)} at {len(shown)} other addresses too: "
                    f"it may be a notice in the place of stories, which are {again}; {LOOK}"
                )
        return told

    async def _with(self, urls: tuple[str, ...], original: str) -> list[tuple[str, ...]]:
        """The addresses that gave a notice, these and those of which that comes out with them; none where it may be a story."""
        before: list[tuple[str, ...]] = []

        def amended(found: Visit | None) -> list[Visit]:
            before[:] = map(tuple, json.loads(found.etag) if found is not None and found.etag else ())
            if len(before) >= FEWEST or urls in before:
                return []
            return Asked((original + NOTICE,), json.dumps([*before, urls])).visits(UrlOutcome.SOURCE)

        if original in self._known:
            return [urls]
        await self._visits.amend(original + NOTICE, amended)
        if len(before) >= FEWEST:
            return [urls]
        others = [*dict.fromkeys((*before, urls))]
        return others if len(others) >= FEWEST else []

    async def _note(self, shown: Sequence[Asked], original: str) -> None:
        """These came to nothing, those among them that were taken for copies too, unless a story of their own was had there since."""
        self._visits.withdraw(original, {each.urls for each in shown})
        known = await self._visits.recall([url for each in shown for url in each.urls])
        noted = []
        for each in shown:
            found = [known[url] for url in each.urls if url in known]
            if all(visit.outcome is not UrlOutcome.ARTICLE for visit in found):
                self._shown[original].add(each.urls[0])
                noted.append((replace(each, first=min(map(first_visited, found), default=None)), UrlOutcome.NOTHING))
        await self._visits.note_all(noted)


def _was_had(response: Response) -> bool:
    """Whether an earlier crawl had a story of its own there."""
    known = response.meta.get(keys.VISIT)
    return isinstance(known, Visit) and known.outcome is UrlOutcome.ARTICLE


def _may_be_another(urls: Sequence[str], original: str) -> bool:
    """Whether addresses are those of another story of the same site, as far as they tell."""
    return all(same_site(url, original) and not _is_variant(url, original) for url in urls)


def _is_variant(one: str, other: str) -> bool:
    """Whether addresses share what names a story: the end of their paths, a long number, or all that one of them has."""
    parts = [urlsplit(story_url(url)) for url in (one, other)]
    paths = {part.path for part in parts}
    ends = {path.rpartition("/")[2] for path in paths}
    arguments = [{*part.query.split("&")} - {""} for part in parts]
    numbers = [{*_NUMBER.findall(f"{part.path.rpartition('/')[2]}?{part.query}")} for part in parts]
    if numbers[0] & numbers[1]:
        return True
    if len(paths) == 1:
        return arguments[0] <= arguments[1] or arguments[1] <= arguments[0]
    return len(ends) == 1 and ends != {""}
