"""The recipe for Scrapyd, with a real one: the egg is built, deployed, scheduled, and its articles lie on the disk."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from loopback import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds
NEEDED = ("scrapyd", "pkg_resources")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in NEEDED),
        reason="needs scrapyd, and setuptools below 81 for it (pip install scrapyd 'setuptools>=77,<81')",
    ),
]


@pytest.fixture
def egg(tmp_path: Path) -> bytes:
    """What `scrapyd-deploy` builds in the folder deploy/."""
    shutil.copytree(ROOT / "settings", tmp_path / "settings")
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    command = [sys.executable, "setup.py", "-q", "bdist_egg", "-d", str(tmp_path / "eggs-built")]
    subprocess.run(command, cwd=tmp_path / "deploy", check=True, capture_output=True)
    (built,) = (tmp_path / "eggs-built").glob("*.egg")
    return built.read_bytes()


@pytest.fixture
def scrapyd(tmp_path: Path) -> Iterator[str]:
    """The address of a Scrapyd that runs boilerspider as it is here, without the profiles of this checkout."""
    port = free_port()
    folder, library = tmp_path / "server", tmp_path / "library"
    folder.mkdir()
    library.mkdir()
    (library / "boilerspider").symlink_to(ROOT / "boilerspider")
    (folder / "scrapyd.conf").write_text(
        f"[scrapyd]\nhttp_port = {port}\nbind_address = 127.0.0.1\npoll_interval = 1\n"
    )
    command = [sys.executable, "-c", "import sys; sys.argv[1:] = []; from scrapyd.__main__ import main; main()"]
    environment = {**os.environ, "PYTHONPATH": str(library)}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def ask(url: str, body: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> dict[str, Any]:
    request = Request(url, body, {"Content-Type": kind} if body is not None else {})
    with urlopen(request, timeout=PATIENCE) as reply:
        told: dict[str, Any] = json.load(reply)
    assert told["status"] == "ok", told
    return told


def form(**parts: str | bytes) -> tuple[bytes, str]:
    """The parts as multipart/form-data."""
    lines = b""
    for name, value in parts.items():
        file = b'; filename="news.egg"' if isinstance(value, bytes) else b""
        head = f'--cut\r\nContent-Disposition: form-data; name="{name}"'.encode()
        lines += head + file + b"\r\n\r\n" + (value if isinstance(value, bytes) else value.encode()) + b"\r\n"
    return lines + b"--cut--\r\n", "multipart/form-data; boundary=cut"


def test_an_egg_is_deployed_and_crawls(egg: bytes, scrapyd: str, tmp_path: Path) -> None:
    ask(f"{scrapyd}/addversion.json", *form(project="news", version="1", egg=egg))
    assert "news" in ask(f"{scrapyd}/listspiders.json?project=news")["spiders"]
    ask(f"{scrapyd}/schedule.json", urlencode({"project": "news", "spider": "news"}).encode())
    deadline = time.monotonic() + PATIENCE
    while not ask(f"{scrapyd}/listjobs.json?project=news")["finished"]:
        assert time.monotonic() < deadline
        time.sleep(0.5)
    lines = [line for feed in (tmp_path / "server").rglob("*.jsonl") for line in feed.read_text("utf-8").splitlines()]
    assert len({json.loads(line)["title"] for line in lines}) == 30
