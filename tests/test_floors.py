"""The floors of the architecture: the first import that climbs fails, deferred and type-only ones included."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "boilerspider"

GROUND = {"errors", "version"}
VALUES = {"model", *GROUND}
MARKUP = {"markup", "registry", "redaction", "slugs", "urls", *VALUES}
DRAWERS = {"extractors", "fingerprints", "stores", "discovery"}

# What each part may import of ours (its own folder always), and of others beside the standard library.
OURS: dict[str, set[str]] = {
    "errors": set(),
    "version": set(),
    "model": {"errors"},
    "registry": VALUES,
    "gzips": set(),
    "redaction": set(),
    "slugs": set(),
    "urls": VALUES,
    "markup": MARKUP,
    "extractors": MARKUP,
    "fingerprints": MARKUP,
    "stores": MARKUP,
    "discovery": {"gzips", *MARKUP},
    "memory": {"extractors", *MARKUP},
    "kinds": MARKUP,
    "reading": {"extractors", "fingerprints", "kinds", *MARKUP},
    "evaluation": {"reading", "extractors", *MARKUP},
    "whole": {"discovery", "fingerprints", *MARKUP},
    "training": {"evaluation", "reading", "extractors", "kinds", *MARKUP},
    "demo": {"reading", "extractors", *MARKUP},
    "crawl": {"reading", "memory", "gzips", "redaction", "registry", "urls", *DRAWERS, *VALUES} - {"discovery"},
    "spiders": {
        "crawl",
        "reading",
        "kinds",
        "whole",
        "discovery",
        "demo",
        "stores",
        "redaction",
        "slugs",
        "urls",
        *VALUES,
    },
    "commands": {
        "crawl",
        "spiders",
        "reading",
        "discovery",
        "stores",
        "evaluation",
        "training",
        "demo",
        "extractors",
        "redaction",
        "registry",
        "urls",
        *VALUES,
    },
}
OTHERS: dict[str, set[str]] = {
    "urls": {"w3lib", "tldextract"},
    "markup": {"lxml", "nh3", "htmldate", "markdownify", "w3lib"},
    "extractors": {"lxml", "numpy"},
    "fingerprints": {"numpy"},
    "memory": {"numpy"},
    "kinds": {"lxml"},
    "evaluation": {"numpy"},
    "training": {"lxml", "numpy", "torch", "pycrfsuite"},
    "discovery": {"lxml", "w3lib", "tldextract"},
    "crawl": {"scrapy", "itemadapter", "twisted"},
    "spiders": {"scrapy", "tomli", "twisted"},
    "commands": {"scrapy", "tqdm"},
}
STANDARD = sys.stdlib_module_names | {"tomllib"}
"""Of every Python that the project runs on; `tomllib` came with 3.11."""
RIVALS = {"boilerpy3", "goose3", "justext", "lxml", "newspaper", "readability", "resiliparse", "trafilatura"}
ALLOWED = {
    "evaluation/rivals.py": RIVALS,
    "crawl/outputs/parquet.py": {"pyarrow"},
    "crawl/outputs/columns.py": {"pyarrow"},
    "crawl/outputs/shapes.py": {"pyarrow"},
    "crawl/archives/reading.py": {"fastwarc"},
    "crawl/archives/writing.py": {"fastwarc"},
    "crawl/sharedqueue.py": {"redis", "scrapy_redis"},
}

LEARNED = ("extractors.web2text", "extractors.crf", "extractors.news")
"""Plugs that training makes the weights of."""

CRAWL_MAY_SEE_OF_DRAWERS = {"extractors", "extractors.base", "fingerprints", "stores", "stores.base"}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Of a module; two tests ask for them, and reading it is most of what they cost."""
    return tuple(imported(path))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            if node.module == "boilerspider":
                yield from (f"boilerspider.{alias.name}" for alias in node.names)


def modules() -> list[Path]:
    return sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.name != "__init__.py")


def part(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_import_climbs(path: Path) -> None:
    floor = part(path)
    name = path.relative_to(PACKAGE).as_posix()
    for module in imports(path):
        root, _, rest = module.partition(".")
        if module == "boilerspider":
            continue  # the names that it imports are modules, and follow as such
        if root == "boilerspider":
            assert rest.split(".")[0] in OURS[floor] | {floor}, f"{name} imports {module}"
        elif root not in STANDARD:
            assert root in OTHERS.get(floor, set()) | ALLOWED.get(name, set()), f"{name} imports {module}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_nobody_names_a_concrete_plug(path: Path) -> None:
    floor = part(path)
    for module in imports(path):
        rest = module.removeprefix("boilerspider.")
        drawer = rest.split(".")[0]
        if floor == "training" and rest.startswith(LEARNED):
            continue
        if drawer in DRAWERS - {"discovery"} and drawer != floor and module != rest:
            assert rest in CRAWL_MAY_SEE_OF_DRAWERS, f"{path.relative_to(PACKAGE)} imports {module}"


def test_every_part_has_a_floor() -> None:
    assert {part(p) for p in modules()} == set(OURS)


def test_the_core_works_without_scrapy() -> None:
    script = (
        "import sys; sys.modules['scrapy'] = sys.modules['twisted'] = None\n"
        "import boilerspider\n"
        "print(boilerspider.extract('<p>' + 'Some words. ' * 20, extractor='everything').word_count)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def test_importing_the_package_imports_nothing_heavy() -> None:
    script = "import sys, boilerspider; print([m for m in ('scrapy', 'twisted', 'lxml', 'nh3', 'htmldate') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
