"""Real pages on two sites that print each other's stories, with other advertisements on every hit and AMP pages: one story once."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import forked
import pytest
from loopback import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
STORIES = 24


@pytest.fixture
def sites(shared: Path, tmp_path: Path) -> Iterator[str]:
    ready = tmp_path / "ready"
    port = str(free_port("127.0.0.1", "127.0.0.2"))
    args = ["--corpus", "aed", "--limit", str(STORIES), "--sites", "2", "--port", port, "--ready-file", str(ready)]
    args += ["--ads", "3", "--amp", "0.2", "--syndicate", "0.2"]
    tool = [sys.executable, str(shared / "tools" / "serve_news.py")]
    with subprocess.Popen([*tool, *args], stdout=subprocess.DEVNULL) as server:
        for _ in range(300):
            if ready.exists() and ready.read_text().count("\n") == 2:
                break
            time.sleep(0.1)
        yield ",".join(f"{site}/" for site in ready.read_text().split())
        server.terminate()


def story_of(url: str) -> str:
    found = re.search(r"/(?:article|amp)/(.+)\.html$", url)
    assert found is not None
    return unquote(found[1]).removeprefix("wire-")


def crawl(sites: str, folder: Path, name: str, *settings: str) -> list[dict[str, Any]]:
    feed = folder / f"{name}.jsonl"
    command = ["crawl", "news", "-a", f"sites={sites}", "-O", str(feed)]
    for setting in ("AUTOTHROTTLE_START_DELAY=0", "BOILERSPIDER_RECHECK=0", *settings):
        command += ["-s", setting]
    done = forked.run(*command, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in feed.read_text(encoding="utf-8").splitlines()]


def test_each_story_has_one_original_which_its_copies_name(sites: str, tmp_path: Path) -> None:
    store = f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}"
    told = defaultdict(list)
    for article in crawl(sites, tmp_path, "tagged", store, "BOILERSPIDER_ON_DUPLICATE=tag"):
        told[story_of(article["url"])].append(article)
    assert len(told) >= STORIES - 1  # one page of so many may be a stub
    assert sum(len(articles) for articles in told.values()) > len(told)
    for articles in told.values():
        (original,) = (article for article in articles if article["duplicate_of"] is None)
        assert {article["duplicate_of"] for article in articles} <= {None, original["url"]}
    again = crawl(sites, tmp_path, "again", store)
    print(f"{len(told)} stories; again, with other advertisements: {[article['url'] for article in again]}")
    assert len(again) <= 1
