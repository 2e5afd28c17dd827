"""What items of many shapes leave in a Parquet feed: what does not fit is told of, and costs itself alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from gzip import decompress
from io import BytesIO
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page

from boilerspider.crawl.outputs.columns import MAX_COLUMNS
from boilerspider.crawl.outputs.parquet import ParquetExporter
from boilerspider.errors import ItemError
from boilerspider.model import Article
from tests.crawl.outputs.own import own_spider
from tests.crawl.outputs.stored import stored

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

NOON = datetime(2026, 11, 20, 12, tzinfo=timezone.utc)
IN_ROME = NOON.astimezone(timezone(timedelta(hours=1)))


@pytest.mark.parametrize("group", [1, 2, 9])
def test_an_odd_value_costs_its_item_alone(group: int) -> None:
    items = [{"url": f"https://a.org/{n}", "price": price} for n, price in enumerate([1, 2, "dear", 4, 5])]
    rows, (refused,) = stored(*items, group=group)
    assert [row["price"] for row in rows] == [1, 2, 4, 5]
    assert refused == (
        "the item https://a.org/2 has str ('dear') in its field 'price', where the column has int64; "
        "give the field values of one type in all items"
    )


def test_a_field_that_comes_too_late_costs_its_item_alone() -> None:
    rows, (refused,) = stored({"a": 1}, {"a": 2}, {"a": 3, "b": 4}, {"a": 5, "b": None}, {"a": 6})
    assert rows == [{"a": 1}, {"a": 2}, {"a": 5}, {"a": 6}]
    assert "an item has int (4) in its field 'b', and there is no such column" in refused


def test_names_that_are_no_texts_become_some() -> None:
    rows, refused = stored({"url": "https://a.org/1", 2: "two", "scores": {1: 0.5, None: {("a", "b"): 3}}})
    assert rows == [{"url": "https://a.org/1", "2": "two", "scores": {"1": 0.5, "None": {"('a', 'b')": 3}}}]
    assert not refused


@pytest.mark.parametrize(
    ("values", "kept"),
    [
        ([None, 1], [None, 1]),
        ([1, 2.5], [1.0, 2.5]),
        ([[], ["a"]], [[], ["a"]]),
        ([{"a": 1}, {"b": None, "a": 2.5}], [{"a": 1.0, "b": None}, {"a": 2.5, "b": None}]),
        ([[{"a": 1}], [{"b": "c"}]], [[{"a": 1, "b": None}], [{"a": None, "b": "c"}]]),
        ([{}, {"a": {}, "b": 1}], [None, {"a": None, "b": 1}]),
        ([{}, None], [None, None]),
        ([NOON, IN_ROME], [NOON, NOON]),
        ([Decimal("1.5"), Decimal("10.25")], [Decimal("1.50"), Decimal("10.25")]),
        ([("a",), {"b"}], [["a"], ["b"]]),
    ],
)
def test_columns_widen_until_the_first_group_is_written(values: list[Any], kept: list[Any]) -> None:
    rows, refused = stored(*({"n": n, "x": value} for n, value in enumerate(values)))
    assert [row["x"] for row in rows] == kept
    assert refused == []


@pytest.mark.parametrize(
    "values",
    [
        [2**60 + 1, 0.5],
        ["a", 1],
        ["a", b"b"],
        [1, True],
        [NOON, NOON.replace(tzinfo=None)],
        [NOON.date(), NOON],
        [["a"], "a"],
        [["a"], [1]],
        [{"a": 1}, {"a": "b"}],
        [1, 2**70],
        [1, object()],
        ["a", "\ud800"],
        [Decimal("1.5"), 1.5],
    ],
)
def test_no_value_is_bent_to_fit(values: list[Any]) -> None:
    items = [{"n": n, "x": value} for n, value in enumerate(values)]
    for group in (1, 2, 3):
        rows, refused = stored(*items, {"n": 2, "x": values[0]}, group=group)
        assert [row["x"] for row in rows] == [values[0], values[0]]
        assert len(refused) == 1


def test_nothing_is_cut_off_once_columns_stand() -> None:
    for first, later in ((1, 1.5), ({"a": 1}, {"a": 1, "b": 2}), (None, 5), ([], [5]), ([{"a": 1}], [{"b": 1}])):
        rows, refused = stored({"n": 0, "x": first}, {"n": 1, "x": later}, {"n": 2, "x": None}, group=1)
        assert [row["n"] for row in rows] == [0, 2]
        assert "in its field 'x', where the column has" in refused[0]


SHAPES: dict[str, Callable[[int], Any]] = {
    "a part of its own": lambda n: {f"team {n}": 3},
    "a list of parts of its own": lambda n: [{f"player {n}": cell} for cell in range(5)],
    "whole and broken numbers by turns": lambda n: {f"team {n // 2}": 3 if n % 2 else 2.5},
    "a value that does not fit": lambda n: "text" if n % 2 else {"team": n},
    "the same parts": lambda n: {"team": n},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_an_item_costs_the_same_however_many_wait(shape: str) -> None:
    steps = []
    for count in (FEW, MANY):
        exporter = ParquetExporter(BytesIO(), rows_a_group=MANY + 1)
        made = [{"url": f"https://a.org/{n}", "x": SHAPES[shape](n)} for n in range(count)]
        steps.append(steps_of(lambda exporter=exporter, made=made: taken(exporter, made)))
    assert steps[1] < 1.3 * MANY / FEW * steps[0]


FEW, MANY = 40, 320
"""Items of which none is written yet."""


def steps_of(work: Callable[[], Any]) -> int:
    """How many instructions of Python's the modules of outputs take."""
    count = 0

    def step(frame: Any, event: str, _argument: Any) -> Any:
        nonlocal count
        if not frame.f_globals.get("__name__", "").startswith("boilerspider.crawl.outputs."):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def taken(exporter: ParquetExporter, items: list[Any]) -> list[bool]:
    """Whether a feed took each of them."""
    found = []
    for item in items:
        try:
            exporter.export_item(item)
        except ItemError:  # noqa: PERF203 - a feed goes on
            found.append(False)
        else:
            found.append(True)
    return found


