"""A queue that several workers share in a Redis (the profile `distributed`), and that cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loopback import Site, free_port, page

from tests.crawl.crews import Crew
from tests.stores.servers import Server, program, redis_server

pytest.importorskip("scrapy_redis", reason="scrapy-redis is not installed")
pytestmark = pytest.mark.slow

PATH = "/2026/11/neighbours-want-their-bridge-back"


@pytest.fixture
def redis() -> Iterator[Server]:
    command = program("redis-server")
    if command is None:
        pytest.skip("no redis-server here (Debian: apt-get install redis-server)")
    with redis_server(command) as server:
        yield server


def crew(folder: Path, sites: str, queue: str) -> Crew:
    """Workers whose memory is elsewhere."""
    return Crew(f"sqlite:{folder / 'memory.sqlite'}", folder, sites, queue)


def assert_ends(workers: Crew, what: str) -> None:
    """That one worker does, with a line."""
    worker = workers.start("one", "first")
    _, errors = worker.communicate()
    assert worker.returncode == 1, errors
    assert "Traceback" not in workers.log("one") + errors
    last = errors.splitlines()[-1]
    assert last.startswith(f"boilerspider: REDIS_URL = {what!r}: the queue cannot be used: ")
    assert last.endswith("see that Redis runs there, and crawl again")


@pytest.mark.parametrize("queue", [f"redis://127.0.0.1:{free_port()}/0", "127.0.0.1:6379"], ids=["nobody", "no URL"])
def test_a_queue_that_cannot_be_reached_refuses_the_worker(tmp_path: Path, queue: str) -> None:
    assert_ends(crew(tmp_path, "http://127.0.0.1:1/", queue), queue)


def test_a_queue_that_goes_away_ends_the_worker(site: Callable[..., Site], tmp_path: Path, redis: Server) -> None:
    made = site({"/": f"<main><h3><a href='{PATH}'>Neighbours want their bridge back</a></h3></main>"})

    def story() -> str:
        redis.stop()
        return page("bridge")

    made.pages[PATH] = story
    workers = crew(tmp_path, made.base, f"redis://127.0.0.1:{redis.port}/0")
    assert_ends(workers, f"redis://127.0.0.1:{redis.port}/0")
    assert workers.feed("one") == [made.url(PATH)]
