"""What stands behind an address where something beside its last visit is remembered of it."""

from __future__ import annotations

UNVOUCHED = "#link"
"""Under an address with this at its end stands that its page is no article where no feed or sitemap names it."""

UNREAD = "#unread"
"""Under an address with this at its end stands that its page was to be an article, and had no text, once."""

PARTLY = "#partly"
"""Under an address with this at its end stands that a page of its story is missing that was had before, and since when."""

REFUSED = "#refused"
"""Under an address with this at its end stands that it might not be asked, and since when, where a feed or a sitemap led to it."""
