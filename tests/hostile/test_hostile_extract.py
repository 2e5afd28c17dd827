"""Every hostile page in full size by the path that all extractors share, and smaller ones of its kind by every extractor:
a documented outcome, in time that does not outgrow the page, in bounded memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile.pages import CASES
from hostile.reading import MAX_GROWTH, SLACK_S, SMALL
from pace import is_quick

from boilerspider.extractors import EXTRACTORS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="bounds memory as Linux lets it"),
]

TESTS = Path(__file__).resolve().parents[1]

MAX_SECONDS = 20.0
"""Processor seconds of one page in full size; the slowest takes 3, half of all less than half a second."""

MAX_WALL_S = 300
"""Seconds of one case with all extractors, after which it hangs."""

MAX_MEMORY_BYTES = 1_500_000_000
"""Address space that a case may add to what its process holds; the largest adds 0.7 GB."""

Reading = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    """reading(name) -> what `hostile.reading` says of a case."""
    path = os.pathsep.join([str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "hostile.reading"]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(name: str) -> dict[str, Any]:
            print(json.dumps([name, MAX_MEMORY_BYTES, MAX_WALL_S]), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())  # type: ignore[no-any-return]

        yield ask
        process.stdin.close()


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_page_has_its_outcome_in_time(name: str, reading: Reading) -> None:
    case, found = CASES[name], reading(name)
    assert found["outcome"] == case.outcome, found
    assert is_quick(found["extract"], MAX_SECONDS), found
    if case.outcome != "article":
        return
    assert is_quick(found["links"], MAX_SECONDS), found
    assert found["whole"] or not case.keeps_story, "text was lost"
    assert set(EXTRACTORS.rows) < set(found["growths"])
    for step, (smaller, small) in found["growths"].items():
        assert is_quick(small, SMALL * MAX_SECONDS), (step, smaller, small)
        assert small <= MAX_GROWTH * smaller + SLACK_S, (step, smaller, small)
