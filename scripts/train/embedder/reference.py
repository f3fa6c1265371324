"""What Python's onnxruntime makes of an embedder that ships, for the test that the product's own runtime gives the same.

    python -m embedder.reference EMBEDDER.onnx OUT.json

Run in scripts/train. Beside each text stand the first numbers of its vector of length one.
test/models/embedder-floats.test.ts compares them.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from model import trunk_folder

CLS, SEP = 101, 102
NUMBERS, PLACES = 24, 6
TEXTS = [
    "my lantern has not arrived",
    "ring!",
    "could you tell me, please, why the ferry to the otters' island was charged twice, and how I get one of the two back?",
    "São Tomé — 3½ otters 🦦, naïve as it sounds",
]


def main(path: Path, out: Path) -> None:
    tokenizer = Tokenizer.from_file(str(trunk_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    taken = {given.name for given in session.get_inputs()}
    cases = []
    for text in TEXTS:
        ids = np.array([[CLS, *tokenizer.encode(text, add_special_tokens=False).ids, SEP]])
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (hidden,) = session.run(None, {name: values for name, values in given.items() if name in taken})
        # One row for each token, or that of [CLS] alone.
        mean = hidden[0].mean(0)
        vector = mean / np.linalg.norm(mean)
        cases.append({"text": text, "vector": [round(float(value), PLACES) for value in vector[:NUMBERS]]})
    made = {"model": hashlib.sha256(path.read_bytes()).hexdigest(), "cases": cases}
    out.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
