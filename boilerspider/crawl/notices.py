"""Notices in the place of stories: pages with words enough for an article that a site shows at the addresses of several stories.

The first is taken for an article, and the others have its text. What has the text of another story, under an
address that has nothing in common with that one's, may be such a notice; from a few of them on they are, and came to nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

from scrapy.http import Response

from boilerspider.crawl.asked import Asked, first_visited, visit_of
from boilerspider.crawl.missed import note_missed
from boilerspider.crawl.outages import LOOK
from boilerspider.crawl.owners import Owners, Way, first_at
from boilerspider.crawl.responses import article_of
from boilerspider.crawl.visits import Visits
from boilerspider.model import Article, Verdict
from boilerspider.redaction import redacted
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url, site_of, story_url

NOTICE = "#notice"
"""Behind the address of a story: the first addresses of other stories that gave its text, in the field of the version."""

FEWEST = 3
"""Other stories that gave the text of one, at least, for it to be a notice: sites show one story at two addresses or three. Ours."""

_ALIKE = 0.9
"""Similarity of a text to another one, at least, for both to be one notice, which may tell the hour; tables with other figures are less alike. Ours."""

MOST_ARTICLES = 1 / 3
"""Articles for each other address at which a crawl met a notice first, at most, for it to be told of: papers show agencies' stories in some editions beside their own. Ours."""

_WORD = re.compile(r"[^\W\d_]+")

_NAMING = 3
"""Words of the end of a path that name a story, at least. Ours."""

_EXTENSION = re.compile(r"(?:\.[a-z]+)+$")

_NUMBER = re.compile(r"(?<!\d)\d{5,}")
"""What may name a story by a number."""

_DAY = re.compile(
    r"(?:19|20)\d\d(?:0[1-9]|1[0-2])\d{0,8}"  # a month or a day, with or without an hour
    r"|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d"
    r"|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4})?"
)
"""Numbers that name a month or a day, and no story."""

_LONG = 7
"""Digits of a number that names a story wherever in a path it stands, at least; sections and publications have shorter ones. Ours."""


class _Shown(NamedTuple):
    """A text that a site shows at the addresses of several stories."""

    original: str
    """Where it was met first, which may be on another site."""
    site: str

    @property
    def name(self) -> str:
        """Under which it is remembered where the site has shown it."""
        return self.original + NOTICE + ("" if self.site == site_of(self.original) else f" at {self.site}")


