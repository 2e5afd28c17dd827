"""Whole crawls whose pipelines put other objects in the place of the items, as many projects' do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pydantic
import pytest
from itemadapter import ItemAdapter
from loopback import Site, page
from reader import Reader
from scrapy import FormRequest, Request, Spider
from scrapy.exceptions import DropItem
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.items import ItemMiddleware
from boilerspider.crawl.origins import Origin, Origins
from boilerspider.stores import Story, open_store

SQLITE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}


class Review(pydantic.BaseModel):
    url: str | None = None
    text: str | None = None


class Copy:
    def process_item(self, item: Any) -> Any:
        return ItemAdapter(item).asdict()


class Model:
    async def process_item(self, item: Any) -> Any:
        await asyncio.sleep(0.01)
        return Review(**item)


class Unnamed:
    """What it hands on has no address, and comes out in another order than it went in."""

    def __init__(self) -> None:
        self._came = 0

    async def process_item(self, item: Any) -> Any:
        self._came += 1
        await asyncio.sleep(0.05 / self._came)
        return {"text": item["text"]}


class Swap:
    """Hands on the first two items in each other's place."""

    def __init__(self) -> None:
        self._came: list[Any] = []
        self._both = asyncio.Event()

    async def process_item(self, item: Any) -> Any:
        self._came.append(item)
        if len(self._came) == 2:
            self._both.set()
        await self._both.wait()
        return self._came[1] if item is self._came[0] else self._came[0]


class Renumber:
    """Gives copies an address by which the project knows them: one for all of a page, as numbers of threads are."""

    def process_item(self, item: Any) -> Any:
        return {**item, "url": f"https://numbers.example/{item['url'].rpartition('/')[2]}"}


class CopyAndRefuse:
    def process_item(self, item: Any) -> Any:
        raise (DropItem("refused") if item["n"] else RuntimeError("broken"))


class Pages(Spider):
    name = "pages"
    urls: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url)


class Reviews(Pages):
    """Several items of one page."""

    def parse(self, response: Any) -> Any:
        for n in range(5):
            yield {
                "url": response.url,
                "text": f"Review number {n} says that the soup of the day was very good.",
                "n": n,
            }


async def remembered() -> list[Story]:
    """The stories of these crawls."""
    store = open_store(SQLITE["BOILERSPIDER_STORE"])
    await store.open()
    stories = await store.stories()
    await store.close()
    return stories


