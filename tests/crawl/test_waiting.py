"""What `scrapy articles` tells and undoes of stories that wait; whole crawls against a server on loopback."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.settings import Settings
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.commands.articles import Command
from boilerspider.spiders import outcomes, waiting
from boilerspider.spiders.names import FAILING
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.stores.sqlite.store import SqliteStore
from tests.commands.conftest import execute
from tests.crawl.posts import SHARED_STORE, TOPICS, path, posted
from tests.crawl.test_failing import FERRY, HOUR, LATER, REFUSED, Crawls, failing, map_of
from tests.crawl.test_walled import with_consent

SCHOOL = path("school")
Articles = Callable[..., str]


@pytest.fixture
def post(site: Callable[..., Site]) -> Site:
    """A newspaper two of whose stories fail, and that a sitemap alone names."""
    running = posted(site)
    running.pages |= {"/": "<h1>Post</h1>", "/rss.xml": (404, {}, b""), FERRY: REFUSED, SCHOOL: failing(500)}
    running.pages["/news.xml"] = map_of(running, path("bridge"), FERRY, SCHOOL)
    return running


@pytest.fixture
def crawls(crawl: Any, post: Site, tmp_path: Path) -> Crawls:
    return Crawls(crawl, post, tmp_path / "memory.sqlite")


@pytest.fixture
def articles(capsysbinary: pytest.CaptureFixture[bytes]) -> Articles:
    """articles(*args) -> what the command says of the crawls' store."""

    def run(*args: str, ages: str = "3600") -> str:
        command = Command()
        command.settings = Settings(
            {"BOILERSPIDER_STORE": SHARED_STORE["BOILERSPIDER_STORE"], "BOILERSPIDER_RECHECK": ages}
        )
        capsysbinary.readouterr()
        execute(command, [*args])
        said = capsysbinary.readouterr()
        return (said.out + said.err).decode()

    return run


def waits(articles: Articles, url: str, ages: str = "3600") -> list[dict[str, Any]]:
    found = json.loads(articles("check", url, "--format", "json", ages=ages))["waits"]
    assert isinstance(found, list)
    return found


def ago(moment: str) -> timedelta:
    then = datetime.fromisoformat(moment)
    return datetime.now(then.tzinfo) - then


@deferred_f_from_coro_f
async def test_it_is_told_since_when_and_how_often_a_story_failed_and_when_it_is_asked_again(
    post: Site, crawls: Crawls, articles: Articles
) -> None:
    await crawls.after(0 * HOUR)
    (once,) = waits(articles, post.url(FERRY))
    assert (once["why"], once["times"], once["status"], once["without_cookies"]) == ("failing", 1, 403, False)
    assert "due: crawls that come to it ask it" in articles("check", post.url(FERRY))
    post.pages[FERRY] = failing(451)
    for wait in (HOUR, HOUR):
        await crawls.after(wait)
    (often,) = waits(articles, post.url(FERRY))
    assert (often["times"], often["status"]) == (3, 451)
    assert 2 * HOUR < ago(often["since"]) < 2.1 * HOUR
    assert ago(often["last"]) < 0.1 * HOUR
    assert 1.7 * HOUR < -ago(often["asked_from"]) < 1.9 * HOUR
    told = articles("check", post.url(FERRY) + "?utm_source=x")
    for part in ("failing since ", ", 3 times\n", " with status 451\n", "crawls ask it again from "):
        assert part in told
    assert "waits" not in articles("check", post.url(path("bridge")))


@deferred_f_from_coro_f
async def test_those_that_wait_are_counted_by_site_and_forgotten_with_their_site(
    post: Site, crawls: Crawls, articles: Articles
) -> None:
    post.pages[path("bridge")] = REFUSED
    name = post.base.removeprefix("http://")

    def figures(ages: str = "3600") -> tuple[int, dict[str, int]]:
        told = json.loads(articles("stats", "--format", "json", ages=ages))
        return told["waiting"], told["waiting_by_site"]

    await crawls.after(0 * HOUR)
    assert figures() == (0, {})
    assert re.search("^waiting +0$", articles("stats"), re.MULTILINE)
    await crawls.after(HOUR)
    assert figures() == (3, {name: 3})
    assert figures("0") == (0, {})
    post.pages[SCHOOL] = page("school")
    await crawls.after(HOUR)
    assert figures() == (2, {name: 2})
    assert articles("stats").endswith(f"\n  {name}{' ' * (len('first seen in 24 hours') - len(name) - 2)}  2\n")
    articles("forget", post.url(FERRY))
    assert figures() == (1, {name: 1})
    articles("forget", "--all")
    assert figures() == (0, {})


@deferred_f_from_coro_f
async def test_a_site_all_of_whose_stories_wait_is_forgotten_though_no_story_of_it_is_known(
    post: Site, crawls: Crawls, articles: Articles
) -> None:
    post.pages[path("bridge")] = REFUSED
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
    assert articles("forget", "--site", post.base) == "what waits is asked by the next crawl\n"
    assert await crawls.asks(0.1 * HOUR) == 1
    assert "no story of this site is known" in articles("forget", "--site", "http://127.0.0.2/")


@deferred_f_from_coro_f
async def test_with_recheck_0_the_next_crawl_asks_it(post: Site, crawls: Crawls, articles: Articles) -> None:
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
    assert -ago(waits(articles, post.url(FERRY))[0]["asked_from"]) > 0.5 * HOUR
    (told,) = waits(articles, post.url(FERRY), "0")
    assert told["asked_from"] == told["last"]


