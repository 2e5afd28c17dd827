"""A second signal, whatever threads of the crawl or its own code are busy with; crawls in processes of their own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import forked
import pytest
from loopback import Site

from boilerspider.crawl.forced import GRACE_S
from tests.crawl.crews import until
from tests.crawl.posts import newspaper

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BUSY_S = 60
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
        crawler.signals.connect(extension.begin, signals.response_received)
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
    post = site({**newspaper(), "/robots.txt": (200, {"Content-Type": "text/plain"}, b"")})
    (tmp_path / "busy.py").write_text(SETTINGS)
    command = ["crawl", "news", "-a", f"sites={post.base}", "--loglevel", "INFO"]
    command += ["-o", str(tmp_path / "out.jsonl"), "-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}"]
    python_path = os.pathsep.join(filter(None, (str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": "busy", "PYTHONPATH": python_path, "BUSY": busy}
    output = tmp_path / "output"
    crawl = forked.start(*command, cwd=ROOT, env=environment, output=output)
    until(lambda: output.read_bytes().startswith(b"busy\n"))
    crawl.send_signal(sent)
    time.sleep(1)
    began = time.monotonic()
    crawl.send_signal(sent)
    crawl.wait()
    assert time.monotonic() - began < GRACE_S + 10
    assert crawl.returncode == 128 + sent
