"""Every hostile page, read by every extractor in a process of its own: a documented outcome, in time, in bounded memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hostile.pages import CASES

pytestmark = [pytest.mark.slow, pytest.mark.stress]

TESTS = Path(__file__).resolve().parents[1]

MAX_SECONDS = 20.0
"""Processor seconds of one extraction on a busy machine; the slowest takes 8, half of all less than 1."""

MAX_WALL_S = 300.0
"""Seconds of one case with all extractors, after which it hangs."""

MAX_MEMORY_BYTES = 2_000_000_000
"""Address space of a process, of which a quarter is code; the largest case holds 0.7 GB in memory."""


def run(name: str) -> dict[str, dict[str, Any]]:
    """What `hostile.reading` says of a case."""
    path = os.pathsep.join([str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "hostile.reading", name, str(MAX_MEMORY_BYTES)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=MAX_WALL_S,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_page_has_its_outcome_in_time(name: str) -> None:
    case = CASES[name]
    found = run(name)
    memory = found.pop("memory")
    assert {reading["outcome"] for reading in found.values()} == {case.outcome}, found
    assert max(reading["seconds"] for reading in found.values()) < MAX_SECONDS, found
    assert memory["peak_mb"] * 1_000_000 < MAX_MEMORY_BYTES
    if case.outcome == "article" and case.keeps_story:
        assert found["everything"]["whole"], "text was lost"
        assert all(found[extractor].get("characters") is not None for extractor in found if extractor != "links")
