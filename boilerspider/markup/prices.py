"""Whether a text names a price: a number beside a currency, in any language."""

from __future__ import annotations

import re

_SIGNS = r"$£¥৳฿\u20a0-\u20cf﷼＄￡￥￦"
"""Of currencies: Unicode's block of them, and those elsewhere; in Chinese and Japanese they are as wide as a character."""
_CODES = (
    "AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|MAD|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN"
    "|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|Euro|kr|zł|Kč|Ft|lei|Rs|Rp|RM|руб|лв|грн"
)
"""Of currencies, as ISO 4217 names those that are paid in most or some languages do: any three letters before a number are a journal's or a standard's, too."""
_PRICE = re.compile(rf"(?:[{_SIGNS}]|\b(?:{_CODES})\.?)\s?\d|\d\s?(?:[{_SIGNS}円元원]|(?:{_CODES})\b)")


def names_price(text: str) -> bool:
    """Whether a currency stands before or behind a number in a text."""
    return _PRICE.search(text) is not None


__all__ = ["names_price"]
