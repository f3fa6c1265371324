"""The mean of checkpoints that began with the same weights and saw the data in other orders.

    mean.py OUT.safetensors CHECKPOINT.safetensors…

What one of them learned by chance the others did not, so the mean does better on tools of strangers than any, and costs no
time later ("model soups": Wortsman et al., https://arxiv.org/abs/2203.05482).
"""

import sys
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file


def main(out: Path, *paths: Path) -> None:
    members = [load_file(path) for path in paths]
    made = {name: torch.stack([member[name].float() for member in members]).mean(0) for name in members[0]}
    save_file({name: value.half().contiguous() for name, value in made.items()}, out)
    print(f"the mean of {len(members)} in {out}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
