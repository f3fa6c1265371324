"""Trains the joint extractor for a given number of steps.

    train.py DATA_FOLDER OUT.safetensors --steps 3000 [--seed 1] [--init CHECKPOINT.safetensors] [--rate 1.0] [--trades TRADES.jsonl]
        [--until 600]

The learning rate rises for a few steps and then falls linearly, so that the last steps settle what the others found; with `--until` it
stops short of that, for another run to go on. The seed is of the data's order alone. The same steps and seed on processors of the
same kind, as many of them, give the same weights. The same command works on a GPU where there is one, with other batches and other
weights.
"""

import argparse
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path
from random import Random

import torch
from safetensors.torch import load_file, save_file

from batches import ItemMaker, batches
from losses import losses_of
from model import JointExtractor, Layout, trunk_folder
from records import read_lines

TRUNK_RATE, HEAD_RATE = 1.5e-4, 1e-3
WARMUP_STEPS = 60
RATE_LAST = 0.02
CHUNK = 512
"""Examples that are sorted by length together."""
TOKENS_MAX = {"cpu": 2_800, "cuda": 16_000}
BLEND = 0.7
"""What is saved of training that went on from a checkpoint: so much of the new weights, the rest of the old."""
SAVE_STEPS, REPORT_STEPS = 200, 25
HEADS_SEED = 1
"""Of the heads' first weights, whatever the order of the data: only networks that began alike can be averaged."""
SHARES = {"open": 0.35, "sgd": 0.3, "meta": 0.4, "hwu64": 0.2, "topic": 1.0, "schema": 0.5, "seal": 1.0, "idle": 0.5, "trade": 1.0}
"""How much of each source an epoch sees."""


def optimiser_of(model: JointExtractor, rate: float) -> torch.optim.Optimizer:
    parts = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    trunk = [p for name, p in parts if name.startswith("enc.")]
    heads = [p for name, p in parts if not name.startswith("enc.")]
    groups = [{"params": trunk, "lr": TRUNK_RATE * rate}, {"params": heads, "lr": HEAD_RATE * rate}]
    return torch.optim.AdamW(groups, weight_decay=0.01, fused=True)


def rate_at(step: int, steps: int) -> float:
    return min(1.0, (step + 1) / WARMUP_STEPS) * max(RATE_LAST, 1 - step / steps)


class Trainer:
    def __init__(self, folder: Path, seed: int, init: Path | None, rate: float, shares: dict[str, float], trades: Path | None = None) -> None:
        self.kind = "cuda" if torch.cuda.is_available() else "cpu"
        self.rng = Random(seed)
        torch.manual_seed(HEADS_SEED)
        self.model = JointExtractor(trunk_folder()).to(self.kind)
        self.before = {name: value.float() for name, value in load_file(init).items()} if init else {}
        if init:
            self.model.load_state_dict(self.before)
        self.model.freeze()
        self.model.train()
        self.optimiser = optimiser_of(self.model, rate)
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        self.examples = [*read_lines(folder / "train.jsonl"), *(read_lines(trades) if trades else ())]
        self.shares = shares
        self.maker = ItemMaker(Layout(trunk_folder() / "tokenizer.json"), list(read_lines(folder / "tools.jsonl")), self.rng)

    def run(self, steps: int, out: Path, until: int | None = None) -> None:
        started, seen = time.monotonic(), 0
        sums: dict[str, list[float]] = defaultdict(list)
        for step, batch in enumerate(islice(self._endless(), until or steps)):
            for name, value in self._step(batch, rate_at(step, steps)).items():
                sums[name].append(value)
            done, seen = step + 1, seen + len(batch)
            if done % REPORT_STEPS == 0:
                minutes = (time.monotonic() - started) / 60
                means = {name: round(sum(values) / len(values), 3) for name, values in sums.items()}
                left = minutes / done * ((until or steps) - done)
                print(f"step {done} of {steps}, {seen} texts, {minutes:.1f} minutes, about {left:.1f} left", means, flush=True)
                sums.clear()
            if done % SAVE_STEPS == 0:
                self.save(out)
        self.save(out)
        print(f"trained on {seen} texts with tools in {until or steps} steps")

    def _endless(self):
        while True:
            epoch = [e for e in self.examples if self.rng.random() < self.shares[e["src"]]]
            self.rng.shuffle(epoch)
            for start in range(0, len(epoch), CHUNK):
                yield from batches(epoch[start : start + CHUNK], self.maker, self.rng, TOKENS_MAX[self.kind])

    def _step(self, batch: list, share: float) -> dict[str, float]:
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * share
        loss, watched = losses_of(self.model, batch, self.kind)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for group in self.optimiser.param_groups for p in group["params"]], 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad()
        return watched

    def save(self, out: Path) -> None:
        trained = {name: value.detach().float().cpu() for name, value in self.model.state_dict().items()}
        blended = {name: value.lerp(self.before.get(name, value), 1 - BLEND) for name, value in trained.items()}
        save_file({name: value.half().contiguous() for name, value in blended.items()}, out)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--init", type=Path)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--trades", type=Path)
    parser.add_argument("--until", type=int)
    given = parser.parse_args()
    Trainer(given.folder, given.seed, given.init, given.rate, SHARES, given.trades).run(given.steps, given.out, given.until)


if __name__ == "__main__":
    main()
