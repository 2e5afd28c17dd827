"""Sketches: the same everywhere, and as good an estimate as their size allows."""

from __future__ import annotations

import math
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.fingerprints import exact, fingerprinter, near, normalise
from boilerspider.fingerprints.near import FEWEST_WORDS, SHINGLE_WORDS
from boilerspider.model import KEYS, Sketch


def words(count: int, seed: object = 0) -> list[str]:
    rng = random.Random(str(seed))
    return [f"w{rng.randrange(100_000)}" for _ in range(count)]


def similarity(one: list[str], other: list[str]) -> float:
    return near(" ".join(one)).similarity(near(" ".join(other)))


def resemblance(one: list[str], other: list[str]) -> float:
    """What the estimate is an estimate of."""
    sets = [{tuple(t[n : n + SHINGLE_WORDS]) for n in range(len(t) - SHINGLE_WORDS + 1)} for t in (one, other)]
    return len(sets[0] & sets[1]) / len(sets[0] | sets[1])


def test_the_value_is_the_same_on_every_machine():
    sketch = near(" ".join(f"word{n}" for n in range(60)))
    assert sketch.keys == (17155170, 1753886977, 706229842, 126483483, 348678172)
    assert sketch.slots[:16].hex() == "f000b010b0b0743d0080e1b000c06c60"
    assert (sketch.algorithm, sketch.version, len(sketch.slots)) == ("near", 2, 64)


def test_what_is_packed_is_unpacked():
    sketch = near(" ".join(words(80)))
    assert Sketch.unpack("near", 2, sketch.pack()) == sketch
    assert len(sketch.pack()) == 84


@pytest.mark.parametrize("count", [60, 150, 400, 1_000])
def test_the_estimate_has_no_bias_and_the_spread_that_is_said(count):
    errors = []
    for seed in range(150):
        one = words(count, seed)
        share = random.Random(seed).uniform(0.1, 0.9)
        cut = round(share * count)
        other = [*one[:cut], *words(count - cut, f"other{seed}")]
        errors.append(similarity(one, other) - resemblance(one, other))
    mean = sum(errors) / len(errors)
    spread = math.sqrt(sum(error**2 for error in errors) / len(errors))
    assert abs(mean) < 0.012
    assert spread < 0.055


def test_texts_that_have_nothing_in_common():
    assert max(similarity(words(300, seed), words(300, -seed - 1)) for seed in range(50)) < 0.12


@pytest.mark.parametrize(("boxes", "at_least"), [(1, 0.8), (3, 0.6)])
def test_boxes_that_come_and_go_leave_it_high(boxes, at_least):
    for seed in range(40):
        rng, text = random.Random(seed), words(700, seed)
        downloads = []
        for _ in range(2):
            download = list(text)
            for box in range(boxes):
                place = rng.randrange(len(download))
                download[place:place] = words(25, (rng.random(), box))
            downloads.append(download)
        assert similarity(*downloads) > at_least


def test_texts_of_one_mould_are_not_near():
    """A word changed in every line of a form: what weather reports and lists of results look like."""
    mould = words(400)
    filled = [[word if n % 12 else f"{seed}x{n}" for n, word in enumerate(mould)] for seed in (1, 2)]
    assert similarity(*filled) < 0.4


def test_a_key_is_shared_with_the_probability_of_the_similarity():
    shared = []
    for seed in range(300):
        one = words(300, seed)
        two = [*one[:230], *words(70, f"two{seed}")]
        shared.append(len(set(near(" ".join(one)).keys) & set(near(" ".join(two)).keys)) / KEYS)
    assert sum(shared) / len(shared) == pytest.approx(resemblance(one, two), abs=0.05)


def test_it_never_says_that_texts_are_equal():
    text = words(200)
    assert 0.98 < similarity(text, text) < 1
    assert similarity(text, [*text[:100], "1", *text[101:]]) < 1


@pytest.mark.parametrize("text", ["", "word", " ".join(words(FEWEST_WORDS - 1)), "ad " * 500, "死" * 900])
def test_short_and_endlessly_repeated_texts_have_no_sketch(text):
    assert not near(text)
    assert near(text).similarity(near(text)) is None
    assert near(" ".join(words(200))).similarity(near(text)) is None


