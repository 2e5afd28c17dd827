"""MathML -> a line of text: fractions, powers and roots as people type them, where a tree's `math` elements stand.

What a page shows of the same formula for the eye alone (KaTeX, MathJax, a picture of Wikipedia's) goes, so that it stands once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml import etree

from boilerspider.markup.characters import NO_XML
from boilerspider.markup.enclosed import Part, between, joined, measured

MAX_ELEMENTS, MAX_CHARS = 2_000, 10_000
"""Of a formula; a larger one is read as its letters, in their order. Ours: bounds what is written anew for each level of nesting."""
MAX_FENCE_CHARS = 4
"""Of what an `mfenced` has before its parts, and behind them. Ours: MAX_CHARS counts no attributes."""
MAX_NUMBER_CHARS = 40
"""Of a number that needs no parentheses beside a sign, and no space before a letter. Ours: it is looked through anew for each level of nesting."""
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
_OF_WORDS = _ELEMENTS | frozenset(
    """a abbr b bdi bdo big br cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var
    wbr""".split()  # noqa: SIM905 - a list of words
)
"""What may stand in a leaf, of which the text is read: HTML that ends no line."""
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
    element.clear(keep_tail=True)
    element.tag = "span"


def _write(formula: etree._Element) -> None:
    for annotation in list(formula.iter(*_ANNOTATIONS)):
        for child in list(annotation):
            annotation.remove(child)
    elements = _with_plain_leaves(formula)
    if not elements:
        return
    if len(elements) <= MAX_ELEMENTS and sum(len(one.text or "") for one in elements) <= MAX_CHARS:
        line = _line(elements)
    else:
        line = " ".join("".join(formula.itertext(*_LEAVES)).split())
    tag = "p" if formula.get("display") == "block" else "span"
    _empty(formula)
    formula.text, formula.tag = NO_XML.sub("", line), tag


def _with_plain_leaves(formula: etree._Element) -> list[etree._Element]:
    """The elements of a formula, whose leaves hold nothing but text from here on; none where it is no formula."""
    leaves: list[etree._Element] = []
    inside: set[etree._Element] = set()
    for element in formula.iter(etree.Element):
        if element in inside:
            if element.tag not in _OF_WORDS:
                return []
            continue
        if not _is_of_formula(element):
            return []
        if element.tag in _LEAVES and len(element):
            leaves.append(element)
            inside.update(element.iter())
    for leaf in leaves:
        text = "".join(_words(leaf))
        for child in list(leaf):
            leaf.remove(child)
        leaf.text = NO_XML.sub("", text)
    return list(formula.iter(etree.Element))


def _words(leaf: etree._Element) -> Iterator[str]:
    """The text in a leaf, that of the HTML in it too."""
    for element in leaf.iter():
        if element.tag == "br":
            yield " "
        elif isinstance(element.tag, str) and element.tag not in _UNREAD:
            yield element.text or ""
        if element is not leaf:
            yield element.tail or ""


def _is_of_formula(element: etree._Element) -> bool:
    has_text = bool(element.text and element.text.strip()) and element.tag not in _LEAVES | _UNREAD
    has_tail = bool(element.tail and element.tail.strip()) and element.tag != "math"
    return element.tag in _ELEMENTS and not has_text and not has_tail


def _line(elements: Sequence[etree._Element]) -> str:
    """The line of a formula, whose elements come in document order."""
    lines: dict[etree._Element, Part] = {}
    for element in reversed(elements):
        children = list(element.iterchildren(etree.Element))
        lines[element] = _said(element, [lines.pop(child) for child in children], [*map(_is_leaf, children)])
    return " ".join(lines[elements[0]].text.split())


def _is_leaf(element: etree._Element) -> bool:
    only = element[0] if len(element) == 1 else element
    return only.tag in _LEAVES


def _said(element: etree._Element, parts: list[Part], leaves: list[bool]) -> Part:
    """What an element says whose children say this, some of them leaves."""
    tag = str(element.tag)
    if tag in _LEAVES:
        text = " ".join((element.text or "").translate(_UNSEEN).split())
        return measured(f" {text} " if tag == "mtext" and len(text) > 1 else text)
    if tag in _UNREAD:
        return Part("")
    if tag in _FIRST_ALONE:
        return next(iter(parts), Part(""))
    ones = [part.strip() if leaf else _whole(part.strip()) for part, leaf in zip(parts, leaves, strict=True)]
    beside = _beside(tag, ones)
    return beside if beside.text else _around(element, tag, parts)


def _around(element: etree._Element, tag: str, parts: list[Part]) -> Part:
    """What an element says that has its parts one after the other."""
    match tag:
        case "mspace":
            return Part(" ")
        case "mtable":
            return joined(*between(parts, "; "))
        case "mtr" | "mlabeledtr":
            return _cells([part.strip() for part in parts])
        case "mfenced":
            before, behind = (
                element.get(side, sign)[:MAX_FENCE_CHARS] for side, sign in (("open", "("), ("close", ")"))
            )
            return joined(before, *between(parts, ", "), behind)
        case "msqrt":
            return joined("√(", _row(parts), ")")
    return _row(parts)


def _cells(parts: Sequence[Part]) -> Part:
    """A row of a matrix, or of equations one below the other, whose cells end before the sign of equality."""
    is_matrix = not any(part.text[:1] in _RELATIONS for part in parts if part.text)
    return joined(*between([part for part in parts if part.text], ", " if is_matrix else " "))


def _beside(tag: str, parts: Sequence[Part]) -> Part:
    """What an element says that sets its parts, each of which stays one, above, below or beside each other; "" for another."""
    match tag, parts:
        case "mfrac", [over, under]:
            return joined(over, "/", under)
        case "mroot", [base, index]:
            return joined(base, "^(1/", index, ")")
        case "msup" | "mover", [base, script]:
            return _script(base, "^", script)
        case "msub" | "munder", [base, script]:
            return _script(base, "_", script)
        case "msubsup" | "munderover", [base, below, above]:
            return _script(_script(base, "_", below), "^", above)
    return Part("")


def _script(base: Part, sign: str, script: Part) -> Part:
    """A part with another above or below it; accents, primes and degrees are typed as they are."""
    return joined(base, "" if not script.text or script.text in _AS_TYPED else sign, script)


def _whole(part: Part) -> Part:
    """A part that stays one beside a sign."""
    is_simple = len(part.text) <= MAX_NUMBER_CHARS and _SIMPLE.fullmatch(part.text)
    return part if not part.text or is_simple or part.is_enclosed else joined("(", part, ")")


def _row(parts: Sequence[Part]) -> Part:
    return joined(*_spaced(parts))


def _spaced(parts: Sequence[Part]) -> Iterator[Part | str]:
    """The parts of a row, with spaces around relations, and where two words or numbers would be one."""
    last = ""
    for part in parts:
        text = part.text
        if not text:
            continue
        if text in _RELATIONS:
            yield f" {text} " if last else f"{text} "
            last = " "
            continue
        is_joined = last[-1:].isalnum() and text[0].isalnum()
        is_tight = len(last) <= MAX_NUMBER_CHARS and _TIGHT_BEFORE.fullmatch(last) and _TIGHT_AFTER.match(text)
        if is_joined and not is_tight:
            yield " "
        yield part
        last = text


__all__ = ["write_formulas"]
