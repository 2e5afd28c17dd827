"""Floor 6: Scrapy commands, one a module. A project has them by `COMMANDS_MODULE` or by the package's entry points."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from boilerspider.crawl.options import Options
from boilerspider.crawl.screen import let_go
from boilerspider.errors import BoilerspiderError
from boilerspider.extractors import extractor
from boilerspider.reading import Reader
from boilerspider.urls import site_of

STAMP = "%Y-%m-%d %H:%M"

DIGITS = 18
"""Of a number of stories: stores count in 64 bits. Ours."""


_PIPE_CLOSED = 141
"""The exit code of a command that ends because nobody reads on, as a shell has it: 128 and SIGPIPE's number."""


class NoPage(BoilerspiderError):
    """A page that could not be had."""


class Unsaid(BoilerspiderError):
    """Standard output took no more."""


def page_in(path: str) -> bytes:
    """What a file holds; NoPage where it cannot be read, and where it is no file, what else was perhaps meant."""
    if not path.strip():
        raise NoPage("no page is named: the argument is empty; name a file, or a URL, which begins with https://")
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise NoPage(f"no such file: {path} (a URL begins with https://)") from None
    except (OSError, ValueError) as error:
        raise NoPage(f"cannot read {path}: {error}") from error


def reader_of(options: Options) -> Reader:
    """What reads a page, however long that takes, with the extractor and the largest size of a project's crawls."""
    plug = extractor(options.extractor, options.extractor_params)
    return Reader(options.extractor, plug, max_bytes=options.max_bytes)


def say(text: str) -> None:
    """Writes lines to standard output in UTF-8: texts are in every language, whatever the terminal's locale says.

    Unsaid where they cannot be written; who reads them may have enough of them (`head`), and then the command ends.
    """
    if sys.stdout is None:
        raise Unsaid("standard output is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        let_go(sys.stdout)
        raise SystemExit(_PIPE_CLOSED) from None
    except OSError as error:
        let_go(sys.stdout)
        raise Unsaid(f"standard output cannot be written: {error.strerror}") from error


def iso(value: object) -> str:
    """A moment as JSON holds it, for `json.dumps`; TypeError for anything else that has no place there."""
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in JSON")


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns side by side; what stands in several lines of the last goes on under itself."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        before = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        first, *more = row[-1].split("\n")
        lines += [f"{before}  {first}", *(f"{' ' * len(before)}  {line}" for line in more)]
    return "\n".join(line.rstrip() for line in lines)


def shown(value: Any) -> str:
    """A value as a cell of a table."""
    if isinstance(value, datetime):
        return f"{value:{STAMP}} UTC"
    if isinstance(value, tuple):
        return "\n".join(value)
    return "" if value is None else str(value)


def count(value: str) -> int:
    """A number of stories, for argparse."""
    if not value.isascii() or not value.isdigit():
        raise ArgumentTypeError(f"{value!r}: a whole number is needed, 0 or more")
    if len(value) > DIGITS:
        raise ArgumentTypeError(f"{value[:DIGITS]}…: a number of {DIGITS} digits at most is needed; 0: all")
    return int(value)


def site(value: str) -> str:
    """The site that an address or a host of it names, its registered domain; for argparse."""
    name = site_of(value if "://" in value else f"https://{value}")
    if not name:
        raise ArgumentTypeError(f"{value!r}: a site is needed, such as example.com")
    return name
