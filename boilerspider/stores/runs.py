"""Whether a run is alive, for stores that several processes share.

A process of this machine is looked at: it is gone when nothing has its number, or when what has it
started at another time. Of any other process only the lease speaks. Numbers of processes mean
something within one boot of one machine and one process namespace alone; these are the `host`.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
STATE, START = 0, 19
"""Fields of /proc/<pid>/stat after the command's closing parenthesis (proc(5): fields 3 and 22)."""


@dataclass(frozen=True, slots=True)
class Process:
    """The process behind a run. `started` is in clock ticks since boot, None where it cannot be read."""

    host: str
    pid: int
    started: int | None

    def is_gone(self, here: str) -> bool | None:
        """Whether it has ended; None where that cannot be known from the machine `here`."""
        if self.host != here or os.name != "posix":
            return None
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass  # it lives and is somebody else's
        fields = _stat(self.pid)
        if fields is None:
            return False
        return fields[STATE] in "ZX" or (self.started is not None and int(fields[START]) != self.started)


def this_process() -> Process:
    """The process that asks."""
    fields = _stat(os.getpid())
    return Process(this_host(), os.getpid(), None if fields is None else int(fields[START]))


def this_host() -> str:
    """What this machine is called since its last boot, in this process namespace."""
    parts = [socket.gethostname()]
    try:
        parts.append((PROC / "sys/kernel/random/boot_id").read_text("utf-8").strip())
        parts.append(str((PROC / "self/ns/pid").readlink()))
    except OSError:
        pass  # not Linux: the host's name has to do
    return "/".join(parts)


def _stat(pid: int) -> list[str] | None:
    try:
        return (PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return None
