from __future__ import annotations

import sys

import pytest

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.evaluation.contenders import contender, installed_rivals, own_names, parse_params
from boilerspider.evaluation.rivals import RIVALS

PAGE = b"<html><body><p>A short paragraph of text.</p></body></html>"


def test_an_own_extractor_reads_text():
    everything = contender("everything")
    assert everything.name == "everything"
    assert everything.read(PAGE, None) == "A short paragraph of text."


def test_parameters_reach_the_extractor_and_show_in_the_name():
    assert contender("tree-filter,depth=3").name == "tree-filter,depth=3"
    with pytest.raises(BadConfiguration, match=r"no parameter 'deep'; it takes .*depth"):
        contender("tree-filter,deep=3")


def test_a_dotted_path_names_an_extractor():
    assert contender("boilerspider.extractors.everything:Everything").read(PAGE, None)


def test_a_name_that_both_have_is_ours():
    assert "justext" in own_names()
    assert not set(own_names()) & set(RIVALS)


def test_an_unknown_name_lists_ours_and_the_rivals():
    with pytest.raises(UnknownName) as raised:
        contender("goosse")
    for name in ("everything", "justext", "justext-package", "trafilatura", "goose3"):
        assert name in str(raised.value)


def test_a_rival_takes_no_parameters():
    with pytest.raises(BadConfiguration, match="takes no parameters"):
        contender("trafilatura,favor_recall=true")


def test_a_rival_that_is_not_installed_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "goose3", None)
    assert "goose3" not in installed_rivals()
    with pytest.raises(BadConfiguration, match=r"goose3.* needs `pip install goose3`"):
        contender("goose3")


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], {}),
        (["depth=3"], {"depth": 3}),
        (["a=true", "b=null", "c=0.5"], {"a": True, "b": None, "c": 0.5}),
        (["language=German"], {"language": "German"}),
        (['list=["x"]'], {"list": ["x"]}),
        (["equation=a=b"], {"equation": "a=b"}),
        (["empty="], {"empty": ""}),
        (["deep=" + "[" * 100_000], {"deep": "[" * 100_000}),
    ],
)
def test_parse_params(pairs, expected):
    assert parse_params(pairs) == expected


@pytest.mark.parametrize("pair", ["", "depth", "=3"])
def test_a_parameter_is_written_name_equals_value(pair):
    with pytest.raises(BadConfiguration, match="is not written name=value"):
        parse_params([pair])
