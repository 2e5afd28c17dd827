"""Which addresses name one picture."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.markup.picturefiles import MAX_QUOTED, picture_file

OWNER = "0f" * 16
SAME = [
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/pier.jpg?w=900"),
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/pier-1024x600.jpg"),
    ("https://e.org/2026/pier-scaled.jpg", "https://e.org/2026/pier-600x400.webp"),
    ("https://e.org/2026/pier~640x360?cb=1", "https://e.org/2026/pier~1920x1080?cb=1"),
    ("https://e.org/2026/pier.jpg", "https://e.org/_next/image?url=https%3A%2F%2Fe.org%2F2026%2Fpier.jpg&w=1200&q=75"),
    ("https://e.org/2026/pier.jpg", "https://e.org/_next/image?url=%2F2026%2Fpier.jpg&w=1200&q=75"),
    ("https://e.org/2026/pier.jpg", "https://cuts.org/width=900/https://e.org/2026/pier.jpg"),
    ("https://a.org/1200x630/harbour-fog-2026.jpg", "https://b.org/s615/harbour-fog-2026.jpg"),
    ("https://a.org/x/the-pier-of-ostmark-in-fog.jpg", "https://b.org/y/the-pier-of-ostmark-in-fog.jpg"),
    ("https://a.org/0123456789ab4def/16:9/w_1/pier.jpg", "https://b.org/0123456789ab4def/4:3/w_2/pier.jpg"),
    ("https://a.org/l/4f0c1d2e3b5a6978", "https://b.org/s/4f0c1d2e3b5a6978"),
    ("https://e.org/p/The%20pier.jpg", "https://e.org/p/The%2520pier.jpg"),
    ("https://e.org/m.be7b8bf8-9051.original_1024.jpg", "https://e.org/m.be7b8bf8-9051.16x9_700.jpg"),
    ("https://e.org/2026/pier_main_16x9.jpg?w=992", "https://e.org/2026/pier_main_4x3.jpg"),
    ("https://e.org/41/pier_v4_3_800.jpg", "https://e.org/41/pier_v16_9_1200.jpg"),
    ("https://e.org/im-40500833?width=1280", "https://e.org/im-40500833?width=700&height=466"),
    ("https://e.org/1.7!/pier.jpg", "https://e.org/1.7!/pier.jpg_gen/derivatives/16x9_780/pier.jpg"),
    ("https://e.org/q2/alternates/FREE_1140/The%20pier.jpg", "https://e.org/q2/alternates/WIDE_700/The%20pier.jpg"),
    ("https://e.org/1.7!/w_640/pier.jpg", "https://e.org/1.7!/w_1280,h_720,c_fit/pier.jpg"),
    ("https://e.org/up/dpr_2.0/v1703264841/Pier_m0", "https://e.org/up/w_10/dpr_1.5/v1703264841/Pier_m0"),
    ("https://e.org/photo/106219427.cms", "https://e.org/thumb/106219427.cms?width=680"),
    ("https://e.org/a/8fc28b260fd171.jpg", "https://e.org/a/8fc28b260fd171_262_262.jpg"),
    (f"https://e.org/i/{OWNER}/16x9/original.jpg", f"https://e.org/i/{OWNER}/4x3/1280@40.jpg"),
    ("https://e.org/a/0x0:9x9/720x405/fog/original.jpg", "https://e.org/b/0x0:9x9/960x540/fog/original.jpg"),
]
OTHER = [
    (
        "https://e.org/0c1d2e3f4a5b6c7d/0_0_48_32/master/4800.jpg",
        "https://e.org/9c1d2e3f4a5b6c7d/0_0_48_28/master/4800.jpg",
    ),
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/ferry.jpg"),
    ("https://e.org/2026/pier.jpg", "https://e.org/2025/pier.jpg"),
    ("https://e.org/2026-11/pier.jpg", "https://e.org/2026-12/pier.jpg"),
    ("https://e.org/2026/cover-image.jpg", "https://e.org/2025/cover-image.jpg"),
    ("https://e.org/image?id=1", "https://e.org/image?id=2"),
    ("https://e.org/image.php?id=1", "https://e.org/image.php?id=2"),
    ("https://e.org/photo2.php?id=1", "https://e.org/photo2.php?id=2"),
    ("https://e.org/2026/1200x630.jpg", "https://e.org/2026/600x400.jpg"),
    ("https://[e.org/a.jpg", "https://[e.org/b.jpg"),
    ("https://e.org/1001/16x9/cover.jpg", "https://e.org/1002/16x9/cover.jpg"),
    ("https://e.org/gallery_101/cover.jpg", "https://e.org/gallery_102/cover.jpg"),
    ("https://e.org/trip_2_3_2024.jpg", "https://e.org/trip_3_3_2024.jpg"),
    ("https://e.org/a/8fc28b260fd171_1.jpg", "https://e.org/a/8fc28b260fd171_2.jpg"),
    ("https://e.org/a/day_11_12.jpg", "https://e.org/a/day.jpg"),
    ("https://e.org/i/20261124.cms", "https://e.org/j/20261124.cms"),
    ("https://a.org/i/106219427.cms", "https://b.org/j/106219427.cms"),
    (f"https://e.org/i/{OWNER}/16x9/one.jpg", f"https://e.org/i/{OWNER}/16x9/two.jpg"),
    ("https://e.org/i/fog/16x9/original.jpg", "https://e.org/i/sun/16x9/original.jpg"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_picture_cut_to_two_sizes(one: str, other: str) -> None:
    assert picture_file(one).is_same(picture_file(other))
    assert picture_file(other).is_same(picture_file(one))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_two_pictures(one: str, other: str) -> None:
    assert not picture_file(one).is_same(picture_file(other))
    assert not picture_file(other).is_same(picture_file(one))


def test_what_is_quoted_again_and_again_is_unquoted_so_often() -> None:
    assert picture_file("https://e.org/%" + "25" * MAX_QUOTED + "20pier.jpg").name == "%20pier"


@pytest.mark.parametrize("name", ["-100x100" * 240 + ".jpg.x", "_1" * 900, ".original_1024" * 140, "%25" * 660])
def test_long_names_take_no_time(name: str) -> None:
    file = picture_file("https://e.org/2026/pier.jpg")
    start = time.process_time()
    assert not any(file.is_same(picture_file(f"https://e.org/{number}/{name}")) for number in range(600))
    assert is_quick(time.process_time() - start, 1)
