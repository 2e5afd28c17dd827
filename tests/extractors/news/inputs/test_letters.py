"""Letters by class and script, and words that are alike in all of them."""

from __future__ import annotations

import pytest

from boilerspider.extractors.news.inputs.letters import DIGIT, IDEOGRAPH, LETTER, LOWER, QUOTE, STOP, UPPER, Letters
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.markup.tree import parse


def letters(*texts: str) -> Letters:
    seen = view(parse("".join(f"<p>{text}</p>" for text in texts)))
    assert seen is not None
    return seen.letters


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two three", 3),
        ("state-of-the-art", 4),
        ("2026 was 1 year", 4),
        ("!?", 0),
        ("قال رئيس البلدية", 3),
        ("महापौर ने कहा", 3),
        ("市长星期一说", 6 * 0.6),
        ("นายกเทศ", 7 * 0.2),
        ("한국어 뉴스", 2),
    ],
)
def test_words(text: str, words: float) -> None:
    assert letters(text).words.tolist() == pytest.approx([words])


def test_counts_are_of_each_block() -> None:
    found = letters("Ab 1.", "市长", "x")
    assert found.counts[:, [UPPER, LOWER, DIGIT, STOP, IDEOGRAPH]].tolist() == [
        [1, 1, 1, 1, 0],
        [0, 0, 0, 0, 2],
        [0, 1, 0, 0, 0],
    ]
    assert found.capitals.tolist() == [1, 0, 0]


def test_ends() -> None:
    found = letters("“He left.”", "Left", "no")
    assert found.heads.tolist() == [QUOTE, UPPER, LOWER]
    assert found.tails.tolist() == [QUOTE, LOWER, LOWER]
    assert found.stops.tolist() == [True, False, False]


def test_ends_of_sentences_in_scripts_with_signs_of_their_own() -> None:
    found = letters("Նա գնաց։", "ሄደ።", "သွားတယ်။", "គាត់ទៅ។", "གསལ།", "წავიდა")
    assert found.stops.tolist() == [True] * 5 + [False]


def test_georgian_has_no_capitals() -> None:
    assert letters("წავიდა").counts[0, [LOWER, LETTER]].tolist() == [0, 6]


def test_letters_beyond_the_first_plane_do_not_shift_their_neighbours() -> None:
    found = letters("😀 ab", "cd. 😀", "ef")
    assert found.counts[:, LOWER].tolist() == [2, 2, 2]
    assert found.words.tolist() == [1, 1, 1]


def test_vowel_signs_and_joiners_are_letters() -> None:
    found = letters("می\u200cخواهم", "कहा")
    assert found.words.tolist() == [1, 1]
    assert found.counts[:, LETTER].tolist() == [8, 3]
