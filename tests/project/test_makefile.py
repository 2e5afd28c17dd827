"""What the two commands of the README do to files that are there already; nothing is installed for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REAL = '{"url": "https://example.com/2026/11/20/a-story"}\n'
DEMO = '{"url": "http://127.0.0.1:4711/stories/a-story"}\n'
HEAD = "url,title\n"
REAL_ROW = "https://example.com/2026/11/20/a-story,A story\n"
DEMO_ROW = "http://127.0.0.1:4711/stories/a-story,A story\n"

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


def make(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`make crawl` where all is installed already, and `scrapy` says what it is called with."""
    programs = tmp_path / "venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "scrapy").write_text('#!/bin/sh\nprintf "<%s>" scrapy "$@"\n')
    (programs / "scrapy").chmod(0o755)
    for name, age in (("python.ok", 0), ("run.ok", 60)):
        (tmp_path / "venv" / name).touch()
        os.utime(tmp_path / "venv" / name, (time.time() + age,) * 2)
    command = ["make", "--no-print-directory", "crawl", f"VENV={tmp_path / 'venv'}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("before", [None, "", DEMO, DEMO + DEMO, HEAD, HEAD + DEMO_ROW, f"[\n{DEMO}]"])
def test_the_embedded_newspaper_replaces_what_it_wrote(tmp_path: Path, before: str | None) -> None:
    feed = tmp_path / "the articles.jsonl"
    if before is not None:
        feed.write_text(before)
    done = make(tmp_path, f"FEED={feed}")
    assert done.returncode == 0, done.stderr
    assert f"<scrapy><crawl><news><-O><{feed}>" in done.stdout


@pytest.mark.parametrize("before", [REAL, DEMO + REAL, HEAD + REAL_ROW, HEAD + DEMO_ROW + REAL_ROW, f"[\n{REAL}]"])
def test_articles_of_real_sites_are_not_replaced(tmp_path: Path, before: str) -> None:
    feed = tmp_path / "the articles.jsonl"
    feed.write_text(before)
    done = make(tmp_path, f"FEED={feed}")
    assert done.returncode != 0
    assert "scrapy" not in done.stdout
    assert f"{feed} holds articles of real sites" in done.stderr
    assert feed.read_text() == before


def test_a_real_site_is_appended(tmp_path: Path) -> None:
    feed = tmp_path / "the articles.jsonl"
    feed.write_text(REAL)
    done = make(tmp_path, f"FEED={feed}", "SITES=https://example.com")
    assert f"<scrapy><crawl><news><-a><sites=https://example.com><-o><{feed}>" in done.stdout
