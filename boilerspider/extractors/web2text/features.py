"""The 128 features of a leaf and the 25 of an edge between neighbours (Web2Text, section 3.2, tables 3 to 6 of the appendix).

Followed is the authors' program, its integer divisions and its fixed means and deviations included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from boilerspider.extractors.web2text.cdom import LEAF_TAGS, PARENT_TAGS, TAG_BITS, Node, Tree
from boilerspider.extractors.web2text.counts import Counts, Flags, Texts, count

Matrix: TypeAlias = npt.NDArray[np.float64]

LEAF_FEATURES, NODE_FEATURES, EDGE_FEATURES = 128, 20, 25

MANY = 10
"""Leaves with the same text, from which on they are many."""

FAR = 4
"""Steps between two leaves by way of their common ancestor, from which on all distances are one."""


class Scale(NamedTuple):
    """Mean and standard deviation that a value is standardised with, and the limits that it is brought into before."""

    mean: float
    deviation: float
    low: float = -np.inf
    high: float = np.inf

    def __call__(self, values: Matrix) -> Matrix:
        """The values within the limits, less the mean, in deviations."""
        # numpy's own `clip` is slower for so few
        return np.asarray((np.minimum(np.maximum(values, self.low), self.high) - self.mean) / self.deviation)


HAS_WORDS = Scale(0.8255, 0.5643817)
WORDS = Scale(1.5086, 1.205, 0, 3.5)
WORD_LENGTH = Scale(4.910001, 1.905709, 3, 15)
STOP_SHARE = Scale(0.374, 0.1529)
CHARS = Scale(3.392, 1.06445, 2.5, 5.5)
NODE_CHARS = Scale(6, 2.14, 2.5, 10)
PUNCTUATION = Scale(0.06938, 0.4083676, 0, 10)
PUNCTUATION_SHARE = Scale(-3.338525, 0.6058926, -4, -2.5)
HAS_DIGITS = Scale(-0.5900983, 0.8073342)
DIGIT_SHARE = Scale(0.2655969, 0.3052819)
SENTENCE_LENGTH = Scale(3.109, 1.011, 2, 5)
PLACE = Scale(0.5198038, 0.2996195)
PLACE_SQUARED = Scale(0.3599672, 0.3157282)
CAPITALS = (Scale(0.4475758, 0.4129316), Scale(0.3708354, 0.4334037), Scale(0.340843, 0.4404389))
"""Of the share of words with a capital, its square and its cube."""
LINK_SHARE = Scale(0.5, 0.5)

END_MARKS = frozenset(".,?;:!")

LEAF_BITS = np.array([TAG_BITS[tag] for tag in LEAF_TAGS])
PARENT_BITS = np.array([TAG_BITS[tag] for tag in PARENT_TAGS])


class Features(NamedTuple):
    """One row a leaf, and one row a pair of neighbours."""

    leaves: Matrix
    """n x 128."""
    edges: Matrix
    """(n - 1) x 25."""


def features(tree: Tree) -> Features:
    """The features of a page's leaves and edges, of which there is one leaf at least."""
    page = _Page(tree)
    return Features(page.leaves(), page.edges())


