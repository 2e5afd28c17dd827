"""Floor 6: Scrapy commands, one a module. A project has them by `COMMANDS_MODULE` or by the package's entry points."""

from __future__ import annotations

import sys


def say(text: str) -> None:
    """Writes lines to standard output in UTF-8: texts are in every language, whatever the terminal's locale says."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()
