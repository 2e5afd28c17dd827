"""Notices with words enough for an article in the place of stories; whole crawls against a server on loopback."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.notices import _is_variant
from tests.crawl.posts import Reply, path
from tests.crawl.test_failing import HOUR, Crawls, crawls, post
from tests.crawl.test_outages import HTML, NEWS, Paper, paper
from tests.crawl.test_waiting import Articles, articles
from tests.crawl.test_walled import warnings

pytestmark = pytest.mark.slow

__all__ = ["articles", "crawls", "paper", "post"]

LINE = "We are working on our servers this evening for some hours, and {}. "
NOTICE: Reply = (
    200,
    HTML,
    "<html><head><title>Post</title></head><body><h1>Our pages are being improved</h1>{}</body></html>".format(
        "".join(
            f"<p>{LINE.format(what)}We thank all of our readers for their patience.</p>"
            for what in (
                "move to a new house",
                "ask you to come back later",
                "replace the old machines",
                "are glad of it",
            )
        )
    ).encode(),
)
MANY = (*NEWS, "lock")
TWO = ("pier", "weir")


@deferred_f_from_coro_f
async def test_the_stories_behind_a_notice_are_had_when_it_is_gone(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    assert await paper.hour("bridge") == {"bridge"}
    assert len(await paper.hour("bridge", *MANY, but=dict.fromkeys(MANY, NOTICE))) == 1
    assert "4 other addresses too: it may be a notice in the place of stories, which are asked" in "".join(
        warnings(caplog, paper.post)
    )
    # That which was taken for an article is asked as any article is.
    assert await paper.hour("bridge", *MANY) == set(MANY)
    for _ in range(7):
        assert await paper.hour("bridge", *MANY) == set()


@deferred_f_from_coro_f
async def test_they_are_had_though_nothing_leads_to_them_any_more(paper: Paper) -> None:
    assert len(await paper.hour(*MANY, but=dict.fromkeys(MANY, NOTICE))) == 1
    paper.post.pages |= {path(topic): page(topic) for topic in MANY}
    assert await paper.hour("bridge") == {"bridge", *MANY}


@deferred_f_from_coro_f
async def test_the_same_holds_where_each_crawl_meets_one(paper: Paper) -> None:
    for count in range(1, len(MANY) + 1):
        await paper.hour("bridge", *MANY[:count], but=dict.fromkeys(MANY[:count], NOTICE))
    found = [await paper.hour("bridge", *MANY) for _ in range(24)]
    assert set().union(*found) == set(MANY)


@deferred_f_from_coro_f
async def test_one_worker_of_several_at_a_queue_does_not_tell_of_it(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    paper.settings = {"SCHEDULER_IDLE_BEFORE_CLOSE": 1}
    assert len(await paper.hour(*MANY, but=dict.fromkeys(MANY, NOTICE))) == 1
    assert warnings(caplog, paper.post) == []
    assert await paper.hour(*MANY) == set(MANY)


@deferred_f_from_coro_f
async def test_a_notice_that_lasts_is_one_article(paper: Paper) -> None:
    found = [await paper.hour("bridge", *MANY, but=dict.fromkeys(MANY, NOTICE)) for _ in range(8)]
    assert [len(each) for each in found] == [2, *[0] * 7]
    assert await paper.hour("bridge", *MANY, wait=16) >= set(MANY[1:])


@deferred_f_from_coro_f
async def test_stories_that_were_had_since_stay_so(paper: Paper, articles: Articles) -> None:
    await paper.hour(*MANY, but=dict.fromkeys(MANY, NOTICE))
    assert await paper.hour(*MANY) == set(MANY)
    await paper.hour(*MANY, *TWO, but=dict.fromkeys(TWO, NOTICE))
    for topic in MANY:
        assert "nothing" not in articles("check", paper.post.url(path(topic)))
    assert await paper.hour(*MANY, *TWO) == set(TWO)


@pytest.mark.parametrize("count", [2, 3])
@deferred_f_from_coro_f
async def test_few_copies_are_copies(paper: Paper, count: int) -> None:
    few = MANY[:count]
    assert len(await paper.hour(*few, but=dict.fromkeys(few, NOTICE))) == 1
    for _ in range(4):
        paper.post.hits.clear()
        assert await paper.hour(*few, but=dict.fromkeys(few, NOTICE)) == set()
    paper.post.hits.clear()
    await paper.hour(*few, but=dict.fromkeys(few, NOTICE))
    assert paper.post.paths().count(path(few[-1])) == 0


def named(topic: str) -> str:
    """A story whose page says that it stands at the address of another one."""
    return page(topic).replace("<head>", f"<head><link rel='canonical' href='{path(topic)}'>")


@deferred_f_from_coro_f
async def test_addresses_whose_pages_name_another_are_those_of_copies(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    copies: dict[str, Reply] = {topic: (200, HTML, named("bridge").encode()) for topic in MANY}
    assert await paper.hour("bridge") == {"bridge"}
    assert await paper.hour("bridge", *MANY, but=copies) == set()
    assert warnings(caplog, paper.post) == []
    paper.post.hits.clear()
    assert await paper.hour("bridge", *MANY, but=copies, wait=0.3) == set()
    assert [paper.asks(topic) for topic in MANY] == [0] * len(MANY)


@deferred_f_from_coro_f
async def test_papers_that_show_agencies_stories_in_some_editions_are_not_told_of(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    for hour in range(3):
        local, editions = f"bridge{hour}", [f"{name}{hour}" for name in MANY[:4]]
        agency: dict[str, Reply] = dict.fromkeys(editions, (200, HTML, page(f"storm{hour}").encode()))
        await paper.hour(local, f"ferry{hour}", *editions, but=agency)
    assert warnings(caplog, paper.post) == []


@deferred_f_from_coro_f
async def test_a_notice_of_several_sites_is_one_at_each(
    paper: Paper, crawls: Crawls, site: Callable[..., Site], caplog: pytest.LogCaptureFixture
) -> None:
    other = site({path("tower"): NOTICE})
    assert len((await crawls.after(HOUR, urls=other.url(path("tower")))).items) == 1
    caplog.clear()
    assert await paper.hour(*MANY, but=dict.fromkeys(MANY, NOTICE)) == set()
    (line,) = warnings(caplog, paper.post)
    assert f"the text of {other.url(path('tower'))} at {len(MANY)} other addresses too" in line
    assert await paper.hour(*MANY) == set(MANY)


@deferred_f_from_coro_f
async def test_of_a_notice_that_few_stories_of_a_crawl_give_nothing_is_told(
    paper: Paper, caplog: pytest.LogCaptureFixture
) -> None:
    await paper.hour(*MANY, but=dict.fromkeys(MANY, NOTICE))
    assert len(warnings(caplog, paper.post)) == 1
    await paper.hour(*TWO, but=dict.fromkeys(TWO, NOTICE))
    assert warnings(caplog, paper.post) == []


@pytest.mark.parametrize(
    ("one", "other", "is_variant"),
    [
        ("/sport/what-a-story", "/local/what-a-story", True),
        ("/a-story", "/a-story?from=home", True),
        ("/a-story?from=sport", "/a-story?from=sport&in=box", True),
        ("/what-a-story?teaser=1", "/what-a-story?teaser=2", True),
        ("/a-story-1234567.html", "/another-name-1234567.html", True),
        ("/news/12345678/a-name", "/news/12345678/another-name", True),
        ("/story.php?id=1234567", "/en/story.php?id=1234567&in=box", True),
        ("/What-A-Story", "/what-a-story.html", True),
        ("/what-a-story.html", "/print/what-a-story", True),
        ("/a-story/amp", "/a-story", True),
        ("/2026/11/28/a-story", "/2026/11/28/another-story", False),
        ("/20261128/a-story", "/20261128/another-story", False),
        ("/story.php?id=1", "/story.php?id=2", False),
        ("/story.php?id=1&in=box", "/story.php?id=2&in=box", False),
        ("/story.php?in=10250&id=1", "/story.php?in=10250&id=2", False),
        ("/a-story-20261128.html", "/another-story-20261128.html", False),
        ("/202611281200/a-story", "/202611281200/another-story", False),
        ("/news-10250/a-story", "/news-10250/another-story", False),
        ("/news/1", "/news/2", False),
        ("/", "/a-story", False),
        ("/sport/a-story/full", "/sport/another-story/full", False),
        ("/sport/a-story/article.html", "/sport/another-story/article.html", False),
        ("/news/1.5123456", "/news/1.6123457", False),
        ("/202611/what-a-story", "/202611/another-story", False),
        ("/28112026/what-a-story", "/28112026/another-story", False),
        ("/2611281530/what-a-story", "/2611281530/another-story", False),
        ("/news/202611/content_701113.htm", "/sport/202611/content_702113.htm", False),
        ("/pub/100200/what-a-story", "/pub/100200/another-story", False),
    ],
)
def test_addresses_tell_whether_they_are_of_one_story(one: str, other: str, is_variant: bool) -> None:
    host = "https://post.example"
    assert _is_variant(host + one, host + other) is is_variant
    assert _is_variant(host + other, host + one) is is_variant
