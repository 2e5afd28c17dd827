"""Files that cannot be a store: one line that says what, where and the fix, and the file as it was."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from boilerspider.errors import StoreError
from boilerspider.stores import UrlOutcome
from boilerspider.stores.rows import OUTCOMES
from boilerspider.stores.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION
from boilerspider.stores.sqlite.store import SqliteStore
from tests.stores.helpers import A, B, Blocking, C, candidate, duplicate, revised, summary, visit

ROOT = Path(__file__).resolve().parents[2]


def store(path, **more):
    return Blocking(SqliteStore(path, lock_timeout_s=0.2, **more))


def refused(path):
    opened = store(path)
    with pytest.raises(StoreError) as caught:
        opened.open()
    opened.close()
    message = str(caught.value)
    assert message.startswith(f"store sqlite:{path}: ")
    assert "\n" not in message
    return message


def made(path, stories=5):
    opened = store(path)
    opened.open()
    claims = [opened.admit(candidate(f"{A}{number}", str(number))).claim for number in range(stories)]
    opened.confirm(claims)
    opened.close()
    return path


def sql(path, statement):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(statement).fetchall()


def another_application(path):
    sql(path, "CREATE TABLE recipes (name TEXT)")


def another_applications_number(path):
    sql(path, "CREATE TABLE stories (id INTEGER)")
    sql(path, "PRAGMA application_id = 42")


def newer(path):
    sql(made(path), f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def a_table_less(path):
    sql(made(path), "DROP TABLE versions")


def half_a_file(path):
    data = made(path, 500).read_bytes()
    path.write_bytes(data[: len(data) // 2])


def noise_in_the_middle(path):
    data = made(path, 500).read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


def noise_in_a_page_of_stories(path):
    data = made(path, 500).read_bytes()
    page = data.index(f"{A}250".removeprefix("https://").encode()) // 4096 * 4096
    path.write_bytes(data[:page] + b"\xa5" * 4096 + data[page + 4096 :])


def noise_in_the_schema(path):
    data = made(path).read_bytes()
    path.write_bytes(data[:100] + b"\xa5" * 3996 + data[4096:])


@pytest.mark.parametrize(
    ("prepare", "what", "fix"),
    [
        (lambda path: path.write_bytes(b"<html>" * 100), "no SQLite database", "name another file"),
        (lambda path: path.write_bytes(b"x"), "no SQLite database", "name another file"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "damaged", "name another file"),
        (lambda path: path.write_bytes(b"\0" * 8192), "no SQLite database", "name another file"),
        (another_application, "another application", "name another file"),
        (another_applications_number, "another application", "name another file"),
        (
            newer,
            f"a newer boilerspider made it (schema {SCHEMA_VERSION + 1}, this one knows {SCHEMA_VERSION})",
            "upgrade boilerspider",
        ),
        (a_table_less, "no such table: versions", "put a backup in its place"),
        (half_a_file, "malformed", "put a backup in its place"),
        (noise_in_the_middle, "malformed", "put a backup in its place"),
        (noise_in_a_page_of_stories, "malformed", "put a backup in its place"),
        (noise_in_the_schema, "malformed", "put a backup in its place"),
    ],
)
def test_a_file_that_is_no_store_is_refused_and_stays_as_it_is(tmp_path, prepare, what, fix):
    path = tmp_path / "articles.sqlite"
    prepare(path)
    before = path.read_bytes()
    message = refused(path)
    assert what in message
    assert fix in message
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_folder_in_place_of_the_file(tmp_path):
    assert "that is a folder; name a file in it" in refused(tmp_path)


def test_a_file_in_place_of_the_folder(tmp_path):
    (tmp_path / "file").write_text("text")
    assert "a part of the path is a file" in refused(tmp_path / "file" / "articles.sqlite")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_regular_file_is_not_even_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in refused(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        assert "no regular file" in refused(tmp_path / "socket")


def test_a_missing_folder_is_made_and_an_empty_file_is_taken(tmp_path):
    path = tmp_path / "some" / "folder" / "articles.sqlite"
    made(path)
    assert sql(path, "SELECT count(*) FROM stories") == [(5,)]
    empty = tmp_path / "empty"
    empty.touch()
    made(empty)
    assert sql(empty, "PRAGMA application_id") == [(APPLICATION_ID,)]


def test_a_locked_file(tmp_path):
    path = made(tmp_path / "articles.sqlite")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert "database is locked: another process keeps it locked; end that one" in refused(path)


def test_a_lock_in_mid_run(tmp_path):
    path = tmp_path / "articles.sqlite"
    opened = store(path)
    opened.open()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process keeps it locked"):
            opened.admit(candidate())
    assert opened.admit(candidate()).claim is not None
    opened.close()


def test_a_full_disk_in_mid_run(tmp_path):
    opened = store(tmp_path / "articles.sqlite")
    opened.open()
    after = "https://news.example/after"

    async def limit(pages):
        opened.store._connection.execute(f"PRAGMA max_page_count = {pages}")

    opened.store.limit = limit
    opened.limit(1)
    with pytest.raises(StoreError, match="no space is left on its disk; make room") as caught:
        for number in range(1_000):
            claim = opened.admit(candidate(f"{A}{number}", str(number))).claim
            opened.confirm([claim])
    assert "\n" not in str(caught.value)
    known = opened.remembered()
    opened.limit(1_000_000)
    assert opened.admit(candidate(after, "after")).claim is not None
    assert opened.remembered() == known
    opened.close()
    opened.open()
    assert opened.remembered() == known
    assert opened.admit(candidate(after, "after")).claim is not None
    opened.close()


def test_a_file_that_is_damaged_in_mid_run(tmp_path):
    path = made(tmp_path / "articles.sqlite", 500)
    opened = store(path)
    opened.open()

    async def drop():
        opened.store._connection.execute("DROP TABLE stories")

    opened.store.drop = drop
    opened.drop()
    with pytest.raises(StoreError, match="put a backup in its place"):
        opened.admit(candidate())
    opened.close()


UNPRIVILEGED = """
import asyncio, os, sys
from dataclasses import replace
from pathlib import Path
from boilerspider.errors import StoreError
from boilerspider.stores.sqlite.store import SqliteStore
if os.geteuid() == 0:  # root may write anything
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    asyncio.run(SqliteStore(Path(sys.argv[1])).open())
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs users and modes")
@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o444, 0o555), (0o000, 0o777), (None, 0o555)])
def test_a_file_or_a_folder_that_cannot_be_written(file_mode, folder_mode):
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root) / "folder"
        folder.mkdir()
        path = folder / "articles.sqlite"
        if file_mode is not None:
            made(path).chmod(file_mode)
        Path(root).chmod(0o755)
        folder.chmod(folder_mode)
        command = [sys.executable, "-c", UNPRIVILEGED, str(path)]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        finally:
            folder.chmod(0o777)
        assert done.stdout.startswith(f"store sqlite:{path}: "), done.stderr
        assert "change the permissions, or name another file" in done.stdout
        assert done.stdout.count("\n") == 1


