"""Crawls that Scrapy's JOBDIR lets go on; each in a process of its own."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from scrapy.pqueues import _path_safe

from tests.crawl.crews import until
from tests.spiders.crawls import articles, begin

pytestmark = pytest.mark.slow

STORIES = 12
"""Of each of the two sites."""


def paper(name: str) -> dict[str, Any]:
    paths = [f"/2026/11/{name}-wants-bridge-{number}-back" for number in range(STORIES)]

    def slowly(number: int) -> Callable[[], str]:
        def answer() -> str:
            time.sleep(0.25)
            return page(f"{name}{chr(97 + number)}{'bridge' * (number % 3 + 1)}{number}")

        return answer

    cards = "".join(f"<article><h3><a href='{path}'>Neighbours want {path[-14:]}</a></h3></article>" for path in paths)
    stories = {path: slowly(number) for number, path in enumerate(paths)}
    return {"/": f"<html><body><main>{cards}</main></body></html>", **stories}


def arguments(site: Callable[..., Site], folder: Path) -> list[str]:
    """Those of a crawl of two slow sites in a JOBDIR."""
    sites = [site(paper("town")), site(paper("village"), "127.0.0.2")]
    named = ["-a", f"sites={','.join(each.base for each in sites)}", "-s", f"JOBDIR={folder / 'job'}"]
    return [*named, "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1"]


def begin_until(count: int, folder: Path, feed: str, *named: str) -> forked.Running:
    """A crawl that has written so many stories, and is at work on others."""
    running = begin(folder, feed, *named)
    until(lambda: len(articles(folder / feed)) >= count)
    return running


def stop_cleanly(folder: Path, feed: str, *named: str) -> Path:
    """The queues of a crawl that was stopped in order."""
    running = begin_until(4, folder, feed, *named)
    running.send_signal(signal.SIGTERM)
    running.communicate()
    return folder / "job" / "requests.queue"


def assert_refused(folder: Path, feed: str, *named: str) -> None:
    refused = begin(folder, feed, *named)
    _, log = refused.communicate()
    assert refused.returncode == 1, log
    assert log.rstrip().splitlines()[-1].startswith("boilerspider: JOBDIR = ")
    assert "has ended or was killed" in log
    assert "remove the folder" in log


def assert_broken(running: forked.Running) -> None:
    _, log = running.communicate()
    assert running.returncode == 1, log
    assert "Traceback" not in log
    last = log.rstrip().splitlines()[-1]
    assert last.startswith("boilerspider: JOBDIR = ")
    assert "cannot be read or written" in last


def test_a_stopped_crawl_goes_on_and_one_that_has_ended_is_refused(site: Callable[..., Site], tmp_path: Path) -> None:
    named, feed = arguments(site, tmp_path), tmp_path / "out.jsonl"
    stop_cleanly(tmp_path, feed.name, *named)
    assert len(articles(feed)) < 2 * STORIES
    second = begin(tmp_path, feed.name, *named)
    _, log = second.communicate()
    assert second.returncode == 0, log
    assert "is not asked" not in log
    assert "Traceback" not in log
    titles = Counter(article["title"] for article in articles(feed))
    assert (len(titles), set(titles.values())) == (2 * STORIES, {1})
    assert_refused(tmp_path, feed.name, *named)


def test_a_crawl_that_was_killed_is_refused_whatever_an_earlier_clean_stop_has_left(
    site: Callable[..., Site], tmp_path: Path
) -> None:
    named, feed = arguments(site, tmp_path), "out.jsonl"
    stop_cleanly(tmp_path, feed, *named)
    second = begin_until(len(articles(tmp_path / feed)) + 4, tmp_path, feed, *named)
    second.kill()
    second.wait()
    assert_refused(tmp_path, feed, *named)


def test_a_crawl_that_was_killed_early_is_refused(site: Callable[..., Site], tmp_path: Path) -> None:
    named = arguments(site, tmp_path)
    first = begin_until(1, tmp_path, "out.jsonl", *named)
    first.kill()
    first.wait()
    # What it asked was still to be written.
    assert not (tmp_path / "job" / "requests.seen").stat().st_size
    assert_refused(tmp_path, "out.jsonl", *named)


def test_a_crawl_that_is_refused_for_something_else_goes_on_later(site: Callable[..., Site], tmp_path: Path) -> None:
    named, feed = arguments(site, tmp_path), tmp_path / "out.jsonl"
    stop_cleanly(tmp_path, feed.name, *named)
    refused = begin(tmp_path, "out.jsonl", *named, "-o", f"{feed}/below.jsonl")
    _, log = refused.communicate()
    assert refused.returncode == 1, log
    assert "cannot be written" in log.splitlines()[-1]
    third = begin(tmp_path, feed.name, *named)
    _, log = third.communicate()
    assert third.returncode == 0, log
    assert len(articles(feed)) == 2 * STORIES


DAMAGED = {
    "shortened": b"\0\0\0\x09bytes of no request",
    "emptied": b"",
    "of another version": b"\0\0\0\x01no pickle\0\0\0\x09",
}
"""What a file of a queue holds then."""


@pytest.mark.parametrize("how", DAMAGED)
def test_a_queue_that_cannot_be_read_ends_the_crawl(site: Callable[..., Site], tmp_path: Path, how: str) -> None:
    named = arguments(site, tmp_path)
    for path in stop_cleanly(tmp_path, "out.jsonl", *named).glob("*/*"):
        path.write_bytes(DAMAGED[how])
    assert_broken(begin(tmp_path, "out.jsonl", *named))


def test_a_queue_whose_files_are_gone_ends_the_crawl(site: Callable[..., Site], tmp_path: Path) -> None:
    named = arguments(site, tmp_path)
    # Those of one site: the other's requests could be asked.
    for path in stop_cleanly(tmp_path, "out.jsonl", *named).glob(f"{_path_safe('127.0.0.2')}/*"):
        path.unlink()
    for _ in range(2):
        running = begin(tmp_path, "out.jsonl", *named)
        assert_broken(running)


def test_a_queue_that_cannot_be_written_ends_the_crawl(site: Callable[..., Site], tmp_path: Path) -> None:
    queues = tmp_path / "job" / "requests.queue"
    queues.mkdir(parents=True)
    (queues / _path_safe("127.0.0.1")).touch()
    assert_broken(begin(tmp_path, "out.jsonl", *arguments(site, tmp_path)))


@pytest.mark.parametrize(
    ("job", "why"),
    [
        ("job", "is no folder"),
        ("job/below", "cannot be written: Not a directory"),
        ("full", "cannot be written: Is a directory"),
    ],
)
def test_a_folder_that_is_none_is_refused(site: Callable[..., Site], tmp_path: Path, job: str, why: str) -> None:
    (tmp_path / "job").touch()
    (tmp_path / "full" / "requests.seen").mkdir(parents=True)
    named = ["-a", f"sites={site(paper('town')).base}", "-s", f"JOBDIR={tmp_path / job}"]
    refused = begin(tmp_path, "out.jsonl", *named)
    _, log = refused.communicate()
    assert refused.returncode == 1, log
    assert "Traceback" not in log
    assert log.splitlines()[-1].startswith(f"boilerspider: JOBDIR = {str(tmp_path / job)!r} {why}; name a folder")