@pytest.mark.parametrize("group", [1, 9])
@pytest.mark.parametrize("nested", [False, True])
def test_a_table_has_an_end(nested: bool, group: int) -> None:
    names = [f"team {n}" for n in range(MAX_COLUMNS)]
    half = dict.fromkeys(names[: MAX_COLUMNS // 2], 1)
    most = dict.fromkeys(names[: MAX_COLUMNS - 1], 1)

    def item(n: int, scores: dict[str, int]) -> dict[str, Any]:
        return {"n": n, "x": [{"y": scores}]} if nested else {"n": n, **scores}

    rows, refused = stored(
        item(0, dict.fromkeys(names, 1)), item(1, most), item(2, {"one more": 1}), item(3, half), group=group
    )
    assert [row["n"] for row in rows] == [1, 3]
    assert "with which the table would have more than 1,000 columns, each part of a structure counted; " in refused[0]
    assert len(refused[1]) < 600


def test_what_no_column_holds_is_refused_at_once() -> None:
    rows, refused = stored({"x": object()}, {}, {"y": 2**70}, {"z": 1})
    assert rows == [{"z": 1}]
    assert len(refused) == 3
    assert "which Parquet has no type for; make it a text" in refused[0]


def test_articles_keep_their_columns() -> None:
    article = Article(url="https://a.org/1", word_count=7)
    own = {"url": "https://a.org/2", "word_count": 1.5}
    for group in (1, 9):
        rows, refused = stored(article, own, {"url": "https://a.org/3", "word_count": 8}, article, group=group)
        assert [row["word_count"] for row in rows] == [7, 8, 7]
        assert "float (1.5) in its field 'word_count', where the column has int64" in refused[0]
    rows, refused = stored(Article(title={"no": "text"}), article, article)  # type: ignore[arg-type]
    assert (len(rows), len(refused)) == (2, 1)
    rows, refused = stored({"url": "https://a.org/1", "published": "today"}, article, group=9)
    assert [row["published"] for row in rows] == ["today"]
    assert len(refused) == 1


def test_an_item_that_is_no_article_adds_its_columns_in_time() -> None:
    rows, refused = stored(Article(url="https://a.org/1"), {"url": "https://a.org/2", "price": 3}, group=9)
    assert ([row["price"] for row in rows], refused) == ([None, 3], [])
    rows, refused = stored(Article(url="https://a.org/1"), {"url": "https://a.org/2", "price": 3}, group=1)
    assert len(rows) == len(refused) == 1


def test_fields_that_a_feed_leaves_out_are_not_looked_at() -> None:
    items = [{"a": 1, "b": 1}, {"a": 2, "b": "c"}, {"a": 3}]
    rows, refused = stored(*items, fields_to_export=["a"])
    assert (rows, refused) == ([{"a": 1}, {"a": 2}, {"a": 3}], [])


OWN = own_spider("""
is_odd = self.odd and response.url.endswith(tuple(self.odd))
yield {"url": response.url, "text": None, "price": "dear" if is_odd else 5}
""")


@pytest.mark.slow
def test_an_odd_item_is_told_of_and_comes_again(site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({f"/{n}": page(f"bridge number {n}x{n}") for n in range(5)})
    urls = [post.url(f"/{n}") for n in range(5)]
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    feeds = {"out.parquet": {"format": "parquet", "overwrite": True, "item_export_kwargs": {"rows_a_group": 2}}}
    command = ["runspider", "own.py", "-a", f"urls={','.join(urls)}", "-s", f"FEEDS={json.dumps(feeds)}"]
    command += ["-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite", "--loglevel", "ERROR", "-a"]

    def kept() -> list[str]:
        return sorted(parquet.read_table(tmp_path / "out.parquet").column("url").to_pylist())

    done = forked.run(*command, "odd=23", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert kept() == [urls[0], urls[1], urls[4]]
    told, end, last = done.stderr.splitlines()
    assert f"ERROR: Feed out.parquet does not take an item: the item {urls[2]} has str ('dear') in its field" in told
    assert " ERROR: feed out.parquet did not take 2 of 5 items" in end
    assert last.endswith("; give the field values of one type in all items, and crawl again: they come again")
    again = forked.run(*command, "odd=", cwd=tmp_path)
    assert (again.returncode, kept()) == (0, urls[2:4]), again.stderr


@pytest.mark.slow
@pytest.mark.parametrize("packed", [False, True])
def test_a_later_batch_is_not_appended_to_a_file_that_is_there(
    packed: bool, site: Callable[..., Site], tmp_path: Path
) -> None:
    post = site({f"/{n}": page(f"bridge number {n}x{n}") for n in range(5)})
    urls = [post.url(f"/{n}") for n in range(5)]
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    options: dict[str, Any] = {"format": "parquet", "batch_item_count": 2}
    options |= {"postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"]} if packed else {}
    command = ["runspider", "own.py", "-a", f"urls={','.join(urls)}", "-a", "odd="]
    command += ["-s", f"FEEDS={json.dumps({'%(batch_id)d.parquet': options})}"]
    command += ["-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite", "--loglevel", "ERROR"]
    there = tmp_path / "2.parquet"
    there.write_bytes(b"PAR1 of another crawl")
    done = forked.run(*command, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    error, last = done.stderr.splitlines()
    assert (
        "2.parquet cannot be written: a Parquet file cannot be appended to; overwrite it (-O), or put %(time)s" in error
    )
    assert last.startswith("boilerspider: feed 2.parquet cannot be written: ")
    assert there.read_bytes() == b"PAR1 of another crawl"
    first = (tmp_path / "1.parquet").read_bytes()
    assert parquet.read_table(BytesIO(decompress(first) if packed else first)).column("url").to_pylist() == urls[:2]
    (tmp_path / "1.parquet").unlink()
    there.unlink()
    again = forked.run(*command, cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert [path.name for path in sorted(tmp_path.glob("*.parquet"))] == ["1.parquet", "2.parquet"]
