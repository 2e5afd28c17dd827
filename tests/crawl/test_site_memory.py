from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from loopback import Site
from newsroom import PITCH, TOPICS, page, slot, story
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import sites as of_sites
from boilerspider.crawl.sites import KEPT_AT_ONCE, KEPT_EVERY, MOST_AT_HAND, Sites
from boilerspider.memory import Sighting, SiteMemory

ONE_BY_ONE = {
    "CONCURRENT_REQUESTS": 1,
    "BOILERSPIDER_STORE": "sqlite:memory.sqlite",
    "BOILERSPIDER_EXTRACTOR": "newsroom:Wary",
}


class Visitor(Spider):
    name = "visitor"
    paths: list[str]
    post: Site

    async def start(self) -> AsyncIterator[Any]:
        for path in self.paths:
            yield Request(self.post.url(path), dont_filter=True)

    def parse(self, response: Any) -> Any:
        yield response.meta["article"]


def newspaper(chance: random.Random) -> dict[str, Any]:
    """Stories that come with other advertisements on every hit."""

    def fresh(topic: str) -> Callable[[], str]:
        return lambda: page(story(topic), [slot(chance) for _ in range(4)], chance.randrange(1_000))

    return {f"/{topic}": fresh(topic) for topic in TOPICS}


def texts(outcome: Any) -> dict[str, str]:
    return {item.url.rpartition("/")[2]: item.text for item in outcome.items}


def advertised(outcome: Any) -> list[str]:
    """The stories in whose text an advertisement stands."""
    return [topic for topic, text in texts(outcome).items() if not set(PITCH).isdisjoint(text.lower().split())]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
@deferred_f_from_coro_f
async def test_what_a_crawl_has_learnt_cleans_the_next(site: Callable[..., Site], crawl: Any, workers: int) -> None:
    post = site(newspaper(random.Random(6)))
    settings = {**ONE_BY_ONE, "BOILERSPIDER_WORKERS": workers, "BOILERSPIDER_DEDUP_SCOPE": "run"}
    first, rest = list(post.pages)[:25], list(post.pages)[25:]
    learning = await crawl(Visitor, settings, paths=first, post=post)
    assert learning.count("site_memory/pages") == 25
    blind = await crawl(Visitor, {**settings, "BOILERSPIDER_SITE_MEMORY": False}, paths=rest, post=post)
    assert blind.count("site_memory/pages") == blind.count("site_memory/removed") == 0
    assert len(advertised(blind)) >= 3
    knowing = await crawl(Visitor, settings, paths=rest, post=post)
    assert advertised(knowing) == []
    assert knowing.count("site_memory/removed") >= 3 * len(rest)


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_a_page_with_other_advertisements_is_no_revision(site: Callable[..., Site], crawl: Any) -> None:
    post = site(newspaper(random.Random(6)))
    await crawl(Visitor, ONE_BY_ONE, paths=list(post.pages)[:25], post=post)
    rest = list(post.pages)[25:]
    settings = {**ONE_BY_ONE, "BOILERSPIDER_DEDUP": "exact"}
    first = await crawl(Visitor, settings, paths=rest, post=post)
    again = await crawl(Visitor, settings, paths=rest, post=post)
    assert first.count("articles/new") == len(rest) == again.count("duplicates/exact")
    assert again.count("articles/revised") == 0


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1])
@deferred_f_from_coro_f
async def test_a_bare_line_that_story_after_story_has_is_no_revision(
    site: Callable[..., Site], crawl: Any, workers: int
) -> None:
    line = "Join the channel of the Loopback Post, and never miss what happens here."
    stories = {topic: story(topic, 10) for topic in TOPICS}
    lined = {f"/{topic}": page([text[0], line, *text[1:]]) for topic, text in stories.items()}
    plain = {f"/{topic}": page(text) for topic, text in stories.items()}
    first, rest = list(lined)[:25], list(lined)[25:30]
    post = site({**lined, **{path: plain[path] for path in rest}})
    settings = {**ONE_BY_ONE, "BOILERSPIDER_WORKERS": workers, "BOILERSPIDER_ON_DUPLICATE": "tag"}
    learning = await crawl(Visitor, settings, paths=first, post=post)
    assert line in texts(learning)[first[0][1:]]
    without = await crawl(Visitor, settings, paths=rest, post=post)
    post.pages.update({path: lined[path] for path in rest})
    again = await crawl(Visitor, settings, paths=[*first, *rest], post=post)
    assert texts(again) == {**texts(learning), **texts(without)}
    assert again.count("duplicates/exact") == len(first) + len(rest)
    assert again.count("articles/revised") == 0
    assert again.count("site_memory/removed") >= len(rest)


