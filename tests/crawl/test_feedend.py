"""Whether a feed was stored is seen at any storage, those to which nothing can be put among them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from loopback import Site, page
from reader import Reader, lines
from scrapy.utils.defer import deferred_f_from_coro_f


class Tight:
    """A storage with slots, as a frozen class has them."""

    __slots__ = ("path",)

    def __init__(self, uri: str, *, feed_options: dict[str, Any] | None = None) -> None:
        self.path = Path(uri.partition("://")[2])

    def open(self, spider: Any) -> IO[bytes]:
        return self.path.open("wb")

    def store(self, file: IO[bytes]) -> None:
        file.close()


@deferred_f_from_coro_f
async def test_a_storage_with_slots_delivers(site: Callable[..., Site], crawl: Any) -> None:
    settings = {"FEEDS": {"tight://out.jsonl": {"format": "jsonlines"}}, "FEED_STORAGES": {"tight": Tight}}
    outcome = await crawl(Reader, settings, urls=[site({"/": page("bridge")}).url("/")])
    assert outcome.count("store/confirmed") == 1 == len(lines("out.jsonl"))
    assert outcome.stats["feedexport/success_count/Tight"] == 1
