"""Matrix products that stay in one thread.

OpenBLAS starts threads for a large product, which then wait for each other longer than they work on a busy machine;
and crawls read pages in processes of their own already.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

ONE_THREAD = 262_144
"""Multiplications up to which OpenBLAS keeps to one thread (its interface/gemm.c: 65,536 times 4)."""


def product(rows: Floats, weights: Floats) -> Floats:
    """`rows @ weights`, a few rows at a time."""
    found: Floats = products(rows[None], weights[None])[0]
    return found


def products(stack: Floats, weights: Floats) -> Floats:
    """`product` of each of a stack of rows with weights of its own."""
    members, count, _ = stack.shape
    _, inputs, outputs = weights.shape
    step = max(1, ONE_THREAD // (inputs * outputs))
    whole = count // step * step
    found = np.empty((members, count, outputs), np.float32)
    if whole:
        parts, places = (
            array[:, :whole].reshape(members, -1, step, size) for array, size in ((stack, inputs), (found, outputs))
        )
        np.matmul(parts, weights[:, None], out=places)
    if whole < count:
        np.matmul(stack[:, whole:], weights, out=found[:, whole:])
    return found
