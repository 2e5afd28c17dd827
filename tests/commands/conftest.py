"""Commands are run as people run them, in a process of their own inside a project, or quickly in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scrapy.cmdline import ScrapyArgumentParser
from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.misc import load_object

REPOSITORY = Path(__file__).resolve().parents[2]

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]

SETTINGS = """
COMMANDS_MODULE = "boilerspider.commands"
ROBOTSTXT_OBEY = True
USER_AGENT = "a project's own user agent"
RETRY_ENABLED = False
FEEDS = {"feed.jsonl": {"format": "jsonlines", "overwrite": True}}
ITEM_PIPELINES = {"no.such.Pipeline": 1}
"""


@pytest.fixture
def project(tmp_path) -> Path:
    """A folder with the smallest Scrapy project there is."""
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = stock_settings\n", encoding="utf-8")
    (tmp_path / "stock_settings.py").write_text(SETTINGS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def scrapy(project) -> Run:
    """scrapy(*args, stdin=b"", encoding="utf-8") -> the finished process, run inside the project; the encoding is the terminal's."""

    def run(*args: object, stdin: bytes = b"", encoding: str = "utf-8") -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", *map(str, args)],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY), "LC_ALL": "C", "PYTHONIOENCODING": encoding},
            input=stdin,
            capture_output=True,
            timeout=300,
            check=False,  # tests ask for the exit code
        )
        return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def command(project, monkeypatch, capsysbinary) -> Run:
    """command(*args, stdin=b"") -> the same without a process, a crawler and the project's settings."""
    monkeypatch.chdir(project)
    for name in ("evaluate", "train"):  # what it installs would speak in the tests that follow
        monkeypatch.setattr(f"boilerspider.commands.{name}.configure_logging", lambda settings: None)

    def run(name: str, *args: object, stdin: bytes = b"") -> Done:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        plug = load_object(f"boilerspider.commands.{name}.Command")()
        plug.settings = Settings(plug.default_settings)
        exitcode = execute(plug, list(map(str, args)))
        captured = capsysbinary.readouterr()
        return Done(args, exitcode, captured.out.decode(), captured.err.decode())

    return run


def execute(plug, args: list[str]) -> int:
    """As `scrapy.cmdline.execute` does it."""
    parser = ScrapyArgumentParser(conflict_handler="resolve", prog="scrapy")
    plug.add_options(parser)
    try:
        opts, args = parser.parse_known_args(args)
        plug.process_options(args, opts)
        plug.run(args, opts)
    except UsageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except SystemExit as left:
        return left.code
    return plug.exitcode
