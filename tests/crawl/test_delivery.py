"""An article is remembered when its feeds have it, whatever they and the project's pipelines do."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import forked
import pytest
from itemadapter import ItemAdapter
from loopback import Site, page
from reader import Reader, feed, lines
from scrapy.exceptions import DropItem
from scrapy.exporters import BaseItemExporter, JsonLinesItemExporter
from scrapy.extensions.feedexport import ItemFilter
from scrapy.utils.defer import deferred_f_from_coro_f, deferred_from_coro

from boilerspider.stores.memory import MemoryStore

ROOT = Path(__file__).resolve().parents[2]
SQLITE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
COUNT = 6


@pytest.fixture
def urls(site: Callable[..., Site]) -> list[str]:
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(COUNT)})
    return [post.url(f"/{n}") for n in range(COUNT)]


def paths(found: list[Any]) -> list[str]:
    return sorted(ItemAdapter(item)["url"].rpartition("/")[2] for item in found)


async def left(crawl: Any, urls: list[str], **settings: Any) -> list[str]:
    """What a further crawl still finds."""
    return paths((await crawl(Reader, {**SQLITE, **feed("left.jsonl"), **settings}, urls=urls)).items)


class Replace:
    """A pipeline that makes another object of each item."""

    def process_item(self, item: Any) -> Any:
        return ItemAdapter(item).asdict()


class RefuseSome:
    def process_item(self, item: Any) -> Any:
        if ItemAdapter(item)["url"].endswith(("/1", "/4")):
            raise DropItem("not today", log_level="INFO")
        return item


@deferred_f_from_coro_f
async def test_items_that_a_later_pipeline_replaces_are_remembered(urls: list[str], crawl: Any) -> None:
    settings = {**SQLITE, **feed("out.jsonl"), "ITEM_PIPELINES": {Replace: 950}}
    outcome = await crawl(Reader, settings, urls=urls)
    assert outcome.count("store/confirmed") == COUNT == len(lines("out.jsonl"))
    assert await left(crawl, urls) == []


@deferred_f_from_coro_f
async def test_items_that_an_earlier_pipeline_replaced_are_given_back_when_refused(urls: list[str], crawl: Any) -> None:
    settings = {**SQLITE, **feed("out.jsonl"), "ITEM_PIPELINES": {Replace: 100, RefuseSome: 950}}
    outcome = await crawl(Reader, settings, urls=urls)
    assert (outcome.count("store/confirmed"), outcome.count("store/released")) == (COUNT - 2, 2)
    assert await left(crawl, urls) == ["1", "4"]


@deferred_f_from_coro_f
async def test_one_object_yielded_twice_is_one_story(urls: list[str], crawl: Any) -> None:
    class Twice(Reader):
        def parse(self, response: Any) -> Any:
            yield response.meta["article"]
            yield response.meta["article"]

    outcome = await crawl(Twice, {**SQLITE, **feed("out.jsonl")}, urls=urls)
    assert (outcome.count("store/confirmed"), outcome.count("store/released")) == (COUNT, 0)
    assert len(lines("out.jsonl")) == COUNT


@deferred_f_from_coro_f
async def test_a_store_that_breaks_its_word_is_told_of(
    urls: list[str], crawl: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is confirmed behind the back of the crawl fails there, too."""

    async def confirm(self: MemoryStore, claims: Any) -> None:
        raise KeyError("an error that no store may raise")

    monkeypatch.setattr(MemoryStore, "confirm", confirm)
    outcome = await crawl(Reader, urls=urls[:1])
    assert len(outcome.items) == 1
    assert "KeyError: 'an error that no store may raise'" in caplog.text
    assert outcome.count("store/confirmed") == 0


class Fussy(JsonLinesItemExporter):
    """Fails on two of the items."""

    files: ClassVar[list[Any]] = []

    def __init__(self, file: Any, **options: Any) -> None:
        super().__init__(file, **options)
        self.files.append(file)

    def export_item(self, item: Any) -> None:
        if item.url.endswith(("/0", "/3")):
            raise OSError(errno.ENAMETOOLONG, "this name is not for me")
        super().export_item(item)


