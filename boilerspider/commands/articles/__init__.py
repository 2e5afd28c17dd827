"""`scrapy articles`: what is remembered of the articles of earlier crawls, to be looked at and forgotten."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from boilerspider.commands import STAMP, count, iso, say, site, table
from boilerspider.commands.articles.checking import check, known
from boilerspider.crawl.missed import lists_of_missed
from boilerspider.crawl.options import Options
from boilerspider.errors import BadConfiguration, BoilerspiderError
from boilerspider.redaction import redacted
from boilerspider.spiders import waiting
from boilerspider.spiders.times import parse_age
from boilerspider.spiders.waiting import as_void, is_failing, marks_of_site
from boilerspider.stores import Store, Story, Visit, forget_chosen, forget_older, open_store

SHOWN = 20
"""Stories that `list` shows when it is not told how many. Ours."""

FEW_COPIES = 3
"""Copies of a story that the table of `list` names; it counts the others. Ours."""

_OPTIONS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "site": ("list", "export", "forget"),
        "since": ("list", "export"),
        "limit": ("list",),
        "older": ("prune",),
        "all": ("forget",),
    }
)
"""Option -> the acts that heed it."""


class Command(ScrapyCommand):
    """Shows and changes what the store remembers."""

    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "stats|list|check|forget|prune|export [options] [URL|FILE ...]"

    def short_desc(self) -> str:
        return "Show or forget the articles that are remembered"

    def long_desc(self) -> str:
        return (
            "What BOILERSPIDER_STORE remembers. stats: how much. list: the newest stories, with their revisions and copies. "
            "check URL|FILE: which story an address or a page is, by its address or its text, and whether an address waits, for it "
            "keeps failing or a wall stands before it. forget URL, forget --site SITE, forget --all: they come again with the next "
            "crawl; a URL that waits is asked by it. prune --older 90d: forget what has had no new text for so long. export: every "
            "story as a line of JSON, the oldest first."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--site", metavar="SITE", type=site, help="list, export, forget: stories of this site (example.com)"
        )
        parser.add_argument("--since", metavar="AGE", help="list, export: first seen since then (6h, 2d)")
        parser.add_argument("--limit", metavar="N", type=count, help=f"list: how many; 0: all ({SHOWN})")
        parser.add_argument("--older", metavar="AGE", help="prune: without a new text for so long (90d)")
        parser.add_argument("--all", action="store_true", help="forget: everything")
        parser.add_argument("--format", choices=("table", "json"), default="table", help="default: %(default)s")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Prints what is asked for; exit code 1 and one line on standard error where that cannot be had."""
        if not args or args[0] not in ACTS:
            raise UsageError(f"one of {', '.join(ACTS)} is wanted")
        for name, acts in _OPTIONS.items():
            if getattr(opts, name) and args[0] not in acts:
                raise UsageError(f"--{name} is for {', '.join(acts)}, and not for {args[0]}")
        try:
            assert self.settings is not None
            options = Options.read(self.settings)
            _refuse_memoryless(options.store)
            # In a thread: whoever calls this may have a loop of their own.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, _within(options, ACTS[args[0]], args[1:], opts)).result()
        except (BoilerspiderError, OSError) as error:
            print(f"scrapy articles: {error}", file=sys.stderr)
            self.exitcode = 1


def _refuse_memoryless(uri: str) -> None:
    """BadConfiguration where nothing can be remembered, or nothing is yet: looking for it makes no store."""
    if uri.startswith("memory:"):
        raise BadConfiguration("BOILERSPIDER_STORE is memory:, which forgets when its crawl ends; name another store")
    path = uri.partition(":")[2]
    if uri.startswith("sqlite:") and not Path(path.removeprefix("//")).expanduser().exists():
        raise BadConfiguration(f"nothing is remembered yet: there is no {path}; crawl first, or name another store")


async def _within(options: Options, act: Callable[..., Awaitable[None]], args: Sequence[str], opts: Namespace) -> None:
    """Do something with the store while it is open."""
    store = open_store(options.store, durable=options.store_durable)
    await store.open()
    try:
        await act(store, options, args, opts)
    finally:
        await store.close()


async def _stats(store: Store, options: Options, args: Sequence[str], opts: Namespace) -> None:
    _refuse(args)
    stories = await store.stories()
    now, sites = datetime.now(timezone.utc), Counter(story.site for story in stories)
    figures: dict[str, Any] = {
        "store": redacted(options.store),
        "stories": len(stories),
        "revised": sum(story.revision > 0 for story in stories),
        "copies": sum(len(story.copies) for story in stories),
        "first_seen_in_24_hours": sum(story.first_seen >= now - timedelta(days=1) for story in stories),
        "sites": len(sites),
        "oldest": stories[-1].first_seen.isoformat() if stories else None,
        "newest": stories[0].first_seen.isoformat() if stories else None,
        "stories_by_site": dict(sites.most_common()),
        **await waiting.figures(store.recall, options.recheck, now),
    }
    if opts.format == "json":
        say(json.dumps(figures, indent=2))
        return
    rows: list[tuple[str, str]] = []
    for name, value in figures.items():
        if isinstance(value, dict):
            rows += [(f"  {site}", str(number)) for site, number in value.items()]
        elif value is not None:
            rows.append((name.replace("_", " "), str(value)))
    say(table(rows))


