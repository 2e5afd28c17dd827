"""Words of many scripts, and the stop lists."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.markup import words as module
from boilerspider.markup.words import STOP_LIST_NAMES, count_words, frequent_words, stop_list, stop_list_name, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n—…!", []),
        ("The mayor's well-known plan, at last.", ["The", "mayor's", "well-known", "plan", "at", "last"]),
        ("'quoted' rock ’n’ roll- -out", ["quoted", "rock", "n", "roll", "out"]),
        ("3.5 million, 10:30", ["3", "5", "million", "10", "30"]),
        ("cafe\u0301 Straße", ["cafe\u0301", "Straße"]),
        ("महापौर ने कहा।", ["महापौर", "ने", "कहा"]),
        ("قالَ رئيس", ["قالَ", "رئيس"]),
        ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
        ("市长说，大桥", ["市", "长", "说", "大", "桥"]),
        ("NHKは橋", ["NHK", "は", "橋"]),
        ("다리가 닫혔다", ["다리가", "닫혔다"]),
        ("สะพานปิด แล้ว", ["สะพานปิด", "แล้ว"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("one two-fold three's", 3),
        ("大桥关闭。", 4),
        ("大桥 closed 关闭", 5),
        ("สะพาน", 1),
        ("สะพานส", 2),
        ("다리가 닫혔다", 2),
    ],
)
def test_count_words(text: str, count: int) -> None:
    assert count_words(text) == count


@given(st.text())
def test_words_are_in_the_text_in_order(text: str) -> None:
    at = 0
    for word in words(text):
        at = text.index(word, at) + len(word)
    assert count_words(text) >= len(words(text))


def test_long_texts_take_linear_time() -> None:
    start = time.process_time()
    for text in ("x" * 500_000, "x-" * 250_000, "'" * 500_000, "ก" * 500_000, "x'" * 250_000):
        count_words(text)
    assert is_quick(time.process_time() - start, 20)


def test_the_memory_for_a_long_word_is_bounded() -> None:
    word = "x-" * 1_000_000 + "x"
    usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "".join(words(word)).count("x") == 1_000_001
    assert (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - usage < 50_000
    )  # kilobytes; 130 bytes a part were 260,000


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "English"),
        ("EN-gb", "English"),
        ("de_AT", "German"),
        ("pt-Latn-BR", "Portuguese"),
        ("be-tarask", "Belarusian_Taraskievica"),
        ("no", "Norwegian_Bokmal"),
        ("nn-NO", "Norwegian_Nynorsk"),
        ("iw", "Hebrew"),
        ("English", "English"),
        ("serbo croatian", "Serbo_Croatian"),
        ("zh", None),
        ("english-x", None),
        ("", None),
        ("../../secret", None),
    ],
)
def test_stop_list_name(language: str, name: str | None) -> None:
    assert stop_list_name(language) == name


def test_stop_list_of_english() -> None:
    assert {"the", "of", "and"} <= stop_list("en-US")
    assert stop_list("English") == stop_list("en")
    assert "bridge" not in stop_list("en")


@pytest.mark.parametrize("language", sorted(set(STOP_LIST_NAMES)))
def test_each_list_is_there_and_lower_case(language: str) -> None:
    found = stop_list(language)
    assert len(found) >= 10
    assert all(word == word.lower() for word in found)


def test_most_frequent_words_come_first() -> None:
    assert frequent_words("en")[:3] == ("the", "of", "and")


def test_a_language_without_a_list_is_named_with_those_that_have_one() -> None:
    with pytest.raises(UnknownName, match=r"'zh'.*af, .*yo"):
        stop_list("zh")


def test_the_lists_do_not_need_the_package_to_be_importable() -> None:
    script = (
        "import sys; sys.modules['lxml_html_clean'] = None\n"
        "from boilerspider.markup.words import stop_list\n"
        "assert 'the' in stop_list('en')\n"
        "assert 'justext' not in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", script], check=False, env=environment).returncode == 0


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    module._folder.cache_clear()
    try:
        with pytest.raises(BadConfiguration, match="install the package justext"):
            module._folder()
    finally:
        module._folder.cache_clear()
