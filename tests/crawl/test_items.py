from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import attrs
import pydantic
import pytest
import scrapy
from itemadapter import ItemAdapter
from loopback import Site, page, sentences
from scrapy import Request, Spider
from scrapy.exceptions import CloseSpider, DropItem
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.items import ItemMiddleware
from boilerspider.model import Article
from boilerspider.spiders.arguments import Arguments
from boilerspider.spiders.quota import Quota


class ScrapyItem(scrapy.Item):
    url = scrapy.Field()
    title = scrapy.Field()
    text = scrapy.Field()
    mine = scrapy.Field()


@dataclass
class DataItem:
    url: str | None = None
    title: str | None = None
    text: str = ""
    mine: list[str] = field(default_factory=list)


@attrs.define
class AttrsItem:
    url: str | None = None
    title: str | None = None
    text: str = ""
    mine: str = ""


class PydanticItem(pydantic.BaseModel):
    url: str | None = None
    title: str | None = None
    text: str = ""
    mine: str = ""


KINDS: list[Callable[..., Any]] = [
    lambda **given: {"url": "", "title": None, "text": "", **given},
    ScrapyItem,
    DataItem,
    AttrsItem,
    PydanticItem,
]


class Refuse:
    """A judge of the project's that refuses all: some by name, some by breaking."""

    def process_item(self, item: Any) -> Any:
        if isinstance(item, dict):
            raise DropItem("refused")
        raise RuntimeError("broken")


class Yielder(Spider):
    name = "yielder"
    start_url: str
    make: Callable[[Any], Any]

    async def start(self) -> AsyncIterator[Any]:
        yield Request(self.start_url)

    def parse(self, response: Any) -> Any:
        yield from self.make(response)


async def items_of(site: Any, crawl: Any, make: Callable[[Any], Any], **settings: Any) -> list[Any]:
    post = site({"/bridge": page("bridge")})
    outcome = await crawl(Yielder, settings, start_url=post.url("/bridge"), make=make)
    assert "log_count/ERROR" not in outcome.stats
    return outcome.items


@pytest.mark.parametrize(
    ("settings", "count"),
    [({}, 2), ({"BOILERSPIDER_DEDUP": "off"}, 3), ({"ITEM_PIPELINES": {"tests.crawl.test_items.Refuse": 1}}, 0)],
    ids=["judged", "unjudged", "refused"],
)
@deferred_f_from_coro_f
async def test_no_item_is_held_longer_than_it_is_on_its_way(
    settings: dict[str, Any], count: int, site: Callable[..., Site], crawl: Any
) -> None:
    """With the articles that they were filled from, the ten thousand that may be on their way are a gigabyte."""
    held: list[ItemMiddleware] = []

    class Watched(Yielder):
        def parse(self, response: Any) -> Any:
            held.append(self.crawler.get_spider_middleware(ItemMiddleware))
            yield from ({"text": "", "title": ""}, DataItem(text="Said by the item itself."), DataItem())

    post = site({"/bridge": page("bridge")})
    outcome = await crawl(Watched, settings, start_url=post.url("/bridge"), make=None)
    assert len(outcome.items) == count
    assert not held[0].origins


@pytest.mark.parametrize("kind", KINDS, ids=["dict", "Item", "dataclass", "attrs", "pydantic"])
@deferred_f_from_coro_f
async def test_empty_fields_are_filled_and_others_kept(kind: Any, site: Callable[..., Site], crawl: Any) -> None:
    (item,) = await items_of(site, crawl, lambda _: [kind(title="My own headline")])
    values = ItemAdapter(item)
    assert values["title"] == "My own headline"
    assert values["text"].endswith(sentences("bridge")[-1])
    assert values["url"].endswith("/bridge")
    assert not values.get("mine")


@dataclass
class LateDataItem:
    text: str = ""
    url: str = field(init=False)


@attrs.define
class LateAttrsItem:
    text: str = ""
    url: str = attrs.field(init=False)


@pytest.mark.parametrize("kind", [LateDataItem, LateAttrsItem])
@deferred_f_from_coro_f
async def test_a_field_without_a_value_is_filled_as_an_empty_one(
    kind: Any, site: Callable[..., Site], crawl: Any
) -> None:
    """Scrapy's exporters take such items; reading the field raises."""
    (item,) = await items_of(site, crawl, lambda _: [kind()])
    assert item.url.endswith("/bridge")
    assert sentences("bridge")[0] in item.text


