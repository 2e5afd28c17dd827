"""The live line: on a terminal, and nowhere else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"\r\x1b\[K(\d+) answers, [\d.]+ a second · \d+ articles[^\r]*")


def command(tmp_path: Path) -> list[str]:
    return [sys.executable, "-m", "scrapy", "crawl", "news", "-O", str(tmp_path / "out.jsonl"), "--loglevel", "INFO"]


def test_one_live_line_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(command(tmp_path), cwd=ROOT, stdout=theirs, stderr=theirs) as crawl:
        os.close(theirs)
        seen = b""
        while True:
            try:
                read = os.read(ours, 65_536)
            except OSError:  # what a terminal says when nobody writes to it any more
                break
            if not read:
                break
            seen += read
    os.close(ours)
    assert crawl.returncode == 0
    text = seen.decode()
    counts = [int(count) for count in LINE.findall(text)]
    assert counts
    assert counts == sorted(counts)
    assert not re.search(r"articles[^\r\n]*20\d\d-\d\d-\d\d \d\d:", text), "the log begins on a line of its own"


def test_nothing_in_a_file(tmp_path: Path) -> None:
    done = subprocess.run(command(tmp_path), cwd=ROOT, capture_output=True, text=True, check=True)
    assert "\r" not in done.stderr
    assert "\x1b" not in done.stderr
