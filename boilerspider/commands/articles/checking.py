"""`scrapy articles check`: what is known of an address, or of a page by its text."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from typing import Any, NamedTuple

from scrapy.exceptions import UsageError

from boilerspider.commands import NoPage, iso, page_in, reader_of, say, shown, table
from boilerspider.crawl.options import Options
from boilerspider.crawl.pipelines import candidate_of
from boilerspider.errors import BadConfiguration
from boilerspider.model import Outcome
from boilerspider.redaction import redacted
from boilerspider.spiders import waiting
from boilerspider.stores import Store, Story, Visit
from boilerspider.urls import clean_url


class Known(NamedTuple):
    """What is known of an address."""

    url: str
    """The address by which it is known; empty where it is none."""
    visit: Visit | None
    """Its last visit."""
    story: Story | None
    """The story that it has, as its own or as a copy."""
    marks: list[Visit]
    """The marks that it waits."""


async def known(store: Store, address: str) -> Known:
    """What is known of an address, which may be none."""
    clean = clean_url(address)
    # Visits are kept by clean addresses, stories by what their items say.
    visit = (await store.recall([clean])).get(clean)
    marks = await waiting.marks_of(store.recall, [clean])
    for url in dict.fromkeys((address, clean, visit.copy_of if visit else None)):
        if url and (story := await store.story_of(url)):
            return Known(address if url == address else clean, visit, story, marks)
    return Known(clean, visit, None, marks)


async def check(store: Store, options: Options, args: Sequence[str], opts: Namespace) -> None:
    """Says what is known of the address or the file that is named."""
    if len(args) != 1:
        raise UsageError("check takes one URL or file")
    told = await (_of_address if "://" in args[0] else _of_page)(store, options, args[0])
    if opts.format == "json":
        say(json.dumps(told, ensure_ascii=False, indent=2, default=iso))
        return
    story, now = told.pop("story") or {"story": "not known"}, datetime.now(timezone.utc)
    if waits := tuple(waiting.Waiting(**each).told(now) for each in told.pop("waits", ())):
        told["waits"] = waits
    if "asked_from" in told:
        told["again"] = waiting.asked_again(told.pop("asked_from"), now)
    # A copy's address is another one than its story's.
    other = {
        f"story {name}" if name in told else name: value
        for name, value in story.items()
        if told.get(name, ...) != value
    }
    say(table([(name.replace("_", " "), shown(value)) for name, value in {**told, **other}.items()]))


async def _of_address(store: Store, options: Options, address: str) -> dict[str, Any]:
    """Which story an address has, by its name or as a copy, what its last visit came to, and whether it waits."""
    url, visit, story, marks = await known(store, address)
    if not url:
        raise NoPage(f"{redacted(address)}: that is no web address (one begins with https:// and names a host)")
    visited = await waiting.visited(store.recall, visit, options.recheck, marks) if visit else {"visited": None}
    waits = [asdict(waiting.as_told(mark, options.recheck)) for mark in marks]
    return {"url": url, **visited, "waits": waits, "story": asdict(story) if story else None}


async def _of_page(store: Store, options: Options, path: str) -> dict[str, Any]:
    """Which story a page in a file has, by its text alone."""
    html = await asyncio.to_thread(page_in, path)
    article = reader_of(options).read(html)
    candidate = candidate_of(article.text, f"file:{path}", options)
    if candidate is None:
        raise BadConfiguration(f"{path}: there is no text in it")
    verdict = await store.admit(candidate, similarity=options.similarity)
    await store.release([verdict.claim] if verdict.claim else [])
    is_known = verdict.outcome is not Outcome.NEW
    story = await store.story_of(verdict.original_url or "") if is_known else None
    told = {"file": path, "verdict": verdict.outcome.value, "similarity": verdict.similarity}
    return {**told, "story": asdict(story) if story else None}
