"""`scrapy ...` in a process of its own that is forked from one which has imported Scrapy and boilerspider already.

What it does, how it takes signals and how it ends is what `python -m scrapy ...` does behind its imports, and these are
most of what a small crawl costs. Whatever a test asks of the imports, of the interpreter's own options or of hashes that
differ from process to process needs a real one.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from unittest.mock import patch

from scrapy.cmdline import execute
from scrapy.utils.python import garbage_collect

LIMIT_S = 170.0
"""Seconds that a command has to come to its end: a crawl of seconds took one minute where twenty processes shared two cores. Fewer than those of DOWNLOAD_TIMEOUT, for which one waits that hangs."""


@dataclass
class Running:
    """A process, in the manner of subprocess.Popen."""

    args: list[str]
    process: ForkServerProcess
    output: Path
    errors: Path

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float = LIMIT_S) -> int:
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise subprocess.TimeoutExpired(self.args, timeout, stderr=self.errors.read_bytes())
        return self.process.exitcode

    def send_signal(self, sent: int) -> None:
        # It may have ended before that was told.
        with suppress(ProcessLookupError):
            if self.process.exitcode is None:
                os.kill(self.pid, sent)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float = LIMIT_S) -> tuple[str, str]:
        self.wait(timeout)
        return self.output.read_text(encoding="utf-8"), self.errors.read_text(encoding="utf-8")


STARTED: list[Running] = []
"""All, that none outlives the tests."""


def start(
    *args: str,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    output: Path | None = None,
    errors: Path | None = None,
) -> Running:
    """`scrapy` with these arguments in this folder; what it says goes into these files, or nowhere."""
    output, errors = output or Path(os.devnull), errors or Path(os.devnull)
    for path in (output, errors):
        path.write_bytes(b"")
    process = server().Process(
        target=in_fork,
        args=(args, str(cwd), {**(os.environ if env is None else env)}, (str(output), str(errors))),
        daemon=True,
    )
    process.start()
    running = Running(["scrapy", *args], process, output, errors)
    STARTED.append(running)
    return running


def run(
    *args: str, cwd: Path, env: Mapping[str, str] | None = None, timeout: float = LIMIT_S
) -> subprocess.CompletedProcess[str]:
    """The same until its end, with all that it said."""
    with tempfile.TemporaryDirectory() as folder:
        running = start(*args, cwd=cwd, env=env, output=Path(folder, "output"), errors=Path(folder, "errors"))
        try:
            said = running.communicate(timeout)
        finally:
            running.kill()
    return subprocess.CompletedProcess(running.args, running.wait(), *said)


@cache
def server() -> ForkServerContext:
    """What forks; begun with the path of the tests, which Python hands on to what is forked alone."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__, "preloaded"])
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path))):
        forkserver.ensure_running()
    # Before multiprocessing ends its daemons by a signal that a crawl takes its time for, and waits for them.
    atexit.register(end_all)
    return context


def end_all() -> None:
    """Kills what failed tests have left behind."""
    for running in STARTED:
        running.kill()


def in_fork(args: tuple[str, ...], cwd: str, env: dict[str, str], said: tuple[str, str]) -> None:
    """What `python -m scrapy` does."""
    for number, path in enumerate(said, 1):
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
        os.dup2(file, number)
        os.close(file)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:0] = [cwd, *filter(None, env.get("PYTHONPATH", "").split(os.pathsep))]
    sys.argv = ["scrapy", *args]
    try:
        execute()
    finally:
        # Twisted and asyncio say what errors nobody has heard of when they are thrown away.
        garbage_collect()
        atexit._run_exitfuncs()
