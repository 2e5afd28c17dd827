"""Tables: summaries as text for a terminal, as Markdown for a page, as JSON for programs. Pure functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from boilerspider.evaluation.corpora import Corpus
from boilerspider.evaluation.measure import Summary

UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured on one corpus; `digest` changes when its pages or gold texts do."""

    corpus: str
    digest: str
    pages: int
    summaries: tuple[Summary, ...]

    @classmethod
    def of(cls, corpus: Corpus, summaries: Sequence[Summary]) -> Report:
        """The report on a corpus."""
        return cls(corpus.name, corpus.digest, len(corpus), tuple(summaries))


def to_table(reports: Sequence[Report]) -> str:
    """Aligned columns, a table a corpus."""
    return "\n\n".join(f"{_title(report)}\n{_aligned(_rows(report))}" for report in reports)


def to_markdown(reports: Sequence[Report]) -> str:
    """Markdown tables under headings, a table a corpus."""
    return "\n\n".join(f"### {_title(report)}\n\n{_piped(_rows(report))}" for report in reports)


def to_json(reports: Sequence[Report]) -> str:
    """A list with an object for each corpus and contender; scores are not rounded."""
    records = [_record(report, summary) for report in reports for summary in report.summaries]
    return json.dumps(records, ensure_ascii=False, indent=1)


FORMATS: Mapping[str, Callable[[Sequence[Report]], str]] = MappingProxyType(
    {"table": to_table, "markdown": to_markdown, "json": to_json}
)
"""Every format by the name that `scrapy evaluate --format` knows."""


def _title(report: Report) -> str:
    return f"{report.corpus}: {report.pages} pages"


def _rows(report: Report) -> list[list[str]]:
    """The heading and a row for each contender; columns of snippets only where the corpus has any."""
    metrics = list(report.summaries[0].scores) if report.summaries else []
    with_snippets = any(
        share is not None
        for summary in report.summaries
        for share in (summary.snippets.with_, summary.snippets.without)
    )
    heading = ["extractor"]
    for metric in metrics:
        heading += [f"{metric} F", "P", "R"]
    heading += ["with", "without"] * with_snippets + ["ms median", "95 %", "failures"]
    return [heading, *(_row(summary, metrics, with_snippets=with_snippets) for summary in report.summaries)]


def _row(summary: Summary, metrics: Iterable[str], *, with_snippets: bool) -> list[str]:
    row = [summary.contender]
    for metric in metrics:
        score = summary.scores[metric]
        row += map(_share, (score.f, score.precision, score.recall))
    if with_snippets:
        row += map(_share, (summary.snippets.with_, summary.snippets.without))
    return [*row, f"{summary.ms.median:.2f}", f"{summary.ms.p95:.2f}", str(summary.failures)]


def _share(share: float | None) -> str:
    return UNKNOWN if share is None else f"{share:.3f}"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )


def _piped(rows: Sequence[Sequence[str]]) -> str:
    heading, *others = rows
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heading, rule, *others))


def _record(report: Report, summary: Summary) -> dict[str, Any]:
    return {
        "corpus": report.corpus,
        "digest": report.digest,
        "pages": report.pages,
        "extractor": summary.contender,
        **{metric: asdict(score) for metric, score in summary.scores.items()},
        "snippets": {"with": summary.snippets.with_, "without": summary.snippets.without},
        "ms": {name: round(value, 3) for name, value in asdict(summary.ms).items()},
        "failures": summary.failures,
        "first_failure": summary.first_failure,
    }
