"""Pages in, articles out: the reading side of a crawl, in its own process or in the crawl's.

A worker process takes questions from the standard input that it was given and answers each on the
standard output. It knows no crawler, imports none, and ends when its crawl is gone: an idle worker
reads the end of its input, a busy one is ended by the system's own alarm.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from boilerspider.errors import BadConfiguration, UnreadablePage
from boilerspider.extractors import Extractor, extractor
from boilerspider.memory import Sighting, SiteMemory, TaughtExtractor
from boilerspider.model import Article, Outline
from boilerspider.model.outline import maker_of
from boilerspider.reading import Parsed, Reader

MEMORY_BYTES = 4 * 1024**3
"""Address space that reading a page may add to a worker. Ours: ten times what ten megabytes of short paragraphs took."""

NO_MEMORY = 112
"""Exit code of a worker that got no more memory; ours, chosen among those that mean nothing else."""

SIZE_BYTES = 8
"""Each message is its size, big-endian, and as many bytes of pickle."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which extractor reads a page, and within which limits."""

    extractor: str
    params: Mapping[str, Any]
    max_bytes: int
    timeout: float | None = None
    """Seconds a page, looked at between two steps; None where somebody else watches the clock."""

    @property
    def key(self) -> str:
        """Equal for recipes that one reader serves."""
        return f"{self.extractor} {sorted(self.params.items())} {self.max_bytes} {self.timeout}"


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was fetched; `encoding` is the one that HTTP declared."""

    html: bytes | str
    url: str | None = None
    encoding: str | None = None
    before: Outline | None = None
    """That of its story's text, where an earlier download is remembered."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a worker is asked: to read a page, or without one to make the recipe's reader ready."""

    recipe: Recipe
    page: Page | None
    alarm: float
    """Seconds after which the system ends a worker that has not answered."""
    site: bytes | None = None
    """The memory of the page's site, where one is to be used."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of a page, and how many milliseconds it took."""

    article: Article
    ms: float
    sighting: Sighting | None = None
    """What the page taught of its site."""
    removed: int = 0
    """Boxes that the memory of its site took out of the page."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A bug on the way from page to article: its traceback, for exceptions of others need not pickle."""

    traceback: str


Answer = Reading | UnreadablePage | BadConfiguration | Failure | None


class Readers:
    """The readers of one process, each built once, for building one may load a model."""

    def __init__(self) -> None:
        self._ready: dict[str, Reader] = {}

    def prepare(self, recipe: Recipe) -> Reader:
        """The recipe's reader; BadConfiguration where there is none."""
        reader = self._ready.get(recipe.key)
        if reader is None:
            reader = self._ready[recipe.key] = _reader(recipe, extractor(recipe.extractor, recipe.params))
        return reader

    def read(self, recipe: Recipe, page: Page, parsed: Parsed | None = None, site: SiteMemory | None = None) -> Reading:
        """The article of a page; UnreadablePage, BadConfiguration, or whatever a broken extractor raises."""
        reader = self.prepare(recipe)
        start = time.perf_counter()
        before = page.before if page.before and page.before.maker == maker_of(recipe.extractor) else None
        taught = None if site is None else TaughtExtractor(reader.extractor, site, before)
        if taught is not None:
            reader = _reader(recipe, taught)
        with _no_collection():
            article = reader.read(page.html, page.url, encoding=page.encoding, parsed=parsed)
        ms = (time.perf_counter() - start) * 1000
        return Reading(article, ms) if taught is None else Reading(article, ms, taught.sighting, taught.removed)


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for garbage in cycles while a page is read: hardly any is made, and all that is alive would be looked at time and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _reader(recipe: Recipe, plug: Extractor) -> Reader:
    limits: dict[str, Any] = {"max_bytes": recipe.max_bytes, "timeout": recipe.timeout}
    return Reader(recipe.extractor, plug, **limits, tells_guests=True)


def frame(message: object) -> bytes:
    """A message as it goes through a pipe."""
    pickled = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(pickled).to_bytes(SIZE_BYTES, "big") + pickled


def main() -> None:
    """Serve the crawl that started this process until it is gone."""
    # The crawl decides when its workers end: signals to the whole group are for it alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    questions, answers = _own_pipes()
    readers = Readers()
    with suppress(BrokenPipeError):
        while pickled := _next_message(questions):
            answers.write(frame(_answer(readers, pickled)))
            answers.flush()
            signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit(0)  # there is nothing to clean up, and nobody left to read a complaint


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the crawl, out of the reach of extractors that print or read from the standard streams."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    return questions, answers


def _next_message(questions: IO[bytes]) -> bytes:
    """The next pickle, empty when the crawl is gone."""
    return questions.read(int.from_bytes(questions.read(SIZE_BYTES), "big"))


def _answer(readers: Readers, pickled: bytes) -> Answer:
    try:
        question: Question = pickle.loads(pickled)  # noqa: S301 - it comes from the crawl that started this process
        signal.setitimer(signal.ITIMER_REAL, question.alarm)
        if question.page is not None:
            site = None if question.site is None else SiteMemory.from_bytes(question.site)
            return readers.read(question.recipe, question.page, site=site)
        readers.prepare(question.recipe)
        _limit_memory()
    except (UnreadablePage, BadConfiguration) as error:
        return error
    except MemoryError:
        os._exit(NO_MEMORY)  # no state is to be trusted now, and a new process costs little
    except Exception:  # noqa: BLE001 - the seam with the crawl, which logs it with its traceback
        return Failure(traceback.format_exc())
    return None


def _limit_memory() -> None:
    """Let a page add so much to what the extractors hold already; a model may map more than it uses."""
    import resource  # noqa: PLC0415 - POSIX systems alone have it, and worker processes

    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * resource.getpagesize() + MEMORY_BYTES
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        if hard == resource.RLIM_INFINITY or limit < hard:
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
