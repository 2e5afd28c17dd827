"""Items as the rows of a table: which are rows of their own, and which is one that comes again.

An article's row is told by its URL and revision. Of items of a project's own a page may have many, which
share both; so their rows are told by what they say, too.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import IO, Any

from scrapy.exporters import BaseItemExporter
from scrapy.utils.serialize import ScrapyJSONEncoder

from boilerspider.crawl.items import one_of_many
from boilerspider.errors import ItemError
from boilerspider.fingerprints import exact
from boilerspider.model import Article

logger = logging.getLogger(__name__)

MARK = "item"
"""The column that tells items of one URL and revision apart."""

KEY, FORMER_KEY = ("url", "revision", MARK), ("url", "revision")
"""What tells rows apart; in tables that were made before there were marks, a page's items share a row."""

MARK_CHARACTERS = 16
"""Characters of the hash that is an item's mark: 64 bits, for the items of one page. Ours."""

ADDRESS_BYTES = 2_600
"""Of an address in a row: an entry of an index of PostgreSQL's has at most 2,704 bytes, in which the rest of the key has room."""

_TYPES = {
    **dict.fromkeys(("published", "modified", "first_seen", "fetched_at"), "timestamptz"),
    **dict.fromkeys(("authors", "tags", "images"), "jsonb"),
    **dict.fromkeys(("word_count", "revision"), "integer"),
    "confidence": "real",
    "paywalled": "boolean",
}
COLUMNS = {one.name: _TYPES.get(one.name, "text") for one in fields(Article)}
"""Column -> type, but for the mark's."""

_MOST, _LEAST = {"integer": 2**31 - 1, "real": 3e38, "text": 1e300}, 1e-37
"""Numbers that columns of these types take reach to these, and from it (PostgreSQL manual, 8.1)."""

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-](0\d|1[0-4]):?\d\d)?)?", re.ASCII)
"""As times are mostly written; a server reads many other ways."""

_FEED_MOMENT = re.compile(
    r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d\d? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}"
    r" \d\d:\d\d:\d\d (?:GMT|UTC|[+-](?:0\d|1[0-4])[0-5]\d)",
    re.ASCII,
)
"""As feeds and mails write them (RFC 822, with four digits of the year)."""

_SURELY_TAKEN = {"text": 250_000, "html": 250_000}
"""Bytes that an index which a project may have made over a column takes: a search's holds 1,048,575 of words and places (manual, 12.11)."""

_OF_THE_ASKING = {"fetched_at", "source", "first_seen", "duplicate_of", "revision", "extractor", "confidence"}
"""Columns that may change when the same item is asked again."""


@dataclass
class Taken:
    """What a table has had from one crawl, over all batches of its feed."""

    marks: dict[int, str] = field(default_factory=dict)
    """Hash of a former key -> mark of the item that has it."""
    left_out: set[str] = field(default_factory=set)
    """Fields that have no column, of which it was told."""
    is_cut: bool = False
    """Whether an address was too long, of which it was told."""


