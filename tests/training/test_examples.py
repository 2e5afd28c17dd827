"""Which pages train, validate and judge."""

from __future__ import annotations

import pytest

from boilerspider.errors import BadConfiguration
from boilerspider.training.examples import Example, examples, fold, split


def silent(what: str, done: int, total: int) -> None: ...


def test_a_corpus_says_which_pages_validate(ferry) -> None:
    told = []
    found = examples([ferry], lambda document, gold: gold[:9], lambda *progress: told.append(progress))
    train, validate = split(found)
    assert (len(train), len(validate)) == (22, 6)
    assert found[27] == Example("ferry/27", validates=True, value="Report 27")
    assert told[-1] == ("pages", 30, 30)


def test_pages_that_give_nothing_are_no_examples(ferry) -> None:
    assert examples([ferry], lambda document, gold: None, silent) == []


def test_nothing_to_validate_with_is_told() -> None:
    with pytest.raises(BadConfiguration, match="2 pages to train with and 0 to validate with"):
        split([Example("a/1", validates=False, value=1), Example("a/2", validates=False, value=2)])


def test_folds_part_the_pages_for_good() -> None:
    found = [Example(f"corpus/{number}", validates=False, value=number) for number in range(200)]
    folds = [fold(found, number, 5) for number in range(5)]
    assert sorted(page for _, inside in folds for page in inside) == list(range(200))
    assert folds == [fold(found[:], number, 5) for number in range(5)]
    for outside, inside in folds:
        assert sorted([example.value for example in outside] + inside) == list(range(200))
        assert 25 <= len(inside) <= 55
        assert 5 <= sum(example.validates for example in outside) <= 30
