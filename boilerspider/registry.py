"""Name -> object, imported only when it is named.

A drawer is a table of rows; a plug is one file plus one row. Whoever wants a plug of their own
names it by its dotted path instead.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any

from boilerspider.errors import BadConfiguration, UnknownName

LARGEST = 2**31 - 1
"""The largest number that a parameter may be; some become C integers, and beyond it no length, count or weight makes sense. Ours."""


@dataclass(frozen=True, slots=True)
class Drawer:
    """A table from a plug's name to its dotted path, `package.module:Name`."""

    kind: str
    rows: Mapping[str, str]
    verb: str
    """The method that makes an object a plug of this drawer."""

    def load(self, name: str) -> Any:
        """The object behind a name or a dotted path; UnknownName when there is none."""
        if not isinstance(name, str):
            raise TypeError(f"{self.kind}: a name is a str, not {type(name).__name__}; known: {', '.join(self.rows)}")
        path = self.rows.get(name, name)
        module, _, attribute = path.partition(":")
        if not module or not attribute or module.startswith("."):
            raise UnknownName(self.kind, name, self.rows)
        try:
            plug = getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError, ValueError) as error:
            raise BadConfiguration(f"{self.kind} {name!r} cannot be imported: {error}") from error
        if not callable(getattr(plug, self.verb, None)):
            raise BadConfiguration(f"{self.kind} {name!r} is no {self.kind}: it has no method {self.verb!r}")
        return plug

    def build(self, name: str, params: Mapping[str, Any] | None = None) -> Any:
        """The plug with its parameters set; BadConfiguration names a parameter that it does not have."""
        if not isinstance(params, (Mapping, type(None))):
            raise TypeError(f"parameters are a dict, such as {{'name': 1}}, not {type(params).__name__}")
        plug = self.load(name)
        if is_dataclass(plug):
            self._check(name, {field.name: field for field in fields(plug) if field.init}, params or {})
        try:
            return plug(**(params or {}))
        except (TypeError, ValueError) as error:
            raise BadConfiguration(f"{self.kind} {name!r} refuses its parameters: {error}") from error

    def _check(self, name: str, known: Mapping[str, Field[Any]], params: Mapping[str, Any]) -> None:
        """BadConfiguration for a parameter that the plug does not have, that is not of its default's type or that is no usable number."""
        for param, value in params.items():
            if param not in known:
                offer = f"it takes {', '.join(known)}" if known else "it takes none"
                raise BadConfiguration(f"{self.kind} {name!r} has no parameter {param!r}; {offer}")
            default = known[param].default
            if not _is_alike(value, default):
                wanted = "a text" if default is None else f"a value like {default!r}"
                raise BadConfiguration(
                    f"{self.kind} {name!r} refuses its parameters: {param} is {value!r}; use {wanted}"
                )
            # Not a number is neither below nor above a limit: no check of a plug would find it.
            if isinstance(value, (int, float)) and not -LARGEST <= value <= LARGEST:
                shown = f"{value!r}" if isinstance(value, float) else f"a number of {value.bit_length()} bits"
                raise BadConfiguration(
                    f"{self.kind} {name!r} refuses its parameters: {param} is {shown};"
                    f" use a number from {-LARGEST} to {LARGEST}"
                )


def _is_alike(value: Any, default: Any) -> bool:
    """Whether a value is of its default's type; whole numbers stand for others too, and None means no text."""
    if default is MISSING:
        return True
    if default is None:
        return value is None or isinstance(value, str)
    if isinstance(default, float) and not isinstance(value, bool):
        return isinstance(value, (int, float))
    return type(value) is type(default)
