from __future__ import annotations

import pytest

from boilerspider.evaluation.contenders import Contender, contender
from boilerspider.evaluation.corpora import Gold, Page
from boilerspider.evaluation.judges import METRICS
from boilerspider.evaluation.measure import measure, speed
from boilerspider.evaluation.metrics import Score, Shares

PAGES = [
    Page(Gold("1", "one two three four", url="https://a.example/1"), b"one two three four"),
    Page(Gold("2", None, with_=("one",), without=("menu", "two")), b"one menu"),
    Page(Gold("3", "five six seven eight"), b"five six"),
]

ECHO = Contender("echo", lambda html, url: html.decode())
MUTE = Contender("mute", lambda html, url: "")


def fails_on_two(html: bytes, url: str | None) -> str:
    if url is None:
        raise RecursionError("too\ndeep " + "x" * 200)
    return html.decode()


def test_each_contender_gets_a_summary_in_its_order():
    echo, mute = measure([ECHO, MUTE], PAGES)
    assert (echo.contender, echo.pages, echo.failures) == ("echo", 3, ())
    assert (mute.contender, mute.pages, mute.failures) == ("mute", 3, ())
    assert echo.scores["word"] == Score(1.0, 0.75, pytest.approx((1 + 2 / 3) / 2))
    assert mute.scores["word"] == Score(0, 0, 0)
    assert mute.scores["shingle"] == Score(None, 0, None), "precision of nothing is unknown and in no mean"


def test_pages_without_gold_text_count_for_snippets_alone():
    (echo,) = measure([ECHO], PAGES[1:2])
    assert echo.scores["word"] == echo.scores["shingle"] == Score(None, None, None)
    assert echo.intervals == {"word": None, "shingle": None}
    assert echo.trials[0].marks == {}
    assert echo.snippets == Shares(1.0, 0.5)


def test_only_the_metrics_asked_for():
    (echo,) = measure([ECHO], PAGES, ["word"])
    assert list(echo.scores) == ["word"]


def test_a_failure_counts_as_an_empty_text_and_the_first_is_told():
    flaky, echo = measure([Contender("flaky", fails_on_two), ECHO], PAGES)
    first, second = flaky.failures
    assert first.startswith("page 2: RecursionError: too deep xxx")
    assert second.startswith("page 3: ")
    assert len(first) < 140
    assert flaky.scores["word"] == Score(0.5, 0.5, 0.5)
    assert echo.failures == ()


def test_an_interrupt_is_no_failure():
    def interrupt(html: bytes, url: str | None) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure([Contender("interrupted", interrupt)], PAGES)


def test_each_contender_is_warmed_up_once_and_given_the_url():
    calls: list[tuple[bytes, str | None]] = []

    def record(html: bytes, url: str | None) -> str:
        calls.append((html, url))
        return ""

    measure([Contender("recorder", record)], PAGES)
    assert calls == [(page.html, page.gold.url) for page in (PAGES[0], *PAGES)]


def test_a_page_is_asked_for_only_when_the_one_before_is_done():
    """A corpus may be larger than memory."""
    order: list[str] = []

    def stream():
        for page in PAGES:
            order.append(f"give {page.gold.id}")
            yield page

    def record(html: bytes, url: str | None) -> str:
        order.append("read")
        return ""

    measure([Contender("recorder", record)], stream())
    assert order == ["give 1", "read", "read", "give 2", "read", "give 3", "read"]


def test_the_interval_of_f_holds_f(page_count=40):
    pages = [Page(Gold(str(n), "one two three four"), b"one two" if n % 3 else b"one") for n in range(page_count)]
    (echo,) = measure([ECHO], pages, ["word", "char"])
    for metric in ("word", "char"):
        low, high = echo.intervals[metric]
        assert low < echo.scores[metric].f < high
        assert high - low < 0.3


def test_each_page_is_told():
    (echo,) = measure([ECHO], PAGES, ["word"])
    assert [(trial.page, trial.failure) for trial in echo.trials] == [("1", None), ("2", None), ("3", None)]
    assert echo.trials[2].marks["word"] == (1.0, 0.5, pytest.approx(2 / 3), 1.0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_find_the_same(jobs):
    pages = [
        Page(Gold(str(n), f"Word number {n} of the page."), f"<body><p>Word number {n}".encode()) for n in range(7)
    ]
    contenders = [contender("everything"), contender("justext,no_headings=true")]
    alone, spread = (measure(contenders, pages, tuple(METRICS), n) for n in (0, jobs))
    for one, other in zip(alone, spread, strict=True):
        assert one.scores == other.scores
        assert [(t.page, t.marks, t.failure) for t in one.trials] == [
            (t.page, t.marks, t.failure) for t in other.trials
        ]


def test_time_is_measured():
    (echo,) = measure([ECHO], PAGES)
    assert 0 <= echo.ms.median <= echo.ms.p95 < 1000


@pytest.mark.parametrize(
    ("times", "median", "p95"),
    [([3.0], 3, 3), ([1.0, 3.0], 2, 3), (list(range(1, 101)), 50.5, 95), (list(range(1, 21)), 10.5, 19)],
)
def test_percentiles(times, median, p95):
    found = speed(times)
    assert (found.median, found.p95) == (median, p95)
