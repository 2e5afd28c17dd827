"""The store in Redis: the contract, against a real server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import ClassVar

import pytest

from boilerspider.errors import BadConfiguration, StoreError
from boilerspider.stores.encoding import to_microseconds
from boilerspider.stores.redis import layout, pruning, records
from tests.stores.contract_served import ServedContract
from tests.stores.helpers import A, B, Blocking, C, candidate, visit
from tests.stores.servers import Server, program, redis_server

redis = pytest.importorskip("redis", reason="the package redis is not installed")

from boilerspider.stores.redis.store import RedisStore, SecureRedisStore  # noqa: E402 - it needs the package above

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    command = program("redis-server")
    if command is None:
        pytest.skip("no Redis here (Debian: apt-get install redis-server)")
    with redis_server(command) as running:
        yield running


class TestRedis(ServedContract):
    SMALL_PARTS: ClassVar = {
        "boilerspider.stores.redis.pruning.LOOKED_AT": 4,
        "boilerspider.stores.redis.pruning.DROPPED": 2,
        "boilerspider.stores.redis.pruning.LISTED": 3,
    }
    server: Server

    @pytest.fixture(autouse=True)
    def _empty(self, server):
        self.server = server
        with self.client() as client:
            client.flushall()

    @pytest.fixture(autouse=True)
    def _place(self, _empty, tmp_path):
        yield from self.opened_store(tmp_path)

    @property
    def uri(self):
        return f"redis://127.0.0.1:{self.server.port}/0"

    def client(self):
        return redis.Redis.from_url(self.uri)

    def make(self, at=None, **more):
        return RedisStore(at or self.uri, **more)

    def end_leases(self):
        with self.client() as client:
            for run, packed in client.hgetall(layout.RUNS).items():
                host, pid, started, _ = json.loads(packed)
                if host == "elsewhere":
                    client.hset(layout.RUNS, run, json.dumps([host, pid, started, 0]))

    def leftovers(self):
        kept = {layout.SCHEMA, layout.CLOCK, layout.COUNTERS, layout.RUNS}
        with self.client() as client:
            return len(set(client.keys()) - kept)

    def test_all_keys_are_ours(self):
        self.admit()
        with self.client() as client:
            assert {key.partition(b":")[0] for key in client.scan_iter()} == {b"{boilerspider}"}

    def test_forgetting_ends_beside_a_run_that_acts_all_the_time(self):
        """An act that took longer than the pause between two of another run's began again for ever."""
        for number in range(200):
            self.known(f"{A}{number}", f"story {number}", canonical=f"{B}{number}")
        other, is_done, acts = self.open(), threading.Event(), []

        def act():
            while not is_done.wait(0.01):
                acts.append(other.note(visit(C)))

        busy = threading.Thread(target=act)
        busy.start()
        try:
            assert self.store.prune(datetime.now(timezone.utc)) == 200
        finally:
            is_done.set()
            busy.join()
        assert len(acts) > 3
        self.store.prune(datetime.now(timezone.utc))  # the visit of the other run, which may have noted it again
        assert self.leftovers() == 0

    def test_young_stories_end_the_search_for_old_ones(self, monkeypatch):
        monkeypatch.setattr(pruning, "LOOKED_AT", 5)
        monkeypatch.setattr(pruning, "YOUNG", 5)
        for number in range(5):
            self.known(f"{A}{number}", f"old {number}")
        between = datetime.now(timezone.utc)
        for number in range(20):
            self.known(f"{B}{number}", f"young {number}")
        assert self.store.prune(between) == 5
        with self.client() as client:
            assert client.hget(layout.COUNTERS, layout.OLDEST) == b"6"
        assert self.store.prune(between) == 0
        assert self.store.prune(datetime.now(timezone.utc)) == 20
        assert self.leftovers() == 0

    def test_stories_of_a_clock_that_was_wrong_hide_none(self, monkeypatch):
        monkeypatch.setattr(records, "LOOKED_AT", 2)
        monkeypatch.setattr(records, "OLDER", 4)
        days = (1, 2, 30, 0, 4000, 4000, 4000, 3, -1)
        for number, days_ago in enumerate(days, 1):
            self.known(f"{A}{number}", f"story {number}")
            with self.client() as client:
                first = datetime.now(timezone.utc) - timedelta(days=days_ago)
                client.hset(layout.story(number), "first_seen", to_microseconds(first))
        since = datetime.now(timezone.utc) - timedelta(days=7)
        assert [story.url for story in self.store.stories(since)] == [f"{A}{number}" for number in (9, 4, 1, 2, 8)]
        assert [story.number for story in self.store.stories(None, 3)] == [9, 8, 7]
        assert len(self.store.stories()) == len(days)

    def test_older_stories_in_a_row_end_the_search_for_young_ones(self, monkeypatch):
        monkeypatch.setattr(records, "LOOKED_AT", 2)
        monkeypatch.setattr(records, "OLDER", 4)
        for number in range(1, 10):
            self.known(f"{A}{number}", f"story {number}")
        now = to_microseconds(datetime.now(timezone.utc) + timedelta(days=1))
        with self.client() as client:
            client.hset(layout.story(1), "first_seen", now)
            client.hset(layout.story(9), "first_seen", now)
        assert [story.number for story in self.store.stories(datetime.now(timezone.utc))] == [9]

    def test_a_story_that_is_given_back_while_stories_are_listed_is_none(self):
        other = self.open()
        claim = other.admit(candidate(A)).claim
        line = self.store.store._line
        ask = line.ask

        async def ask_and_give_back(commands):
            answers = await ask(commands)
            if commands[0] == ("HGETALL", layout.story(1)):
                await other.store.release([claim])
            return answers

        line.ask = ask_and_give_back
        assert self.store.stories() == []
        assert self.leftovers() == 0

    def test_a_server_that_may_forget_is_refused_where_durability_is_asked_for(self):
        with pytest.raises(StoreError, match="set appendonly yes and appendfsync always there"):
            Blocking(self.make(durable=True)).open()
        with self.client() as client:
            client.config_set("appendfsync", "always")
            self.open_with(durable=True)
            client.config_set("appendfsync", "everysec")

    def test_a_newer_schema_is_refused(self):
        self.store.close()
        with self.client() as client:
            client.set(layout.SCHEMA, layout.SCHEMA_VERSION + 1)
        with pytest.raises(StoreError, match=r"a newer boilerspider made it .*upgrade boilerspider"):
            self.store.open()

    def test_visits_of_the_first_schema_are_read(self):
        self.store.close()
        kept = '["article", 1795177815123456, "\\"5f3-62ab\\"", "Fri, 20 Nov 2026 12:00:00 GMT"]'
        with self.client() as client:
            client.set(layout.SCHEMA, 1)
            client.set(layout.visit(A), kept)
            self.store.open()
            assert self.store.recall(A) == visit(A)
            assert int(client.get(layout.SCHEMA)) == layout.SCHEMA_VERSION

    @pytest.mark.parametrize(
        ("user", "told"),
        [
            ("", "it wants a password; write it into the address, redis://:password@host:6379/0"),
            (":wrong@", "it does not take this password, or this user; mend them in the address"),
            ("nobody:wrong@", "it does not take this password, or this user; mend them in the address"),
        ],
    )
    def test_a_password_that_is_missing_or_wrong_is_said_with_the_fix(self, user, told):
        self.store.close()
        with self.client() as client:
            client.config_set("requirepass", "right")
            try:
                with pytest.raises(StoreError) as caught:
                    Blocking(RedisStore(f"redis://{user}127.0.0.1:{self.server.port}/0")).open()
            finally:
                client.config_set("requirepass", "")
        assert str(caught.value) == f"store redis://127.0.0.1:{self.server.port}/0: {told}"

    def test_a_database_out_of_range_is_said_with_the_fix(self):
        with pytest.raises(
            StoreError, match=r"/99: it has no database of this number; name another, most have 0 to 15$"
        ):
            Blocking(RedisStore(f"redis://127.0.0.1:{self.server.port}/99")).open()

    def test_a_server_without_room_is_said_in_one_line(self):
        with self.client() as client:
            client.config_set("maxmemory", "1mb")
            try:
                with pytest.raises(StoreError, match="maxmemory") as caught:
                    self.admit()
            finally:
                client.config_set("maxmemory", "0")
        assert "\n" not in str(caught.value)
        assert self.admit()[1] is False


@pytest.mark.parametrize("uri", ["redis://me:secret@host:port/0", "redis://me:secret@[::1/0"])
def test_an_address_that_is_none_is_refused_without_its_password(uri):
    with pytest.raises(BadConfiguration, match="write redis://user") as caught:
        RedisStore(uri)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("path", ["secret", "-1", "0/1", "0x", "\u0661"])
def test_a_database_that_is_no_number_is_refused(path):
    with pytest.raises(BadConfiguration, match="a database of Redis is a number; write redis://user") as caught:
        RedisStore(f"redis://host/{path}")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("path", ["", "/", "/3", "/3/", "/?db=3"])
def test_a_database_that_is_a_number_or_left_out_is_taken(path):
    RedisStore(f"redis://host{path}")


@pytest.mark.parametrize("kind", [RedisStore, SecureRedisStore])
def test_a_server_that_is_not_there_is_said_in_one_line(kind):
    store = Blocking(kind.at("//me:secret@127.0.0.1:1/0"))
    with pytest.raises(StoreError, match=r"^store rediss?://127.0.0.1:1/0: cannot be reached: .*start it") as caught:
        store.open()
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