class Notices:
    """Hears of copies, and notes them as such, or as what came to nothing where they are a notice."""

    def __init__(self, visits: Visits, owners: Owners, ages: Collection[float] = ()) -> None:
        self._visits = visits
        self._owners = owners
        self._is_asked_again = bool(ages)
        self._known: set[_Shown] = set()
        """Those of which it is known that they are notices."""
        self._shown: defaultdict[_Shown, set[str]] = defaultdict(set)
        """What is shown -> the addresses of other stories, which no crawl had asked, that gave its text in this one."""
        self._articles: Counter[str] = Counter()
        """Site -> its articles in this crawl."""

    def article(self, url: str) -> None:
        """An article was had."""
        self._articles[site_of(url)] += 1

    async def copy(self, asked: Asked, verdict: Verdict, response: Response) -> None:
        """What was asked has the text that was first admitted under another URL."""
        original = verdict.original_url
        if original is None or asked.is_record or not _may_be_notice(asked.urls, original, verdict, response):
            await self._visits.copy(asked, original)
            return
        shown = _Shown(original, self._owners.site(Way.of(response)))
        if visit_of(response) is None:
            self._shown[shown].add(asked.urls[0])
        others = await self._with(asked.urls, shown)
        if not others:
            await self._visits.copy(asked, original)
            return
        self._known.add(shown)
        await self._note([asked, *(Asked(urls) for urls in others if urls != asked.urls)], shown)

    def close(self) -> dict[str, str]:
        """Site -> what is to be told of one most of whose stories in this crawl were a notice."""
        again = (
            "asked again at their ages"
            if self._is_asked_again
            else "asked by no crawl again, for BOILERSPIDER_RECHECK is empty"
        )
        return {
            shown.site: f"the text of {redacted(shown.original)} at {len(urls)} other addresses too: "
            f"it may be a notice in the place of stories, which are {again}; {LOOK}"
            for shown, urls in self._shown.items()
            if shown in self._known and len(urls) >= FEWEST and self._articles[shown.site] <= MOST_ARTICLES * len(urls)
        }

    async def _with(self, urls: tuple[str, ...], shown: _Shown) -> list[tuple[str, ...]]:
        """The addresses that gave a notice, these and those of which that comes out with them; none where it may be a story."""
        before: list[tuple[str, ...]] = []

        def amended(found: Visit | None) -> list[Visit]:
            before[:] = map(tuple, json.loads(found.etag) if found is not None and found.etag else ())
            if len(before) >= FEWEST or urls in before:
                return []
            return Asked((shown.name,), json.dumps([*before, urls])).visits(UrlOutcome.SOURCE)

        if shown in self._known:
            return [urls]
        await self._visits.amend(shown.name, amended)
        if len(before) >= FEWEST:
            return [urls]
        others = [*dict.fromkeys((*before, urls))]
        return others if len(others) >= FEWEST else []

    async def _note(self, stories: Sequence[Asked], shown: _Shown) -> None:
        """These came to nothing, those among them that were taken for copies too, unless a story of their own was had there since."""
        self._visits.withdraw(shown.original, {each.urls for each in stories})
        known = await self._visits.recall([url for each in stories for url in each.urls])
        noted = []
        for each in stories:
            found = [known[url] for url in each.urls if url in known]
            if all(visit.outcome is not UrlOutcome.ARTICLE for visit in found):
                noted.append((replace(each, first=min(map(first_visited, found), default=None)), UrlOutcome.NOTHING))
        await self._visits.note_all(noted)
        if self._is_asked_again:
            await note_missed(self._visits, shown.site, [first_at(shown.site, each.urls) for each, _ in noted])


def _may_be_notice(urls: Sequence[str], original: str, verdict: Verdict, response: Response) -> bool:
    """Whether a page with the text of another story may stand in the place of one."""
    known, article = visit_of(response), article_of(response)
    was_had = known is not None and known.outcome is UrlOutcome.ARTICLE
    is_alike = verdict.similarity is None or verdict.similarity >= _ALIKE
    is_named = article is not None and _names_another(article, urls)
    is_other = not any(_is_variant(url, original) for url in urls)
    return is_alike and is_other and not was_had and not is_named


def _names_another(article: Article, urls: Iterable[str]) -> bool:
    """Whether a page says that its story stands at another address, which is no front page."""
    own = clean_url(article.canonical_url or "")
    return own not in urls and bool(urlsplit(own).path.strip("/"))


def _is_variant(one: str, other: str) -> bool:
    """Whether addresses share what names a story: words or a long number, or all of a path, or its end and arguments."""
    parts = [urlsplit(story_url(url).lower()) for url in (one, other)]
    numbers = [set(_numbers(part.path)) for part in parts]
    if numbers[0] & numbers[1]:
        return True
    steps = [_EXTENSION.sub("", part.path).split("/") for part in parts]
    if steps[0][-1] != steps[1][-1]:
        return False
    if len(_WORD.findall(steps[0][-1])) >= _NAMING:
        return True
    arguments = [{*part.query.split("&")} - {""} for part in parts]
    is_in = arguments[0] <= arguments[1] or arguments[1] <= arguments[0]
    return is_in and (steps[0] == steps[1] or all(arguments))


def _numbers(path: str) -> Iterable[str]:
    """Those that may name a story: long ones, and shorter ones at the end of a path; no days."""
    end = path.rpartition("/")[2]
    found = (number for number in _NUMBER.findall(path) if not _DAY.fullmatch(number))
    yield from (number for number in found if len(number) >= _LONG or number in end)
