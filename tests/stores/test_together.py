"""What waits for its turn is done together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from boilerspider.stores.together import Together
from tests.stores.helpers import loop


def run(acts: Coroutine[Any, Any, None]) -> None:
    asyncio.run_coroutine_threadsafe(acts, loop()).result(timeout=60)


class Turns:
    """An act that waits for its turn, and tells what it was done for."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.begun = asyncio.Event()
        self.done: list[list[int]] = []
        self.together = Together[int, int](self.act)

    async def act(self, asked: Callable[[], list[int]]) -> int:
        async with self.turn:
            self.done.append(list(asked()))
            self.begun.set()
            await asyncio.sleep(0)
            if 0 in asked():
                raise ValueError
            return sum(asked())

    def begin(self, *numbers: int) -> list[asyncio.Future[int]]:
        return [asyncio.ensure_future(self.together.do([number])) for number in numbers]


def test_what_waits_is_done_together_and_what_comes_later_next():
    async def main():
        turns = Turns()
        first = turns.begin(1, 2, 3)
        await turns.begun.wait()
        assert await turns.together.do([4, 5]) == 9
        assert await asyncio.gather(*first) == [6, 6, 6]
        assert turns.done == [[1, 2, 3], [4, 5]]

    run(main())


def test_where_it_fails_all_fail_that_asked_and_the_next_begins_anew():
    async def main():
        turns = Turns()
        answers = await asyncio.gather(*turns.begin(0, 1), return_exceptions=True)
        assert [type(answer) for answer in answers] == [ValueError, ValueError]
        assert await turns.together.do([2]) == 2

    run(main())


def test_an_act_that_is_refused_before_its_turn_troubles_no_later_one():
    refused = []

    async def refuse(_asked: Callable[[], list[int]]) -> int:
        refused.append(1)
        raise ValueError

    async def main():
        together = Together[int, int](refuse)
        for _ in range(2):
            await asyncio.gather(together.do([1]), return_exceptions=True)

    run(main())
    assert len(refused) == 2


def test_who_gives_up_takes_nothing_from_the_others():
    async def main():
        turns = Turns()
        async with turns.turn:
            one, other = turns.begin(1, 2)
            await asyncio.sleep(0)
            one.cancel()
        assert await other == 3

    run(main())
