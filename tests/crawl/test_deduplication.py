from __future__ import annotations

import gzip
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import reader
from loopback import Site, page
from reader import feed, lines
from scrapy.exceptions import DropItem
from scrapy.utils.defer import deferred_f_from_coro_f
from twisted.logger import LogEvent, globalLogPublisher

from boilerspider.stores.memory import MemoryStore

SQLITE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}


class Reader(reader.Reader):
    """Yields the articles of all pages, one after the other."""

    custom_settings = {"CONCURRENT_REQUESTS": 1}


@deferred_f_from_coro_f
async def test_one_text_under_two_urls_is_one_story(site: Callable[..., Site], crawl: Any) -> None:
    shouting = page("bridge").replace("<p>", "<p class=x> ").replace("The council", "THE   COUNCIL")
    post = site({"/a": page("bridge"), "/b": shouting, "/c": page("ferry")})
    outcome = await crawl(Reader, urls=[post.url("/a"), post.url("/b"), post.url("/c")])
    assert [a.url for a in outcome.items] == [post.url("/a"), post.url("/c")]
    assert outcome.dropped == [f"duplicate: {post.url('/b')} has the text of {post.url('/a')}"]
    assert outcome.count("articles/new") == 2
    assert outcome.count("duplicates/exact") == 1
    assert outcome.count("store/claimed") == outcome.count("store/confirmed") == 2


