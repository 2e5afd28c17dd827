"""Crawls in processes of their own, which share a memory and may share a queue."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import forked

from tests.spiders.crawls import articles

ROOT = Path(__file__).resolve().parents[2]

IN_FLIGHT = 4
"""CONCURRENT_REQUESTS: what a killed crawl may have written and not confirmed."""


@dataclass
class Crew:
    """Where the workers find the queue and the memory, and their feeds; without a queue each has its own."""

    store: str
    folder: Path
    sites: str
    queue: str | None = None
    running: list[forked.Running] = field(default_factory=list)

    def start(self, name: str, round_name: str = "", *more: str) -> forked.Running:
        command = ["crawl", "news", "-a", f"sites={self.sites}"]
        command += ["-o", str(self.folder / f"{name}.jsonl"), "--logfile", str(self.folder / f"{name}.log")]
        command += ["-s", "AUTOTHROTTLE_ENABLED=False", "-s", f"CONCURRENT_REQUESTS={IN_FLIGHT}"]
        command += ["-s", "SCHEDULER_IDLE_BEFORE_CLOSE=6", *more]
        environment = {
            **os.environ,
            # The profiles' own feeds are written beside those of the test, not into the checkout.
            "SCRAPY_SETTINGS_MODULE": "settings.distributed" if self.queue else "settings.local",
            "PYTHONPATH": str(ROOT),
            "REDIS_URL": self.queue or "",
            "BOILERSPIDER_STORE": self.store,
            "BOILERSPIDER_ROUND": round_name,
        }
        command += [] if self.queue else ["-s", f"BOILERSPIDER_STORE={self.store}"]
        run = forked.start(*command, cwd=self.folder, env=environment, errors=self.folder / f"{name}.errors")
        self.running.append(run)
        return run

    def finish(self, name: str, *more: str) -> None:
        assert self.start(name, "", *more).wait() == 0, self.log(name)
        assert "Traceback" not in self.log(name), self.log(name)

    def feed(self, name: str) -> list[str]:
        return [article["url"] for article in articles(self.folder / f"{name}.jsonl")]

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def disband(self) -> None:
        for run in self.running:
            run.kill()
            run.wait()


def until(condition: Callable[[], bool], within_s: float = forked.LIMIT_S) -> None:
    end = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < end, f"not within {within_s:g} s"
        time.sleep(0.01)
