"""Draws texts of one meaning together, and near its names, in a copy of all-MiniLM-L6-v2, or of bge-small-en-v1.5.

    python -m embedder.train DATA_FOLDER OUT.safetensors --steps 970 [--seed 1] [--labels FOLDER]

Run in scripts/train. What is saved are the trained weights; mix.py mixes them with those that they come from. The same steps and
seed on a machine of the same kind give the same weights.
"""

import argparse
import time
from collections import defaultdict
from pathlib import Path
from random import Random

import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn.functional import cross_entropy

from records import write_lines

from embedder.groups import Filter, Group, read_hwu64_groups, read_intents, read_tool_groups
from embedder.rewordings import Rewordings, read_values
from embedder.sentences import Sentences
from embedder.trunk import trunk_named

HERE = Path(__file__).parent
TEMPERATURE = 0.05
RATE, WARMUP_STEPS, RATE_LAST = 2e-5, 40, 0.02
DOMAINS, GROUPS_PER_DOMAIN, TEXTS_PER_GROUP = 2, 12, 2
TOOLS, TRIPLES = 8, 8
NAME_SHARE = 0.4
SHARED_DRAW = 0.3
"""How much texts of a group that is not fine are drawn to one another, beside being drawn to its names."""
WEIGHTS = {"texts": 1.0, "names": 1.0, "tools": 0.5, "rewordings": 0.5, "swaps": 4.0}
REPORT_STEPS = 50
HELD_TEXTS_MAX = 20


class Batches:
    def __init__(self, groups: list[Group], tools: list[Group], rewordings: Rewordings, rng: Random) -> None:
        self._rng, self._tools, self._rewordings = rng, tools, rewordings
        self._domains: dict[str, list[Group]] = defaultdict(list)
        for group in groups:
            if len(group.texts) >= TEXTS_PER_GROUP:
                self._domains[group.domain].append(group)
        self._names = list(self._domains)
        self._sizes = [sum(min(len(g.texts), 30) for g in self._domains[name]) for name in self._names]
        self._origins: dict[str, list[Group]] = defaultdict(list)
        for tool in tools:
            self._origins[tool.domain].append(tool)

    def groups(self) -> list[Group]:
        """Whole domains, small ones together: neighbours of one domain are what is hard to tell apart."""
        taken: list[Group] = []
        wanted = DOMAINS * GROUPS_PER_DOMAIN
        while len(taken) < wanted:
            (name,) = self._rng.choices(self._names, self._sizes)
            rest = [group for group in self._domains[name] if group not in taken]
            taken += self._rng.sample(rest, min(len(rest), GROUPS_PER_DOMAIN, wanted - len(taken)))
        return taken

    def texts(self, group: Group) -> list[str]:
        return self._rng.sample(group.texts, TEXTS_PER_GROUP)

    def form(self, group: Group) -> str:
        """Mostly the name, which is all that many owners give."""
        return self._rng.choice(group.forms[:2] if self._rng.random() < NAME_SHARE else group.forms)

    def tools(self) -> list[tuple[str, str]]:
        tools = self._rng.sample(self._origins[self._rng.choice(list(self._origins))], TOOLS)
        return [(self._rng.choice(tool.texts), tool.forms[0]) for tool in tools]

    def triples(self) -> list[tuple[str, str, str]]:
        return [self._rewordings.triple() for _ in range(TRIPLES)]


def named_loss(texts: Tensor, names: Tensor, of: Tensor) -> Tensor:
    """Each text to the name of its group among all names, and each name to its texts among all texts."""
    scores = texts @ names.T / TEMPERATURE
    return cross_entropy(scores, of) + alike_loss(scores.T, torch.arange(len(names))[:, None] == of[None]).mean()


def alike_loss(scores: Tensor, alike: Tensor) -> Tensor:
    """One number a row: how improbable those alike are, each against all that are not."""
    apart = scores.masked_fill(alike, float("-inf")).logsumexp(1, keepdim=True)
    each = torch.nn.functional.softplus(apart - scores)
    return (each * alike).sum(1) / alike.sum(1).clamp(min=1)


def texts_loss(texts: Tensor, of: Tensor, weights: Tensor) -> Tensor:
    itself = torch.eye(len(of), dtype=torch.bool)
    scores = (texts @ texts.T / TEMPERATURE).masked_fill(itself, -1e4)
    return (alike_loss(scores, (of[:, None] == of[None]) & ~itself) * weights).mean()