@deferred_f_from_coro_f
async def test_a_known_story_without_a_new_text_is_unchanged_and_no_copy(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/a": page("bridge"), "/b": page("bridge")})
    first = await crawl(Reader, SQLITE, urls=[post.url("/a")] * 2)
    assert first.dropped == [f"duplicate: {post.url('/a')} has the text of {post.url('/a')}"]
    assert first.count("known/same") == 0
    caplog.set_level("INFO")
    again = await crawl(Reader, SQLITE, urls=[post.url("/a"), post.url("/b")])
    assert again.dropped == [
        f"unchanged: {post.url('/a')} has no new text",
        f"duplicate: {post.url('/b')} has the text of {post.url('/a')}",
    ]
    assert (again.count("known/same"), again.count("duplicates/exact")) == (1, 2)
    assert "0 articles (0 of them revisions), 1 duplicates;" in caplog.text
    assert "; unchanged: 1 (articles: 1)" in caplog.text


BOX = "<p>Members read on for less this week only, {}, so {} before the offer ends, and {} is on us.</p>"


def with_box(word: str) -> str:
    """A page of a story with an advertisement among its paragraphs."""
    return page("bridge", count=12).replace("</p><p>", f"</p>{BOX.format(word, word, word)}<p>", 1)


@deferred_f_from_coro_f
async def test_a_copy_with_another_advertisement_is_a_near_duplicate(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": with_box("tea"), "/b": with_box("sofas"), "/c": page("ferry")})
    urls = [post.url(path) for path in ("/a", "/b", "/c")]
    outcome = await crawl(Reader, urls=urls)
    assert [a.url for a in outcome.items] == [urls[0], urls[2]]
    assert re.fullmatch(rf"duplicate: {urls[1]} is 0\.\d\d of the text of {urls[0]}", outcome.dropped[0])
    assert (outcome.count("duplicates/near"), outcome.count("duplicates/exact")) == (1, 0)
    assert len((await crawl(Reader, {"BOILERSPIDER_DEDUP": "exact"}, urls=urls)).items) == 3
    assert len((await crawl(Reader, {"BOILERSPIDER_SIMILARITY": 0.99}, urls=urls)).items) == 3


@deferred_f_from_coro_f
async def test_a_page_that_names_its_origin_on_another_site_is_tagged_with_it(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/a": page("bridge")})
    head = f"<link rel='canonical' href='{post.url('/a')}'>"
    wire = site({"/b": page("bridge", head=head, count=3)}, "127.0.0.2")
    outcome = await crawl(Reader, {"BOILERSPIDER_ON_DUPLICATE": "tag"}, urls=[post.url("/a"), wire.url("/b")])
    assert [a.duplicate_of for a in outcome.items] == [None, post.url("/a")]
    assert outcome.count("duplicates/near") == 1


@deferred_f_from_coro_f
async def test_what_is_older_than_it_may_be_is_forgotten(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    post = site({"/a": page("bridge")})
    await crawl(Reader, SQLITE, urls=[post.url("/a")])
    assert (await crawl(Reader, {**SQLITE, "BOILERSPIDER_TTL_DAYS": 1}, urls=[post.url("/a")])).items == []
    again = await crawl(Reader, {**SQLITE, "BOILERSPIDER_TTL_DAYS": 1e-9}, urls=[post.url("/a")])
    assert len(again.items) == 1
    assert "1 articles without a new text in 1e-09 days are forgotten" in caplog.text


@deferred_f_from_coro_f
async def test_a_duplicate_can_be_emitted_with_its_mark(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": page("bridge"), "/b": page("bridge")})
    outcome = await crawl(
        Reader, {"BOILERSPIDER_ON_DUPLICATE": "tag"}, urls=[post.url("/a"), post.url("/b"), post.url("/b")]
    )
    assert [a.duplicate_of for a in outcome.items] == [None, post.url("/a"), post.url("/a")]
    assert len({a.content_hash for a in outcome.items}) == 1
    assert all(a.first_seen == outcome.items[0].first_seen for a in outcome.items)


@deferred_f_from_coro_f
async def test_stories_are_remembered_across_crawls(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": page("bridge")})
    first = await crawl(Reader, SQLITE, urls=[post.url("/a")])
    again = await crawl(Reader, SQLITE, urls=[post.url("/a")])
    assert (len(first.items), len(again.items)) == (1, 0)


@pytest.mark.parametrize(("action", "emitted"), [("emit", [0, 1]), ("drop", [0])])
@deferred_f_from_coro_f
async def test_a_changed_text_is_a_revision(
    action: str, emitted: list[int], site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/a": page("bridge")})
    settings = {**SQLITE, "BOILERSPIDER_ON_REVISION": action}
    first = await crawl(Reader, settings, urls=[post.url("/a")])
    post.pages["/a"] = page("bridge").replace("on Tuesday evening", "on Wednesday evening")
    second = await crawl(Reader, settings, urls=[post.url("/a")])
    assert [a.revision for a in first.items + second.items] == emitted
    if action == "emit":
        assert second.count("articles/revised") == 1
        assert second.items[0].first_seen == first.items[0].first_seen
        assert second.items[0].content_hash != first.items[0].content_hash
    else:
        assert second.count("store/released") == second.count("revisions/dropped") == 1


@deferred_f_from_coro_f
async def test_a_notice_in_the_place_of_stories_revises_one_at_most_and_takes_nothing_from_them(
    site: Callable[..., Site], crawl: Any
) -> None:
    stories = {f"/{topic}": page(topic) for topic in ("bridge", "ferry", "school", "market")}
    post = site(dict(stories))
    urls = [post.url(path) for path in stories]
    await crawl(Reader, SQLITE, urls=urls)
    post.pages |= dict.fromkeys(stories, page("maintenance"))
    closed = await crawl(Reader, SQLITE, urls=urls)
    assert [(article.url, article.revision) for article in closed.items] == [(urls[0], 1)]
    post.pages |= {**stories, "/ferry": page("ferry").replace("on Tuesday evening", "on Wednesday evening")}
    back = await crawl(Reader, SQLITE, urls=urls)
    assert [(article.url, article.revision) for article in back.items] == [(urls[0], 2), (urls[1], 1)]


class Own(Reader):
    """Yields items of its own, which are filled from the articles."""

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "text": None}


@pytest.mark.parametrize("spider", [Reader, Own])
@deferred_f_from_coro_f
async def test_a_page_whose_advertisements_alone_changed_is_no_revision(
    site: Callable[..., Site], crawl: Any, spider: type[Reader]
) -> None:
    wares = iter(("umbrellas", "rowing boats", "snow shoes"))
    told = {"word": "named again"}

    def answer() -> str:
        box = f"<div class='slot-7'><p>Buy {next(wares)} while there are any, all of you.</p></div>"
        whole = page("bridge", count=12).replace("</p><p>", f"</p>{box}<p>", 1)
        return whole.replace("named again", told["word"], 1)

    post = site({"/a": answer})
    settings = {**SQLITE, "BOILERSPIDER_EXTRACTOR": "everything", "BOILERSPIDER_SITE_MEMORY": False}
    first = await crawl(spider, settings, urls=[post.url("/a")])
    again = await crawl(spider, settings, urls=[post.url("/a")])
    assert (first.count("articles/new"), again.count("duplicates/near")) == (1, 1)
    assert again.items == []
    told["word"] = "named for the second time"
    corrected = await crawl(spider, settings, urls=[post.url("/a")])
    assert corrected.count("articles/revised") == len(corrected.items) == 1


@deferred_f_from_coro_f
async def test_scopes(site: Callable[..., Site], crawl: Any) -> None:
    one, two = site({"/a": page("bridge")}), site({"/a": page("bridge")}, "127.0.0.2")
    urls = [one.url("/a"), two.url("/a")]
    assert len((await crawl(Reader, {"BOILERSPIDER_DEDUP_SCOPE": "all"}, urls=urls)).items) == 1
    assert len((await crawl(Reader, {"BOILERSPIDER_DEDUP_SCOPE": "site"}, urls=urls)).items) == 2
    unjudged = await crawl(Reader, {"BOILERSPIDER_DEDUP": "off"}, urls=[*urls, *urls])
    assert len(unjudged.items) == unjudged.count("articles/new") == 4
    in_run = {**SQLITE, "BOILERSPIDER_DEDUP_SCOPE": "run"}
    assert [len((await crawl(Reader, in_run, urls=urls)).items) for _ in range(2)] == [1, 1]
    assert (await crawl(Reader, SQLITE, urls=urls)).items == []


@deferred_f_from_coro_f
async def test_a_text_of_too_few_words_is_no_article(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": page("bridge", count=1), "/b": page("ferry")})
    outcome = await crawl(Reader, urls=[post.url("/a"), post.url("/b")])
    assert [a.url for a in outcome.items] == [post.url("/b")]
    assert "is short" in outcome.dropped[0]


class Refuse:
    """A judge of the project's that comes after ours, against the documentation."""

    def process_item(self, item: Any) -> Any:
        raise DropItem("not today")


class Break:
    def process_item(self, item: Any) -> Any:
        raise ZeroDivisionError


@pytest.mark.parametrize("late", [Refuse, Break])
@deferred_f_from_coro_f
async def test_what_a_later_pipeline_refuses_is_not_remembered(
    late: type, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/a": page("bridge")})
    refused = await crawl(Reader, {**SQLITE, "ITEM_PIPELINES": {late: 950}}, urls=[post.url("/a")])
    assert refused.count("store/released") == 1
    assert len((await crawl(Reader, SQLITE, urls=[post.url("/a")])).items) == 1


@deferred_f_from_coro_f
async def test_claims_are_confirmed_when_a_file_has_the_items(site: Callable[..., Site], crawl: Any) -> None:
    post = site({f"/{n}": page(f"bridge of {word}") for n, word in enumerate(["Ulm", "Brno", "Vigo"])})
    seen_on_disk: list[int] = []

    class Watcher(Reader):
        def parse(self, response: Any) -> Any:
            seen_on_disk.append(len(lines("out.jsonl")) if Path("out.jsonl").exists() else 0)
            yield from super().parse(response)

    urls = [post.url(f"/{n}") for n in range(3)]
    outcome = await crawl(Watcher, {**SQLITE, **feed("out.jsonl"), "DOWNLOAD_DELAY": 0.1}, urls=urls)
    assert seen_on_disk == [0, 1, 2]
    assert outcome.count("store/confirmed") == 3
    (row, *_) = lines("out.jsonl")
    assert list(row)[:5] == ["url", "canonical_url", "site_name", "title", "authors"]
    assert list(row)[-3:] == ["first_seen", "fetched_at", "source"]
    assert "blocks" not in row


@deferred_f_from_coro_f
async def test_compressed_feeds_count_when_they_are_stored(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/a": page("bridge"), "/b": page("ferry")})
    zipped = feed("out.jsonl.gz", postprocessing=["scrapy.extensions.postprocessing.GzipPlugin"])
    outcome = await crawl(Reader, {**SQLITE, **zipped}, urls=[post.url("/a"), post.url("/b")])
    assert outcome.count("store/confirmed") == 2
    assert len(gzip.decompress(Path("out.jsonl.gz").read_bytes()).splitlines()) == 2


@deferred_f_from_coro_f
async def test_batches_and_two_feeds_count_each_item_once(site: Callable[..., Site], crawl: Any) -> None:
    post = site({f"/{n}": page(f"bridge number {n}") for n in range(5)})
    feeds = {
        "FEEDS": {
            "batch-%(batch_id)d.jsonl": {"format": "jsonlines", "batch_item_count": 2},
            "all.csv": {"format": "csv"},
        }
    }
    outcome = await crawl(Reader, {**SQLITE, **feeds}, urls=[post.url(f"/{n}") for n in range(5)])
    assert outcome.count("store/confirmed") == 5
    assert [len(lines(f"batch-{n}.jsonl")) for n in (1, 2, 3)] == [2, 2, 1]


@deferred_f_from_coro_f
async def test_overwriting_a_feed_of_remembered_articles_is_warned_of(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/a": page("bridge")})
    overwrite = {**SQLITE, **feed("out.jsonl", overwrite=True)}
    await crawl(Reader, overwrite, urls=[post.url("/a")])
    assert "is overwritten" not in caplog.text
    await crawl(Reader, overwrite, urls=[post.url("/a")])
    assert (
        caplog.text.count("is overwritten: what it held is lost, for the 1 articles that are remembered do not come")
        == 1
    )
    fresh = await crawl(Reader, {**overwrite, "BOILERSPIDER_DEDUP_SCOPE": "run"}, urls=[post.url("/a")])
    assert len(fresh.items) == 1
    assert caplog.text.count("is overwritten") == 1


@deferred_f_from_coro_f
async def test_each_crawl_says_what_it_remembers_and_what_it_came_to(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    post = site({"/a": page("bridge")})
    await crawl(Reader, SQLITE, urls=[post.url("/a")])
    await crawl(Reader, SQLITE, urls=[post.url("/a")])
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("boilerspider")]
    assert len([m for m in ours if m.startswith("0 articles are remembered in sqlite:memory.sqlite")]) == 1
    assert len([m for m in ours if m.startswith("1 articles are remembered in sqlite:memory.sqlite")]) == 1
    assert len([m for m in ours if "; -s BOILERSPIDER_DEDUP_SCOPE=run ignores them" in m]) == 2
    assert len([m for m in ours if m.startswith("1 pages read (0 failed), 0 articles")]) == 1


class SlowStore(MemoryStore):
    """One that stands still for longer than Scrapy waits for its connections to close, as a busy disk makes SQLite do."""

    async def close(self) -> None:
        time.sleep(1.2)  # noqa: ASYNC251 - standing still is what it is for
        await super().close()


@deferred_f_from_coro_f
async def test_a_store_that_takes_its_time_to_close_troubles_no_connection(
    site: Callable[..., Site], crawl: Any
) -> None:
    served = site({"/": page("bridge")})
    events: list[LogEvent] = []
    globalLogPublisher.addObserver(events.append)
    try:
        outcome = await crawl(Reader, {"BOILERSPIDER_STORE": f"{__name__}:SlowStore:"}, urls=[served.url("/")])
    finally:
        globalLogPublisher.removeObserver(events.append)
    assert len(outcome.items) == 1
    assert [event["log_failure"] for event in events if "log_failure" in event] == []
