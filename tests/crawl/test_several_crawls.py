"""Several crawls in one process: what breaks under one of them ends no other, and is told when the last is over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from broken import stories
from forked import LIMIT_S
from loopback import Site

from tests.spiders.crawls import ROOT

pytestmark = pytest.mark.slow

SCRIPT = """
import asyncio
import json
import sys

import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.extensions.feedexport import BlockingFeedStorage

URLS, SETTINGS = json.loads(sys.argv[1]), json.loads(sys.argv[2])


class Refusing(BlockingFeedStorage):
    def __init__(self, uri, *, feed_options=None):
        pass

    def _store_in_thread(self, file):
        raise RuntimeError("the bucket is gone")


class Breaking(scrapy.Spider):
    name = "breaking"
    custom_settings = {"FEEDS": {"refusing://bucket/a": {"format": "jsonlines"}}, "FEED_STORAGES": {"refusing": Refusing}}

    async def start(self):
        yield scrapy.Request(URLS[0])

    def parse(self, response):
        yield response.meta["article"]


class Going(Breaking):
    name = "going"
    custom_settings = {"FEEDS": {"going.jsonl": {"format": "jsonlines"}}}

    async def start(self):
        while breaking.stats.get_value("feedexport/failed_count/Refusing") is None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        for url in URLS[1:]:
            yield scrapy.Request(url)


process = AsyncCrawlerProcess({"ADDONS": {"boilerspider.Addon": 500}, "LOG_LEVEL": "INFO", **SETTINGS})
breaking = process.create_crawler(Breaking)
process.crawl(breaking)
process.crawl(Going)
process.start()
"""

FORK = """
import multiprocessing

forked = multiprocessing.get_context("fork").Process(target=child)
forked.start()
forked.join()
sys.exit(forked.exitcode)
"""


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False)


@pytest.mark.parametrize("dedup", ["near", "off"])
def test_a_feed_that_is_not_stored_ends_no_other_crawl(site: Callable[..., Site], tmp_path: Path, dedup: str) -> None:
    urls = stories(site).split(",")[:4]
    settings = {
        "BOILERSPIDER_STORE": "sqlite:memory.sqlite",
        "BOILERSPIDER_DEDUP": dedup,
        "AUTOTHROTTLE_ENABLED": False,
    }
    command = [sys.executable, "-c", SCRIPT, json.dumps(urls), json.dumps(settings)]
    done = run(command, tmp_path)
    assert done.returncode == 1, done.stderr
    assert len((tmp_path / "going.jsonl").read_text(encoding="utf-8").splitlines()) == len(urls) - 1
    assert done.stderr.count("Spider closed (finished)") == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("boilerspider: feed refusing://bucket/a was not stored: RuntimeError: the bucket is gone")


RUNNER = """
import asyncio
import json
import sys

import scrapy
from boilerspider import broken
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.extensions.feedexport import BlockingFeedStorage
from scrapy.utils.log import configure_logging
from scrapy.utils.reactor import install_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import react

URLS, DEDUP, FAILING = json.loads(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])


class Refusing(BlockingFeedStorage):
    def __init__(self, uri, *, feed_options=None):
        pass

    def _store_in_thread(self, file):
        raise RuntimeError("the bucket is gone")


