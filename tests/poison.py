"""Extractors that go wrong on pages which say so, named by their dotted paths in the tests of the workers."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boilerspider.extractors.everything import Everything


@dataclass(frozen=True)
class Poison(Everything):
    """Does what the URL of the page names, and reads all others."""

    pids: str = ""
    """A folder in which each process that reads a page leaves its number."""

    def label(self, document: Any) -> Any:  # noqa: C901 - one deed a branch
        if self.pids:
            (Path(self.pids) / str(os.getpid())).touch()
        deed = (document.url or "").rpartition("/")[2].partition("-")[0]
        if deed == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        elif deed == "aborted":
            os.abort()
        elif deed == "exited":
            sys.exit(3)
        elif deed == "asleep":
            time.sleep(60)
        elif deed == "deaf":  # in C, under the global lock, where no signal handler of Python's runs
            re.match(r"(a*)*b", "a" * 40)
        elif deed == "greedy":
            bytearray(2**40)
        elif deed == "chatty":
            os.write(1, b"noise on standard output\n")
            sys.stdin.read()
        elif deed == "raising":
            raise LookupError("a bug of its own")
        elif deed == "slow":
            time.sleep(0.1)
        return super().label(document)
