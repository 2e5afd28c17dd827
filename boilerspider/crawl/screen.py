"""What stands on standard error beside the log. Whoever watches may go away, and the terminal with them (EIO): a crawl goes on without."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TextIO

_GONE = (errno.EIO, errno.EPIPE)
"""What says of a terminal, or of a pipe, that nobody reads on; a full disk may have room again."""


def is_terminal() -> bool:
    """Whether standard error is one; a process may have none at all (`2>&-`)."""
    return sys.stderr is not None and sys.stderr.isatty()


def write(text: str) -> None:
    """Write it at once, where there is anything to write to."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except ValueError:  # closed
        pass
    except OSError as error:
        if error.errno in _GONE:
            let_go(sys.stderr)


def let_go(stream: TextIO) -> None:
    """Have what a stream still holds, and whatever comes, go nowhere: Python writes it once more as the process ends, and where that fails, ends with a code of its own (120)."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
