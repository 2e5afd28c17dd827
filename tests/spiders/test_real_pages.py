"""The main job on real pages: the corpora served as live news sites, advertisements and traps included."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from urllib.request import urlopen

import forked
import pytest
from loopback import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
STORIES = 150  # a corpus
SHORT = 60  # words of gold text under which a story need not be found
LOST = 0.02  # share of stories in whose page the extractor of the day may find nothing


@pytest.fixture
def sites(shared: Path, tmp_path: Path) -> Iterator[list[str]]:
    ready = tmp_path / "ready"
    tool = shared / "tools" / "serve_news.py"
    args = [
        "--corpus",
        "aed",
        "fundus",
        "--limit",
        str(STORIES),
        "--sites",
        "2",
        "--ads",
        "3",
        "--port",
        str(free_port("127.0.0.1", "127.0.0.2")),
    ]
    with subprocess.Popen(
        [sys.executable, str(tool), *args, "--ready-file", str(ready)], stdout=subprocess.DEVNULL
    ) as server:
        for _ in range(300):
            if ready.exists() and ready.read_text().count("\n") == 2:
                break
            time.sleep(0.1)
        yield ready.read_text().split()
        server.terminate()


def words(text: str | None) -> int:
    return len(re.findall(r"\w+", text or ""))


def test_every_published_story_is_emitted_once(sites: list[str], corpus: Any, tmp_path: Path) -> None:
    feed = tmp_path / "out.jsonl"
    where = ["-a", f"sites={','.join(site + '/' for site in sites)}", "-O", str(feed)]
    memory = ["-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}", "-s", "AUTOTHROTTLE_START_DELAY=0"]
    command = ["crawl", "news", *where, *memory]
    done = forked.run(*command, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr

    articles = [json.loads(line) for line in feed.read_text(encoding="utf-8").splitlines()]
    emitted = Counter(unquote(re.search(r"/(?:article|amp)/(.+)\.html$", a["url"])[1]) for a in articles)  # type: ignore[index]
    gold = {record["id"]: record["text"] for name in ("aed", "fundus") for record, _ in corpus(name, STORIES)}
    expected = {story for story, text in gold.items() if words(text) >= SHORT}
    missing = sorted(expected - set(emitted))
    print(f"{len(gold)} stories, {len(expected)} of {SHORT} words or more, {len(articles)} emitted; missing: {missing}")
    assert max(emitted.values()) == 1
    assert set(emitted) <= set(gold)
    assert len(missing) <= LOST * len(expected)

    for site in sites:
        with urlopen(f"{site}/control/stats") as reply:
            stats = json.load(reply)
        assert stats["robots_violations"] == []
        assert sum(n for path, n in stats["hits"].items() if path.startswith("/calendar")) < 20
        assert max(n for path, n in stats["hits"].items() if path.startswith("/article")) == 1
