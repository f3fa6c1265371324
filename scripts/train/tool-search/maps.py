"""Learns the maps of the tool search: how the vector of what is asked, and that of a tool, are turned so that they lie near each other.

    python tool-search/maps.py DATA_FOLDER EXAMPLES OUT [--steps N]

EXAMPLES is what examples.ts wrote; what a measured set of DATA_FOLDER has as well is left out. Both embedders' vectors, beside each other, are brought to 384 numbers by the projection that keeps the
most of them; a layer of 128 for tools and another for requests add to that. Nothing of it may move far: a map that is trained until it
fits loses what the embedders know of all that was never seen. Prints how often the right tool is found by the vectors alone, on owners
and tools that no map has seen, before and after.
"""

import argparse
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from records import Measured, grams, signature

WIDTH_IN = 768
WIDTH = 384
HIDDEN = 128
SHARES = {"trades": 0.6, "seal": 0.16, "meta": 0.13, "sgd": 0.11}
"""How much of a batch is of each source."""
REQUESTS = 256
TOOLS_MIN = 2_000
"""In each step these are told apart; the owners of what is asked come whole."""
RATE = 1e-3
DECAY = 1e-3
DROPOUT = 0.3
TEMPERATURE = 0.05
STEEPNESS = 3.0
"""Of the hidden layer: components of unit vectors are small."""
SHARE_LEARNED = 0.75
"""How much of what the layers add is taken over, of a quarter, a half, this and all: all of it finds no more in the mean, and loses on HWU64."""
SAME_MIN = 0.92
"""Tools that are so much alike are not told apart."""
CHOSEN_PER_SOURCE = 600


@dataclass
class Examples:
    vectors_of_tools: Tensor
    vectors_of_requests: Tensor
    owners: list[dict]
    asked: list[dict]

    measured: Measured

    def not_learned(self) -> list[int]:
        return [at for at, one in enumerate(self.asked) if not self.owners[one["owner"]]["isLearned"]]

    def learned(self) -> list[int]:
        return [
            at
            for at, one in enumerate(self.asked)
            if self.owners[one["owner"]]["isLearned"]
            and not grams(one["text"]) & self.measured.grams
            and signature(one["name"], one["parameters"]) not in self.measured.signatures
        ]

    def source(self, request: int) -> str:
        return self.owners[self.asked[request]["owner"]]["source"]


def read_examples(data: Path, path: str) -> Examples:
    lists = json.loads(Path(f"{path}.json").read_text())
    vectors = torch.from_numpy(np.fromfile(f"{path}.f32", dtype=np.float32).reshape(-1, WIDTH_IN))
    return Examples(vectors[: lists["tools"]], vectors[lists["tools"] :], lists["owners"], lists["asked"], Measured(data))


class Map(nn.Module):
    def __init__(self, center: Tensor, projection: Tensor) -> None:
        super().__init__()
        self.register_buffer("center", center)
        self.register_buffer("projection", projection)
        self.inner = nn.Linear(WIDTH_IN, HIDDEN)
        self.outer = nn.Linear(HIDDEN, WIDTH)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)
        self.dropout = nn.Dropout(DROPOUT)

    def projected(self, vectors: Tensor) -> Tensor:
        return functional.normalize((vectors - self.center) @ self.projection.T, dim=1)

    def forward(self, vectors: Tensor, share: float = 1.0) -> Tensor:
        hidden = torch.tanh(STEEPNESS * self.inner(vectors - self.center))
        return functional.normalize(self.projected(vectors) + share * self.outer(self.dropout(hidden)), dim=1)


def projection_of(vectors: Tensor) -> Tensor:
    """The 384 directions that keep the most of the vectors."""
    _, directions = torch.linalg.eigh((vectors.T @ vectors).double())
    return directions[:, -WIDTH:].T.flip(0).float().contiguous()


class Batches:
    def __init__(self, examples: Examples, learned: list[int], seed: int) -> None:
        self._examples = examples
        self._random = np.random.default_rng(seed)
        self._by_source: dict[str, list[int]] = defaultdict(list)
        for request in learned:
            self._by_source[examples.source(request)].append(request)
        # The variants of one service of SGD stand in each other's way: they come with what is asked of them alone.
        self._fillers = [owner for owner in examples.owners if owner["isLearned"] and owner["source"] != "sgd"]
        variants = {tool for owner in examples.owners if owner["source"] == "sgd" for tool in owner["tools"]}
        self._is_variant = np.array([tool in variants for tool in range(len(examples.vectors_of_tools))])

    def next(self) -> tuple[list[int], list[int], Tensor, Tensor]:
        """Positions of requests and of tools; which tool each means; and which ones are not told from it."""
        requests = [
            int(request)
            for source, count in zip(SHARES, self._random.multinomial(REQUESTS, list(SHARES.values())), strict=True)
            for request in self._random.choice(self._by_source[source], count)
        ]
        owned = [self._examples.owners[self._examples.asked[request]["owner"]]["tools"] for request in requests]
        chosen = {tool for tools in owned for tool in tools}
        for at in self._random.permutation(len(self._fillers)):
            if len(chosen) >= TOOLS_MIN:
                break
            chosen.update(self._fillers[at]["tools"])
        tools = sorted(chosen)
        place = {tool: at for at, tool in enumerate(tools)}
        right = torch.tensor([place[self._examples.asked[request]["tool"]] for request in requests])
        apart = torch.zeros(len(requests), len(tools), dtype=torch.bool)
        for row, (request, own) in enumerate(zip(requests, owned, strict=True)):
            if self._examples.source(request) == "sgd":
                apart[row] = torch.from_numpy(self._is_variant[tools])
                apart[row, [place[tool] for tool in own]] = False
        return requests, tools, right, apart


