"""Processes that die, hang and raise; what is done in them stands in this module, for they import it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from dataclasses import dataclass

import pytest

from boilerspider.evaluation.corpora import Gold, Page
from boilerspider.evaluation.workers import spread

pytestmark = pytest.mark.slow

STEPS = 3


@dataclass(frozen=True)
class Mischief:
    """A page's bytes say what happens at step 1."""

    steps: int = STEPS
    opens_s: float = 0

    def open(self):
        time.sleep(self.opens_s)
        return act

    def lost(self, page, done, why):
        return f"lost after {len(done)}: {why}"


def act(page: Page, step: int) -> str:
    if step == 1 and page.html == b"kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if step == 1 and page.html == b"signal":
        os.kill(os.getpid(), signal.SIGRTMIN + 5)
    if step == 1 and page.html == b"exit":
        os._exit(7)
    if step == 1 and page.html == b"hang":
        time.sleep(1000)
    if step == 1 and page.html == b"raise":
        raise RuntimeError
    return f"{page.gold.id}.{step}"


def pages(*kinds: bytes) -> list[Page]:
    return [Page(Gold(str(number), None), kind) for number, kind in enumerate(kinds)]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_pages_and_steps(jobs):
    found = spread(Mischief(), pages(*[b"fine"] * 5), jobs)
    assert found == [[f"{page}.{step}" for step in range(STEPS)] for page in range(5)]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (b"kill", "was ended by SIGKILL"),
        (b"signal", f"ended with exit code {-signal.SIGRTMIN - 5}"),
        (b"exit", "ended with exit code 7"),
        (b"raise", "ended with exit code 1"),
    ],
)
def test_a_page_that_kills_its_process_costs_one_step(kind, told, capfd):
    before, hit, after = spread(Mischief(), pages(b"fine", kind, b"fine"), 1)
    assert before == ["0.0", "0.1", "0.2"]
    assert hit == ["1.0", f"lost after 1: its process {told}", "1.2"]
    assert after == ["2.0", "2.1", "2.2"]


@pytest.mark.slow
def test_a_page_that_hangs_costs_one_step():
    hit, after = spread(Mischief(), pages(b"hang", b"fine"), 2, seconds=15)
    assert hit == ["0.0", "lost after 1: took longer than 15 s", "0.2"]
    assert after == ["1.0", "1.1", "1.2"]


def test_what_a_process_takes_to_start_is_none_of_its_first_page():
    assert spread(Mischief(opens_s=6), pages(b"fine"), 1, seconds=5) == [["0.0", "0.1", "0.2"]]


def test_no_page():
    assert spread(Mischief(), [], 2) == []


def test_a_page_is_asked_for_when_a_process_is_free():
    asked = []

    def stream():
        for page in pages(*[b"fine"] * 4):
            asked.append(page)
            yield page

    work = Mischief()
    assert len(spread(work, stream(), 1)) == len(asked) == 4


def test_no_process_is_left(capfd):
    spread(Mischief(), pages(b"kill", b"fine"), 2)
    assert multiprocessing.active_children() == []


def broken():
    yield from pages(b"fine")
    raise ValueError("the corpus is damaged")


def test_a_broken_stream_of_pages_leaves_no_process_either():
    with pytest.raises(ValueError, match="damaged"):
        spread(Mischief(), broken(), 2)
    assert multiprocessing.active_children() == []
