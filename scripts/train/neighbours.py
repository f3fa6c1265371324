"""Hard negatives: for every query the tools that it is most easily taken for."""

import re
from collections import Counter, defaultdict

import torch
from transformers import BertModel

from model import CLS, SEP, Layout, trunk_folder
from records import Record, Tool, humanised

NEAR_MAX, SAID_MAX = 8, 5
SIMILAR_MIN, SIMILAR_MAX, SIMILAR_MAX_ABROAD = 0.3, 0.86, 0.6
"""Nearer tools may be the same in other words; across sources that is likelier. Cosine of descriptions."""
SAID_SIMILAR_MAX = 0.6
"""A tool whose words the query says, and that is nearer than this to the right one, may be right too."""
SAID_WORDS_MIN, COMMON = 2, 250
"""Tools that share so many words with the query; words that more tools have than this tell nothing."""
TOKENS_COMPARED = 24
BATCH = 64


class Example(Record):
    origin: str
    """What the gold tool is a variant of: variants are never told apart."""
    near: list[int]
    """Hard negatives: positions in tools.jsonl."""


def add_neighbours(examples: list[Example], layout: Layout) -> list[Tool]:
    """Fills `near`, and returns the tools that it points to."""
    tools, origins, index = [], [], {}
    with_tool = [example for example in examples if example["gold"] >= 0]
    for example in with_tool:
        tool = example["tools"][example["gold"]]
        key = (humanised(tool["name"]), tool["description"])
        if key not in index:
            index[key] = len(tools)
            tools.append(tool)
            origins.append(example["origin"])
    vectors = embedded([described(tool) for tool in tools], layout)
    near = [_near(i, vectors, origins) for i in range(len(tools))]
    tools_with = _by_word(tools)
    for example in with_tool:
        tool = example["tools"][example["gold"]]
        gold = index[humanised(tool["name"]), tool["description"]]
        said = _said(example["query"], gold, tools_with, vectors, origins)
        example["near"] = [*near[gold], *(other for other in said if other not in near[gold])]
    return tools


def described(tool: Tool) -> str:
    return f"{humanised(tool['name'])} : {tool['description']}"


@torch.no_grad()
def embedded(texts: list[str], layout: Layout) -> torch.Tensor:
    """Unit vectors, one a row; the mean of the trunk's tokens, as sentences are compared by it."""
    trunk = BertModel.from_pretrained(trunk_folder(), local_files_only=True, add_pooling_layer=False).eval()
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    vectors = torch.zeros(len(texts), trunk.config.hidden_size)
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        ids = [[CLS, *layout._ids(texts[i], TOKENS_COMPARED), SEP] for i in batch]
        longest = max(map(len, ids))
        padded = torch.tensor([row + [0] * (longest - len(row)) for row in ids])
        mask = (padded > 0).long()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = trunk(input_ids=padded, attention_mask=mask).last_hidden_state.float()
        vectors[batch] = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
    return vectors / vectors.norm(dim=1, keepdim=True)


def _near(of: int, vectors: torch.Tensor, origins: list[str]) -> list[int]:
    similarity, order = (vectors @ vectors[of]).topk(min(len(origins), 60))
    source = origins[of].partition(":")[0]

    def is_other(at: int, score: float) -> bool:
        is_abroad = origins[at].partition(":")[0] != source
        # The variants of SGD's services are the same tools under other names.
        return SIMILAR_MIN < score < (SIMILAR_MAX_ABROAD if is_abroad or source == "sgd" else SIMILAR_MAX)

    found = [at for score, at in zip(similarity.tolist(), order.tolist(), strict=True) if is_other(at, score)]
    return _one_of_each(found, origins[of], origins)[:NEAR_MAX]


def _by_word(tools: list[Tool]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for at, tool in enumerate(tools):
        for word in words_of(described(tool)):
            found[word].append(at)
    return {word: places for word, places in found.items() if len(places) <= COMMON}


def words_of(text: str) -> list[str]:
    """Each once, as first said: the order of a set of texts is another in each process, and would decide between equals."""
    return list(dict.fromkeys(re.findall(r"[a-z]{3,}", text.lower())))


def _said(query: str, gold: int, tools_with: dict[str, list[int]], vectors: torch.Tensor, origins: list[str]) -> list[int]:
    """The tools whose words the query says most of: those that only a reading can tell from the right one."""
    shared = Counter(at for word in words_of(query) for at in tools_with.get(word, ()))
    best = [at for at, count in shared.most_common(30) if count >= SAID_WORDS_MIN]
    if not best:
        return []
    is_other = (vectors[best] @ vectors[gold] < SAID_SIMILAR_MAX).tolist()
    return _one_of_each([at for at, other in zip(best, is_other, strict=True) if other], origins[gold], origins)[:SAID_MAX]


def _one_of_each(found: list[int], origin: str, origins: list[str]) -> list[int]:
    """Of the variants of a tool the first; none of `origin`."""
    kept, seen = [], {origin}
    for at in found:
        if origins[at] not in seen:
            seen.add(origins[at])
            kept.append(at)
    return kept
