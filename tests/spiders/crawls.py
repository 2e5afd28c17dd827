"""`scrapy crawl news` in a process of its own, and what came of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import forked

ROOT = Path(__file__).resolve().parents[2]


def begin(folder: Path, feed: str, *args: str) -> forked.Running:
    command = ["crawl", "news", *args, "-o", str(folder / feed), "--loglevel", "INFO"]
    command += ["-s", f"BOILERSPIDER_STORE=sqlite:{folder / 'memory.sqlite'}", "-s", "AUTOTHROTTLE_ENABLED=0"]
    command += ["-s", "RETRY_TIMES=0"]
    return forked.start(*command, cwd=ROOT, errors=folder / f"{feed}.log")


def crawl(folder: Path, feed: str, *args: str) -> tuple[list[dict[str, Any]], str]:
    running = begin(folder, feed, *args)
    _, log = running.communicate()
    assert running.returncode == 0, log
    assert "Traceback" not in log, log
    return articles(folder / feed), log


def articles(feed: Path) -> list[dict[str, Any]]:
    """Those of all whole lines: a crawl that is at work may be in the midst of one."""
    try:
        whole, _, _ = feed.read_bytes().rpartition(b"\n")
    except FileNotFoundError:  # not yet there, or taken away at this moment by a crawl that wrote nothing
        return []
    return [json.loads(line) for line in whole.splitlines()]


def stat(log: str, name: str) -> int:
    found = re.search(rf"'boilerspider/{name}': (\d+)", log)
    return int(found[1]) if found else 0
