from __future__ import annotations

from dataclasses import dataclass

import pytest

from boilerspider.errors import BadConfiguration, UnknownName
from boilerspider.registry import Drawer


@dataclass(frozen=True)
class Ruler:
    length: int = 10
    share: float = 0.5
    name: str | None = None
    strict: bool = False

    def measure(self) -> int:
        return self.length


def stick() -> None:
    """No plug."""


DRAWER = Drawer("ruler", {"ruler": "tests.test_registry:Ruler", "stick": "tests.test_registry:stick"}, verb="measure")


def test_a_plug_is_built_with_its_parameters() -> None:
    assert DRAWER.build("ruler", {"length": 3, "share": 1}).measure() == 3
    assert DRAWER.build("tests.test_registry:Ruler").length == 10


@pytest.mark.parametrize(
    ("name", "params", "says"),
    [
        ("rule", {}, "unknown ruler 'rule'; known: ruler, stick"),
        ("", {}, "unknown ruler ''"),
        ("..:x", {}, "unknown ruler '..:x'"),
        (":x", {}, "unknown ruler ':x'"),
        ("os:", {}, "unknown ruler 'os:'"),
        ("nowhere.at:All", {}, "cannot be imported: No module named 'nowhere'"),
        ("os:getcwd", {}, "'os:getcwd' is no ruler: it has no method 'measure'"),
        ("stick", {}, "is no ruler"),
        ("ruler", {"lenght": 3}, "has no parameter 'lenght'; it takes length, share, name, strict"),
        ("ruler", {"length": "3"}, "length is '3'; use a value like 10"),
        ("ruler", {"length": None}, "length is None"),
        ("ruler", {"length": True}, "length is True"),
        ("ruler", {"share": "0.5"}, "share is '0.5'"),
        ("ruler", {"share": float("nan")}, "share is nan; use a number from"),
        ("ruler", {"share": float("-inf")}, "share is -inf; use a number from"),
        ("ruler", {"share": 1e300}, "share is 1e+300; use a number from"),
        ("ruler", {"share": 10**400}, "share is a number of 1329 bits; use a number from"),
        ("ruler", {"length": -(10**5000)}, "length is a number of 16610 bits; use a number from"),
        ("ruler", {"name": 5}, "name is 5; use a text"),
        ("ruler", {"strict": 1}, "strict is 1"),
    ],
)
def test_what_is_wrong_is_said(name: str, params: dict[str, object], says: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        DRAWER.build(name, params)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_is_an_error_of_its_own() -> None:
    with pytest.raises(UnknownName) as caught:
        DRAWER.load("rule")
    assert caught.value.known == ("ruler", "stick")
