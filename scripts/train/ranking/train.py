"""Trains the ranker on sentences beside the tools of their owner.

    python ranking/train.py LISTS.jsonl EXTRACTOR.safetensors OUT.safetensors --steps 1500 [--seed 1]

Run in scripts/train, with it in PYTHONPATH. The trades that the extractor never learned from (trades/trades.ts) are left out here, too: what
is fitted afterwards is fitted on these. The same steps and seed on a machine of the same kind give the same weights.
"""

import argparse
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from ahead import made_ahead
from layout import TOOLS_MAX, Layout
from marked_trunk import DEVICE, FROZEN_LAYERS, Inputs, padded
from model import trunk_folder
from network import ASKED, RANK, Ranker
from records import read_lines

LEFT_OUT_ONE_IN = 7
"""Trades, as trades/trades.ts has it; of the records, those whose tool begins with one of HELD_LETTERS."""
HELD_LETTERS = "bq"
TOKENS_IN_BATCH, LISTS_IN_BATCH_MAX = {"cpu": (2_600, 48), "cuda": (16_000, 256)}[DEVICE]
RATE = {"cpu": 1e-4, "cuda": 2e-4}[DEVICE]
WARMUP_STEPS, RATE_LAST, DECAYING = 60, 0.02, 0.4
ASKED_WEIGHT = 0.5
RECORD_SHARE, FOLLOW_UP_SHARE = 0.45, 3.0
"""How often these are seen in one pass; other requests of trades once."""
BEFORE_SHARE = 0.12
"""Of requests that stand alone, those that another sentence stands before."""
DESCRIBED, NAMED, TAKING = 0.93, 0.95, 0.7
"""Of tools: how often their description, their name and their parameters are seen."""
SIZES = [1, 2, 3, 4, 4, 5, 5, 6, 6, 8]
"""Tools that are read together."""
OVERLAP_WEIGHT = 1.0
LETTERS_OF_WORD = 4
MEASURE_SEED = 5
REPORT_STEPS = 50


def is_record(line: dict) -> bool:
    return ":" in line["source"]


def is_left_out(line: dict) -> bool:
    if is_record(line):
        return line["source"][-1] in HELD_LETTERS
    return zlib.crc32(line["source"].encode()) % LEFT_OUT_ONE_IN == 0


@lru_cache(maxsize=100_000)
def stems(text: str) -> frozenset[str]:
    return frozenset(word[:LETTERS_OF_WORD].lower() for word in text.split() if len(word) >= LETTERS_OF_WORD)


Drawn = tuple[list[int], list[int], list[int], list[int]]
"""Ids, places of the tools, which of them are meant, which asked for."""


class Lists:
    """Draws for each sentence the tools that it is read beside: those that share words with it sooner."""

    def __init__(self, layout: Layout, others: dict[str, list[str]]) -> None:
        self._layout, self._others = layout, others

    def drawn(self, line: dict, rng: Random) -> Drawn:
        tools = line["tools"]
        size = min(len(tools), rng.choice(SIZES))
        said = stems(line["text"])
        hard = {at: OVERLAP_WEIGHT * len(said & stems(f"{tool[0]} {tool[1]}")) + rng.expovariate(1) for at, tool in enumerate(tools)}
        meant = set(line["meant"])
        chosen = sorted((at for at in hard if at not in meant), key=lambda at: -hard[at])[: max(0, size - len(meant))]
        chosen = [*chosen, *meant][:TOOLS_MAX]
        rng.shuffle(chosen)
        ids, places = self._layout.encode(self._text(line, rng), [self._words(tools[at], rng) for at in chosen])
        chosen = chosen[: len(places)]
        return ids, places, [int(at in meant) for at in chosen], [line["asked"][at] for at in chosen]

    def _text(self, line: dict, rng: Random) -> str:
        before = line["before"][-2:]
        if not before and rng.random() < BEFORE_SHARE and not is_record(line):
            before = [rng.choice(self._others[line["source"]])]
        return " >> ".join([*before, line["text"]])

    @staticmethod
    def _words(tool: list, rng: Random) -> tuple[str, str]:
        name, description, parameters = tool
        if rng.random() > NAMED and description:
            does = description
        else:
            does = f"{name} : {description}" if rng.random() < DESCRIBED else name
        return does, ", ".join(parameters) if rng.random() < TAKING else ""


