"""A mean of trained weights and those that they come from: what was learned stays, and so does what was known before.

    python -m embedder.mix OUT.safetensors SHARE TRAINED.safetensors…

Run in scripts/train. SHARE is how much the trained weights count, the mean of several; the rest is all-MiniLM-L6-v2.
"""

import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from model import trunk_folder


def main(out: Path, share: float, trained: list[Path]) -> None:
    all_trained = [load_file(path) for path in trained]
    before = load_file(trunk_folder() / "model.safetensors")
    mixed = {}
    for name in all_trained[0]:
        mean = torch.stack([weights[name].float() for weights in all_trained]).mean(0)
        mixed[name] = before[name].float().lerp(mean, share).contiguous()
    save_file(mixed, out)
    print(f"{share} of {len(trained)} in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), [Path(path) for path in sys.argv[3:]])