class Trainer:
    def __init__(self, folder: Path, seed: int, rate: float, held: Path, labels: Path | None) -> None:
        self.rate = RATE * rate
        torch.manual_seed(seed)
        rng = Random(seed)
        allowed = Filter(folder)
        train = folder / "train"
        every = read_intents(HERE.parent / "intents", allowed) + read_hwu64_groups(train / "hwu64.jsonl", HERE.parent / "hwu64.toml", allowed)
        groups = [group for group in every if not group.is_held]
        write_lines(held, ({"label": g.forms[0], "texts": g.texts[:HELD_TEXTS_MAX]} for g in every if g.is_held))
        tools = read_tool_groups(train / "tool_calls.jsonl.gz", allowed)
        self.batches = Batches(groups, tools, Rewordings(read_values(train, allowed), rng), rng)
        print(f"{len(groups)} groups of {sum(len(g.texts) for g in groups)} texts, {len(tools)} tools; {allowed.dropped} texts left out", flush=True)
        trunk = trunk_named(labels)
        self.is_for_labels = labels is not None
        self.sentences, self.before = Sentences(trunk), Sentences(trunk)
        parts = [p for p in self.sentences.model.parameters() if p.requires_grad]
        self.optimiser = torch.optim.AdamW(parts, lr=self.rate, weight_decay=0.01, fused=True)
        self.parts = parts

    def losses(self) -> dict[str, Tensor]:
        groups, tools = self.batches.groups(), self.batches.tools()
        texts = [text for group in groups for text in self.batches.texts(group)]
        parts = [texts, [self.batches.form(group) for group in groups], [q for q, _ in tools], [t for _, t in tools]]
        triples = [] if self.is_for_labels else self.batches.triples()
        parts += [list(part) for part in zip(*triples)]
        said, names, asked, described, *told = self.sentences.vectors([t for part in parts for t in part]).split([len(part) for part in parts])
        of = torch.arange(len(groups)).repeat_interleave(TEXTS_PER_GROUP)
        drawn = torch.tensor([1.0 if group.is_fine else SHARED_DRAW for group in groups]).repeat_interleave(TEXTS_PER_GROUP)
        losses = {
            "texts": texts_loss(said, of, drawn),
            "names": named_loss(said, names, of),
            "tools": cross_entropy(asked @ described.T / TEMPERATURE, torch.arange(len(tools))),
        }
        return losses | self._told_apart(triples, *told) if triples else losses

    def _told_apart(self, triples: list[tuple[str, str, str]], first: Tensor, reworded: Tensor, swapped: Tensor) -> dict[str, Tensor]:
        scores = torch.cat([first @ reworded.T, first @ swapped.T], 1) / TEMPERATURE
        return {
            "rewordings": cross_entropy(scores, torch.arange(len(triples))),
            "swaps": self._nearer_than_before(triples, (first * swapped).sum(1)),
        }

    def _nearer_than_before(self, triples: list[tuple[str, str, str]], nearness: Tensor) -> Tensor:
        """How much a query and its swapped form were drawn together; more apart than before costs nothing."""
        with torch.no_grad():
            first, swapped = self.before.vectors([t[0] for t in triples] + [t[2] for t in triples]).chunk(2)
        return (nearness - (first * swapped).sum(1)).relu().mean()

    def run(self, steps: int, out: Path) -> None:
        started = time.monotonic()
        sums: dict[str, float] = defaultdict(float)
        for step in range(steps):
            for group in self.optimiser.param_groups:
                group["lr"] = self.rate * min(1.0, (step + 1) / WARMUP_STEPS) * max(RATE_LAST, 1 - step / steps)
            losses = self.losses()
            sum(WEIGHTS[name] * loss for name, loss in losses.items()).backward()
            torch.nn.utils.clip_grad_norm_(self.parts, 1.0)
            self.optimiser.step()
            self.optimiser.zero_grad()
            for name, loss in losses.items():
                sums[name] += float(loss.detach()) / REPORT_STEPS
            if (step + 1) % REPORT_STEPS == 0:
                minutes = (time.monotonic() - started) / 60
                shown = {name: round(value, 3) for name, value in sums.items()}
                print(f"step {step + 1} of {steps}, {minutes:.1f} minutes", shown, flush=True)
                sums.clear()
        save_file({name: value.contiguous() for name, value in self.sentences.model.state_dict().items()}, out)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1.0)
    parser.add_argument("--labels", type=Path, help="the folder of bge_small.py: trains the label embedder")
    given = parser.parse_args()
    Trainer(given.folder, given.seed, given.rate, given.out.with_suffix(".held.jsonl"), given.labels).run(given.steps, given.out)


if __name__ == "__main__":
    main()
