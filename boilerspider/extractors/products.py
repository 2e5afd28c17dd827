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
    inputs, outputs = weights.shape
    step = max(1, ONE_THREAD // (inputs * outputs))
    whole = len(rows) // step * step
    found = np.empty((len(rows), outputs), np.float32)
    if whole:
        np.matmul(rows[:whole].reshape(-1, step, inputs), weights, out=found[:whole].reshape(-1, step, outputs))
    if whole < len(rows):
        np.matmul(rows[whole:], weights, out=found[whole:])
    return found


def products(stack: Floats, weights: Floats) -> Floats:
    """`product` of each of a stack of rows with weights of its own."""
    return np.stack([product(rows, own) for rows, own in zip(stack, weights, strict=True)])
