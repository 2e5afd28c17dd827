"""The statements that say which story a URL names: given with a version, kept by the next one, or given back."""

from __future__ import annotations

from typing import Final

NAME_STORY: Final = """
    INSERT INTO urls (key, story) VALUES (%s, %s)
    ON CONFLICT (key) DO UPDATE SET story = excluded.story
    WHERE urls.story IS NULL OR (%s AND urls.story <> excluded.story)
"""
"""Its third value: whether the story takes the URL from another."""
ADD_CLAIMED_URL: Final = "INSERT INTO claimed_urls (story, revision, key) VALUES (%s, %s, %s)"
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
