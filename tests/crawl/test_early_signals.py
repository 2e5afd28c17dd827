"""A first signal that comes before the engine runs; crawls in processes of their own."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import forked
import pytest
from loopback import Site

from tests.crawl.posts import newspaper

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = """
import os
import signal
from scrapy import signals
from settings.base import *
from settings.base import EXTENSIONS as _EXTENSIONS


class Signalled:
    @classmethod
    def from_crawler(cls, crawler):
        extension = cls()
        if WHEN == "built":
            extension.signal()
        else:
            crawler.signals.connect(extension.signal, getattr(signals, WHEN))
        return extension

    def signal(self):
        os.kill(os.getpid(), int(os.environ["SENT"]))


WHEN = os.environ["WHEN"]
EXTENSIONS = {**_EXTENSIONS, Signalled: int(os.environ["ORDER"])}
"""


WHEN = {
    "before the extension": ("built", -1, 128 + signal.SIGTERM),
    "behind the extension": ("built", 999, 0),
    "the spider opens": ("spider_opened", 999, 0),
    "the engine starts": ("engine_started", 999, 0),
}
"""What happens when it comes -> the event, the order of what sends it among the extensions, the exit code."""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("when", WHEN)
def test_it_ends_the_crawl_in_order_or_has_its_code(
    site: Callable[..., Site], tmp_path: Path, sent: signal.Signals, when: str
) -> None:
    event, order, code = WHEN[when]
    post = site(newspaper())
    (tmp_path / "signalled.py").write_text(SETTINGS)
    memory = tmp_path / "memory.sqlite"
    command = ["crawl", "news", "-a", f"sites={post.base}", "--loglevel", "INFO"]
    command += ["-o", str(tmp_path / "out.jsonl"), "-s", f"BOILERSPIDER_STORE=sqlite:{memory}"]
    environment = {
        **os.environ,
        "SCRAPY_SETTINGS_MODULE": "signalled",
        "PYTHONPATH": os.pathsep.join(filter(None, (str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH")))),
        "WHEN": event,
        "ORDER": str(order),
        "SENT": str(int(sent)),
    }
    done = forked.run(*command, cwd=ROOT, env=environment)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert ("Spider closed (shutdown)" in done.stderr) is (code == 0)
    if memory.exists():
        with sqlite3.connect(memory) as database:
            assert database.execute("SELECT count(*) FROM runs").fetchone() == (0,)
        database.close()


TWO_CRAWLS = """
import asyncio
import os
import signal
import scrapy
from scrapy.crawler import CrawlerProcess


class First(scrapy.Spider):
    name = "first"

    async def start(self):
        for request in ():
            yield request


class Second(scrapy.Spider):
    name = "second"

    async def start(self):
        while first.crawling:
            await asyncio.sleep(0.05)
        os.kill(os.getpid(), int(os.environ["SENT"]))
        await asyncio.sleep(600)
        yield


process = CrawlerProcess({"EXTENSIONS": {"boilerspider.crawl.forced.ForcedStop": 0}})
first = process.create_crawler(First)
process.crawl(first)
process.crawl(Second)
process.start()
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_a_crawl_whose_neighbour_in_the_process_has_ended(sent: signal.Signals) -> None:
    command = [sys.executable, "-c", TWO_CRAWLS]
    environment = {**os.environ, "SENT": str(int(sent))}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=forked.LIMIT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("Spider closed (finished)") == 1
    assert done.stderr.count("Spider closed (shutdown)") == 1
