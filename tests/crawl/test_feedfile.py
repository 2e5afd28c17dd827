from __future__ import annotations

import json
import os
import select
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.crawl import feedfile
from boilerspider.crawl.feedfile import hold, mend, try_to_make, try_to_write, write_out

LINE = b'{"url": "http://a/1", "text": "one"}\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (LINE, LINE),
        (LINE + b'{"url": "http://a/2", "te', LINE),
        (b'{"url": "http://a/2", "te', b""),
        (LINE + b"{", LINE),
        (LINE + LINE[:-1], LINE + LINE),  # whole, and perhaps written by another program
        (LINE[:-1], LINE),
        (LINE + b"\n", LINE + b"\n"),
        (b"url,text\nhttp://a/1,on", b"url,text\nhttp://a/1,on"),  # no JSON Lines: not ours to cut
        (b"[\n" + LINE[:-1] + b",\n", b"[\n" + LINE[:-1] + b",\n"),
    ],
)
def test_a_file_of_lines_ends_with_a_line(before: bytes, after: bytes, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(before)
    done = mend(path)
    assert path.read_bytes() == after
    assert (done is None) == (before == after)
    assert mend(path) is None


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    assert mend(tmp_path / "missing.jsonl") is None
    assert mend(tmp_path) is None
    assert not (tmp_path / "missing.jsonl").exists()


def test_long_lines_are_found_and_endless_ones_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.jsonl"
    half = b'{"text": "' + b"x" * 300_000
    path.write_bytes(LINE + half)
    monkeypatch.setattr(feedfile, "LONGEST_LINE_BYTES", 100_000)
    assert mend(path) is None
    monkeypatch.setattr(feedfile, "LONGEST_LINE_BYTES", 400_000)
    assert mend(path) == f"{len(half)} bytes of a line that was never finished are cut off; its item comes again"
    assert path.read_bytes() == LINE


@given(st.lists(st.dictionaries(st.text(), st.text(), min_size=1), max_size=5), st.data())
def test_wherever_it_is_torn_whole_lines_stay(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]], data: st.DataObject
) -> None:
    whole = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    cut = data.draw(st.integers(0, len(whole)))
    path = tmp_path_factory.mktemp("torn") / "out.jsonl"
    path.write_bytes(whole[:cut])
    mend(path)
    kept = [json.loads(line) for line in path.read_bytes().splitlines()]
    finished = whole[:cut].count(b"\n")
    assert kept in (rows[:finished], rows[: finished + 1])
    assert path.read_bytes() in (b"", whole[: len(path.read_bytes())])


@pytest.mark.skipif(os.name != "posix", reason="needs the locks of POSIX systems")
def test_what_is_being_written_is_not_mended(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(LINE + b'{"url"')
    with path.open("ab") as one, path.open("ab") as two:
        assert hold(one)
        assert hold(two)
        assert mend(path) is None
    assert mend(path) is not None


def test_durable_files_are_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with (tmp_path / "out.jsonl").open("wb") as file:
        file.write(LINE)
        write_out(file, durable=False)
        assert (tmp_path / "out.jsonl").read_bytes() == LINE
        assert synced == []
        write_out(file, durable=True)
        assert synced == [file.fileno()]
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb"), os.fdopen(writing, "wb") as pipe:
        write_out(pipe, durable=True)
    assert len(synced) == 1


def test_trying_to_write_leaves_files_as_they_were(tmp_path: Path) -> None:
    there, new = tmp_path / "there.jsonl", tmp_path / "folder" / "new.jsonl"
    there.write_bytes(LINE)
    link = tmp_path / "link.jsonl"
    link.symlink_to(new)
    for path in (there, new, link):
        try_to_write(path)
    assert there.read_bytes() == LINE
    assert not new.exists()
    assert link.is_symlink()
    for path in (tmp_path, there / "x.jsonl"):
        with pytest.raises(OSError):
            try_to_write(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe_is_not_tried_for_its_reader_would_see_it_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(reading, "rb"):
        watch = select.poll()
        watch.register(reading, select.POLLIN)
        try_to_make(pipe)
        assert watch.poll(0) == []
        with pipe.open("ab"):
            pass
        assert watch.poll(0) == [(reading, select.POLLHUP)]


def test_trying_to_make_a_file_leaves_no_folder(tmp_path: Path) -> None:
    there, dangling = tmp_path / "there.jsonl", tmp_path / "dangling"
    there.write_bytes(LINE)
    dangling.symlink_to(tmp_path / "nowhere")
    for path in (there, tmp_path / "a" / "b" / "new.jsonl", tmp_path / "a" / ".." / "new.jsonl"):
        try_to_make(path)
    for path in (
        tmp_path,
        there / "x.jsonl",
        there / "a" / "x.jsonl",
        dangling / "x.jsonl",
        tmp_path / ("a" * 300) / "x",
    ):
        with pytest.raises(OSError):
            try_to_make(path)
    assert sorted(tmp_path.iterdir()) == [dangling, there]
    assert there.read_bytes() == LINE
