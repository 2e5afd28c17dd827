"""URIs of stores."""

from __future__ import annotations

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
    with pytest.raises(UnknownName, match="known: memory, sqlite"):
        open_store(uri)


@pytest.mark.parametrize("uri", ["redis://:secret@host:6379/0", "postgresql://me:secret@host/name", "rediss:x"])
def test_servers_are_not_there_yet(uri):
    with pytest.raises(BadConfiguration, match="is not there yet; known: memory:, sqlite:PATH") as caught:
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
    for scheme in STORES.rows:
        assert open_store(f"{scheme}:{'path' if scheme == 'sqlite' else ''}") is not None