@deferred_f_from_coro_f
async def test_what_the_page_does_not_say_stays_as_empty_as_it_was(site: Callable[..., Site], crawl: Any) -> None:
    fields = {"column": "section", "part": "section"}
    mine = {"column": "", "text": "", "tags": (), "authors": None}
    (item,) = await items_of(site, crawl, lambda _: [mine], BOILERSPIDER_FIELDS=fields)
    assert item["text"]
    assert item["column"] == ""
    assert item["tags"] == ()
    assert item["part"] is None
    assert item["authors"] == []


@pytest.mark.parametrize(("dedup", "duplicates"), [("near", 1), ("off", 0)])
@deferred_f_from_coro_f
async def test_items_with_a_text_are_counted_as_articles(
    dedup: str, duplicates: int, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/bridge": page("bridge")})
    settings = {"BOILERSPIDER_DEDUP": dedup, "BOILERSPIDER_FIELDS": {"body": "text"}}
    items = [{"body": "Said by the item itself."}, {"body": "Said by the item itself."}, {"body": " "}, DataItem(mine="a picture", text=" ")]  # fmt: skip
    outcome = await crawl(Yielder, settings, start_url=post.url("/bridge"), make=lambda _: items)
    assert len(outcome.items) == len(items) - duplicates
    assert outcome.count("articles/new") == 2 - duplicates
    assert outcome.count("duplicates/exact") == duplicates


@dataclass
class WithBody:
    body: str = ""


@dataclass
class WithContent:
    content: str = ""


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"body": "text"}, (WithBody, DataItem, PydanticItem)),
        ({"body": "text", "content": "text"}, (WithBody, WithContent, DataItem)),
    ],
)
@deferred_f_from_coro_f
async def test_items_of_several_kinds_are_each_judged_by_the_field_that_they_have(
    fields: dict[str, str], kinds: Any, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({f"/{topic}": page(topic) for topic in ("bridge", "soup", "windmill")})
    kind_of = dict(zip(map(post.url, post.pages), kinds, strict=True))

    class Each(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            for url in kind_of:
                yield Request(url)

    settings = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite", "BOILERSPIDER_FIELDS": fields}
    for new in (len(kinds), 0):
        outcome = await crawl(Each, settings, make=lambda r: [kind_of[r.url]()])
        assert len(outcome.items) == outcome.count("articles/new") == new


@deferred_f_from_coro_f
async def test_a_dict_gets_no_field_that_it_does_not_have(site: Callable[..., Site], crawl: Any) -> None:
    (item,) = await items_of(site, crawl, lambda _: [{"headline": "", "text": None}])
    assert set(item) == {"headline", "text"}
    assert item["headline"] == ""
    assert item["text"]


@deferred_f_from_coro_f
async def test_fields_with_other_names_are_filled_by_the_setting(site: Callable[..., Site], crawl: Any) -> None:
    fields = {"headline": "title", "body": "text"}
    (item,) = await items_of(site, crawl, lambda _: [{"body": ""}], BOILERSPIDER_FIELDS=fields)
    assert item["headline"] == "The bridge"
    assert sentences("bridge")[0] in item["body"]


@pytest.mark.parametrize(("own", "filled"), [("/bridge", True), ("/bridge?utm_source=x", True), ("/ferry", False)])
@deferred_f_from_coro_f
async def test_an_item_about_another_page_is_not_filled(
    own: str, filled: bool, site: Callable[..., Site], crawl: Any
) -> None:
    (item,) = await items_of(site, crawl, lambda r: [{"url": r.urljoin(own), "text": ""}])
    assert bool(item["text"]) is filled
    assert item["url"].endswith(own)


@deferred_f_from_coro_f
async def test_an_item_whose_url_is_none_is_filled_as_one_without(site: Callable[..., Site], crawl: Any) -> None:
    (item,) = await items_of(site, crawl, lambda _: [{"url": "http://[", "text": ""}])
    assert item["url"] == "http://["
    assert sentences("bridge")[0] in item["text"]


@pytest.mark.parametrize("on_revision", ["emit", "drop"])
@deferred_f_from_coro_f
async def test_items_whose_urls_are_none_are_stories_of_their_pages(
    on_revision: str, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({f"/{topic}": page(topic) for topic in ("bridge", "soup", "windmill")})

    class Each(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            for path in post.pages:
                yield Request(post.url(path))

    settings = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite", "BOILERSPIDER_ON_REVISION": on_revision}
    for new in (len(post.pages), 0):
        outcome = await crawl(Each, settings, make=lambda _: [{"url": "http://[", "text": ""}])
        assert len(outcome.items) == outcome.count("articles/new") == new


class WithAddresses(pydantic.BaseModel):
    """Pydantic's class for addresses is no string."""

    url: pydantic.HttpUrl | None
    canonical_url: pydantic.AnyUrl | None = None
    title: str | None = None
    text: str | None = None


@pytest.mark.parametrize("kind", [WithAddresses, lambda url: {"url": [url], "text": []}], ids=["object", "list"])
@pytest.mark.parametrize(("own", "judged"), [("/bridge", 1), ("/ferry", 0)])
@deferred_f_from_coro_f
async def test_an_address_that_is_no_string_is_read_and_left_as_it_is(
    own: str, judged: int, kind: Any, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({"/bridge": page("bridge")})
    settings = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite", "BOILERSPIDER_ON_DUPLICATE": "tag"}
    mine = ItemAdapter(kind(url=post.url(own)))["url"]
    for new, known in ((judged, 0), (0, judged)):
        outcome = await crawl(
            Yielder, settings, start_url=post.url("/bridge"), make=lambda r: [kind(url=r.urljoin(own))]
        )
        values = ItemAdapter(outcome.items[0])
        assert (values["url"], type(values["url"])) == (mine, type(mine))
        assert bool(values["text"]) is bool(judged)
        assert (outcome.count("articles/new"), outcome.count("duplicates/exact")) == (new, known)


@deferred_f_from_coro_f
async def test_a_canonical_address_that_is_no_string_names_the_story(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/bridge": page("bridge"), "/soup": page("soup")})

    class Both(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            yield Request(post.url("/bridge"))
            yield Request(post.url("/soup"))

    def make(response: Any) -> Any:
        story = WithAddresses(url=response.url, canonical_url=post.url("/story"), title="Soup")  # type: ignore[arg-type]
        story.text = f"What {response.url} says of the soup of the day is that it was good."
        return [story]

    outcome = await crawl(Both, {"BOILERSPIDER_DEDUP": "exact", "CONCURRENT_REQUESTS": 1}, make=make)
    assert (outcome.count("articles/new"), len(outcome.dropped)) == (1, 1)


@pytest.mark.parametrize("title", ["The bridge", ["The bridge"]])
@deferred_f_from_coro_f
async def test_a_headline_is_remembered_also_as_an_item_loader_leaves_it(
    title: Any, site: Callable[..., Site], crawl: Any
) -> None:
    store = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
    (item,) = await items_of(site, crawl, lambda r: [{"url": [r.url], "title": title, "text": ""}], **store)
    assert item["title"] == title
    with closing(sqlite3.connect("memory.sqlite")) as memory:
        assert memory.execute("SELECT title FROM stories").fetchall() == [("The bridge",)]


@deferred_f_from_coro_f
async def test_a_text_in_paragraphs_is_judged_and_stays_a_list(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/bridge": page("bridge")})
    texts = [
        ["The soup of the day", "was very good."],
        ("The soup of the day was very", None, "good."),
        [],
        ["", " "],
        [1, 2],
    ]

    def make(_: Any) -> Any:
        return [{"url": ["/menu"], "text": text, "title": "Soup", "content_hash": ""} for text in texts]

    settings = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
    first = await crawl(Yielder, settings, start_url=post.url("/bridge"), make=make)
    assert [item["text"] for item in first.items] == [texts[0], *texts[2:]]
    assert [bool(item["content_hash"]) for item in first.items] == [True, False, False, False]
    assert (first.count("articles/new"), first.count("duplicates/exact")) == (1, 1)
    unjudged = await crawl(Yielder, {"BOILERSPIDER_DEDUP": "off"}, start_url=post.url("/bridge"), make=make)
    assert unjudged.count("articles/new") == 2


class Strict(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(validate_assignment=True)
    title: str | None = None
    text: list[str] = []


@deferred_f_from_coro_f
async def test_a_field_that_refuses_the_value_keeps_its_own(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    (item,) = await items_of(site, crawl, lambda _: [Strict()])
    assert (item.title, item.text) == ("The bridge", [])
    assert [r for r in caplog.records if "Strict.text does not take" in r.getMessage()]


@deferred_f_from_coro_f
async def test_items_before_a_broken_callback_are_kept(site: Callable[..., Site], crawl: Any) -> None:
    def make(_: Any) -> Any:
        yield {"text": "", "n": 1}
        raise ZeroDivisionError

    post = site({"/bridge": page("bridge")})
    outcome = await crawl(Yielder, {}, start_url=post.url("/bridge"), make=make)
    assert [item["n"] for item in outcome.items] == [1]


@deferred_f_from_coro_f
async def test_five_items_of_one_page_are_judged_by_their_own_text(site: Callable[..., Site], crawl: Any) -> None:
    def make(response: Any) -> Any:
        for n in range(5):
            yield {"url": response.url, "text": f"Review number {n} says that the soup of the day was very good."}
        yield {"url": response.url, "text": "Review number 3 says that the soup of the day was very good!"}

    post = site({"/bridge": page("bridge")})
    settings = {"BOILERSPIDER_STORE": "sqlite:reviews.sqlite"}
    first = await crawl(Yielder, settings, start_url=post.url("/bridge"), make=make)
    assert len(first.items) == 5
    assert first.count("duplicates/exact") == 1
    again = await crawl(Yielder, settings, start_url=post.url("/bridge"), make=make)
    assert again.items == []
    assert again.count("duplicates/exact") == 6


@deferred_f_from_coro_f
async def test_items_without_a_text_of_their_own_are_all_emitted(site: Callable[..., Site], crawl: Any) -> None:
    items = await items_of(site, crawl, lambda r: [{"link": n} for n in range(5)])
    assert [item["link"] for item in items] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("html", [page("windmill"), page("windmill").encode(), [page("windmill")]])
@deferred_f_from_coro_f
async def test_raw_html_of_an_item_is_read_in_the_pipeline(html: Any, site: Callable[..., Site], crawl: Any) -> None:
    (item,) = await items_of(
        site,
        crawl,
        lambda _: [{"url": "https://example.com/windmill", "raw": html, "text": "", "title": ""}],
        BOILERSPIDER_HTML_FIELD="raw",
    )
    assert item["title"] == "The windmill"
    assert sentences("windmill")[2] in item["text"]


@deferred_f_from_coro_f
async def test_raw_html_is_read_instead_of_the_page_that_the_item_speaks_of(
    site: Callable[..., Site], crawl: Any
) -> None:
    def make(response: Any) -> Any:
        yield {"url": response.url, "raw": page("windmill"), "text": "", "title": ""}
        yield {"url": response.url, "raw": "", "text": "", "title": ""}
        yield {"url": "", "raw": page("lighthouse"), "text": "", "title": ""}

    items = await items_of(site, crawl, make, BOILERSPIDER_HTML_FIELD="raw")
    assert [item["title"] for item in items] == ["The windmill", "The bridge", "The lighthouse"]
    assert len({item["url"] for item in items}) == 1
    assert sentences("windmill")[2] in items[0]["text"]


@deferred_f_from_coro_f
async def test_the_same_relative_url_on_two_sites_is_two_stories(site: Callable[..., Site], crawl: Any) -> None:
    posts = [site({"/bridge": page("bridge")}) for _ in range(2)]

    class Both(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            for post in posts:
                yield Request(post.url("/bridge"))

    def make(response: Any) -> Any:
        return [{"url": "/news/1", "text": f"What {response.url} says of the soup of the day is that it was good."}]

    outcome = await crawl(Both, {}, make=make)
    assert [item["url"] for item in outcome.items] == ["/news/1", "/news/1"]
    assert outcome.count("articles/new") == 2


@deferred_f_from_coro_f
async def test_a_relative_canonical_url_is_one_of_the_pages_site(site: Callable[..., Site], crawl: Any) -> None:
    """Two sites each have a "/story", and of one site it is one story under two addresses."""
    posts = [site({"/bridge": page("bridge"), "/soup": page("soup")}) for _ in range(2)]

    class All(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            for post in posts:
                yield Request(post.url("/bridge"))
                yield Request(post.url("/soup"))

    def make(response: Any) -> Any:
        said = f"What {response.url} says of the soup of the day is that it was good."
        return [{"url": response.url, "canonical_url": "/story", "text": said}]

    outcome = await crawl(All, {"BOILERSPIDER_DEDUP": "exact", "CONCURRENT_REQUESTS": 1}, make=make)
    assert {item["canonical_url"] for item in outcome.items} == {"/story"}
    assert (outcome.count("articles/new"), len(outcome.dropped)) == (2, 2)


class Break:
    """A judge that refuses by breaking or by name, as the title of an article says."""

    def process_item(self, item: Any) -> Any:
        raise (DropItem("refused") if item.title == "dropped" else RuntimeError("broken"))


@pytest.mark.parametrize("title", ["dropped", "broken"])
@deferred_f_from_coro_f
async def test_an_article_that_is_lost_is_given_back_to_the_quota_once(
    title: str, site: Callable[..., Site], crawl: Any
) -> None:
    quota = Quota(Arguments.read({"max_articles": "1"}))

    class Counted(Yielder):
        def parse(self, response: Any) -> Any:
            quota.connect(self.crawler.signals)
            article = Article(url=response.url, title=title)
            assert quota.takes(article)
            yield article

    post = site({"/bridge": page("bridge")})
    pipelines = {"tests.crawl.test_items.Break": 1}
    outcome = await crawl(Counted, {"ITEM_PIPELINES": pipelines}, start_url=post.url("/bridge"), make=None)
    assert outcome.items == []
    assert quota.takes(Article())
    with pytest.raises(CloseSpider):
        quota.takes(Article())


@deferred_f_from_coro_f
async def test_items_without_text_of_pages_that_say_the_same_are_all_emitted(
    site: Callable[..., Site], crawl: Any
) -> None:
    notice = page("cookie", count=6)
    post = site({f"/{n}": notice for n in range(3)})

    class Shop(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            for n in range(3):
                yield Request(post.url(f"/{n}"))

    def prices(response: Any) -> Any:
        return [{"sku": response.url, "price": "1 EUR"}]

    outcome = await crawl(Shop, {}, make=prices)
    assert len(outcome.items) == 3


@deferred_f_from_coro_f
async def test_items_filled_from_pages_that_are_no_articles_are_not_judged(
    site: Callable[..., Site], crawl: Any
) -> None:
    post = site({f"/{n}": page("script", count=2) for n in range(3)})

    class Shop(Yielder):
        async def start(self) -> AsyncIterator[Any]:
            for n in range(3):
                yield Request(post.url(f"/{n}"))

    def empty(response: Any) -> Any:
        return [{"url": response.url, "text": None}]

    few = await crawl(Shop, {"BOILERSPIDER_MIN_WORDS": 1000}, make=empty)
    assert len(few.items) == 3
    many = await crawl(Shop, {"BOILERSPIDER_MIN_WORDS": 5}, make=empty)
    assert len(many.items) == 1


@deferred_f_from_coro_f
async def test_several_items_of_a_redirected_page_are_several_stories(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/new": page("bridge"), "/old": (301, {"Location": "/new"}, b"")})

    def make(_: Any) -> Any:
        for n in range(3):
            yield {"url": post.url("/old"), "text": f"Review number {n} says that the soup of the day was very good."}
            yield None

    outcome = await crawl(Yielder, {"BOILERSPIDER_ON_REVISION": "drop"}, start_url=post.url("/old"), make=make)
    assert len(outcome.items) == 3
    assert outcome.count("articles/new") == 3


UNKNOWN_TO = {
    "jsonlines": (
        lambda url: WithAddresses(url=url, title="Soup"),
        "TypeError: Object of type HttpUrl is not JSON serializable; let the item hold a str in its place, or take CSV or XML",
    ),
    "csv": (
        lambda url: {"url": url, "text": "", "raw": "Depôt".encode("cp1252")},
        "invalid continuation byte; let the item hold a str in the place of its bytes",
    ),
}


@pytest.mark.parametrize("format_", UNKNOWN_TO)
@deferred_f_from_coro_f
async def test_what_a_format_does_not_know_is_told_with_the_fix(
    format_: str, site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post, (own, told) = site({"/bridge": page("bridge")}), UNKNOWN_TO[format_]
    feeds = {"FEEDS": {"out": {"format": format_}}}
    outcome = await crawl(Yielder, feeds, start_url=post.url("/bridge"), make=lambda r: [own(r.url)])
    assert outcome.count("store/confirmed") == 0
    assert "did not take 1 of 1 items: " in caplog.text
    assert f"{told}, and crawl again: they come again" in caplog.text


@pytest.mark.parametrize("order", [200, 950])
@deferred_f_from_coro_f
async def test_a_pipeline_that_returns_nothing_is_told(
    order: int, site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    post = site({"/bridge": page("bridge")})
    settings = {"FEEDS": {"out.jsonl": {"format": "jsonlines"}}, "ITEM_PIPELINES": {Forgetful: order}}
    settings |= {"BOILERSPIDER_REPORT": "report.html"}
    outcome = await crawl(Yielder, settings, start_url=post.url("/bridge"), make=lambda r: [r.meta["article"]])
    assert outcome.count("store/confirmed") == 0
    told = "a pipeline hands on what is no item: end its process_item with `return item`, and crawl again"
    assert caplog.text.count(told) == 1
    assert caplog.text.count("Traceback") == 1


class Forgetful:
    """Lacks its last line."""

    def process_item(self, item: Any) -> None:
        pass
