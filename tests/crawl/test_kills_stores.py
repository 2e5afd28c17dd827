"""Crawls are killed again and again, with every store that outlives them: near copies and corrections come out once all the same."""

from __future__ import annotations

import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from tests.crawl.crews import IN_FLIGHT, Crew, until  # noqa: E402 - a module beside this one
from tests.crawl.papers import Papers, papers  # noqa: E402 - a module beside this one
from tests.stores.servers import postgresql_server, program, redis_server  # noqa: E402 - the same

pytestmark = pytest.mark.slow

STORIES = 40
KILLS = 5
CORRECTED = (3, 8, 21)
"""Stories of which one (8) stands on both sites."""
ALL_AGAIN = ("-s", "BOILERSPIDER_RECHECK=0")


@pytest.fixture(params=["sqlite", "redis", "postgresql"])
def crew(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Crew, Papers]]:
    redis, initdb, postgres = program("redis-server"), program("initdb"), program("postgres")
    with ExitStack() as stack:
        store = f"sqlite:{tmp_path / 'memory.sqlite'}"
        if request.param == "redis":
            if redis is None:
                pytest.skip("no Redis here (Debian: apt-get install redis-server)")
            store = f"redis://127.0.0.1:{stack.enter_context(redis_server(redis)).port}/0"
        if request.param == "postgresql":
            if initdb is None or postgres is None:
                pytest.skip("no PostgreSQL here (Debian: apt-get install postgresql)")
            port = stack.enter_context(postgresql_server(initdb, postgres)).port
            store = f"postgresql://tests@127.0.0.1:{port}/postgres"
        made = stack.enter_context(papers(STORIES, delay_s=0.05))
        found = Crew(store, tmp_path, ",".join(f"{site.base}/" for site in made.sites))
        yield found, made
        found.disband()


def test_each_story_comes_out_once_and_each_correction_too(crew: tuple[Crew, Papers]) -> None:
    crawls, sites = crew
    rng = random.Random(4)
    for _ in range(KILLS):
        more = len(crawls.feed("out")) + rng.randint(1, 6)
        run = crawls.start("out")
        until(lambda run=run, more=more: len(crawls.feed("out")) >= more or run.poll() is not None)
        run.send_signal(signal.SIGKILL)
        run.wait()
    crawls.finish("out")
    emitted = Counter(sites.story_of(url) for url in crawls.feed("out"))
    twice = sum(emitted.values()) - len(emitted)
    print(f"{KILLS} kills, {len(emitted)} stories, {twice} of them twice")
    assert set(emitted) == set(range(STORIES))
    assert twice <= KILLS * IN_FLIGHT

    sites.corrections.update(dict.fromkeys(CORRECTED, 1))
    crawls.finish("corrected", *ALL_AGAIN)
    corrected = Counter(sites.story_of(url) for url in crawls.feed("corrected"))
    assert corrected == Counter(CORRECTED)
    crawls.finish("after", *ALL_AGAIN)
    assert crawls.feed("after") == []
    assert crawls.running[-1].wait() == 0
