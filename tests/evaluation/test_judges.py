from __future__ import annotations

import pytest

from boilerspider.evaluation.corpora import Gold, Page
from boilerspider.evaluation.judges import METRICS, of_means, of_two_means
from boilerspider.evaluation.metrics import Score, char, shingle, word

MENU, STORY, END = "Home and news", "The ferry will not sail before the spring.", "All rights reserved"
PAGE = Page(Gold("1", STORY), f"<html><body><p>{MENU}</p><div>{STORY}</div><p>{END}</p></body></html>".encode())


def marked(metric, *pairs):
    """The metric's score over pages, each a gold text and a text."""
    chosen = METRICS[metric]
    return chosen.mean([chosen.judge(Page(Gold("x", gold), b""))(text) for gold, text in pairs])


@pytest.mark.parametrize(("metric", "score"), [("shingle", shingle), ("word", word), ("char", char)])
@pytest.mark.parametrize(("gold", "text"), [("a b c d e", "a b c d"), ("a b", ""), ("", "a b"), ("a", "b")])
def test_a_page_alone_has_its_own_score(metric, score, gold, text):
    assert marked(metric, (gold, text)) == score(gold, text) or (gold, text) == ("", "")


def test_f_of_two_means_is_that_of_the_mean_precision_and_recall():
    scores = iter([Score(1.0, 0.5, 0.0), Score(None, 0.0, None), Score(0.5, None, None)])
    metric = of_two_means(lambda gold, text: next(scores))
    judge = metric.judge(PAGE)
    assert metric.mean([judge(""), judge(""), judge("")]) == Score(0.75, 0.25, 0.375)


def test_f_of_means_is_the_mean_of_the_pages():
    scores = iter([Score(1.0, 0.5, 0.6), Score(0.0, 0.0, 0.0)])
    metric = of_means(lambda gold, text: next(scores))
    judge = metric.judge(PAGE)
    assert metric.mean([judge(""), judge("")]) == Score(0.5, 0.25, 0.3)


@pytest.mark.parametrize("metric", METRICS)
def test_no_page_has_no_mean(metric):
    assert METRICS[metric].mean([]) == Score(None, None, None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STORY, Score(1.0, 1.0, 1.0, accuracy=1.0)),
        (f"{MENU} {STORY} {END}", Score(1 / 3, 1.0, 0.5, accuracy=1 / 3)),
        (MENU, Score(0.0, 0.0, 0.0, accuracy=1 / 3)),
        ("", Score(None, 0.0, None, accuracy=2 / 3)),
    ],
)
def test_blocks_of_a_page(text, expected):
    metric = METRICS["block"]
    assert metric.score(metric.judge(PAGE)(text)) == expected


def test_all_blocks_of_all_pages_count_alike():
    metric = METRICS["block"]
    large = Page(Gold("2", ""), b"<body>" + b"".join(b"<p>Number %d</p>" % n for n in range(6)))
    marks = [metric.judge(PAGE)(STORY), metric.judge(large)("")]
    assert metric.mean(marks) == Score(1.0, 1.0, 1.0, accuracy=1.0)
    marks = [metric.judge(PAGE)(""), metric.judge(large)("")]
    assert metric.mean(marks).accuracy == pytest.approx(8 / 9)


def test_what_is_no_page_has_no_blocks():
    metric = METRICS["block"]
    assert metric.mean([metric.judge(Page(Gold("3", STORY), b"%PDF-1.7 \x00\x01"))(STORY)]) == Score(None, None, None)
