"""A mean of trained weights and those that they come from: what was learned stays, and so does what was known before.

    python -m embedder.mix OUT.safetensors SHARE TRAINED.safetensors… [--labels FOLDER --common UTTERANCES.jsonl]

Run in scripts/train. SHARE is how much the trained weights count, the mean of several; the rest is what they come from:
all-MiniLM-L6-v2 or, with the folder of bge_small.py, bge-small-en-v1.5. All vectors of the latter point much the same way: what
those of the utterances have in common is measured, and compact.py has it taken away from every vector.
"""

import argparse
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from records import read_lines

from embedder.sentences import Sentences
from embedder.trunk import Trunk, trunk_named

COMMON_TAKEN = 0.8
"""With 0.95 labels are found as well, and none is told apart worse; with nothing taken away confidence means too little."""
UTTERANCES_MAX = 600


def mixed(share: float, trained: list[Path], trunk: Trunk) -> dict[str, Tensor]:
    all_trained = [load_file(path) for path in trained]
    before = trunk.weights()
    made = {}
    for name in all_trained[0]:
        mean = torch.stack([weights[name].float() for weights in all_trained]).mean(0)
        made[name] = before[name].float().lerp(mean, share).contiguous()
    return made


def common_of(weights: dict[str, Tensor], trunk: Trunk, utterances: Path) -> Tensor:
    sentences = Sentences(trunk)
    sentences.model.load_state_dict(weights)
    texts = [line["text"] for line in read_lines(utterances)][:UTTERANCES_MAX]
    with torch.no_grad():
        return COMMON_TAKEN * sentences.vectors(texts).mean(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("share", type=float)
    parser.add_argument("trained", type=Path, nargs="+")
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--common", type=Path)
    given = parser.parse_args()
    trunk = trunk_named(given.labels)
    weights = mixed(given.share, given.trained, trunk)
    common = {"common": common_of(weights, trunk, given.common)} if given.common else {}
    save_file(weights | common, given.out)
    print(f"{given.share} of {len(given.trained)} in {given.out}")


if __name__ == "__main__":
    main()
