from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from forked import LIMIT_S
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.worker import Page, Recipe
from boilerspider.crawl.workers import ExtractionFailed, Workers
from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.model import Article
from tests.crawl.crews import until

pytestmark = pytest.mark.slow

POISON = Recipe("poison:Poison", {}, 10_000_000)
ERRORS = ("killed", "aborted", "exited", "greedy", "raising")
LATE = ("asleep", "deaf")
TIMEOUT_S = 5
"""Of a page: a good one may take more than a second on a busy machine."""


class Visitor(Spider):
    name = "visitor"
    paths: list[str]
    post: Site
    metas: dict[str, Any] = {}

    async def start(self) -> AsyncIterator[Any]:
        for path in self.paths:
            yield Request(self.post.url(path), meta=self.metas.get(path), dont_filter=True)

    def parse(self, response: Any) -> Any:
        yield {"at": response.url, "found": response.meta.get("article")}


def found(outcome: Any) -> dict[str, Any]:
    """Path -> article; each page is to come back once, whatever became of it."""
    pages = {item["at"].rpartition("/")[2]: item["found"] for item in outcome.items}
    assert len(pages) == len(outcome.items)
    return pages


def asked(name: str) -> Page:
    return Page(page(name).encode(), f"http://post.example/{name}")


@deferred_f_from_coro_f
async def test_workers_find_what_the_crawl_itself_finds(site: Callable[..., Site], crawl: Any) -> None:
    pages = {f"/{name}": page(name, count=8) for name in ("bridge", "ferry", "mill", "harbour", "school", "market")}
    pages["/empty"] = ""
    post = site({**pages, "/binary": (200, {"Content-Type": "text/html"}, b"\x89PNG\r\n\x1a\n" + bytes(99))})
    metas = {"/mill": {"boilerspider": {"extractor": "tree-filter", "params": {"depth": 3}}}}
    results, counts = [], []
    for workers in (0, 2):
        settings = {"BOILERSPIDER_WORKERS": workers, "CONCURRENT_REQUESTS_PER_DOMAIN": 16}
        outcome = await crawl(Visitor, settings, paths=list(post.pages), post=post, metas=metas)
        results.append(found(outcome))
        counts.append({k: v for k, v in outcome.stats.items() if k.startswith("boilerspider/") and "_ms" not in k})
        assert outcome.stats["boilerspider/extract_ms/total"] >= outcome.stats["boilerspider/extract_ms/max"] > 0
    assert counts[0] == counts[1]
    assert counts[0]["boilerspider/pages/extracted"] == 6
    assert counts[0]["boilerspider/pages/no_content"] == counts[0]["boilerspider/pages/not_html"] == 1
    assert results[0].keys() == results[1].keys()
    for name, mine in results[0].items():
        theirs = results[1][name]
        assert (mine is None) == (theirs is None) == (name == "binary")
        if mine is not None:
            assert dataclasses.replace(mine, fetched_at=None) == dataclasses.replace(theirs, fetched_at=None)
            assert mine.blocks == theirs.blocks
            assert theirs.fetched_at is not None


@pytest.mark.parametrize("workers", [1, 2])
@deferred_f_from_coro_f
async def test_a_page_that_takes_its_worker_down_costs_itself_alone(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, workers: int
) -> None:
    good = [f"good-{number}" for number in range(12)]
    names = [*good[:3], *ERRORS[:3], *good[3:6], *LATE, *good[6:9], *ERRORS[3:], "chatty", *good[9:]]
    post = site({f"/{name}": page(name) for name in names})
    settings = {
        "BOILERSPIDER_WORKERS": workers,
        "BOILERSPIDER_PAGE_TIMEOUT": TIMEOUT_S,
        "BOILERSPIDER_EXTRACTOR": "poison:Poison",
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    }
    outcome = await crawl(Visitor, settings, paths=list(post.pages), post=post)
    articles = found(outcome)
    assert {name for name, article in articles.items() if article is None} == {*ERRORS, *LATE}
    for name in good:
        assert name in articles[name].text
    assert outcome.count("pages/error") == len(ERRORS)
    assert outcome.count("pages/timeout") == len(LATE)
    assert outcome.count("pages/extracted") == len(good) + 1
    said = [r for r in caplog.records if r.levelno >= logging.WARNING and r.name.startswith("boilerspider")]
    for name in (*ERRORS, *LATE):
        (line,) = [r.getMessage() for r in said if f"/{name}" in r.getMessage()]
        assert (f"{TIMEOUT_S} s" in line) == (name in LATE), line
    lines = "\n".join(record.getMessage() for record in said)
    for word in ("SIGKILL", "SIGABRT", "exit code 3", "out of memory", "a bug of its own"):
        assert word in lines


