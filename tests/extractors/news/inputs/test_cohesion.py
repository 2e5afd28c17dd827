"""What a block's wording has in common with the rest of a story, in any script."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.extractors.news.inputs.cohesion import FEW_WORDS, MAX_LETTERS, cohesion, common, stemmed, wording
from boilerspider.extractors.news.inputs.letters import CLASSES, IDEOGRAPH, LETTER, RUN, Letters

HARBOUR = "the harbour wall below the old road was hollowed out by winter storms"
WALL = "nobody knows how long the old harbour wall will stand more storms"
SOFA = "leather sofas half price this weekend only while stock lasts online"


def letters_of(texts: Sequence[str], words: float) -> Letters:
    counts = np.zeros((len(texts), CLASSES), np.float32)
    for row, text in zip(counts, texts, strict=True):
        row[IDEOGRAPH] = sum("\u3005" <= letter <= "\u9fff" for letter in text)
        row[RUN] = sum("\u0e00" <= letter <= "\u0eff" for letter in text)
        row[LETTER] = sum(letter.isalpha() and letter.lower() == letter.upper() for letter in text)
    none, each = np.zeros(len(texts), np.uint8), np.full(len(texts), words, np.float32)
    return Letters(counts, each, each, each, each, each, none, none, none.astype(bool))


def words_of(*texts: str, head: str = "", size: float = 12.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    found = wording(texts, letters_of(texts, size), head)
    return found.distinct, found.tokens, found.named


def shares(*texts: str) -> list[float]:
    distinct, tokens, _ = words_of(*texts)
    found = common(distinct, tokens, np.ones(len(texts), bool))
    return cohesion(found.words, distinct, found.usual)[0].tolist()


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("reader readers wall", 2),
        ("Leser Leserin Wand", 2),
        ("читатель читатели", 1),
        ("wall wallet", 2),
        ("كتاب كتابه", 2),
        ("दीवार दीवारें", 2),
        ("港の壁港の壁", 3),
    ],
)
def test_a_words_first_letters_are_its_stem(text: str, stems: int) -> None:
    found = wording([text.casefold(), "nothing else here"], letters_of([text, ""], 12.0), "")
    distinct, tokens = stemmed(found.distinct, found.tokens, found.words)
    assert distinct.tolist() == [stems, 3]
    assert len(tokens) == stems + 3
    assert len(set(tokens[:stems].tolist())) == stems


def test_blocks_share_stems() -> None:
    found = wording(["reader reading", "readers wrote"], letters_of(["", ""], 12.0), "")
    distinct, tokens = stemmed(found.distinct, found.tokens, found.words)
    shared = common(distinct, tokens, np.ones(2, bool))
    assert shared.words.tolist() == [1, 1]
    assert common(found.distinct, found.tokens, np.ones(2, bool)).words.tolist() == [0, 0]


def test_no_words_have_no_stems() -> None:
    found = wording(["a b"], letters_of([""], 0.0), "")
    assert [part.tolist() for part in stemmed(found.distinct, found.tokens, found.words)] == [[0], []]


def test_words_of_four_letters_and_more_count_once_a_block() -> None:
    distinct, tokens, _ = words_of("harbour harbour wall", "the old wall")
    assert distinct.tolist() == [2, 1]
    assert tokens.tolist() == [0, 1, 1]


def test_the_head_names_words() -> None:
    assert words_of(HARBOUR, SOFA, head="Harbour wall may fall\nStorms".casefold())[2].tolist() == [3, 0]


def test_a_block_of_few_words_has_no_wording() -> None:
    distinct, tokens, named = words_of(HARBOUR, head=HARBOUR, size=FEW_WORDS - 1)
    assert (distinct.tolist(), tokens.tolist(), named.tolist()) == ([0], [], [0])


@pytest.mark.parametrize(
    "story, foreign",
    [
        ((HARBOUR, WALL), SOFA),
        (("长城是中国古代的伟大工程", "中国古代的工程是长城"), "今天打折沙发半价出售"),
        (("กำแพงท่าเรือเก่าพังลงเมื่อคืนนี้", "ท่าเรือเก่าและกำแพงพังลง"), "โซฟาหนังลดราคาครึ่งหนึ่ง"),
        (
            ("стена гавани размыта зимними штормами", "зимними штормами размыта старая стена"),
            "кожаные диваны полцены только сегодня",
        ),
        (
            ("बंदरगाह की पुरानी दीवार तूफान से टूटी", "पुरानी दीवार बंदरगाह के तूफान से टूटी"),
            "चमड़े के सोफे आधी कीमत पर केवल आज मिलेंगे",
        ),
        (
            ("துறைமுகத்தின் பழைய சுவர் புயலால் இடிந்தது", "புயலால் இடிந்தது துறைமுகத்தின் பழைய சுவர்"),
            "தோல் நாற்காலிகள் பாதி விலையில் இன்று மட்டும்",
        ),
        (("جِدَارُ المِينَاءِ القَدِيمُ انْهَارَ", "انْهَارَ جِدَارُ المِينَاءِ القَدِيمُ"), "أَرَائِكُ جِلْدِيَّةٌ بِنِصْفِ الثَّمَنِ"),
        (
            ("항구의 방파제가 겨울 폭풍에 무너졌다", "폭풍으로 항구 방파제는 겨울에 무너져"),
            "가죽 소파 반값 할인 오늘 하루만",
        ),
    ],
)
def test_a_paragraph_of_another_story_shares_less(story: tuple[str, ...], foreign: str) -> None:
    *own, strange = shares(*story, foreign)
    assert strange < min(own) / 2


@pytest.mark.parametrize(
    "text, same",
    [
        ("hafen\u00admauer", "hafenmauer"),
        ("می\u200cروند", "میروند"),
        ("e\u0301cole\u0301", "école\u0301"),
    ],
    ids=["soft hyphen", "non-joiner", "decomposed"],
)
def test_one_word_is_one_however_it_is_written(text: str, same: str) -> None:
    distinct, tokens, _ = words_of(text, same)
    assert distinct.tolist() == [1, 1]
    assert tokens[0] == tokens[1]


@pytest.mark.parametrize("text", ["১২৩৪৫", "௧௨௩௪", "「」「」", "・・・・", "๑๒๓๔", "᠐᠑᠒᠓"])
def test_digits_and_signs_are_no_words(text: str) -> None:
    assert words_of(text)[0].tolist() == [0]


def test_of_an_endless_block_the_beginning_is_read() -> None:
    text = " ".join(
        f"{chr(97 + number // 676 % 26)}{chr(97 + number // 26 % 26)}{chr(97 + number % 26)}xx"
        for number in range(5_000)
    )
    assert words_of(text)[0].tolist() == [(MAX_LETTERS + 1) // len("aaaxx ")]


def test_what_only_blocks_beside_the_core_say_is_not_common() -> None:
    distinct, tokens, _ = words_of(HARBOUR, SOFA, SOFA)
    core = np.array([True, False, False])
    assert common(distinct, tokens, core).words.tolist() == [0, 0, 0]


def test_a_page_without_words_is_in_order() -> None:
    distinct, tokens, _ = words_of("1 2 3", "-")
    found = common(distinct, tokens, np.ones(2, bool))
    share, far = cohesion(found.words, distinct, found.usual)
    assert np.isfinite(share).all()
    assert far.tolist() == [0, 0]


@given(st.lists(st.text(max_size=40), max_size=8), st.text(max_size=40))
def test_counts_fit_each_other_whatever_is_written(texts: list[str], head: str) -> None:
    distinct, tokens, named = words_of(*texts, head=head)
    assert distinct.sum() == len(tokens)
    assert (named <= distinct).all()
    found = common(distinct, tokens, np.ones(len(texts), bool))
    assert (found.words <= distinct).all()
    assert 0 < found.usual < 1
