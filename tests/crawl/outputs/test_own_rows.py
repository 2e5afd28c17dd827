"""Items of a project's own in a table: each is a row, the same one whenever it comes, and none is lost without a word."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from reader import Reader
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.outputs.rows import COLUMNS, FORMER_KEY, KEY, RowExporter, Taken, mark_of, rows
from boilerspider.errors import ItemError
from boilerspider.model import Article
from tests.crawl.outputs.own import own_spider
from tests.crawl.outputs.tables import ask
from tests.stores.servers import program

ALL = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
URL = "https://a.org/list"
NEEDS = pytest.mark.skipif(
    program("postgres") is None, reason="no PostgreSQL here (Debian: apt-get install postgresql)"
)


def exported(*items: Any, key: tuple[str, ...] = KEY, **options: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """The rows of a feed, and what was said of the items that it did not take."""
    file, refused = BytesIO(), []
    exporter = RowExporter(file, where="the table t", key=key, taken=Taken(), **options)
    for item in items:
        try:
            exporter.export_item(item)
        except ItemError as error:  # noqa: PERF203 - a feed goes on
            refused.append(str(error))
    return list(rows(BytesIO(file.getvalue()))), refused


def test_items_without_a_url_are_refused() -> None:
    found, refused = exported(
        {"title": "a"}, {"url": None}, {"url": ""}, {"url": URL}, {"link": URL}, {"url": 5}, {}, Article()
    )
    assert [row["url"] for row in found] == [URL]
    assert len(refused) == 7
    assert refused[0].startswith("an item with the fields title has no url, by which the table t tells rows")
    (told,) = exported({"url": [URL]})[1]
    assert told.startswith(f"an item with the fields url has a url that is no string (['{URL}']), by which the table t")
    found, refused = exported({"link": URL}, fields_to_export={"link": "url"})
    assert ([row["url"] for row in found], refused) == ([URL], [])


def test_items_of_one_page_have_marks_of_their_own_and_articles_none() -> None:
    items = [
        {"url": URL, "title": title, "text": text} for title, text in (("a", "x"), ("a", "y"), ("b", None), ("c", ""))
    ]
    found, refused = exported(*items, Article(url=URL), Article(url=URL, revision=1))
    assert len({row["item"] for row in found}) == 5
    assert [row["item"] for row in found[4:]] == ["", ""]
    assert {row["revision"] for row in found} == {0, 1}
    assert refused == []


def test_a_mark_is_the_same_when_an_item_is_asked_again() -> None:
    first = {"url": URL, "title": "a", "text": "One. Two!", "fetched_at": "2026-11-20", "html": "<p>One. Two!"}
    again = {**first, "text": "one, two", "fetched_at": "2026-11-21", "html": "<p>Buy", "duplicate_of": URL, "price": 5}
    assert mark_of(first) == mark_of(again) != mark_of({**again, "title": "b"})
    listed = {"url": URL, "title": "a", "authors": ["b"]}
    again = {**listed, "fetched_at": "2026-11-21", "revision": 0, "first_seen": "2026-11-20", "seen_in": "list"}
    assert mark_of(listed) == mark_of(again) != mark_of({**listed, "authors": []})


def test_a_table_with_the_former_key_takes_one_item_of_a_page() -> None:
    first, other = {"url": URL, "title": "a"}, {"url": URL, "title": "b"}
    article = Article(url="https://a.org/1", title="a")
    taken = [first, other, first, {**other, "revision": 1}, article, article, {"url": article.url, "title": "a"}]
    found, refused = exported(*taken, key=FORMER_KEY)
    assert [row["title"] for row in found] == ["a", "a", "b", "a", "a"]
    assert len(refused) == 2
    assert "name another table, which is made, or give this one the key (url, revision, item)" in refused[0]


def test_fields_without_a_column_are_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    items = [{"url": URL, "title": str(n), "price": n, "sold": None} for n in range(3)]
    found, _ = exported(*items, {"url": URL, "title": "x", "price": 1, "sold": 2})
    assert len(found) == 4
    first, second = [record.getMessage() for record in caplog.records]
    assert first.startswith("The fields 'price' of an item are left out of the table t, which has")
    assert "'sold'" in second


@pytest.mark.parametrize(
    ("name", "value", "is_asked"),
    [
        ("paywalled", 0, True),
        ("paywalled", 0.0, True),
        ("paywalled", 1, True),
        ("paywalled", False, False),
        ("word_count", 0, False),
        ("confidence", 0.0, False),
        ("title", 0, False),
        ("published", 0, True),
        ("published", "Fri, 27 Nov 2026 10:00:00 GMT", False),
        ("published", "7 Nov 2026 10:00:00 +0530", False),
        ("published", "Fri, 31 Feb 2026 10:00:00 GMT", True),
        ("published", "27 Nov 2026 10:00:00 +1560", True),
        ("published", "Fri, 27 Nov 2026 10:00:00 EST", True),
        ("tags", 0, False),
    ],
)
def test_a_table_is_asked_about_a_value_that_its_column_may_not_take(name: str, value: Any, is_asked: bool) -> None:
    found, refused = exported({"url": URL, name: value}, refusal=lambda _: "no")
    assert (len(found), len(refused)) == ((0, 1) if is_asked else (1, 0))


class Listing(Reader):
    """Yields three items a page, none of which has a text, and its article."""

    def parse(self, response: Any) -> Iterator[Any]:
        for n in range(3):
            yield {"url": response.url, "title": f"entry {n}"}
        yield response.meta["article"]


class Texts(Reader):
    """Yields three stories a page."""

    def parse(self, response: Any) -> Iterator[Any]:
        for n in range(3):
            words = " ".join(f"{word}{n}{response.url[-1]}" for word in response.text.split() if word.isalpha())
            yield {"url": response.url, "title": f"entry {n}", "text": words, "duplicate_of": None}


def feed(uri: str, **more: Any) -> dict[str, Any]:
    batches = {f"{uri}?batch=%(batch_id)d": {"format": "jsonlines", "batch_item_count": 2}}
    return {"FEEDS": batches, "BOILERSPIDER_STORE": "sqlite:memory.sqlite", **more}


@pytest.mark.slow
@NEEDS
@pytest.mark.parametrize("spider", [Listing, Texts])
@pytest.mark.parametrize("again", [{}, {"BOILERSPIDER_ON_DUPLICATE": "tag"}, {"BOILERSPIDER_STORE": "memory:"}])
@deferred_f_from_coro_f
async def test_items_of_one_page_are_rows_of_their_own_however_often_they_come(
    spider: type[Reader], again: dict[str, str], uri: str, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({f"/{n}": page(f"bridge number {n}x{n}") for n in range(2)})
    urls = [post.url("/0"), post.url("/1")]
    await crawl(spider, feed(uri), urls=urls)
    query = "SELECT url, revision, item, title, duplicate_of FROM articles ORDER BY url, title"
    found = ask(uri, query)
    expected = {(url, f"entry {n}") for url in urls for n in range(3)}
    assert expected <= {(row[0], row[3]) for row in found}
    assert len(found) == (8 if spider is Listing else 6)
    await crawl(spider, feed(uri, **again), urls=urls)
    assert ask(uri, query) == found


OWN = own_spider("""
article = response.meta["article"]
if self.kind == "without":
    yield {"title": article.title, "text": article.text}
