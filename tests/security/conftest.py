"""Real crawls of boilerspider's own project, against servers of this machine."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import forked
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def news(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """news("-a", "sites=...") -> the finished crawl; feed, log and memory lie in tmp_path."""

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = ["crawl", "news", *args, "--loglevel", "DEBUG"]
        command += ["-o", str(tmp_path / "out.jsonl"), "-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}"]
        command += ["-s", "AUTOTHROTTLE_START_DELAY=0"]
        done = forked.run(*command, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        return done

    return run
