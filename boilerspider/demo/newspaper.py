"""The publisher: three newspapers on loopback addresses, for as long as a crawl, a test or a reader needs them."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import ExitStack
from datetime import datetime, timezone
from random import Random
from types import TracebackType
from urllib.parse import urlsplit

from boilerspider.demo.desk import Reply, answer, visit
from boilerspider.demo.material import Paper, Press, load_press, load_stories
from boilerspider.demo.server import NewsServer
from boilerspider.demo.site import Site, build_site
from boilerspider.demo.stories import Story

FORBIDDEN = ("/private/", "/search")
"""What robots.txt disallows."""


class Newspaper:
    """Three news sites of one publisher, served on free loopback ports from `start` to `stop`.

    Every hit has other advertisements; with a seed they are the same in every run that asks each
    site for the same pages in the same order. It can be used once, as a context manager or by hand.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._houses: tuple[_House, ...] = ()

    def __enter__(self) -> Newspaper:  # noqa: PYI034 - Self is younger than Python 3.10
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Go on the air with stories dated from now; RuntimeError when it has been started before."""
        if self._houses:
            raise RuntimeError("this newspaper has been started before; make another one")
        press = load_press()
        stories = load_stories(datetime.now(timezone.utc).replace(second=0, microsecond=0))
        seeds = Random(self._seed)  # noqa: S311 - advertisements, not secrets
        with ExitStack() as opened:
            houses = []
            for place, paper in enumerate(press.papers, start=1):
                house = _House(f"127.0.0.{place}", press, paper, stories, seed=seeds.getrandbits(64))
                opened.callback(house.server.stop)
                houses.append(house)
            opened.pop_all()
        self._houses = tuple(houses)
        for house in houses:
            house.server.start()

    def stop(self) -> None:
        """Go off the air; no thread and no socket is left. What was counted can still be asked."""
        for house in self._houses:
            house.server.stop()

    @property
    def sites(self) -> tuple[str, ...]:
        """The URLs of the front pages, one a newspaper."""
        return tuple(f"{house.site.base}/" for house in self._started())

    @property
    def stories(self) -> tuple[Story, ...]:
        """All stories as they read now, each once, newest first."""
        printed = {story.id: story for house in self._started() for story in house.site.stories}
        return tuple(sorted(printed.values(), key=lambda story: story.published, reverse=True))

    @property
    def hits(self) -> dict[str, Counter[str]]:
        """For each of `sites`, how often each path was asked for, whatever its query."""
        return {f"{house.site.base}/": house.counted() for house in self._started()}

    @property
    def robots_violations(self) -> tuple[str, ...]:
        """The URLs that were asked for although robots.txt disallows them."""
        return tuple(
            site.removesuffix("/") + path
            for site, paths in self.hits.items()
            for path in paths.elements()
            if path.startswith(FORBIDDEN)
        )

    def gold(self, story: Story) -> str:
        """What a perfect extractor gives for a story as it reads now: paragraphs separated by a blank line."""
        return next(current.gold for current in self.stories if current.id == story.id)

    def urls(self, story: Story) -> tuple[str, ...]:
        """All pages of a story: its own, the copy on another site, the AMP variants."""
        sites = [house.site for house in self._started() if any(own.id == story.id for own in house.site.stories)]
        sites.sort(key=lambda site: site.paper.key != story.site)
        amp = [site.base + site.amp_path(story) for site in sites if story.amp]
        return (*(site.url(story) for site in sites), *amp)

    def revise(self) -> Story:
        """Change one sentence of one story, from now on and wherever it is printed; a second call changes nothing."""
        now = datetime.now(timezone.utc).replace(microsecond=0)
        story = next(story for story in self.stories if story.revision).revised(now)
        for house in self._started():
            house.site = house.site.revised(story)
        return story

    def _started(self) -> tuple[_House, ...]:
        if not self._houses:
            raise RuntimeError("this newspaper is not on the air yet; start it first")
        return self._houses


class _House:
    """One running site: what it prints now and who asked for what."""

    def __init__(self, host: str, press: Press, paper: Paper, stories: tuple[Story, ...], *, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311 - advertisements, not secrets
        self._hits: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.server = _bound(host, self)
        self.site: Site = build_site(press, paper, self.server.base, stories)

    def answer(self, target: str) -> Reply:
        """Count a request and answer it; ValueError when its target is no URL."""
        path = urlsplit(target).path
        with self._lock:
            self._hits[path] += 1
            chance = Random(self._chance.getrandbits(64))  # noqa: S311 - advertisements, not secrets
        return answer(visit(self.site, target, chance))

    def counted(self) -> Counter[str]:
        """The hits so far."""
        with self._lock:
            return self._hits.copy()


def _bound(host: str, house: _House) -> NewsServer:
    try:
        return NewsServer(host, house.answer)
    except OSError:  # some systems give programs no loopback address but the first
        return NewsServer("127.0.0.1", house.answer)
