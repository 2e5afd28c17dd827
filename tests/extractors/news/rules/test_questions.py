"""Questions of an interview that are left out, or nearly so."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.questions import interview
from boilerspider.markup.tree import parse

ANSWERS = [" ".join(sentences(f"harbour wall {number}", 2)) for number in range(4)]
QUESTIONS = ["Why is it hollow?", "Who pays for it?", "\u4f55\u6642\u5b8c\u6210\uff1f", "Will it last?"]


def put_back(question: str, left_out: str = QUESTIONS[2], likely: float = 0.9, more: str = "") -> list[str]:
    """The questions that are put back, or made surer, on a page that has a line like this above each answer; one is left out."""
    body = "".join(f"{question.format(q)}<p>{a}</p>" for q, a in zip(QUESTIONS, ANSWERS, strict=True))
    seen = view(parse(f"<html><body><main>{body}{more}</main></body></html>"))
    assert seen is not None
    keep = np.array([text != left_out for text in seen.texts])
    likelihoods = np.array([likely if is_kept else 0.3 for is_kept in keep], np.float32)
    return [seen.texts[place] for place in interview(seen, keep, likelihoods)]


@pytest.mark.parametrize(
    "question", ["<div class=question>{}</div>", "<h3>{}</h3>", "<div><p class=q><b>{}</b></p></div>"]
)
def test_a_question_amid_others_is_put_back(question: str) -> None:
    assert put_back(question) == [QUESTIONS[2]]
    assert put_back(question, left_out="") == []


def test_signs_of_what_unfolds_stand_behind_questions() -> None:
    left_out = f"{QUESTIONS[2]} +"
    assert put_back("<button>{} <span>+</span></button>", left_out) == [left_out]


@pytest.mark.parametrize("question", ["<div class=question>{}</div>", "<h3>{}</h3>"])
def test_answers_are_as_sure_as_their_questions(question: str) -> None:
    in_turn = [text for pair in zip(QUESTIONS, ANSWERS, strict=True) for text in pair]
    assert put_back(question, likely=SURE - 0.01) == in_turn


@pytest.mark.parametrize(
    ("question", "more"),
    [
        ("<p>{}</p>", ""),
        ("<div class=question><a href=/x>{}</a></div>", ""),
        ("<div class=question>{}</div>", "<div class=question>Ask us</div>" * 2),
    ],
    ids=["paragraphs like the answers", "links", "lines that are none"],
)
def test_what_may_be_something_else_is_not(question: str, more: str) -> None:
    assert put_back(question, more=more) == []


def test_a_question_at_the_end_is_not() -> None:
    assert put_back("<div class=q>{}</div>", "Have you more?", more="<div class=q>Have you more?</div>") == []


def test_one_question_is_no_interview() -> None:
    seen = view(
        parse(
            f"<html><body><main><h3>Why?</h3><p>{ANSWERS[0]}</p><h3>Who?</h3><p>{ANSWERS[1]}</p></main></body></html>"
        )
    )
    assert seen is not None
    keep = np.array([text not in ("Who?", ANSWERS[1]) for text in seen.texts])
    assert interview(seen, keep, np.full(len(keep), 0.9, np.float32)) == []


def unfolded(question: str, *left_out: str, questions: list[str] = QUESTIONS, likely: float = 0.9) -> list[str]:
    """The questions that come back, or are made surer, where the answers are kept but for these, and no question."""
    body = "".join(f"<div>{question.format(q)}<p>{a}</p></div>" for q, a in zip(questions, ANSWERS, strict=False))
    seen = view(parse(f"<html><body><main>{body}</main></body></html>"))
    assert seen is not None
    keep = np.array([text in ANSWERS and text not in left_out for text in seen.texts])
    return [seen.texts[place] for place in interview(seen, keep, np.full(len(keep), likely, np.float32))]


@pytest.mark.parametrize(
    "question", ["<h3><button>{}</button></h3>", "<div role=button>{}</div>", "<strong>{}</strong>"]
)
def test_questions_come_back_most_of_which_are_answered(question: str) -> None:
    assert unfolded(question) == QUESTIONS
    assert unfolded(question, ANSWERS[1], ANSWERS[3]) == [QUESTIONS[0], QUESTIONS[2]]
    assert unfolded(question, *ANSWERS[1:]) == []
    assert unfolded(question, questions=QUESTIONS[:1]) == []


def test_what_asks_nothing_or_links_does_not() -> None:
    assert unfolded("<h3>{}</h3>", questions=[text[:-1] for text in QUESTIONS]) == []
    assert unfolded("<h3><a href=/x>{}</a></h3>") == []


ADVERTS = {
    "label": "<div class=ad-slot>Advertisement</div>",
    "no name": "<div class=x1><p>Ice boxes for less.</p></div>",
    "link": "<p><a href=/x>Read also: ice boxes of the harbour</a></p>",
    "two": "<div class=ad-slot>Advertisement</div><aside><h4>Read also</h4></aside>",
}


@pytest.mark.parametrize("advert", ADVERTS.values(), ids=ADVERTS)
@pytest.mark.parametrize("question", ["<h3><button>{}</button></h3>", "<div class=q>{}</div>"])
def test_no_advertisement_decides_whether_questions_come_back(question: str, advert: str) -> None:
    def found(question: str, *kept: str, box: str, at: int, likely: float = 0.9) -> list[str]:
        parts = [(question.format(q), f"<p>{a}</p>") for q, a in zip(QUESTIONS, ANSWERS, strict=True)]
        halves = [part for pair in parts for part in pair]
        halves.insert(at, box)
        seen = view(parse(f"<html><body><main><p>{ANSWERS[0]}</p>{''.join(halves)}</main></body></html>"))
        assert seen is not None
        keep = np.array([text in (*ANSWERS, *kept) for text in seen.texts])
        return [seen.texts[place] for place in interview(seen, keep, np.full(len(keep), likely, np.float32))]

    for at in range(1, 8):
        assert found(question, box=advert, at=at) == QUESTIONS
        assert found(question, *QUESTIONS[:2], box=advert, at=at) == QUESTIONS[2:]
        assert found(question, *QUESTIONS, box=advert, at=at, likely=SURE - 0.01)[:9] == found(
            question, *QUESTIONS, box="", at=at, likely=SURE - 0.01
        )


def test_a_box_below_each_question_is_how_the_page_is_made() -> None:
    assert unfolded("<h3>{}</h3><div class=votes>Yes / No</div>") == []


@pytest.mark.parametrize("foot", ["", "<p>Nobody owns the wall.</p>"], ids=["ends with the story", "ends otherwise"])
def test_what_ends_a_page_decides_nothing_about_its_first_question(foot: str) -> None:
    box = "<div class=newsletter><p>Sign up for it today</p></div>"
    body = "".join(f"<h3>{q}</h3><p>{a}</p>" for q, a in zip(QUESTIONS[1:], ANSWERS, strict=False))
    seen = view(parse(f"<html><body><main>{box}<h3>{QUESTIONS[0]}</h3>{body}{foot}</main></body></html>"))
    assert seen is not None
    keep = np.array([text in (*ANSWERS, *QUESTIONS[1:]) for text in seen.texts])
    assert interview(seen, keep, np.where(keep, 0.9, 0.3).astype(np.float32)) == []
