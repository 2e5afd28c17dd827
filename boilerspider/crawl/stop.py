"""How a crawl is refused, or ended over what broke: one line, exit code 1.

Scrapy ends with exit code 0 on CloseSpider and prints a traceback on any other exception;
SystemExit alone gives a line and a non-zero code, from constructors, from `open_spider` and from signals of the engine.
Reactors other than asyncio's keep it to themselves, and so does the thread in which `scrapy shell` fetches: there the process ends here.
"""

from __future__ import annotations

import inspect
import logging
import os
import sys
import threading
from contextlib import suppress
from functools import partial
from typing import NoReturn

from scrapy.commands.shell import Command as ShellCommand
from scrapy.crawler import CrawlerProcess, CrawlerProcessBase
from scrapy.settings import BaseSettings
from scrapy.utils.reactor import is_asyncio_reactor_installed, is_reactor_installed

from boilerspider.crawl import screen
from boilerspider.crawl.options import Options
from boilerspider.errors import BoilerspiderError
from boilerspider.redaction import redacted

BROKEN: list[BoilerspiderError] = []
"""What broke under the crawls of this process that are over, or kept them from beginning, in that order."""


def stop(error: BoilerspiderError) -> NoReturn:
    """End the process with the error's line."""
    BROKEN.append(error)
    _end_if_kept(line_of(error))
    process = scrapys_process()
    if isinstance(process, CrawlerProcess):
        # The Deferred that its `crawl` returns keeps the SystemExit, and nothing would start.
        process.start = partial(_start_refused, line_of(error))  # type: ignore[method-assign]
    raise SystemExit(line_of(error)) from error


def _start_refused(line: str, *_: object, **__: object) -> NoReturn:
    """What the `start` of a process comes to then: the same as where such an error is passed on."""
    raise SystemExit(line)


def scrapys_process() -> CrawlerProcessBase | None:
    """The CrawlerProcess that runs what runs now, with or without taking signals: nothing that it hands out leads to it."""
    frame = inspect.currentframe()
    while frame is not None:
        if isinstance(process := frame.f_locals.get("self"), CrawlerProcessBase):
            return process
        frame = frame.f_back
    return None


def is_shell() -> bool:
    """Whether `scrapy shell` runs, whose main thread waits for what another one fetches: nothing that it hands out leads to it."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)  # noqa: SLF001 - no other way leads to a thread's
    while frame is not None:
        if isinstance(frame.f_locals.get("self"), ShellCommand):
            return True
        frame = frame.f_back
    return False


def stop_late(error: BoilerspiderError) -> NoReturn:
    """End the process with the error's line, at the end of a crawl that had begun."""
    leave(line_of(error))


def leave(code: int | str) -> NoReturn:
    """End the process of a crawl that had begun, with an exit code, or with a line and 1."""
    _end_if_kept(code)
    if is_reactor_installed():
        from twisted.internet import reactor  # noqa: PLC0415 - its import installs one

        # The reactor is left before its own end, which would stop its threads; Python waits for them.
        reactor.getThreadPool().stop()
    raise SystemExit(code)


def _end_if_kept(code: int | str) -> None:
    """End the process at once where a SystemExit would be kept: by a reactor, with exit code 0 in the end, or by the shell's thread, for which it waits for ever."""
    is_asyncio = not is_reactor_installed() or is_asyncio_reactor_installed()
    if is_asyncio and (threading.current_thread() is threading.main_thread() or not is_shell()):
        return
    if isinstance(code, str):
        screen.write(f"{code}\n")
    leave_now(1 if isinstance(code, str) else code)


def leave_now(code: int) -> NoReturn:
    """End the process, whatever its threads do: Python, and the reactor's pool, wait for them as long as it takes."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def line_of(error: BoilerspiderError) -> str:
    """What a process that ends over an error says last."""
    return f"boilerspider: {redacted(str(error))}"


def configured(settings: BaseSettings) -> Options:
    """The options of a crawl, or its end."""
    try:
        return Options.read(settings)
    except BoilerspiderError as error:
        stop(error)
