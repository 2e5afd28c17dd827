"""Processes that work side by side, and end; what they do stands in this module, for they import it."""

from __future__ import annotations

import os
import signal
import time

import pytest

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.training.base import Tell
from boilerspider.training.processes import each


def work(task: str, tell: Tell) -> tuple[str, int]:
    tell(task, 1, 2)
    if task == "late":
        time.sleep(0.5)
    if task == "forever":
        time.sleep(1000)
    if task == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "wrong":
        raise UnknownName("colour", "wrong", ["green"])
    return task, os.getpid()


def quiet(*_: object) -> None: ...


def test_results_come_in_the_order_of_tasks_and_all_that_is_told_arrives() -> None:
    told = []
    found = each(work, ["late", "b", "c"], 2, lambda *said: told.append(said))
    assert [task for task, _ in found] == ["late", "b", "c"]
    assert len({process for _, process in found} | {os.getpid()}) == 4
    assert sorted(told) == [("b", 1, 2), ("c", 1, 2), ("late", 1, 2)]


@pytest.mark.parametrize(("tasks", "jobs"), [(["a", "b"], 1), (["a"], 2), ([], 2)])
def test_one_at_a_time_needs_no_other_process(tasks: list[str], jobs: int) -> None:
    assert each(work, tasks, jobs, quiet) == [(task, os.getpid()) for task in tasks]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_error_ends_all(jobs: int) -> None:
    start = time.monotonic()
    with pytest.raises(UnknownName, match="unknown colour 'wrong'; known: green"):
        each(work, ["wrong", "forever"], jobs, quiet)
    assert time.monotonic() - start < 500


def test_a_process_that_is_killed_is_told_with_what_helps() -> None:
    with pytest.raises(BadConfiguration, match=r"was ended by SIGKILL: too little memory, perhaps\. .* -p jobs=1"):
        each(work, ["killed", "forever"], 2, quiet)
