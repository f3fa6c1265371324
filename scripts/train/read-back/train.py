"""Trains the read-back on pairs of a sentence and a call.

    python read-back/train.py PAIRS.jsonl EXTRACTOR.safetensors OUT.safetensors --steps 2200 [--seed 1] [--mix broad]

Run in scripts/train, with it in PYTHONPATH. Some sources are left out: what is fitted afterwards, the threshold and the calibration
(fit.py), is fitted on sources that the network never saw. The same steps and seed on a machine of the
same kind give the same weights.
"""

import argparse
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy


from ahead import made_ahead
from layout import Layout
from marked_trunk import DEVICE, FROZEN_LAYERS, Inputs, padded
from model import trunk_folder
from network import TOOL, VALUE, VERDICT, ReadBack
from records import read_lines

LEFT_OUT_ONE_IN = 7
HELD_GROUP = ":9"
"""Of the records, one group of tools in ten."""
LETTERS_IN_BATCH, PAIRS_IN_BATCH_MAX = {"cpu": (12_000, 96), "cuda": (72_000, 576)}[DEVICE]
TOOL_LETTERS = 120
RATE = {"cpu": 8e-5, "cuda": 1.6e-4}[DEVICE]
WARMUP_STEPS, RATE_LAST = 60, 0.02
WEIGHTS = {"verdict": 1.0, "tool": 0.3, "values": 0.6}
MIXES = {
    "broad": (
        {"product": 2.0, "rival": 1.2, "gold": 0.6, "changed": 0.5, "near": 0.6, "framed": 0.8},
        {"product": 2.0, "gold": 0.6, "changed": 0.4, "near": 0.3, "framed": 0.6},
    ),
    "product": (
        {"product": 3.0, "rival": 1.2, "gold": 1.0, "changed": 0.3, "near": 0.3, "framed": 0.6},
        {"product": 2.0, "gold": 0.5, "changed": 0.2, "near": 0.15, "framed": 0.5},
    ),
}
"""How often pairs of a kind are seen in one pass, of trades and of records. The mean of both is surer than either."""
DECAYING = 0.3
"""Share of the steps in which the rate falls."""
REPORT_STEPS = 50


def is_record(pair: dict) -> bool:
    return ":" in pair["source"]


def held_sources(pairs: list[dict]) -> set[str]:
    """The trades that no other network learned from (trades/trades.ts), and one group of the records in ten."""
    trades = {pair["source"] for pair in pairs if not is_record(pair)}
    held = {trade for trade in trades if zlib.crc32(trade.encode()) % LEFT_OUT_ONE_IN == 0}
    return held | {pair["source"] for pair in pairs if is_record(pair) and pair["source"].endswith(HELD_GROUP)}


Encoded = tuple[tuple[list[int], int, list[int]], dict]
"""What `Layout.encode` gives, and what is known of the pair."""