@pytest.mark.parametrize("order", [0, 400])
@pytest.mark.parametrize("pipeline", [Copy, Model, Renumber])
@deferred_f_from_coro_f
async def test_items_of_one_page_stay_several_stories_when_a_pipeline_copies_them(
    pipeline: type, order: int, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/bridge": page("bridge")})
    settings = {**SQLITE, "BOILERSPIDER_ON_REVISION": "drop", "ITEM_PIPELINES": {pipeline: order}}
    first = await crawl(Reviews, settings, urls=[post.url("/bridge")])
    assert (len(first.items), first.count("articles/new")) == (5, 5)
    again = await crawl(Reviews, settings, urls=[post.url("/bridge")])
    assert (again.items, again.count("duplicates/exact")) == ([], 5)


@deferred_f_from_coro_f
async def test_copies_that_are_on_their_way_at_once_are_of_their_own_pages(
    site: Callable[..., Site], crawl: Any
) -> None:
    class Mixed(Pages):
        async def start(self) -> AsyncIterator[Any]:
            async for request in super().start():
                yield request
                yield {"text": f"Of no page is what stands beside {request.url} and is told at the start."}

        def parse(self, response: Any) -> Any:
            yield {"text": f"Of this page alone is what {response.url} says of the soup of the day."}

    post = site({f"/{n}": page("bridge") for n in range(8)})
    urls = [post.url(f"/{n}") for n in range(8)]
    outcome = await crawl(Mixed, {**SQLITE, "ITEM_PIPELINES": {Unnamed: 0}}, urls=urls)
    assert len(outcome.items) == 16
    assert outcome.count("articles/new") == 8, "without an address an item is not judged"
    assert sorted(story.url for story in await remembered()) == urls


@deferred_f_from_coro_f
async def test_an_item_that_comes_in_the_place_of_another_is_of_its_own_page(
    site: Callable[..., Site], crawl: Any
) -> None:
    class Linked(Pages):
        def parse(self, response: Any) -> Any:
            yield {"url": "/news", "title": response.url, "text": f"Of this page alone is what {response.url} says."}

    posts = [site({"/bridge": page("bridge")}) for _ in range(2)]
    await crawl(Linked, {**SQLITE, "ITEM_PIPELINES": {Swap: 1}}, urls=[post.url("/bridge") for post in posts])
    assert {(story.url, story.title) for story in await remembered()} == {
        (post.url("/news"), post.url("/bridge")) for post in posts
    }


@pytest.mark.parametrize(
    "pipelines",
    [{Copy: 0}, {Copy: 400}, {Copy: 0, CopyAndRefuse: 400}, {Copy: 400, CopyAndRefuse: 950}],
    ids=["early", "late", "refused", "refused late"],
)
@deferred_f_from_coro_f
async def test_no_item_is_held_after_another_took_its_place(
    pipelines: dict[type, int], site: Callable[..., Site], crawl: Any
) -> None:
    held: list[Any] = []

    class Watched(Reviews):
        def parse(self, response: Any) -> Any:
            held.append(self.crawler.get_spider_middleware(ItemMiddleware))
            yield from super().parse(response)

    post = site({"/bridge": page("bridge")})
    await crawl(Watched, {"ITEM_PIPELINES": pipelines}, urls=[post.url("/bridge")])
    assert held[0].origins is not None
    assert not held[0].origins


@deferred_f_from_coro_f
async def test_a_copy_of_what_was_filled_from_no_article_is_not_judged(site: Callable[..., Site], crawl: Any) -> None:
    class Empty(Pages):
        def parse(self, response: Any) -> Any:
            yield {"url": response.url, "text": None}

    post = site({f"/{n}": page("script", count=2) for n in range(3)})
    settings = {"BOILERSPIDER_MIN_WORDS": 1000, "ITEM_PIPELINES": {Copy: 400}}
    outcome = await crawl(Empty, settings, urls=[post.url(f"/{n}") for n in range(3)])
    assert len(outcome.items) == 3


@deferred_f_from_coro_f
async def test_an_article_that_became_a_dict_is_no_revision_when_an_advertisement_changed(
    site: Callable[..., Site], crawl: Any
) -> None:
    wares = iter(("umbrellas", "rowing boats"))

    def answer() -> str:
        box = f"<div class='slot-7'><p>Buy {next(wares)} while there are any, all of you.</p></div>"
        return page("bridge", count=12).replace("</p><p>", f"</p>{box}<p>", 1)

    post = site({"/a": answer})
    settings = {
        **SQLITE,
        "BOILERSPIDER_EXTRACTOR": "everything",
        "BOILERSPIDER_SITE_MEMORY": False,
        "ITEM_PIPELINES": {Copy: 400},
    }
    first = await crawl(Reader, settings, urls=[post.url("/a")])
    again = await crawl(Reader, settings, urls=[post.url("/a")])
    assert isinstance(first.items[0], dict)
    assert (first.count("articles/new"), again.count("duplicates/near"), again.items) == (1, 1, [])


class Asking(Pages):
    """Asks one address several times, each time for something else."""

    async def start(self) -> AsyncIterator[Any]:
        for n in range(4):
            yield FormRequest(self.urls[0], formdata={"page": str(n)})


class Answers(Asking):
    def parse(self, response: Any) -> Any:
        yield response.json()


class Articles(Asking):
    def parse(self, response: Any) -> Any:
        yield response.meta["article"]


def api() -> Callable[[], Any]:
    told = iter(range(4))
    kind = {"Content-Type": "application/json"}
    return lambda: (200, kind, json.dumps({"text": f"Answer {next(told)} tells of the soup of the day."}).encode())


def forms() -> Callable[[], Any]:
    told = iter(("bridge", "ferry", "school", "market"))
    return lambda: page(next(told))


@pytest.mark.parametrize(("spider", "answer"), [(Answers, api), (Articles, forms)], ids=["items", "articles"])
@deferred_f_from_coro_f
async def test_what_is_asked_by_post_is_told_by_its_text(
    spider: type[Spider], answer: Callable[[], Any], site: Callable[..., Site], crawl: Any
) -> None:
    post = site({})
    settings = {**SQLITE, "BOILERSPIDER_ON_REVISION": "drop"}
    for new, known in ((4, 0), (0, 4)):
        post.pages["/api"] = answer()
        outcome = await crawl(spider, settings, urls=[post.url("/api")])
        assert (len(outcome.items), outcome.count("articles/new")) == (new, new)
        assert outcome.count("duplicates/exact") == known


@deferred_f_from_coro_f
async def test_what_a_post_redirects_to_has_an_address(site: Callable[..., Site], crawl: Any) -> None:
    class Sent(Pages):
        async def start(self) -> AsyncIterator[Any]:
            yield FormRequest(self.urls[0], formdata={"agree": "yes"})

        def parse(self, response: Any) -> Any:
            yield response.meta["article"]

    post = site({"/agree": (303, {"Location": "/bridge"}, b""), "/bridge": page("bridge")})
    await crawl(Sent, SQLITE, urls=[post.url("/agree")])
    assert [story.url for story in await remembered()] == [post.url("/bridge")]


@pytest.mark.parametrize(
    ("url", "is_known"),
    [
        ("", True),
        ("/new", True),
        ("https://a.example/new?utm_source=x", True),
        ("https://a.example/old", True),
        ("https://a.example/another", False),
        ("https://b.example/guid/7", True),
        ("id-7", True),
    ],
)
def test_what_comes_in_the_place_of_an_item_is_of_its_page_unless_it_says_otherwise(
    url: str, *, is_known: bool
) -> None:
    origins, first, origin = (
        Origins(),
        {},
        Origin("https://a.example/new", sole=True, led_by=("https://a.example/old",)),
    )
    origins.remember(first, origin)
    origins.remember([], Origin("https://a.example/another", sole=True))
    origins.arrive(first)
    assert origins.take({"url": url}, url) == (origin if is_known else None)
