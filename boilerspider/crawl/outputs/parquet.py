"""Articles as Parquet, in row groups that are written while the crawl runs (extra: `boilerspider[parquet]`).

A Parquet file is readable only once its footer is written. So its articles count as delivered when the
feed, or a batch of it (`batch_item_count`), is closed: what a killed crawl had not closed comes again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.exporters import BaseItemExporter

from boilerspider.crawl.outputs.columns import Columns, too_deep, without_empty
from boilerspider.crawl.stop import stop
from boilerspider.errors import BadConfiguration
from boilerspider.model import Article

try:
    import pyarrow as pa
    from pyarrow import parquet as pq
except ImportError:
    pa = pq = None

ROWS_A_GROUP = 500
"""Articles that are held in memory before they are written, about 5 MB. Ours."""


class ParquetExporter(BaseItemExporter):
    """Writes articles in the columns of `Article`, other items in columns that widen until the first group is written.

    `item_export_kwargs: {"rows_a_group": n}` sets how many rows are written at once.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler, file: IO[bytes], **kwargs: Any) -> ParquetExporter:  # noqa: ARG003
        if pq is None:
            stop(BadConfiguration("feed format 'parquet' needs pyarrow: pip install 'boilerspider[parquet]'"))
        return cls(file, **kwargs)

    def __init__(self, file: IO[bytes], *, rows_a_group: int = ROWS_A_GROUP, **kwargs: Any) -> None:
        super().__init__(dont_fail=True, **kwargs)
        if self._kwargs:
            raise TypeError(f"there is no {next(iter(self._kwargs))!r}, only rows_a_group and export_empty_fields")
        if not isinstance(rows_a_group, int) or isinstance(rows_a_group, bool) or rows_a_group < 1:
            raise ValueError(f"rows_a_group = {rows_a_group!r}: a whole number of at least 1 is needed")
        self._file = file
        self._rows_a_group = rows_a_group
        self._rows: list[dict[str, Any]] = []
        self._columns = Columns()
        self._writer: Any = None

    def export_item(self, item: Any) -> None:
        """Take one item; ItemError where a value does not fit its column, and nothing is taken."""
        self._rows.append(self._admitted(item))
        if len(self._rows) >= self._rows_a_group:
            self._write()

    def finish_exporting(self) -> None:
        if self._writer is None and not self._rows:
            self._admitted(Article())  # a file without columns is none that a reader takes
        if self._writer is None or self._rows:
            self._write()
        self._writer.close()

    def _admitted(self, item: Any) -> dict[str, Any]:
        """The row of an item, for which there are columns from now on."""
        try:
            said = {str(name): value for name, value in ItemAdapter(item).asdict().items()}
            fields = dict(self.get_serialized_fields(said, include_empty=True))
            row = {name: without_empty(value) for name, value in fields.items()}
            self._columns.admit(row, _article_types(row) if isinstance(item, Article) else {})
        except RecursionError:
            url = ItemAdapter(item).get("url")
            raise too_deep(f"{f'the item {url}' if url else 'an item'} has a field") from None
        return row

    def _write(self) -> None:
        if self._writer is None:
            self._columns.settle()
            self._writer = pq.ParquetWriter(self._file, self._columns.schema, compression="zstd")
        self._writer.write_table(pa.Table.from_pylist(self._rows, schema=self._columns.schema))
        self._rows = []


def _article_types(fields: Iterable[str]) -> dict[str, Any]:
    """The types of an article's columns; what is not named here is text."""
    texts, moment = pa.list_(pa.string()), pa.timestamp("us", tz="UTC")
    image = pa.struct([("url", pa.string()), ("caption", pa.string()), ("credit", pa.string())])
    kinds = {
        "authors": texts,
        "tags": texts,
        "images": pa.list_(image),
        "published": moment,
        "modified": moment,
        "first_seen": moment,
        "fetched_at": moment,
        "word_count": pa.int64(),
        "revision": pa.int64(),
        "confidence": pa.float64(),
        "paywalled": pa.bool_(),
    }
    return {name: kinds.get(name, pa.string()) for name in fields}
