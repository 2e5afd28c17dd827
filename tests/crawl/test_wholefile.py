"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boilerspider.crawl.wholefile import replace_whole, write_whole
from tests.crawl.crews import until

OLD, NEW = b"what an earlier crawl wrote\n" * 50, b"what this one writes\n" * 5_000

resource = pytest.importorskip("resource")

WRITER = """
import sys
from pathlib import Path
from boilerspider.crawl.wholefile import write_whole
path, content = Path(sys.argv[1]), sys.argv[2].encode() * 5_000_000
while True:
    write_whole(path, content)
    print("written", flush=True)
"""


def test_a_full_disk_leaves_what_stood_there(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_bytes(OLD)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_whole(path, NEW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_whoever_reads_under_a_kill_reads_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    for letter in "ab":
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), letter], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written\n"
        # In the midst of a second one: its draft is there, and is not whole yet.
        until((tmp_path / f".report.html.{writer.pid}").exists)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        assert path.read_bytes() == letter.encode() * 5_000_000


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    for name in ("there.html", "yet-to-be.html"):
        target, link = tmp_path / "www" / name, tmp_path / f"link-to-{name}"
        if name == "there.html":
            target.write_bytes(OLD)
        link.symlink_to(target)
        write_whole(link, NEW)
        assert link.is_symlink()
        assert target.read_bytes() == NEW
    assert sorted(one.name for one in (tmp_path / "www").iterdir()) == ["there.html", "yet-to-be.html"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_file_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_bytes(OLD)
    path.chmod(mode)
    write_whole(path, NEW)
    assert path.stat().st_mode & 0o777 == mode


def test_a_new_file_has_the_mode_of_any(tmp_path: Path) -> None:
    path, any_file = tmp_path / "report.html", tmp_path / "any"
    any_file.write_bytes(b"")
    write_whole(path, NEW)
    assert path.stat().st_mode == any_file.stat().st_mode


def test_what_stands_where_a_process_writes_already_is_written_into(tmp_path: Path) -> None:
    output = tmp_path / "output"
    write = "from pathlib import Path; from boilerspider.crawl.wholefile import write_whole as write"
    with output.open("ab") as file:
        number = output.stat().st_ino
        command = f"{write}; write(Path('/dev/stdout'), b'report, '); print('and what follows')"
        subprocess.run([sys.executable, "-c", command], stdout=file, check=True)
    assert (output.read_text(), output.stat().st_ino) == ("report, and what follows\n", number)


def test_in_a_folder_that_cannot_be_written_a_file_that_can_is_written_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_or_not(self: Path, *args: Any, **kwargs: Any) -> Any:
        if self.name.startswith(".") and args == ("wb",):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return open_any(self, *args, **kwargs)

    path, open_any = tmp_path / "report.html", Path.open
    path.write_bytes(OLD)
    monkeypatch.setattr(Path, "open", open_or_not)
    write_whole(path, NEW)
    assert path.read_bytes() == NEW


def test_a_file_that_no_other_may_replace_is_written_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_mounted(*_: object) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    path = tmp_path / "report.html"
    path.write_bytes(OLD)
    number = path.stat().st_ino
    monkeypatch.setattr(Path, "replace", is_mounted)
    write_whole(path, NEW)
    assert (path.read_bytes(), path.stat().st_ino) == (NEW, number)
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match=os.strerror(errno.EBUSY)):
        replace_whole(path, OLD, durable=False)
    assert path.read_bytes() == NEW


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_whole(pipe, NEW)
        assert reader.communicate()[0] == NEW
    assert pipe.is_fifo()
