"""Markdown, Parquet, folders and feeds by site: what crawls leave on disk, and what counts as delivered."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page
from reader import Reader
from scrapy.exporters import CsvItemExporter, XmlItemExporter
from scrapy.extensions.feedexport import ItemFilter
from scrapy.settings import Settings
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl import outputs
from boilerspider.crawl.feedchecks import refuse_mistakes
from boilerspider.crawl.outputs import add_outputs
from boilerspider.crawl.outputs.folder import Folder, FolderStorage, file_name
from boilerspider.crawl.outputs.partition import by_site
from boilerspider.errors import BadConfiguration
from boilerspider.model import Article, Image

ROOT = Path(__file__).resolve().parents[3]
SQLITE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
COUNT = 5
NOON = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)


@pytest.fixture
def urls(site: Callable[..., Site]) -> list[str]:
    head = '<meta property="article:published_time" content="2026-11-20T12:00:00Z"><meta name="author" content="Ada Byron">'
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n, head=head) for n in range(COUNT)})
    return [post.url(f"/{n}") for n in range(COUNT)]


def feeds(uri: str, format_: str, **options: Any) -> dict[str, Any]:
    return {**SQLITE, "FEEDS": {uri: {"format": format_, **options}}}


def front_matter(document: str) -> dict[str, Any]:
    start, front, _ = document.split("---\n", 2)
    assert start == ""
    return {name: json.loads(value) for name, _, value in (line.partition(": ") for line in front.splitlines())}


PICTURES = [Image("https://a.example/1.png", 'The "old" bridge, Größe', "Ada"), Image("https://a.example/2.png")]


@pytest.mark.parametrize("item", [Article(images=PICTURES), {"images": PICTURES}], ids=["article", "own"])
@pytest.mark.parametrize(
    ("exporter", "pictures_in"),
    [
        (CsvItemExporter, lambda text: next(csv.DictReader(io.StringIO(text)))["images"]),
        (XmlItemExporter, lambda text: f"[{','.join(re.findall('<value>(.*?)</value>', text))}]"),
    ],
    ids=["csv", "xml"],
)
def test_pictures_are_json_where_scrapy_writes_what_python_shows(exporter: Any, pictures_in: Any, item: Any) -> None:
    file = io.BytesIO()
    writer = exporter(file, encoding="utf-8")
    writer.start_exporting()
    writer.export_item(item)
    if exporter is XmlItemExporter:
        writer.finish_exporting()
    else:
        writer.stream.flush()
    assert json.loads(pictures_in(file.getvalue().decode())) == [asdict(picture) for picture in PICTURES]


@deferred_f_from_coro_f
async def test_a_folder_holds_one_markdown_file_an_article(urls: list[str], crawl: Any) -> None:
    outcome = await crawl(Reader, feeds("folder:out?by=site/day", "markdown"), urls=urls)
    assert outcome.count("store/confirmed") == COUNT
    files = sorted(Path("out/127.0.0.1").rglob("*.md")) or sorted(Path("out").rglob("*.md"))
    assert len(files) == COUNT
    assert {file.parent.name for file in files} == {"2026-11-20"}
    first = files[0].read_text(encoding="utf-8")
    assert front_matter(first)["authors"] == ["Ada Byron"]
    assert front_matter(first)["published"] == "2026-11-20T12:00:00+00:00"
    assert {"text", "html"}.isdisjoint(front_matter(first))
    assert "# The bridge number 0" in first
    assert "the bridge number 0 was named again" in first
    assert (await crawl(Reader, feeds("folder:out?by=site/day", "markdown"), urls=urls)).items == []


@deferred_f_from_coro_f
async def test_other_feeds_take_markdown_one_after_the_other(urls: list[str], crawl: Any) -> None:
    await crawl(Reader, feeds("out.md", "md"), urls=urls)
    assert Path("out.md").read_text(encoding="utf-8").count("\n# The bridge number") == COUNT


@deferred_f_from_coro_f
async def test_items_of_any_kind_become_markdown(urls: list[str], crawl: Any) -> None:
    class Own(Reader):
        def parse(self, response: Any) -> Any:
            yield {"url": response.url, "title": "A: title", "text": None, "when": NOON}

    await crawl(Own, feeds("folder:out", "markdown"), urls=urls[:1])
    (file,) = Path("out").glob("*.md")
    document = file.read_text(encoding="utf-8")
    assert front_matter(document) == {"url": urls[0], "title": "A: title", "when": "2026-11-20T12:00:00+00:00"}
    assert "# A: title\n\nThe council" in document


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (
            {"title": "The Bridge, at last!", "published": NOON, "content_hash": "0123456789ab"},
            "2026-11-20-the-bridge-at-last-01234567",
        ),
        ({"title": "橋がついに完成", "fetched_at": NOON}, "2026-11-20-橋がついに完成-[0-9a-f]{8}"),
        ({"title": "../../etc/passwd"}, "etc-passwd-[0-9a-f]{8}"),
        ({"title": "x" * 300}, "x{80}-[0-9a-f]{8}"),
        ({}, "[0-9a-f]{8}"),
    ],
)
def test_file_names(item: dict[str, Any], name: str) -> None:
    assert re.fullmatch(name, file_name(item))


@pytest.mark.parametrize("values", [("Rain.", "Sun."), (["Rain."], ["Sun."]), (7, 31), ({"noon": 7}, {"noon": 31})])
def test_items_of_one_title_and_day_are_files_of_their_own(values: tuple[Any, Any]) -> None:
    briefings = [{"title": ["Morning briefing"], "body": body, "at": datetime.now()} for body in (*values, values[1])]  # noqa: DTZ005 - a spider's own
    first, second, again = map(file_name, briefings)
    assert first != second == again
    assert first.startswith("morning-briefing-")


@deferred_f_from_coro_f
async def test_what_an_item_loader_leaves_is_a_file_each_of_running_text(urls: list[str], crawl: Any) -> None:
    class Loaded(Reader):
        def parse(self, response: Any) -> Any:
            yield {"url": [response.url], "title": ["The bridge"], "text": response.css("p::text").getall()}

    outcome = await crawl(Loaded, feeds("folder:out?by=site", "markdown"), urls=urls)
    documents = [file.read_text(encoding="utf-8") for file in Path("out").rglob("the-bridge-*.md")]
    assert len(documents) == outcome.count("store/confirmed") == COUNT
    assert all("# The bridge\n\nThe council" in document and ".\n\n" in document for document in documents)
    assert [folder.name for folder in Path("out").iterdir()] != ["unknown"]


@deferred_f_from_coro_f
async def test_nothing_is_written_of_what_in_its_list_is_none(urls: list[str], crawl: Any) -> None:
    class Loaded(Reader):
        def parse(self, response: Any) -> Any:
            yield {"url": [response.url], "title": [None], "text": ["Rain.", None, "Sun."]}

    await crawl(Loaded, feeds("folder:out", "markdown"), urls=urls[:1])
    (file,) = Path("out").glob("*.md")
    assert file.read_text(encoding="utf-8").endswith("---\n\nRain.\n\nSun.\n\n")
    assert "none" not in file.name


@pytest.mark.parametrize("letter", ["x", "é", "港", "𠀋"])
def test_no_name_is_too_long_for_a_file(tmp_path: Path, letter: str) -> None:
    item = {"title": letter * 300, "published": datetime(2026, 11, 20, tzinfo=timezone.utc), "content_hash": "1a2b3c4d"}
    written = Folder(tmp_path, ()).write(item, ".markdown", b"text")
    assert written.read_bytes() == b"text"
    assert letter * 20 in written.name


@pytest.mark.parametrize("url", ["http://../x", "http://a/../../b", "", "nonsense"])
def test_nothing_leaves_the_folder(url: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "in", ("site", "language"))
    written = folder.write({"url": url, "language": "../..", "title": ".."}, ".md", b"x")
    assert (tmp_path / "in") in written.resolve().parents


@pytest.mark.parametrize(
    ("uri", "format_", "words"),
    [
        ("folder:", "markdown", "folder:PATH"),
        ("folder:out?by=author", "markdown", "site, day, language"),
        ("folder:out?other=1", "markdown", "folder:PATH"),
        ("folder:out", "csv", "set its format to 'markdown'"),
    ],
)
def test_folders_that_cannot_be_are_refused(uri: str, format_: str, words: str) -> None:
    with pytest.raises(SystemExit, match=words):
        FolderStorage(uri, feed_options={"format": format_})


@pytest.mark.parametrize("scheme", ["folder", "Folder"])
def test_a_scheme_is_no_part_of_the_folder(scheme: str) -> None:
    assert FolderStorage(f"{scheme}:a:b?by=day", feed_options={"format": "md"}).folder.path == Path("a:b")


@deferred_f_from_coro_f
async def test_parquet_has_row_groups_and_typed_columns(urls: list[str], crawl: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    options = {"overwrite": True, "item_export_kwargs": {"rows_a_group": 2}}
    outcome = await crawl(Reader, feeds("out.parquet", "parquet", **options), urls=urls)
    assert outcome.count("store/confirmed") == COUNT
    table = parquet.read_table("out.parquet")
    assert parquet.ParquetFile("out.parquet").num_row_groups == 3
    assert table.column("published").to_pylist() == [NOON] * COUNT
    assert table.column("authors").to_pylist() == [["Ada Byron"]] * COUNT
    assert sorted(table.column("url").to_pylist()) == sorted(urls)
    assert str(table.schema.field("images").type).startswith("list<")
    assert table.schema.names[0] == "url"


@deferred_f_from_coro_f
async def test_a_parquet_feed_that_gets_nothing_is_a_table_without_rows(urls: list[str], crawl: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("first", "second"):
        await crawl(Reader, feeds(f"{name}.parquet", "parquet"), urls=urls)
    first, second = (parquet.read_table(f"{name}.parquet") for name in ("first", "second"))
    assert (first.num_rows, second.num_rows) == (COUNT, 0)
    assert second.schema == first.schema


@pytest.mark.parametrize("fields", [["headline", "url"], {"url": "link", "headline": "title"}])
def test_a_parquet_feed_that_gets_nothing_has_the_columns_that_it_was_told(fields: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from boilerspider.crawl.outputs.parquet import ParquetExporter  # noqa: PLC0415 - pyarrow may not be there

    file = io.BytesIO()
    exporter = ParquetExporter(file, fields_to_export=fields)
    exporter.start_exporting()
    exporter.finish_exporting()
    assert parquet.read_table(file).column_names == list(fields.values() if isinstance(fields, dict) else fields)


@deferred_f_from_coro_f
async def test_parquet_batches_are_delivered_one_by_one(urls: list[str], crawl: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    await crawl(Reader, feeds("out-%(batch_id)d.parquet", "parquet", batch_item_count=2), urls=urls)
    sizes = [parquet.read_table(str(path)).num_rows for path in sorted(Path.cwd().glob("out-*.parquet"))]
    assert sizes == [2, 2, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "name", "is_refused"),
    [
        ("-o", "there.parquet", True),
        ("-o", "%(name)s.parquet", True),
        ("-o", "%(batch_id)d.parquet", True),
        ("-O", "there.parquet", False),
        ("-o", "new.parquet", False),
        ("-o", "%(time)s.parquet", False),
        ("-o", "there.jsonl", False),
    ],
)
def test_parquet_is_never_appended_to(
    how: str, name: str, is_refused: bool, site: Callable[..., Site], tmp_path: Path
) -> None:
    post = site({"/": page("bridge")})
    there = [tmp_path / held for held in ("there.parquet", "news.parquet", "1.parquet", "there.jsonl")]
    for path in there:
        path.write_bytes(b"PAR1 something that is there")
    store = f"BOILERSPIDER_STORE=sqlite:{tmp_path / 'memory.sqlite'}"
    command = ["crawl", "news", "-a", f"urls={post.url('/')}", how, f"{tmp_path}/{name}", "-s", store]
    command += ["-s", "FEED_EXPORT_BATCH_ITEM_COUNT=5"] if "batch" in name else []
    done = forked.run(*command, "--loglevel", "ERROR", cwd=ROOT)
    assert done.returncode == is_refused, done.stderr
    assert ("a Parquet file cannot be appended to; overwrite it (-O), or put" in done.stderr) == is_refused
    assert ("/" in post.paths()) != is_refused
    kept = [path.name for path in there if path.read_bytes() == b"PAR1 something that is there"]
    assert kept == [path.name for path in there if is_refused or path.name != name]


def test_a_place_whose_package_is_missing_is_refused_before_the_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    feeds = {"gs://bucket/articles.jsonl": {"format": "jsonlines"}}
    monkeypatch.setattr(outputs, "find_spec", lambda _: None)
    with pytest.raises(
        BadConfiguration, match=r"feed gs://bucket/articles\.jsonl needs .*: pip install google-cloud-storage"
    ):
        add_outputs(Settings({"FEEDS": feeds}))
    add_outputs(Settings({"FEEDS": feeds, "FEED_STORAGES": {"gs": "my.Storage"}}))
    monkeypatch.setattr(outputs, "find_spec", lambda name: name)
    add_outputs(Settings({"FEEDS": feeds}))


def test_a_projects_own_formats_win() -> None:
    settings = Settings({"FEED_EXPORTERS": {"markdown": "my.Exporter", "mine": "my.Own"}})
    add_outputs(settings)
    assert {name: settings["FEED_EXPORTERS"][name] for name in ("markdown", "mine")} == {
        "markdown": "my.Exporter",
        "mine": "my.Own",
    }


def test_feeds_by_site() -> None:
    parted = by_site(
        {"%(site)s.jsonl": {"format": "jsonlines"}, "all.csv": {"format": "csv"}}, ["b.org", "127.0.0.1:8080", "b.org"]
    )
    assert list(parted) == ["127.0.0.1_8080.jsonl", "b.org.jsonl", "others.jsonl", "all.csv"]
    accepts = {
        uri: [
            url
            for url in ("https://www.b.org/1", "http://127.0.0.1:8080/2", "https://c.net/3", "")
            if o["item_filter"](o).accepts({"url": url})
        ]
        for uri, o in parted.items()
        if "site" in o
    }
    assert accepts == {
        "127.0.0.1_8080.jsonl": ["http://127.0.0.1:8080/2"],
        "b.org.jsonl": ["https://www.b.org/1"],
        "others.jsonl": ["https://c.net/3", ""],
    }


class LongOnes(ItemFilter):
    """A project's own filter, whose bound stands in the feed's options."""

    def accepts(self, item: Any) -> bool:
        return len(item["url"]) >= self.feed_options["shortest"]


@pytest.mark.parametrize("own", [LongOnes, f"{LongOnes.__module__}.LongOnes"])
def test_feeds_by_site_keep_the_filter_of_the_project(own: Any) -> None:
    parted = by_site({"%(site)s.jsonl": {"item_filter": own, "shortest": 18}}, ["b.org"])
    options = parted["b.org.jsonl"]
    accepts = options["item_filter"](options).accepts
    urls = ("https://b.org/", "https://b.org/2026", "https://c.net/2026")
    assert [accepts({"url": url}) for url in urls] == [False, True, False]


def test_such_a_filter_that_is_none_is_refused() -> None:
    settings = Settings({"FEEDS": by_site({"%(site)s.jsonl": {"item_filter": "nope.Filter"}}, ["b.org"])})
    add_outputs(settings)
    with pytest.raises(BadConfiguration, match=r"feed b.org.jsonl: own_filter 'nope.Filter' cannot be imported"):
        refuse_mistakes(settings)
