"""Stories that a site in trouble did not give: later crawls ask for them though nothing leads to them any more.

Feeds and front pages of large sites move on within hours. So the memory lists these stories.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timezone
from functools import partial
from itertools import islice

from boilerspider.crawl.asked import Asked
from boilerspider.crawl.visits import Visits
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.urls import clean_url

MISSED = "#missed-since"
"""Behind a site: its list, the latest first, in the field of the version, and since when each is on it; alone: the sites that have one."""

MOST = 1_000
"""Stories of a site, and sites, that are listed, at most. Ours: an outage has the news of some hours."""


async def note_missed(visits: Visits, site: str, urls: Sequence[str]) -> None:
    """A site did not give the stories of these addresses."""
    await visits.amend(site + MISSED, partial(_with, site + MISSED, [*map(clean_url, urls)]))
    await visits.amend(MISSED, partial(_with, MISSED, [site]))


async def recall_missed(visits: Visits, since: datetime) -> set[str]:
    """The addresses of stories that any site has not given for the first time since then; some may have been had meanwhile."""
    sites = _listed(await visits.known(MISSED))
    marks = await visits.recall([site + MISSED for site in sites])
    return {url for mark in marks.values() for url, at in _listed(mark).items() if at >= since.timestamp()}


async def lists_of_missed(recall: Callable[[Sequence[str]], Awaitable[dict[str, Visit]]]) -> list[str]:
    """The names under which these lists are remembered."""
    return [MISSED, *(site + MISSED for site in _listed((await recall([MISSED])).get(MISSED)))]


def _with(name: str, more: Sequence[str], found: Visit | None) -> list[Visit]:
    now, before = datetime.now(timezone.utc).timestamp(), _listed(found)
    listed = {each: before.get(each, now) for each in (*more, *before)}
    return Asked((name,), json.dumps(dict(islice(listed.items(), MOST)))).visits(UrlOutcome.SOURCE)


def _listed(mark: Visit | None) -> dict[str, float]:
    return dict(json.loads(mark.etag)) if mark is not None and mark.etag else {}
