from __future__ import annotations

from pathlib import Path

import pytest
from scrapy.settings import Settings

from boilerspider.crawl.options import DEFAULT_STORE, Options
from boilerspider.crawl.places import in_project

DEFAULT = DEFAULT_STORE.partition(":")[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project's folder, with one below it."""
    (tmp_path / "scrapy.cfg").touch()
    (tmp_path / "below").mkdir()
    return tmp_path.resolve()


@pytest.fixture
def below(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder below, where one stands."""
    monkeypatch.chdir(project / "below")
    return project / "below"


def touch(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.touch()


def test_a_relative_store_lies_beside_scrapy_cfg(project: Path, below: Path) -> None:
    assert in_project("sqlite:memory.sqlite") == f"sqlite:{project / 'memory.sqlite'}"
    for settings in ({}, {"BOILERSPIDER_STORE": DEFAULT_STORE}):
        assert Options.read(Settings(settings)).store == f"sqlite:{project / DEFAULT}"


def test_a_store_that_stands_below_alone_is_kept_to(project: Path, below: Path) -> None:
    touch(below / DEFAULT)
    assert in_project(DEFAULT_STORE) == DEFAULT_STORE
    touch(project / DEFAULT)
    assert in_project(DEFAULT_STORE) == f"sqlite:{project / DEFAULT}"


@pytest.mark.parametrize(
    "uri",
    [
        *("memory:", "redis://localhost/1", "package.stores:Mine", "package.stores:Mine:place"),
        *("sqlite:/var/memory.sqlite", "sqlite:///var/memory.sqlite", "sqlite:~/memory.sqlite"),
        *("sqlite:", "sqlite::memory:", "sqlite://host/memory.sqlite", ""),
    ],
)
def test_other_stores_stay_what_they_are(below: Path, uri: str) -> None:
    assert in_project(uri) == uri


def test_at_the_top_of_a_project_and_outside_of_one_paths_stay_short(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (project, tmp_path_factory.mktemp("outside")):
        monkeypatch.chdir(folder)
        assert in_project(DEFAULT_STORE) == DEFAULT_STORE


def test_a_name_that_no_file_can_have_is_left_to_the_store(project: Path, below: Path) -> None:
    assert in_project(f"sqlite:{'n' * 300}") == f"sqlite:{project / ('n' * 300)}"
