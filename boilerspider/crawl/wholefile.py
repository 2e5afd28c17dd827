"""Files that appear whole or not at all: a kill, or a disk that is full, leaves what stood there before."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

_NOT_BESIDE = frozenset((errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.ENAMETOOLONG))
"""Errors of a file that may be written, and that no other may take the place of: its folder is another's or cannot be written, or it is mounted alone."""

_OPEN = ("/dev/std", "/dev/fd/", "/proc/")
"""Where names of what is open already stand: a file that takes the place of such a one is another than that which is written on."""


def write_whole(path: Path, content: bytes) -> None:
    """Put content in the place of what a file held, on disk; a link stays one, and its file keeps owner and mode. Raises OSError.

    What is no file (a pipe, a terminal), or is open already (/dev/stdout), or has a place that no other file may take, is written into.
    """
    if path.exists() and (not path.is_file() or path.absolute().as_posix().startswith(_OPEN)):
        path.write_bytes(content)
        return
    target = path.resolve()
    try:
        replace_whole(target, content, durable=True)
    except OSError as error:
        if error.errno not in _NOT_BESIDE:
            raise
        target.write_bytes(content)


def replace_whole(target: Path, content: bytes, *, durable: bool) -> None:
    """Let a file of this content take a name; if durable, it is on disk before. Raises OSError, and leaves nothing beside then."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            _dress_as(target, draft)
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(target)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def _dress_as(target: Path, draft: Path) -> None:
    """Give a draft the owner and the mode of the file that it replaces, as far as that may be."""
    with suppress(FileNotFoundError):
        known = target.stat()
        if (draft.stat().st_uid, draft.stat().st_gid) != (known.st_uid, known.st_gid):
            with suppress(OSError):
                os.chown(draft, known.st_uid, known.st_gid)
        draft.chmod(known.st_mode & 0o777)