class Batches:
    def __init__(self, lines: list[dict], lists: Lists) -> None:
        self._lines, self._lists = lines, lists

    def one_pass(self, rng: Random) -> Iterator[tuple[Inputs, list[Drawn]]]:
        """Of like length together, so that little is spent on padding."""
        made = [self._lists.drawn(line, rng) for line in self._lines for _ in range(self._times(line, rng))]
        made.sort(key=lambda one: len(one[0]) + rng.random() * 12)
        batches: list[list[Drawn]] = []
        while made:
            size = min(LISTS_IN_BATCH_MAX, max(1, TOKENS_IN_BATCH // len(made[-1][0])))
            batches.append(made[-size:])
            del made[-size:]
        rng.shuffle(batches)
        yield from ((padded([(ids, places[0]) for ids, places, *_ in batch]), batch) for batch in batches)

    @staticmethod
    def _times(line: dict, rng: Random) -> int:
        share = RECORD_SHARE if is_record(line) else FOLLOW_UP_SHARE if line["before"] else 1.0
        return int(share) + (rng.random() < share % 1)


def losses(scores: Tensor, batch: list[Drawn]) -> dict[str, Tensor]:
    """Of all lists of the batch at once: a device is slow where it is asked tool by tool."""
    rows = [row for row, (_, places, *_) in enumerate(batch) for _ in places]
    columns = [at for _, places, *_ in batch for at in range(len(places))]
    places = [place for _, places, *_ in batch for place in places]
    meant = torch.zeros(len(batch), TOOLS_MAX, dtype=torch.bool)
    meant[rows, columns] = torch.tensor([one == 1 for _, _, meant, _ in batch for one in meant])
    asks = torch.full((len(batch), TOOLS_MAX), -1.0)
    asks[rows, columns] = torch.tensor([float(one) for *_, asks in batch for one in asks])
    absent = torch.ones(len(batch), TOOLS_MAX, dtype=torch.bool)
    absent[rows, columns] = False
    meant, asks, absent = meant.to(scores.device), asks.to(scores.device), absent.to(scores.device)
    own = scores.new_zeros(len(batch), TOOLS_MAX, scores.shape[-1]).index_put((torch.tensor(rows), torch.tensor(columns)), scores[rows, places])
    made = {"asked": cross_entropy(own[..., ASKED][asks >= 0], asks[asks >= 0])}
    is_choice = meant.any(1) & (~meant & ~absent).any(1)
    if is_choice.any():
        logs = own[..., RANK].masked_fill(absent, -1e4).log_softmax(1).masked_fill(~meant, -1e4)
        made["rank"] = -logs.logsumexp(1)[is_choice].mean()
    return made


def measure(net: Ranker, lines: list[dict], lists: Lists, name: str) -> None:
    """How often the first is meant, and how well what is asked for is told from what is not."""
    rng = Random(MEASURE_SEED)
    made = sorted((lists.drawn(line, rng) for line in lines), key=lambda one: len(one[0]))
    first, of, scored = 0, 0, []
    with torch.no_grad():
        for start in range(0, len(made), 32):
            batch = made[start : start + 32]
            scores = net(*padded([(ids, places[0]) for ids, places, *_ in batch])).cpu()
            for row, (_, places, meant, asks) in enumerate(batch):
                own = scores[row, torch.tensor(places)]
                if any(meant) and not all(meant):
                    of += 1
                    first += meant[int(own[:, RANK].argmax())]
                if asks and min(asks) >= 0:
                    best = int(own[:, RANK].argmax())
                    scored.append((float(own[best, ASKED]), asks[best]))
    print(f"{name}: {len(made)} lists, first is meant in {100 * first / max(1, of):.1f} % of {of}; asked for: AUC {area(scored):.3f}", flush=True)


def area(scored: list[tuple[float, int]]) -> float:
    ranked = sorted(scored)
    right = sum(label for _, label in scored)
    return (sum(rank for rank, (_, label) in enumerate(ranked, 1) if label) - right * (right + 1) / 2) / max(1, right * (len(scored) - right))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("lists", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frozen", type=int, default=FROZEN_LAYERS)
    parser.add_argument("--dropout", type=float, default=0.0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    layout = Layout(trunk_folder() / "tokenizer.json")
    lines = list(read_lines(given.lists))
    others: dict[str, list[str]] = {}
    for line in lines:
        others.setdefault(line["source"], []).append(line["text"])
    taught = [line for line in lines if not is_left_out(line)]
    left_out = [line for line in lines if is_left_out(line)]
    print(f"{len(taught)} lists to learn from, {len(left_out)} left out of {len({line['source'] for line in left_out})} sources", flush=True)
    net = Ranker(given.start)
    net.freeze(given.frozen, given.dropout)
    parts = [part for part in net.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(parts, lr=RATE, weight_decay=0.01, fused=True)
    lists = Lists(layout, others)
    batches = made_ahead(Batches(taught, lists).one_pass, given.seed)
    started, sums, seen = time.monotonic(), Counter(), 0
    for step in range(given.steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARMUP_STEPS, max(RATE_LAST, (1 - step / given.steps) / DECAYING))
        inputs, batch = next(batches)
        made = losses(net(*inputs), batch)
        (made["asked"] * ASKED_WEIGHT + made.get("rank", 0)).backward()
        torch.nn.utils.clip_grad_norm_(parts, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        seen += len(batch)
        for name, loss in made.items():
            sums[name] = sums[name] + loss.detach() / REPORT_STEPS
        if (step + 1) % REPORT_STEPS == 0:
            passed = time.monotonic() - started
            told = " ".join(f"{name} {float(value):.3f}" for name, value in sums.items())
            print(f"step {step + 1} {told}; {seen / passed:.0f} lists/s, {passed / 60:.1f} min, {passed / (step + 1) * (given.steps - step - 1) / 60:.0f} min left", flush=True)
            sums.clear()
    net.eval()
    save_file({name: value.cpu().contiguous() for name, value in net.state_dict().items()}, given.out)
    measure_all(net, left_out, lists)


def measure_all(net: Ranker, left_out: list[dict], lists: Lists) -> None:
    measure(net, [line for line in left_out if not is_record(line)], lists, "trades left out")
    measure(net, [line for line in left_out if is_record(line)], lists, "records left out")


if __name__ == "__main__":
    main()