@dataclass(frozen=True, slots=True)
class _Facts:
    """Counts of nodes or leaves, with what does not add up but comes from their ends."""

    sums: Texts
    ends_punctuation: Flags
    ends_question: Flags

    def text(self) -> list[Matrix]:
        """Features 6 to 8 and 12 to 15 of leaves, in this order; those of nodes are the same."""
        sums = self.sums
        return [
            _where(sums.words, WORD_LENGTH(sums.word_length // _some(sums.words)), -1.0),
            _sign(sums.stop_words > 0),
            _where(sums.words, STOP_SHARE(sums.stop_words / _some(sums.words)), 0.0),
            _where(sums.punctuation, PUNCTUATION_SHARE(np.log(_some(sums.punctuation) / sums.chars)), 0.0),
            HAS_DIGITS(_sign(sums.digits > 0)),
            DIGIT_SHARE(sums.digits / sums.chars),
            SENTENCE_LENGTH(np.log(sums.chars // sums.sentences)),
        ]

    def signs(self) -> list[Matrix]:
        """Features 19 to 24 of leaves, 11 to 16 of nodes."""
        marks = (self.sums.copyright, self.sums.email, self.sums.url, self.sums.year)
        return [*map(_sign, (self.ends_punctuation, self.ends_question)), *(_sign(mark > 0) for mark in marks)]

    def capitals(self) -> list[Matrix]:
        """Features 25 to 27 of leaves, 17 to 19 of nodes."""
        share = self.sums.capitals / _some(self.sums.words)
        return [_where(self.sums.words, scale(share**power), 0.0) for power, scale in enumerate(CAPITALS, start=1)]


class _Page:
    """What the features of one page share."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        texts = [leaf.text.strip(" ") for leaf in tree.leaves]
        self._counts = count(texts)
        ends = [text[-1:] for text in texts]
        self._punctuation = np.array([end in END_MARKS for end in ends])
        self._question = np.array([end == "?" for end in ends])
        self._nodes = tree.inner or tree.leaves
        self._index = {id(node): index for index, node in enumerate(self._nodes)}
        self._vectors = self._node_vectors()

    def leaves(self) -> Matrix:
        """128 columns."""
        leaves, inner = self._tree.leaves, bool(self._tree.inner)
        parents = [leaf.parent for leaf in leaves]
        grandparents = [parent.parent if parent else None for parent in parents]
        root = np.broadcast_to(self._vectors[-1], (len(leaves), NODE_FEATURES))
        parent_tags = _has_tags([parent.tags if parent else 0 for parent in parents], PARENT_BITS)
        return np.column_stack(
            [
                *self._own(),
                np.full(len(leaves), float(inner)),
                self._vectors_of(parents),
                parent_tags * inner,
                np.array([float(node is not None) for node in grandparents]),
                self._vectors_of(grandparents),
                root,
                _has_tags([leaf.tags for leaf in leaves], LEAF_BITS),
            ]
        )

    def edges(self) -> Matrix:
        """25 columns."""
        leaves, common = self._tree.leaves, self._tree.common
        depths = np.array([leaf.depth for leaf in leaves])
        steps = depths[:-1] + depths[1:] - 2 * np.array([node.depth for node in common], np.int64)
        breaks = np.array([left.after or right.before for left, right in pairwise(leaves)], np.float64)
        distances = [_sign(steps == distance) for distance in range(2, FAR + 1)]
        return np.column_stack([*distances, _sign(steps > FAR), breaks, self._vectors_of(common)])

    def _own(self) -> list[Matrix]:
        """Columns 1 to 27."""
        leaves, counts = self._tree.leaves, self._counts
        facts = _Facts(counts, self._punctuation, self._question)
        lengths, has_stop, stops, punctuation, has_digits, digits, sentences = facts.text()
        copies = Counter(leaf.text for leaf in leaves)
        same = np.array([copies[leaf.text] for leaf in leaves])
        middles = np.array(self._tree.middles)
        return [
            _sign(same > 1),
            _sign(same > MANY),
            np.full(len(leaves), float(_share_one_path(leaves))),
            HAS_WORDS(_sign(counts.words > 0)),
            _where(counts.words, WORDS(np.log(_some(counts.words))), 0.0),
            *(lengths, has_stop, stops),
            CHARS(np.log(counts.chars)),
            _sign(counts.punctuation > 0),
            PUNCTUATION(counts.punctuation),
            *(punctuation, has_digits, digits, sentences),
            _sign(counts.sentences > 1),
            *(PLACE(middles), PLACE_SQUARED(middles**2)),
            *facts.signs(),
            *facts.capitals(),
        ]

    def _node_vectors(self) -> Matrix:
        """20 columns a node, those of the root last."""
        nodes = self._nodes
        first = np.array([node.first for node in nodes])
        last = np.array([node.last for node in nodes])
        sums = Texts(*_sums(_columns(self._counts), first, last))
        facts = _Facts(sums, self._punctuation[last], self._question[last])
        lengths, has_stop, stops, punctuation, has_digits, digits, sentences = facts.text()
        links = np.array([node.links for node in nodes])
        return np.column_stack(
            [
                ((first == 0) & (last == len(self._tree.leaves) - 1)).astype(np.float64),
                LINK_SHARE(links / sums.chars),
                *(lengths, has_stop, stops),
                NODE_CHARS(np.log(sums.chars)),
                *(punctuation, has_digits, digits, sentences),
                *facts.signs(),
                *facts.capitals(),
                _sign(np.array([node.form for node in nodes])),
            ]
        )

    def _vectors_of(self, nodes: Sequence[Node | None]) -> Matrix:
        """A node's vector in each row; zeros where there is no node."""
        index = [self._index[id(node)] if node else -1 for node in nodes]
        padded = np.vstack([self._vectors, np.zeros(NODE_FEATURES)])
        return np.asarray(padded[index])


def _columns(counts: Texts) -> Matrix:
    return np.array([getattr(counts, name) for name in counts.__slots__])


def _sums(rows: Matrix, first: npt.NDArray[np.int64], last: npt.NDArray[np.int64]) -> Matrix:
    """Of each row the sums from `first` to `last`."""
    total = np.zeros((len(rows), rows.shape[1] + 1))
    np.cumsum(rows, axis=1, out=total[:, 1:])
    return np.asarray(total[:, last + 1] - total[:, first])


def _share_one_path(leaves: Sequence[Node]) -> bool:
    """Whether tags and classes from the root down are the same for all leaves."""
    return all(_same_path(leaves[0], leaf) for leaf in leaves[1:])


def _same_path(left: Node | None, right: Node | None) -> bool:
    while left is not right:
        if left is None or right is None or _own_path(left) != _own_path(right):
            return False
        left, right = left.parent, right.parent
    return True


def _own_path(node: Node) -> list[tuple[str, list[str]]]:
    return [(str(element.tag), (element.get("class") or "").split()) for element in node.elements]


def _has_tags(tags: Sequence[int], bits: npt.NDArray[np.int64]) -> Matrix:
    return _sign(np.array(tags)[:, None] & bits > 0)


def _sign(flags: npt.NDArray[np.bool_]) -> Matrix:
    return np.where(flags, 1.0, -1.0)


def _some(counts: Counts) -> Counts:
    """At least 1, to divide by."""
    return np.maximum(counts, 1.0)


def _where(counts: Counts, values: Matrix, otherwise: float) -> Matrix:
    """The values where there is something to count."""
    return np.where(counts > 0, values, otherwise)
