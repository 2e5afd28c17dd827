"""Weights from `.npz` files. What was not made by a training of ours is refused before a page is read."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from boilerspider.errors import BadConfiguration

Arrays: TypeAlias = dict[str, npt.NDArray[np.float32]]

LARGEST = float(np.finfo(np.float32).max)
"""Beyond it nothing is finite in the precision that networks are evaluated with."""

UNREADABLE = (
    OSError,
    EOFError,
    MemoryError,
    ValueError,
    TypeError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What numpy and zipfile raise for files that are empty, cut off, damaged, encrypted or of another kind."""


def read_arrays(path: Path, owner: str) -> Arrays:
    """All arrays of a file by name; BadConfiguration where it cannot be read or one is not of finite numbers."""
    try:
        with path.open("rb") as file:
            # Opened as what it must be: numpy takes a single array, or pickled text, for a file of its own too.
            with zipfile.ZipFile(file):
                pass
            file.seek(0)
            with np.load(file, allow_pickle=False) as arrays:
                found = {name: np.asarray(arrays[name]) for name in arrays.files}
    except UNREADABLE as error:
        raise unusable(path, owner, getattr(error, "strerror", None) or str(error) or type(error).__name__) from error
    for name, array in found.items():
        if array.dtype.kind != "f" or not np.isfinite(array).all() or np.abs(array).max(initial=0) > LARGEST:
            raise unusable(path, owner, f"{name} is no array of finite numbers")
    return {name: array.astype(np.float32) for name, array in found.items()}


def check_shapes(arrays: Arrays, shapes: dict[str, tuple[int, ...]], path: Path, owner: str) -> None:
    """BadConfiguration for an array that is missing or of another shape."""
    for name, shape in shapes.items():
        if name not in arrays:
            raise unusable(path, owner, f"there is no {name} in it")
        if arrays[name].shape != shape:
            raise unusable(path, owner, f"{name} is of shape {arrays[name].shape}, not {shape}")


def unusable(path: Path, owner: str, why: str) -> BadConfiguration:
    """The error, in one line, for a file that holds no weights of that owner."""
    return BadConfiguration(f"no weights of {owner} can be read from {path}: {' '.join(why.split())}")
