"""Tasks of a training in several processes at once, so that each core has one."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple, TypeVar

from boilerspider.errors import BadConfiguration
from boilerspider.evaluation.workers import manner
from boilerspider.training.base import Tell

Task = TypeVar("Task")
Result = TypeVar("Result")

DIED = (
    "a process of the training {manner}: too little memory, perhaps. Begun again it goes on from what it has; "
    "with -p jobs=1 it takes less memory, and more time"
)


def each(work: Callable[[Task, Tell], Result], tasks: Sequence[Task], jobs: int, tell: Tell) -> list[Result]:
    """What `work` makes of each task, in their order, so many at a time; the first error ends them all.

    `work` is a function of a module; it, tasks and results can be pickled. In one process nothing is.
    BadConfiguration where a process dies.
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
            process.terminate()
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


def _begun(number: int, work: Callable[..., Any], task: object) -> tuple[Connection, _Running]:
    """A process that is at a task, and where it is heard."""
    # Forked ones would inherit threads of PyTorch, numpy and the progress bar that are in the middle of something.
    context = get_context("spawn")
    ours, its = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(work, task, its), daemon=True)
    process.start()
    its.close()
    return ours, _Running(number, process)


def _run(work: Callable[[Any, Tell], Any], task: object, ours: Connection) -> None:
    """What a process does: its task, telling of it; whoever is told of an error raises it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    try:
        ours.send(_Made(work(task, lambda *told: ours.send(_Told(*told)))))
    except BrokenPipeError:
        return  # nobody waits for it any more
    except Exception as error:  # noqa: BLE001 - raised where it is heard
        ours.send(error)


def _hear(connection: Connection, running: dict[Connection, _Running], results: dict[int, Any], tell: Tell) -> None:
    """Takes in what a process says."""
    number, process = running[connection]
    try:
        said = connection.recv()
    except EOFError:
        process.join()
        raise BadConfiguration(DIED.format(manner=manner(process.exitcode))) from None
    if isinstance(said, _Told):
        tell(*said)
    elif isinstance(said, _Made):
        results[number] = said.result
        process.join()
        del running[connection]
    else:
        raise said


__all__ = ["each"]