class RowExporter(BaseItemExporter):
    """Writes a line an item: its mark, which is empty for an article, and its fields.

    `where` names the table in what is said of items; `taken` is shared by all batches; `refusal` asks the table why it
    does not take a row, if it does not.
    """

    def __init__(
        self,
        file: IO[bytes],
        *,
        where: str,
        key: tuple[str, ...],
        taken: Taken,
        refusal: Callable[[Mapping[str, Any]], str | None] = lambda _: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(dont_fail=True, **kwargs)
        self._file = file
        self._where = where
        self._key = key
        self._taken = taken
        self._refusal = refusal
        self._encoder = ScrapyJSONEncoder()

    def export_item(self, item: Any) -> None:
        """Take one item; ItemError where it has no URL, has a value that its column does not take, or would replace another of its page, and nothing is taken."""
        said = dict(self.get_serialized_fields(item))
        if not isinstance(url := said.get("url"), str) or not url:
            what = f"a url that is no string ({url!r:.80})" if url else "no url"
            raise ItemError(
                f"an item with the fields {', '.join(said) or 'none'} has {what}, by which {self._where} tells rows apart; "
                'give it one ("url": response.url), or leave it out with the item_classes of the feed'
            )
        # As it is read again, so that what is compared does not depend on the kind of the item.
        said = json.loads(self._encoder.encode(said))
        mark = "" if isinstance(item, Article) else mark_of(said)
        text = said.get("text")
        if isinstance(text, str) and said.get("duplicate_of") == one_of_many(said["url"], text):
            said["duplicate_of"] = said["url"]  # asked again, and told by its text among the items of its page
        self._try(said, mark)
        if self._key == FORMER_KEY:
            self._claim(said, mark)
        self._tell_of(name for name, value in said.items() if name not in COLUMNS and value is not None)
        self._tell_of_cut(said["url"])
        self._file.write(f"{json.dumps([mark, said])}\n".encode())

    def _try(self, said: Mapping[str, Any], mark: str) -> None:
        """Ask the table about a row with an odd value: all rows of a batch are put into it at once, or none."""
        row = _row(mark, said)
        odd = [
            name
            for name, kind in COLUMNS.items()
            if not _surely_fits(kind, said.get(name)) or (kind == "text" and _is_long(name, row[name]))
        ]
        if odd and (why := self._refusal(row)) is not None:
            values = ", ".join(f"{name!r}: {said[name]!r:.40}" for name in odd)
            raise ItemError(
                f"the item {said['url']} does not fit {self._where}: {why} ({values}); give the field a value of its column's type"
            )

    def _claim(self, said: Mapping[str, Any], mark: str) -> None:
        if self._taken.marks.setdefault(hash((said["url"], said.get("revision") or 0)), mark) != mark:
            raise ItemError(
                f"another item of {said['url']} is in {self._where}, whose key holds one of a page; "
                f"name another table, which is made, or give this one the key ({', '.join(KEY)})"
            )

    def _tell_of(self, names: Iterable[str]) -> None:
        new = [name for name in names if name not in self._taken.left_out]
        if new:
            self._taken.left_out.update(new)
            logger.warning(
                "The fields %s of an item are left out of %s, which has the columns of an article; "
                'name them after these with the fields of the feed ({"url": "url", "body": "text"}), or add a feed that holds all',
                *(", ".join(map(repr, new)), self._where),
            )

    def _tell_of_cut(self, url: str) -> None:
        if not self._taken.is_cut and address_in(url) != url:
            self._taken.is_cut = True
            logger.warning(
                "Addresses of more than %d bytes are cut in %s, whose key takes no longer ones, and end in a hash: %.100s…",
                *(ADDRESS_BYTES, self._where, url),
            )


def address_in(url: str) -> str:
    """An address as a row has it: one that is too long for the key is cut, and told from others by a hash at its end."""
    whole = url.encode(errors="surrogatepass")
    if len(whole) <= ADDRESS_BYTES:
        return url
    end = f"#{hashlib.sha256(whole).hexdigest()[:MARK_CHARACTERS]}"
    return whole[: ADDRESS_BYTES - len(end)].decode(errors="ignore") + end


def mark_of(said: Mapping[str, Any]) -> str:
    """What tells an item from others of its page: its title and text, or all that the table holds where it has no text.

    The same when the item is asked again.
    """
    text = said.get("text")
    if isinstance(text, str) and text.strip():
        told: list[Any] = [said.get("title"), exact(text).hex]
    else:
        told = [said.get(name) for name in COLUMNS if name not in _OF_THE_ASKING]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:MARK_CHARACTERS]


def rows(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The values of each item that an exporter of rows has written."""
    for line in lines:
        yield _row(*json.loads(line))


def _row(mark: str, said: Mapping[str, Any]) -> dict[str, Any]:
    row = {name: _value(kind, said.get(name)) for name, kind in COLUMNS.items()}
    for name in ("url", "duplicate_of"):
        if isinstance(row[name], str):
            row[name] = address_in(row[name])
    return {**row, "revision": said.get("revision") or 0, MARK: mark}


def _surely_fits(kind: str, value: Any) -> bool:
    """Whether a column takes a value, without asking it; of other values it may take some."""
    if value is None or (isinstance(value, bool) and kind in ("boolean", "text")):
        return True
    if kind == "jsonb" or (kind == "text" and isinstance(value, str)):
        return _is_json(value)
    if kind == "timestamptz":
        return isinstance(value, str) and _is_moment(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return kind in _MOST and (value == 0 or _LEAST <= abs(value) <= _MOST[kind])
    return False


def _is_long(name: str, value: Any) -> bool:
    """Whether a text may be too long for an index over its column."""
    return isinstance(value, str) and len(value.encode(errors="replace")) > _SURELY_TAKEN.get(name, ADDRESS_BYTES)


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:  # no number, or half of a character
        return False
    return True


def _is_moment(value: str) -> bool:
    try:
        if _FEED_MOMENT.fullmatch(value):
            return parsedate_to_datetime(value) is not None
        return bool(_MOMENT.fullmatch(value)) and datetime.fromisoformat(value) is not None
    except ValueError:
        return False


def _value(kind: str, value: Any) -> Any:
    if kind == "jsonb":
        # The server takes no character of code 0, written out or not.
        return json.dumps(value, ensure_ascii=False).replace("\\u0000", "\\ufffd")
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
