"""A folder whose files others take, and whose names survive a loss of power."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from loopback import Site, page
from reader import Reader
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.crawl.outputs.folder import Folder, file_name

COUNT = 5
DURABLE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite", "BOILERSPIDER_STORE_DURABLE": True}


@deferred_f_from_coro_f
async def test_files_may_be_taken_as_they_appear(site: Callable[..., Site], crawl: Any, tmp_path: Path) -> None:
    post = site({f"/{n}": page(f"bridge number {n}", count=4 + 20 * n) for n in range(COUNT)})
    urls, feeds = [post.url(path) for path in post.pages], {"folder:out": {"format": "markdown"}}
    out, taken, is_over = tmp_path / "out", tmp_path / "taken", Event()
    taken.mkdir()

    def take() -> None:
        while not is_over.is_set():
            for file in out.glob("[!.]*"):
                file.rename(taken / file.name)

    taker = Thread(target=take)
    taker.start()
    try:
        outcome = await crawl(Reader, {**DURABLE, "FEEDS": feeds}, urls=urls)
    finally:
        is_over.set()
        taker.join()
    assert outcome.count("store/confirmed") == COUNT
    assert len([*taken.iterdir(), *out.iterdir()]) == COUNT


def test_a_durable_file_is_on_disk_before_it_appears_and_then_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, list[str]]] = []

    def note(descriptor: int) -> None:
        there = [path.name for path in (tmp_path / "in").rglob("[!.]*") if path.is_file()]
        synced.append((os.fstat(descriptor).st_ino, there))

    monkeypatch.setattr(os, "fsync", note)
    folder = Folder(tmp_path / "in", ("site",), durable=True)
    written = folder.write({"url": "https://a.example/1", "title": "one"}, ".md", b"x")
    assert synced == [(written.stat().st_ino, [])]
    folder.write_out()
    names = {written.parent.stat().st_ino, (tmp_path / "in").stat().st_ino}
    assert {node for node, there in synced[1:] if there} == names
    written = folder.write({"url": "https://a.example/2", "title": "two"}, ".md", b"x")
    shutil.rmtree(written.parent)
    folder.write_out()  # somebody took it all


def test_the_name_of_an_item_with_a_set_is_the_same_in_each_crawl() -> None:
    one, other = {0, 8}, {8, 0}
    assert [*one] != [*other]  # as sets of texts are from process to process
    assert file_name({"title": "tides", "tags": one}) == file_name({"title": "tides", "tags": other})
    assert file_name({"title": "tides", "tags": one}) != file_name({"title": "tides", "tags": {8, 1}})
