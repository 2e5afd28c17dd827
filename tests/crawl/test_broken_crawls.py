"""What breaks in mid-crawl ends it within seconds, with one line and exit code 1."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from broken import COUNT, ERRORS, REMEMBERING, begin, left, run, stories
from loopback import Site

from tests.crawl.crews import until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs the limits of POSIX systems")]

LARGEST_FILE_BYTES = 100_000
"""More than a new store of SQLite takes, less than what thirty stories add to its log."""


@pytest.fixture
def urls(site: Callable[..., Site]) -> str:
    return stories(site)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_feed_that_cannot_be_written_ends_the_crawl_and_nothing_is_remembered(urls: str, tmp_path: Path) -> None:
    remembering = ("-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite")
    done = run(tmp_path, urls, *remembering, "-o", "/dev/full:jsonlines", "-o", "/dev/full:csv", "-s", "LOG_LEVEL=INFO")
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    errors = [line for line in done.stderr.splitlines() if " ERROR: " in line]
    assert 1 <= len(errors) == len(set(errors)) <= 2, errors
    assert "feed /dev/full cannot be written: [Errno 28] No space left on device; make room" in errors[0]
    assert done.stderr.splitlines()[-1].startswith("boilerspider: feed /dev/full cannot be written")
    assert "'finish_reason': 'feed_failed'" in done.stderr
    assert re.search(r"ms a page; not stored: \d+, which come again", done.stderr)
    again = run(tmp_path, urls, *remembering, "-o", "good.jsonl")
    assert again.returncode == 0, again.stderr
    assert len((tmp_path / "good.jsonl").read_text(encoding="utf-8").splitlines()) == COUNT


def test_a_feed_whose_file_may_not_grow_ends_the_crawl_and_the_others_are_stored(urls: str, tmp_path: Path) -> None:
    feeds = {"large.jsonl": {"format": "jsonlines"}, "small.csv": {"format": "csv", "fields": ["url"]}}
    settings = ("-s", "BOILERSPIDER_STORE=memory:", "-s", f"FEEDS={json.dumps(feeds)}")
    done = run(tmp_path, urls, *settings, largest_file=LARGEST_FILE_BYTES)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert sum("large.jsonl cannot be written: [Errno 27]" in line for line in done.stderr.splitlines()) == 2
    assert len((tmp_path / "small.csv").read_text(encoding="utf-8").splitlines()) > 2


JOB_SETTINGS = {
    "JOBDIR": "job",
    "SCHEDULER": "boilerspider.crawl.ondisk.JobScheduler",
    "SCHEDULER_PRIORITY_QUEUE": "boilerspider.crawl.queue.FairQueue",
    "BOILERSPIDER_STORE": "memory:",
    "LOG_LEVEL": "ERROR",
    "EXTENSIONS": json.dumps({"scrapy.extensions.spiderstate.SpiderState": None}),
}


@pytest.mark.parametrize(("largest", "addresses"), [(300, 30), (12_000, 1_000)], ids=["at once", "later"])
def test_a_jobdir_whose_files_may_not_grow_ends_the_crawl_with_one_line(
    urls: str, tmp_path: Path, largest: int, addresses: int
) -> None:
    more = ",".join(f"{urls.partition(',')[0]}?{number}" for number in range(addresses))
    settings = [part for name, value in JOB_SETTINGS.items() for part in ("-s", f"{name}={value}")]
    done = run(tmp_path, more, *settings, largest_file=largest)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert sum(" ERROR: " in line for line in done.stderr.splitlines()) == 1, done.stderr
    # a write that finds room for a part only says nothing: what is met first is the next write, or the part as it is read
    cause = r"\((OSError: \[Errno 27\] File too large|UnpicklingError: pickle data was truncated)\)"
    assert re.search(rf"cannot be read or written {cause}; .* its disk has room$", done.stderr.splitlines()[-1])


GZIP = "scrapy.extensions.postprocessing.GzipPlugin"
BROKEN = """
import os
import time

from scrapy.exporters import JsonLinesItemExporter
from scrapy.extensions.feedexport import BlockingFeedStorage, ItemFilter


