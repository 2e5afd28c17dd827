"""Crawls in which something breaks, each in a process and a project of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from loopback import Site, page

COUNT = 30
LIMIT_S = 60
"""Seconds for a whole crawl on a busy machine; one that hangs takes for ever."""

SPIDER = """
import scrapy
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread


class StoriesSpider(scrapy.Spider):
    name = "stories"
    custom_settings = {"ADDONS": {"boilerspider.Addon": 500}, "CONCURRENT_REQUESTS_PER_DOMAIN": 4}

    async def start(self):
        for url in self.urls.split(","):
            yield scrapy.Request(url)

    async def parse(self, response):
        await maybe_deferred_to_future(deferToThread(len, response.body))  # what a lookup of a name does, too
        yield response.meta["article"]
"""


REMEMBERING = ("-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite")


def stories(site: Callable[..., Site]) -> str:
    """The addresses of as many stories as there are, with commas."""
    post = site({f"/{n}": page(f"bridge number {n}", count=6 + n) for n in range(COUNT)})
    return ",".join(post.url(f"/{n}") for n in range(COUNT))


def begin(
    folder: Path, urls: str, *options: str, largest_file: int | None = None, spider: str = "stories.py"
) -> subprocess.Popen[str]:
    """A crawl in a project of its own, none of whose files may grow beyond a size."""
    (folder / "stories.py").write_text(SPIDER, encoding="utf-8")
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({largest_file}, {largest_file})); "
    start = f"{limit if largest_file else ''}from scrapy.cmdline import execute; execute()"
    command = [sys.executable, "-c", start, "runspider", spider, "-a", f"urls={urls}", "-s", "LOG_LEVEL=ERROR"]
    return subprocess.Popen([*command, *options], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(
    folder: Path, urls: str, *options: str, largest_file: int | None = None, spider: str = "stories.py"
) -> subprocess.CompletedProcess[str]:
    """The same, with what became of it."""
    with begin(folder, urls, *options, largest_file=largest_file, spider=spider) as crawl:
        try:
            said = crawl.communicate(timeout=LIMIT_S)
        finally:
            crawl.kill()
    return subprocess.CompletedProcess(crawl.args, crawl.returncode, *said)


def left(folder: Path, urls: str) -> int:
    """How many items come with a further crawl, whose feed is a good one."""
    again = run(folder, urls, *REMEMBERING, "-o", "again.jsonl")
    assert again.returncode == 0, again.stderr
    return len((folder / "again.jsonl").read_text(encoding="utf-8").splitlines())
