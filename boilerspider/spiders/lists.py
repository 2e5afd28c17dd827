"""The URLs that an argument gives, or the file that lists them."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from pathlib import Path

from boilerspider.errors import BadConfiguration
from boilerspider.urls import is_web_url, without_credentials

_READ = (".txt", ".csv", ".toml")
_LIKE_A_URL = re.compile(r'^"?\s*(?:localhost\b|\[[0-9a-f:]+\]|\S+:\d{2,5}/?"?$)|\.|://', re.IGNORECASE)
"""What the name of a column has not."""
_FIRST_CELL = re.compile(r'("[^"]*"|[^,;\t]*)([,;\t]?)')


def urls_of(name: str, value: str) -> tuple[str, ...]:
    """URLs separated by commas or white space, or the file that lists them, one a line."""
    suffix = Path(value).suffix.lower()
    if "://" not in value and suffix == ".json":
        raise BadConfiguration(
            f"-a {name}={value}: no .json file is read; list the URLs in a .txt or .csv file, or give them"
        )
    if "://" not in value and suffix in _READ:
        named = list(_from_file(name, Path(value)))
    else:
        _refuse_file(name, value)
        # A comma may stand in a URL; between two of them it stands before a scheme.
        between = r"[,\s]+(?=\w+://)|\s+" if "://" in value else r"[,\s]+"
        named = [(url, f"-a {name}={url}") for url in (part.strip(",") for part in re.split(between, value)) if url]
        for url, _ in named:
            _refuse_file(name, _last(url))
    if not named:
        raise BadConfiguration(f"-a {name}={value}: no URL there; give {name}=https://example.com or a file of URLs")
    return tuple(dict.fromkeys(_url(url, where) for url, where in named))


def _last(url: str) -> str:
    """What may be a name of its own behind a URL's last comma; in its path it is one where lists are called so."""
    before, _, name = url.rpartition(",")
    is_path = "/" in before.partition("://")[2]
    return url if is_path and Path(name).suffix.lower() not in _READ else name


def _refuse_file(name: str, part: str) -> None:
    """BadConfiguration where a part is the name of a file, which would be taken for a host's."""
    if not os.path.isfile(part):  # noqa: PTH113 - pathlib's raises where a name is too long for one
        return
    if Path(part).suffix.lower() in _READ:
        raise BadConfiguration(f"-a {name}=: {part} is a file, and a file is given alone: {name}={part}")
    raise BadConfiguration(
        f"-a {name}=: {part} is a file, and only files named .txt, .csv or .toml are read; "
        f"name it {Path(part).with_suffix('.txt')}, or write https://{part} for a host"
    )


def _from_file(name: str, path: Path) -> Iterator[tuple[str, str]]:
    if path.suffix.lower() == ".toml":
        raise BadConfiguration(f"-a {name}={path}: a .toml file names sites: give it as sites={path}")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"-a {name}={path}: the file cannot be read: {error}") from error
    try:
        yield from ((url, f"{path}, line {number}: {url}") for number, url in _lines(path.suffix.lower(), text))
    except csv.Error as error:
        raise BadConfiguration(f"-a {name}={path}: the file cannot be read: {error}") from error


def _lines(suffix: str, text: str) -> Iterator[tuple[int, str]]:
    """What stands in the lines of a list, or first in those of a table, without comments and a table's line of names."""
    lines = {number: line for number, line in enumerate(text.split("\n"), 1) if line.strip('\t "')[:1].strip("#")}
    cells = _first_cells(list(lines.values())) if suffix == ".csv" else lines.values()
    yield from ((number, cell.strip()) for number, cell in zip(lines, cells, strict=True) if cell.strip())


def _first_cells(lines: list[str]) -> list[str]:
    """What stands first in the rows of a table, and nothing for its names."""
    name, sign = _FIRST_CELL.findall(lines[0])[0] if lines else ("", "")
    is_headed = not _LIKE_A_URL.search(name)
    # A semicolon may stand in a URL, a tab never; below names it is what stands behind the first.
    between = sign if sign and (is_headed or sign == "\t") else ","
    cells = [next(csv.reader([line], delimiter=between, skipinitialspace=True))[0] for line in lines]
    return ["" if is_headed and not at else cell for at, cell in enumerate(cells)]


def _url(url: str, where: str) -> str:
    full = url if "://" in url else f"https://{url}"
    host = without_credentials(full).partition("://")[2].partition("/")[0]
    # A word alone is a mistake more often than a host of an intranet, which its scheme tells.
    is_host = "://" in url or "." in host or host.startswith(("localhost", "["))
    if not is_web_url(full) or not is_host:
        where = where.replace(url, url.rpartition("@")[2])  # whatever the password does to the URL, it is not shown
        raise BadConfiguration(f"{where}: this is no URL of the web; give one like https://example.com/")
    return full
