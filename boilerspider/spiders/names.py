"""What is put behind an address to remember something of it beside its last visit."""

from __future__ import annotations

UNVOUCHED = "#link"
"""Its page is no article as long as no feed or sitemap names it."""

UNREAD = "#unread"
"""Its page called itself an article, and had no text, once."""

PARTLY = "#partly"
"""A page of its story is missing that was had before, and since when."""

REFUSED = "#refused"
"""A feed or a sitemap led to it, and it might not be asked, and since when."""

WALLED = "#walled"
"""A wall that a cookie may open keeps it from crawls without cookies, and since when."""

SITES = "#sites"
"""The sites that it leads to, a feed that the user named, in the field of the version."""
