"""CRF, or Victor: a linear sequence model over what each text run and its three neighbours on both sides look like.

Michal Marek, Pavel Pecina, Miroslav Spousta, Web Page Cleaning with Conditional Random Fields, CleanEval 2007;
Spousta, Marek, Pecina, Victor: the Web-Page Cleaning Tool, WAC4, 2008. Its program, whose published
model has no transitions, is followed; the weights are our own, for two labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from boilerspider.extractors.crf.features import codes, observations
from boilerspider.extractors.crf.model import load_models
from boilerspider.extractors.crf.runs import Run, runs
from boilerspider.markup.tree import Document
from boilerspider.model import Block, Label


@dataclass(frozen=True, slots=True)
class Crf:
    """Keeps the text runs that the model calls content."""

    transitions: bool = False
    """Whether the labels of neighbours count; the published model has none."""
    weights: str = "cleaneval"
    """What is shipped under this name, or the path of an `.npz` file that `scrapy train crf` made."""

    def __post_init__(self) -> None:
        """BadConfiguration where there are no such weights."""
        load_models(self.weights)

    def label(self, document: Document) -> tuple[Block, ...]:
        """One block for each text run; its score is the probability of content without regard to its neighbours' labels."""
        page = runs(document.transcript)
        if not page:
            return ()
        models = load_models(self.weights)
        model = models.linked if self.transitions else models.plain
        scores = model.scores(observations(codes(page)))
        probabilities = 1 / (1 + np.exp(-np.clip(scores, -50, 50)))
        return tuple(_blocks(page, model.label(scores), probabilities.tolist()))


def _blocks(page: Sequence[Run], labels: Sequence[bool], scores: Sequence[float]) -> Iterator[Block]:
    """Runs that share a text node, the lines of preformatted text, are one block, content where most of it is.

    Texts of images and lone no-break spaces are runs to the model, but no blocks.
    """
    for nodes, group in groupby(zip(page, labels, scores, strict=True), key=lambda row: row[0].nodes):
        rows = list(group)
        text = "\n".join(run.text for run, _, _ in rows).strip()
        if nodes and text:
            kept = sum(len(run.text) if label else -len(run.text) for run, label, _ in rows) > 0
            yield Block(
                text, Label.CONTENT if kept else Label.BOILERPLATE, nodes, score=max(score for *_, score in rows)
            )


__all__ = ["Crf"]
