"""What one step of training sees: texts with tools, and what is known about each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import torch
from torch import Tensor

from model import Encoded, Layout
from neighbours import Example
from records import Slot, Tool

PARAMETERS_SHOWN, PARAMETERS_SHOWN_OPEN = 8, 14
"""Most parameters of a tool in training: cost grows with tokens, and what is left out is unstated. Open tools are long."""
NEGATIVES = 0.6
"""Share of the queries that are also shown a tool which does not fit."""
NEAR_SHARE, SIBLING_SHARE = 0.55, 0.25
"""Of those tools: from the nearest others, and from the query's own set. The rest is any tool."""
NEAR_SHARE_OPEN, SIBLING_SHARE_OPEN = 0.15, 0.65
"""Open tools are told apart from those of their subject. Elsewhere, another one may well rate or find the same title."""

NONE_SHOWN = 2
"""Tools of its owner that a request for none of them is shown with."""
RANK_POWER = 3
"""How much more often the tools are drawn that a trade's request is most easily taken for: of twelve the first in 44 % of the cases."""


@dataclass
class Item:
    encoded: Encoded
    relevance: float | None
    slots: list[tuple[int, Slot | None, list[int], list[str]]] = field(default_factory=list)
    """Of each [P]: its position, what the query says, the positions and names of its options."""

    def __len__(self) -> int:
        return len(self.encoded.ids)


class ItemMaker:
    def __init__(self, layout: Layout, tools: list[Tool], rng: Random) -> None:
        self._layout, self._tools, self._rng = layout, tools, rng

    def items(self, example: Example) -> list[Item]:
        if example["src"] == "trade":
            return self._trade_items(example)
        gold, rng = example["gold"], self._rng
        made = [self._item(example, example["tools"][gold])] if gold >= 0 and example["src"] != "meta" else []
        if example["src"] == "meta":
            made.append(Item(self._layout.encode(example["query"], example["tools"][gold]), 1.0))
        if example["rel"] and (gold < 0 or rng.random() < NEGATIVES):
            other = self._shuffled(self._other(example), {})
            made.append(Item(self._layout.encode(example["query"], other), 0.0))
        return made

    def _trade_items(self, example: Example) -> list[Item]:
        """With the tool that is meant, and with another one of its owner, mostly one that it is easily taken for."""
        others = list(example["tools"])
        made = [self._item(example, others.pop(0))] if example["gold"] == 0 else []
        for _ in range(min(len(others), 1 if made else NONE_SHOWN)):
            other = others.pop(int(len(others) * self._rng.random() ** RANK_POWER))
            made.append(Item(self._layout.encode(example["query"], self._shuffled(other, {})), 0.0))
        return made

    def _item(self, example: Example, tool: Tool) -> Item:
        is_open = example["src"] == "open"
        shown = self._shuffled(tool, example["slots"], PARAMETERS_SHOWN_OPEN if is_open else PARAMETERS_SHOWN)
        encoded = self._layout.encode(example["query"], shown)
        item = Item(encoded, 1.0 if example["rel"] else None)
        for parameter, at, options in zip(shown["params"], encoded.parameters_at, encoded.options_at, strict=False):
            item.slots.append((at, example["slots"].get(parameter["name"]), options, parameter.get("options", [])))
        return item

    def _shuffled(self, tool: Tool, slots: dict[str, Slot], shown_max: int = PARAMETERS_SHOWN) -> Tool:
        """With a bounded number of parameters, the stated ones first in line, in an order that tells nothing."""
        parameters = list(tool["params"])
        if len(parameters) > shown_max:
            self._rng.shuffle(parameters)
            parameters = sorted(parameters, key=lambda p: p["name"] not in slots)[:shown_max]
        if self._rng.random() < 0.5:
            self._rng.shuffle(parameters)
        return {**tool, "params": parameters}

    def _other(self, example: Example) -> Tool:
        rng, chance = self._rng, self._rng.random()
        is_open = example["src"] == "open"
        near, sibling = (NEAR_SHARE_OPEN, SIBLING_SHARE_OPEN) if is_open else (NEAR_SHARE, SIBLING_SHARE)
        siblings = [tool for at, tool in enumerate(example["tools"]) if at != example["gold"]]
        if example["near"] and chance < near:
            return self._tools[rng.choice(example["near"])]
        if siblings and chance < near + sibling:
            return rng.choice(siblings)
        return rng.choice(self._tools)


def batches(examples: list[Example], maker: ItemMaker, rng: Random, tokens_max: int) -> Iterator[list[Item]]:
    """Batches of like lengths, in no order of lengths."""
    items = sorted((item for example in examples for item in maker.items(example)), key=len)
    made: list[list[Item]] = [[]]
    for item in items:
        if made[-1] and (len(made[-1]) + 1) * len(item) > tokens_max:
            made.append([])
        made[-1].append(item)
    rng.shuffle(made)
    yield from (batch for batch in made if batch)


@dataclass
class Inputs:
    ids: Tensor
    types: Tensor
    mask: Tensor


def inputs(batch: list[Item]) -> Inputs:
    longest = max(map(len, batch))
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, item in enumerate(batch):
        ids[row, : len(item)] = torch.tensor(item.encoded.ids)
        types[row, item.encoded.tool_at : len(item)] = 1
        mask[row, : len(item)] = 1
    return Inputs(ids, types, mask)


def tokens_in(encoded: Encoded, span: list[int]) -> list[int]:
    """Positions of the tokens that a range of characters touches."""
    return [i + 1 for i, (start, end) in enumerate(encoded.offsets) if start < span[1] and end > span[0]]
