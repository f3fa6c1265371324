"""The vectors of the words that the extractor, the read-back and the ranker share; see src/models/embedded/networks/word-vectors.ts."""

from pathlib import Path

import numpy as np

WIDTH, FLOAT_BYTES = 384, 4
NAME = "word-vectors-int8.bin"


class WordVectors:
    """`path`: as `scripts/models/compact.py words` writes it."""

    def __init__(self, path: Path) -> None:
        stored = path.read_bytes()
        count = len(stored) // (WIDTH + 2 * FLOAT_BYTES)
        zeros, scales = np.frombuffer(stored[count * WIDTH :], "<f4").reshape(2, count, 1)
        self.table = np.frombuffer(stored[: count * WIDTH], np.uint8).reshape(count, WIDTH)
        self.table = (self.table - zeros) * scales

    def inputs(self, ids: list[int], behind_at: int) -> dict[str, np.ndarray]:
        """What a network gets; `behind_at`: where the sentence has ended."""
        types = [int(at >= behind_at) for at in range(len(ids))]
        return {"ids": np.array([ids], np.int64), "types": np.array([types], np.int64), "words": self.table[ids][None]}


def beside(network: Path) -> WordVectors:
    """Those in the folder of a network."""
    return WordVectors(network.parent / NAME)
