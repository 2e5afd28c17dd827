"""What stands on standard error beside the log. Whoever watches may go away, and the terminal with them (EIO): a crawl goes on without."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO


def is_terminal() -> bool:
    """Whether standard error is one; a process may have none at all (`2>&-`)."""
    return sys.stderr is not None and sys.stderr.isatty()


def write(text: str) -> None:
    """Write it at once, where there is anything to write to."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # gone, or closed
            sys.stderr.write(text)
            sys.stderr.flush()


def let_go(stream: TextIO | None) -> None:
    """Have what a stream still holds, where it cannot be written, go nowhere: Python writes it once more as the process ends, and where that fails, ends with a code of its own (120)."""
    if stream is None:
        return
    try:
        stream.flush()
    except ValueError:  # closed
        pass
    except OSError:
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
