"""Stories that a page shows only with scripts, or without them."""

from __future__ import annotations

from boilerspider.markup.hidden.stories import hidden_story

__all__ = ["hidden_story"]
