"""An example, and the files that a training leaves, so that one which was stopped goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import boilerspider
from boilerspider.extractors.news.inputs.context import Setting
from boilerspider.training.whole import put

_SUFFIXES = (".py", ".txt")
"""Of sources."""

_COLUMNS = ("labels", "origins")
_FACTS = ("name", "site", "weight", "share")
_SETTING = tuple(field.name for field in fields(Setting))

Halves = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One page to learn from."""

    name: str
    """Corpus and id."""
    site: str
    """Registered domain, or the name where none is known: what folds go by."""
    rows: Halves
    labels: npt.NDArray[np.int8]
    """1 content, 0 not, -1 unknown."""
    weight: float
    """In the loss."""
    share: float
    """Of the epochs in which it takes part."""
    setting: Setting
    origins: npt.NDArray[np.int32]
    """Of a copy with foreign boxes, which follows its original: the block of the original that each is, -1 for a box's, -2 for a paragraph of another story's; empty for an original."""


def sources() -> list[Path]:
    """What makes the examples: the extractor, its training, and what reads pages, corpora and addresses."""
    package = Path(boilerspider.__file__).parent
    made_by = (package / "extractors" / "news", package / "training" / "news", package / "markup")
    named = (package / "evaluation" / "corpora.py", package / "urls.py")
    return [*sorted(path for folder in made_by for path in folder.rglob("*") if path.suffix in _SUFFIXES), *named]


def making() -> str:
    """A digest of those sources: what another version of them made is not learnt from."""
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources())).hexdigest()[:8]


def _rows(path: Path) -> Path:
    """Where the rows of a file's examples are, which are most of it, by themselves: so they need not be read to be looked at."""
    return path.with_suffix(".rows.npy")


def save(path: Path, examples: Sequence[Example]) -> None:
    """All pages' arrays end to end, with how long each one's are."""
    held = {
        **{name: [getattr(example, name) for example in examples] for name in _COLUMNS},
        **{name: [getattr(example.setting, name) for example in examples] for name in _SETTING},
    }
    arrays = {name: np.concatenate(pages) for name, pages in held.items()}
    sizes = {f"{name}.sizes": np.array([len(page) for page in pages]) for name, pages in held.items()}
    facts = {name: np.array([getattr(example, name) for example in examples]) for name in _FACTS}
    rows = np.concatenate([example.rows for example in examples])
    put(_rows(path), lambda part: np.save(part, rows, allow_pickle=False))
    put(path, lambda part: np.savez(part, allow_pickle=False, **arrays, **sizes, **facts))


def is_kept(path: Path) -> bool:
    """Whether a corpus' examples have been made."""
    return path.exists() and _rows(path).exists()


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Arrays by name, packed."""
    put(path, lambda part: np.savez_compressed(part, allow_pickle=False, **arrays))


def load(path: Path) -> Iterator[Example]:
    """The examples of a file; processes that read it share the memory of their rows."""
    with np.load(path, allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    pages = {name: np.split(held[name], np.cumsum(held[f"{name}.sizes"])[:-1]) for name in (*_COLUMNS, *_SETTING)}
    rows = np.asarray(np.load(_rows(path), mmap_mode="c", allow_pickle=False))
    pages["rows"] = np.split(rows, np.cumsum(held["labels.sizes"])[:-1])
    for number, (name, site, weight, share) in enumerate(zip(*(held[fact].tolist() for fact in _FACTS), strict=True)):
        yield Example(
            name=name,
            site=site,
            weight=weight,
            share=share,
            rows=pages["rows"][number],
            setting=Setting(**{column: pages[column][number] for column in _SETTING}),
            **{column: pages[column][number] for column in _COLUMNS},
        )


__all__ = ["Example", "Halves", "is_kept", "load", "making", "save", "sources", "write_arrays"]
