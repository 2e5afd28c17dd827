"""What stands on standard error beside the log. Whoever watches may go away, and the terminal with them (EIO): a crawl goes on without."""

from __future__ import annotations

import sys
from contextlib import suppress


def is_terminal() -> bool:
    """Whether standard error is one; a process may have none at all (`2>&-`)."""
    return sys.stderr is not None and sys.stderr.isatty()


def write(text: str) -> None:
    """Write it at once, where there is anything to write to."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # gone, or closed
            sys.stderr.write(text)
            sys.stderr.flush()
