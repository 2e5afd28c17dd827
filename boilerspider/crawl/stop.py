"""How a crawl is refused, or ended over what broke: one line, exit code 1.

Scrapy ends with exit code 0 on CloseSpider and prints a traceback on any other exception;
SystemExit alone gives a line and a non-zero code, from constructors, from `open_spider` and from signals of the engine.
"""

from __future__ import annotations

from typing import NoReturn

from scrapy.settings import BaseSettings
from scrapy.utils.reactor import is_reactor_installed

from boilerspider.crawl.options import Options
from boilerspider.errors import BoilerspiderError
from boilerspider.urls import redacted


def stop(error: BoilerspiderError) -> NoReturn:
    """End the process with the error's line."""
    raise SystemExit(_line(error)) from error


def stop_late(error: BoilerspiderError) -> NoReturn:
    """End the process with the error's line, at the end of a crawl that had begun."""
    leave(_line(error))


def leave(code: int | str) -> NoReturn:
    """End the process of a crawl that had begun, with an exit code, or with a line and 1."""
    if is_reactor_installed():
        from twisted.internet import reactor  # noqa: PLC0415 - its import installs one

        # The reactor is left before its own end, which would stop its threads; Python waits for them.
        reactor.getThreadPool().stop()
    raise SystemExit(code)


def _line(error: BoilerspiderError) -> str:
    return f"boilerspider: {redacted(str(error))}"


def configured(settings: BaseSettings) -> Options:
    """The options of a crawl, or its end."""
    try:
        return Options.read(settings)
    except BoilerspiderError as error:
        stop(error)
