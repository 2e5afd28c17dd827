"""How a crawl is refused: one line, exit code 1.

Scrapy ends with exit code 0 on CloseSpider and prints a traceback on any other exception;
SystemExit alone gives a line and a non-zero code, from constructors and from `open_spider`.
"""

from __future__ import annotations

from typing import NoReturn

from scrapy.settings import BaseSettings

from boilerspider.crawl.options import Options
from boilerspider.errors import BoilerspiderError


def stop(error: BoilerspiderError) -> NoReturn:
    """End the process with the error's line."""
    raise SystemExit(f"boilerspider: {error}") from error


def configured(settings: BaseSettings) -> Options:
    """The options of a crawl, or its end."""
    try:
        return Options.read(settings)
    except BoilerspiderError as error:
        stop(error)
