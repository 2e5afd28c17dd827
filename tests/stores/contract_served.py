"""What a store on a server must do beside all that a shared one does."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from boilerspider.errors import StoreError
from boilerspider.fingerprints import near
from boilerspider.model import Scope
from boilerspider.stores import base
from boilerspider.stores.patience import ServerLost
from boilerspider.stores.runs import Process
from tests.stores.contract import SharedStoreContract
from tests.stores.contract_near import text, with_boxes
from tests.stores.helpers import A, B, Blocking, C, candidate, duplicate, loop, new, summary, visit
from tests.stores.processes import process, race
from tests.stores.servers import Server
from tests.stores.trips import trips_to

COMPETITOR = """
    import asyncio, sys
    from boilerspider.stores import open_store
    from tests.stores.contract_near import told, text, with_boxes

    async def main(uri, name):
        print("ready", flush=True)
        sys.stdin.readline()
        store = open_store(uri)
        await store.open()
        for number in range(100):
            # The same story with another box in each process: near, and equal to none.
            words = with_boxes(text(f"tale{number}x", 400), f"{name}{number}")
            verdict = await store.admit(told(f"https://{name}.example/{number}", words))
            if verdict.claim is not None:
                await store.confirm([verdict.claim])
                print(number)
        await store.close()
    asyncio.run(main(*sys.argv[1:]))
"""

CLAIMANT = """
    import asyncio, sys
    from boilerspider.stores import open_store
    from tests.stores.helpers import candidate

    async def main(uri):
        store = open_store(uri)
        await store.open()
        await store.admit(candidate("https://news.example/claimed", "claimed"))
        print("ready", flush=True)
        sys.stdin.readline()
    asyncio.run(main(*sys.argv[1:]))
