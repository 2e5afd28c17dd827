"""What a Parquet feed keeps of items, and what it says of the others."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from boilerspider.crawl.outputs.parquet import ParquetExporter
from boilerspider.errors import ItemError

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def stored(*items: Any, group: int = 2, **options: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """The rows of a feed, and what was said of the items that it did not take."""
    file, refused = BytesIO(), []
    exporter = ParquetExporter(file, rows_a_group=group, **options)
    exporter.start_exporting()
    for item in items:
        try:
            exporter.export_item(item)
        except ItemError as error:  # noqa: PERF203 - a feed goes on
            refused.append(str(error))
    exporter.finish_exporting()
    return parquet.read_table(file).to_pylist(), refused
