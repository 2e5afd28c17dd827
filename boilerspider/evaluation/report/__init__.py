"""The report that one looks at: one HTML file that holds all it shows, with no script and nothing from elsewhere.

What comes from a corpus is escaped, and the page's own policy forbids whatever would run or be fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from statistics import fmean
from string import Template

from boilerspider.evaluation.contenders import is_ours
from boilerspider.evaluation.measure import Summary
from boilerspider.evaluation.report.bars import bars
from boilerspider.evaluation.report.diffs import worst_pages
from boilerspider.evaluation.report.scatter import Point, scatter
from boilerspider.evaluation.tables import Report, rows

WIDE, NARROW = (960, 500), (380, 430)
"""Two drawings of the same points, for a screen and for a phone, so that letters are readable on both: pixels."""

FEW_FAILURES = 5
"""Failures that are told of each contender on a corpus; the others are counted."""


def to_html(reports: Sequence[Report]) -> str:
    """The report on what was measured on some corpora; the first metric is the one that is drawn."""
    metric = next(iter(reports[0].summaries[0].scores))
    points = _points(reports, metric)
    failures = "".join(_failures(report.corpus, summary) for report in reports for summary in report.summaries)
    return _file("page.html").substitute(
        style=_file("style.css").template,
        metric=escape(metric),
        extractors=len(reports[0].summaries),
        pages=f"{sum(report.pages for report in reports):,}",
        corpora=escape(", ".join(report.corpus for report in reports)),
        mean=" Both are means over the corpora." if len(reports) > 1 else "",
        wide=scatter(points, WIDE) if points else "",
        narrow=scatter(points, NARROW) if points else "",
        bars="".join(bars(report, metric, is_ours) for report in reports),
        worst="".join(map(worst_pages, reports)) or "<p>No page has a gold text to compare with.</p>",
        failures=f"<ul>{failures}</ul>" if failures else "<p>None: every page was read by every extractor.</p>",
        tables="".join(map(_table, reports)),
    )


def _points(reports: Sequence[Report], metric: str) -> list[Point]:
    """A contender's mean F and mean median time over the corpora; none where F is unknown."""
    columns = zip(*(report.summaries for report in reports), strict=True)
    points = []
    for summaries in columns:
        known = [f for summary in summaries if (f := summary.scores[metric].f) is not None]
        name = summaries[0].contender
        if known:
            points.append(Point(name, is_ours(name), fmean(s.ms.median for s in summaries), fmean(known)))
    return points


def _failures(corpus: str, summary: Summary) -> str:
    if not summary.failures:
        return ""
    told = "".join(f"<li>{escape(failure)}</li>" for failure in summary.failures[:FEW_FAILURES])
    more = len(summary.failures) - FEW_FAILURES
    rest = f"<li>and {more:,} more</li>" if more > 0 else ""
    return f"<li><b>{escape(summary.contender)}</b> on {escape(corpus)}: {len(summary.failures):,} of {summary.pages:,} pages<ul>{told}{rest}</ul></li>"


def _table(report: Report) -> str:
    heading, *others = rows(report)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(
        f'<tr class="{"ours" if is_ours(name) else "rival"}"><th>{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in others
    )
    return (
        f'<h3>{escape(report.corpus)}</h3><div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        f'<p class="quiet">{report.pages:,} pages, digest <code>{report.digest}</code></p>'
    )


def _file(name: str) -> Template:
    return Template(files(__name__).joinpath(name).read_text(encoding="utf-8"))
