"""Processes that work side by side, and end; what they do stands in this module, for they import it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.training.base import Tell
from boilerspider.training.processes import each
from tests.crawl.crews import until
from tests.stores.servers import is_alive

pytestmark = pytest.mark.slow


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
    with pytest.raises(BadConfiguration, match=r"was ended by SIGKILL: begun again it goes on .* -p jobs=1"):
        each(work, ["killed", "forever"], 2, quiet)


def unportable(task: str, _tell: Tell) -> None:
    if task == "closed":
        raise Unportable(task)
    time.sleep(1000)


class Unportable(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(f"it is {reason}", lambda: None)


def test_where_an_error_was_raised_is_told_of_those_that_cannot_be_handed_on_too() -> None:
    with pytest.raises(RuntimeError, match=r"Unportable: .*it is closed") as caught:
        each(unportable, ["closed", "forever"], 2, quiet)
    assert "in unportable" in str(caught.value.__cause__)


PARENT = """
import signal
import sys
from training.test_processes import begin
if __name__ == "__main__":
    # It is ignored in what a shell began in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    begin(sys.argv[1])
"""


def noted(task: str, _tell: Tell) -> None:
    path, _, number = task.rpartition(" ")
    Path(path, number).write_text(str(os.getpid()))
    time.sleep(1000)


def begin(folder: str) -> None:
    each(noted, [f"{folder} 0", f"{folder} 1"], 2, quiet)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_none_outlives_the_process_that_began_it(tmp_path: Path, sent: signal.Signals) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    folder = tmp_path / "pids"
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(tmp_path / "parent.py"), str(folder)]
    with subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, start_new_session=True, text=True
    ) as parent:
        try:
            until(lambda: all((folder / name).exists() and (folder / name).read_text() for name in "01"))
            pids = [int((folder / name).read_text()) for name in "01"]
            # Ctrl-C goes to all of them.
            (os.killpg if sent == signal.SIGINT else os.kill)(parent.pid, sent)
            said = parent.communicate(timeout=300)[1]
        finally:
            parent.kill()
    until(lambda: not any(map(is_alive, pids)))
    assert said.count("Traceback") == (sent == signal.SIGINT)
