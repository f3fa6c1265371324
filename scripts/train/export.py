"""From a checkpoint to the file that the product loads, and how near its figures are to the checkpoint's.

    export.py CHECKPOINT.safetensors OUT_FOLDER

Writes joint-extractor-fp32.onnx and joint-extractor-int8.onnx: inputs `ids` and `types` (1 × tokens), outputs `lin`
(1 × tokens × 4) and `span` (3 × tokens × tokens, as 1 × 3 × tokens × tokens). The marker vectors are folded into the
word embeddings; weights are quantised, activations at run time.
"""

import hashlib
import re
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file
from torch import Tensor, nn

from model import JointExtractor, trunk_folder

FLOAT_GAP_MAX = 1e-3
SIZE_MAX_BYTES = 35_000_000
OPSET = 17
KEPT_IN_FLOATS = re.compile(r"layer\.[012]/output/dense")
"""The lowest layers' way out of the feed-forward part: their inputs have outliers, and int8 there makes a third of its error."""


class Exported(nn.Module):
    def __init__(self, model: JointExtractor) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, types: Tensor) -> tuple[Tensor, Tensor]:
        mask = torch.ones_like(ids)
        return self.model.heads(self.model.enc(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state)


def loaded(checkpoint: Path) -> JointExtractor:
    model = JointExtractor(trunk_folder())
    model.load_state_dict({name: value.float() for name, value in load_file(checkpoint).items()})
    with torch.no_grad():
        model.enc.embeddings.word_embeddings.weight[1:5] += model.mark.weight[1:5]
    return model.eval()


def main(checkpoint: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    exported = Exported(loaded(checkpoint))
    ids = torch.randint(5, 3_000, (1, 40))
    types = torch.zeros_like(ids)
    # Before the export: tracing leaves the module changed.
    with torch.no_grad():
        wanted = [value.numpy() for value in exported(ids, types)]
    full, small = out / "joint-extractor-fp32.onnx", out / "joint-extractor-int8.onnx"
    lengths = {name: {1: "L"} for name in ("ids", "types", "lin")} | {"span": {2: "L", 3: "L"}}
    torch.onnx.export(
        exported, (ids, types), str(full), input_names=["ids", "types"], output_names=["lin", "span"],
        opset_version=OPSET, dynamo=False, dynamic_axes=lengths,
    )
    kept = [node.name for node in onnx.load(full).graph.node if node.op_type == "MatMul" and KEPT_IN_FLOATS.search(node.name)]
    quantize_dynamic(
        full, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=False,
        op_types_to_quantize=["MatMul", "Gather", "Gemm"], nodes_to_exclude=kept,
    )
    check(wanted, full, small, {"ids": ids.numpy(), "types": types.numpy()})


def check(wanted: list[np.ndarray], full: Path, small: Path, given: dict[str, np.ndarray]) -> None:
    """Throws when the float file differs from the checkpoint, or the small one is too large."""
    for path in (full, small):
        session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        gaps = [float(np.abs(a - b).max()) for a, b in zip(session.run(None, given), wanted, strict=True)]
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, largest gap {max(gaps):.5f}, sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}")
        if path == full and max(gaps) > FLOAT_GAP_MAX:
            raise ValueError("the exported model differs from its checkpoint")
    if small.stat().st_size > SIZE_MAX_BYTES:
        raise ValueError("the quantised model is too large to ship")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
