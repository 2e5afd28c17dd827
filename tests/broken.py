"""Crawls in which something breaks, each in a process and a project of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import forked
from loopback import Site, page

COUNT = 30

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


ERRORS = "errors.txt"
"""Where a crawl's folder has what it said."""

REMEMBERING = ("-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite")


def stories(site: Callable[..., Site]) -> str:
    """The addresses of as many stories as there are, with commas."""
    post = site({f"/{n}": page(f"bridge number {n}", count=6 + n) for n in range(COUNT)})
    return ",".join(post.url(f"/{n}") for n in range(COUNT))


def begin(folder: Path, urls: str, *options: str, spider: str = "stories.py") -> forked.Running:
    """A crawl in a project of its own."""
    return forked.start(*arguments(folder, urls, spider), *options, cwd=folder, errors=folder / ERRORS)


def run(
    folder: Path, urls: str, *options: str, largest_file: int | None = None, spider: str = "stories.py"
) -> subprocess.CompletedProcess[str]:
    """The same, none of whose files may grow beyond a size, with what became of it."""
    command = [*arguments(folder, urls, spider), *options]
    if largest_file is None:
        return forked.run(*command, cwd=folder)
    # What it says goes through a pipe, as files may not grow.
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({largest_file}, {largest_file}))"
    start = [sys.executable, "-c", f"{limit}; from scrapy.cmdline import execute; execute()"]
    return subprocess.run(
        [*start, *command], cwd=folder, capture_output=True, text=True, timeout=forked.LIMIT_S, check=False
    )


def arguments(folder: Path, urls: str, spider: str) -> list[str]:
    """Scrapy's, of a crawl whose project is made with them."""
    (folder / "stories.py").write_text(SPIDER, encoding="utf-8")
    return ["runspider", spider, "-a", f"urls={urls}", "-s", "LOG_LEVEL=ERROR"]


def left(folder: Path, urls: str) -> int:
    """How many items come with a further crawl, whose feed is a good one."""
    again = run(folder, urls, *REMEMBERING, "-o", "again.jsonl")
    assert again.returncode == 0, again.stderr
    return len((folder / "again.jsonl").read_text(encoding="utf-8").splitlines())
