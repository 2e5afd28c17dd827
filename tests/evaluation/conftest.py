from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def scorer(shared) -> ModuleType:
    """The independent scorer, loaded by its path."""
    spec = importlib.util.spec_from_file_location("independent_scorer", shared / "tools" / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
