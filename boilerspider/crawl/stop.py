"""How a crawl is refused, or ended over what broke: one line, exit code 1.

Scrapy ends with exit code 0 on CloseSpider and prints a traceback on any other exception;
SystemExit alone gives a line and a non-zero code, from constructors, from `open_spider` and from signals of the engine.
Reactors other than asyncio's keep it to themselves: with them the process ends here.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from typing import NoReturn

from scrapy.settings import BaseSettings
from scrapy.utils.reactor import is_asyncio_reactor_installed, is_reactor_installed

from boilerspider.crawl.options import Options
from boilerspider.errors import BoilerspiderError
from boilerspider.redaction import redacted


def stop(error: BoilerspiderError) -> NoReturn:
    """End the process with the error's line."""
    _end_if_kept(line_of(error))
    raise SystemExit(line_of(error)) from error


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
    """End the process at once where a reactor would keep a SystemExit to itself, and have exit code 0 in the end."""
    if not is_reactor_installed() or is_asyncio_reactor_installed():
        return
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
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
