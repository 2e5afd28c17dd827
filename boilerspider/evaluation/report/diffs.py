"""The worst pages: gold and text woven together, what was missed and what was wrongly kept coloured and marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from boilerspider.evaluation.exhibits import Exhibit, Kind, Run
from boilerspider.evaluation.tables import Report

CONTEXT = 10
"""Agreed words that are shown before and after others. Ours."""

MAX_RUN = 90
"""Words that are shown of those missed, or wrongly kept, in a row. Ours."""

MAX_RUNS = 40
"""Rows of words that are shown of a page. Ours."""

ELEMENTS = {Kind.AGREED: "span", Kind.MISSED: "ins", Kind.WRONG: "del"}
"""What was missed should have been inserted; what was wrongly kept, deleted."""


def worst_pages(report: Report) -> str:
    """A corpus' worst pages, contender by contender; nothing where none is shown."""
    groups = groupby(report.exhibits, key=lambda exhibit: exhibit.contender)
    shown = "".join(_of_contender(name, list(exhibits)) for name, exhibits in groups)
    return f"<h3>{escape(report.corpus)}</h3>{shown}" if shown else ""


def _of_contender(name: str, exhibits: Sequence[Exhibit]) -> str:
    worst = " · ".join(f"{exhibit.f:.2f}" for exhibit in exhibits)
    pages = "".join(map(_exhibit, exhibits))
    return f'<details class="who"><summary><b>{escape(name)}</b> <span class="quiet">F {worst}</span></summary>{pages}</details>'


def _exhibit(exhibit: Exhibit) -> str:
    title = f"<b>{escape(exhibit.title)}</b>" if exhibit.title else ""
    shown = "".join(_shown(exhibit.runs[:MAX_RUNS]))
    more = len(exhibit.runs) - MAX_RUNS
    cut = f'<p class="quiet">{more} more places differ or agree.</p>' if more > 0 else ""
    if not exhibit.whole:
        cut += '<p class="quiet">Only the beginning of these long texts was compared.</p>'
    return (
        f'<article class="exhibit"><header>{title}<code>{escape(exhibit.page)}</code>'
        f'<span class="counts"><span>F {exhibit.f:.3f}</span><ins>{exhibit.count(Kind.MISSED):,} words missed</ins>'
        f"<del>{exhibit.count(Kind.WRONG):,} wrongly kept</del></span></header>"
        f'<p class="diff">{shown or "Both texts are empty."}</p>{cut}</article>'
    )


def _shown(runs: Sequence[Run]) -> Iterator[str]:
    for number, run in enumerate(runs):
        words = run.words
        if run.kind is Kind.AGREED:
            before, after = CONTEXT * (number > 0), CONTEXT * (number < len(runs) - 1)
            text = _shortened(words, before, after)
        else:
            text = _shortened(words, MAX_RUN, 0)
        element = ELEMENTS[run.kind]
        yield f"<{element}>{text}</{element}> "


def _shortened(words: Sequence[str], first: int, last: int) -> str:
    """Words with those in the middle counted instead of shown, where that saves any."""
    hidden = len(words) - first - last
    if hidden <= 1:
        return escape(" ".join(words))
    parts = [" ".join(words[:first]), f"[… {hidden:,} words …]", " ".join(words[len(words) - last :] if last else ())]
    return f"{escape(parts[0])} <em>{parts[1]}</em> {escape(parts[2])}".strip()
