"""URIs of stores."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.stores import STORES, open_store
from boilerspider.stores.memory import MemoryStore
from boilerspider.stores.sqlite.store import SqliteStore


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("sqlite:articles.sqlite", "articles.sqlite"),
        ("sqlite:.scrapy/boilerspider/articles.sqlite", ".scrapy/boilerspider/articles.sqlite"),
        ("sqlite:/var/lib/articles.sqlite", "/var/lib/articles.sqlite"),
        ("sqlite:///var/lib/articles.sqlite", "/var/lib/articles.sqlite"),
        ("SQLite:articles", "articles"),
        (" sqlite:with space:and%20colon?x ", "with space:and%20colon?x"),
        ("boilerspider.stores.sqlite.store:SqliteStore:articles", "articles"),
    ],
)
def test_sqlite_paths(uri, path):
    store = open_store(uri)
    assert isinstance(store, SqliteStore)
    assert store.path == Path(path)


def test_the_home_folder():
    store = open_store("sqlite:~/articles.sqlite")
    assert isinstance(store, SqliteStore)
    assert store.path == Path.home() / "articles.sqlite"


@pytest.mark.parametrize("uri", ["memory:", "memory", "MEMORY:", "boilerspider.stores.memory:MemoryStore"])
def test_memory(uri):
    assert isinstance(open_store(uri, durable=True), MemoryStore)


@pytest.mark.parametrize("uri", ["", "articles.sqlite", "mysql://host/name", "/var/lib/articles.sqlite"])
def test_an_unknown_scheme_lists_the_known_ones(uri):
    with pytest.raises(UnknownName, match="known: memory, postgres, postgresql, redis, rediss, sqlite"):
        open_store(uri)


@pytest.mark.parametrize(
    ("uri", "kind"),
    [
        ("redis://:secret@host:6379/0", "RedisStore"),
        ("rediss://me:secret@host", "SecureRedisStore"),
        ("postgresql://me:secret@host:5432/name", "PostgresStore"),
        ("postgres://host/name?sslmode=require", "PostgresStore"),
    ],
)
def test_servers(uri, kind):
    pytest.importorskip("redis")
    pytest.importorskip("psycopg")
    assert type(open_store(uri)).__name__ == kind


@pytest.mark.parametrize(
    ("uri", "package", "extra"),
    [("redis://:secret@host/0", "redis", "redis"), ("postgresql://me:secret@host/name", "psycopg", "postgresql")],
)
def test_a_missing_client_library_is_said_with_the_way_to_install_it(uri, package, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setitem(sys.modules, "redis.asyncio.retry", None)
    with pytest.raises(BadConfiguration, match=re.escape(f"pip install 'boilerspider[{extra}]'")) as caught:
        open_store(uri)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("uri", "why"),
    [
        ("sqlite:", "needs a path"),
        ("sqlite::memory:", "needs a path"),
        ("sqlite://host/articles.sqlite", "names a machine"),
        ("memory:articles", "takes no location"),
        ("boilerspider.nowhere:Store", "cannot be imported"),
        ("boilerspider.errors:StoreError", "is no store"),
    ],
)
def test_locations_that_cannot_be(uri, why):
    with pytest.raises(BadConfiguration, match=why):
        open_store(uri)


def test_nothing_is_made_before_the_store_is_opened(tmp_path):
    open_store(f"sqlite:{tmp_path}/folder/articles.sqlite")
    assert not list(tmp_path.iterdir())


def test_every_row_of_the_drawer_can_be_loaded():
    for scheme, path in STORES.rows.items():
        module, _, name = path.partition(":")
        assert callable(getattr(import_module(module), name).at), scheme


def test_a_redis_without_a_host_is_the_one_of_this_machine():
    pytest.importorskip("redis")
    assert open_store("redis://")._name == "store redis://localhost:6379"
