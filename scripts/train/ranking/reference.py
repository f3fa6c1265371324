"""What Python's onnxruntime makes of the ranker, for the test that the product's own runtime gives the same.

    python ranking/reference.py RANKER.onnx OUT.json

Run in scripts/train, with it in PYTHONPATH and the word vectors beside the network. test/models/ranker-floats.test.ts compares the scores.
"""

import hashlib
import json
import sys
from pathlib import Path

import onnxruntime

from layout import Layout
from model import trunk_folder
from word_vectors import beside

PLACES = 5
BLINDS = {"name": "set blinds", "description": "Opens or closes the blinds of one room.", "parameters": ["room", "position"]}
LANTERNS = {"name": "hang lanterns", "description": "Hangs lanterns along a garden path, as many as are wanted, in a color of one's choice.", "parameters": ["count", "paper color", "is Lit"]}
BELLS = {"name": "ring bells", "description": "Rings the bells of the tower.", "parameters": []}
OTTERS = {"name": "otters count", "description": "", "parameters": ["river", "days"]}
CASES = [
    {"sentence": "close the blinds in the pantry", "tools": [BLINDS, LANTERNS, BELLS, OTTERS]},
    {"sentence": "please do not close the blinds in the pantry", "tools": [BELLS, BLINDS]},
    {"sentence": "ring!", "tools": [BELLS]},
    {"sentence": "hang twelve amber lanterns >> and three more near São Tomé, on Friday at half past three if that is possible", "tools": [OTTERS, BELLS, LANTERNS]},
]


def main(path: Path, out: Path) -> None:
    layout, words = Layout(trunk_folder() / "tokenizer.json"), beside(path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    cases = []
    for case in CASES:
        written = [(f"{tool['name']} : {tool['description']}", ", ".join(tool["parameters"])) for tool in case["tools"]]
        ids, tools_at = layout.encode(case["sentence"], written)
        (scores,) = session.run(None, words.inputs(ids, tools_at[0]))
        cases.append(case | {"scores": [[round(float(score), PLACES) for score in row] for row in scores.reshape(-1, 2)]})
    made = {"model": hashlib.sha256(path.read_bytes()).hexdigest(), "cases": cases}
    out.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
