"""Extractors that go wrong on pages which say so, named by their dotted paths in the tests of the workers."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from dataclasses import dataclass
from typing import Any

from boilerspider.extractors.everything import Everything


@dataclass(frozen=True)
class Poison(Everything):
    """Does what the URL of the page names, and reads all others."""

    memory: int = 2**33

    def label(self, document: Any) -> Any:
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
            bytearray(self.memory)
        elif deed == "chatty":
            os.write(1, b"noise on standard output\n")
            sys.stdin.read()
        elif deed == "raising":
            raise LookupError("a bug of its own")
        return super().label(document)


class Slow(Everything):
    """Takes a tenth of a second a page."""

    def label(self, document: Any) -> Any:
        time.sleep(0.1)
        return super().label(document)