@pytest.mark.slow
@deferred_f_from_coro_f
async def test_without_a_store_the_memory_lasts_as_long_as_the_crawl(site: Callable[..., Site], crawl: Any) -> None:
    post = site(newspaper(random.Random(6)))
    outcome = await crawl(Visitor, {**ONE_BY_ONE, "BOILERSPIDER_DEDUP": "off"}, paths=list(post.pages), post=post)
    assert outcome.count("site_memory/removed") > 0
    assert len(outcome.items) == len(post.pages)


class Shelf:
    """A store of memories, some way off."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.written = self.read = 0
        self.waiting = self.most_waiting = 0

    async def remember_site(self, site: str, memory: bytes) -> None:
        self.waiting += 1
        self.most_waiting = max(self.waiting, self.most_waiting)
        await asyncio.sleep(0)
        self.waiting -= 1
        self.kept[site] = memory
        self.written += 1

    async def recall_site(self, site: str) -> bytes | None:
        await asyncio.sleep(0)
        self.read += 1
        return self.kept.get(site)

    def pages(self) -> list[int]:
        return [SiteMemory.from_bytes(memory).pages for memory in self.kept.values()]


def sighting(number: int) -> Sighting:
    return Sighting((number,), frozenset({1}), frozenset({2}))


async def visit(sites: Sites, number: int, turn: int) -> None:
    """Read a page in a worker, which takes its time, and learn from it."""
    url = f"https://n{number}.example/{turn}"
    site = await sites.of(url)
    assert site is not None
    site.snapshot()
    for _ in range(number % 7):
        await asyncio.sleep(0)
    await sites.learn(url, sighting(1_000 * turn + number))


def shelved() -> tuple[Sites, Shelf]:
    sites, shelf = Sites(), Shelf()
    sites.keep_in(shelf)
    return sites, shelf


@deferred_f_from_coro_f
async def test_few_sites_are_unpacked_and_many_wait_for_no_store() -> None:
    sites, shelf = shelved()
    for turn in range(5):
        for number in range(3 * MOST_AT_HAND):
            await visit(sites, number, turn)
    assert (shelf.read, shelf.written) == (3 * MOST_AT_HAND, 0)
    held = [*sites._at_hand.values(), *sites._packed.values()]
    assert sum(site._memory is not None for site in held) == len(sites._at_hand) == MOST_AT_HAND
    assert sites._packed_bytes == sum(len(site.packed()) for site in sites._packed.values())
    await sites.close()
    assert shelf.pages() == [5] * 3 * MOST_AT_HAND
    await sites.close()
    assert shelf.written == 3 * MOST_AT_HAND
    assert shelf.most_waiting == KEPT_AT_ONCE


@deferred_f_from_coro_f
async def test_what_is_packed_is_bounded_and_nothing_of_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(SiteMemory().to_bytes())
    monkeypatch.setattr(of_sites, "MOST_PACKED_BYTES", 10 * size)
    sites, shelf = shelved()
    for turn in range(5):
        await asyncio.gather(*(visit(sites, number, turn) for number in range(3 * MOST_AT_HAND)))
        await sites.of("https://n0.example/")
        assert sites._packed_bytes <= 11 * size
    assert len(shelf.kept) >= 2 * MOST_AT_HAND - 11
    await sites.close()
    assert shelf.pages() == [5] * 3 * MOST_AT_HAND


@deferred_f_from_coro_f
async def test_without_a_store_what_is_packed_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_sites, "MOST_PACKED_BYTES", 0)
    sites = Sites()
    for number in range(3 * MOST_AT_HAND):
        await visit(sites, number, 1)
    assert len(sites._packed) <= 1


@deferred_f_from_coro_f
async def test_a_known_story_is_nothing_to_keep() -> None:
    sites, shelf = shelved()
    for _ in range(2):
        await visit(sites, 1, 1)
        await sites.close()
    assert shelf.written == 1


@deferred_f_from_coro_f
async def test_what_is_learnt_is_kept_on_the_way() -> None:
    sites, shelf = Sites(), Shelf()
    sites.keep_in(shelf)
    await sites.of("https://n.example/a")
    for number in range(KEPT_EVERY):
        assert not shelf.kept
        await sites.learn("https://n.example/a", sighting(number))
    assert set(shelf.kept) == {"https://n.example"}


@pytest.mark.parametrize("url", [None, "", "no address", "file:///etc/passwd"])
@deferred_f_from_coro_f
async def test_what_is_no_address_has_no_site(url: str | None) -> None:
    sites = Sites()
    assert await sites.of(url) is None
    await sites.learn(url, sighting(1))
    await sites.close()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1])
@deferred_f_from_coro_f
async def test_what_was_decided_of_a_page_holds_when_it_comes_again(
    site: Callable[..., Site], crawl: Any, workers: int
) -> None:
    """An extractor that is in two minds about a line gives one text of a page all the same."""
    hits = {"n": 0}

    def fickle() -> str:
        hits["n"] += 1
        return page([*story("volcano"), "Thanks for reading!"], [f"<div><p>Refund {'a' * hits['n']}.</p></div>"])

    post = site({"/volcano": fickle})
    settings = {
        **ONE_BY_ONE,
        "BOILERSPIDER_WORKERS": workers,
        "BOILERSPIDER_EXTRACTOR": "newsroom:Fickle",
        "BOILERSPIDER_ON_DUPLICATE": "tag",
    }
    crawls = [await crawl(Visitor, settings, paths=["/volcano"], post=post) for _ in range(4)]
    (hashes,) = zip(*([item.content_hash for item in outcome.items] for outcome in crawls), strict=True)
    assert len(set(hashes)) == 1
    assert [outcome.count("duplicates/exact") for outcome in crawls] == [0, 1, 1, 1]
    blind = {**settings, "BOILERSPIDER_SITE_MEMORY": False, "BOILERSPIDER_STORE": "sqlite:other.sqlite"}
    crawls = [await crawl(Visitor, blind, paths=["/volcano"], post=post) for _ in range(4)]
    assert len({item.content_hash for outcome in crawls for item in outcome.items}) == 2
    assert sum(outcome.count("articles/revised") for outcome in crawls) == 0


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 1])
@deferred_f_from_coro_f
async def test_a_page_of_another_form_is_read_with_what_is_known_of_its_canonical_url(
    site: Callable[..., Site], crawl: Any, workers: int
) -> None:
    """Under the URL of its AMP page the store knows nothing; the two pages are of even and of odd length."""
    whole = page([*story("volcano"), "Thanks for reading!"], ["<div><p>Refund a.</p></div>"])
    post = site({"/volcano": whole})
    link = f"<link rel='canonical' href='{post.url('/volcano')}'></head>"
    post.pages["/amp/volcano"] = whole.replace("</head>", link).replace("Refund a", "Refund aa")
    settings = {
        **ONE_BY_ONE,
        "BOILERSPIDER_WORKERS": workers,
        "BOILERSPIDER_EXTRACTOR": "newsroom:Fickle",
        "BOILERSPIDER_ON_DUPLICATE": "tag",
    }
    first, again = [await crawl(Visitor, settings, paths=[path], post=post) for path in post.pages]
    assert [item.text for item in first.items] == [item.text for item in again.items]
    assert again.count("duplicates/exact") == 1
    blind = {**settings, "BOILERSPIDER_SITE_MEMORY": False, "BOILERSPIDER_STORE": "memory:"}
    first, again = [await crawl(Visitor, blind, paths=[path], post=post) for path in post.pages]
    assert [item.text for item in first.items] != [item.text for item in again.items]
