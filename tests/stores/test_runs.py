"""Which processes are alive."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from boilerspider.stores.runs import Process, this_host, this_process


def test_this_process_is_alive():
    assert this_process().is_gone(this_host()) is False


def test_of_another_machines_process_nothing_is_known():
    assert this_process().is_gone("elsewhere") is None


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_process_that_has_ended_is_gone():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert Process(this_host(), ended.pid, None).is_gone(this_host()) is True


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_process_of_another_user_is_alive():
    assert Process(this_host(), 1, None).is_gone(this_host()) is False


def test_where_processes_cannot_be_looked_at_nothing_is_known(monkeypatch):
    here = this_process()
    monkeypatch.setattr(os, "name", "nt")
    assert here.is_gone(here.host) is None


def test_without_proc_the_number_alone_counts(monkeypatch, tmp_path):
    monkeypatch.setattr("boilerspider.stores.runs.PROC", tmp_path)
    here = this_process()
    assert here.started is None
    assert "/" not in here.host
    assert here.is_gone(here.host) is (None if os.name != "posix" else False)
