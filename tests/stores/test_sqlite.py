"""The store in a SQLite file: the contract, and what runs of other processes and machines do to it."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import ClassVar

import pytest

from boilerspider.fingerprints import near
from boilerspider.model import Scope
from boilerspider.stores.runs import Process, this_process
from boilerspider.stores.sqlite.store import SqliteStore
from tests.stores.contract import SharedStoreContract
from tests.stores.helpers import A, B, Blocking, C, candidate, duplicate, new, revised, summary, visit
from tests.stores.processes import process, race

PRELUDE = """
    import asyncio, sys
    from pathlib import Path
    from boilerspider.stores.sqlite.store import SqliteStore
    from tests.stores.helpers import candidate
"""


CLAIMANT = (
    PRELUDE
    + """
    async def main():
        store = SqliteStore(Path(sys.argv[1]))
        await store.open()
        confirmed = await store.admit(candidate("https://news.example/confirmed", "confirmed"))
        await store.confirm([confirmed.claim])
        await store.admit(candidate("https://news.example/confirmed", "changed"))
        await store.admit(candidate("https://news.example/claimed", "claimed"))
        print("ready", flush=True)
        sys.stdin.readline()
        await store.close()
    asyncio.run(main())
"""
)

COMPETITOR = (
    PRELUDE
    + """
    async def main():
        print("ready", flush=True)
        sys.stdin.readline()
        store = SqliteStore(Path(sys.argv[1]))
        await store.open()
        for number in range(300):
            verdict = await store.admit(candidate(f"https://news.example/{number}", str(number)))
            if verdict.claim is not None:
                await store.confirm([verdict.claim])
                print(number)
        await store.close()
    asyncio.run(main())
