"""A PostgreSQL server, whose tables the tests of feeds ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crawl.outputs.tables import ask
from tests.stores.servers import Server, postgresql_server, program


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    pytest.importorskip("psycopg", reason="psycopg 3 is not installed")
    initdb, postgres = program("initdb"), program("postgres")
    assert initdb is not None
    assert postgres is not None
    with postgresql_server(initdb, postgres) as running:
        yield running


@pytest.fixture
def uri(server: Server) -> Iterator[str]:
    """Its address; the tables are gone after each test."""
    address = f"postgresql://tests@127.0.0.1:{server.port}/postgres"
    yield address
    ask(address, "DROP TABLE IF EXISTS articles, stories")
