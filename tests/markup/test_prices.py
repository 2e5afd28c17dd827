"""Prices: numbers beside a currency."""

from __future__ import annotations

import pytest

from boilerspider.markup.prices import names_price


@pytest.mark.parametrize(
    "text",
    ["$1,299", "only 12 €", "CHF 3.50", "Rs. 500", "1299円", "1.200 грн", "￥1,299", "₩ 9,000", "120 kr", "Rp 5.000"],
)
def test_a_number_beside_a_currency_is_a_price(text: str) -> None:
    assert names_price(text)


@pytest.mark.parametrize("text", ["", "2026", "BMJ 2020;369", "ISO 9001", "12 krone", "$ and €", "EURO"])
def test_other_numbers_are_none(text: str) -> None:
    assert not names_price(text)