@deferred_f_from_coro_f
async def test_a_story_that_was_had_since_waits_no_more(post: Site, crawls: Crawls, articles: Articles) -> None:
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
    post.pages[FERRY] = page("ferry")
    assert len((await crawls.after(2 * HOUR)).items) == 1
    assert waits(articles, post.url(FERRY)) == []


@deferred_f_from_coro_f
async def test_what_is_forgotten_is_asked_by_the_next_crawl_and_what_it_failed_before_counts_no_more(
    post: Site, crawls: Crawls, articles: Articles
) -> None:
    for wait in (0 * HOUR, HOUR):
        await crawls.after(wait)
    assert await crawls.asks(0.1 * HOUR) == 0
    assert articles("forget", post.url(FERRY)) == "what waits is asked by the next crawl\n"
    assert waits(articles, post.url(FERRY)) == []
    # It begins anew, and the others wait on.
    for number, wait in enumerate((0 * HOUR, 0.1 * HOUR)):
        await crawls.after(wait)
        assert (number, post.paths().count(FERRY), post.paths().count(SCHOOL)) == (number, 1, 0)
    assert await crawls.asks(0.05 * HOUR) == 0
    assert waits(articles, post.url(FERRY))[0]["times"] == 2
    refused = articles("forget", post.url(FERRY), post.url("/else"))
    assert "no story is known under this address; nothing is forgotten" in refused
    assert await crawls.asks(0 * HOUR) == 0


@deferred_f_from_coro_f
async def test_a_known_story_that_fails_when_it_is_looked_at_again_is_forgotten_with_its_mark(
    post: Site, crawls: Crawls, articles: Articles
) -> None:
    post.pages[FERRY] = page("ferry")
    await crawls.after(0 * HOUR)
    post.pages[FERRY] = REFUSED
    for wait in (HOUR, HOUR):
        await crawls.after(wait)
    known = json.loads(articles("check", post.url(FERRY), "--format", "json"))
    assert (known["story"]["url"], known["waits"][0]["times"]) == (post.url(FERRY), 2)
    assert articles("forget", post.url(FERRY)).startswith("1 story is forgotten; ")
    assert waits(articles, post.url(FERRY)) == []


@deferred_f_from_coro_f
async def test_a_story_behind_a_wall_is_told_of_and_forgotten_too(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, articles: Articles
) -> None:
    post = with_consent(site({}))
    behind = Crawls(crawl, post, tmp_path / "memory.sqlite")
    without = {**LATER, "COOKIES_ENABLED": False}
    assert [await behind.asks(wait, without) for wait in (0 * HOUR, 0 * HOUR, 0 * HOUR)] == [1, 1, 0]
    (wall,) = waits(articles, post.url(FERRY))
    assert (wall["why"], wall["times"], wall["status"], wall["without_cookies"]) == ("walled", None, None, True)
    assert -ago(wall["asked_from"]) < HOUR
    assert "crawls without cookies ask it again from " in articles("check", post.url(FERRY))
    figures = json.loads(articles("stats", "--format", "json"))
    name = post.base.removeprefix("http://")
    assert (figures["walled"], figures["walled_by_site"], figures["waiting"]) == (5, {name: 5}, 0)
    assert waits(articles, post.url(FERRY), "")[0]["asked_from"] is None
    assert "crawls without cookies ask it no more" in articles("check", post.url(FERRY), ages="")
    told = articles("forget", post.url(FERRY))
    assert told == "what waits is asked by the next crawl; feeds and sitemaps will be read anew\n"
    assert await behind.asks(0 * HOUR, without) == 1
    assert json.loads(articles("stats", "--format", "json"))["walled"] == 0


@deferred_f_from_coro_f
async def test_stories_behind_a_wall_are_forgotten_with_their_site_and_counted_no_more_once_they_are_had(
    site: Callable[..., Site], crawl: Any, tmp_path: Path, articles: Articles
) -> None:
    post = with_consent(site({}))
    whole = {path(topic): page(topic) for topic in TOPICS}
    behind = Crawls(crawl, post, tmp_path / "memory.sqlite")
    for wait in (0 * HOUR, 0 * HOUR):
        await behind.after(wait, {**LATER, "COOKIES_ENABLED": False})
    assert "feeds and sitemaps will be read anew" in articles("forget", "--site", post.base)
    post.pages |= whole
    assert len((await behind.after(0 * HOUR, {**LATER, "COOKIES_ENABLED": False})).items) == len(TOPICS)
    assert json.loads(articles("stats", "--format", "json"))["walled"] == 0


@deferred_f_from_coro_f
async def test_what_another_crawl_lists_at_the_same_time_is_kept(
    post: Site, crawls: Crawls, articles: Articles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, day = "https://news.example.com/2026/11/neighbours-want-a-crane-back", timedelta(days=1)

    async def meanwhile(*args: Any) -> list[Visit]:
        monkeypatch.setattr(outcomes, "marks_of", waiting.marks_of)
        found = await waiting.marks_of(*args)
        other, now = SqliteStore(tmp_path / "memory.sqlite"), datetime.now(timezone.utc)
        await other.open()
        mark = Visit(theirs + FAILING, UrlOutcome.NOTHING, now, waiting.pack(403, None), first=now - day)
        await other.note(mark, Visit(waiting.LIST, UrlOutcome.SOURCE, now, waiting.as_list([theirs])))
        await other.close()
        return found

    # Between what this one reads of the list and what it writes.
    monkeypatch.setattr(outcomes, "marks_of", meanwhile)
    for wait in (0 * HOUR, 1.9 * HOUR):
        await crawls.after(wait)
    sites = json.loads(articles("stats", "--format", "json"))["waiting_by_site"]
    assert sites == {post.base.removeprefix("http://"): 2, "example.com": 1}
