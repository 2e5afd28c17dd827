"""Which addresses name one picture."""

from __future__ import annotations

import time

import pytest
from pace import is_quick

from boilerspider.markup.picturefiles import MAX_FOLDERS, MAX_QUOTED, picture_file

OWNER = "0f" * 16
SAME = [
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/pier.jpg?w=900"),
    ("https://e.org/2026/pier.jpg", "https://e.org/2026/pier-1024x600.jpg"),
    ("https://e.org/2026/pier-scaled.jpg", "https://e.org/2026/pier-600x400.webp"),
    ("https://e.org/up/pier-222~_v-gallery.jpg", "https://e.org/up/pier-222~_t-1571483849_v-16x9@2dL_-6c42af.jpg"),
    ("https://e.org/2026/pier~640x360?cb=1", "https://e.org/2026/pier~1920x1080?cb=1"),
    ("https://e.org/2026/pier.jpg", "https://e.org/_next/image?url=https%3A%2F%2Fe.org%2F2026%2Fpier.jpg&w=1200&q=75"),
    ("https://e.org/2026/pier.jpg", "https://e.org/_next/image?url=%2F2026%2Fpier.jpg&w=1200&q=75"),
    ("https://e.org/2026/pier.jpg", "https://cuts.org/width=900/https://e.org/2026/pier.jpg"),
    ("https://a.e.org/1200x630/harbour-fog-2026.jpg", "https://b.e.org/s615/harbour-fog-2026.jpg"),
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
    (
        "https://e.org/Abcdefghijklmnopqrst_900Qs=/0x0:900x506/720x405/fog/original.jpg",
        "https://e.org/3bcdefghijklmnopqrstuvwxyz8=/0x0:900x506/960x540/fog/original.jpg",
    ),
    ("https://e.org/2026/pier.jpg", "https://e.org/x?img=%2F2026%2Fpier%2Ejpg&w=1140"),
    ("https://e.org/2026/pier.jpg", "https://e.org/x?w=9&url=https://e.org/2026/pier.jpg&mark=https://e.org/logo.png"),
    ("https://e.org/2026/pier.jpg", "https://i.cuts.org/e.org/2026/pier.jpg?fit=1024%2C661"),
    ("https://e.org/files/2026-05/pier.jpg", "https://e.org/files/styles/728x523/public/2026-05/pier.jpg?itok=a"),
    ("https://e.org/files/2026/05/pier.jpg", "https://e.org/files/styles/small/public/2026/05/pier.jpg"),
    (
        "https://e.org/content/up/2026/05/sized_dsc00785.jpg",
        "https://fast.e.org/up/2026/05/sized_dsc00785.jpg?width=800",
    ),
    ("https://e.org/33420090/t/Ab/w1440/-/pier.jpg", "https://e.org/33420090/t/cD/w1440/-/pier.jpg"),
    ("https://e.org/7/Img_16_9/1200/pier.jpg", "https://e.org/7/Img_16_9/1024/pier.jpg"),
    ("https://e.org/w_1280,f_auto,q_auto/up/2026/pier.jpg", "https://e.org/w_640,cs_srgb,g_auto/up/2026/pier.jpg"),
    ("https://e.org/image/width=1424,quality=80/up/pier.jpg", "https://e.org/image/width=70,quality=80/up/pier.jpg"),
    ("https://e.org/i/pier-2026-100x100.jpg", "https://e.org/i/pier-2026.jpg"),
    ("https://e.org/i/pier-4x3.jpg", "https://e.org/i/pier-16x9.jpg"),
    ("https://a.org/208/gettyimages-2196219427.jpg", "https://b.org/290/gettyimages-2196219427.jpg"),
]
CALLED_SO = [
    ("https://a.org/1200x630/harbour-fog-2026.jpg", "https://b.org/s615/harbour-fog-2026.jpg"),
    ("https://a.org/x/the-pier-of-ostmark-in-fog.jpg", "https://b.org/y/the-pier-of-ostmark-in-fog.jpg"),
    (
        "https://e.org/2026/05/931/523/the-pier-of-ostmark-up.jpg",
        "https://e.org/2026/05/1200/675/the-pier-of-ostmark-up.jpg",
    ),
]
"""Called by a name that few have, which another picture of another story may have, too."""
ALBUM = "https://e.org/albums/3f2a9c1e-77b0-4d21-9a10-5e6f7a8b9c0d"
MARK = "mark=https%3A%2F%2Fe.org%2Fwatermark-logo-2023.png"
OTHER = [
    (f"{ALBUM}/001.jpg", f"{ALBUM}/002.jpg"),
    ("https://e.org/g/1a2b3c4d5e6f/1000", "https://e.org/g/1a2b3c4d5e6f/1001"),
    ("https://e.org/2026-05-06-01/100.jpg", "https://e.org/2026-05-06-01/101.jpg"),
    ("https://e.org/2026-05-06-01/a/100.jpg", "https://e.org/2026-05-06-01/b/100.jpg"),
    ("https://e.org/2026/05/police-car-lights-1.jpg", "https://e.org/2021/01/police-car-lights-1.jpg"),
    ("https://e.org/2026/05/police-car-lights-stock.jpg", "https://e.org/2021/01/police-car-lights-stock-300x200.jpg"),
    ("https://e.org/stories/77/featured-image-1200.jpg", "https://e.org/stories/55/featured-image-1200.jpg"),
    ("https://e.org/a/77/images/chart.png", "https://e.org/a/12/images/chart.png"),
    ("https://e.org/a/images/chart.png", "https://e.org/images/chart.png"),
    ("https://e.org/2026/05/chart.png", "https://e.org/2026/05/bridge/chart.png"),
    ("https://e.org/2026/images/chart.png", "https://e.org/2026/77/images/chart.png"),
    ("https://e.org/bruecke,77/images/chart.png", "https://e.org/markt,12/images/chart.png"),
    ("https://e.org/id=77/chart.png", "https://e.org/id=12/chart.png"),
    (
        "https://e.org/town-votes-to-rebuild-bridge-77/chart.png",
        "https://e.org/the-farmer-and-his-pumpkin-12/chart.png",
    ),
    ("https://e.org/800x600/177/chart.png", "https://e.org/800x600/155/chart.png"),
    ("https://e.org/spiel_3_1/chart.png", "https://e.org/spiel_2_1/chart.png"),
    ("https://e.org/2024x2025/chart.png", "https://e.org/2023x2024/chart.png"),
    ("https://e.org/smith,john/photo.jpg", "https://e.org/doe,jane/photo.jpg"),
    ("https://a.org/2026/pier.jpg", "https://b.org/2026/pier.jpg"),
    ("https://e.org/media/picture.jpg?id=11", "https://e.org/media/picture.jpg?id=22"),
    ("https://e.org/api/downloadPicture2026?id=11", "https://e.org/api/downloadPicture2026?id=22"),
    ("https://e.org/2026/semifinal-2x1.jpg", "https://e.org/2026/semifinal-3x1.jpg"),
    ("https://e.org/2026/semifinal-4x3.jpg", "https://e.org/2026/semifinal.jpg"),
    ("https://e.org/2026/final-32x28.jpg", "https://e.org/2026/final-27x24.jpg"),
    ("https://e.org/2026/budget-2024x2025.jpg", "https://e.org/2026/budget-2023x2024.jpg"),
    ("https://e.org/2026/budget-2024x25.jpg", "https://e.org/2026/budget-2023x24.jpg"),
    ("https://e.org/wetterkarte-2026.jpg", "https://e.org/wetterkarte-2026_05_06.jpg"),
    ("https://e.org/sport/2026050601.jpg", "https://e.org/politik/2026050601.jpg"),
    ("https://e.org/the-original.jpg", "https://e.org/the.jpg"),
    (f"https://e.org/i/bridge.jpg?{MARK}", f"https://e.org/i/rent.jpg?{MARK}"),
    (
        "https://e.org/cut?img=one.jpg&fallback=https://e.org/s-2026-image.png",
        "https://e.org/cut?img=two.jpg&fallback=https://e.org/s-2026-image.png",
    ),
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
    assert picture_file(one).is_surely(picture_file(other))


@pytest.mark.parametrize(("one", "other"), CALLED_SO)
def test_a_name_that_few_have_is_no_sure_sign(one: str, other: str) -> None:
    assert picture_file(one).is_same(picture_file(other))
    assert not picture_file(one).is_surely(picture_file(other))


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_two_pictures(one: str, other: str) -> None:
    assert not picture_file(one).is_same(picture_file(other))
    assert not picture_file(other).is_same(picture_file(one))
    assert not picture_file(one).is_surely(picture_file(other))


def test_what_lies_in_more_folders_than_are_compared_has_no_name() -> None:
    deep = "https://e.org" + "/a" * (MAX_FOLDERS - 1)
    assert picture_file(deep + "/pier.jpg").is_same(picture_file(deep + "/pier.jpg?w=9"))
    assert picture_file(deep + "/a/pier.jpg").name.stem == ""


def test_what_is_quoted_again_and_again_is_unquoted_so_often() -> None:
    assert picture_file("https://e.org/%" + "25" * MAX_QUOTED + "20pier.jpg").name.stem == "%20pier"


@pytest.mark.parametrize(
    "name",
    [
        "-100x100" * 240 + ".jpg.x",
        "_1" * 900,
        ".original_1024" * 140,
        "%25" * 660,
        "1a" * 900,
        ":=" * 900,
        "a/1/" * 400,
    ],
)
def test_long_names_take_no_time(name: str) -> None:
    file = picture_file("https://e.org/2026/pier.jpg")
    start = time.process_time()
    assert not any(file.is_same(picture_file(f"https://e.org/{number}/{name}")) for number in range(600))
    assert is_quick(time.process_time() - start, 1)
