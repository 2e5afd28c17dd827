"""The live line: on a terminal, and nowhere else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from forked import LIMIT_S

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"\r\x1b\[K(\d+) answers, [\d.]+ a second · \d+ articles[^\r]*")


def by_shell(what: str, command: list[str]) -> list[str]:
    return ["sh", "-c", what, "sh", *command]


def command(tmp_path: Path, *more: str) -> list[str]:
    crawl = [sys.executable, "-m", "scrapy", "crawl", "news", "-O", str(tmp_path / "out.jsonl")]
    return [*crawl, "--loglevel", "INFO", *more]


def test_one_live_line_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(command(tmp_path), cwd=ROOT, stdout=theirs, stderr=theirs) as crawl:
        os.close(theirs)
        seen = b""
        while True:
            try:
                read = os.read(ours, 65_536)
            except OSError:  # what a terminal says when nobody writes to it any more
                break
            if not read:
                break
            seen += read
    os.close(ours)
    assert crawl.returncode == 0
    text = seen.decode()
    counts = [int(count) for count in LINE.findall(text)]
    assert counts
    assert counts == sorted(counts)
    assert not re.search(r"articles[^\r\n]*20\d\d-\d\d-\d\d \d\d:", text), "the log begins on a line of its own"


def test_nothing_in_a_file(tmp_path: Path) -> None:
    done = subprocess.run(command(tmp_path), cwd=ROOT, capture_output=True, text=True, check=True)
    assert "\r" not in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("has_log_file", [False, True], ids=["log on the terminal", "log in a file"])
def test_a_terminal_that_goes_away_keeps_no_crawl(tmp_path: Path, *, has_log_file: bool) -> None:
    log = tmp_path / "log"
    ours, theirs = pty.openpty()
    # As `nohup` and `disown` let it go on.
    ignoring = by_shell(
        "trap '' HUP; exec \"$@\"", command(tmp_path, *(("--logfile", str(log)) if has_log_file else ()))
    )
    with subprocess.Popen(ignoring, cwd=ROOT, stdout=theirs, stderr=theirs, start_new_session=True) as crawl:
        os.close(theirs)
        seen = b""
        while not LINE.search(seen.decode(errors="replace")):
            seen += os.read(ours, 65_536)
        assert crawl.poll() is None
        os.close(ours)
        try:
            crawl.wait(LIMIT_S)
        finally:
            crawl.kill()
    assert (tmp_path / "out.jsonl").stat().st_size
    assert crawl.returncode == 0
    if has_log_file:
        assert "Spider closed (finished)" in log.read_text(encoding="utf-8")


def test_a_process_may_have_no_standard_error(tmp_path: Path) -> None:
    without = by_shell('exec "$@" 2>&-', command(tmp_path, "--logfile", str(tmp_path / "log")))
    done = subprocess.run(without, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (tmp_path / "out.jsonl").stat().st_size
    assert not done.stdout, "what is for the screen goes nowhere else"


@pytest.mark.parametrize(
    ("how", "more", "code"),
    [
        ("2>/dev/full", (), 0),
        ("2> >(head -n 1)", (), 0),
        ("> >(head -c 1)", ("-o", "-:jsonlines"), 1),
        (">/dev/full", ("-o", "-:jsonlines"), 1),
    ],
    ids=["log on a full disk", "log that nobody reads on", "feed that nobody reads on", "feed on a full disk"],
)
def test_what_standard_streams_do_not_take_gives_no_exit_code_of_pythons_own(
    tmp_path: Path, how: str, more: tuple[str, ...], code: int
) -> None:
    by_bash = ["bash", "-c", f'exec "$@" {how}', "bash", sys.executable, "-m", "scrapy", "crawl", "news", *more]
    # A profile that writes nothing but the log.
    env = {**os.environ, "SCRAPY_SETTINGS_MODULE": "settings.production", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(by_bash, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Exception ignored" not in done.stderr
