"""Name -> object, imported only when it is named.

A drawer is a table of rows; a plug is one file plus one row. Whoever wants a plug of their own
names it by its dotted path instead.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from boilerspider.errors import BadConfiguration, UnknownName


@dataclass(frozen=True, slots=True)
class Drawer:
    """A table from a plug's name to its dotted path, `package.module:Name`."""

    kind: str
    rows: Mapping[str, str]

    def load(self, name: str) -> Any:
        """The object behind a name or a dotted path; UnknownName when there is none."""
        path = self.rows.get(name, name)
        module, colon, attribute = path.partition(":")
        if not colon:
            raise UnknownName(self.kind, name, self.rows)
        try:
            return getattr(importlib.import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            raise BadConfiguration(f"{self.kind} {name!r} cannot be imported: {error}") from error

    def build(self, name: str, params: Mapping[str, Any] | None = None) -> Any:
        """The plug with its parameters set; BadConfiguration names a parameter that it does not have."""
        plug = self.load(name)
        known = [field.name for field in fields(plug) if field.init] if is_dataclass(plug) else None
        for param in params or {}:
            if known is not None and param not in known:
                offer = f"it takes {', '.join(known)}" if known else "it takes none"
                raise BadConfiguration(f"{self.kind} {name!r} has no parameter {param!r}; {offer}")
        try:
            return plug(**(params or {}))
        except (TypeError, ValueError) as error:
            raise BadConfiguration(f"{self.kind} {name!r} refuses its parameters: {error}") from error
