"""An archive that cannot be written on ends its crawl, and what it lacks is in no feed."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from broken import COUNT, run, stories
from loopback import Site

from boilerspider.crawl.archives import DamagedArchive, read_pages

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs the limits of POSIX systems")]

LARGEST_PAGE_BYTES = 1_000_000

HALF_OF_THE_ANSWERS_BYTES = 20_000
"""A limit for the archive; the feed has no more than addresses."""


@pytest.mark.parametrize("dedup", ["near", "off"])
def test_an_archive_that_cannot_grow_ends_the_crawl(dedup: str, site: Callable[..., Site], tmp_path: Path) -> None:
    urls = stories(site)
    settings = ["-s", f"BOILERSPIDER_DEDUP={dedup}", "-s", "BOILERSPIDER_WARC_DIR=warc", "-s", "LOG_LEVEL=WARNING"]
    feed = ("-o", "out.csv", "-s", "FEED_EXPORT_FIELDS=url", "-s", "BOILERSPIDER_STORE=memory:")
    done = run(tmp_path, urls, *settings, *feed, largest_file=HALF_OF_THE_ANSWERS_BYTES)
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith("boilerspider: BOILERSPIDER_WARC_DIR: the archive cannot be written")
    assert done.stderr.count("the archive cannot be written") == 2
    fed = set((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()[1:])
    assert 0 < len(fed) < COUNT
    assert fed <= kept(tmp_path)


def kept(folder: Path) -> set[str]:
    """The addresses of the pages in an archive, up to where it breaks off."""
    (archive,) = (folder / "warc").iterdir()
    found: set[str] = set()
    with suppress(DamagedArchive):
        for one in read_pages(archive, LARGEST_PAGE_BYTES):
            found.add(one.url)
    return found
