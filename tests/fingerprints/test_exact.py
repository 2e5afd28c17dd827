"""The exact fingerprint: its value is fixed for ever, for stores keep it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.fingerprints import FINGERPRINTS, exact, fingerprinter, normalise
from boilerspider.model import Fingerprint


def test_the_value_is_the_same_on_every_machine():
    known = Fingerprint("exact", 1, bytes.fromhex("98d99055e2a4fb92e4718042ab655a22"))
    assert fingerprinter("exact").of("the quick brown fox") == known


def test_no_text_has_the_empty_value():
    nothing = fingerprinter("exact").of("")
    assert nothing.value == b""
    assert not nothing
    assert not nothing.hex


@given(st.text(max_size=40), st.text(max_size=40))
def test_equal_exactly_where_the_normalised_texts_are(one, other):
    exact = fingerprinter("exact")
    one, other = normalise(one), normalise(other)
    assert (exact.of(one) == exact.of(other)) == (one == other)


def test_a_lone_surrogate_has_a_fingerprint_too():
    assert len(fingerprinter("exact").of("\ud800").value) == 16


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownName, match="unknown fingerprint 'simhash'; known: exact, near"):
        fingerprinter("simhash")


def test_a_parameter_that_it_does_not_have():
    with pytest.raises(BadConfiguration, match="it takes none"):
        fingerprinter("exact", {"bits": 64})


def test_every_row_of_the_drawer_can_be_built():
    for name in FINGERPRINTS.rows:
        assert fingerprinter(name).of("a b c").algorithm == name


def test_raised_and_lowered_numbers_are_the_digits_that_they_are_made_of():
    assert exact("10⁶, 2019³ and 10⁻⁶, 10⁺¹²; 1010₂") == exact("106, 20193 and 10-6, 10+12; 10102")


def test_the_short_way_normalises_first():
    assert exact("The QUICK, brown fox!") == fingerprinter("exact").of("the quick brown fox")
