"""Whether a text names a price: a number beside a currency, or with a dash for its cents, in any language."""

from __future__ import annotations

import re

_SIGNS = r"$£¥৳฿\u20a0-\u20cf﷼＄￡￥￦"
"""Of currencies: Unicode's block of them, and those elsewhere; in Chinese and Japanese they are as wide as a character."""
_WORDS = r"Euro\b|ر\.س|د\.إ|ج\.م|د\.ك|ر\.ق|ريال|درهم|دينار|جنيه|تومان|ריאל|ש[\"״]ח|रुपये|रुपए|บาท|đồng|đ\b"
"""Of currencies behind a number: before one, "Euro" is a championship."""
_CODES = (
    "AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|MAD|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN"
    "|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|kr|zł|Kč|Ft|lei|Rs|Rp|RM|TL|руб|лв|грн"
)
"""Of currencies, as ISO 4217 names those that are paid in most or some languages do: any three letters before a number are a journal's or a standard's, too."""
_DASH = r"[-–—]{1,2}(?![-–—])"
_NO_CENTS = rf"\d(?:[,:]{_DASH}(?!\s?\d|\w)|\.{_DASH}(?!\s*\w))"
"""A number with a dash for its cents, as German, Dutch and Swedish shops write one with a currency or without; with a full stop before no word, as Spanish numbers steps (`1.- Mix`) and articles of laws."""
_DIGIT = re.compile(r"\d")
_PRICE = re.compile(
    rf"(?:[{_SIGNS}]|\b(?:{_CODES})\.?)\s?\d|\d(?:\.{_DASH})?\s?(?:[{_SIGNS}円元원]|(?:{_CODES})\b|{_WORDS})|(?:ر\.س|د\.إ|ج\.م)\s?\d|{_NO_CENTS}"
)


def names_price(text: str) -> bool:
    """Whether a currency stands before or behind a number in a text, or a dash for its cents."""
    return _DIGIT.search(text) is not None and _PRICE.search(text) is not None


__all__ = ["names_price"]