class Refusing(BlockingFeedStorage):
    def __init__(self, uri, *, feed_options=None):
        self.uri = uri

    def _store_in_thread(self, file):
        if not self.uri.endswith("2.jsonl"):
            raise RuntimeError("the bucket is gone")


class Slow(Refusing):
    def _store_in_thread(self, file):
        while not os.path.exists("heard"):
            time.sleep(0.05)
        time.sleep(1)
        super()._store_in_thread(file)


class Unfinished(JsonLinesItemExporter):
    def finish_exporting(self):
        raise RuntimeError("no footer")


class Failing(JsonLinesItemExporter):
    def export_item(self, item):
        raise ValueError("no such column")


class Fussy(JsonLinesItemExporter):
    def export_item(self, item):
        if item.url.endswith("/3"):
            raise ValueError("no such column")
        super().export_item(item)


class Choosy(ItemFilter):
    def accepts(self, item):
        raise KeyError("section")


class Stillborn(JsonLinesItemExporter):
    def __init__(self, *args, **kwargs):
        raise RuntimeError("cannot begin")
"""
KINDS = (
    'FEED_STORAGES={"refusing": "broken.Refusing", "slow": "broken.Slow"}',
    'FEED_EXPORTERS={"unfinished": "broken.Unfinished", "failing": "broken.Failing", "fussy": "broken.Fussy", "stillborn": "broken.Stillborn"}',
)


def broken(folder: Path, feeds: dict[str, dict[str, object]]) -> list[str]:
    """Options of a crawl that remembers, with storages and exporters that fail."""
    (folder / "broken.py").write_text(BROKEN, encoding="utf-8")
    settings = (*KINDS, f"FEEDS={json.dumps(feeds)}")
    return [*REMEMBERING, *(part for setting in settings for part in ("-s", setting))]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("feeds", "problem"),
    [
        ({"refusing://bob:hunter2@bucket/a.jsonl": {"format": "jsonlines"}}, "RuntimeError: the bucket is gone"),
        (
            {"refusing://bucket/%(batch_id)d.jsonl": {"format": "jsonlines", "batch_item_count": 10}},
            "RuntimeError: the bucket is gone",
        ),
        (
            {"/dev/full": {"format": "jsonlines", "postprocessing": [GZIP]}},
            # gzip of Python 3.14 fails as the feed is closed, and not as its file is.
            "OSError: [Errno 28] No space left on device"
            if sys.version_info >= (3, 14)
            else "it could not be finished, as the log says",
        ),
        ({"stories.x": {"format": "unfinished"}}, "RuntimeError: no footer"),
    ],
    ids=["refused", "batches", "compressed", "unfinished"],
)
def test_a_feed_that_fails_when_it_is_stored_is_told(
    urls: str, tmp_path: Path, feeds: dict[str, dict[str, object]], problem: str
) -> None:
    done = run(tmp_path, urls, *broken(tmp_path, {**feeds, "good.csv": {"format": "csv", "fields": ["url"]}}))
    assert done.returncode == 1, done.stderr
    last = done.stderr.splitlines()[-1]
    assert re.match(rf"boilerspider: feed .* was not stored: {re.escape(problem)}", last)
    assert done.stderr.count(last.removeprefix("boilerspider: ")) == 1
    assert not re.search("hunter2|Error storing|Traceback", done.stderr)
    # What was stored, or is on disk line by line, stays delivered: of the batches the second.
    stored = 10 if "batch" in str(feeds) else COUNT if "unfinished" in str(feeds) else 0
    assert left(tmp_path, urls) == COUNT - stored


def test_what_ends_a_crawl_ends_it_after_a_batch_was_not_stored(urls: str, tmp_path: Path) -> None:
    batches = {"refusing://bucket/%(batch_id)d.jsonl": {"format": "jsonlines", "batch_item_count": 1}}
    feeds = {**batches, "large.jsonl": {"format": "jsonlines"}}
    forgetting = ("-s", "BOILERSPIDER_STORE=memory:", "-s", "LOG_LEVEL=INFO")
    done = run(tmp_path, urls, *broken(tmp_path, feeds), *forgetting, largest_file=LARGEST_FILE_BYTES)
    assert done.returncode == 1, done.stderr
    assert done.stderr.index("was not stored") < done.stderr.index("large.jsonl cannot be written")
    assert done.stderr.splitlines()[-1].startswith("boilerspider: feed large.jsonl cannot be written")
    assert "'finish_reason': 'feed_failed'" in done.stderr


@pytest.mark.parametrize(
    ("bad", "refused", "problem"),
    [
        ({"format": "failing"}, COUNT, "ValueError: no such column; mend its exporter"),
        ({"format": "fussy"}, 1, "ValueError: no such column; mend its exporter"),
        ({"format": "stillborn"}, COUNT, "RuntimeError: cannot begin; mend its exporter"),
        ({"format": "csv", "item_filter": "broken.Choosy"}, COUNT, "KeyError: 'section'; mend its item_filter"),
    ],
)
def test_what_of_a_feed_fails_at_items_is_told_and_they_come_again(
    urls: str, tmp_path: Path, bad: dict[str, object], refused: int, problem: str
) -> None:
    feeds = {"bad.x": bad, "good.jsonl": {"format": "jsonlines"}}
    done = run(tmp_path, urls, *broken(tmp_path, feeds))
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("ERROR: Feed bad.x does not take an item") == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"boilerspider: feed bad.x did not take {refused} of {COUNT} items: {problem}, ")
    # What a feed fails at costs the other feeds nothing.
    assert len((tmp_path / "good.jsonl").read_text(encoding="utf-8").splitlines()) == COUNT
    assert left(tmp_path, urls) == refused


@pytest.mark.parametrize(
    ("feed", "code"),
    [
        ({"refusing://bucket/a.jsonl": {"format": "jsonlines"}}, 1),
        ({"stories.x": {"format": "stillborn"}}, 1),
        ({"refusing://bucket/a.jsonl": {"format": "jsonlines", "store_empty": False}}, 0),
        ({"stories.csv": {"format": "csv"}}, 0),
    ],
    ids=["refused", "stillborn", "not wanted", "stored"],
)
def test_an_empty_feed_that_is_not_stored_is_told(
    urls: str, tmp_path: Path, feed: dict[str, dict[str, object]], code: int
) -> None:
    done = run(tmp_path, urls.partition(",")[0] + "-that-is-gone", *broken(tmp_path, feed))
    assert done.returncode == code, done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("boilerspider: feed ")]
    assert len(told) == code
    assert code == 0 or told[0].endswith("; mend that, or name another, and crawl again")


@pytest.mark.parametrize(
    ("feed", "told"),
    [
        ("refusing://bucket/a.jsonl:jsonlines", "was not stored: RuntimeError: the bucket is gone"),
        ("bad.x:failing", f"did not take {COUNT} of {COUNT} items: ValueError: no such column"),
        ("/dev/full:jsonlines", "cannot be written: [Errno 28] No space left on device"),
        ("/dev/null/out.jsonl", "cannot be written: "),
    ],
)
def test_feeds_of_a_crawl_that_compares_nothing_are_told_too(urls: str, tmp_path: Path, feed: str, told: str) -> None:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    kinds = [part for kind in (*KINDS, "BOILERSPIDER_DEDUP=off") for part in ("-s", kind)]
    done = run(tmp_path, urls, *kinds, "-o", feed, "-o", "good.jsonl")
    assert done.returncode == 1, done.stderr
    assert told in done.stderr.splitlines()[-1]


PICKY = """
import errno
from scrapy.exporters import JsonLinesItemExporter


