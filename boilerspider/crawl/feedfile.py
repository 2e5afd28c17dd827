"""A feed that is a file of this machine: written out, held while it is written, mended after a kill.

A crawl that was killed can leave half a line behind, and the next one would append its first item to
it. That half is cut off: what was never written whole was never confirmed, and comes again.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

if sys.platform != "win32":
    import fcntl

LONGEST_LINE_BYTES = 64 * 1024 * 1024
"""A file whose last line is longer holds no items of one line each, and is left as it is. Ours."""

_BLOCK_BYTES = 64 * 1024


def write_out(file: IO[bytes], *, durable: bool) -> None:
    """Hand what was written to the system and, if durable, to the disk."""
    file.flush()
    if durable and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        os.fsync(file.fileno())


def require_there(file: IO[bytes], path: Path) -> None:
    """Raise OSError where a file that is being written was removed: what is in it nobody will read. One that was moved is there."""
    written = os.fstat(file.fileno())
    if written.st_nlink or not stat.S_ISREG(written.st_mode):
        return
    # Some file systems count no names.
    if not path.exists() or not os.path.samestat(written, path.stat()):
        raise FileNotFoundError(errno.ENOENT, "the file was removed while it was written")


def try_to_write(path: Path) -> None:
    """Raise OSError where the file cannot be opened for writing; its folder is made, and the file is left as it was. A named pipe is not tried."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_fifo():
        return  # its reader would see it end
    is_new = not path.exists()
    with path.open("ab"):
        pass
    if is_new:
        # A link to a file that is yet to be stays; another crawl may try it, too.
        path.resolve().unlink(missing_ok=True)


def try_to_make(path: Path) -> None:
    """Raise OSError where the file, with the folders that it lacks, cannot be made; neither it nor they are left behind."""
    there = next(one for one in path.absolute().parents if os.path.lexists(one))
    if there == path.absolute().parent:
        try_to_write(path)
        return
    # Under a name of their own: another crawl may be making them.
    with TemporaryDirectory(dir=there) as own:
        try_to_write(own / path.absolute().relative_to(there))


def hold(file: IO[bytes]) -> bool:
    """Let others know that the file is being written, until it is closed; False when it is just being mended."""
    return _lock(file, exclusive=False)


def write_at_end(file: IO[bytes]) -> None:
    """Let all that is written stand at the end of a file, wherever that is: others may copy and empty it meanwhile (logrotate's copytruncate)."""
    if sys.platform != "win32" and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        fcntl.fcntl(file, fcntl.F_SETFL, fcntl.fcntl(file, fcntl.F_GETFL) | os.O_APPEND)


def mend(path: Path) -> str | None:
    """Bring a file of JSON Lines to end with a line; what was done, or None when nothing was.

    A last line without its line break is cut off when it is the beginning of an object, and gets its
    line break when it is a whole one. A file that a crawl is writing is not touched. Raises OSError.
    """
    if not path.is_file():
        return None
    with path.open("r+b") as file:
        if not _lock(file, exclusive=True):
            return None
        start, tail = _last_line(file)
        if not tail.startswith(b"{"):
            return None
        if _is_whole(tail):
            file.seek(0, os.SEEK_END)
            file.write(b"\n")
            return "its last line got the line break that it lacked"
        file.truncate(start)
        return f"{len(tail)} bytes of a line that was never finished are cut off; its item comes again"


def _last_line(file: IO[bytes]) -> tuple[int, bytes]:
    """Where the part after the last line break begins, and that part; it is empty in a file that ends as it should."""
    end = file.seek(0, os.SEEK_END)
    start, tail = end, b""
    while start > 0 and end - start < LONGEST_LINE_BYTES:
        step = min(_BLOCK_BYTES, start)
        start = file.seek(start - step)
        block = file.read(step)
        cut = block.rfind(b"\n") + 1
        tail = block[cut:] + tail
        if cut:
            return start + cut, tail
    return (0, tail) if start == 0 else (end, b"")


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _lock(file: IO[bytes], *, exclusive: bool) -> bool:
    """Writers share the lock, a mender has it alone; where there are no such locks nobody is kept out."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
