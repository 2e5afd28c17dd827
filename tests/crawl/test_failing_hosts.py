"""Hosts that give none of their stories, while front pages and sitemaps answer: told at the end of each crawl; whole crawls against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import front, path
from tests.crawl.test_failing import DAY, HOUR, LATER, Crawls, crawls, failing, lines, map_of, post

__all__ = ["crawls", "post"]

STORIES = [path(topic) for topic in ("dam", "kiln", "mill", "quay")]
FEW = STORIES[:3]
OFTEN = "; asked again by each crawl while something leads to them: "


@pytest.fixture
def broken(post: Site, caplog: pytest.LogCaptureFixture) -> Callable[[int], None]:
    """Lets the stories of the newspaper, four, answer with a status; its front page names two of them."""
    caplog.set_level("INFO")
    post.pages |= {"/news.xml": map_of(post, *STORIES), "/": front(*STORIES[:2])}

    def answer(status: int) -> None:
        post.pages |= dict.fromkeys(STORIES, failing(status))

    return answer


@deferred_f_from_coro_f
async def test_a_host_that_refuses_all_its_stories_is_told_of_and_asked_by_each_crawl(
    site: Callable[..., Site], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    www, news = "http://www.example.com", "http://news.example.com"
    stories = [f"{news}{each}" for each in STORIES]
    proxy = site({f"{www}/": front(*stories), **dict.fromkeys(stories, failing(403))})
    monkeypatch.setenv("http_proxy", proxy.base)
    for _ in range(3):
        await crawl(NewsSpider, LATER, sites=www)
        (line,) = lines(caplog, "WARNING")
        assert line.startswith(f"4 stories failed (status 403: 4) though others answer{OFTEN}see what a browser shows")
        assert sum(each in stories for each in proxy.paths()) == len(stories)
        proxy.hits.clear()


@pytest.mark.parametrize("status", [502, 503, 504])
@deferred_f_from_coro_f
async def test_stories_that_a_proxy_answers_for_are_told_of_and_asked_by_each_crawl(
    post: Site, crawls: Crawls, broken: Callable[[int], None], caplog: pytest.LogCaptureFixture, status: int
) -> None:
    broken(status)
    for wait in (0 * HOUR, HOUR, HOUR):
        await crawls.after(wait)
        (line,) = lines(caplog, "WARNING")
        assert line == f"4 stories failed (status {status}: 4) though others answer{OFTEN}its owners may want to know"
        assert set(STORIES) <= set(post.paths())


@deferred_f_from_coro_f
async def test_stories_that_do_not_answer_are_told_of_as_those_that_answer_with_errors(
    post: Site, crawls: Crawls, broken: Callable[[int], None], caplog: pytest.LogCaptureFixture
) -> None:
    broken(503)
    post.pages |= dict.fromkeys(STORIES[1:], (200, {"Content-Type": "text/html", "X-Cut": "yes"}, b"<p>Half"))
    await crawls.after(0 * HOUR)
    (line,) = [line for line in lines(caplog, "WARNING") if "stories" in line]
    assert line.startswith(f"4 stories failed (no answer: 3, status 503: 1) though others answer{OFTEN}see what a")


@deferred_f_from_coro_f
async def test_one_that_waits_and_does_not_answer_where_a_page_names_it_is_counted_once(
    post: Site, crawls: Crawls, broken: Callable[[int], None], caplog: pytest.LogCaptureFixture
) -> None:
    broken(402)
    await crawls.after(0 * HOUR)
    await crawls.after(HOUR)
    caplog.clear()
    post.pages |= dict.fromkeys(STORIES, (200, {"Content-Type": "text/html", "X-Cut": "yes"}, b"<p>Half"))
    post.pages["/"] = front(*STORIES)
    await crawls.after(0.1 * HOUR)
    (line,) = [line for line in lines(caplog, "WARNING") if "stories" in line]
    assert line.startswith(f"4 stories failed (no answer: 4) though others answer{OFTEN}")


@deferred_f_from_coro_f
async def test_what_pages_name_is_told_apart_from_what_waits(
    crawls: Crawls, broken: Callable[[int], None], caplog: pytest.LogCaptureFixture
) -> None:
    broken(402)
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
        (line,) = lines(caplog, "WARNING")
        told = "those that only sitemaps name (2) are asked ever more rarely, once a day at last, the others (2) by each crawl while something leads to them"
        assert line == f"4 stories failed (status 402: 4) though others answer; {told}: they are for subscribers"
    await crawls.after(0.1 * HOUR)
    (line,) = lines(caplog, "WARNING")
    assert line.startswith("2 stories failed (status 402: 2) though others answer, and 2 more wait, the first until ")
    assert f"{OFTEN}they" in line


@deferred_f_from_coro_f
async def test_with_recheck_0_none_is_said_to_wait(
    crawls: Crawls, broken: Callable[[int], None], caplog: pytest.LogCaptureFixture
) -> None:
    broken(402)
    for wait in (0 * HOUR, DAY):
        await crawls.after(wait, {**LATER, "BOILERSPIDER_RECHECK": "0"})
        (line,) = lines(caplog, "WARNING")
        assert line == f"4 stories failed (status 402: 4) though others answer{OFTEN}they are for subscribers"


@pytest.mark.parametrize("urls", [STORIES, FEW])
@deferred_f_from_coro_f
async def test_where_nothing_else_answers_the_line_says_so(
    post: Site,
    crawls: Crawls,
    broken: Callable[[int], None],
    caplog: pytest.LogCaptureFixture,
    urls: list[str],
) -> None:
    broken(403)
    await crawls.after(0 * HOUR, urls=" ".join(map(post.url, urls)))
    found = [each.message for each in caplog.records if each.levelname == "WARNING" and "nothing else" in each.message]
    assert len(found) == (urls is STORIES)
    assert all(f"4 stories failed (status 403: 4), and nothing else answered{OFTEN}see" in line for line in found)


@deferred_f_from_coro_f
async def test_a_site_of_which_no_page_is_had_is_told_of_once(
    post: Site, crawls: Crawls, broken: Callable[[int], None], caplog: pytest.LogCaptureFixture
) -> None:
    urls = " ".join(map(post.url, STORIES))
    post.pages = dict.fromkeys((*post.pages, *STORIES), failing(403))
    caplog.clear()
    await crawls.after(0 * HOUR, sites=post.base, urls=urls)
    (line,) = [each.message for each in caplog.records if each.levelname == "WARNING" and post.base[7:] in each.message]
    assert "gave no page: status 403" in line
