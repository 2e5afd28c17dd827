"""Two newspapers that share stories, each with advertisements of its own in them, and correct what they wrote."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from loopback import Site, page, serve

from tests.crawl.crews import until

HOSTS = ("127.0.0.1", "127.0.0.2")
SHARED_EVERY = 4
"""One story in four stands on both sites."""


def topic(number: int) -> str:
    """What a story is about; no two have a name in common."""
    rng = random.Random(number)
    return " ".join("".join(rng.choices("bdfgklmnprst", k=3)) + rng.choice(("ana", "ora", "iki")) for _ in range(3))


@dataclass
class Papers:
    """The sites, and how often each story was corrected."""

    stories: int
    delay_s: float
    is_open: Callable[[], bool] = lambda: True
    """No story is given out before."""
    sites: list[Site] = field(default_factory=list)
    corrections: dict[int, int] = field(default_factory=dict)

    def paths(self, paper: int) -> Iterator[tuple[int, str]]:
        """The stories of a paper: its own, and those that it has from the other."""
        for number in range(self.stories):
            if number % 2 == paper:
                yield number, f"/2026/11/report-on-the-{number}-affair"
            elif number % SHARED_EVERY == 0:
                yield number, f"/2026/11/from-the-agency-{number}-affair"

    def asked(self) -> list[dict[str, str]]:
        """The headers of all requests so far."""
        return [headers for site in self.sites for headers in site.headers]

    def listing(self, paper: int) -> str:
        cards = "".join(
            f"<h3><a href='{path}'>A report on the affair of {topic(n)}</a></h3>" for n, path in self.paths(paper)
        )
        return f"<html lang='en'><head><title>Paper</title></head><body><main>{cards}</main></body></html>"

    def article(self, paper: int, number: int) -> Callable[[], str]:
        rng = random.Random(f"{paper} {number}")
        words = " ".join(f"offer{rng.randrange(10**6)}" for _ in range(14))

        def answer() -> str:
            until(self.is_open)
            time.sleep(self.delay_s)
            whole = page(topic(number), count=12)
            for correction in range(self.corrections.get(number, 0)):
                whole = whole.replace("was named again", f"was named for the {correction + 2}nd time", 1)
            gap = whole.index("</p>", len(whole) // 2) + 4
            return f"{whole[:gap]}<p>Only today: {words}, and so much more for all who read on.</p>{whole[gap:]}"

        return answer

    def story_of(self, url: str) -> int:
        return int(url.rpartition("-affair")[0].rpartition("-")[2])


@contextmanager
def papers(stories: int, delay_s: float = 0.02) -> Iterator[Papers]:
    made, stops = Papers(stories, delay_s), []
    for paper, host in enumerate(HOSTS):
        pages: dict[str, Any] = {"/": lambda paper=paper: made.listing(paper)}
        pages.update({path: made.article(paper, number) for number, path in made.paths(paper)})
        site, stop = serve(pages, host)
        made.sites.append(site)
        stops.append(stop)
    yield made
    for stop in stops:
        stop()
