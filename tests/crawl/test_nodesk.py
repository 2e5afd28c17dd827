from __future__ import annotations

from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.asked import Asked
from boilerspider.crawl.nodesk import NoDesk
from boilerspider.stores import UrlOutcome

STORY, OTHER, FEED = "https://a.example/story", "https://a.example/other", "https://a.example/feed"


@deferred_f_from_coro_f
async def test_what_it_is_told_is_forgotten() -> None:
    visits = NoDesk().visits
    await visits.note(Asked((STORY,)), UrlOutcome.ARTICLE)
    await visits.put_off(OTHER, Asked((OTHER,)))
    await visits.lead(Asked((FEED,)), [STORY, OTHER])
    await visits.same([OTHER], STORY)
    assert await visits.recall([STORY, OTHER, FEED]) == {}
    assert not visits.awaits(STORY)
    assert await visits.children(FEED) is None


@deferred_f_from_coro_f
async def test_no_story_has_moved_that_is_not_known() -> None:
    assert not await NoDesk().visits.may_have_moved([OTHER], STORY)


@deferred_f_from_coro_f
async def test_what_a_source_leads_to_is_held_by_nobody() -> None:
    visits = NoDesk().visits
    number = visits.begin(Asked((FEED,)))
    visits.add(number, [STORY])
    assert not visits.awaits(STORY)
    await visits.end(number)
