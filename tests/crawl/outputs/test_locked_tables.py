"""A table that others have locked, and how often it is asked about odd values; the server and the crawls are real."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import forked
import pytest
from loopback import Site, page

from boilerspider.crawl.outputs import asking, postgresql
from boilerspider.crawl.outputs.asking import Asking
from tests.crawl.crews import until
from tests.crawl.outputs.own import own_spider
from tests.crawl.outputs.relay import Relay
from tests.crawl.outputs.tables import ask
from tests.stores.servers import program

psycopg = pytest.importorskip("psycopg", reason="psycopg 3 is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(program("postgres") is None, reason="no PostgreSQL here (Debian: apt-get install postgresql)"),
]

HELD_S = 8.0
"""Seconds for which the table is locked: far longer than a crawl waits for an answer."""

SPIDER = own_spider("""
yield {"url": response.url, "title": response.url[-1], "published": "27 November 2026"}
""")


def test_a_crawl_goes_on_while_its_table_is_locked(uri: str, site: Callable[..., Site], tmp_path: Path) -> None:
    postgresql.PostgresStorage(uri, feed_options={"format": "jsonlines"})
    other, was_held = psycopg.connect(uri), []

    def locking() -> Any:
        other.execute("LOCK TABLE articles IN SHARE MODE")  # as CREATE INDEX does
        Timer(HELD_S, other.close).start()
        return 200, {"Content-Type": "text/html"}, page("ferry").encode()

    def later() -> Any:
        was_held.append(not other.closed)
        return 200, {"Content-Type": "text/html"}, page("school").encode()

    post = site({"/1": page("bridge"), "/2": locking, "/3": page("hall"), "/4": later})
    (tmp_path / "own.py").write_text(SPIDER, encoding="utf-8")
    urls = ",".join(post.url(f"/{n}") for n in range(1, 5))
    command = ["runspider", "own.py", "-a", f"urls={urls}", "-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite"]
    done = forked.run(*command, "-s", f"FEEDS={json.dumps({uri: {'format': 'jsonlines'}})}", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert was_held == [True]
    assert done.stderr.count("The table articles cannot be asked about odd values for 60 s") == 1
    assert ask(uri, "SELECT count(*) FROM articles") == [(4,)]


def test_a_crawl_that_is_told_to_stop_waits_for_no_lock(uri: str, site: Callable[..., Site], tmp_path: Path) -> None:
    postgresql.PostgresStorage(uri, feed_options={"format": "jsonlines"})
    other, log_file = psycopg.connect(uri), tmp_path / "log"

    def locking() -> Any:
        other.execute("LOCK TABLE articles IN SHARE MODE")
        return 200, {"Content-Type": "text/html"}, page("ferry").encode()

    post = site({"/1": locking})
    (tmp_path / "own.py").write_text(SPIDER, encoding="utf-8")
    command = ["runspider", "own.py", "-a", f"urls={post.url('/1')}", "-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite"]
    command += ["-s", f"FEEDS={json.dumps({uri: {'format': 'jsonlines'}})}"]
    stopped = forked.start(*command, cwd=tmp_path, errors=log_file)
    until(lambda: "Closing spider" in log_file.read_text(encoding="utf-8"))
    time.sleep(postgresql.LOCK_TIMEOUT_S + 2)
    assert stopped.poll() is None  # nobody has told it to stop
    assert log_file.read_text(encoding="utf-8").count("waits: the table articles is locked") == 1
    stopped.send_signal(signal.SIGTERM)
    _, log = stopped.communicate(timeout=2 * postgresql.LOCK_TIMEOUT_S + 10)
    other.close()
    assert stopped.returncode == 1
    assert "was not stored: LockNotAvailable: the table articles is locked, mostly by a CREATE INDEX" in log
    assert "crawl again: what it had not delivered of its 1 items comes again" in log
    post.pages["/1"] = page("ferry")
    done = forked.run(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ask(uri, "SELECT count(*) FROM articles") == [(1,)]


def test_a_crawl_goes_on_when_a_firewall_forgets_its_connection(
    uri: str, site: Callable[..., Site], tmp_path: Path
) -> None:
    relay = Relay(urlsplit(uri).port or 0)

    def forgetting() -> Any:
        relay.forget()
        return 200, {"Content-Type": "text/html"}, page("ferry").encode()

    post = site({"/1": page("bridge"), "/2": forgetting, "/3": page("hall")})
    (tmp_path / "own.py").write_text(SPIDER, encoding="utf-8")
    urls = ",".join(post.url(f"/{n}") for n in range(1, 4))
    command = ["runspider", "own.py", "-a", f"urls={urls}", "-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite"]
    with relay:
        through = urlunsplit(urlsplit(uri)._replace(netloc=f"tests@127.0.0.1:{relay.port}"))
        feeds = f"FEEDS={json.dumps({through: {'format': 'jsonlines'}})}"
        done = forked.run(*command, "-s", feeds, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ask(uri, "SELECT count(*) FROM articles") == [(3,)]


def test_a_table_that_is_locked_at_the_start_is_told_of(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    postgresql.PostgresStorage(uri, feed_options={"format": "jsonlines"})
    monkeypatch.setattr(postgresql, "LOCK_TIMEOUT_S", 1)
    with psycopg.connect(uri) as other:
        other.execute("LOCK TABLE articles IN SHARE MODE")
        with pytest.raises(SystemExit, match=r"lock timeout; the table articles is locked, mostly by a CREATE INDEX"):
            postgresql.PostgresStorage(uri, feed_options={"format": "jsonlines"})


def test_a_table_is_asked_over_one_connection(uri: str) -> None:
    opened: list[Any] = []

    def connect(_: int) -> Any:
        if len(opened) == 2:
            raise psycopg.OperationalError("nobody there")
        opened.append(psycopg.connect(uri))
        return opened[-1]

    ask(uri, "CREATE TABLE stories (count integer)")
    table, statement = Asking(psycopg, connect, "The table stories"), "INSERT INTO stories VALUES (%(count)s)"
    for _ in range(10):
        assert table.refusal(statement, {"count": "1"}) is None
        assert 'invalid input syntax for type integer: "one"' in str(table.refusal(statement, {"count": "one"}))
    assert len(opened) == 1
    ask(uri, f"SELECT pg_terminate_backend({opened[0].info.backend_pid})")
    assert table.refusal(statement, {"count": "one"}) is not None
    assert len(opened) == 2
    ask(uri, f"SELECT pg_terminate_backend({opened[1].info.backend_pid})")
    assert [table.refusal(statement, {"count": "one"}) for _ in range(2)] == [None, None]
    table.close()
    assert all(each.closed for each in opened)
    assert ask(uri, "SELECT count(*) FROM stories") == [(0,)]


def test_a_connection_that_was_idle_is_opened_anew(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []

    def connect(_: int) -> Any:
        opened.append(psycopg.connect(uri))
        return opened[-1]

    table = Asking(psycopg, connect, "The table stories")
    assert "syntax" in str(table.refusal("SELECT %(text)s::integer", {"text": "one"}))
    monkeypatch.setattr(asking, "IDLE_S", 0.0)
    assert "syntax" in str(table.refusal("SELECT %(text)s::integer", {"text": "one"}))
    assert [each.closed for each in opened] == [True, False]
    table.close()


@pytest.mark.parametrize("moment", ["Fri, 27 Nov 2026 10:00:00 GMT", "1 Feb 2026 00:00:59 -1430", "Mon, 27 Nov 2026 10:00:00 UTC"])  # fmt: skip
def test_a_moment_as_feeds_write_it_is_the_same_to_the_server(uri: str, moment: str) -> None:
    assert ask(uri, f"SELECT timestamptz '{moment}'") == [(parsedate_to_datetime(moment),)]
