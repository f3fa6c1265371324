"""The weights of a sentence embedder that was trained here, offered to compact.py as those of an ONNX file are."""

from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

LAYERS = 6
MATRICES = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense")


class Checkpoint:
    """Matrices are in floats: compact.py gives every 128 of their numbers a scale of their own."""

    def __init__(self, path: Path) -> None:
        self._arrays = {name: values.astype(np.float32) for name, values in load_file(path).items()}
        parts = (f"encoder.layer.{at}.{name}.weight" for at in range(LAYERS) for name in MATRICES)
        self.matrices = [(np.ascontiguousarray(self._arrays[name].T), None) for name in parts]

    def named(self, ending: str) -> np.ndarray:
        (found,) = [values for name, values in self._arrays.items() if name.endswith(ending)]
        return found

    def table(self, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bytes with a scale for each row, symmetric around zero."""
        rows = self.floats(name)
        scale = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-12) / 127
        return np.rint(rows / scale).astype(np.int8), scale.astype(np.float32), np.zeros((), np.int8)

    def floats(self, name: str) -> np.ndarray:
        return self._arrays[f"embeddings.{name}_embeddings.weight"]
