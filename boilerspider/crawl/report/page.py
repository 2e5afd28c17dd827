"""Findings -> one HTML page without scripts, in one file; readable on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from boilerspider.crawl.report.findings import DAYS, FIELDS, HOURS, Findings, Headline, SiteCount
from boilerspider.crawl.summary import Totals, troubles
from boilerspider.urls import is_web_url

_FOLDER = Path(__file__).parent

SITES_SHOWN = 300
"""Sites in the table, those with most articles first. Ours."""

SLOWEST = 3
"""Sites that are named as the slowest. Ours."""

_A_YEAR = timedelta(days=330)
"""Age from which on a day needs its year; some days less, so that none is taken for one of this year."""


def to_html(findings: Findings) -> str:
    """The page; nothing in it is asked from anywhere, and no text of a site is more than text."""
    totals = Totals.of(findings.stats)
    ended = findings.ended or datetime.now(timezone.utc)
    heading = f"{totals.articles} article{'' if totals.articles == 1 else 's'} from {len(findings.sites)} site{'' if len(findings.sites) == 1 else 's'}"
    parts = {
        "title": f"Crawl of {ended:%Y-%m-%d %H:%M} UTC: {heading}",
        "heading": heading,
        "lead": f"{findings.started:%A, %d %B %Y, %H:%M} UTC; it took {_span(findings.seconds)}."
        + (f" Not fetched: {escape(totals.not_fetched)}." if totals.not_fetched else "")
        + (f" Unchanged: {escape(totals.unchanged)}." if totals.unchanged else "")
        + (f" Passed over: {escape(totals.passed_over)}." if totals.passed_over else "")
        + (f" Left over: {escape(totals.left)}." if totals.left else ""),
        "style": (_FOLDER / "style.css").read_text(encoding="utf-8"),
        "tiles": _tiles(findings, totals),
        "troubles": _troubles(findings),
        "days": _bars(findings.by_day, _steps(findings.started, DAYS, timedelta(days=1)), "%d %b"),
        "hours": _bars(findings.by_hour, _steps(findings.started, HOURS, timedelta(hours=1)), "%H:00"),
        "headlines": "".join(_headline(one, ended) for one in sorted(findings.newest, reverse=True)) or "<li>none</li>",
        "sites": "".join(_site(name, counts) for name, counts in _ranked(findings)[:SITES_SHOWN]),
        "slowest": _slowest(findings),
        "fields": "".join(_field(name, findings) for name in FIELDS),
    }
    return Template((_FOLDER / "page.html").read_text(encoding="utf-8")).substitute(parts)


def _tiles(findings: Findings, totals: Totals) -> str:
    tiles = [
        ("new", totals.articles - totals.revised, True),
        ("revised", totals.revised, True),
        ("copies", totals.duplicates, False),
        ("known, not asked", totals.known, False),
        ("could not be read", totals.failed, False),
        ("pages", findings.pages, False),
        ("pages a second", f"{findings.pages / findings.seconds:.1f}", False),
        ("ms to read a page", f"{totals.ms_a_page:.1f}", False),
    ]
    return "".join(
        f'<div class="tile{" lit" if lit and value else ""}"><b>{value}</b><span>{name}</span></div>'
        for name, value, lit in tiles
    )


def _troubles(findings: Findings) -> str:
    """Hosts that were given up, what was named and gave nothing, sites whose stories are behind a wall, and articles that no feed has."""
    lines = [f"<li>{escape(line)}</li>" for line in troubles(findings.stats)]
    undelivered = Totals.of(findings.stats).undelivered
    if undelivered:
        lines.append(f"<li>{undelivered} articles are in no feed; they come again with the next crawl</li>")
    return f'<div class="trouble">Not all was had:<ul>{"".join(lines)}</ul></div>' if lines else ""


def _steps(end: datetime, count: int, step: timedelta) -> list[datetime]:
    """The days or hours up to now, the oldest first."""
    last = end.replace(minute=0, second=0, microsecond=0)
    last = last.replace(hour=0) if step >= timedelta(days=1) else last
    return [last - step * back for back in reversed(range(count))]


def _bars(counts: Any, steps: list[datetime], form: str) -> str:
    tallest = max(counts[step] for step in steps)
    most = max(tallest, 1)
    bars = "".join(
        f'<i{"" if counts[step] else " class=none"} style="height:{100 * counts[step] / most:.0f}%" '
        f'title="{step:{form}}: {counts[step]}"></i>'
        for step in steps
    )
    ends = f"<span>{steps[0]:{form}}</span><span>{f'at most {tallest}' if tallest else 'none'}</span><span>{steps[-1]:{form}}</span>"
    return f'<div class="bars">{bars}</div><div class="ends">{ends}</div>'


def _headline(headline: Headline, now: datetime) -> str:
    title = escape(headline.title or headline.url)
    name = f'<a href="{escape(headline.url)}" rel="noreferrer">{title}</a>' if is_web_url(headline.url) else title
    revised = f" · revision {headline.revision}" if headline.revision else ""
    is_recent = abs(now - headline.published) < _A_YEAR
    when = f"{headline.published:%d %b, %H:%M}" if is_recent else f"{headline.published:%d %b %Y}"
    return f"<li><time>{when}</time>{name}<small>{escape(headline.site)}{revised}</small></li>"


def _ranked(findings: Findings) -> list[tuple[str, SiteCount]]:
    return sorted(findings.sites.items(), key=lambda pair: (-pair[1].new - pair[1].revised, -pair[1].pages, pair[0]))


def _site(name: str, counts: SiteCount) -> str:
    bad = ' class="bad"' if counts.failed else ""
    cells: Iterable[Any] = (counts.pages, counts.new, counts.revised, counts.duplicates)
    plain = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr><td>{escape(name)}</td>{plain}<td{bad}>{counts.failed}</td><td>{counts.mean_ms:.0f}</td></tr>"


def _slowest(findings: Findings) -> str:
    ranked = sorted(findings.sites.items(), key=lambda pair: -pair[1].mean_ms)[:SLOWEST]
    return ", ".join(f"{escape(name)} ({counts.mean_ms:.0f} ms)" for name, counts in ranked) or "none"


def _field(name: str, findings: Findings) -> str:
    share = 100 * findings.filled[name] / findings.articles if findings.articles else 0.0
    bar = f'<span class="track"><i style="width:{share:.0f}%"></i></span>'
    return f'<span>{name.replace("_", " ")}</span>{bar}<span class="share">{share:.0f} %</span>'


def _span(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} seconds"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"