@pytest.mark.parametrize("options", [{}, {"batch_item_count": 2}])
@deferred_f_from_coro_f
async def test_an_item_that_a_feed_cannot_take_is_not_remembered(
    options: dict[str, Any], urls: list[str], crawl: Any
) -> None:
    feeds = {"FEEDS": {"out-%(batch_id)d.jsonl": {"format": "fussy", **options}}, "FEED_EXPORTERS": {"fussy": Fussy}}
    outcome = await crawl(Reader, {**SQLITE, **feeds}, urls=urls)
    written = [row["url"].rpartition("/")[2] for file in Path.cwd().glob("out-*") for row in lines(str(file))]
    assert sorted(written) == ["1", "2", "4", "5"]
    assert outcome.count("store/confirmed") == 4
    assert await left(crawl, urls) == ["0", "3"]
    # Scrapy leaves the file of a failed batch open, which another test would notice.
    for file in Fussy.files:
        file.close()
    Fussy.files.clear()


@deferred_f_from_coro_f
async def test_of_two_feeds_both_must_have_it(urls: list[str], crawl: Any) -> None:
    feeds = {"all.jsonl": {"format": "jsonlines"}, "some.jsonl": {"format": "fussy"}}
    await crawl(Reader, {**SQLITE, "FEEDS": feeds, "FEED_EXPORTERS": {"fussy": Fussy}}, urls=urls)
    assert len(lines("all.jsonl")) == COUNT
    assert await left(crawl, urls) == ["0", "3"]


