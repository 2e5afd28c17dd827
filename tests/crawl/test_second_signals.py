"""A second signal, whatever threads of the crawl or its own code are busy with; crawls in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site

from boilerspider.crawl.forced import GRACE_S
from tests.crawl.crews import until
from tests.crawl.posts import newspaper

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BUSY_S = 60
GZIP = "scrapy.extensions.postprocessing.GzipPlugin"
SETTINGS = f"""
import os
import time
from scrapy import signals
from settings.base import *
from settings.base import EXTENSIONS as _EXTENSIONS


class Busy:
    @classmethod
    def from_crawler(cls, crawler):
        extension = cls()
        crawler.signals.connect(extension.begin, getattr(signals, os.environ["BUSY_FROM"]))
        return extension

    def begin(self):
        print("busy", flush=True)
        if os.environ["BUSY"] == "thread":
            from twisted.internet import reactor
            reactor.callInThread(time.sleep, {BUSY_S})
        else:
            time.sleep({BUSY_S})


EXTENSIONS = {{**_EXTENSIONS, Busy: 999}}
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("busy", ["thread", "loop"])
def test_it_ends_the_crawl_at_once(site: Callable[..., Site], tmp_path: Path, sent: signal.Signals, busy: str) -> None:
    crawl = busy_crawl(site, tmp_path, tmp_path / "out.jsonl", busy, "response_received")
    crawl.send_signal(sent)
    time.sleep(1)
    began = time.monotonic()
    crawl.send_signal(sent)
    crawl.wait()
    assert time.monotonic() - began < GRACE_S + 10
    assert crawl.returncode == 128 + sent


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_nothing_stays_of_what_would_have_been_uploaded(site: Callable[..., Site], tmp_path: Path, name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        place = f"ftp://nobody@127.0.0.1:{mute.getsockname()[1]}/{name}"
        crawl = busy_crawl(site, tmp_path, place, "thread", "item_scraped")
        temporary = tmp_path / "temporary"
        until(lambda: any(temporary.iterdir()))
        for _ in range(2):
            crawl.send_signal(signal.SIGTERM)
            time.sleep(1)
        crawl.wait()
    assert crawl.returncode == 128 + signal.SIGTERM
    assert not list(temporary.iterdir())


def busy_crawl(site: Callable[..., Site], tmp_path: Path, feed: str | Path, busy: str, since: str) -> Any:
    """A crawl that has begun to be busy, in a thread or on its loop, with a signal of Scrapy's."""
    post = site({**newspaper(), "/robots.txt": (200, {"Content-Type": "text/plain"}, b"")})
    (tmp_path / "busy.py").write_text(SETTINGS)
    command = ["crawl", "news", "-a", f"sites={post.base}", "--loglevel", "INFO"]
    packed = {"postprocessing": [GZIP]} if str(feed).endswith(".gz") else {}
    feeds = {str(feed): {"format": "jsonlines", **packed}}
    (tmp_path / "temporary").mkdir()
    command += ["-s", f"FEEDS={json.dumps(feeds)}", "-s", f"FEED_TEMPDIR={tmp_path / 'temporary'}"]
    command += ["-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}"]
    python_path = os.pathsep.join(filter(None, (str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": "busy", "PYTHONPATH": python_path}
    environment |= {"BUSY": busy, "BUSY_FROM": since}
    output = tmp_path / "output"
    crawl = forked.start(*command, cwd=ROOT, env=environment, output=output)
    until(lambda: output.read_bytes().startswith(b"busy\n"))
    return crawl
