"""What browsers show of HTML and its letters do not say: the marks of quotations in a line, and which digits are raised."""

from __future__ import annotations

from lxml import etree

_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋−–", "0123456789+-0123456789+---")


def as_digits(text: str) -> str:
    """The text, its raised and lowered digits as the page and the HTML have them: as digits in `sup` and `sub`."""
    return text.translate(_DIGITS)


def with_marks(root: etree._Element) -> etree._Element:
    """The tree with the marks of each `q` written into it: “ ” outside, and within another ‘ ’, as browsers do."""
    for quotation in list(root.iter("q")):
        depth = sum(1 for _ in quotation.iterancestors("q")) % 2
        quotation.text = "“‘"[depth] + (quotation.text or "")
        if len(quotation):
            quotation[-1].tail = (quotation[-1].tail or "") + "”’"[depth]
        else:
            quotation.text += "”’"[depth]
    return root
