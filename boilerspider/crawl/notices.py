"""Notices in the place of stories: pages with words enough for an article that a site shows at the addresses of several stories.

The first is taken for an article, and the others have its text. What has the text of another story of its site, under an
address that has nothing in common with that one's, may be such a notice; from a few of them on they are, and came to nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from scrapy.http import Response

from boilerspider.crawl import keys
from boilerspider.crawl.asked import Asked, first_visited
from boilerspider.crawl.outages import LOOK
from boilerspider.crawl.visits import Visits
from boilerspider.model import Article, Verdict
from boilerspider.redaction import redacted
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url, same_site, site_of, story_url

NOTICE = "#notice"
"""Behind the address of a story: the first addresses of other stories that gave its text, in the field of the version."""

FEWEST = 3
"""Other stories that gave the text of one, at least, for it to be a notice: sites show one story at two addresses or three. Ours."""

_ALIKE = 0.9
"""Similarity of a text to another one, at least, for both to be one notice, which may tell the hour; tables with other figures are less alike. Ours."""

_SLUG = re.compile(r"[^\W_]+(?:[-_][^\W_]+){2,}")
"""The end of a path that names a story by three words or more."""

_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))\d{5,}")
"""What names a story by a number; no day, with or without an hour."""

_LONG = 6
"""Digits of a number that names a story wherever in a path it stands, at least; sections have shorter ones. Ours."""


class Notices:
    """Hears of copies, and notes them as such, or as what came to nothing where they are a notice."""

    def __init__(self, visits: Visits, ages: Collection[float] = ()) -> None:
        self._visits = visits
        self._is_asked_again = bool(ages)
        self._known: set[str] = set()
        """Stories of which it is known that they are notices."""
        self._shown: defaultdict[str, set[str]] = defaultdict(set)
        """Story -> the addresses of others that gave its text in this crawl."""
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
        self._shown[original].add(asked.urls[0])
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
        return {
            site_of(original): f"the text of {redacted(original)} at {len(shown)} other addresses too: "
            f"it may be a notice in the place of stories, which are {again}; {LOOK}"
            for original, shown in self._shown.items()
            if original in self._known and len(shown) >= max(FEWEST, self._articles[site_of(original)])
        }

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
                noted.append((replace(each, first=min(map(first_visited, found), default=None)), UrlOutcome.NOTHING))
        await self._visits.note_all(noted)


def _may_be_notice(urls: Sequence[str], original: str, verdict: Verdict, response: Response) -> bool:
    """Whether a page with the text of another story of its site may stand in the place of one."""
    known, article = response.meta.get(keys.VISIT), response.meta.get(keys.ARTICLE)
    was_had = isinstance(known, Visit) and known.outcome is UrlOutcome.ARTICLE
    is_alike = verdict.similarity is None or verdict.similarity >= _ALIKE
    is_named = isinstance(article, Article) and _names_another(article, urls)
    is_other = all(same_site(url, original) and not _is_variant(url, original) for url in urls)
    return is_alike and is_other and not was_had and not is_named


def _names_another(article: Article, urls: Iterable[str]) -> bool:
    """Whether a page says that its story stands at another address, which is no front page."""
    own = clean_url(article.canonical_url or "")
    return own not in urls and bool(urlsplit(own).path.strip("/"))


def _is_variant(one: str, other: str) -> bool:
    """Whether addresses share what names a story: words or a long number in their paths, or one has all that the other has."""
    parts = [urlsplit(story_url(url).lower()) for url in (one, other)]
    ends = {part.path.rpartition("/")[2].partition(".")[0] for part in parts}
    arguments = [{*part.query.split("&")} - {""} for part in parts]
    numbers = [set(_numbers(part.path)) for part in parts]
    if numbers[0] & numbers[1]:
        return True
    end = ends.pop()
    if ends or not end:
        return False
    is_named = bool(_SLUG.fullmatch(end) or _NUMBER.search(end))
    return is_named or arguments[0] <= arguments[1] or arguments[1] <= arguments[0]


def _numbers(path: str) -> Iterable[str]:
    """Those that may name a story: long ones, and shorter ones at the end of a path."""
    yield from (number for number in _NUMBER.findall(path) if len(number) >= _LONG)
    yield from _NUMBER.findall(path.rpartition("/")[2])
