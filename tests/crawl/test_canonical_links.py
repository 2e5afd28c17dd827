"""Sites whose canonical links name one page, and pages of one story whose link is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from loopback import Site, page
from reader import Reader
from scrapy.utils.defer import deferred_f_from_coro_f

SQLITE = {"BOILERSPIDER_STORE": "sqlite:memory.sqlite"}
NAMED = "/story/123-the-bridge-is-open"
PATHS = {"/story/121-the-ferry": "ferry", NAMED: "bridge", "/story/124-the-tram": "tram"}


def linked(post: Site, topic: str, **more: Any) -> str:
    """A page with the canonical link that all pages of a site have."""
    return page(topic, head=f"<link rel='canonical' href='{post.url(NAMED)}'>", **more)


@pytest.mark.parametrize("dedup", ["near", "exact"])
@deferred_f_from_coro_f
async def test_stories_of_a_site_whose_canonical_links_all_name_one_are_stories(
    dedup: str, site: Callable[..., Site], crawl: Any
) -> None:
    post = site({})
    post.pages |= {path: linked(post, topic) for path, topic in PATHS.items()}
    asked, settings = [post.url(path) for path in PATHS], {**SQLITE, "BOILERSPIDER_DEDUP": dedup}
    first = await crawl(Reader, settings, urls=asked)
    assert {item.url: item.revision for item in first.items} == dict.fromkeys(asked, 0)
    assert (await crawl(Reader, settings, urls=asked)).items == []
    post.pages |= {path: linked(post, topic, count=9) for path, topic in PATHS.items()}
    last = await crawl(Reader, settings, urls=asked)
    assert {item.url: item.revision for item in last.items} == dict.fromkeys(asked, 1)


@pytest.mark.parametrize("dedup", ["near", "exact"])
@deferred_f_from_coro_f
async def test_another_page_of_a_story_is_no_story(dedup: str, site: Callable[..., Site], crawl: Any) -> None:
    post = site({})
    post.pages |= {NAMED: linked(post, "bridge"), "/amp/bridge": linked(post, "bridge", count=4)}
    asked = [post.url(path) for path in post.pages]
    outcome = await crawl(Reader, {"BOILERSPIDER_DEDUP": dedup, "CONCURRENT_REQUESTS": 1}, urls=asked)
    assert [item.url for item in outcome.items] == asked[:1]
    assert len(outcome.dropped) == outcome.count("duplicates/near") == 1