def test_fifty_words_are_enough():
    assert near(" ".join(words(FEWEST_WORDS)))


CHINESE = "市议会周二晚上开会讨论旧桥的未来工程师在春天警告说桥墩经不起下一次洪水新桥的费用比全市一年的教育支出还要高一些居民希望恢复战前的渡船"
JAPANESE = "町議会は火曜日の夜に古い橋の将来について話し合った技術者は春に橋脚が次の洪水に耐えられないと警告していた新しい橋は町の一年間の学校予算よりも高くつく"
THAI = "สภาเมืองประชุมเมื่อคืนวันอังคารเพื่อหารือเรื่องสะพานเก่าวิศวกรเตือนตั้งแต่ฤดูใบไม้ผลิว่าเสาสะพานจะไม่รอดจากน้ำท่วมครั้งต่อไป"


@pytest.mark.parametrize("text", [CHINESE, JAPANESE, THAI])
def test_scripts_without_spaces_have_shingles_of_characters(text):
    edited = text[: len(text) // 2] + text[len(text) // 2 + 1 :]
    assert near(text).similarity(near(edited)) > 0.6
    assert near(text).similarity(near(text[::-1])) < 0.2
    assert near(text + text[::-1]).similarity(near("新闻 " + text + text[::-1])) > 0.6


SYLLABLES = {"ar": "بر حل مي كو سأ إن آل قى", "fa": "بر حل می کو سا رن آل قی", "ru": "бра тол мер вес пим тем щё ёк"}


def invented(language: str, seed: int = 0) -> str:
    rng = random.Random(seed)
    return " ".join("".join(rng.choices(SYLLABLES[language].split(), k=3)) for _ in range(300))


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        (invented("fa"), invented("fa").replace("ی", "ي").replace("ک", "ك")),
        (invented("ar"), invented("ar").replace("أ", "ا").replace("إ", "ا").replace("آ", "ا")),
        (invented("ar"), invented("ar").replace("ى", "ي")),
        (invented("ar"), invented("ar").replace("حل", "حـل")),
        (invented("ar"), invented("ar").replace("بر", "بَرّ")),
        (invented("ru"), invented("ru").replace("ё", "е")),
        (invented("ru").upper(), invented("ru").replace("ё", "е")),
    ],
    ids=["yeh and kaf", "forms of alef", "yeh without dots", "strokes", "vowel marks", "yo", "yo, in capitals"],
)
def test_spellings_of_one_text_are_near_and_no_equals(text, spelt):
    assert text.casefold() != spelt
    assert near(text).similarity(near(spelt)) > 0.98
    assert exact(text) != exact(spelt)
    assert near(text).similarity(near(invented("ar", 1))) in (None, pytest.approx(0, abs=0.12))


@pytest.mark.parametrize(("mould", "key"), [("größe{} naïve", 668265529), ("слово{} еще", 681646528)])
def test_the_sketches_of_other_texts_are_what_they_were(mould, key):
    sketch = near(" ".join(mould.format(n) for n in range(60)))
    assert (sketch.version, sketch.keys[0]) == (2, key)


def test_a_word_in_arabic_makes_no_text_an_arabic_one():
    text = words(200)
    assert near(" ".join([*text, "إلى", "الأمام"])).version == near(" ".join(text)).version == 2
    assert near(f"{invented('ar')} {' '.join(words(30))}").version == near(invented("ar")).version == 3


def test_words_and_characters_in_one_text():
    mixed = " ".join([*words(30), CHINESE, *words(30, 1)])
    assert near(mixed).similarity(near(mixed.replace("市议会", "市議會"))) > 0.6


@given(st.text(max_size=400))
def test_any_text_has_a_sketch_or_none(text):
    sketch = near(text)
    assert len(sketch.keys) in (0, KEYS)
    assert near(normalise(text)) == sketch


def test_an_endless_text_takes_no_longer_than_a_long_one():
    text = " ".join(words(400_000))
    normalised = normalise(text)
    start = time.process_time()
    fingerprinter("near").of(normalised)
    assert is_quick(time.process_time() - start, 2)
