"""A crawl that cannot be what it was told to be is refused: one line, exit code 1, and nothing is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from broken import COUNT, REMEMBERING, left, run, stories
from loopback import Site

pytestmark = pytest.mark.slow

OTHER_REACTOR = ("-s", "TWISTED_REACTOR=twisted.internet.selectreactor.SelectReactor", "-s", "REMOTE_CONTROL_ENABLED=0")


@pytest.fixture
def urls(site: Callable[..., Site]) -> str:
    return stories(site)


@pytest.mark.parametrize("dedup", ["near", "off"])
@pytest.mark.parametrize(
    "feed",
    [
        {"stories-%(day)s.jsonl": {"format": "jsonlines"}},
        {"stories.jsonl": {"format": "jsonlines", "uri_params": "json.loads"}},
    ],
)
def test_a_feed_that_cannot_be_named_takes_no_story_with_it(
    urls: str, tmp_path: Path, feed: dict[str, dict[str, str]], dedup: str
) -> None:
    feeds = {"good.jsonl": {"format": "jsonlines"}, **feed}
    settings = (*REMEMBERING, "-s", f"BOILERSPIDER_DEDUP={dedup}", "-s", f"FEEDS={json.dumps(feeds)}")
    done = run(tmp_path, urls, *settings)
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"boilerspider: feed {next(iter(feed))} cannot be named")
    assert "Traceback" not in done.stderr
    assert left(tmp_path, urls) == COUNT


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-s", "BOILERSPIDER_STORE=sqlite:stories.py"), "no SQLite database"),
        (("-s", "BOILERSPIDER_MIN_WORDS=-1"), "BOILERSPIDER_MIN_WORDS = '-1': a whole number"),
        (("-s", 'FEEDS={"a.md": {"format": "markdwn"}}'), "feed a.md: unknown format 'markdwn'"),
        (("-s", "BOILERSPIDER_WORKERS=1"), "BOILERSPIDER_WORKERS needs Scrapy's asyncio reactor"),
        (("-s", "BOILERSPIDER_STORE=redis://127.0.0.1:1/0"), "a store on a server needs Scrapy's asyncio reactor"),
        (("-o", "ftp://127.0.0.1:1/stories.jsonl"), "was not stored: ConnectionRefusedError"),
    ],
)
def test_a_reactor_that_keeps_the_error_to_itself_does_not_hide_the_refusal(
    urls: str, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    done = run(tmp_path, urls, *REMEMBERING, *options, *OTHER_REACTOR)
    assert done.returncode == 1, done.stderr
    assert told in done.stderr.splitlines()[-1]
    assert done.stderr.splitlines()[-1].startswith("boilerspider: ")


def test_with_another_reactor_a_crawl_comes_to_its_end(urls: str, tmp_path: Path) -> None:
    done = run(tmp_path, urls, *REMEMBERING, *OTHER_REACTOR, "-o", "stories.jsonl")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "stories.jsonl").read_text(encoding="utf-8").splitlines()) == COUNT
    assert left(tmp_path, urls) == 0


def test_with_another_reactor_the_story_that_fills_a_batch_is_remembered(urls: str, tmp_path: Path) -> None:
    feeds = {
        "batch-%(batch_id)d.jsonl": {"format": "jsonlines", "batch_item_count": 4},
        "all.jsonl": {"format": "jsonlines"},
    }
    done = run(tmp_path, urls, *REMEMBERING, *OTHER_REACTOR, "-s", f"FEEDS={json.dumps(feeds)}")
    assert done.returncode == 0, done.stderr
    found = [path.read_text(encoding="utf-8").splitlines() for path in tmp_path.glob("batch-*.jsonl")]
    assert sorted(map(len, found)) == [COUNT % 4, *[4] * (COUNT // 4)]
    assert left(tmp_path, urls) == 0


OWN = """
from scrapy.extensions.feedexport import FeedExporter


class Exporter(FeedExporter):
    def open_spider(self, spider):
        super().open_spider(spider)
        raise OSError("no disk")
"""


def test_an_exporter_of_the_project_that_fails_once_feeds_are_named_refuses_the_crawl(
    urls: str, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    own = {"scrapy.extensions.feedexport.FeedExporter": None, "own.Exporter": 0}
    done = run(tmp_path, urls, *REMEMBERING, "-o", "stories.jsonl", "-s", f"EXTENSIONS={json.dumps(own)}")
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith(
        "boilerspider: feed of Exporter cannot be named (OSError('no disk'))"
    )
    assert left(tmp_path, urls) == COUNT
