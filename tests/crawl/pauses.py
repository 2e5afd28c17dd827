"""The pauses of hosts that fail, shortened for tests."""

from __future__ import annotations

import pytest
from scrapy.core.engine import ExecutionEngine

from boilerspider.crawl import budgets

LOOK_S = 0.1


def shorten(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Hosts are left alone for so long at first, and the engine finds that a pause is over as soon as that; by itself it looks each five seconds."""
    monkeypatch.setattr(budgets, "FIRST_PAUSE", seconds)
    monkeypatch.setattr(ExecutionEngine, "_SLOT_HEARTBEAT_INTERVAL", LOOK_S)