@pytest.mark.parametrize("size", [1, 2, 4])
@deferred_f_from_coro_f
async def test_small_batches_are_all_seen(
    size: int, urls: list[str], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    feeds = {"FEEDS": {"out-%(batch_id)d.jsonl.gz": {"format": "jsonlines", "batch_item_count": size}}}
    plugin = ["scrapy.extensions.postprocessing.GzipPlugin"]
    feeds["FEEDS"]["out-%(batch_id)d.jsonl.gz"]["postprocessing"] = plugin
    outcome = await crawl(Reader, {**SQLITE, **feeds}, urls=urls)
    assert outcome.count("store/confirmed") == COUNT
    assert "was not stored" not in caplog.text


class Collect(BaseItemExporter):
    """Keeps all items until the end, as tables with columns do."""

    def __init__(self, file: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.file, self.rows = file, []

    def export_item(self, item: Any) -> None:
        self.rows.append(item.url)

    def finish_exporting(self) -> None:
        self.file.write("\n".join(self.rows).encode())


@deferred_f_from_coro_f
async def test_what_an_exporter_collects_counts_when_it_is_written(urls: list[str], crawl: Any) -> None:
    confirmed: list[int] = []

    class Watcher(Reader):
        custom_settings = {"CONCURRENT_REQUESTS": 1, "DOWNLOAD_DELAY": 0.05}

        def parse(self, response: Any) -> Any:
            confirmed.append(self.crawler.stats.get_value("boilerspider/store/confirmed", 0))
            yield from super().parse(response)

    feeds = {"FEEDS": {"out.table": {"format": "table"}}, "FEED_EXPORTERS": {"table": Collect}}
    outcome = await crawl(Watcher, {**SQLITE, **feeds}, urls=urls)
    assert confirmed == [0] * COUNT
    assert outcome.count("store/confirmed") == COUNT


class Elsewhere:
    """A storage that takes its time; `how` says of what kind its answer is."""

    def __init__(self, uri: str, *, feed_options: Any = None) -> None:
        self.how, self.path = uri.removeprefix("elsewhere:").split("/")

    def open(self, spider: Any) -> Any:
        return Path(self.path).open("wb")

    def store(self, file: Any) -> Any:
        work = self._store(file)
        return deferred_from_coro(work) if self.how == "deferred" else work

    async def _store(self, file: Any) -> None:
        file.close()


@pytest.mark.parametrize("how", ["deferred", "coroutine"])
@pytest.mark.filterwarnings("ignore::scrapy.exceptions.ScrapyDeprecationWarning")
@deferred_f_from_coro_f
async def test_storages_that_answer_later(how: str, urls: list[str], crawl: Any) -> None:
    settings = {**SQLITE, **feed(f"elsewhere:{how}/out"), "FEED_STORAGES": {"elsewhere": Elsewhere}}
    outcome = await crawl(Reader, settings, urls=urls)
    assert outcome.count("store/confirmed") == COUNT
    assert await left(crawl, urls) == []


class Odd(ItemFilter):
    """Accepts every second item that it is asked about."""

    asked = 0

    def accepts(self, item: Any) -> bool:
        self.asked += 1
        return self.asked % 2 == 1


@deferred_f_from_coro_f
async def test_filters_are_asked_once_an_item(urls: list[str], crawl: Any) -> None:
    outcome = await crawl(Reader, {**SQLITE, **feed("out.jsonl", item_filter=Odd)}, urls=urls)
    assert len(lines("out.jsonl")) == COUNT / 2
    assert outcome.count("store/confirmed") == COUNT


@pytest.mark.slow
@pytest.mark.parametrize("uri", ["nothing://bucket/out.jsonl", "{}/taken/out.jsonl", "folder:{}/taken/out:markdown"])
def test_a_feed_that_cannot_be_made_ends_the_crawl_before_anything_is_remembered(
    uri: str, site: Callable[..., Site], tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    post = site({"/": page("bridge")})
    command = ["crawl", "news", "-a", f"urls={post.url('/')}", "--loglevel", "INFO"]
    command += ["-s", f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}", "-s", "AUTOTHROTTLE_START_DELAY=0"]

    def run(feed: str) -> subprocess.CompletedProcess[str]:
        return forked.run(*command, "-o", feed, cwd=ROOT)

    refused = run(uri.format(tmp_path))
    assert refused.returncode == 1, refused.stderr
    assert "Traceback" not in refused.stderr
    assert sum(line.startswith("boilerspider: ") and "feed" in line for line in refused.stderr.splitlines()) == 1
    good = tmp_path / "good.jsonl"
    assert run(str(good)).returncode == 0
    assert len(good.read_text(encoding="utf-8").splitlines()) == 1


@deferred_f_from_coro_f
async def test_feeds_that_a_project_has_switched_off_are_not_missed(urls: list[str], crawl: Any) -> None:
    off = {"EXTENSIONS": {"scrapy.extensions.feedexport.FeedExporter": None}}
    outcome = await crawl(Reader, {**SQLITE, **feed("out.jsonl"), **off}, urls=urls)
    assert outcome.count("store/confirmed") == COUNT


HALF = '{"url": "http://a/1", "te'


@pytest.mark.parametrize("pages", [COUNT, 0])
@deferred_f_from_coro_f
async def test_half_a_line_is_cut_off_before_a_feed_is_appended_to(
    pages: int, urls: list[str], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    Path("out.jsonl").write_text('{"url": "http://a/0"}\n' + HALF, encoding="utf-8")
    await crawl(Reader, {**SQLITE, **feed("out.jsonl")}, urls=urls[:pages])
    assert len(lines("out.jsonl")) == 1 + pages
    assert f"Feed out.jsonl was left by a crawl that was killed: {len(HALF)} bytes" in caplog.text


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("out.csv", {"format": "csv"}),
        ("out.jsonl", {"format": "jsonlines", "encoding": "utf-16"}),
        ("out.gz", {"format": "jsonlines", "postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"]}),
    ],
)
@deferred_f_from_coro_f
async def test_other_files_are_left_as_they_are(
    path: str, options: dict[str, Any], urls: list[str], crawl: Any
) -> None:
    Path(path).write_text(HALF, encoding="utf-8")
    await crawl(Reader, {**SQLITE, "FEEDS": {path: options}}, urls=urls[:1])
    assert Path(path).read_bytes().startswith(HALF.encode())


@pytest.mark.parametrize(
    "case",
    [
        ("out.json", False, "[\n", "a second JSON array"),
        ("out.xml", False, "<items>", "a second XML document"),
        ("out.csv", False, "url,te", "a second line of column names"),
        ("out.jsonl", False, "{}\n", None),
        ("out.json", True, "[\n", None),
        ("out.json", False, "", None),
        ("out.json", False, None, None),
    ],
)
@deferred_f_from_coro_f
async def test_appending_to_a_format_that_ends_once_is_warned_of(
    case: tuple[str, bool, str | None, str | None], urls: list[str], crawl: Any, caplog: pytest.LogCaptureFixture
) -> None:
    path, overwrite, before, warned = case
    if before is not None:
        Path(path).write_text(before, encoding="utf-8")
    options = {"format": path.partition(".")[2].replace("jsonl", "jsonlines"), "overwrite": overwrite}
    outcome = await crawl(Reader, {**SQLITE, "FEEDS": {path: options}}, urls=urls)
    lines = [r.getMessage() for r in caplog.records if "holds something already" in r.getMessage()]
    assert len(lines) == (warned is not None)
    assert warned is None or warned in lines[0]
    assert outcome.count("store/confirmed") == COUNT
    if before == "" or overwrite:
        assert len(json.loads(Path(path).read_text(encoding="utf-8"))) == COUNT


@pytest.mark.skipif(os.name != "posix", reason="needs the locks of POSIX systems")
@deferred_f_from_coro_f
async def test_a_feed_is_held_while_it_is_written(urls: list[str], crawl: Any) -> None:
    from boilerspider.crawl.feedfile import mend  # noqa: PLC0415 - beside its one use

    mended: list[Any] = []

    class Tearing(Reader):
        custom_settings = {"CONCURRENT_REQUESTS": 1, "DOWNLOAD_DELAY": 0.05}

        def parse(self, response: Any) -> Any:
            if Path("out.jsonl").exists():
                with Path("out.jsonl").open("ab") as file:
                    file.write(b'{"x": 1}')
                mended.append(mend(Path("out.jsonl")))
            yield from super().parse(response)

    await crawl(Tearing, {**SQLITE, **feed("out.jsonl")}, urls=urls)
    assert mended == [None] * (COUNT - 1)
    assert mend(Path("out.jsonl")) is None  # the last item ends with its line break


@pytest.mark.skipif(os.name != "posix", reason="needs files that are appended to as POSIX has it")
@pytest.mark.parametrize("overwrite", [True, False])
@deferred_f_from_coro_f
async def test_a_feed_that_is_copied_and_emptied_is_written_on(urls: list[str], crawl: Any, *, overwrite: bool) -> None:
    """As `copytruncate` does; what was written at the old place would begin with as many zeros."""

    class Rotated(Reader):
        custom_settings = {"CONCURRENT_REQUESTS": 1, "DOWNLOAD_DELAY": 0.05}

        def parse(self, response: Any) -> Any:
            written = Path("out.jsonl").read_bytes() if Path("out.jsonl").exists() else b""
            if written.count(b"\n") == COUNT // 2:
                Path("rotated.jsonl").write_bytes(written)
                os.truncate("out.jsonl", 0)
            yield from super().parse(response)

    await crawl(Rotated, {**SQLITE, **feed("out.jsonl", overwrite=overwrite)}, urls=urls)
    assert len(lines("rotated.jsonl")) == COUNT // 2
    assert len(lines("out.jsonl")) == COUNT - COUNT // 2


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_feed_may_be_a_named_pipe(site: Callable[..., Site], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    command = ["crawl", "news", "-a", f"urls={site({'/': page('bridge')}).url('/')}", "-a", "discover=none"]
    command += ["-s", "BOILERSPIDER_STORE=memory:", "--loglevel", "INFO", "-o", str(pipe)]
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        try:
            done = forked.run(*command, cwd=ROOT)
            told, _ = reader.communicate(timeout=60)
        finally:
            reader.kill()
    assert done.returncode == 0, done.stderr
    assert len(told.splitlines()) == 1
