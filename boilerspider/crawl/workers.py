"""Worker processes, one a slot: a page that takes its worker down takes nothing else with it.

Each worker has its own pipes and no lock is shared, so that one which is killed at any moment, or
hangs, costs the page that it had and no other. At most one page is in each worker; the others wait
in the crawl, where CONCURRENT_REQUESTS bounds them.

Not a pool of `multiprocessing`: its processes run the script that started the crawl again, and
most such scripts are not written for that. Not `concurrent.futures` nor Pebble: a worker that is
killed breaks the whole pool (docs/architecture.md).
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import Any

from scrapy.utils.asyncio import is_asyncio_available

from boilerspider.crawl.worker import NO_MEMORY, SIZE_BYTES, Answer, Failure, Page, Question, Reading, Recipe, frame
from boilerspider.errors import BadConfiguration, BoilerspiderError, UnreadablePage

logger = logging.getLogger(__name__)

START_SECONDS = 60.0
"""For a worker to start, import an extractor and build it; a model may take long. Ours."""

GRACE_SECONDS = 5.0
"""Between the moment when the crawl ends a worker, and the alarm that ends it when there is no crawl. Ours."""

LONGEST_SECONDS = 1e8
"""Three years: a page that may take longer may take for ever, and the system's alarm cannot be set for it. Ours."""

EXIT_SECONDS = 1.0
"""For a process whose pipe is closed to say how it ended. Ours."""

PIPE_BYTES = 1024**2
"""What a pipe may hold, so that a page goes through in one write: what Linux allows everybody."""

_COMMAND = "import sys; sys.path[:] = sys.argv[1:]; from boilerspider.crawl.worker import main; main()"
"""The worker finds what the crawl finds, wherever it was started."""


class ExtractionFailed(BoilerspiderError):
    """A bug in an extractor, or a worker that died over a page."""


def can_run() -> bool:
    """Whether this crawl can have worker processes."""
    return os.name == "posix" and is_asyncio_available()


class Workers:
    """So many worker processes, started when they are needed and replaced when they die."""

    def __init__(self, count: int, timeout: float) -> None:
        self._all = tuple(_Worker(min(timeout, LONGEST_SECONDS)) for _ in range(count))
        # The last to come back is the first to be asked: no more processes are started than are needed.
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._all:
            self._idle.put_nowait(worker)

    async def read(self, recipe: Recipe, page: Page, site: bytes | None = None) -> Reading:
        """The article of a page, read as soon as a worker is free, with the memory of its site where there is one.

        Raises UnreadablePage (`timeout` among its reasons), BadConfiguration or ExtractionFailed.
        """
        worker = await self._idle.get()
        try:
            return await worker.read(recipe, page, site)
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            await worker.end()


class _Worker:
    """One slot and the process that fills it."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._process: asyncio.subprocess.Process | None = None
        self._ready: set[str] = set()
        """The recipes whose reader the process holds."""
        self._late = False
        """Whether the process was ended because it took too long."""
        self._ended = False
        """Whether it was ended by the crawl, for whatever reason."""

    async def read(self, recipe: Recipe, page: Page, site: bytes | None) -> Reading:
        """The article of a page; the process is replaced first where it died idle."""
        await self._prepare(recipe)
        answer = await self._ask(Question(recipe, page, self._timeout + GRACE_SECONDS, site), self._timeout)
        assert isinstance(answer, Reading)
        return answer

    async def end(self) -> None:
        """Kill the process, for it holds nothing that could be lost, and see it dead."""
        if self._process is not None:
            self._kill()
            await self._process.wait()

    async def _prepare(self, recipe: Recipe) -> None:
        """Have a process with the recipe's reader: building one is not to be charged to a page."""
        if not self._lives():
            await self.end()
            self._process = await _start()
            self._ready, self._late, self._ended = set(), False, False
        if recipe.key not in self._ready:
            await self._ask(Question(recipe, None, START_SECONDS + GRACE_SECONDS), START_SECONDS)
            self._ready.add(recipe.key)

    def _lives(self) -> bool:
        process = self._process
        if process is None or self._ended:
            return False
        assert process.stdout is not None
        if process.returncode is None and not process.stdout.at_eof():
            return True
        logger.warning("An idle worker process is gone; another takes its place")
        return False

    async def _ask(self, question: Question, seconds: float) -> Answer:
        """The answer to one question; where none comes in time, the process is ended."""
        message = _sendable(question)
        timer = asyncio.get_running_loop().call_later(seconds, self._expire)
        try:
            answer = await self._exchange(message)
        except (EOFError, ConnectionError):
            raise await self._post_mortem(question, seconds) from None
        except asyncio.CancelledError:
            self._kill()  # its answer would be taken for that to the next question
            raise
        finally:
            timer.cancel()
        if isinstance(answer, Failure):
            raise ExtractionFailed(answer.traceback)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _exchange(self, message: bytes) -> Answer:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(message)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(SIZE_BYTES), "big")
        answer: Answer = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301 - from our own process
        return answer

    async def _post_mortem(self, question: Question, seconds: float) -> BoilerspiderError:
        """What to say of a process that ended over a question."""
        process = self._process
        assert process is not None
        with suppress(asyncio.TimeoutError):  # its pipe closes before it is gone
            await asyncio.wait_for(process.wait(), EXIT_SECONDS)
        self._kill()
        code = await process.wait()
        if question.page is None:
            task = f"building the extractor {question.recipe.extractor!r}"
            return ExtractionFailed(f"a worker process {_manner(code)} while {task} (it may take {seconds:g} s)")
        if self._late or code == -signal.SIGALRM:
            return UnreadablePage(
                "timeout", f"the page {question.page.url} took longer than {seconds:g} s to read; its worker was ended"
            )
        return ExtractionFailed(f"its worker process {_manner(code)}")

    def _expire(self) -> None:
        self._late = True
        self._kill()

    def _kill(self) -> None:
        """End the process and what it may have started, unless it has ended by itself."""
        self._ended = True
        assert self._process is not None
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)


async def _start() -> asyncio.subprocess.Process:
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _COMMAND, *sys.path),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=PIPE_BYTES,
            start_new_session=True,  # Ctrl-C is for the crawl; and what a worker starts can be ended with it
        )
    except OSError as error:
        raise ExtractionFailed(f"no worker process could be started: {error}") from error
    assert process.stdin is not None
    _widen(process.stdin.get_extra_info("pipe"))
    return process


def _widen(pipe: Any) -> None:
    """Let the pipe hold a whole page where the system can; else it goes in pieces."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415 - there is none on Windows

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _sendable(question: Question) -> bytes:
    try:
        return frame(question)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise BadConfiguration(
            f"the parameters of {question.recipe.extractor!r} cannot be sent to a worker process: {error}"
        ) from error


def _manner(code: int) -> str:
    """How a process ended, in words."""
    if code == NO_MEMORY:
        return "ran out of memory"
    if code < 0:
        with suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
    return f"ended with exit code {code}"
