"""A page as the networks see it: its tree becomes blocks, and each block a row of numbers.

`walk` makes blocks of the tree, `letters`, `features` and `facts` say what each is by itself, `cohesion` and
`context` what its surroundings tell, and `reading` puts it all together.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
"""Columns: a number, or a yes or no, of each block or element."""

__all__ = ["Bools", "Floats", "Ints"]
