"""Products by pieces are the products."""

import numpy as np
import pytest

from boilerspider.extractors.products import ONE_THREAD, product


@pytest.mark.parametrize(
    ("rows", "inputs", "outputs"),
    [(0, 465, 32), (1, 465, 32), (17, 465, 32), (18, 465, 32), (333, 465, 32), (40_000, 16, 1), (3, ONE_THREAD, 2)],
)
def test_a_product_by_pieces_is_the_product(rows: int, inputs: int, outputs: int) -> None:
    draw = np.random.default_rng(7)
    left = draw.standard_normal((rows, inputs), dtype=np.float32)
    right = draw.standard_normal((inputs, outputs), dtype=np.float32)
    np.testing.assert_allclose(product(left, right), left @ right, rtol=1e-3, atol=1e-2)
