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
from model import Layout, trunk_folder
from neighbours import Example, add_neighbours
from noise import noisy
from records import OVERLAP_WORDS, Measured, Record, read_lines, write_lines
from schema_queries import SchemaWriter, read_schema
from topic_files import read_topics
from topics import sibling_tools, topic_record

HERE = Path(__file__).parent
SEED = 7
PER_TOPIC, PER_OPEN_TOPIC, PER_SCHEMA, IDLE = 90, 230, 2, 500
HELD_ONE_IN = 16


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
    topics = read_topics(HERE / "topics")
    for topic in topics:
        for _ in range(PER_OPEN_TOPIC if topic.is_open else PER_TOPIC):
            record = noisy(topic_record(topic, rng), rng)
            record["tools"] += sibling_tools(topic, topics, rng)
            examples.append(_example(record, f"topic:{topic.names[0]}"))
    return examples


def _example(record: Record, origin: str) -> Example:
    return Example(**record, origin=origin, near=[])  # type: ignore[typeddict-item]


def is_held(example: Example) -> bool:
    key = example["origin"] if example["gold"] >= 0 else example["query"]
    return zlib.crc32(key.encode()) % HELD_ONE_IN == 0


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
    print(f"left out since they share {OVERLAP_WORDS} words in a row or a tool with a measured set: {len(found) - len(examples)}; tools: {len(tools)}")
    print("measured sets:", apart.counts, "of what was written shares:", sum(map(apart.has, read_lines(out / "train.jsonl"))))
    print("kept:", dict(Counter(e["src"] for e in examples)), "held back:", sum(map(is_held, examples)))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
