"""The store in PostgreSQL: the contract, against a real server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timezone
from random import Random
from typing import ClassVar

import pytest

from boilerspider.errors import BadConfiguration, StoreError
from boilerspider.model import Fingerprint
from boilerspider.stores.postgresql.schema import LOCK, SCHEMA_VERSION
from tests.stores.contract_served import ServedContract
from tests.stores.helpers import A, B, Blocking, candidate, duplicate, loop, new, summary, visit
from tests.stores.servers import GUARDED, Server, postgresql_server, program

psycopg = pytest.importorskip("psycopg", reason="psycopg 3 is not installed")

from boilerspider.stores.postgresql.store import PostgresStore  # noqa: E402 - it needs the package above

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    initdb, postgres = program("initdb"), program("postgres")
    if initdb is None or postgres is None:
        pytest.skip("no PostgreSQL here (Debian: apt-get install postgresql)")
    with postgresql_server(initdb, postgres) as running:
        yield running


class TestPostgres(ServedContract):
    SMALL_PARTS: ClassVar = {
        "boilerspider.stores.postgresql.records.STORIES_AT_ONCE": 2,
        "boilerspider.stores.postgresql.records.VISITS_AT_ONCE": 2,
    }
    server: Server

    @pytest.fixture(autouse=True)
    def _empty(self, server):
        self.server = server
        self.sql("DROP SCHEMA IF EXISTS boilerspider CASCADE")

    @pytest.fixture(autouse=True)
    def _place(self, _empty, tmp_path):
        yield from self.opened_store(tmp_path)

    @property
    def uri(self):
        return f"postgresql://tests@127.0.0.1:{self.server.port}/postgres"

    def make(self, at=None, **more):
        return PostgresStore(at or self.uri, **more)

    def sql(self, statement):
        with psycopg.connect(self.uri, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def end_leases(self):
        self.sql("UPDATE boilerspider.runs SET lease_end = 0 WHERE host = 'elsewhere'")

    def leftovers(self):
        tables = ("stories", "versions", "bands", "urls", "claims", "claimed_urls")
        return sum(self.sql(f"SELECT count(*) FROM boilerspider.{table}")[0][0] for table in tables)

    @pytest.mark.parametrize(("durable", "commits"), [(False, "off"), (True, "on")])
    def test_durability(self, durable, commits):
        store = self.make(durable=durable)
        blocking = Blocking(store)
        blocking.open()
        self.opened.append(blocking)

        async def setting():
            return await store._value("SHOW synchronous_commit")

        store.setting = setting
        assert blocking.setting() == commits

    def test_a_newer_schema_is_refused(self):
        self.store.close()
        self.sql(f"UPDATE boilerspider.schema_version SET number = {SCHEMA_VERSION + 1}")
        with pytest.raises(StoreError, match=r"a newer boilerspider made it .*upgrade boilerspider"):
            self.store.open()

    def test_a_database_of_the_first_schema_is_brought_to_this_one(self):
        self.store.close()
        self.sql("ALTER TABLE boilerspider.urls DROP COLUMN age")
        self.sql("DROP TABLE boilerspider.copies")
        self.sql("UPDATE boilerspider.schema_version SET number = 1")
        for _ in range(2):
            self.store.open()
            self.store.note(visit(A))
            assert self.store.recall(A) == visit(A)
            self.store.close()

    @pytest.mark.parametrize(
        ("place", "told"),
        [
            ("tests@{}/nowhere", 'database "nowhere" does not exist; create it (createdb nowhere), or name another'),
            ("nobody@{}/postgres", 'role "nobody" does not exist; create it (createuser nobody), or name another user'),
        ],
    )
    def test_a_server_that_refuses_is_not_waited_for_and_the_fix_is_said(self, place, told):
        place = place.format(f"127.0.0.1:{self.server.port}")
        with pytest.raises(StoreError) as caught:
            Blocking(PostgresStore(f"postgresql://{place}")).open()
        assert str(caught.value) == f"store postgresql://{place.partition('@')[2]}: {told}"

    @pytest.mark.parametrize(
        ("user", "told"),
        [
            ("tests", "no password supplied; it wants one; put it into ~/.pgpass, or into the address"),
            ("tests:wrong", 'failed for user "tests"; mend the password, or the user, in the address or in ~/.pgpass'),
        ],
    )
    def test_a_password_that_is_missing_or_wrong_is_said_with_the_fix(self, user, told, monkeypatch):
        monkeypatch.setenv("PGPASSFILE", "/dev/null")
        with pytest.raises(StoreError) as caught:
            Blocking(PostgresStore(f"postgresql://{user}@127.0.0.1:{self.server.port}/{GUARDED}")).open()
        assert str(caught.value).endswith(told)

    def test_what_no_index_takes_is_no_lost_server(self):
        digits = "".join(Random(1).choices("abcdefghij0123456789", k=3_000))
        with pytest.raises(StoreError, match=r"postgres: index row size \d+ exceeds .*; look at the server's log"):
            self.store.admit(candidate(A, fingerprint=Fingerprint("own", 1, digits.encode())))
        assert summary(self.store.admit(candidate(A))) == new()

    def test_a_client_without_pipelines_does_the_same(self, monkeypatch):
        monkeypatch.setattr(psycopg.Pipeline, "is_supported", lambda: False)
        monkeypatch.delattr(psycopg.AsyncConnection, "pipeline")
        verdict = self.store.admit(candidate(A))
        assert summary(verdict) == new()
        self.store.confirm([verdict.claim])
        assert summary(self.store.admit(candidate(B))) == duplicate(A)

    @pytest.mark.parametrize("asked", ["SELECT 1", "SELECT repeat('x', 1000) FROM generate_series(1, 30000)"])
    def test_a_crawl_that_is_frozen_in_an_act_keeps_the_lock_from_nobody_for_long(self, asked):
        """One that says nothing, and one that does not read what the server tells it."""
        frozen, other = (self.open_with(patience_s=patience_s) for patience_s in (4.0, 1.0))
        waits = [3.5]

        async def act(ledger):
            before = await ledger.remembered()
            if waits:
                await ledger._do(asked)
                await asyncio.sleep(waits.pop())
            return before, await ledger.remembered()

        acting = asyncio.run_coroutine_threadsafe(frozen.store._act(act), loop())
        while waits:
            time.sleep(0.01)
        assert summary(other.admit(candidate(A))) == new()
        assert not acting.done()
        assert acting.result(timeout=60) == (0, 0)

    def test_crawls_that_are_frozen_while_they_wait_for_the_lock_of_a_frozen_one_keep_nobody_for_long(self):
        """As all of a machine that is suspended are. One that begins meanwhile waits as others do."""
        other = self.open_with(patience_s=3.0)
        take = f"SELECT pg_advisory_xact_lock({LOCK})"
        with closing(psycopg.connect(self.uri)) as one, closing(psycopg.connect(self.uri)) as two:
            one.execute(take)
            two.pgconn.send_query(f"BEGIN; {take}".encode())
            assert summary(other.admit(candidate(A))) == new()
        with closing(psycopg.connect(self.uri)) as one:
            one.execute(take)
            assert summary(self.open_with(patience_s=3.0).admit(candidate(B))) == duplicate(A)

    @pytest.mark.parametrize("privilege", ["EXECUTE ON FUNCTION pg_terminate_backend", "SELECT ON pg_locks"])
    def test_a_role_that_may_end_no_act_crawls_all_the_same(self, privilege):
        role = f"plain{len(privilege)}"
        self.sql(f"CREATE ROLE {role} LOGIN")
        self.sql(f"CREATE DATABASE {role} OWNER {role}")
        address = f"postgresql://{{}}@127.0.0.1:{self.server.port}/{role}"
        with psycopg.connect(address.format("tests"), autocommit=True) as connection:
            connection.execute(f"REVOKE {privilege} FROM PUBLIC")
        store = Blocking(self.make(address.format(role)))
        store.open()
        self.opened.append(store)
        assert summary(store.admit(candidate(A))) == new()

    @pytest.mark.parametrize("since", [None, datetime(2026, 1, 1, tzinfo=timezone.utc)])
    def test_stories_are_listed_in_parts_which_take_no_long_act(self, since, monkeypatch):
        monkeypatch.setattr("boilerspider.stores.postgresql.records.LISTED_AT_ONCE", 2)
        claims = [self.claim(f"{A}{number}", f"text {number}") for number in range(9)]
        self.store.confirm(claims[:3] + claims[5:])
        listed = self.store.stories(since)
        self.store.forget([listed[0].number, listed[-1].number])
        inner, parts = self.store.store, []
        transact = inner._transact

        async def counted(*asked):
            parts.append(answer := await transact(*asked))
            return answer

        inner._transact = counted
        assert self.store.stories(since) == listed[1:-1] == self.store.stories(since, 9)
        assert [len(part) for part, _ in parts] == [2, 0, 2, 1, 0] * 2
        assert self.store.stories(since, 4) == listed[1:-2]
        assert self.store.stories(datetime.now(timezone.utc)) == []
        self.store.release(claims[3:5])

    def test_two_processes_may_make_the_tables_at_once(self):
        self.store.close()
        self.sql("DROP SCHEMA boilerspider CASCADE")
        self.race()


@pytest.mark.parametrize("uri", ["postgresql://me:secret@[::1/name", "postgresql://me:secret@host/name?secret=1"])
def test_an_address_that_is_none_is_refused_without_its_password(uri):
    with pytest.raises(BadConfiguration, match="write postgresql://user") as caught:
        PostgresStore(uri)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_said_in_one_line():
    store = Blocking(PostgresStore("postgresql://me:secret@127.0.0.1:1/name"))
    with pytest.raises(
        StoreError, match=r"^store postgresql://127.0.0.1:1/name: cannot be reached: .*start it"
    ) as caught:
        store.open()
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