def train(examples: Examples, learned: list[int], of_tools: Map, of_requests: Map, steps: int) -> None:
    sharpness = nn.Parameter(torch.tensor(1 / TEMPERATURE).log())
    parameters = [*of_tools.parameters(), *of_requests.parameters(), sharpness]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps, pct_start=0.1)
    batches = Batches(examples, learned, seed=0)
    for step in range(steps):
        requests, tools, right, apart = batches.next()
        seen = examples.vectors_of_tools[tools]
        with torch.no_grad():
            plain = of_tools.projected(seen)
            apart |= plain[right] @ plain.T > SAME_MIN
            apart[torch.arange(len(requests)), right] = False
        similar = of_requests(examples.vectors_of_requests[requests]) @ of_tools(seen).T
        loss = functional.cross_entropy((similar * sharpness.exp()).masked_fill(apart, -1e4), right)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if (step + 1) % 20 == 0:
            print(f"step {step + 1} of {steps}: loss {loss.item():.3f}", flush=True)


@torch.no_grad()
def figures(examples: Examples, of_tools: Map, of_requests: Map, share: float) -> str:
    """By source, in percent: the right tool is first, is one of ten. Among all tools of owners that were not learned from."""
    requests = examples.not_learned()
    tools = sorted({tool for request in requests for tool in examples.owners[examples.asked[request]["owner"]]["tools"]})
    place = {tool: at for at, tool in enumerate(tools)}
    mapped = of_tools(examples.vectors_of_tools[tools], share)
    by_source: dict[str, list[int]] = defaultdict(list)
    for request in np.random.default_rng(0).permutation(requests).tolist():
        by_source[examples.source(request)].append(request)
    shares = {}
    for source, own in sorted(by_source.items()):
        some = own[:CHOSEN_PER_SOURCE]
        similar = of_requests(examples.vectors_of_requests[some], share) @ mapped.T
        right = torch.tensor([place[examples.asked[request]["tool"]] for request in some])
        ranks = (similar > similar.gather(1, right[:, None])).sum(1)
        shares[source] = ((ranks == 0).float().mean().item(), (ranks < 10).float().mean().item())
    shares["mean"] = tuple(np.mean(list(shares.values()), axis=0))
    return ", ".join(f"{source} {100 * first:.1f}/{100 * ten:.1f}" for source, (first, ten) in shares.items())


@torch.no_grad()
def write(path: Path, of_tools: Map, of_requests: Map) -> None:
    """Floats of 16 bits: the projection, then of tools and of requests the center and both layers, as tool-search-map.ts reads them."""
    parts = [of_tools.projection]
    for one in (of_tools, of_requests):
        parts += [one.center, STEEPNESS * one.inner.weight, STEEPNESS * one.inner.bias]
        parts += [SHARE_LEARNED * one.outer.weight, SHARE_LEARNED * one.outer.bias]
    path.write_bytes(b"".join(part.numpy().astype("<f2").tobytes() for part in parts))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("examples")
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=100)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    examples = read_examples(arguments.data, arguments.examples)
    learned = examples.learned()
    print(f"{len(learned)} requests to learn from", flush=True)
    tools = examples.vectors_of_tools[sorted({tool for one in examples.owners if one["isLearned"] for tool in one["tools"]})]
    requests = examples.vectors_of_requests[learned]
    projection = projection_of(torch.cat([tools - tools.mean(0), requests - requests.mean(0)]))
    of_tools, of_requests = Map(tools.mean(0), projection), Map(requests.mean(0), projection)
    for one in (of_tools, of_requests):
        one.eval()
    print(f"not learned: {figures(examples, of_tools, of_requests, 0)}", flush=True)
    for one in (of_tools, of_requests):
        one.train()
    train(examples, learned, of_tools, of_requests, arguments.steps)
    for one in (of_tools, of_requests):
        one.eval()
    for share in (0.25, 0.5, 0.75, 1.0):
        print(f"share {share}: {figures(examples, of_tools, of_requests, share)}", flush=True)
    write(arguments.out, of_tools, of_requests)


if __name__ == "__main__":
    main()
