"""Prices: numbers beside a currency."""

from __future__ import annotations

import pytest

from boilerspider.markup.prices import names_price


@pytest.mark.parametrize(
    "text",
    [
        "$1,299",
        "only 12 €",
        "CHF 3.50",
        "Rs. 500",
        "1299円",
        "1.200 грн",
        "￥1,299",
        "₩ 9,000",
        "120 kr",
        "Rp 5.000",
        "12 Euro",
        "129.–",
        "12.- Euro",
        "1.299,- €",
        "kr 129,-",
        "129:-",
        "4.999 TL",
        "499 ر.س",
        "د.إ 120",
        "١٢٠ درهم",
        '249 ש"ח',
        "3,990 บาท",
        "299.000đ",
    ],
)
def test_a_number_beside_a_currency_is_a_price(text: str) -> None:
    assert names_price(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026",
        "BMJ 2020;369",
        "ISO 9001",
        "12 krone",
        "$ and €",
        "EURO",
        "Euro 2024",
        "5.–7. Mai",
        "1914.—The war",
        "12,-13",
        "12:30",
        "1.- Calentar el horno",
        "Artículo 12.- Del muro",
        "in 1914.--The war",
    ],
)
def test_other_numbers_are_none(text: str) -> None:
    assert not names_price(text)
