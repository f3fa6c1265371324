"""The weights of a network that was trained here, offered to compact.py as those of an ONNX file are."""

from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

MATRICES = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense")
LARGEST = 63
"""Of a whole number that two products of bytes can be added to in 16 bits: any processor then gives the same."""


class Checkpoint:
    """
    Matrices are in floats, of which compact.py gives every 128 a scale of their own; or, if `is_small`, whole numbers of seven
    bits with a scale for each column.
    """

    def __init__(self, path: Path, is_small: bool = False) -> None:
        # A checkpoint that has more than a trunk keeps it in a part of its own.
        self._arrays = {name.removeprefix("enc."): values.astype(np.float32) for name, values in load_file(path).items()}
        self.layers = sum(name.endswith("attention.self.query.weight") for name in self._arrays)
        parts = (f"encoder.layer.{at}.{name}.weight" for at in range(self.layers) for name in MATRICES)
        matrices = (np.ascontiguousarray(self._arrays[name].T) for name in parts)
        self.matrices = [self._small(matrix) if is_small else (matrix, None) for matrix in matrices]

    @staticmethod
    def _small(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        scale = np.maximum(np.abs(matrix).max(0), 1e-12) / LARGEST
        return np.rint(matrix / scale).astype(np.int8), scale.astype(np.float32)

    def named(self, ending: str) -> np.ndarray:
        (found,) = [values for name, values in self._arrays.items() if name.endswith(ending)]
        return found

    def words(self) -> tuple[np.ndarray, np.ndarray]:
        """The words' vectors as bytes, with a scale for each row, symmetric around zero."""
        rows = self.floats("word")
        scale = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-12) / 127
        return np.rint(rows / scale).astype(np.int8), scale.astype(np.float32)

    def floats(self, name: str) -> np.ndarray:
        return self._arrays[f"embeddings.{name}_embeddings.weight"]
