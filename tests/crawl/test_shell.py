"""`scrapy shell` in a project with boilerspider, whose main thread waits for what another one fetches."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import forked
import pytest
from loopback import Site, page

pytestmark = pytest.mark.slow


def shell(folder: Path, site: Callable[..., Site], *settings: str) -> subprocess.CompletedProcess[str]:
    """A shell that fetches a page and prints its status."""
    address = site({"/": page("bridge")}).url("/")
    given = ("ADDONS=" + json.dumps({"boilerspider.Addon": 500}), "LOG_LEVEL=ERROR", *settings)
    options = (word for setting in given for word in ("-s", setting))
    return forked.run("shell", address, "-c", "response.status", *options, cwd=folder)


@pytest.mark.parametrize("dedup", ["near", "off"])
@pytest.mark.parametrize("feed", [{"there.parquet": {"format": "parquet"}}, {"folder": {"format": "jsonlines"}}])
def test_feeds_that_cannot_be_written_are_none_of_its_business(
    site: Callable[..., Site], tmp_path: Path, feed: dict[str, dict[str, str]], dedup: str
) -> None:
    (tmp_path / "there.parquet").write_text("something", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    done = shell(
        tmp_path,
        site,
        "BOILERSPIDER_STORE=memory:",
        f"BOILERSPIDER_DEDUP={dedup}",
        f"FEEDS={json.dumps(feed)}",
    )
    assert (done.returncode, done.stdout) == (0, "200\n"), done.stderr


def test_a_store_that_is_down_ends_it_with_one_line(site: Callable[..., Site], tmp_path: Path) -> None:
    (tmp_path / "stories.sqlite").write_text("no database", encoding="utf-8")
    done = shell(tmp_path, site, "BOILERSPIDER_STORE=sqlite:stories.sqlite")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("boilerspider: store sqlite:stories.sqlite: that is no SQLite database")
