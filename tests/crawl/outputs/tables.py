"""What a PostgreSQL server says."""

from __future__ import annotations

from typing import Any


def ask(uri: str, query: str) -> Any:
    """The rows that a query gives, if any."""
    import psycopg  # noqa: PLC0415 - not installed everywhere

    with psycopg.connect(uri, autocommit=True) as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else None
