"""What elements mean for the text of a small part of a page, a heading or a caption, that is read by itself."""

from __future__ import annotations

LINES = frozenset(
    "p div section header figure figcaption h1 h2 h3 h4 h5 h6 ul ol li dl dt dd tr td br".split()  # noqa: SIM905 - reads best as words
)
"""Elements that begin a line."""

SILENT = frozenset(("script", "style", "template", "svg", "rp", "rt"))
"""Elements whose text is code, a drawing's, or how the word before it is read aloud."""
