"""The article's element -> its text: parts that do not belong to it go, paragraphs shortly before it come in, and lines are made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from boilerspider.extractors.unfluff.counting import Counter, is_linky
from boilerspider.extractors.unfluff.dom import (
    SEAM,
    Builder,
    Element,
    Node,
    Text,
    elements_below,
    joined,
    reparsed,
    text_of,
)
from boilerspider.extractors.unfluff.scoring import Rules, is_texty

NO_TEXT_BASE = 100_000
"""Stop words of the mean paragraph where the article has none; from the original."""
FEWEST_STOPS = 3
"""Stop words that an element of the article needs; from the original."""

ONLY_TEXT = frozenset({"b", "strong", "i", "sup"})
GLUED = re.compile(r"(\w+\.)([A-Z]+)", re.ASCII)
"""The end of one sentence and the start of the next, without a space."""
WHITE_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript trims."""
LINE_BREAK = re.compile(r"\r?\n")


class Extract(NamedTuple):
    """An article as the original prints it, and the text nodes that it was made of."""

    text: str = ""
    """Paragraphs, with an empty line between two."""
    nodes: frozenset[int] = frozenset()


def clean_up(top: Element, counter: Counter, rules: Rules) -> None:
    """Takes in paragraphs before the article's element and deletes its parts without text. `top` was counted, and is again."""
    _take_in_siblings(top, counter, rules)
    for element in list(top.elements):
        if element.tag not in {"p", "a"}:
            element.is_gone = _is_out_of_place(element, top, rules)
    counter.count(top)


def print_out(top: Element, counter: Counter) -> Extract:
    """What is left of the article, as text."""
    _flatten(top)
    counter.count(top)
    for element in list(elements_below(top)):
        element.is_gone = _is_poor(element, counter)
    pieces = list(_pieces(top))
    lines = (line.strip(WHITE_SPACE) for piece in pieces for line in LINE_BREAK.split(piece.data.strip(WHITE_SPACE)))
    text = "\n\n".join(line for line in lines if any(map(str.isalnum, line)))
    return Extract(text, frozenset(node for piece in pieces for node in piece.nodes))


def _take_in_siblings(top: Element, counter: Counter, rules: Rules) -> None:
    """Puts paragraphs of the elements before the article's own at its start, the nearest first, so that it comes last."""
    siblings = list(_siblings_before(top))
    if not siblings:
        return
    stops = [counter.stops(p) for p in elements_below(top) if p.tag == "p" and is_texty(p, counter, rules)]
    least = rules.sibling_factor * (sum(stops) / len(stops) if stops else NO_TEXT_BASE)
    taken = list[list[Node]]()
    for sibling in siblings:
        if sibling.tag == "p" and (sibling.facts is None or sibling.facts.length):
            taken.append(_wrapped([sibling]))
        else:
            taken += (_wrapped(reparsed(text)) for text in _paragraphs(sibling, least, counter))
    children = [node for nodes in reversed(taken) for node in nodes] + top.children
    top.children = []
    top.adopt(children)
    counter.count(top)


def _siblings_before(top: Element) -> Iterator[Element]:
    """The elements before the article's own, the nearest first, as far as the original sees them."""
    nodes = top.parent.children if top.parent is not None else [top]
    for at in range(nodes.index(top) - 1, -1, -1):
        node = nodes[at]
        if node is SEAM:
            return
        if isinstance(node, Element) and not node.is_gone:
            yield node


def _paragraphs(sibling: Element, least: float, counter: Counter) -> Iterator[Text]:
    """The texts of the paragraphs in an element that have more stop words than the least."""
    for p in elements_below(sibling):
        if p.tag == "p" and counter.stops(p) > least and not is_linky(p):
            yield text_of(p)


def _wrapped(nodes: list[Node]) -> list[Node]:
    """The nodes in a paragraph, parsed again."""
    builder = Builder()
    builder.start("p")
    builder.feed(nodes)
    builder.end("p")
    return builder.finish()


def _is_out_of_place(element: Element, top: Element, rules: Rules) -> bool:
    """Whether a part of the article that is no paragraph is to go; its short paragraphs go in any case."""
    if is_linky(element):
        return True
    paragraphs = [p for p in elements_below(element) if p.tag == "p"]
    for p in paragraphs:
        p.is_gone = p.facts is None or p.facts.length < rules.min_sub_p
    if element.tag in {"td", "ul", "ol"}:
        return False
    if not any(p.tag == "p" for p in elements_below(element)):
        return True
    return element.tag != "blockquote" and int(element.score) < rules.score_share * int(top.score)


def _flatten(top: Element) -> None:
    """Links make room for their content, line breaks and emphasis for their text."""
    path = [(top, iter(top.children), list[Node](), False)]
    while path:
        parent, rest, made, in_link = path[-1]
        for node in rest:
            if isinstance(node, Text):
                made.append(node)
            elif node.is_gone:
                continue
            elif node.tag == "a" and not in_link:
                path.append((parent, iter(node.children), made, True))
                break
            elif node.tag in ONLY_TEXT or node.tag == "br":
                made += reparsed(_with_breaks(node))
            else:
                made.append(node)
                path.append((node, iter(node.children), [], in_link))
                break
        else:
            path.pop()
            if not (path and path[-1][2] is made):
                parent.children = []
                parent.adopt(made)


def _with_breaks(element: Element) -> Text:
    """An element's text, with two line breaks for a `br`."""
    if element.tag == "br":
        return Text("\n\n")
    for br in [br for br in elements_below(element) if br.tag == "br"]:
        br.children = [Text("\n\n")]
    return text_of(element)


def _is_poor(element: Element, counter: Counter) -> bool:
    """Whether an element has too few stop words, or stands in parentheses."""
    facts = element.facts
    if facts is None:
        return True
    return (counter.stops(element) < FEWEST_STOPS and not facts.embeds) or facts.ends == ("(", ")")


def _pieces(top: Element) -> Iterator[Text]:
    """The text of each child of the article's element; loose text and lists run on to the next child."""
    loose = list[Text]()
    for child in top.children:
        if isinstance(child, Text):
            loose.append(child)
        elif child.tag == "ul" and not child.is_gone:
            loose += _list_items(child)
        elif not child.is_gone:
            yield joined(loose)
            loose = []
            text = text_of(child)
            yield Text(GLUED.sub(r"\1 \2", text.data.strip(WHITE_SPACE), count=1), text.nodes)
    yield joined(loose)


def _list_items(ul: Element) -> Iterator[Text]:
    for li in elements_below(ul):
        if li.tag == "li":
            yield Text("\n * ")
            yield text_of(li)
    yield Text("\n")