@deferred_f_from_coro_f
async def test_without_workers_the_clock_is_looked_at_between_two_steps(site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/slow-1": page("bridge")})
    settings = {"BOILERSPIDER_EXTRACTOR": "poison:Poison"}
    outcome = await crawl(Visitor, settings, paths=list(post.pages), post=post)
    assert outcome.count("pages/extracted") == 1
    outcome = await crawl(Visitor, {**settings, "BOILERSPIDER_PAGE_TIMEOUT": 0.09}, paths=list(post.pages), post=post)
    assert found(outcome)["slow-1"] is None
    assert outcome.count("pages/timeout") == 1


@deferred_f_from_coro_f
async def test_a_worker_that_is_killed_while_idle_costs_nothing(tmp_path: Path) -> None:
    workers = Workers(1, 10)
    recipe = dataclasses.replace(POISON, params={"pids": str(tmp_path)})
    try:
        await workers.read(recipe, asked("first"))
        (pid,) = tmp_path.iterdir()
        os.kill(int(pid.name), signal.SIGKILL)
        until(lambda: is_gone(int(pid.name)))
        await asyncio.sleep(0.2)  # until it is heard of here
        assert "second" in (await workers.read(recipe, asked("second"))).article.text
        assert len(list(tmp_path.iterdir())) == 2
    finally:
        await workers.close()


@deferred_f_from_coro_f
async def test_no_page_gets_the_answer_to_one_that_was_given_up() -> None:
    workers = Workers(1, 10)
    try:
        await workers.read(POISON, asked("warm"))
        given_up = asyncio.ensure_future(workers.read(POISON, asked("slow-first")))
        await asyncio.sleep(0.02)
        given_up.cancel()
        assert "second" in (await workers.read(POISON, asked("second"))).article.text
        with pytest.raises(asyncio.CancelledError):
            await given_up
    finally:
        await workers.close()


@deferred_f_from_coro_f
async def test_no_worker_is_given_two_pages_at_once(tmp_path: Path) -> None:
    workers = Workers(2, 10)
    recipe = dataclasses.replace(POISON, params={"pids": str(tmp_path)})
    try:
        await asyncio.gather(*(workers.read(recipe, asked(f"slow-{n}")) for n in range(2)))
        start = time.monotonic()
        await asyncio.gather(*(workers.read(recipe, asked(f"slow-{n}")) for n in range(8)))
        assert time.monotonic() - start >= 8 * 0.1 / 2
        assert len(list(tmp_path.iterdir())) == 2
    finally:
        await workers.close()


@deferred_f_from_coro_f
async def test_no_more_processes_are_started_than_are_needed(tmp_path: Path) -> None:
    workers = Workers(50, 1e300)  # an alarm that no system can set
    recipe = dataclasses.replace(POISON, params={"pids": str(tmp_path)})
    try:
        for number in range(3):
            await workers.read(recipe, asked(f"good-{number}"))
        assert len(list(tmp_path.iterdir())) == 1
    finally:
        await workers.close()


@pytest.mark.parametrize(
    ("recipe", "error", "words"),
    [
        (Recipe("nothing", {}, 9), BadConfiguration, "unknown extractor 'nothing'"),
        (Recipe("poison:Nobody", {}, 9), BadConfiguration, "cannot be imported"),
        (dataclasses.replace(POISON, params={"pids": lambda: 1}), BadConfiguration, "cannot be sent"),
        (dataclasses.replace(POISON, max_bytes=9), UnreadablePage, "over the limit of 9"),
        (dataclasses.replace(POISON, params={"pids": "/nowhere/at/all"}), ExtractionFailed, "FileNotFoundError"),
    ],
)
@deferred_f_from_coro_f
async def test_errors_come_back_as_themselves_and_the_worker_goes_on(
    recipe: Recipe, error: type[Exception], words: str
) -> None:
    workers = Workers(1, 10)
    try:
        with pytest.raises(error, match=words):
            await workers.read(recipe, asked("first"))
        assert "second" in (await workers.read(POISON, asked("second"))).article.text
    finally:
        await workers.close()


class Bringer(Spider):
    """Yields items that bring their own pages along."""

    name = "bringer"
    post: Site
    names: list[str]

    async def start(self) -> AsyncIterator[Any]:
        yield Request(self.post.url("/list.json"))

    def parse(self, response: Any) -> Any:
        for name in self.names:
            yield {"url": f"http://post.example/{name}", "raw": page(name), "text": None}


@pytest.mark.parametrize("middleware", [540, None])
@deferred_f_from_coro_f
async def test_the_html_of_an_item_costs_that_item_alone(
    site: Callable[..., Site], crawl: Any, caplog: pytest.LogCaptureFixture, middleware: int | None
) -> None:
    good = [f"good-{number}" for number in range(6)]
    post = site({"/list.json": (200, {"Content-Type": "application/json"}, b"[]")})
    settings = {
        "BOILERSPIDER_WORKERS": 2,
        "BOILERSPIDER_PAGE_TIMEOUT": TIMEOUT_S,
        "BOILERSPIDER_EXTRACTOR": "poison:Poison",
        "BOILERSPIDER_HTML_FIELD": "raw",
        "DOWNLOADER_MIDDLEWARES": {"boilerspider.ExtractionMiddleware": middleware},
    }
    outcome = await crawl(Bringer, settings, post=post, names=[*good[:3], *ERRORS, *LATE, *good[3:]])
    texts = {item["url"].rpartition("/")[2]: item["text"] for item in outcome.items}
    assert {name for name, text in texts.items() if text is None} == {*ERRORS, *LATE}
    for name in good:
        assert f"the {name} was named" in texts[name]
    assert outcome.count("pages/error") == len(ERRORS)
    assert outcome.count("pages/timeout") == len(LATE)
    assert outcome.count("pages/extracted") == len(good)
    said = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("boilerspider"))
    for name in (*ERRORS, *LATE):
        assert said.count(f"http://post.example/{name} ") + said.count(f"http://post.example/{name};") == 1


