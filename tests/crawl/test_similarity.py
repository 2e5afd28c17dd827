"""How similar a copy is, site by site; whole crawls of the news spider against servers on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Site, page
from scrapy.utils.defer import deferred_f_from_coro_f

from boilerspider.spiders.news import NewsSpider
from tests.crawl.posts import front, path

BOX = "<p>Members read on for less this week only, {}, so {} before the offer ends, and {} is on us.</p>"
OURS = {
    "ROBOTSTXT_OBEY": False,
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
        "boilerspider.crawl.offsite.SitesOnly": 50,
    },
}


def paper(*boxes: str) -> dict[str, str]:
    """A site with one story, printed once with each box in it."""
    story = page("bridge", count=12)
    printed = {
        path(f"bridge-{word}"): story.replace("</p><p>", f"</p>{BOX.format(word, word, word)}<p>", 1) for word in boxes
    }
    return {"/": front(*printed), **printed}


@pytest.mark.parametrize(
    ("rule", "setting", "emitted"),
    [("", 0.6, (1, 1)), ("similarity = 0.99", 0.6, (2, 1)), ("similarity = 0.5", 0.99, (1, 2))],
    ids=["without a rule", "higher than the setting", "lower than the setting"],
)
@deferred_f_from_coro_f
async def test_a_site_of_a_sites_file_says_how_similar_its_copies_are(
    site: Callable[..., Site], crawl: Any, rule: str, setting: float, emitted: tuple[int, int]
) -> None:
    ruled, other = site(paper("tea", "sofas")), site(paper("boats", "umbrellas"), "127.0.0.2")
    text = f"[[site]]\nstart = '{ruled.base}/'\n{rule}\n[[site]]\nstart = '{other.base}/'\n"
    Path("sites.toml").write_text(text, "utf-8")
    settings = {**OURS, "BOILERSPIDER_SIMILARITY": setting, "BOILERSPIDER_DEDUP_SCOPE": "site"}
    outcome = await crawl(NewsSpider, settings, sites="sites.toml")
    assert tuple(sum(item.url.startswith(each.base) for item in outcome.items) for each in (ruled, other)) == emitted