def test_an_old_sqlite_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    assert "SQLite 3.37.0 is needed" in refused(tmp_path / "articles.sqlite")


def test_a_file_of_the_first_schema_is_brought_to_this_one(tmp_path):
    path = tmp_path / "articles.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "files" / "schema1.sql").read_text("utf-8"))
    for _ in range(2):
        opened = store(path)
        opened.open()
        assert opened.remembered() == 2
        assert summary(opened.admit(candidate(A, "two"))) == duplicate(A, 1)
        assert summary(opened.admit(candidate(B, "one"))) == revised(1, "three", B)
        assert opened.recall(B) == visit(B)
        opened.note(replace(visit(C, UrlOutcome.DUPLICATE), copy_of=A))
        assert opened.story_of(A).copies == (C,)
        opened.close()
    fresh = made(tmp_path / "fresh.sqlite")
    assert columns(path) == columns(fresh)
    ages = "SELECT versions.seen BETWEEN 0 AND 1000000 FROM versions"
    assert {age for (age,) in sql(path, ages)} == {1}


@pytest.mark.parametrize(
    "url", ["https://a.example/1", "http://a.example/1", "HTTPS://a.example/1", "ftp://a.example/1"]
)
def test_every_url_is_told_as_it_was_given(tmp_path, url):
    opened = store(tmp_path / "articles.sqlite")
    opened.open()
    opened.confirm([opened.admit(candidate(url, "text")).claim])
    opened.note(replace(visit(B, UrlOutcome.DUPLICATE), copy_of=url))
    assert [story.url for story in opened.stories()] == [url]
    assert opened.recall(B).copy_of == url
    assert opened.admit(candidate(C, "text")).original_url == url
    opened.note(replace(visit(url, UrlOutcome.DUPLICATE), copy_of=url))
    assert opened.stories()[0].copies == tuple(sorted((B, url)))
    opened.close()


def columns(path):
    """Table -> its columns in order, with types and keys; the words of the statement may differ."""
    tables = [name for (name,) in sql(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    return {table: [row[1:] for row in sql(path, f"PRAGMA table_info({table})")] for table in tables}


def test_what_the_file_format_promises(tmp_path):
    path = made(tmp_path / "articles.sqlite")
    header = path.read_bytes()[:100]
    assert header[68:72] == b"bspi"
    assert header[60:64] == (6).to_bytes(4, "big")
    assert [outcome.value for outcome in OUTCOMES] == ["article", "duplicate", "nothing", "source"]
    tables = dict(sql(path, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"))
    assert all("STRICT" in statement for statement in tables.values())
