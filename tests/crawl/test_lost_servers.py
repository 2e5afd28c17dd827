"""The server of the memory goes away in mid-crawl: items wait, nothing is dropped, and each story comes out once."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from tests.crawl.crews import Crew, until  # noqa: E402 - a module beside this one
from tests.crawl.papers import Papers, papers  # noqa: E402 - a module beside this one
from tests.stores.servers import Server, postgresql_server, program, redis_server  # noqa: E402 - the same

pytestmark = pytest.mark.slow

STORIES = 16
AWAY_S = 2.0


@dataclass
class Scene:
    crawls: Crew
    sites: Papers
    server: Server
    how: int
    """The signal that takes the server away."""


@pytest.fixture(params=["redis", "postgresql"])
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    redis, initdb, postgres = program("redis-server"), program("initdb"), program("postgres")
    with ExitStack() as stack:
        if request.param == "redis":
            if redis is None:
                pytest.skip("no Redis here (Debian: apt-get install redis-server)")
            server, how = stack.enter_context(redis_server(redis)), signal.SIGKILL
            store = f"redis://127.0.0.1:{server.port}/0"
        else:
            if initdb is None or postgres is None:
                pytest.skip("no PostgreSQL here (Debian: apt-get install postgresql)")
            server, how = stack.enter_context(postgresql_server(initdb, postgres)), signal.SIGINT
            store = f"postgresql://tests@127.0.0.1:{server.port}/postgres"
        made = stack.enter_context(papers(STORIES, delay_s=0.05))
        crawls = Crew(store, tmp_path, ",".join(f"{site.base}/" for site in made.sites))
        yield Scene(crawls, made, server, int(how))
        crawls.disband()


def test_a_server_that_comes_back_in_mid_crawl_costs_nothing(scene: Scene) -> None:
    crawls, server = scene.crawls, scene.server
    run = crawls.start("out")
    until(lambda: len(crawls.feed("out")) >= 5 or run.poll() is not None)
    server.stop(scene.how)
    time.sleep(AWAY_S)
    assert run.poll() is None, crawls.log("out")
    server.start()
    assert run.wait() == 0, crawls.log("out")
    log = crawls.log("out")
    assert "waiting up to" in log
    assert "Traceback" not in log
    assert "ERROR" not in log
    emitted = Counter(scene.sites.story_of(url) for url in crawls.feed("out"))
    assert emitted == Counter(range(STORIES))
