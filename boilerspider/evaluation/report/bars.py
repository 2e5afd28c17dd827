"""How good each contender is on one corpus: a bar each, the best first, with the interval of its F."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from boilerspider.evaluation.measure import Summary
from boilerspider.evaluation.tables import Report


def bars(report: Report, metric: str, is_ours: Callable[[str], bool]) -> str:
    """A corpus' card."""
    scored = sorted(report.summaries, key=lambda summary: -(summary.scores[metric].f or 0.0))
    rows = "".join(_row(summary, metric, ours=is_ours(summary.contender)) for summary in scored)
    return (
        f'<section class="card"><h3>{escape(report.corpus)}</h3><p class="quiet">{report.pages:,} pages</p>'
        f'<ol class="bars">{rows}</ol></section>'
    )


def _row(summary: Summary, metric: str, *, ours: bool) -> str:
    f, interval = summary.scores[metric].f, summary.intervals[metric]
    whisker = told = ""
    if interval is not None:
        whisker = f'<i class="whisker" style="left:{interval.low:.2%};width:{interval.high - interval.low:.2%}"></i>'
        told = f' title="95 %: {interval.low:.3f} to {interval.high:.3f}"'
    return (
        f'<li class="{"ours" if ours else "rival"}"><span class="who">{escape(summary.contender)}</span>'
        f'<span class="track"{told}><i class="fill" style="width:{f or 0.0:.2%}"></i>{whisker}</span>'
        f'<span class="f">{"–" if f is None else f"{f:.3f}"}</span></li>'
    )
