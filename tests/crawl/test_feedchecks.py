"""Mistakes in FEEDS stop a crawl before anything is asked, with one line that names the feed, the mistake and the fix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from boilerspider.crawl import outputs
from boilerspider.crawl.feedchecks import refuse_mistakes
from boilerspider.crawl.outputs import add_outputs
from boilerspider.errors import BadConfiguration

LINES = {"format": "jsonlines"}


def check(feeds: dict[Any, Any], **settings: Any) -> None:
    given = Settings({"FEEDS": feeds, **settings})
    add_outputs(given)
    refuse_mistakes(given)


@pytest.mark.parametrize(
    ("uri", "options", "told"),
    [
        ("a.jsonl", "jsonlines", "feed a.jsonl: 'jsonlines' cannot be its options; a dictionary is needed, such as {"),
        ("a.md", {"format": "markdwn"}, "feed a.md: unknown format 'markdwn'; did you mean 'markdown'?"),
        ("a.txt", {}, "feed a.txt: unknown format 'txt'; known: json, "),
        ("a", {}, "feed a has no format: its options name none, and its name ends in none; known: json, "),
        ("foo://a.md", {}, "feed foo://a.md: unknown place 'foo:'; known: file, "),
        ("postgresq://h/d", LINES, "feed postgresq://h/d: unknown place 'postgresq:'; did you mean 'postgresql'?"),
        ("a.jsonl", {"item_filter": "json.nope"}, "feed a.jsonl: item_filter 'json.nope' cannot be imported: "),
        ("a.jsonl", {"item_classes": ["json.nope"]}, "feed a.jsonl: item_classes 'json.nope' cannot be imported: "),
        ("a.jsonl", {"item_classes": ["json.dumps"]}, "feed a.jsonl: item_classes 'json.dumps' is no class; name one"),
        ("a.jsonl", {"item_classes": "json.nope"}, "feed a.jsonl: item_classes = 'json.nope': a list is needed"),
        ("a.jsonl", {"postprocessing": ["nope.Gzip"]}, "feed a.jsonl: postprocessing 'nope.Gzip' cannot be imported: "),
        ("a.jsonl", {"uri_params": "nope"}, "feed a.jsonl: uri_params 'nope' cannot be imported: "),
        ("a.jsonl", {"batch_item_count": 5}, "feed a.jsonl: with batch_item_count it is many files; put %(batch_id)d "),
        ("a.jsonl", {"batch_item_count": "5"}, "feed a.jsonl: batch_item_count = '5': a whole number is needed"),
        ("a.jsonl", {"item_filter": None}, "feed a.jsonl: item_filter None cannot be imported: "),
        ("a.jsonl", {"postprocessing": None}, "feed a.jsonl: postprocessing = None: a list is needed"),
        ("a.csv", {"fields": "url"}, "feed a.csv: fields = 'url': a list is needed, such as "),
        ("a.csv", {"encoding": "utf-9"}, "feed a.csv: unknown encoding 'utf-9'; write 'utf-8'"),
        ("a.csv", {"item_export_kwargs": "x"}, "feed a.csv: item_export_kwargs = 'x': a dictionary is needed"),
    ],
)
def test_mistakes_are_told_with_the_feed_and_the_fix(uri: str, options: Any, told: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        check({"good.csv": {}, uri: options})
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("option", "meant"),
    [
        ("overwite", "overwrite"),
        ("item_class", "item_classes"),
        ("postprocesing", "postprocessing"),
        ("colour", None),
        ("gzip_compresslevel", None),
        ("partition_by", None),
    ],
)
def test_an_option_that_is_one_of_scrapys_misspelt_is_told(
    caplog: pytest.LogCaptureFixture, option: str, meant: str | None
) -> None:
    check({"a.jsonl": {option: 1}})
    told = f"feed a.jsonl: {option!r} is no option of Scrapy's feeds; did you mean {meant!r}?"
    assert caplog.messages == ([told] if meant else [])


def test_what_can_be_made_is_let_through() -> None:
    gzip = "scrapy.extensions.postprocessing.GzipPlugin"
    check(
        {
            Path("a.jsonl"): {"item_classes": ["scrapy.Item", dict], "encoding": None, "fields": {"url": "link"}},
            "a.gz": {**LINES, "postprocessing": [gzip]},
            "%(batch_id)d.parquet": {"batch_item_count": 5},
            "C:\\a.csv": {},
            "folder:out": {"format": "md"},
            "stdout:": LINES,
            "mine://a.own": {},
        },
        FEED_STORAGES={"mine": "scrapy.extensions.feedexport.FileFeedStorage"},
        FEED_EXPORTERS={"own": "scrapy.exporters.PprintItemExporter", "json": None},
    )


@pytest.mark.parametrize(
    "options",
    [
        *({"item_classes": empty} for empty in (None, (), set(), {"scrapy.Item"})),
        *({"postprocessing": empty} for empty in ([], ())),
        *({"uri_params": empty} for empty in (None, "")),
        *({"batch_item_count": empty} for empty in (None, 0)),
    ],
)
def test_what_scrapy_takes_is_let_through(options: dict[str, Any]) -> None:
    is_batched = "batch_item_count" not in options
    uri = "%(batch_id)d.jsonl" if is_batched else "a.jsonl"
    check({uri: options}, FEED_EXPORT_BATCH_ITEM_COUNT=5, FEED_URI_PARAMS="", FEED_EXPORT_INDENT=None)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"FEED_EXPORT_BATCH_ITEM_COUNT": "x"}, "FEED_EXPORT_BATCH_ITEM_COUNT = 'x': a whole number is needed"),
        ({"FEED_EXPORT_INDENT": "x"}, "FEED_EXPORT_INDENT = 'x': a whole number is needed"),
        ({"FEED_EXPORT_FIELDS": 5}, "FEED_EXPORT_FIELDS = 5: a list, such as ['url', 'title'], is needed"),
        ({"FEED_STORE_EMPTY": "maybe"}, "FEED_STORE_EMPTY = 'maybe': True or False is needed"),
        ({"FEED_STORAGES": {"mine": "nope.X"}}, "FEED_STORAGES: mine = 'nope.X' cannot be imported: "),
        ({"FEED_EXPORTERS": {"own": "json.nope"}}, "FEED_EXPORTERS: own = 'json.nope' cannot be imported: "),
    ],
)
def test_mistakes_in_what_holds_for_all_feeds_are_told(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        check({"a.jsonl": {}}, **settings)
    assert str(caught.value).startswith(told)


def test_feeds_that_are_switched_off_may_be_anything() -> None:
    check({"a": "b"}, EXTENSIONS={"scrapy.extensions.feedexport.FeedExporter": None})


def test_amazons_package_is_asked_for_before_the_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "find_spec", lambda _: None)
    with pytest.raises(BadConfiguration, match=r"^feed s3://bucket/a\.jsonl needs boto3: pip install boto3$"):
        check({"s3://bucket/a.jsonl": LINES})
