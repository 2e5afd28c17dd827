"""What breaks in mid-crawl ends it within seconds, with one line and exit code 1."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loopback import Site, page

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs the limits of POSIX systems")]

COUNT = 30
LIMIT_S = 60
"""Seconds for a whole crawl on a busy machine; one that hangs takes for ever."""

LARGEST_FILE_BYTES = 100_000
"""More than a new store of SQLite takes, less than what thirty stories add to its log."""

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


@pytest.fixture
def urls(site: Callable[..., Site]) -> str:
    post = site({f"/{n}": page(f"bridge number {n}", count=6 + n) for n in range(COUNT)})
    return ",".join(post.url(f"/{n}") for n in range(COUNT))


def run(folder: Path, urls: str, *options: str, largest_file: int | None = None) -> subprocess.CompletedProcess[str]:
    """A crawl in a project of its own, none of whose files may grow beyond a size."""
    (folder / "stories.py").write_text(SPIDER, encoding="utf-8")
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({largest_file}, {largest_file})); "
    start = f"{limit if largest_file else ''}from scrapy.cmdline import execute; execute()"
    command = [sys.executable, "-c", start, "runspider", "stories.py", "-a", f"urls={urls}", "-s", "LOG_LEVEL=ERROR"]
    return subprocess.run(
        [*command, *options], cwd=folder, capture_output=True, text=True, check=False, timeout=LIMIT_S
    )


def test_a_store_that_cannot_grow_ends_the_crawl(urls: str, tmp_path: Path) -> None:
    done = run(tmp_path, urls, "-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite", largest_file=LARGEST_FILE_BYTES)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("boilerspider: ")
    assert "memory.sqlite" in last
