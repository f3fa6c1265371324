"""From the training folder to one file of records, another of tools held back, and each tool's nearest others.

    data.py DATA_FOLDER OUT_FOLDER

DATA_FOLDER holds train/ and, beside it, the measured sets that the training data must keep apart from.

Every tool is either trained on or held back, with all its queries: what is measured on held.jsonl is measured on
tools that the model never saw.
"""

import sys
import zlib
from collections import Counter
from pathlib import Path
from random import Random

import torch

from hwu64 import idle_talk, read_hwu64
from model import CLS, SEP, Layout, trunk_folder
from noise import noisy
from records import Measured, Record, Tool, humanised, read_lines, write_lines
from schema_queries import SchemaWriter, read_schema
from topics import read_topics, topic_record
from transformers import BertModel

HERE = Path(__file__).parent
SEED = 7
PER_TOPIC, PER_SCHEMA, IDLE = 90, 2, 500
HELD_ONE_IN = 16
NEAR_MAX = 12
SIMILAR_MIN, SIMILAR_MAX, SIMILAR_MAX_ABROAD = 0.3, 0.86, 0.6
"""Nearer tools may be the same in other words; across sources that is likelier. Cosine of descriptions."""
TOKENS_COMPARED = 24
BATCH = 64


class Example(Record):
    origin: str
    """What the gold tool is a variant of: variants are never told apart."""
    near: list[int]
    """Hard negatives: positions in tools.jsonl."""


def gathered(folder: Path, rng: Random) -> list[Example]:
    examples = []
    for record in read_lines(folder / "tool_calls.jsonl.gz"):
        if record["src"] != "synth":
            examples.append(_example(record, f"{record['src']}:{record['tools'][record['gold']]['name']}"))
    for record in read_hwu64(folder / "hwu64.jsonl", HERE / "hwu64.toml", rng):
        examples.append(_example(record, f"hwu64:{record['tools'][0]['name']}" if record["tools"] else "none"))
    examples += [_example(record, "none") for record in idle_talk(IDLE, rng)]
    schemas = [read_schema(raw) for raw in read_lines(folder / "seal_tools_schemas.jsonl.gz")]
    writer = SchemaWriter(schemas)
    for schema in schemas:
        made = (noisy(writer.record(schema, rng), rng) for _ in range(PER_SCHEMA))
        examples += [_example(record, f"seal:{schema.tool['name']}") for record in made]
    for topic in read_topics(HERE / "topics"):
        made = (noisy(topic_record(topic, rng), rng) for _ in range(PER_TOPIC))
        examples += [_example(record, f"topic:{topic.names[0]}") for record in made]
    return examples


def _example(record: Record, origin: str) -> Example:
    return Example(**record, origin=origin, near=[])  # type: ignore[typeddict-item]


def is_held(example: Example) -> bool:
    key = example["origin"] if example["gold"] >= 0 else example["query"]
    return zlib.crc32(key.encode()) % HELD_ONE_IN == 0


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
        hidden = trunk(input_ids=padded, attention_mask=mask).last_hidden_state
        vectors[batch] = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
    return vectors / vectors.norm(dim=1, keepdim=True)


def add_neighbours(examples: list[Example], layout: Layout) -> list[Tool]:
    """Fills `near`, and returns the tools that it points to."""
    tools, origins, index = [], [], {}
    for example in examples:
        if example["gold"] < 0:
            continue
        tool = example["tools"][example["gold"]]
        key = (humanised(tool["name"]), tool["description"])
        if key not in index:
            index[key] = len(tools)
            tools.append(tool)
            origins.append(example["origin"])
    vectors = embedded([f"{humanised(tool['name'])} : {tool['description']}" for tool in tools], layout)
    near = [_near(i, vectors, origins) for i in range(len(tools))]
    for example in examples:
        if example["gold"] >= 0:
            tool = example["tools"][example["gold"]]
            example["near"] = near[index[humanised(tool["name"]), tool["description"]]]
    return tools


def _near(of: int, vectors: torch.Tensor, origins: list[str]) -> list[int]:
    similarity, order = (vectors @ vectors[of]).topk(min(len(origins), 60))
    source = origins[of].partition(":")[0]
    found, seen = [], {origins[of]}
    for score, other in zip(similarity.tolist(), order.tolist(), strict=True):
        is_abroad = origins[other].partition(":")[0] != source
        # The variants of SGD's services are the same tools under other names.
        limit = SIMILAR_MAX_ABROAD if is_abroad or source == "sgd" else SIMILAR_MAX
        if SIMILAR_MIN < score < limit and origins[other] not in seen:
            seen.add(origins[other])
            found.append(other)
    return found[:NEAR_MAX]


def main(folder: Path, out: Path) -> None:
    rng = Random(SEED)
    torch.set_num_threads(2)
    found = gathered(folder / "train", rng)
    apart = Measured(folder)
    examples = [example for example in found if not apart.has(example)]
    layout = Layout(trunk_folder() / "tokenizer.json")
    tools = add_neighbours(examples, layout)
    rng.shuffle(examples)
    out.mkdir(parents=True, exist_ok=True)
    write_lines(out / "train.jsonl", (e for e in examples if not is_held(e)))
    write_lines(out / "held.jsonl", (e for e in examples if is_held(e)))
    write_lines(out / "tools.jsonl", tools)  # type: ignore[arg-type]
    print(f"left out for overlap: {len(found) - len(examples)}; tools: {len(tools)}")
    print("kept:", dict(Counter(e["src"] for e in examples)), "held back:", sum(map(is_held, examples)))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
