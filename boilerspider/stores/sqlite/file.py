"""Which files can be a store, found out before SQLite touches them; nothing is deleted or altered here.

The one exception is the folder of a store that does not exist yet: it is made.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from boilerspider.errors import StoreError
from boilerspider.stores.sqlite.schema import APPLICATION_ID, SCHEMA_VERSION

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""

MAGIC: Final = b"SQLite format 3\0"
HEADER_BYTES: Final = 100

MOUNTS: Final = Path("/proc/self/mountinfo")

NETWORK_FILE_SYSTEMS: Final = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "ceph", "glusterfs", "lustre", "beegfs", "davfs"),
        *("fuse.sshfs", "fuse.s3fs", "fuse.mount-s3", "fuse.goofys", "fuse.gcsfuse", "fuse.rclone", "fuse.blobfuse"),
        *("fuse.blobfuse2", "fuse.davfs2", "fuse.curlftpfs", "fuse.smbnetfs", "fuse.ceph", "fuse.ceph-fuse"),
        *("fuse.glusterfs", "fuse.juicefs", "ncpfs"),
    }
)
"""File systems whose locks and shared memory do not reach other machines (sqlite.org/useovernet.html)."""

REMEDIES: Final = (
    ("locked", "another process keeps it locked; end that one, or wait until it is done"),
    ("full", "no space is left on its disk; make room and start again"),
    ("no space", "no space is left on its disk; make room and start again"),
    ("not a database", "it is no SQLite database or it is encrypted; name another file"),
    ("malformed", "it is damaged; put a backup in its place, or move it away to begin with an empty memory"),
    ("no such table", "it is damaged; put a backup in its place, or move it away to begin with an empty memory"),
    ("readonly", "the file or its folder cannot be written; change the permissions, or name another file"),
    ("read-only", "the file or its folder cannot be written; name a file elsewhere"),
    ("unable to open", "the file or its folder cannot be opened; change the permissions, or name another file"),
    ("permission", "the file or its folder cannot be opened; change the permissions, or name another file"),
    ("no such file", "its folder cannot be made; name another path"),
    ("not a directory", "a part of the path is a file; name another path"),
    ("file exists", "a part of the path is a file; name another path"),
    ("no shared memory", "its file system does not do what the write-ahead log needs; name a file on a local disk"),
    ("disk i/o", "its disk fails or is full; look at the system's log"),
)
"""A part of SQLite's own message (sqlite.org/rescode.html), and what its reader can do."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Every error of SQLite or of the system as a StoreError of one line."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        remedy = next((remedy for part, remedy in REMEDIES if part in str(said).lower()), "look at the file")
        raise StoreError(f"store sqlite:{path}: {said}: {remedy}") from error


def refuse_unfit(path: Path, mounts: str | None = None) -> None:
    """StoreError unless the file is a store of ours, is empty, or can be made; makes the folders that it lacks.

    `mounts` has the format of /proc/self/mountinfo and is read from there when it is not given.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"store sqlite:{path}: SQLite {needed} is needed, this Python has {sqlite3.sqlite_version}")
    with explained(path):
        file_system = file_system_of(path, _mounts() if mounts is None else mounts)
        if file_system in NETWORK_FILE_SYSTEMS:
            raise StoreError(
                f"store sqlite:{path}: it lies on a network file system ({file_system}), which cannot lock it safely; "
                "name a file on a local disk"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise StoreError(f"store sqlite:{path}: that is a folder; name a file in it")
        if path.exists() and not path.is_file():
            raise StoreError(f"store sqlite:{path}: that is no regular file; name another one")
        if path.exists():
            with path.open("rb") as file:
                _refuse_header(path, file.read(HEADER_BYTES))


def _mounts() -> str:
    """The table of this process; empty where there is none: then no file system is suspected."""
    try:
        return MOUNTS.read_text("utf-8", "replace")
    except OSError:
        return ""


def _refuse_header(path: Path, header: bytes) -> None:
    if not header:
        return
    if len(header) < HEADER_BYTES or not header.startswith(MAGIC):
        raise StoreError(f"store sqlite:{path}: that is no SQLite database, or a damaged one; name another file")
    refuse_foreign(path, int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big"))


def refuse_foreign(path: Path, application_id: int, version: int) -> None:
    """StoreError for a database of another application, or of a newer boilerspider."""
    if application_id != APPLICATION_ID:
        raise StoreError(f"store sqlite:{path}: that is a database of another application; name another file")
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"store sqlite:{path}: a newer boilerspider made it (schema {version}, this one knows {SCHEMA_VERSION}); "
            "upgrade boilerspider, or name another file"
        )


def file_system_of(path: Path, mounts: str) -> str | None:
    """The type of the file system that a path lies on, by a table of mounts (proc_pid_mountinfo(5))."""
    place = path.resolve()
    deepest, found = -1, None
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) < 5 or not after:
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4]))
        if len(point.parts) >= deepest and place.is_relative_to(point):
            deepest, found = len(point.parts), after.split(" ", 1)[0]
    return found