async def _list(store: Store, _: Options, args: Sequence[str], opts: Namespace) -> None:
    _refuse(args)
    stories = await _chosen(store, opts, (SHOWN if opts.limit is None else opts.limit) or None)
    if opts.format == "json":
        _say_lines(stories)
        return
    rows = [(f"{s.first_seen:{STAMP}}", s.site, f"rev. {s.revision}" if s.revision else "", _told(s)) for s in stories]
    say(table([("first seen", "site", "", "story"), *rows]))


async def _export(store: Store, _: Options, args: Sequence[str], opts: Namespace) -> None:
    _refuse(args)
    _say_lines((await _chosen(store, opts, None))[::-1])


async def _chosen(store: Store, opts: Namespace, limit: int | None) -> list[Story]:
    """The newest stories of the site and the time that were asked for, the newest first."""
    since = parse_age("--since", opts.since) if opts.since else None
    stories = await store.stories(since, None if opts.site else limit)
    chosen = [story for story in stories if opts.site in (None, story.site)][:limit]
    if opts.site and not chosen:
        _refuse_unknown(opts.site, await store.stories())
    return chosen


def _say_lines(stories: Sequence[Story]) -> None:
    for story in stories:
        say(json.dumps({**asdict(story), "number": str(story.number)}, ensure_ascii=False, default=iso))


async def _forget(store: Store, _: Options, args: Sequence[str], opts: Namespace) -> None:
    if not (args or opts.site or opts.all):
        raise UsageError("forget takes URLs, --site SITE or --all")
    if opts.all and (args or opts.site):
        raise UsageError("forget --all takes neither URLs nor --site: it forgets everything")
    numbers, marks = await _named(store, args)
    if opts.site:
        stories = await store.stories()
        marks += (of_site := await marks_of_site(store.recall, opts.site))
        if not of_site:
            _refuse_unknown(opts.site, stories)
        numbers += [story.number for story in stories if story.site == opts.site]
    done = "what waits is asked by the next crawl"
    if numbers or opts.all or not all(map(is_failing, marks)):
        kept = () if opts.all else await lists_of_missed(store.recall)
        forgotten = await forget_chosen(store, None if opts.all else numbers, asyncio.sleep, kept)
        done = f"{_are_forgotten(forgotten) if numbers or opts.all else done}; feeds and sitemaps will be read anew"
    else:
        # What leads to them was kept open: nothing else need be asked again.
        await store.note(*map(as_void, marks))
    say(done)


async def _named(store: Store, urls: Sequence[str]) -> tuple[list[int], list[Visit]]:
    """The numbers of the stories that addresses have, and the marks of those that wait; BadConfiguration where one has neither."""
    numbers, marks = list[int](), list[Visit]()
    for url in urls:
        one = await known(store, url)
        if not (one.story or one.marks):
            raise BadConfiguration(f"{redacted(url)}: no story is known under this address; nothing is forgotten")
        numbers += [one.story.number] if one.story else []
        marks += one.marks
    return numbers, marks


async def _prune(store: Store, _: Options, args: Sequence[str], opts: Namespace) -> None:
    _refuse(args)
    if not opts.older:
        raise UsageError("prune takes --older AGE, such as 90d")
    say(_are_forgotten(await forget_older(store, parse_age("--older", opts.older), asyncio.sleep)))


def _are_forgotten(count: int) -> str:
    return "1 story is forgotten" if count == 1 else f"{count} stories are forgotten"


def _refuse_unknown(site: str, stories: Sequence[Story]) -> None:
    """BadConfiguration where no story is one of a site."""
    if all(story.site != site for story in stories):
        raise BadConfiguration(f"--site {site}: no story of this site is known")


ACTS = MappingProxyType(
    {"stats": _stats, "list": _list, "check": check, "forget": _forget, "prune": _prune, "export": _export}
)


def _refuse(args: Sequence[str]) -> None:
    if args:
        raise UsageError(f"{args[0]!r} is not understood here")


def _told(story: Story) -> str:
    """Title, address and copies of a story, a line each."""
    more = len(story.copies) - FEW_COPIES
    copies = [f"copy: {url}" for url in story.copies[:FEW_COPIES]] + [f"and {more} more"] * (more > 0)
    return "\n".join([*filter(None, [story.title]), story.url, *copies])
