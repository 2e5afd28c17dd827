"""What a crawl costs: ratios within one run, medians of several rounds, every crawl a process of its own.

    python benchmarks/crawl.py [cpu] [workers] [memory] [--rounds 3] [--pages 400]

It needs the folder `shared` beside the checkout: its pages, and the tool that serves them. `cpu`:
processor time a page of a crawl that extracts and deduplicates, over that of a bare spider that
takes the title. `workers`: pages a second with worker processes over those without, and how late
the event loop is. `memory`: resident memory after 5,000 pages over that after 500.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler, CrawlerProcess

SHARED = Path(__file__).resolve().parents[2] / "shared"
WARM_UP_PAGES = 50
"""Not counted: modules are imported and worker processes start meanwhile."""

TICK_SECONDS = 0.01
"""Between two looks at how late the event loop is."""

FAST: dict[str, Any] = {
    "LOG_LEVEL": "WARNING",
    "TELNETCONSOLE_ENABLED": False,
    "CONCURRENT_REQUESTS": 32,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": False,
    "COOKIES_ENABLED": False,
}
OURS: dict[str, Any] = {"ADDONS": {"boilerspider.Addon": 500}, "BOILERSPIDER_STORE": "sqlite:articles.sqlite"}


class Bare(Spider):
    """Takes the title with a selector."""

    name = "bare"
    urls: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url, dont_filter=True)

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "title": response.css("title::text").get()}


class Articles(Bare):
    """Takes the article."""

    name = "articles"

    def parse(self, response: Any) -> Any:
        yield response.meta.get("article")


class Meter:
    """What one crawl costs a page, from the first page after the warm-up to the last item."""

    def __init__(self, crawler: Crawler, marks: list[int]) -> None:
        self._marks = marks
        self._pages = 0
        self._late: list[float] = []
        self.figures: dict[str, Any] = {"rss": {}}
        crawler.signals.connect(self._open, signals.spider_opened)
        crawler.signals.connect(self._page, signals.response_received)
        crawler.signals.connect(self._close, signals.spider_closed)

    def _open(self) -> None:
        self._ticking = asyncio.ensure_future(self._tick())

    async def _tick(self) -> None:
        while True:
            due = time.perf_counter() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            self._late.append((time.perf_counter() - due) * 1000)

    def _page(self) -> None:
        self._pages += 1
        if self._pages == WARM_UP_PAGES:
            self._cpu, self._wall = time.process_time(), time.perf_counter()
            self._late.clear()
        if self._pages in self._marks:
            resident = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            self.figures["rss"][str(self._pages)] = resident * resource.getpagesize() / 2**20

    def _close(self) -> None:
        self._ticking.cancel()
        counted = self._pages - WARM_UP_PAGES
        self.figures["cpu_ms"] = (time.process_time() - self._cpu) * 1000 / counted
        self.figures["pages_a_second"] = counted / (time.perf_counter() - self._wall)
        self.figures["late_ms"] = [median(self._late), quantiles(self._late, n=100)[98], max(self._late)]


def crawl(task: dict[str, Any]) -> None:
    """Crawl in this process, and print what it cost."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        settings = {**FAST, "FEEDS": {"out.jsonl": {"format": "jsonlines"}}, **task["settings"]}
        process = CrawlerProcess(settings)
        crawler = process.create_crawler(Bare if task["spider"] == "bare" else Articles)
        meter = Meter(crawler, task.get("marks", []))
        process.crawl(crawler, urls=task["urls"])
        process.start()
        assert crawler.stats is not None
        meter.figures["read"] = crawler.stats.get_value("boilerspider/pages/extracted", 0)
    meter.figures["workers_cpu_s"] = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    print(json.dumps(meter.figures))


def measure(spider: str, urls: list[str], settings: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The figures of one crawl."""
    task = {"spider": spider, "urls": urls, "settings": settings, **more}
    command = [sys.executable, __file__, "--crawl"]
    done = subprocess.run(command, input=json.dumps(task), capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        sys.exit(done.stderr)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


@contextmanager
def news(pages: int, ads: int = 0) -> Iterator[list[str]]:
    """The URLs of real articles, on two sites."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready"
        options = f"--corpus aed --limit {pages} --sites 2 --port {port} --ads {ads} --ready-file {ready}".split()
        server = subprocess.Popen([sys.executable, SHARED / "tools/serve_news.py", *options], stdout=subprocess.DEVNULL)
        try:
            while not ready.exists():
                time.sleep(0.1)
                if server.poll() is not None:
                    sys.exit("the server of the pages did not start")
            with (SHARED / "data/aed/gold.jsonl").open(encoding="utf-8") as gold:
                names = [json.loads(line)["id"] for line, _ in zip(gold, range(pages), strict=False)]
            yield [f"http://127.0.0.{1 + i % 2}:{port}/article/{name}.html" for i, name in enumerate(names)]
        finally:
            server.terminate()
            server.wait()


def cpu(pages: int, rounds: int) -> None:
    """Processor time a page, ours over a bare spider's."""
    bare, ours = [], []
    with news(pages) as urls:
        for _ in range(rounds):
            bare.append(measure("bare", urls, {})["cpu_ms"])
            ours.append(measure("articles", urls, OURS)["cpu_ms"])
    ratio = median(o / b for o, b in zip(ours, bare, strict=True))
    print(f"CPU a page: bare spider {median(bare):.2f} ms, ours {median(ours):.2f} ms, ratio {ratio:.2f}")


def workers(pages: int, rounds: int) -> None:
    """Pages a second and lateness of the loop, with workers and without."""
    runs: dict[int, list[dict[str, Any]]] = {0: [], 2: []}
    with news(pages) as urls:
        for _ in range(rounds):
            for count, done in runs.items():
                done.append(measure("articles", urls, {**OURS, "BOILERSPIDER_WORKERS": count}))
    for count, done in runs.items():
        typical, worst, most = (median(run["late_ms"][i] for run in done) for i in range(3))
        speed, own = (median(run[key] for run in done) for key in ("pages_a_second", "cpu_ms"))
        print(
            f"WORKERS={count}: {speed:.1f} pages a second, {own:.2f} ms CPU a page in the crawl's process; "
            f"loop late by {typical:.1f} ms (median), {worst:.0f} ms (99 %), {most:.0f} ms (worst); {done[-1]['read']} read"
        )
    pairs = zip(runs[2], runs[0], strict=True)
    print(f"ratio {median(two['pages_a_second'] / none['pages_a_second'] for two, none in pairs):.2f}")


def memory(pages: int, rounds: int) -> None:  # noqa: ARG001 - one round is long enough
    """Resident memory after ten times as many pages; the advertisements make every page another article."""
    with news(pages, ads=2) as urls:
        many = [f"{url}?n={turn}" for turn in range(5000 // len(urls) + 1) for url in urls][:5000]
        rss = measure("articles", many, OURS, marks=[500, 5000])["rss"]
    print(
        f"RSS: {rss['500']:.0f} MiB after 500 pages, {rss['5000']:.0f} MiB after 5,000, ratio {rss['5000'] / rss['500']:.2f}"
    )


MEASURES = {"cpu": cpu, "workers": workers, "memory": memory}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="all of them when none is named")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--crawl", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.crawl:
        crawl(json.load(sys.stdin))
    elif not SHARED.is_dir():
        print("needs the folder `shared` beside the checkout (pages and tools): nothing measured")
    else:
        for name in options.measures or MEASURES:
            MEASURES[name](options.pages, options.rounds)


if __name__ == "__main__":
    main()
