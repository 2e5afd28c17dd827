"""Lines that stand as they are written."""

from __future__ import annotations


def kept_lines(string: str) -> str:
    """The lines without spaces at their ends; blank ones at the edges go, several in a row become one."""
    lines: list[str] = []
    for line in map(str.rstrip, string.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).rstrip("\n")
