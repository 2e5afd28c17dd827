"""Where a project's store lies: beside its `scrapy.cfg`, from whichever folder of it one crawls, as Scrapy's own `.scrapy` does."""

from __future__ import annotations

import os
from pathlib import Path

from scrapy.utils.conf import closest_scrapy_cfg


def in_project(uri: str) -> str:
    """A store's URI with a relative path of SQLite's within the project's folder, wherever in it one stands.

    As it is where there is no project, or where it comes to the same. A file that lies below the current folder alone is
    kept to: earlier crawls remembered in it.
    """
    scheme, _, location = uri.strip().partition(":")
    if scheme.lower() != "sqlite" or not _is_relative(location):
        return uri
    config = closest_scrapy_cfg()
    root = Path(config).parent if config else Path.cwd()
    if root == Path.cwd() or (_is_there(location) and not _is_there(root / location)):
        return uri
    return f"{scheme}:{root / location}"


def _is_relative(location: str) -> bool:
    """Whether a store's location is a path that depends on the current folder."""
    return location not in ("", ":memory:") and not location.startswith("~") and not Path(location).is_absolute()


def _is_there(path: str | Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - pathlib's raises where a folder must not be looked into; the store says so