class Picky(JsonLinesItemExporter):
    def export_item(self, item):
        if item.url.endswith("/3"):
            raise OSError(errno.ENAMETOOLONG, "File name too long")
        super().export_item(item)
"""


def test_an_item_that_a_feed_cannot_take_costs_no_other(urls: str, tmp_path: Path) -> None:
    (tmp_path / "picky.py").write_text(PICKY, encoding="utf-8")
    settings = (*REMEMBERING, "-s", 'FEED_EXPORTERS={"picky": "picky.Picky"}')
    done = run(tmp_path, urls, *settings, "-o", "stories.jsonl:picky")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "stories.jsonl does not take an item: [Errno 36] File name too long" in done.stderr
    assert len((tmp_path / "stories.jsonl").read_text(encoding="utf-8").splitlines()) == COUNT - 1
    assert left(tmp_path, urls) == 1


REMOVING = """
import os
from stories import StoriesSpider


class RemovingSpider(StoriesSpider):
    name = "removing"
    custom_settings = {**StoriesSpider.custom_settings, "DOWNLOAD_DELAY": 0.02}

    async def parse(self, response):
        async for article in super().parse(response):
            yield article
        if self.crawler.stats.get_value("boilerspider/store/confirmed", 0) > 3 and not os.path.exists("done"):
            os.MOVE
            open("done", "w").close()