"""
)


class TestSqlite(SharedStoreContract):
    SMALL_PARTS: ClassVar = {
        "boilerspider.stores.sqlite.pruning.STORIES_AT_ONCE": 2,
        "boilerspider.stores.sqlite.pruning.VISITS_AT_ONCE": 2,
    }

    def make(self, **more):
        return SqliteStore(self.path, lock_timeout_s=5, **more)

    @property
    def path(self):
        return self.place / "folder" / "articles.sqlite"

    def sql(self, statement, *args):
        with closing(sqlite3.connect(self.path)) as connection, connection:
            return connection.execute(statement, args).fetchall()

    def open_as(self, process):
        store = Blocking(self.make(process=lambda: process))
        store.open()
        self.opened.append(store)
        return store

    # Processes of this machine

    def test_the_claims_of_a_killed_process_come_back_at_once(self):
        with process(CLAIMANT, self.path) as victim:
            assert victim.stdout.readline() == "ready\n"
            assert self.admit(B, "claimed") == duplicate("https://news.example/claimed")
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            self.reopen()
            assert self.admit(B, "claimed") == new()
            assert self.admit("https://news.example/claimed", "another") == new()
            url = "https://news.example/confirmed"
            assert self.admit(url, "confirmed") == duplicate(url)
            assert self.admit(url, "other") == revised(1, "confirmed", url)

    @pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
    def test_a_killed_process_that_nobody_has_waited_for_is_dead_too(self):
        with process(CLAIMANT, self.path) as victim:
            victim.stdout.readline()
            victim.send_signal(signal.SIGKILL)
            os.waitid(os.P_PID, victim.pid, os.WEXITED | os.WNOWAIT)
            self.reopen()
            assert self.admit(B, "claimed") == new()

    def test_the_claims_of_a_live_process_stay(self):
        with process(CLAIMANT, self.path) as neighbour:
            neighbour.stdout.readline()
            self.sql("UPDATE runs SET lease_end = 0")
            self.reopen()
            assert self.admit(B, "claimed") == duplicate("https://news.example/claimed")
            assert self.store.remembered() == 1
            neighbour.communicate("\n")
        assert self.admit(B, "claimed") == new()

    def test_of_four_processes_one_wins_each_key(self):
        self.store.close()
        self.path.unlink()
        wins = race(*(process(COMPETITOR, self.path) for _ in range(4)))
        assert wins == dict.fromkeys(map(str, range(300)), 1)
        self.store.open()
        assert self.store.remembered() == 300

    def test_a_process_number_that_was_given_anew_is_another_process(self):
        here = this_process()
        if here.started is None:
            pytest.skip("needs /proc")
        former = self.open_as(Process(here.host, here.pid, here.started - 1))
        former.admit(candidate(A))
        self.reopen()
        assert self.admit(B) == new()

    # Processes of other machines

    def test_another_machines_run_lives_as_long_as_its_lease(self):
        elsewhere = self.open_as(Process("elsewhere", this_process().pid, None))
        elsewhere.admit(candidate(A))
        self.reopen()
        assert self.admit(B) == duplicate(A)
        self.sql("UPDATE runs SET lease_end = 0 WHERE host = 'elsewhere'")
        elsewhere.renew()
        self.reopen()
        assert self.admit(B) == duplicate(A)
        self.sql("UPDATE runs SET lease_end = 0 WHERE host = 'elsewhere'")
        self.reopen()
        assert self.admit(B) == new()

    def taken_for_dead(self):
        sleeper = self.open_as(Process("elsewhere", 1, None))
        claims = [
            sleeper.admit(candidate(A, "one")).claim,
            sleeper.admit(candidate(B, "two", canonical=C)).claim,
            sleeper.admit(candidate(A, "three")).claim,
        ]
        self.sql("UPDATE runs SET lease_end = 0 WHERE host = 'elsewhere'")
        self.reopen()
        return sleeper, claims

    @pytest.mark.parametrize("first_act", ["confirm", "renew", "admit"])
    def test_a_run_that_was_taken_for_dead_gets_its_claims_back(self, first_act):
        sleeper, claims = self.taken_for_dead()
        assert self.sql("SELECT count(*) FROM stories") == [(0,)]
        if first_act == "renew":
            sleeper.renew()
            assert self.admit(A, "three") == duplicate(A, 1)
        if first_act == "admit":
            assert summary(sleeper.admit(candidate(C, "two"))) == duplicate(B)
        sleeper.confirm(claims)
        sleeper.close()
        self.reopen()
        assert self.store.remembered() == 2
        assert self.admit(A, "three") == duplicate(A, 1)
        assert self.admit(C, "two") == duplicate(B)

    def test_what_another_run_has_taken_meanwhile_is_one_story(self):
        sleeper, claims = self.taken_for_dead()
        assert self.admit(A, "three") == new()
        sleeper.release(claims[1:2])
        sleeper.confirm(claims)
        assert self.store.remembered() == 1
        assert self.admit(B, "two") == new()

    def test_what_a_run_repeated_is_its_own_when_it_comes_back(self):
        self.admit(A, "one")
        sleeper = self.open_as(Process("elsewhere", 1, None))
        claim = sleeper.admit(candidate(A, "one"), Scope.RUN).claim
        self.sql("UPDATE runs SET lease_end = 0 WHERE host = 'elsewhere'")
        self.reopen()
        sleeper.renew()
        assert summary(sleeper.admit(candidate(A, "one"), Scope.RUN)) == duplicate(A)
        sleeper.confirm([claim])
        assert self.store.remembered() == 1

    # The file

    def test_nothing_is_left_of_what_was_released(self):
        other = self.open()
        sketch = near(" ".join(map(str, range(60))))
        first = self.claim(A, "one", canonical=C, sketch=sketch)
        second = other.admit(candidate(A, "one", sketch=sketch), Scope.RUN).claim
        third = other.admit(candidate(B, "two", canonical=C)).claim
        assert self.sql("SELECT count(*) FROM bands") == [(5,)]
        self.store.release([first])
        other.release([third, second])
        for table in ("stories", "versions", "bands", "urls", "claims", "claimed_urls"):
            assert self.sql(f"SELECT count(*) FROM {table}") == [(0,)], table

    def test_nothing_is_left_of_what_was_forgotten(self):
        self.admit(A, "one", canonical=C, sketch=near(" ".join(map(str, range(60)))))
        self.store.prune(datetime.now(timezone.utc) + timedelta(hours=1))
        for table in ("stories", "versions", "bands", "urls", "claims", "claimed_urls"):
            assert self.sql(f"SELECT count(*) FROM {table}") == [(0,)], table

    @pytest.mark.slow
    def test_an_article_takes_at_most_half_a_kilobyte(self):
        title = "A headline of the usual length, some sixty characters long"
        claims = [
            self.claim(
                f"https://www.news.example/politics/2026/11/20/a-slug-of-the-usual-length-{number:07}",
                str(number),
                title=title,
                published=datetime.now(timezone.utc),
                sketch=near(" ".join(f"{number}x{word}" for word in range(300))),
            )
            for number in range(4_000)
        ]
        self.store.confirm(claims)
        self.store.close()
        assert self.path.stat().st_size / 4_000 <= 500

    @pytest.mark.parametrize("many", [1, 10_000])
    def test_of_many_urls_those_that_are_not_there_are_not_looked_up(self, many, monkeypatch):
        monkeypatch.setattr("boilerspider.stores.sqlite.records.MANY_URLS", many)
        store = self.make()
        blocking = Blocking(store)
        blocking.open()
        self.opened.append(blocking)
        known = [f"{A}{number}" for number in range(1_200)]
        blocking.note(*map(visit, known))
        asked = []

        async def trace():
            store._connection.set_trace_callback(asked.append)

        store.trace = trace
        blocking.trace()
        found = blocking.recall_all([*known[:600], *(f"{B}{number}" for number in range(2_000))])
        assert found == {url: visit(url) for url in known[:600]}
        assert len(asked) == (3 if many == 1 else 6)

    @pytest.mark.parametrize(("durable", "level"), [(False, 1), (True, 2)])
    def test_durability(self, durable, level):
        store = self.make(durable=durable)
        blocking = Blocking(store)
        blocking.open()
        self.opened.append(blocking)

        async def pragma(name):
            return store._connection.execute(f"PRAGMA {name}").fetchone()

        store.pragma = pragma
        assert blocking.pragma("synchronous") == (level,)
        assert blocking.pragma("journal_mode") == ("wal",)

    def test_the_file_is_closed_into_one(self):
        self.admit(A)
        self.store.close()
        assert [path.name for path in self.path.parent.iterdir()] == [self.path.name]
