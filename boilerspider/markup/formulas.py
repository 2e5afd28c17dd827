"""MathML -> a line of text: fractions, powers and roots as people type them, where a tree's `math` elements stand.

What a page shows of the same formula for the eye alone (KaTeX, MathJax, a picture of Wikipedia's) goes, so that it stands once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

from lxml import etree

MAX_ELEMENTS, MAX_CHARS = 2_000, 10_000
"""Of a formula; a larger one is read as its letters, in their order. Ours: bounds what is written anew for each level of nesting."""
MAX_CLASS_CHARS = 200
"""Of a class attribute that is looked at. Ours."""
_OF_LIBRARIES = re.compile(r"katex|mathjax|mjx|mwe-math", re.IGNORECASE)
_UNREAD = frozenset(("annotation", "annotation-xml", "mphantom", "none", "mprescripts", "script", "style"))
"""Elements of which a reader sees nothing."""
_FIRST_ALONE = frozenset(("semantics", "maction"))
_ANNOTATIONS = ("annotation", "annotation-xml")
_LEAVES = frozenset(("mi", "mn", "mo", "mtext", "ms"))
_ELEMENTS = (
    _LEAVES
    | _UNREAD
    | _FIRST_ALONE
    | frozenset(
        """math mrow mstyle mpadded menclose merror mspace mfenced mfrac msqrt mroot msub msup msubsup munder mover munderover
    mmultiscripts mtable mtr mlabeledtr mtd maligngroup malignmark""".split()  # noqa: SIM905 - a list of words
    )
)
"""A formula with others in it is none, or was never closed: it is left as it is."""
_UNSEEN = dict.fromkeys(range(0x2061, 0x2065))
"""Operators without a sign: multiplied, applied, added, in a list."""
_RELATIONS = frozenset("=<>≤≥≠≈≡∼≅→⇒⇔←↔∈∉⊂⊆∝:≔⟺⟹⟶↦")
_AS_TYPED = frozenset("′″‴'°*†¯^~→⃗˙¨ˆ˜‾")
_SIMPLE = re.compile(r"\d+(?:[.,]\d+)*|[^\d_]")
"""What needs no parentheses beside a sign."""
_TIGHT_BEFORE = re.compile(r"(?:[^\W\d_]|\d[\d.,]*)\Z")
_TIGHT_AFTER = re.compile(r"[^\W\d_](?![^\W\d_])")
"""A letter or a number before another letter that is no word: 2x, ab."""


def write_formulas(root: etree._Element) -> None:
    """Put a line of text in the place of what each `math` element of a tree holds; linear in its size, and no depth can exhaust the stack."""
    formulas = [formula for formula in root.iter("math") if not _holds_another(formula)]
    frames: dict[etree._Element, set[etree._Element]] = {}
    for formula in formulas:
        wrapper = formula.getparent()
        frame = None if wrapper is None else wrapper.getparent()
        if wrapper is not None and frame is not None and _is_of_library(frame):
            frames.setdefault(frame, set()).add(wrapper)
    for frame, wrappers in frames.items():
        _drop_twins(frame, wrappers)
    for formula in formulas:
        _write(formula)


def _holds_another(formula: etree._Element) -> bool:
    """Whether another formula stands in one: then that was never closed."""
    return next(islice(formula.iter("math"), 1, None), None) is not None


def _is_of_library(element: etree._Element) -> bool:
    tag = str(element.tag)
    said = f"{tag} {element.get('class') or ''}"[:MAX_CLASS_CHARS]
    return (tag == "span" or tag.startswith("mjx")) and _OF_LIBRARIES.search(said) is not None


def _drop_twins(frame: etree._Element, wrappers: set[etree._Element]) -> None:
    """Drop what stands beside formulas and is read to nobody, and show them."""
    for wrapper in wrappers:
        wrapper.attrib.pop("style", None)
    for other in list(frame):
        if other not in wrappers and (other.tag == "nobr" or other.get("aria-hidden") == "true"):
            _empty(other)


def _empty(element: etree._Element) -> None:
    """Leave nothing of an element but its place."""
    tail = element.tail
    element.clear()
    element.tag, element.tail = "span", tail


def _write(formula: etree._Element) -> None:
    for annotation in list(formula.iter(*_ANNOTATIONS)):
        for child in list(annotation):
            annotation.remove(child)
    elements = list(formula.iter(etree.Element))
    if not all(map(_is_of_formula, elements)):
        return
    if len(elements) <= MAX_ELEMENTS and sum(len(one.text or "") for one in elements) <= MAX_CHARS:
        line = _line(elements)
    else:
        line = " ".join("".join(formula.itertext(*_LEAVES)).split())
    tag = "p" if formula.get("display") == "block" else "span"
    _empty(formula)
    formula.text, formula.tag = line, tag


def _is_of_formula(element: etree._Element) -> bool:
    has_text = bool(element.text and element.text.strip()) and element.tag not in _LEAVES | _UNREAD
    has_tail = bool(element.tail and element.tail.strip()) and element.tag != "math"
    return element.tag in _ELEMENTS and not has_text and not has_tail


def _line(elements: Sequence[etree._Element]) -> str:
    """The line of a formula, whose elements come in document order."""
    lines: dict[etree._Element, str] = {}
    for element in reversed(elements):
        children = list(element.iterchildren(etree.Element))
        lines[element] = _said(element, [lines.pop(child) for child in children], [*map(_is_leaf, children)])
    return " ".join(lines[elements[0]].split())


def _is_leaf(element: etree._Element) -> bool:
    only = element[0] if len(element) == 1 else element
    return only.tag in _LEAVES


def _said(element: etree._Element, parts: list[str], leaves: list[bool]) -> str:
    """What an element says whose children say this, some of them leaves."""
    tag = str(element.tag)
    if tag in _LEAVES:
        text = " ".join((element.text or "").translate(_UNSEEN).split())
        return f" {text} " if tag == "mtext" and len(text) > 1 else text
    if tag in _UNREAD:
        return ""
    if tag in _FIRST_ALONE:
        return next(iter(parts), "")
    ones = [part.strip() if leaf else _whole(part.strip()) for part, leaf in zip(parts, leaves, strict=True)]
    return _beside(tag, ones) or _around(element, tag, parts)


def _around(element: etree._Element, tag: str, parts: list[str]) -> str:
    """What an element says that has its parts one after the other."""
    match tag:
        case "mspace":
            return " "
        case "mtable":
            return "; ".join(parts)
        case "mtr" | "mlabeledtr":
            return _cells([part.strip() for part in parts])
        case "mfenced":
            return f"{element.get('open', '(')}{', '.join(parts)}{element.get('close', ')')}"
        case "msqrt":
            return f"√({_row(parts)})"
    return _row(parts)


def _cells(parts: Sequence[str]) -> str:
    """A row of a matrix, or of equations one below the other, whose cells end before the sign of equality."""
    is_matrix = not any(part[:1] in _RELATIONS for part in parts if part)
    return (", " if is_matrix else " ").join(filter(None, parts))


def _beside(tag: str, parts: Sequence[str]) -> str:
    """What an element says that sets its parts, each of which stays one, above, below or beside each other; "" for another."""
    match tag, *parts:
        case "mfrac", over, under:
            return f"{over}/{under}"
        case "mroot", base, index:
            return f"{base}^(1/{index})"
        case "msup" | "mover", base, script:
            return _script(base, "^", script)
        case "msub" | "munder", base, script:
            return _script(base, "_", script)
        case "msubsup" | "munderover", base, below, above:
            return _script(_script(base, "_", below), "^", above)
    return ""


def _script(base: str, sign: str, script: str) -> str:
    """A part with another above or below it; accents, primes and degrees are typed as they are."""
    return f"{base}{script}" if not script or script in _AS_TYPED else f"{base}{sign}{script}"


def _whole(part: str) -> str:
    """A part that stays one beside a sign."""
    return part if not part or _SIMPLE.fullmatch(part) or _is_enclosed(part.removeprefix("√")) else f"({part})"


def _is_enclosed(part: str) -> bool:
    """Whether the parenthesis that a part begins with is closed by its last sign."""
    if not (part.startswith("(") and part.endswith(")")):
        return False
    depths = accumulate((sign == "(") - (sign == ")") for sign in part)
    return next(place for place, depth in enumerate(depths, 1) if depth == 0 or place == len(part)) == len(part)


def _row(parts: Sequence[str]) -> str:
    return "".join(_spaced(parts))


def _spaced(parts: Sequence[str]) -> Iterator[str]:
    """The parts of a row, with spaces around relations, and where two words or numbers would be one."""
    last = ""
    for part in filter(None, parts):
        if part in _RELATIONS:
            yield f" {part} " if last else f"{part} "
            last = " "
            continue
        is_joined = last[-1:].isalnum() and part[0].isalnum()
        if is_joined and not (_TIGHT_BEFORE.fullmatch(last) and _TIGHT_AFTER.match(part)):
            yield " "
        yield part
        last = part


__all__ = ["write_formulas"]
