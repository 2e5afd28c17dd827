"""Floor 6: Scrapy commands, one a module. A project has them by `COMMANDS_MODULE` or by the package's entry points."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime


def say(text: str) -> None:
    """Writes lines to standard output in UTF-8: texts are in every language, whatever the terminal's locale says."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


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
