"""Trains the ranker on sentences beside the tools of their owner.

    python ranking/train.py LISTS.jsonl EXTRACTOR.safetensors OUT.safetensors --steps 1500 [--seed 1]

Run in scripts/train, with it in PYTHONPATH. The trades that the extractor never learned from (trades/trades.ts) are left out here, too: what
is fitted afterwards is fitted on these. The same steps and seed on a machine of the same kind give the same weights.
"""

import argparse
import time
import zlib
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random

import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from layout import TOOLS_MAX, Layout
from model import trunk_folder
from network import ASKED, RANK, Ranker
from records import read_lines

LEFT_OUT_ONE_IN = 7
"""Trades, as trades/trades.ts has it; of the records, those whose tool begins with one of HELD_LETTERS."""
HELD_LETTERS = "bq"
TOKENS_IN_BATCH, LISTS_IN_BATCH_MAX = 2_600, 48
RATE, WARMUP_STEPS, RATE_LAST, DECAYING = 1e-4, 60, 0.02, 0.4
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


class Lists:
    """Draws for each sentence the tools that it is read beside: those that share words with it sooner."""

    def __init__(self, layout: Layout, others: dict[str, list[str]], rng: Random) -> None:
        self._layout, self._others, self._rng = layout, others, rng

    def drawn(self, line: dict) -> tuple[list[int], list[int], list[int], list[int]]:
        """Ids, places of the tools, which of them are meant, which asked for."""
        rng, tools = self._rng, line["tools"]
        size = min(len(tools), rng.choice(SIZES))
        said = stems(line["text"])
        hard = {at: OVERLAP_WEIGHT * len(said & stems(f"{tool[0]} {tool[1]}")) + rng.expovariate(1) for at, tool in enumerate(tools)}
        meant = set(line["meant"])
        chosen = sorted((at for at in hard if at not in meant), key=lambda at: -hard[at])[: max(0, size - len(meant))]
        chosen = [*chosen, *meant][:TOOLS_MAX]
        rng.shuffle(chosen)
        ids, places = self._layout.encode(self._text(line), [self._words(tools[at]) for at in chosen])
        chosen = chosen[: len(places)]
        return ids, places, [int(at in meant) for at in chosen], [line["asked"][at] for at in chosen]

    def _text(self, line: dict) -> str:
        before = line["before"][-2:]
        if not before and self._rng.random() < BEFORE_SHARE and not is_record(line):
            before = [self._rng.choice(self._others[line["source"]])]
        return " >> ".join([*before, line["text"]])

    def _words(self, tool: list) -> tuple[str, str]:
        name, description, parameters = tool
        rng = self._rng
        if rng.random() > NAMED and description:
            does = description
        else:
            does = f"{name} : {description}" if rng.random() < DESCRIBED else name
        return does, ", ".join(parameters) if rng.random() < TAKING else ""


class Batches:
    def __init__(self, lines: list[dict], lists: Lists, rng: Random) -> None:
        self._lines, self._lists, self._rng = lines, lists, rng
        self._left: list[list[tuple]] = []

    def next(self) -> list[tuple]:
        if not self._left:
            self._left = self._shuffled()
        return self._left.pop()

    def _shuffled(self) -> list[list[tuple]]:
        """Of like length together, so that little is spent on padding."""
        made = [self._lists.drawn(line) for line in self._lines for _ in range(self._times(line))]
        made.sort(key=lambda one: len(one[0]) + self._rng.random() * 12)
        batches: list[list[tuple]] = []
        while made:
            size = min(LISTS_IN_BATCH_MAX, max(1, TOKENS_IN_BATCH // len(made[-1][0])))
            batches.append(made[-size:])
            del made[-size:]
        self._rng.shuffle(batches)
        return batches

    def _times(self, line: dict) -> int:
        share = RECORD_SHARE if is_record(line) else FOLLOW_UP_SHARE if line["before"] else 1.0
        return int(share) + (self._rng.random() < share % 1)


def padded(batch: list[tuple]) -> tuple[Tensor, Tensor]:
    width = max(len(row[0]) for row in batch)
    ids = torch.zeros(len(batch), width, dtype=torch.long)
    types = torch.zeros(len(batch), width, dtype=torch.long)
    for row, (tokens, places, *_) in enumerate(batch):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, places[0] : len(tokens)] = 1
    return ids, types


def losses(scores: Tensor, batch: list[tuple]) -> dict[str, Tensor]:
    ranked, asked, wanted = [], [], []
    for row, (_, places, meant, asks) in enumerate(batch):
        at = torch.tensor(places)
        if any(meant) and not all(meant):
            logs = torch.log_softmax(scores[row, at, RANK], 0)
            ranked.append(-torch.logsumexp(logs[torch.tensor(meant) == 1], 0))
        for place, one in zip(places, asks):
            if one >= 0:
                asked.append(scores[row, place, ASKED])
                wanted.append(float(one))
    made = {"asked": cross_entropy(torch.stack(asked), torch.tensor(wanted))}
    if ranked:
        made["rank"] = torch.stack(ranked).mean()
    return made


def measure(net: Ranker, lines: list[dict], lists: Lists, name: str) -> None:
    """How often the first is meant, and how well what is asked for is told from what is not."""
    made = sorted((lists.drawn(line) for line in lines), key=lambda one: len(one[0]))
    first, of, scored = 0, 0, []
    with torch.no_grad():
        for start in range(0, len(made), 32):
            batch = made[start : start + 32]
            scores = net(*padded(batch))
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
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    rng = Random(given.seed)
    layout = Layout(trunk_folder() / "tokenizer.json")
    lines = list(read_lines(given.lists))
    others: dict[str, list[str]] = {}
    for line in lines:
        others.setdefault(line["source"], []).append(line["text"])
    taught = [line for line in lines if not is_left_out(line)]
    left_out = [line for line in lines if is_left_out(line)]
    print(f"{len(taught)} lists to learn from, {len(left_out)} left out of {len({line['source'] for line in left_out})} sources", flush=True)
    net = Ranker(given.start)
    net.freeze()
    parts = [part for part in net.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(parts, lr=RATE, weight_decay=0.01, fused=True)
    batches = Batches(taught, Lists(layout, others, rng), rng)
    started, sums, seen = time.monotonic(), Counter(), 0
    for step in range(given.steps):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARMUP_STEPS, max(RATE_LAST, (1 - step / given.steps) / DECAYING))
        batch = batches.next()
        made = losses(net(*padded(batch)), batch)
        (made["asked"] * ASKED_WEIGHT + made.get("rank", 0)).backward()
        torch.nn.utils.clip_grad_norm_(parts, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        seen += len(batch)
        for name, loss in made.items():
            sums[name] += float(loss.detach()) / REPORT_STEPS
        if (step + 1) % REPORT_STEPS == 0:
            passed = time.monotonic() - started
            told = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
            print(f"step {step + 1} {told}; {seen / passed:.0f} lists/s, {passed / 60:.1f} min, {passed / (step + 1) * (given.steps - step - 1) / 60:.0f} min left", flush=True)
            sums.clear()
    save_file({name: value.contiguous() for name, value in net.state_dict().items()}, given.out)
    measure_all(net, left_out, Lists(layout, others, Random(5)))


def measure_all(net: Ranker, left_out: list[dict], lists: Lists) -> None:
    measure(net, [line for line in left_out if not is_record(line)], lists, "trades left out")
    measure(net, [line for line in left_out if is_record(line)], lists, "records left out")


if __name__ == "__main__":
    main()
