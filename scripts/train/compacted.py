"""The weights in a joint extractor that scripts/models/compact.py rewrote, by their names in a checkpoint."""

import numpy as np

LAYERS, WIDTH = 6, 384
Stored = dict[str, np.ndarray]


def is_compacted(stored: Stored) -> bool:
    return "layer.0.all.w" in stored


def compacted_weights(stored: Stored, words: np.ndarray) -> Stored:
    """`words`: the vectors that it leaves out."""
    found = {f"enc.embeddings.LayerNorm.{end}": stored[f"sum.{end}"] for end in ("weight", "bias")}
    found["enc.embeddings.word_embeddings.weight"] = words
    found["enc.embeddings.position_embeddings.weight"] = stored["positions"]
    found["enc.embeddings.token_type_embeddings.weight"] = stored["types.w"]
    for at in range(LAYERS):
        found |= _layer(stored, at)
    for name in ("q", "p", "lin"):
        found |= {f"{name}.weight": _matrix(stored, name).T, f"{name}.bias": stored[f"{name}.b"]}
    return found


def _layer(stored: Stored, at: int) -> Stored:
    own, part = f"layer.{at}.", f"enc.encoder.layer.{at}."
    together, biases = _matrix(stored, f"{own}all"), stored[f"{own}all.b"]
    if f"{own}query.w" in stored:
        together = np.concatenate([_matrix(stored, f"{own}query"), together], 1)
        biases = np.concatenate([stored[f"{own}query.b"], biases])
    found = {}
    for place, name in enumerate(("query", "key", "value")):
        columns = slice(place * WIDTH, (place + 1) * WIDTH)
        found[f"{part}attention.self.{name}.weight"] = together[:, columns].T
        found[f"{part}attention.self.{name}.bias"] = biases[columns]
    found[f"{part}intermediate.dense.weight"] = _matrix(stored, f"{own}up").T
    found[f"{part}intermediate.dense.bias"] = stored[f"{own}up.b"]
    for whole, matrix, normalised in (("attention.output", "out", f"{own}seen"), ("output", "down", f"hidden.{at + 1}")):
        found[f"{part}{whole}.dense.weight"] = _matrix(stored, f"{own}{matrix}").T
        for end in ("dense.bias", "LayerNorm.weight", "LayerNorm.bias"):
            found[f"{part}{whole}.{end}"] = stored[f"{normalised}.{end}"]
    return found


def _matrix(stored: Stored, name: str) -> np.ndarray:
    """Inputs × outputs, in floats; see `by_text` and `by_block` in scripts/models/compact.py."""
    values, scales = stored[f"{name}.w"], stored[f"{name}.s"]
    if values.ndim == 2:
        return values.astype(np.float32) * scales
    blocks = (values.astype(np.float32) - 128) * scales.reshape(*values.shape[:2], 1)
    return blocks.reshape(values.shape[0], -1).T