elif self.kind == "many":
    yield {"url": response.url, "title": "first"}
    yield {"url": response.url, "title": "second"}
yield article
""")


@pytest.mark.slow
@NEEDS
@pytest.mark.parametrize("dedup", ["near", "off"])
def test_what_a_table_does_not_take_is_told_of(dedup: str, uri: str, site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({f"/{n}": page(f"bridge number {n}x{n}") for n in range(2)})
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    urls = ",".join(post.url(f"/{n}") for n in range(2))
    command = ["runspider", "own.py", "-a", f"urls={urls}", "--loglevel", "ERROR", "-s", f"BOILERSPIDER_DEDUP={dedup}"]
    command += ["-s", f"FEEDS={json.dumps({uri: {'format': 'jsonlines'}})}"]

    def run(kind: str) -> subprocess.CompletedProcess[str]:
        return forked.run(*command, "-a", f"kind={kind}", cwd=tmp_path)

    without = run("without")
    assert without.returncode == 1, without.stderr
    told, _, last = without.stderr.splitlines()
    assert "an item with the fields title, text has no url, by which the table articles tells" in told
    assert "did not take 2 of " in last
    assert "tests@" not in without.stderr
    ask(uri, f"DROP TABLE articles; CREATE TABLE articles ({ALL}, PRIMARY KEY (url, revision))")
    many = run("many")
    assert many.returncode == 1, many.stderr
    assert "whose key holds one of a page; name another table" in many.stderr.splitlines()[-1]
    assert ask(uri, "SELECT title FROM articles") == [("first",), ("first",)]
    ask(
        uri,
        "ALTER TABLE articles ADD item text NOT NULL DEFAULT '', DROP CONSTRAINT articles_pkey, "
        "ADD PRIMARY KEY (url, revision, item)",
    )
    assert run("many").returncode == 0
    assert ask(uri, "SELECT count(*) FROM articles WHERE item <> ''") == [(4,)]


@pytest.mark.slow
@NEEDS
@pytest.mark.parametrize("more", ["", ", item integer", ", item text"])
@deferred_f_from_coro_f
async def test_a_table_that_was_made_before_takes_articles_as_it_did(
    more: str, uri: str, site: Callable[..., Site], crawl: Any
) -> None:
    ask(uri, f"CREATE TABLE articles ({ALL}{more}, PRIMARY KEY (url, revision))")
    post = site({"/": page("bridge")})
    for _ in range(2):
        await crawl(Reader, feed(uri, BOILERSPIDER_STORE="memory:"), urls=[post.url("/")])
    assert ask(uri, "SELECT url, revision FROM articles") == [(post.url("/"), 0)]


ODD = {
    "high": ("word_count", "high"),
    "truth": ("revision", True),
    "size": ("word_count", 2**40),
    "moment": ("published", "in the spring"),
    "number": ("published", 5),
    "mapping": ("title", {"en": "a"}),
    "nan": ("tags", [float("nan")]),
    "half": ("description", "half \ud83d"),
    "nought": ("paywalled", 0),
    "nought point": ("paywalled", 0.0),
}
TAKEN = {"figures": ("word_count", "5"), "rfc": ("published", "Fri, 20 Nov 2026 08:00:00 GMT"), "5": ("title", 5)}


ODD_SPIDER = own_spider(f"""
nan = float("nan")
for author, (name, value) in {{**{ODD!r}, **{TAKEN!r}, "plain": ("description", "all is well")}}.items():
    yield {{"url": response.url, "language": author, name: value}}
""")


@pytest.mark.slow
@NEEDS
def test_an_odd_value_costs_its_row_alone(uri: str, site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/": page("bridge")})
    (tmp_path / "own.py").write_text(ODD_SPIDER, encoding="utf-8")
    command = ["runspider", "own.py", "-a", f"urls={post.url('/')}", "-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite"]
    done = forked.run(*command, "-s", f"FEEDS={json.dumps({uri: {'format': 'jsonlines'}})}", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert {row[0] for row in ask(uri, "SELECT language FROM articles")} == {*TAKEN, "plain"}
    last = done.stderr.splitlines()[-1]
    assert (
        f"did not take {len(ODD)} of {len(ODD) + len(TAKEN) + 1} items: the item {post.url('/')} does not fit" in last
    )
    assert 'the table articles: invalid input syntax for type integer: "high"' in last
