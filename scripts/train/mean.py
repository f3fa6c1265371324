"""The mean of checkpoints that began with the same weights and saw the data in other orders.

    mean.py OUT.safetensors CHECKPOINT.safetensors[@WEIGHT]…

What one of them learned by chance the others did not, so the mean does better on tools of strangers than any, and costs no
time later ("model soups": Wortsman et al., https://arxiv.org/abs/2203.05482). Each counts the same where no WEIGHT says otherwise.
"""

import sys
from pathlib import Path

from safetensors.torch import load_file, save_file


def main(out: Path, *members: str) -> None:
    named = [member.partition("@") for member in members]
    loaded = [(load_file(path), float(weight or 1)) for path, _, weight in named]
    of_all = sum(weight for _, weight in loaded)
    made = {name: sum(member[name].float() * (weight / of_all) for member, weight in loaded) for name in loaded[0][0]}
    save_file({name: value.half().contiguous() for name, value in made.items()}, out)
    print(f"the mean of {len(loaded)} in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
