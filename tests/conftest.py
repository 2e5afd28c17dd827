"""What tests of every folder share."""

from __future__ import annotations

import gc
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from chromium import find_chromium
from hypothesis import settings
from loopback import Site, serve

settings.register_profile("untimed", deadline=None)  # on a busy machine any example may take long
settings.load_profile("untimed")

os.environ.pop("PYTHONUNBUFFERED", None)  # processes of tests write as a user's do

SHARED = Path(__file__).resolve().parents[2] / "shared"

Corpus = list[tuple[dict[str, Any], bytes]]


def read_corpus(folder: Path, limit: int | None) -> Iterator[tuple[dict[str, Any], bytes]]:
    with zipfile.ZipFile(folder / "pages.zip") as pages, (folder / "gold.jsonl").open(encoding="utf-8") as gold:
        for line in islice(gold, limit):
            record = json.loads(line)
            yield record, pages.read(record["id"] + ".html")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora and tools that stands beside a development checkout."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder `shared` beside the checkout (corpora and tools)")
    return SHARED


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Callable[..., Corpus]:
    """corpus(name, limit=None) -> the corpus' gold records and pages."""
    return lambda name, limit=None: list(read_corpus(shared / "data" / name, limit))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where a real browser is."""
    found = find_chromium()
    if found is None:
        pytest.skip("needs Chromium (Debian: apt-get install chromium)")
    return found


@pytest.fixture
def site() -> Iterator[Callable[..., Site]]:
    """site(pages, host="127.0.0.1") -> a running Site."""
    stops = []

    def make(pages: dict[str, Any], host: str = "127.0.0.1") -> Site:
        running, stop = serve(pages, host)
        stops.append(stop)
        return running

    yield make
    for stop in stops:
        stop()


def pytest_collection_finish() -> None:
    """What thousands of tests are made of stays to the end: no collection need look through it again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many damaged and invented pages were extracted: the fuzz promises a number."""
    properties = [pair for report in terminalreporter.getreports("passed") for pair in report.user_properties]
    if extractions := sum(value for name, value in properties if name == "extractions"):
        terminalreporter.write_line(f"{extractions:,} extractions of damaged and invented pages")
