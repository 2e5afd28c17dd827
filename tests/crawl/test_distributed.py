"""Three workers, one queue, one memory: one worker is killed and started again, and every story is emitted once over all feeds."""

from __future__ import annotations

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

pytest.importorskip("scrapy_redis", reason="scrapy-redis is not installed")
pytestmark = pytest.mark.slow

STORIES = 60


@pytest.fixture(params=["redis", "postgresql"])
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Crew, Papers]]:
    redis, initdb, postgres = program("redis-server"), program("initdb"), program("postgres")
    if redis is None or (request.param == "postgresql" and (initdb is None or postgres is None)):
        pytest.skip("no servers here (Debian: apt-get install redis-server postgresql)")
    with ExitStack() as stack:
        queue = f"redis://127.0.0.1:{stack.enter_context(redis_server(redis)).port}/0"
        store = queue
        if request.param == "postgresql":
            server = stack.enter_context(postgresql_server(initdb, postgres))
            store = f"postgresql://tests@127.0.0.1:{server.port}/postgres"
        made = stack.enter_context(papers(STORIES, delay_s=0.2))
        crew = Crew(store, tmp_path, ",".join(f"{site.base}/" for site in made.sites), queue)
        yield crew, made
        crew.disband()


def test_three_workers_of_which_one_is_killed_emit_each_story_once(machines: tuple[Crew, Papers]) -> None:
    crew, sites = machines
    names = {"one", "two", "three"}
    # An idle worker looks into the queue every few seconds; the first would have done it all until then.
    sites.is_open = lambda: names <= {asked["User-Agent"] for asked in sites.asked() if "affair" in asked[":path"]}
    workers = {name: crew.start(name, "first", "-s", f"USER_AGENT={name}") for name in sorted(names)}
    until(lambda: sorted(min(len(crew.feed(name)), 3) for name in workers)[1:] >= [1, 3])
    victim = max(workers, key=lambda name: len(crew.feed(name)))
    workers[victim].send_signal(signal.SIGKILL)
    workers[victim].wait()
    before = crew.feed(victim)
    # What it had taken from the queue and not done comes in the next round; its claims come back as it begins.
    workers[victim] = crew.start(victim, "second")
    for name, worker in workers.items():
        assert worker.wait() == 0, crew.log(name)
        assert "Traceback" not in crew.log(name)
    feeds = {name: crew.feed(name) for name in workers}
    emitted = Counter(sites.story_of(url) for feed in feeds.values() for url in feed)
    twice = sum(emitted.values()) - len(emitted)
    print({name: len(feed) for name, feed in feeds.items()}, f"{twice} twice, {len(before)} written before the kill")
    assert set(emitted) == set(range(STORIES))
    # Only a line that was written and not yet confirmed when its worker was killed comes again.
    assert twice <= IN_FLIGHT
    assert {story for story, times in emitted.items() if times > 1} <= {sites.story_of(url) for url in before}
    assert any(feeds[name] for name in workers if name != victim)


def test_shares_of_the_sites_emit_each_story_once(machines: tuple[Crew, Papers]) -> None:
    """Each worker takes its sites, with a queue of its own; what they share is the memory alone."""
    crew, sites = machines
    queue = (
        "-s",
        "SCHEDULER=scrapy.core.scheduler.Scheduler",
        "-s",
        "DUPEFILTER_CLASS=scrapy.dupefilters.RFPDupeFilter",
    )
    names = [f"share{number}" for number in (1, 2, 3)]
    runs = [crew.start(name, "first", *queue, "-a", f"shard={name[-1]}/3") for name in names]
    for name, run in zip(names, runs, strict=True):
        assert run.wait() == 0, crew.log(name)
    emitted = Counter(sites.story_of(url) for name in names for url in crew.feed(name))
    assert emitted == Counter(range(STORIES))
    hosts = [{url.split("/")[2] for url in crew.feed(name)} for name in names]
    assert sum(len(one) for one in hosts) == len(set.union(*hosts)) == 2
