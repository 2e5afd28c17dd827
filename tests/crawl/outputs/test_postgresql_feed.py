"""A table as a feed, in a real server; the crawls are real too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from scrapy import Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.outputs.postgresql import PostgresStorage
from boilerspider.crawl.outputs.rows import COLUMNS
from tests.crawl.outputs.own import own_spider
from tests.crawl.outputs.tables import ask
from tests.stores.servers import program

psycopg = pytest.importorskip("psycopg", reason="psycopg 3 is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(program("postgres") is None, reason="no PostgreSQL here (Debian: apt-get install postgresql)"),
]


ROOT = Path(__file__).resolve().parents[3]
ALL = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items() if name != "word_count")


class Reader(Spider):
    name = "reader"

    def parse(self, response: Any) -> Any:
        yield response.meta["article"]


@deferred_f_from_coro_f
async def test_a_query_reads_what_a_crawl_brought(uri: str, site: Callable[..., Site], crawl: Any) -> None:
    head = (
        "<meta name='author' content='Ada B.'><meta property='article:published_time' content='2026-11-20T08:00:00Z'>"
    )
    topics = [f"bridge number {n}x{n}" for n in range(5)]
    post = site({f"/{n}": page(topic, head=head) for n, topic in enumerate(topics)})
    batches = {f"{uri}?batch=%(batch_id)d": {"format": "jsonlines", "batch_item_count": 2}}
    settings = {"FEEDS": batches, "BOILERSPIDER_STORE": "sqlite:memory.sqlite", "BOILERSPIDER_DEDUP": "exact"}
    outcome = await crawl(Reader, settings, start_urls=[post.url(f"/{n}") for n in range(5)])
    assert outcome.count("store/confirmed") == 5
    found = ask(uri, "SELECT title, authors->>0, published, revision, word_count > 50 FROM articles ORDER BY title")
    assert [row[0] for row in found] == [f"The {topic}" for topic in topics]
    assert {(row[1], row[2].isoformat()[:10], row[3], row[4]) for row in found} == {("Ada B.", "2026-11-20", 0, True)}
    post.pages["/0"] = page(topics[0], count=5)
    await crawl(Reader, settings, start_urls=[post.url("/0")])
    assert ask(uri, f"SELECT revision FROM articles WHERE url = '{post.url('/0')}' ORDER BY 1") == [(0,), (1,)]


@deferred_f_from_coro_f
async def test_a_story_that_is_asked_again_stays_an_original(uri: str, site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/": page("bridge")})
    settings = {"FEEDS": {uri: {"format": "jsonlines"}}, "BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
    for said in (None, post.url("/")):
        outcome = await crawl(Reader, {**settings, "BOILERSPIDER_ON_DUPLICATE": "tag"}, start_urls=[post.url("/")])
        assert [item.duplicate_of for item in outcome.items] == [said]
        assert ask(uri, "SELECT url, duplicate_of FROM articles") == [(post.url("/"), None)]


def test_what_a_server_does_not_take_comes_again(uri: str, site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/": page("bridge")})
    command = ["crawl", "news", "-a", f"urls={post.url('/')}", "--loglevel", "ERROR"]
    command += ["-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}", "-s", "AUTOTHROTTLE_START_DELAY=0"]
    command += ["-o", f"{uri}?table=stories:jsonlines"]

    def run() -> subprocess.CompletedProcess[str]:
        return forked.run(*command, cwd=ROOT)

    PostgresStorage(f"{uri}?table=stories", feed_options={"format": "jsonlines"})
    ask(uri, "ALTER TABLE stories ADD CHECK (word_count < 10)")
    first = run()
    assert first.returncode == 1, first.stderr
    assert "was not stored: CheckViolation: new row" in first.stderr.splitlines()[-1]
    ask(uri, "DROP TABLE stories")
    second = run()
    assert second.returncode == 0, second.stderr
    assert ask(uri, "SELECT title FROM stories") == [("The bridge",)]


OWN = own_spider("""
yield {"url": response.url, "text": None, "title": "A"}
""")


@pytest.mark.parametrize(
    "given", ["postgresql://tests:s3cret@{host}", "postgresql://{host}?user=tests&password=s3cret"]
)
@pytest.mark.parametrize("fails", [False, True])
def test_no_line_shows_a_password(given: str, fails: bool, uri: str, site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/": page("bridge")})
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    feed = given.format(host=uri.partition("@")[2])
    feed += f"{'&' if '?' in feed else '?'}table=stories"
    if fails:
        PostgresStorage(f"{uri}?table=stories", feed_options={"format": "jsonlines"})
        ask(uri, "ALTER TABLE stories ADD CHECK (title <> 'A')")
    command = ["runspider", "own.py", "-a", f"urls={post.url('/')}", "-o", f"{feed}:jsonlines"]
    done = forked.run(*command, cwd=tmp_path)
    assert done.returncode == fails, done.stderr
    assert (
        f" {'Error storing' if fails else 'Stored'} jsonlines feed (1 items) in: postgresql://127.0.0.1:" in done.stderr
    )
    assert "s3cret" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "columns",
    [
        "url text",
        "url text, revision integer",
        f"{ALL}, word_count integer",
        f"{ALL}, word_count integer, PRIMARY KEY (url)",
        f"{ALL}, word_count jsonb, PRIMARY KEY (url, revision)",
        f"{ALL}, word_count integer, editor text NOT NULL, PRIMARY KEY (url, revision)",
    ],
)
def test_a_table_that_takes_no_articles_is_refused_before_anything_is_asked(uri: str, columns: str) -> None:
    ask(uri, f"CREATE TABLE stories ({columns})")
    with pytest.raises(
        SystemExit, match=r"cannot be written: .*; the table stories has to take articles: name another"
    ):
        PostgresStorage(f"{uri}?table=stories", feed_options={"format": "jsonlines"})
    assert ask(uri, "SELECT count(*) FROM stories") == [(0,)]


def test_a_table_with_more_columns_than_an_article_has_fields_is_taken(uri: str) -> None:
    ask(uri, f"CREATE TABLE stories ({ALL}, word_count bigint, read_by text, PRIMARY KEY (url, revision))")
    PostgresStorage(f"{uri}?table=stories", feed_options={"format": "jsonlines"})
    assert ask(uri, "SELECT count(*) FROM stories") == [(0,)]


@pytest.mark.parametrize(
    ("feed", "options", "told"),
    [
        ("?table=a;b", {"format": "jsonlines"}, "table=a;b is no name"),
        ("", {"format": "csv"}, "a table takes the format 'jsonlines'"),
        ("x", {"format": "jsonlines"}, "cannot be written"),
    ],
)
def test_a_feed_that_cannot_be_is_refused_in_one_line(uri: str, feed: str, options: dict[str, str], told: str) -> None:
    address = uri.replace("tests@", "tests:secret@") + feed
    script = (
        "from boilerspider.crawl.outputs.postgresql import PostgresStorage\n"
        f"PostgresStorage({address!r}, feed_options={options!r})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("boilerspider: feed 'postgresql://127.0.0.1:")
    assert told in done.stderr
    assert "secret" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_characters_that_the_server_does_not_take(uri: str) -> None:
    storage = PostgresStorage(uri, feed_options={"format": "jsonlines"})
    line = b'["", {"url": "https://a.org/", "title": "a\\u0000b", "tags": ["c\\u0000"], "unknown": 1}]\n'
    storage._store_in_thread(BytesIO(line))
    assert ask(uri, "SELECT title, tags FROM articles") == [("a\ufffdb", ["c\ufffd"])]
