"""What Python's onnxruntime makes of the read-back, for the test that the product's own runtime gives the same.

    python read-back/reference.py READ_BACK.onnx OUT.json

Run in scripts/train, with it in PYTHONPATH. test/models/read-back-floats.test.ts compares the log-odds.
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
BLINDS = "set blinds : Opens or closes the blinds of one room."
CASES = [
    {"text": "close the blinds in the pantry", "tool": BLINDS, "said": ["room : pantry", "position : closed"], "open": []},
    {"text": "please do not close the blinds in the pantry", "tool": BLINDS, "said": ["room : pantry", "position : closed"], "open": ["until"]},
    {"text": "ring!", "tool": "ring : ", "said": [], "open": []},
    {
        "text": "put two otters on the list >> and three more for São Tomé, on Friday at half past three if that is possible",
        "tool": "add animals : Puts animals on the list of a place, as many as are wanted, with the day on which they are to be fetched.",
        "said": ["count : 3", "place : São Tomé", "fetched At : friday 4 june 2027, in 3 days, 15:30, 3:30 pm"],
        "open": ["carrier needed", "note", "colour"],
    },
]


def main(path: Path, out: Path) -> None:
    layout = Layout(trunk_folder() / "tokenizer.json")
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    words, cases = beside(path), []
    for case in CASES:
        ids, tool_at, _ = layout.encode(case["text"], case["tool"], case["said"], case["open"])
        (verdict,) = session.run(None, words.inputs(ids, tool_at))
        cases.append(case | {"tokens": len(ids), "verdict": round(float(verdict.reshape(-1)[0]), PLACES)})
    made = {"model": hashlib.sha256(path.read_bytes()).hexdigest(), "cases": cases}
    out.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
