"""How much of one headline is in another, in scripts with spaces and without."""

from __future__ import annotations

import pytest

from boilerspider.stores.series import SHARED, share_of_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Weather in Lorwick", "Weather in Tolmer"),
        ("Lottery results 27 November", "Lottery results 28 November"),
        ("Ana Quell arrested in Lorwick", "Tem Stur arrested in Tolmer"),
        ("Цена на бензин в Лорвике", "Цена на бензин в Толмере"),
        ("आज लोर में सोने का भाव", "आज तोल में सोने का भाव"),
        ("山北県で震度3の地震", "川南県で震度4の地震"),
        ("今日黄金价格 东江市", "今日黄金价格 西河市"),
        ("พยากรณ์อากาศจังหวัดลอวิกวันนี้", "พยากรณ์อากาศจังหวัดทอลเมอวันนี้"),
    ],
)
def test_headlines_of_one_kind_share_a_third_of_their_words(one: str, other: str) -> None:
    assert SHARED <= share_of_words(one, other) == share_of_words(other, one) < 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bridge falls into the river at Lorwick", "Dozens of cars lost as old crossing gives way"),
        ("老桥昨夜坍塌数车落水", "暴雨冲毁百年渡口"),
        ("สะพานเก่าพังลงแม่น้ำ", "รถหลายคันจมน้ำกลางดึก"),
        ("Rain", None),
        ("!", "?"),
        (None, None),
    ],
)
def test_others_do_not(one: str | None, other: str | None) -> None:
    assert share_of_words(one, other) < SHARED