# Every script that starts Scrapy without asking for its __name__ is one that multiprocessing would run again in each worker.
SCRIPT = """
import json, sys
from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess

base, count, pids, name, timeout = json.loads(sys.argv[1])

class Visitor(Spider):
    name = "visitor"
    async def start(self):
        for number in range(count):
            yield Request(f"{base}/{name}-{number}")
    def parse(self, response):
        yield response.meta.get("article")

print("script", flush=True)
process = CrawlerProcess({
    "ADDONS": {"boilerspider.Addon": 500}, "BOILERSPIDER_STORE": "memory:", "BOILERSPIDER_WORKERS": 2,
    "BOILERSPIDER_EXTRACTOR": "poison:Poison", "BOILERSPIDER_EXTRACTOR_PARAMS": {"pids": pids},
    "BOILERSPIDER_PAGE_TIMEOUT": timeout, "TELNETCONSOLE_ENABLED": False, "FEEDS": {"out.jsonl": {"format": "jsonlines"}},
})
process.crawl(Visitor)
process.start()
"""


class Pages(dict[str, Any]):
    """A page at every path."""

    def get(self, path: str, default: Any = None) -> Any:
        return page(path)


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in {"Z", "X"}


@pytest.fixture
def script(site: Callable[..., Site], tmp_path: Path) -> Any:
    """script(pages, name, timeout) -> a running crawl, and the folder with the numbers of its workers."""
    running: list[subprocess.Popen[str]] = []

    def start(count: int, name: str, timeout: float = 10) -> tuple[subprocess.Popen[str], Path]:
        (tmp_path / "crawl.py").write_text(SCRIPT, encoding="utf-8")
        (pids := tmp_path / "pids").mkdir()
        post = site({})
        post.pages = Pages()
        paths = [str(Path(__file__).resolve().parents[1]), *sys.path]
        running.append(
            subprocess.Popen(
                [sys.executable, "crawl.py", json.dumps([post.base, count, str(pids), name, timeout])],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return running[-1], pids

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the state of processes from /proc")
@pytest.mark.parametrize("ending", ["finish", "SIGTERM", "SIGINT", "SIGINT twice", "SIGKILL"])
def test_workers_end_with_their_crawl(script: Any, ending: str) -> None:
    process, pids = script(8 if ending == "finish" else 500, "slow")
    until(lambda: len(list(pids.iterdir())) == 2)
    if ending != "finish":
        process.send_signal(signal.Signals[ending.partition(" ")[0]])
    if ending.endswith("twice"):
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
    output, log = process.communicate(timeout=LIMIT_S)
    workers = [int(path.name) for path in pids.iterdir()]
    until(lambda: all(map(is_gone, workers)), within_s=3)
    assert output == "script\n"
    assert "Traceback" not in log
    assert len(workers) == 2
    if ending == "finish":
        lines = (pids.parent / "out.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(lines) == 8


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the state of processes from /proc")
def test_a_worker_that_hangs_does_not_outlive_a_killed_crawl_for_long(script: Any) -> None:
    process, pids = script(2, "deaf", timeout=1)
    until(lambda: len(list(pids.iterdir())) == 2)
    process.kill()
    process.communicate()
    workers = [int(path.name) for path in pids.iterdir()]
    until(lambda: all(map(is_gone, workers)), within_s=12)


def test_a_worker_knows_no_crawler() -> None:
    # A package that tldextract brings imports asyncio itself on 3.10.
    crawlers = ["scrapy", "twisted", *(["asyncio"] if sys.version_info >= (3, 11) else [])]
    code = f"import sys, boilerspider.crawl.worker; print([m for m in {crawlers} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_articles_go_through_a_pipe_unchanged() -> None:
    from boilerspider import extract  # noqa: PLC0415
    from boilerspider.crawl.worker import SIZE_BYTES, frame  # noqa: PLC0415

    article = extract(page("bridge"), "https://post.example/bridge")
    message = frame(article)
    assert int.from_bytes(message[:SIZE_BYTES], "big") == len(message) - SIZE_BYTES
    import pickle  # noqa: PLC0415

    back = pickle.loads(message[SIZE_BYTES:])
    assert isinstance(back, Article)
    assert (back, back.blocks) == (article, article.blocks)
