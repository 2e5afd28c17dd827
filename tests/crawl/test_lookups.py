"""Names whose look-up never ends, as where a name server is silent; crawls in processes of their own."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import forked
import pytest
from loopback import Site

from tests.crawl.crews import until
from tests.crawl.posts import newspaper

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SILENT_S = 300
"""Seconds that the system waits for a name server: longer than it does mostly, and than the test has."""
SETTINGS = f"""
import os
import socket
from settings.base import *

_ask = socket.gethostbyname


def _ask_silent(name):
    if not name.endswith(".silent.example"):
        return _ask(name)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question:
        question.settimeout({SILENT_S})
        question.sendto(name.encode(), ("127.0.0.1", int(os.environ["NAME_SERVER"])))
        try:
            return question.recv(512).decode()
        except TimeoutError:
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution") from None


socket.gethostbyname = _ask_silent
"""


@pytest.mark.parametrize("is_stopped", [True, False])
def test_they_keep_no_crawl_from_its_end(site: Callable[..., Site], tmp_path: Path, is_stopped: bool) -> None:
    post = site(newspaper())
    (tmp_path / "silent.py").write_text(SETTINGS)
    names = [f"http://{number}.silent.example/" for number in range(30)]
    command = ["crawl", "news", "-a", f"sites={','.join([post.base, *names])}", "--loglevel", "INFO"]
    command += ["-o", str(tmp_path / "out.jsonl"), "-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}"]
    command += ["-s", "RETRY_ENABLED=False", "-s", "AUTOTHROTTLE_START_DELAY=0", "-s", "DOWNLOAD_DELAY=0"]
    command += ["-s", f"DNS_TIMEOUT={SILENT_S if is_stopped else 1}"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(forked.LIMIT_S)
        environment = {
            **os.environ,
            "SCRAPY_SETTINGS_MODULE": "silent",
            "PYTHONPATH": os.pathsep.join(filter(None, (str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH")))),
            "NAME_SERVER": str(server.getsockname()[1]),
        }
        crawl = forked.start(*command, cwd=ROOT, env=environment, output=tmp_path / "output")
        assert server.recv(512).endswith(b".silent.example")
        if is_stopped:
            until(lambda: any("/2026/" in path for path in post.paths()))
            crawl.send_signal(signal.SIGTERM)
        began = time.monotonic()
        assert crawl.wait(SILENT_S / 2) == 0
        assert time.monotonic() - began < SILENT_S / 2
    assert (tmp_path / "out.jsonl").read_text().count("\n") > 0