class One(scrapy.Spider):
    name = "one"

    async def start(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        yield response.meta["article"]


async def main():
    for number, url in enumerate(URLS):
        feed = f"refusing://bucket/{number}" if number in FAILING else f"{number}.jsonl"
        settings = {"ADDONS": {"boilerspider.Addon": 500}, "BOILERSPIDER_STORE": "sqlite:memory.sqlite", "BOILERSPIDER_DEDUP": DEDUP}
        settings |= {"FEEDS": {feed: {"format": "jsonlines"}}, "FEED_STORAGES": {"refusing": Refusing}}
        await AsyncCrawlerRunner(settings).crawl(One, url=url)
    print("all over", flush=True)


configure_logging({"LOG_LEVEL": "INFO"})
install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
try:
    react(lambda _: Deferred.fromFuture(asyncio.ensure_future(main())))
except SystemExit:
    sys.exit(END)
"""

AT_EXIT = """
import atexit

atexit.register(print, "a hook of the script")
"""


@pytest.mark.parametrize("dedup", ["near", "off"])
@pytest.mark.parametrize(("failing", "code"), [([0, 1], 1), ([2], 1), ([], 0)])
def test_crawls_that_are_yet_to_begin_do(
    site: Callable[..., Site], tmp_path: Path, dedup: str, failing: list[int], code: int
) -> None:
    urls = stories(site).split(",")[:3]
    command = [sys.executable, "-c", RUNNER.replace("END", "broken()"), json.dumps(urls), dedup, json.dumps(failing)]
    done = run(command, tmp_path)
    assert (done.returncode, done.stdout) == (code, "all over\n"), done.stderr
    assert {file.name for file in tmp_path.glob("*.jsonl")} == {f"{n}.jsonl" for n in range(3) if n not in failing}
    told = [line for line in done.stderr.splitlines() if line.startswith("boilerspider: ")]
    assert len(told) == code
    if failing:
        assert told[0].startswith(f"boilerspider: feed refusing://bucket/{failing[0]} was not stored")
        assert done.stderr.splitlines()[-1] == told[0]


def test_what_the_manual_says_of_react_tells_what_broke(site: Callable[..., Site], tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    ending = manual.partition("```python\n")[2].partition("```")[0]
    assert "react(" in ending
    begun, _, _ = RUNNER.replace("async def main()", "async def main(_)").rpartition("try:\n")
    imports = "import boilerspider\nfrom scrapy.utils.defer import deferred_f_from_coro_f\n"
    for failing, code in (("[0]", 1), ("[]", 0)):
        urls = stories(site).split(",")[:1]
        done = run([sys.executable, "-c", imports + begun + ending, json.dumps(urls), "near", failing], tmp_path)
        assert (done.returncode, done.stdout) == (code, "all over\n"), done.stderr
        assert ("\nboilerspider: feed refusing://bucket/0 was not stored" in done.stderr) is bool(code)


def test_a_script_has_its_own_end(site: Callable[..., Site], tmp_path: Path) -> None:
    script = AT_EXIT + RUNNER.replace("END", "7")
    command = [sys.executable, "-c", script, json.dumps(stories(site).split(",")[:1]), "near", "[0]"]
    done = run(command, tmp_path)
    assert (done.returncode, done.stdout) == (7, "all over\na hook of the script\n"), done.stderr
    assert "ERROR: feed refusing://bucket/0 was not stored" in done.stderr


@pytest.mark.parametrize("kind", ["CrawlerProcess", "AsyncCrawlerProcess"])
@pytest.mark.parametrize("is_forked", [True, False])
def test_a_process_of_scrapys_that_hears_no_signals_ends_with_what_broke(
    site: Callable[..., Site], tmp_path: Path, kind: str, is_forked: bool
) -> None:
    script = SCRIPT.replace("AsyncCrawlerProcess", kind).replace("start()\n", "start(install_signal_handlers=False)\n")
    if is_forked:
        imports, _, rest = script.partition("process = ")
        child = "".join(f"    {line}\n" for line in f"global breaking\nprocess = {rest}".splitlines())
        script = f"{imports}\ndef child():\n{child}\n" + FORK
    settings = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
    done = run([sys.executable, "-c", script, json.dumps(stories(site).split(",")[:2]), json.dumps(settings)], tmp_path)
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith("boilerspider: feed refusing://bucket/a was not stored")


REFUSED = """
import sys

import scrapy
from boilerspider import broken
from scrapy.crawler import CrawlerProcess, CrawlerRunner


class One(scrapy.Spider):
    name = "one"


SETTINGS = {"ADDONS": {"boilerspider.Addon": 500}, "BOILERSPIDER_MIN_WORDS": "x"}
"""

BY_PROCESS = """
process = CrawlerProcess(SETTINGS)
process.crawl(One)
process.start(True)
"""

BY_PROCESS_WITH_AN_END = """
process = CrawlerProcess(SETTINGS)
process.crawl(One).addErrback(lambda _: None)
try:
    process.start()
except SystemExit:
    sys.exit(broken())
"""

BY_RUNNER = """
CrawlerRunner(SETTINGS).crawl(One).addErrback(lambda _: None)
sys.exit(broken())
"""


@pytest.mark.parametrize("script", [BY_PROCESS, BY_PROCESS_WITH_AN_END, BY_RUNNER], ids=["process", "end", "runner"])
def test_a_script_whose_crawl_is_refused_ends_with_that(tmp_path: Path, script: str) -> None:
    done = run([sys.executable, "-c", REFUSED + script], tmp_path)
    assert done.returncode == 1, done.stderr
    assert any(line.startswith("boilerspider: BOILERSPIDER_MIN_WORDS = 'x'") for line in done.stderr.splitlines())


def test_a_crawl_of_another_reactor_that_is_refused_ends_with_that(tmp_path: Path) -> None:
    options = ["-s", "TWISTED_REACTOR=twisted.internet.selectreactor.SelectReactor", "-s", "REMOTE_CONTROL_ENABLED=0"]
    command = [sys.executable, "-m", "scrapy", "crawl", "news", *options, "-s", "BOILERSPIDER_MIN_WORDS=x"]
    done = run(command, ROOT)
    assert done.returncode == 1, done.stderr
    assert any(line.startswith("boilerspider: BOILERSPIDER_MIN_WORDS = 'x'") for line in done.stderr.splitlines())
