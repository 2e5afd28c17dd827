"""Tables: summaries as text for a terminal, as Markdown for a page, as JSON for programs. Pure functions."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from boilerspider.evaluation.confidence import Interval
from boilerspider.evaluation.corpora import Corpus
from boilerspider.evaluation.exhibits import Exhibit
from boilerspider.evaluation.judges import METRICS
from boilerspider.evaluation.measure import Summary, Trial
from boilerspider.evaluation.metrics import Score, Shares
from boilerspider.evaluation.retrieval import DEPTH, Retrieval

UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured on one corpus; `digest` changes when its pages or gold texts do."""

    corpus: str
    digest: str
    pages: int
    summaries: tuple[Summary, ...]
    exhibits: tuple[Exhibit, ...] = ()
    """The worst pages, contender by contender, where they are to be shown."""

    @classmethod
    def of(cls, corpus: Corpus, summaries: Sequence[Summary], exhibits: Sequence[Exhibit] = ()) -> Report:
        """The report on a corpus."""
        return cls(corpus.name, corpus.digest, len(corpus), tuple(summaries), tuple(exhibits))


def to_table(reports: Sequence[Report]) -> str:
    """Aligned columns, a table a corpus."""
    return "\n\n".join(f"{title(report)}\n{aligned(rows(report))}" for report in reports)


def to_markdown(reports: Sequence[Report]) -> str:
    """Markdown tables under headings, a table a corpus."""
    return "\n\n".join(f"### {title(report)}\n\n{piped(rows(report))}" for report in reports)


def to_json(reports: Sequence[Report], *, per_page: bool = False) -> str:
    """A list with an object for each corpus and contender, its pages too where they are asked for; nothing is rounded."""
    records = [_record(report, summary, per_page=per_page) for report in reports for summary in report.summaries]
    return json.dumps(records, ensure_ascii=False, indent=1)


def retrieval_to_table(retrievals: Sequence[Retrieval]) -> str:
    """Aligned columns."""
    return f"{retrieval_title(retrievals)}\n{aligned(retrieval_rows(retrievals))}"


def retrieval_to_markdown(retrievals: Sequence[Retrieval]) -> str:
    """A Markdown table under a heading."""
    return f"### {retrieval_title(retrievals)}\n\n{piped(retrieval_rows(retrievals))}"


def retrieval_to_json(retrievals: Sequence[Retrieval]) -> str:
    """A list with an object for each index; nothing is rounded."""
    return json.dumps(retrieval_records(retrievals), ensure_ascii=False, indent=1)


def retrieval_title(retrievals: Sequence[Retrieval]) -> str:
    """A table's title."""
    asked = " and ".join(f"{len(found.ranks)} {found.kind}s" for found in retrievals[0].found)
    return f"{retrievals[0].documents} pages, {asked} searched for"


def title(report: Report) -> str:
    """A table's title."""
    return f"{report.corpus}: {report.pages} pages"


def rows(report: Report) -> list[list[str]]:
    """The heading and a row for each contender; columns of accuracy and snippets only where there are any."""
    summaries = report.summaries
    metrics = list(summaries[0].scores) if summaries else []
    accurate = {metric for summary in summaries for metric in metrics if summary.scores[metric].accuracy is not None}
    with_snippets = any(summary.snippets != Shares(None, None) for summary in summaries)
    heading = ["extractor"]
    for metric in metrics:
        heading += [f"{metric} F", "95 %", "P", "R", *["acc"] * (metric in accurate)]
    heading += ["with", "without"] * with_snippets + ["ms median", "ms 95th", "failures"]
    return [heading, *(_row(summary, accurate, with_snippets=with_snippets) for summary in summaries)]


def _row(summary: Summary, accurate: Container[str], *, with_snippets: bool) -> list[str]:
    row = [summary.contender]
    for metric, score in summary.scores.items():
        row += [share(score.f), between(summary.intervals[metric]), share(score.precision), share(score.recall)]
        row += [share(score.accuracy)] * (metric in accurate)
    if with_snippets:
        row += map(share, (summary.snippets.with_, summary.snippets.without))
    return [*row, f"{summary.ms.median:.2f}", f"{summary.ms.p95:.2f}", str(len(summary.failures))]


def between(interval: Interval | None) -> str:
    """An interval of shares to three places."""
    return UNKNOWN if interval is None else f"{interval.low:.3f}–{interval.high:.3f}"


def share(value: float | None) -> str:
    """A share to three places."""
    return UNKNOWN if value is None else f"{value:.3f}"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned columns, the first to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )


def piped(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a Markdown table."""
    heading, *others = rows
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heading, rule, *others))


def _record(report: Report, summary: Summary, *, per_page: bool) -> dict[str, Any]:
    return {
        "corpus": report.corpus,
        "digest": report.digest,
        "pages": report.pages,
        "extractor": summary.contender,
        **{
            metric: {**_plain(score), "interval": summary.intervals[metric]} for metric, score in summary.scores.items()
        },
        "snippets": {"with": summary.snippets.with_, "without": summary.snippets.without},
        "ms": {name: round(value, 3) for name, value in asdict(summary.ms).items()},
        "failures": len(summary.failures),
        "first_failure": next(iter(summary.failures), None),
        **({"per_page": [_page(trial) for trial in summary.trials]} if per_page else {}),
    }


def _page(trial: Trial) -> dict[str, Any]:
    return {
        "id": trial.page,
        **{metric: _plain(METRICS[metric].score(marks)) for metric, marks in trial.marks.items()},
        "ms": round(trial.ms, 3),
        "failure": trial.failure,
    }


def _plain(score: Score) -> dict[str, float | None]:
    return {name: value for name, value in asdict(score).items() if name != "accuracy" or value is not None}


def retrieval_rows(retrievals: Sequence[Retrieval]) -> list[list[str]]:
    """The heading and a row for each contender; p is that of its reciprocal ranks against the baseline's, the first row's."""
    baseline = retrievals[0]
    heading = ["index"]
    for found in baseline.found:
        heading += [f"{found.kind} MRR@{DEPTH}", f"nDCG@{DEPTH}", "p"]
    return [[*heading, "words", "failures"], *(_retrieval_row(retrieval, baseline) for retrieval in retrievals)]


def _retrieval_row(retrieval: Retrieval, baseline: Retrieval) -> list[str]:
    row = [retrieval.contender]
    for found, p in zip(retrieval.found, retrieval.p_against(baseline), strict=True):
        told = UNKNOWN if retrieval is baseline else f"{p:.4f}"
        row += [f"{found.mrr:.4f}", f"{found.ndcg:.4f}", told]
    return [*row, f"{retrieval.words:,}", str(retrieval.failures)]


def retrieval_records(retrievals: Sequence[Retrieval]) -> list[dict[str, Any]]:
    """An object for each contender, for programs; nothing is rounded."""
    return [
        {
            "extractor": retrieval.contender,
            "words": retrieval.words,
            "failures": retrieval.failures,
            **{
                found.kind: {"queries": len(found.ranks), "mrr": found.mrr, "ndcg": found.ndcg, "p": p}
                for found, p in zip(retrieval.found, retrieval.p_against(retrievals[0]), strict=True)
            },
        }
        for retrieval in retrievals
    ]
