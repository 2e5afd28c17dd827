"""The card of trained weights: what they were made of, how, and how good they are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from boilerspider.evaluation import Corpus
from boilerspider.evaluation.blocks import Confusion
from boilerspider.training.whole import write_text

FIGURES = ("accuracy", "precision", "recall", "f")
"""Of a confusion, in the order of tables."""


def card(name: str, corpora: Sequence[Corpus], trainer: Any, **rest: Any) -> dict[str, Any]:
    """The card of an extractor's weights; `trainer` is a dataclass of parameters, `rest` what this one has to say."""
    read = [{"name": corpus.name, "pages": len(corpus), "digest": corpus.digest} for corpus in corpora]
    changed = [
        f"-p {each.name}={getattr(trainer, each.name)}"
        for each in fields(trainer)
        if getattr(trainer, each.name) != each.default
    ]
    limits = {corpus.selection.limit for corpus in corpora} - {None}
    asked = [*(corpus.name for corpus in corpora), *(f"--limit {limit}" for limit in limits), "--output DIR"]
    command = " ".join(["scrapy train", name, "--corpus", *asked, *changed])
    return {"extractor": name, "command": command, "corpora": read, "parameters": asdict(trainer), **rest}


def write_card(path: Path, content: Mapping[str, Any]) -> None:
    """JSON that a reader can read."""
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def figures(confusion: Confusion) -> dict[str, float]:
    """Accuracy, precision, recall and F1 of blocks, to four places; 0 where there was nothing to divide by."""
    return {name: round(getattr(confusion, name) or 0.0, 4) for name in FIGURES}


def spread(rows: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Mean and standard deviation of each figure over several trainings; the latter is 0 for one."""
    columns = {name: [row[name] for row in rows] for name in FIGURES}
    return {
        name: {"mean": round(fmean(column), 4), "sd": round(stdev(column), 4) if len(column) > 1 else 0.0}
        for name, column in columns.items()
    }


def table(title: str, rows: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    """Lines for a terminal: mean and standard deviation of each figure, a row each."""
    head = f"{title:<28}" + "".join(f"{name:>16}" for name in FIGURES)
    lines = [
        f"{label:<28}" + "".join(f"{row[name]['mean']:.3f} ±{row[name]['sd']:.3f}".rjust(16) for name in FIGURES)
        for label, row in rows.items()
    ]
    return "\n".join([head, *lines])