class Batches:
    def __init__(self, pairs: list[dict], layout: Layout, mix: str) -> None:
        self._mix, self._pairs, self._layout = MIXES[mix], pairs, layout
        self._lengths = [sum(map(len, (pair["text"], pair["tool"][:TOOL_LETTERS], *pair["said"], *pair["open"]))) for pair in pairs]

    def one_pass(self, rng: Random) -> Iterator[tuple[Inputs, list[Encoded]]]:
        """Of like length together, so that little is spent on padding."""
        drawn = [at for at, pair in enumerate(self._pairs) for _ in range(self._times(pair, rng))]
        drawn.sort(key=lambda at: self._lengths[at] + rng.random() * 24)
        made: list[list[int]] = []
        while drawn:
            size = min(PAIRS_IN_BATCH_MAX, max(1, LETTERS_IN_BATCH // self._lengths[drawn[-1]]))
            made.append(drawn[-size:])
            del drawn[-size:]
        rng.shuffle(made)
        for places in made:
            batch = [encoded(self._pairs[at], self._layout) for at in places]
            yield inputs_of(batch), batch

    def _times(self, pair: dict, rng: Random) -> int:
        share = self._mix[is_record(pair)][pair["origin"]]
        return int(share) + (rng.random() < share % 1)


def encoded(pair: dict, layout: Layout) -> Encoded:
    known = {name: pair[name] for name in ("label", "toolMark", "marks")}
    return layout.encode(pair["text"], pair["tool"], pair["said"], pair["open"]), known


def inputs_of(batch: list[Encoded]) -> Inputs:
    return padded([(ids, tool_at) for (ids, tool_at, _), _ in batch])


def losses(scores: Tensor, batch: list[Encoded]) -> dict[str, Tensor]:
    at = torch.tensor([row[1] for row, _ in batch])
    rows = torch.arange(len(batch))
    labels = scores.new_tensor([float(pair["label"]) for _, pair in batch])
    tools = scores.new_tensor([float(pair["toolMark"]) for _, pair in batch])
    made = {
        "verdict": cross_entropy(scores[rows, at, VERDICT], labels),
        "tool": cross_entropy(scores[rows, at, TOOL], tools),
    }
    marked = [(row, place, mark) for row, (one, pair) in enumerate(batch) for place, mark in zip(one[2], pair["marks"]) if mark >= 0]
    if marked:
        of, places, marks = zip(*marked)
        made["values"] = cross_entropy(scores[torch.tensor(of), torch.tensor(places), VALUE], scores.new_tensor([float(mark) for mark in marks]))
    return made


def verdicts(net: ReadBack, pairs: list[dict], layout: Layout) -> list[float]:
    """Log-odds, in the order of the pairs."""
    made = [encoded(pair, layout) for pair in pairs]
    order = sorted(range(len(made)), key=lambda at: len(made[at][0][0]))
    found = [0.0] * len(made)
    with torch.no_grad():
        for start in range(0, len(order), 32):
            chosen = order[start : start + 32]
            batch = [made[at] for at in chosen]
            scores = net(*inputs_of(batch)).cpu()
            for row, at in enumerate(chosen):
                found[at] = float(scores[row, made[at][0][1], VERDICT])
    return found


def area(scores: list[float], labels: list[int]) -> float:
    """How often a right one scores above a wrong one."""
    ranked = sorted(zip(scores, labels))
    right = sum(labels)
    return (sum(rank for rank, (_, label) in enumerate(ranked, 1) if label) - right * (right + 1) / 2) / max(1, right * (len(labels) - right))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("pairs", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=2200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frozen", type=int, default=FROZEN_LAYERS)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--mix", choices=MIXES, default="broad")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    layout = Layout(trunk_folder() / "tokenizer.json")
    pairs = list(read_lines(given.pairs))
    held = held_sources(pairs)
    taught = [pair for pair in pairs if pair["source"] not in held]
    left_out = [pair for pair in pairs if pair["source"] in held]
    print(f"{len(taught)} pairs, {len(left_out)} of {len(held)} sources left out;", dict(Counter(pair["origin"] for pair in taught)), flush=True)
    net = ReadBack(given.start)
    net.freeze(given.frozen, given.dropout)
    parts = [part for part in net.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(parts, lr=RATE, weight_decay=0.01, fused=True)
    batches = made_ahead(Batches(taught, layout, given.mix).one_pass, given.seed)
    started, sums, seen = time.monotonic(), Counter(), 0
    for step in range(given.steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARMUP_STEPS, max(RATE_LAST, (1 - step / given.steps) / DECAYING))
        inputs, batch = next(batches)
        made = losses(net(*inputs), batch)
        sum(WEIGHTS[name] * loss for name, loss in made.items()).backward()
        torch.nn.utils.clip_grad_norm_(parts, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        seen += len(batch)
        for name, loss in made.items():
            sums[name] = sums[name] + loss.detach() / REPORT_STEPS
        if (step + 1) % REPORT_STEPS == 0:
            passed = time.monotonic() - started
            told = " ".join(f"{name} {float(value):.3f}" for name, value in sums.items())
            print(f"step {step + 1} {told}; {seen / passed:.0f} pairs/s, {passed / 60:.1f} min, {passed / (step + 1) * (given.steps - step - 1) / 60:.0f} min left", flush=True)
            sums.clear()
    net.eval()
    save_file({name: value.cpu().contiguous() for name, value in net.state_dict().items()}, given.out)
    found = verdicts(net, left_out, layout)
    for pair, score in zip(left_out, found):
        pair["score"] = round(score, 4)
    for origin in sorted({pair["origin"] for pair in left_out}):
        for name, own in (("trades", False), ("records", True)):
            rows = [pair for pair in left_out if pair["origin"] == origin and is_record(pair) == own]
            if rows:
                labels = [pair["label"] for pair in rows]
                hits = sum((pair["score"] > 0) == (pair["label"] == 1) for pair in rows)
                print(f"left out, {origin} of {name}: {len(rows)}, right {sum(labels)}, told {100 * hits / len(rows):.1f} %, AUC {area([p['score'] for p in rows], labels):.3f}")


if __name__ == "__main__":
    main()
