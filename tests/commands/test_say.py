"""What commands print: where nobody reads on they end quietly, and where it cannot be written they say so in one line."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from loopback import page

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]


def extracted(project: Path, stdout: Any) -> tuple[int, str]:
    """The exit code of `scrapy extract`, and what it has to say, where standard output is this."""
    project.joinpath("page.html").write_text(page("bridge"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "extract", "page.html"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=300,
        check=False,  # it is asked for
    )
    return done.returncode, done.stderr.decode()


def test_a_command_ends_quietly_where_nobody_reads_on(project: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        assert extracted(project, write) == (141, "")
    finally:
        os.close(write)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no file here that is always full")
def test_what_cannot_be_written_is_told_in_one_line(project: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        told = f"scrapy extract: standard output cannot be written: {os.strerror(errno.ENOSPC)}\n"
        assert extracted(project, full) == (1, told)


def test_a_standard_output_that_is_closed_is_told_in_one_line(command, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    done = command("extract", "-", stdin=page("bridge").encode())
    assert (done.returncode, done.stderr) == (1, "scrapy extract: standard output is closed\n")
