"""What Python's onnxruntime makes of the shipped weights, for the test that the product's own runtime gives the same.

    reference.py JOINT_EXTRACTOR.onnx OUT.json [exact|saturating]

The sentences and tools below are invented for this. Beside every text and tool stand the scores that joint-model.ts
reads out of the two outputs, rounded to five places. test/models/joint-extractor-floats.test.ts compares them.

There are two arithmetics: x86 processors without 8-bit dot products (VNNI) add pairs of products in 16 bits, which
saturates, so scores differ by up to 1.5 there, in either direction. A run adds the readings of its own processor, or of the
arithmetic named where an emulator stands for one; those of the other are kept while OUT is of the same weights.

    qemu-x86_64 -cpu Haswell python3 reference.py JOINT_EXTRACTOR.onnx OUT.json saturating

repeated what an x86 processor without VNNI had read, to the last place.
"""

import hashlib
import json
import platform
import re
import sys
from pathlib import Path

import numpy as np
import onnxruntime

from model import BOOLEAN, OPTION, RELEVANCE, STATED, Encoded, Layout, trunk_folder
from records import Parameter, Tool
from word_vectors import WordVectors, beside

PLACES = 5


def parameter(name: str, kind: str, description: str, options: list[str] | None = None) -> Parameter:
    made = Parameter(name=name, type=kind, description=description)
    return Parameter(**made, options=options) if options else made


LANTERNS = Tool(
    name="hang_lanterns", description="Hangs lanterns along a garden path.",
    params=[
        parameter("count", "integer", "How many lanterns"), parameter("paper_color", "string", "Their color", ["moss green", "amber", "pearl"]),
        parameter("isLit", "boolean", "Whether they are lit at once"), parameter("path", "string", ""),
    ],
)
OTTERS = Tool(name="otters.count", description="", params=[parameter("river", "string", "Where they were seen"), parameter("days", "array", "Days of the survey")])
BELLS = Tool(name="ring_bells", description="Rings the bells of the tower.", params=[])
CASES = [
    ("Hang twelve amber lanterns along the crooked path and light them.", LANTERNS),
    ("otters seen in the Weißach on Monday, Tuesday and \"market day\"", OTTERS),
    ("what rhymes with plum?", LANTERNS),
    ("ring!", BELLS),
    ("Por favor, count 3½ otters 🦦 near São Tomé — naïve as it sounds", OTTERS),
]


def logs(scores: np.ndarray) -> list[float]:
    return rounded(scores - np.logaddexp.reduce(scores))


def odds(scores: np.ndarray) -> list[float]:
    return rounded(1 / (1 + np.exp(-scores)))


def rounded(values: np.ndarray) -> list[float]:
    return [round(float(value), PLACES) for value in values]


def reading(session: onnxruntime.InferenceSession, words: WordVectors, encoded: Encoded) -> dict:
    inputs = words.inputs(encoded.ids, encoded.tool_at)
    scores, spans = (output[0].astype(np.float64) for output in session.run(["lin", "span"], inputs))
    text = slice(1, len(encoded.offsets) + 1)
    return {
        "relevance": round(float(scores[encoded.tool_at, RELEVANCE]), PLACES),
        "parameters": [
            {
                "stated": odds(scores[[at], STATED])[0], "truth": rounded(scores[[at], BOOLEAN])[0], "choices": rounded(scores[options, OPTION]) if options else [],
                "startLog": logs(spans[0, at, text]), "endLog": logs(spans[1, at, text]), "inside": odds(spans[2, at, text]),
            }
            for at, options in zip(encoded.parameters_at, encoded.options_at, strict=True)
        ],
    }


def own_arithmetic() -> str:
    """How this processor multiplies bytes: `exact` or `saturating`."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return "exact"
    return "exact" if re.search(r"\bavx(?:512)?_vnni\b", Path("/proc/cpuinfo").read_text()) else "saturating"


def known(out: Path, sha256: str) -> dict[str, dict]:
    """The readings so far, by text; none where they are of other weights."""
    before = json.loads(out.read_text()) if out.exists() else {}
    return {case["text"]: case["readings"] for case in before["cases"]} if before.get("model") == sha256 else {}


def main(model: Path, out: Path, arithmetic: str) -> None:
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    layout, words = Layout(trunk_folder() / "tokenizer.json"), beside(model)
    sha256 = hashlib.sha256(model.read_bytes()).hexdigest()
    before = known(out, sha256)
    cases = [
        {"text": text, "tool": tool, "readings": before.get(text, {}) | {arithmetic: reading(session, words, layout.encode(text, tool))}}
        for text, tool in CASES
    ]
    made_by = f"scripts/train/reference.py, onnxruntime {onnxruntime.__version__} for Python; made anew whenever the weights change"
    out.write_text(json.dumps({"madeBy": made_by, "model": sha256, "cases": cases}, ensure_ascii=False, indent=1) + "\n")
    print(f"{len(cases)} {arithmetic} readings for {sha256[:12]} in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else own_arithmetic())
