"""The statements that say which story a URL names: given with a version, kept by the next one, or given back."""

from __future__ import annotations

from typing import Final

NAME_STORY: Final = """
    WITH named AS (
        INSERT INTO urls (key, story) SELECT key, %s FROM unnest(%s::bytea[]) AS asked (key)
        ON CONFLICT (key) DO UPDATE SET story = excluded.story
        WHERE urls.story IS NULL OR (urls.key = %s AND urls.story <> excluded.story)
        RETURNING key
    )
    INSERT INTO claimed_urls (story, revision, key) SELECT %s, %s, key FROM named
"""
"""Its third value: the URL that the story takes from another."""
DROP_CLAIMED_URLS: Final = "DELETE FROM claimed_urls WHERE story = %s AND revision = %s"
HAND_URLS_ON: Final = """
    INSERT INTO claimed_urls (story, revision, key)
    SELECT story, %s, key FROM claimed_urls WHERE story = %s AND revision = %s ON CONFLICT DO NOTHING
"""
UNNAME_STORY: Final = """
    UPDATE urls SET story = NULL
    WHERE (story, key) IN (SELECT story, key FROM claimed_urls WHERE story = %s AND revision = %s)
"""
DROP_EMPTY_URLS: Final = """
    DELETE FROM urls
    WHERE key IN (SELECT key FROM claimed_urls WHERE story = %s AND revision = %s) AND story IS NULL AND outcome IS NULL
"""
