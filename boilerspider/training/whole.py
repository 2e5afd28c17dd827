"""Files that are there when all of them is: a full disk, or an end amid it, leaves no half of one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO


def write_text(path: Path, text: str) -> None:
    """A text, in UTF-8."""
    put(path, lambda part: part.write(text.encode()))


def put(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """What `write` writes, whole or not at all; whoever else writes the same file does not come between."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            write(file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
