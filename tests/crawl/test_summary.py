"""What is said on the screen at the end of a crawl."""

from __future__ import annotations

import pytest
from scrapy import Spider
from scrapy.utils.test import get_crawler

from boilerspider.crawl.summary import ScreenSummary


def test_feeds_are_named_without_their_passwords(capsys: pytest.CaptureFixture[str]) -> None:
    feeds = {"postgresql://writer:s3cr3t@host/news?table=articles": {"format": "jsonlines"}, "out.jsonl": {}}
    ScreenSummary(get_crawler(Spider, {"FEEDS": feeds})).finish()
    said = capsys.readouterr().err
    assert "s3cr3t" not in said
    assert "postgresql://host/news?table=articles" in said
    assert "out.jsonl" in said