"""


@pytest.mark.parametrize(("how", "code"), [("remove('out.jsonl')", 1), ("rename('out.jsonl', 'moved.jsonl')", 0)])
@pytest.mark.parametrize("feed", ["out.jsonl", "out.csv"])
def test_a_feed_whose_file_is_removed_ends_the_crawl(urls: str, tmp_path: Path, how: str, code: int, feed: str) -> None:
    text = REMOVING.replace("MOVE", how.replace("out.jsonl", feed))
    (tmp_path / "removing.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, urls, *REMEMBERING, "-o", feed, spider="removing.py")
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    last = (done.stderr.splitlines() or [""])[-1]
    assert code == 0 or last.startswith(f"boilerspider: feed {feed} cannot be written: [Errno 2] the file was removed")
    if code == 1:
        assert left(tmp_path, urls) > COUNT // 2
    else:
        assert left(tmp_path, urls) == 0


def test_a_store_that_cannot_grow_ends_the_crawl(urls: str, tmp_path: Path) -> None:
    done = run(tmp_path, urls, "-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite", largest_file=LARGEST_FILE_BYTES)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("boilerspider: ")
    assert "memory.sqlite" in last


@pytest.mark.parametrize(("name", "code"), [("1.jsonl", 1), ("2.jsonl", 0)])
@pytest.mark.parametrize("dedup", ["near", "off"])
def test_a_signal_while_feeds_are_stored_waits_for_them(
    urls: str, tmp_path: Path, name: str, code: int, dedup: str
) -> None:
    options = broken(tmp_path, {f"slow://bucket/{name}": {"format": "jsonlines"}})
    crawl = begin(tmp_path, urls, *options, "-s", "LOG_LEVEL=INFO", "-s", f"BOILERSPIDER_DEDUP={dedup}")
    errors = tmp_path / ERRORS
    until(lambda: "Closing spider (finished)" in errors.read_text())
    crawl.send_signal(signal.SIGTERM)
    until(lambda: "Received SIGTERM" in errors.read_text())
    (tmp_path / "heard").touch()
    said = crawl.communicate()[1]
    assert crawl.returncode == code, said
    assert said.splitlines()[-1].startswith("boilerspider: feed slow://bucket/1.jsonl was not stored") == bool(code)
    if dedup != "off":
        assert left(tmp_path, urls) == (COUNT if code else 0)


LATE = """
import os
import signal
from scrapy import signals
from stories import StoriesSpider


class LateSpider(StoriesSpider):
    name = "late"

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.signal, signals.engine_stopped)
        return spider

    def signal(self):
        os.kill(os.getpid(), signal.SIGINT)
"""


def test_a_signal_that_comes_as_all_is_closing_keeps_nothing_from_being_told(urls: str, tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(LATE, encoding="utf-8")
    feeds = broken(tmp_path, {"refusing://bucket/a.jsonl": {"format": "jsonlines"}})
    told = ("-s", "LOG_LEVEL=INFO", "-s", "BOILERSPIDER_REPORT=report.html")
    done = run(tmp_path, urls, *feeds, *told, spider="late.py")
    assert done.returncode == 1, done.stderr
    assert "Received SIGINT" in done.stderr
    assert f"{COUNT} articles (0 of them revisions)" in done.stderr
    assert (tmp_path / "report.html").exists()
    assert done.stderr.splitlines()[-1].startswith("boilerspider: feed refusing://bucket/a.jsonl was not stored")
    assert "Traceback" not in done.stderr
