"""Web2Text: two small convolutional networks judge each text leaf and each pair of neighbours; Viterbi finds the best sequence.

Thijs Vogels, Octavian-Eugen Ganea, Carsten Eickhoff, Web2Text: Deep Structured Boilerplate Removal,
ECIR 2018; where the paper and its program differ, the program is followed. The weights are our own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boilerspider.extractors.web2text.cdom import collapse
from boilerspider.extractors.web2text.features import features
from boilerspider.extractors.web2text.network import decode, load_weights, log_probabilities
from boilerspider.markup.tree import Document
from boilerspider.model import Block, Label


@dataclass(frozen=True, slots=True)
class Web2Text:
    """Keeps the leaves that the most probable sequence of labels makes content."""

    lam: float = 0.1
    """Weight of the pairs of neighbours against the leaves by themselves; 0: each leaf by itself."""
    weights: str = "cleaneval"
    """What is shipped under this name, or the path of an `.npz` file that `scrapy train web2text` made."""

    def __post_init__(self) -> None:
        """ValueError for a negative `lam`; BadConfiguration where there are no such weights."""
        if self.lam < 0:
            raise ValueError(f"lam is {self.lam!r}; use a number of at least 0")
        load_weights(self.weights)

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each leaf; its score is the probability that the leaf is content, by itself."""
        tree = collapse(document.transcript)
        if not tree.leaves:
            return ()
        weights, rows = load_weights(self.weights), features(tree)
        unary = log_probabilities(weights.unary, rows.leaves)
        labels = decode(unary, log_probabilities(weights.edge, rows.edges), self.lam)
        scores = np.exp(unary[:, 1]).tolist()
        return tuple(
            Block(leaf.text.strip(), Label.CONTENT if is_content else Label.BOILERPLATE, (leaf.number,), score=score)
            for leaf, is_content, score in zip(tree.leaves, labels, scores, strict=True)
        )


__all__ = ["Web2Text"]
