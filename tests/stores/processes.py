"""Other processes that use a store at the same time as a test."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def process(script: str, *args: object) -> subprocess.Popen[str]:
    """A Python process that runs a script, with pipes to what it reads and prints."""
    command = [sys.executable, "-c", textwrap.dedent(script), *map(str, args)]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def race(*competitors: subprocess.Popen[str]) -> Counter[str]:
    """Let processes that print "ready" and wait for a line begin at once; how often each word was printed in the end."""
    for competitor in competitors:
        assert competitor.stdout is not None
        assert competitor.stdout.readline() == "ready\n"
    for competitor in competitors:
        assert competitor.stdin is not None
        competitor.stdin.write("\n")
        competitor.stdin.flush()
    outputs = [competitor.communicate(timeout=300)[0].split() for competitor in competitors]
    assert {competitor.returncode for competitor in competitors} == {0}
    return Counter(word for output in outputs for word in output)
