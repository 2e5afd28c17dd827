"""What browsers show of HTML and its letters do not say: the marks of quotations in a line, and which digits are raised."""

from __future__ import annotations

from lxml import etree

_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋−–", "0123456789+-0123456789+---")


def as_digits(text: str) -> str:
    """The text, its raised and lowered digits as the page and the HTML have them: as digits in `sup` and `sub`."""
    return text.translate(_DIGITS)


def shown(root: etree._Element) -> str:
    """The text of a tree, with the marks of each `q`: “ ” outside, and within another ‘ ’, as browsers do."""
    said: list[str] = []
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if element.tag == "q":
            depth -= event == "end"
            said.append(("“”", "‘’")[depth % 2][event == "end"])
            depth += event == "start"
        text = element.text if event == "start" else element.tail if element is not root else None
        said.append(text or "")
    return "".join(said)
