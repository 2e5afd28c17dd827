"""Who reads the downloads of a page, ours and the packages, and what a store is told of them."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import suppress

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import rivals
from boilerspider.extractors import extractor
from boilerspider.fingerprints import exact, near, sketch
from boilerspider.markup.tree import Document
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.model import Block, Candidate, Outcome, Verdict
from boilerspider.reading import Reader
from boilerspider.stores import open_store

SITE = "news.example"


class Contender:
    """Whoever makes texts of pages: what a store is told of each download."""

    def __init__(self, read: Callable[[bytes, str | None], str]) -> None:
        self._read = read

    def school(self, pages: list[bytes]) -> None:
        """Let it see other pages of the site first."""

    def candidate(self, html: bytes, url: str, before: Candidate | None = None) -> Candidate:
        """What it says of a download; `before` is what the store has of the page."""
        del before
        try:
            text = self._read(html, None)
        except Exception:  # noqa: BLE001 - packages raise all kinds of errors; then they have no text
            text = ""
        return Candidate(url, SITE, exact(text), sketch=near(text))


class Ours(Contender):
    """One of our extractors; in a crawl it has the memory of its site, and of the page's earlier downloads."""

    def __init__(self, name: str, *, in_a_crawl: bool, weights: str | None = None) -> None:
        params = {"weights": weights} if weights else None
        self._name, self._plug, self._in_a_crawl = name, extractor(name, params), in_a_crawl
        self._memory = SiteMemory()

    def label(self, document: Document) -> tuple[Block, ...]:
        """The blocks of a page that nothing else is known of."""
        return self._plug.label(document)

    def school(self, pages: list[bytes]) -> None:
        for page in pages if self._in_a_crawl else ():
            taught = TaughtExtractor(self._plug, self._memory)
            with suppress(UnreadablePage):
                Reader(self._name, taught).read(page)
            if taught.sighting is not None:
                self._memory.learn(taught.sighting)

    def candidate(self, html: bytes, url: str, before: Candidate | None = None) -> Candidate:
        known = before.sketch.outline if before is not None and before.sketch is not None else None
        plug = TaughtExtractor(self._plug, self._memory, known) if self._in_a_crawl else self._plug
        try:
            article = Reader(self._name, plug, tells_guests=True).read(html, url)
        except UnreadablePage:
            return Candidate(url, SITE, exact(""), sketch=near(""))
        told = sketch(article.text, article.blocks, self._name)
        return Candidate(url, SITE, exact(article.text), sketch=told)


def contenders(options: argparse.Namespace) -> dict[str, Contender]:
    """Our extractor in a crawl and on each page alone, and the packages."""
    name = options.extractor
    found: dict[str, Contender] = {
        f"{name}, in a crawl": Ours(name, in_a_crawl=True),
        f"{name}, a page alone": Ours(name, in_a_crawl=False),
    }
    packages = {
        "trafilatura": rivals.trafilatura,
        "jusText": rivals.justext,
        "readability": rivals.readability,
        "resiliparse": rivals.resiliparse,
    }
    return found if options.no_rivals else {**found, **{what: Contender(make()) for what, make in packages.items()}}


async def told(*candidates: Candidate) -> list[Verdict]:
    """What a store says of one download after the other."""
    store = open_store("memory:")
    await store.open()
    verdicts = []
    for candidate in candidates:
        verdicts.append(await store.admit(candidate))
        if verdicts[-1].claim is not None:
            await store.confirm([verdicts[-1].claim])
    return verdicts


def life(contender: Contender, url: str, variants: list[bytes]) -> list[Candidate]:
    """A page's downloads in their order, each read with what the store has of the one before."""
    candidates: list[Candidate] = []
    known: Candidate | None = None
    for source in variants:
        candidates.append(contender.candidate(source, url, known))
        known = candidates[-1] if known is None or not _is_same(known, candidates[-1]) else known
    return candidates


def _is_same(one: Candidate, other: Candidate) -> bool:
    return asyncio.run(told(one, other))[-1].outcome is Outcome.DUPLICATE