"""


class ServedContract(SharedStoreContract):
    """The server runs all the time, and is killed where a test says so."""

    server: Server
    uri: str

    def opened_store(self, tmp_path: Path) -> Iterator[None]:
        self.place, self.opened = tmp_path, []
        self.store = self.open()
        yield
        for store in self.opened:
            store.close()

    def leftovers(self) -> int:
        """How many rows or keys of stories there are."""
        raise NotImplementedError

    def end_leases(self) -> None:
        """Let the leases of all runs on the machine `elsewhere` end."""
        raise NotImplementedError

    def open_with(self, **more: Any) -> Blocking:
        store = Blocking(self.make(**more))  # type: ignore[call-arg]
        store.open()
        self.opened.append(store)
        return store

    def race(self) -> None:
        """Four processes admit the same hundred stories, each with a box of its own in them."""
        wins = race(*(process(COMPETITOR, self.uri, f"site{number}") for number in range(4)))
        assert wins == Counter(map(str, range(100)))

    def test_of_four_processes_one_wins_each_story_near_ones_included(self) -> None:
        self.race()
        assert self.store.remembered() == 100

    def test_the_claims_of_a_killed_process_come_back(self) -> None:
        with process(CLAIMANT, self.uri) as victim:
            assert victim.stdout.readline() == "ready\n"
            assert self.admit(B, "claimed") == duplicate("https://news.example/claimed")
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            self.reopen()
            assert self.admit(B, "claimed") == new()

    def test_the_claims_of_another_machine_come_back_when_its_lease_has_ended(self) -> None:
        sleeper = self.open_with(process=lambda: Process("elsewhere", 1, None))
        claims = [sleeper.admit(candidate(A, "one")).claim, sleeper.admit(candidate(B, "two", canonical=C)).claim]
        self.reopen()
        assert summary(self.store.admit(candidate(C, "two"))) == duplicate(B)
        self.end_leases()
        self.reopen()
        assert self.leftovers() == 0
        # It was not dead: its next act brings run and claims back.
        assert summary(sleeper.admit(candidate(C, "two"))) == duplicate(B)
        sleeper.confirm(claims)
        assert self.store.remembered() == 2

    def test_a_lease_that_ends_in_years_is_believed_by_nobody(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A machine whose clock was wrong claimed a story, and died."""
        monkeypatch.setattr(base, "LEASE_SECONDS", 10 * 365 * 86_400)
        lost = self.open_with(process=lambda: Process("elsewhere", 1, None))
        lost.admit(candidate(A, "one"))
        monkeypatch.undo()
        self.reopen()
        assert self.admit(B, "one") == new()

    def test_what_another_run_has_taken_meanwhile_is_one_story(self) -> None:
        sleeper = self.open_with(process=lambda: Process("elsewhere", 1, None))
        claim = sleeper.admit(candidate(A, "one")).claim
        self.end_leases()
        self.reopen()
        assert self.admit(A, "one") == new()
        sleeper.confirm([claim])
        assert self.store.remembered() == 1

    def test_nothing_is_left_of_what_was_released_or_forgotten(self) -> None:
        other = self.open()
        sketch = near(text("bridge"))
        first = self.claim(A, "one", canonical=C, sketch=sketch)
        second = other.admit(candidate(A, "one", sketch=sketch), Scope.RUN).claim
        third = other.admit(candidate(B, "two", canonical=C, sketch=near(text("ferry")))).claim
        assert self.leftovers() > 0
        self.store.release([first])
        other.release([third, second])
        assert self.leftovers() == 0

    def test_nothing_is_left_of_what_was_old(self) -> None:
        self.store.confirm([self.claim(A, "one", canonical=C, sketch=near(text("bridge")))])
        self.store.note(visit(A), visit(B))
        assert self.store.prune(datetime.now(timezone.utc)) == 1
        assert self.leftovers() == 0

    def test_a_server_that_comes_back_is_waited_for(self, caplog: pytest.LogCaptureFixture) -> None:
        claim = self.claim(A, "one", sketch=near(text("bridge")))
        self.server.stop(signal.SIGINT)  # in order: what is not durable may be lost with a server that dies
        back = threading.Timer(1.0, self.server.start)
        back.start()
        found = self.store.admit(candidate(B, "two", sketch=near(with_boxes(text("bridge"), "ad"))))
        back.join()
        assert found.original_url == A
        (line,) = caplog.messages
        assert "waiting up to 60 s for it to come back" in line
        self.store.confirm([claim])
        assert self.store.remembered() == 1
        assert self.admit(C, "three") == new()

    def test_a_server_that_stays_away_is_said_in_one_line(self) -> None:
        impatient = self.open_with(patience_s=0.5)
        self.server.stop(signal.SIGINT)  # in order: what is not durable may be lost with a server that dies
        try:
            begin = time.monotonic()
            with pytest.raises(StoreError, match=r"^store \S+: .* start it, and crawl again$") as caught:
                impatient.admit(candidate(A))
            assert time.monotonic() - begin < 10
            assert "\n" not in str(caught.value)
            with pytest.raises(StoreError, match="stayed away"):
                impatient.close()
        finally:
            self.server.start()
        assert self.admit(A) == new()

    def test_a_server_that_is_frozen_is_not_waited_for_for_ever(self) -> None:
        impatient = self.open_with(patience_s=2.0)
        with self.server.frozen():
            begin = time.monotonic()
            with pytest.raises(StoreError, match=r"start it, and crawl again$"):
                impatient.admit(candidate(A))
            with pytest.raises(StoreError, match="stayed away"):
                impatient.close()
            assert time.monotonic() - begin < 20
        assert self.admit(A) == new()

    def test_a_server_that_is_frozen_for_a_moment_loses_nothing(self) -> None:
        claim = self.claim(A, "one")
        with self.server.frozen():
            confirming = asyncio.run_coroutine_threadsafe(self.store.store.confirm([claim]), loop())
            with pytest.raises(FutureTimeoutError):
                confirming.result(timeout=1)
        confirming.result(timeout=60)
        assert self.store.remembered() == 1

    def test_a_crawl_that_was_stopped_in_an_act_finds_its_server_again(self) -> None:
        stopped = self.open_with(patience_s=1.0)
        stops = [1.5]

        async def act(ledger: Any) -> int:
            await ledger.remembered()
            if stops:
                time.sleep(stops.pop())  # noqa: ASYNC251 - so that no timer of this process goes off
            return await ledger.remembered()  # type: ignore[no-any-return]

        assert asyncio.run_coroutine_threadsafe(stopped.store._act(act), loop()).result(timeout=60) == 0
        assert summary(stopped.admit(candidate(A))) == new()

    def test_a_server_that_stays_away_is_waited_for_once(self) -> None:
        """Acts that queued up behind the first, and all later ones, fail with it."""
        patience_s = 2.0
        impatient = self.open_with(patience_s=patience_s)
        self.server.stop(signal.SIGINT)  # in order: what is not durable may be lost with a server that dies
        try:
            begin = time.monotonic()
            acts = [impatient.store.admit(candidate(url)) for url in (A, B, C)]

            async def all_at_once() -> list[Any]:
                return await asyncio.gather(*acts, return_exceptions=True)

            failed = asyncio.run_coroutine_threadsafe(all_at_once(), loop()).result(timeout=60)
            assert [type(one) for one in failed] == [StoreError] * len(acts)
            for act in (impatient.remembered, impatient.renew, impatient.close):
                with pytest.raises(StoreError, match="start it, and crawl again"):
                    act()
            assert time.monotonic() - begin < 2 * patience_s
        finally:
            self.server.start()
        assert self.admit(A) == new()
        impatient.open()
        assert summary(impatient.admit(candidate(B, "two"))) == new()

    def test_an_act_that_the_server_had_done_is_not_done_twice(self) -> None:
        """The answer to a claim is lost: it must not be told to be its own duplicate."""
        inner = self.store.store
        transact, attempts = inner._transact, []

        async def lose_the_answer(*asked: Any) -> Any:
            answer = await transact(*asked)
            attempts.append(1)
            if len(attempts) == 1:
                raise ServerLost("store: the connection is lost")
            return answer

        inner._transact = lose_the_answer
        verdict = self.store.admit(candidate(A))
        assert summary(verdict) == new()
        self.store.confirm([verdict.claim])
        assert self.store.remembered() == 1
        assert len(attempts) > 1

    def test_a_run_that_comes_back_gets_all_its_claims_though_its_server_goes_away_meanwhile(self) -> None:
        sleeper = self.open_with(process=lambda: Process("elsewhere", 1, None))
        claims = [sleeper.admit(candidate(url, url)).claim for url in (A, B, C)]
        self.end_leases()
        self.reopen()
        transact, attempts = sleeper.store._transact, []

        async def flaky(*asked: Any) -> Any:
            attempts.append(1)
            if len(attempts) == 4:  # what was asked for, the run, a claim, and the next claim
                raise ServerLost("store: the connection is lost")
            return await transact(*asked)

        sleeper.store._transact = flaky
        sleeper.confirm(claims)
        assert self.store.remembered() == 3

    def test_an_act_takes_few_round_trips(self) -> None:
        """Each of them lasts as long as the network takes, and other acts of the run wait for it."""
        taken: dict[str, int] = {}
        with trips_to(self.server.port) as trips:
            far = self.open_with(at=self.uri.replace(str(self.server.port), str(trips.port)))

            def count(name: str, act: Any, *asked: Any) -> Any:
                before = trips.count
                answer = act(*asked)
                taken[name] = trips.count - before
                return answer

            for number in range(2):  # the first time of all, a client asks for more
                a, b, sketch = f"{A}{number}", f"{B}{number}", near(text(f"bridge{number}x"))
                verdict = count("new", far.admit, candidate(a, a, f"{C}{number}", sketch=sketch))
                assert summary(verdict) == new()
                count("confirm", far.confirm, [verdict.claim])
                assert summary(count("duplicate", far.admit, candidate(b, a, sketch=sketch))) == duplicate(a)
                count("outline", far.outline_of, a)
                count("note", far.note, visit(a), replace(visit(b), copy_of=a))
                assert set(count("recall", far.recall_all, [a, b, C])) == {a, b}
            far.close()
        assert max(taken.values()) <= 3, taken

    def test_acts_that_wait_for_another_one_are_made_together(self) -> None:
        with trips_to(self.server.port) as trips:
            far = self.open_with(at=self.uri.replace(str(self.server.port), str(trips.port)))
            urls = [f"{A}{number}" for number in range(30)]
            claims = [far.admit(candidate(url, url, sketch=near(text(f"{url}x")))).claim for url in urls]

            async def all_at_once() -> tuple[list[Any], list[Any]]:
                store = far.store
                acts = [act for url in urls for act in (store.outline_of(url), store.note(visit(url)))]
                sites = [store.remember_site(url, url.encode()) for url in urls]
                answers = await asyncio.gather(*acts, *sites, *(store.confirm([claim]) for claim in claims))
                return answers[: len(acts) : 2], await asyncio.gather(*(store.recall([url]) for url in urls))

            begin = trips.count
            outlines, visits = asyncio.run_coroutine_threadsafe(all_at_once(), loop()).result(timeout=60)
            taken = trips.count - begin
            assert far.remembered() == len(urls)
            assert [far.recall_site(url) for url in urls] == [url.encode() for url in urls]
            far.close()
        assert taken <= 20
        assert outlines == [near(text(f"{url}x")).outline for url in urls]
        assert visits == [{url: visit(url)} for url in urls]

    def test_what_is_asked_for_before_the_end_is_done_and_what_comes_later_does_not_begin_the_run_again(self) -> None:
        claim = self.claim(A, "one")

        async def all_at_once() -> list[Any]:
            store = self.store.store
            acts = [store.confirm([claim]), store.note(visit(A)), store.close()]
            begun = [asyncio.ensure_future(act) for act in acts]
            await asyncio.sleep(0)
            late = [store.admit(candidate(B, "two")), store.remember_site("a", b"")]
            return await asyncio.gather(*begun, *late, return_exceptions=True)

        *done, admitted, kept = asyncio.run_coroutine_threadsafe(all_at_once(), loop()).result(timeout=60)
        assert done == [None, None, None]
        assert [type(one) for one in (admitted, kept)] == [StoreError] * 2
        self.reopen()
        assert self.store.remembered() == 1
        assert self.store.recall_all([A, B]) == {A: visit(A)}
        assert self.admit(B, "two") == new()
