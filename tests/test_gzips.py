"""Gzip files, little by little."""

from __future__ import annotations

import gzip
import random
import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider import gzips

Members = st.lists(st.tuples(st.binary(max_size=40), st.sampled_from([1, 3, 9_000])), min_size=1, max_size=5)
"""What they hold, and how often."""


def held(packed: bytes) -> list[tuple[int, bytes, bool]]:
    """Start, content and wholeness of each member."""
    members: dict[int, tuple[bytes, bool]] = {}
    for piece in gzips.pieces(BytesIO(packed)):
        members[piece.start] = members.get(piece.start, (b"", False))[0] + piece.content, piece.ends
    return [(start, *member) for start, member in members.items()]


@given(Members, st.integers(0, 700), st.binary(max_size=3))
def test_members_are_had_whole_whatever_stands_between_and_behind_them(
    members: list[tuple[bytes, int]], zeros: int, behind: bytes
) -> None:
    packed, wanted = b"", []
    for content, times in members:
        wanted.append((len(packed), content * times, True))
        packed += gzip.compress(content * times) + bytes(zeros)
    no_member = behind and bytes([behind[0] | 0x80]) + behind
    assert held(packed + no_member) == wanted


@given(Members, st.data())
def test_what_is_cut_short_gives_what_came_before(members: list[tuple[bytes, int]], data: st.DataObject) -> None:
    whole = [gzip.compress(content * times) for content, times in members]
    cut = data.draw(st.integers(1, len(whole[-1]) - 1))
    *before, (start, content, is_whole) = held(b"".join(whole[:-1]) + whole[-1][:cut])
    assert [content for _, content, _ in before] == [content * times for content, times in members[:-1]]
    assert (start, is_whole) == (len(b"".join(whole[:-1])), False)
    assert (members[-1][0] * members[-1][1]).startswith(content)


def test_what_fills_its_last_piece_is_had_to_its_end() -> None:
    packed = gzip.compress(bytes(10 * gzips.PIECE_BYTES))
    [(_, content, is_whole)] = held(packed[:-8])
    assert len(content) == 10 * gzips.PIECE_BYTES
    assert not is_whole, "its checksum is missing"


def test_no_piece_is_larger_than_promised() -> None:
    content = random.Random(1).randbytes(300_000) + bytes(10**7)
    pieces = list(gzips.pieces(BytesIO(gzip.compress(content))))
    assert max(len(piece.content) for piece in pieces) <= gzips.PIECE_BYTES
    assert b"".join(piece.content for piece in pieces) == content


def test_damage_is_told() -> None:
    packed = bytearray(gzip.compress(random.Random(1).randbytes(1_000)))
    packed[-6] ^= 1
    with pytest.raises(zlib.error):
        list(gzips.pieces(BytesIO(bytes(packed))))


@pytest.mark.parametrize("body", [b"", b"plain", b"\0\0"])
def test_what_is_no_gzip_file_holds_nothing(body: bytes) -> None:
    assert held(body) == []
