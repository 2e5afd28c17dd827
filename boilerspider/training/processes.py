"""Tasks of a training in several processes at once, so that each core has one."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, TypeVar

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation.workers import manner
from boilerspider.training.base import Tell

Task = TypeVar("Task")
Result = TypeVar("Result")

DIED = "a process of the training {manner}: begun again it goes on from what it has"
SCARCE = "; if memory was short, -p jobs=1 takes less of it, and more time"
"""What helps where a process was killed, as Linux does where there is none left."""


class Elsewhere(Exception):
    """Where in another process an error was raised."""


def each(work: Callable[[Task, Tell], Result], tasks: Sequence[Task], jobs: int, tell: Tell) -> list[Result]:
    """What `work` makes of each task, in their order, so many at a time; the first error ends them all.

    `work` is a function of a module; it, tasks and results can be pickled. One at a time, or a single one, is done
    in this process. BadConfiguration where another one dies.
    """
    if jobs == 1 or len(tasks) < 2:
        return [work(task, tell) for task in tasks]
    waiting, running = deque(enumerate(tasks)), dict[Connection, _Running]()
    results: dict[int, Result] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                number, task = waiting.popleft()
                running.update([_begun(number, work, task)])
            for connection in wait(list(running)):
                assert isinstance(connection, Connection)
                _hear(connection, running, results, tell)
    finally:
        for _, process in running.values():
            process.kill()
            process.join()
    return [results[number] for number in range(len(tasks))]


class _Running(NamedTuple):
    number: int
    process: SpawnProcess


class _Told(NamedTuple):
    what: str
    done: int
    total: int


class _Made(NamedTuple):
    result: Any


class _Failed(NamedTuple):
    error: Exception
    where: str


def _begun(number: int, work: Callable[..., Any], task: object) -> tuple[Connection, _Running]:
    """A process that is at a task, and where it is heard."""
    # Forked ones would inherit threads of PyTorch, numpy and the progress bar that are in the middle of something.
    context = get_context("spawn")
    ours, its = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(work, task, its), daemon=True)
    with _without_interrupts():
        process.start()
    its.close()
    return ours, _Running(number, process)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that is begun meanwhile takes no Ctrl-C: the one that began it decides."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _run(work: Callable[[Any, Tell], Any], task: object, ours: Connection) -> None:
    """What a process does: its task, telling of it."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        ours.send(_Made(work(task, lambda *told: ours.send(_Told(*told)))))
    except Exception as error:  # noqa: BLE001 - raised where it is heard
        ours.send(_Failed(_portable(error), traceback.format_exc()))


def _end_with_parent() -> None:
    """One that was killed waits for nothing any more."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _portable(error: Exception) -> Exception:
    """The error, or what can be said of one that cannot be handed on."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - whatever its pickling raises
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _hear(connection: Connection, running: dict[Connection, _Running], results: dict[int, Any], tell: Tell) -> None:
    """Takes in what a process says."""
    number, process = running[connection]
    try:
        said = connection.recv()
    except EOFError:
        process.join()
        died = DIED.format(manner=manner(process.exitcode))
        raise BadConfiguration(died + SCARCE * (process.exitcode == -signal.SIGKILL)) from None
    if isinstance(said, _Told):
        tell(*said)
    elif isinstance(said, _Made):
        results[number] = said.result
        process.join()
        del running[connection]
    elif isinstance(said, _Failed):
        raise said.error from Elsewhere(said.where)


__all__ = ["each"]
