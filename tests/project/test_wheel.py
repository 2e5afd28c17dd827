"""The wheel holds all that the package needs, wherever it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def run(*command: str, cwd: Path, **env: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300, env={**os.environ, **env}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed, its dependencies aside."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    # Building leaves a folder behind that would slip into the next wheel.
    shutil.copytree(ROOT / "boilerspider", folder / "source" / "boilerspider")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "source" / name)
    run(*pip, "wheel", str(folder / "source"), "--no-deps", "--wheel-dir", str(folder), cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run(*pip, "install", str(wheel), "--no-deps", "--target", str(folder / "site"), cwd=folder)
    return folder / "site"


def test_the_embedded_newspaper_is_in_it(installed: Path, tmp_path: Path) -> None:
    script = (
        "import boilerspider; from boilerspider.demo import Newspaper\n"
        "with Newspaper() as paper: print(boilerspider.__file__, len(paper.stories))"
    )
    where, stories = run(sys.executable, "-c", script, cwd=tmp_path, PYTHONPATH=str(installed)).split()
    assert Path(where).is_relative_to(installed)
    assert int(stories) >= 24


def test_the_commands_work_outside_of_any_project(installed: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html><body><p>Some words of a page.</p></body></html>")
    args = ("-m", "scrapy", "extract", str(page), "--extractor", "everything")
    assert "Some words of a page." in run(sys.executable, *args, cwd=tmp_path, PYTHONPATH=str(installed))


def test_types_and_licence_travel_with_it(installed: Path) -> None:
    assert (installed / "boilerspider" / "py.typed").is_file()
    (metadata,) = installed.glob("boilerspider-*.dist-info")
    assert "BSD 3-Clause" in next(metadata.rglob("LICENSE")).read_text()
    assert not list(installed.glob("tests")) + list(installed.glob("settings"))
