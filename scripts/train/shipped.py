"""The shipped weights as a checkpoint to go on training from, where the one that they were made of is not at hand.

    shipped.py JOINT_EXTRACTOR_INT8.onnx OUT.safetensors

Takes the graph that scripts/models/compact.py writes, with the word vectors beside it. What eight bits took away stays away, which costs less than can
be measured.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import save_file

from compacted import compacted_weights, is_compacted
from model import JointExtractor, trunk_folder
from word_vectors import beside


def main(path: Path, out: Path) -> None:
    stored = {array.name: numpy_helper.to_array(array) for array in onnx.load(path).graph.initializer}
    if not is_compacted(stored):
        raise ValueError(f"{path} is no compact graph of a joint extractor")
    wanted = JointExtractor(trunk_folder()).state_dict()
    found = {name: torch.tensor(np.array(value, np.float32)) for name, value in compacted_weights(stored, beside(path).table).items()}
    # The markers' own vectors were added to the words'.
    found["mark.weight"] = torch.zeros_like(wanted["mark.weight"])
    wrong = [name for name, value in wanted.items() if name not in found or found[name].shape != value.shape]
    if wrong or len(found) != len(wanted):
        raise ValueError(f"{path} holds another network: {wrong or set(found) - set(wanted)}")
    save_file({name: value.half().contiguous() for name, value in found.items()}, out)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
