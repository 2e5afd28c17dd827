"""Reports made by hand, for the tests of what shows them."""

from __future__ import annotations

from boilerspider.evaluation.confidence import Interval
from boilerspider.evaluation.exhibits import Exhibit, compare
from boilerspider.evaluation.measure import Speed, Summary, Trial
from boilerspider.evaluation.metrics import Score, Shares
from boilerspider.evaluation.tables import Report

EVIL = "<script>parent.ran()</script><img src=x onerror=parent.ran()>&\"'"

NAMES = (
    *("justext", "tree-filter", "tree-filter,depth=3", "boilerpipe-article", "boilerpipe-default", "everything"),
    *("trafilatura", "trafilatura-fast", "readability", "resiliparse", "goose3", "newspaper4k"),
)


def summary(name: str, f: float | None, ms: float, *failures: str) -> Summary:
    trials = tuple(Trial(str(number), {}, Shares(None, None), ms, why) for number, why in enumerate(failures))
    interval = None if f is None else Interval(max(0, f - 0.02), min(1, f + 0.02))
    return Summary(name, {"word": Score(f, f, f)}, {"word": interval}, Shares(None, None), Speed(ms, ms, ms), trials)


def exhibit(name: str, gold: str, text: str) -> Exhibit:
    return Exhibit(name, f"page {EVIL}", f"Title {EVIL}", 0.25, compare(gold, text), whole=True)


def report(corpus: str, names: tuple[str, ...] = NAMES) -> Report:
    """Contenders near each other, one page of each, hostile texts."""
    summaries = [summary(name, 0.80 + n * 0.012, 3.0 * 1.3**n) for n, name in enumerate(names)]
    agreed = " ".join(f"agreed{number}" for number in range(60))
    gold = f"one two {EVIL} {agreed} {'x' * 400}"
    text = f"{'menu ' * 200} one two {agreed} {EVIL}"
    return Report(corpus, "abc", 1234, tuple(summaries), tuple(exhibit(name, gold, text) for name in names))
