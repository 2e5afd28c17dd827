"""Articles as Markdown: one file each in a `folder:` feed, one after the other in any other feed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from itemadapter import ItemAdapter
from scrapy.exporters import BaseItemExporter
from scrapy.utils.serialize import ScrapyJSONEncoder

from boilerspider.crawl.outputs.folder import Folder, as_text
from boilerspider.model import Article
from boilerspider.reading import to_markdown

_BODY = {"text", "html", "images"}
"""Fields that are the body; all others with a value stand in the front matter."""


class MarkdownExporter(BaseItemExporter):
    """Writes each item as Markdown with its fields as YAML front matter."""

    def __init__(self, file: IO[bytes] | Folder, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._file = file
        self._encoder = ScrapyJSONEncoder(ensure_ascii=False)

    def export_item(self, item: Any) -> None:
        """One document; a value that JSON cannot hold raises TypeError, and the item is not delivered."""
        values = ItemAdapter(item)
        content = self._document(item, dict(self.get_serialized_fields(item, include_empty=False))).encode()
        if isinstance(self._file, Folder):
            self._file.write(values, ".md", content)
        else:
            self._file.write(content)

    def _document(self, item: Any, fields: Mapping[str, Any]) -> str:
        # A JSON value is a YAML value, and needs no rules about what must be quoted.
        known = {name: value for name, value in fields.items() if name not in _BODY and value not in (None, "", [])}
        front = "".join(f"{name}: {self._encoder.encode(value)}\n" for name, value in known.items())
        return f"---\n{front}---\n\n{_body(item).strip()}\n\n"


def _body(item: Any) -> str:
    if isinstance(item, Article):
        return to_markdown(item)
    values = ItemAdapter(item)
    title = as_text(values.get("title"))
    return (f"# {title}\n\n" if title else "") + as_text(values.get("text"), "\n\n")
