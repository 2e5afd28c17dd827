"""Items whose shape would make a Parquet file that nobody can read, or none at all: each costs itself alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from loopback import Site, page

from tests.crawl.outputs.own import own_spider
from tests.crawl.outputs.stored import parquet, stored

NESTED: dict[str, tuple[Callable[[Any], Any], int]] = {
    "structures": (lambda value: {"a": value}, 98),
    "lists": (lambda value: [value], 49),
    "answers to answers": (lambda value: [{"who": "a", "replies": value}], 32),
    "answers beside others": (lambda value: [{"who": "b"}, {"replies": value}], 32),
}
"""How a value is nested, and how often it may be."""


@pytest.mark.parametrize("group", [1, 9])
@pytest.mark.parametrize("shape", NESTED)
def test_what_is_nested_deeper_than_a_file_is_read_costs_its_item_alone(shape: str, group: int) -> None:
    nest, most = NESTED[shape]

    def item(n: int, times: int) -> dict[str, Any]:
        value: Any = 1
        for _ in range(times):
            value = nest(value)
        return {"url": f"https://a.org/{n}", "x": value}

    times = (most, most + 1, most, 10 * most, 3_000)
    rows, refused = stored(*(item(n, many) for n, many in enumerate(times)), group=group)
    assert [row["url"][-1] for row in rows] == ["0", "2"]
    assert rows[0]["x"] == rows[1]["x"] is not None
    for n, why in zip((1, 3, 4), refused, strict=True):
        assert why.startswith(f"the item https://a.org/{n} has ")
        assert "nested deeper than Parquet files are read (99 levels, a list counted as two); make it a text" in why


@pytest.mark.parametrize("group", [1, 9])
@pytest.mark.parametrize(
    "odd", [{"a\ud800": 1}, {"a\ud800": None}, {"x": {"a\ud800": 1}}, {"x": [{"b": 1}, {"\udcff": 1}]}]
)
def test_half_a_character_in_a_name_costs_its_item_alone(odd: dict[str, Any], group: int) -> None:
    rows, refused = stored({"n": 0, "x": None}, {"n": 1, **odd}, {"n": 2, "x": None}, group=group)
    assert [row["n"] for row in rows] == [0, 2]
    assert len(refused) == 1
    refused[0].encode()


OWN = own_spider("""
answers = []
for _ in range(40):
    answers = [{"who": "a", "replies": answers}]
for more in ({"first": 1}, {"comments": answers}, {"a\\ud800": 1}, {"x": {"a\\ud800": 1}}, {"last": 1}):
    yield {"url": response.url, "title": " ".join(more).encode("ascii", "ignore").decode(), **more}
""")


@pytest.mark.slow
def test_a_crawl_loses_no_other_item_to_such_a_one(site: Callable[..., Site], tmp_path: Path) -> None:
    post = site({"/": page("bridge")})
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    command = ["runspider", "own.py", "-a", f"urls={post.url('/')}", "--loglevel", "ERROR"]
    command += ["-s", f"FEEDS={json.dumps({'out.parquet': {'format': 'parquet'}})}"]
    command += ["-s", "BOILERSPIDER_STORE=sqlite:memory.sqlite"]
    done = forked.run(*command, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert parquet.read_table(tmp_path / "out.parquet").column("title").to_pylist() == ["first", "last"]
    assert " ERROR: feed out.parquet did not take 3 of 5 items" in done.stderr
    assert "Traceback" not in done.stderr
