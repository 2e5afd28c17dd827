"""Work on pages in processes of their own: a page that kills one, or hangs, costs one step on that page.

Each process has a pipe of its own, and at most one page. It answers step by step, so that it is
known which step killed it; another process does the steps that were left.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from boilerspider.evaluation.corpora import Page

STEP_SECONDS = 120.0
"""For one step; ours: far more than any page that ends."""

START_SECONDS = 60.0
"""More for the first step that a process does: it starts, and opens the work. Ours."""

T = TypeVar("T")
Result = TypeVar("Result", covariant=True)  # noqa: PLC0105 - the protocol alone needs it


class Work(Protocol[Result]):
    """So many steps a page; it can be pickled."""

    @property
    def steps(self) -> int:
        """How many results a page has."""

    def open(self) -> Callable[[Page, int], Result]:
        """Called once in each process; what it gives takes a page and the number of a step."""

    def lost(self, page: Page, done: Sequence[Any], why: str) -> Result:
        """The result of a step that took its process down, given the results of those before it."""


@dataclass(slots=True)
class _Task(Generic[T]):
    """A page under work, and the results of its steps so far."""

    number: int
    page: Page
    results: list[T] = field(default_factory=list)


def spread(work: Work[T], pages: Iterable[Page], jobs: int, seconds: float = STEP_SECONDS) -> list[list[T]]:
    """For each page, in their order, the results of its steps. A page is asked for when a process is free."""
    tasks = (_Task[T](number, page) for number, page in enumerate(pages))
    slots = [_Slot(work, seconds) for _ in range(jobs)]
    try:
        done = {task.number: task.results for task in _finished(slots, tasks)}
    finally:
        for slot in slots:
            slot.end()
    return [done[number] for number in sorted(done)]


def _finished(slots: list[_Slot[T]], tasks: Iterator[_Task[T]]) -> Iterator[_Task[T]]:
    """The tasks as they are done."""
    busy = [slot for slot in slots if slot.begin(next(tasks, None))]
    while busy:
        patience = max(0.0, min(slot.deadline for slot in busy) - monotonic())
        ready = set(wait([slot.pipe for slot in busy], patience))
        for slot in busy:
            task = slot.advance(answered=slot.pipe in ready)
            if task is not None:
                yield task
                slot.begin(next(tasks, None))
        busy = [slot for slot in busy if slot.task is not None]


class _Slot(Generic[T]):
    """A place for one process at a time, and the task that it works on."""

    def __init__(self, work: Work[T], seconds: float) -> None:
        self._work, self._seconds = work, seconds
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self.task: _Task[T] | None = None
        self.deadline = 0.0
        """When the step under way has taken too long."""

    @property
    def pipe(self) -> Connection:
        """Where the process answers."""
        assert self._pipe is not None
        return self._pipe

    def begin(self, task: _Task[T] | None) -> bool:
        """Give the process a task, or what is left of one; whether there is any."""
        self.task = task
        if task is None:
            return False
        self.deadline = monotonic() + self._seconds
        if self._process is None:
            self._start()
            self.deadline += START_SECONDS
        with suppress(OSError):  # it is dead: its pipe will tell
            self.pipe.send((task.page, len(task.results)))
        return True

    def advance(self, *, answered: bool) -> _Task[T] | None:
        """Take in what the process answered, or see that it is dead or late; its task when that is done."""
        task = self.task
        assert task is not None
        if answered:
            self._take(task)
        elif monotonic() >= self.deadline:
            self._lose(task, f"took longer than {self._seconds:g} s")
        return task if len(task.results) == self._work.steps else None

    def end(self) -> None:
        """Kill the process: it holds nothing that could be lost."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self.pipe.close()
        self._process = None

    def _take(self, task: _Task[T]) -> None:
        try:
            task.results.append(self.pipe.recv())
        except (EOFError, OSError):
            assert self._process is not None
            self._process.join()
            self._lose(task, f"its process {manner(self._process.exitcode)}")
        self.deadline = monotonic() + self._seconds

    def _lose(self, task: _Task[T], why: str) -> None:
        """Put the step under way down as lost, and have another process do those that are left."""
        self.end()
        task.results.append(self._work.lost(task.page, task.results, why))
        if len(task.results) < self._work.steps:
            self.begin(task)

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._work, theirs), daemon=True)
        self._process.start()
        theirs.close()


def _serve(work: Work[object], pipe: Connection) -> None:
    """The other end of the pipe: do what is left of each page until there is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    logging.getLogger().addHandler(logging.NullHandler())  # else packages' complaints would cross the progress bar
    step = work.open()
    with suppress(EOFError, ConnectionError):  # the parent is gone
        while True:
            page, first = pipe.recv()
            for number in range(first, work.steps):
                pipe.send(step(page, number))


def manner(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        with suppress(ValueError):  # some have no name
            return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
