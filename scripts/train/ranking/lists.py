"""Sentences with the tools of their owner, and which of these they mean: what the ranker learns from.

    python ranking/lists.py DATA_FOLDER OUT.jsonl

Run in scripts/train, with it in PYTHONPATH. Of each line: `source`, which is left out as one; `text`; `before`, earlier sentences to
the same owner; `tools`, as [name, description, names of parameters]; `meant`, positions of the tools that the sentence means, any of
which is right; `asked`, for each tool 1 where it is asked for, 0 where not, -1 where that is open.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

from data import gathered
from records import Measured, humanised, write_lines

SEED = 17
MOST = {"sgd": 2500, "seal": 4000, "meta": 2500, "hwu64": 5000, "idle": 200, "schema": 1500, "topic": 2500, "open": 800}
STRANGERS = 3
"""Tools of other owners beside those of a record, which has few."""
LENGTH_MAX = 40
"""Of the tools that a request stands beside; what is read together is drawn from these at each pass."""


def tool_line(name: str, description: str, parameters: list[str]) -> list:
    return [humanised(name), description, [humanised(parameter) for parameter in parameters]]


def of_trade(path: Path) -> list[dict]:
    given = json.loads(path.read_text())
    tools = given["toolset"]["tools"]
    names = [tool["name"] for tool in tools]
    lines = [tool_line(tool["name"], tool["description"], list(tool.get("parameters", {}).get("properties", {}))) for tool in tools]
    made = []
    for case in given["cases"]:
        readings = [case, *case.get("accept", [])]
        called = [{call["tool"] for call in reading.get("calls", [])} for reading in readings]
        made.append({
            "source": path.stem,
            "kind": case["kind"],
            "text": case["query"],
            "before": [entry["query"] for entry in case.get("history", [])],
            "tools": lines,
            "meant": [at for at, name in enumerate(names) if any(name in one for one in called)],
            "asked": [1 if all(name in one for one in called) else -1 if any(name in one for one in called) else 0 for name in names],
        })
    return made


def of_records(folder: Path, rng: Random) -> list[dict]:
    found = [record for record in gathered(folder / "train", rng) if record["rel"]]
    rng.shuffle(found)
    apart, left, taken = Measured(folder), dict(MOST), []
    for record in found:
        if left.get(record["src"], 0) > 0 and not apart.has(record):
            left[record["src"]] -= 1
            taken.append(record)
    by_source: dict[str, dict[str, dict]] = {}
    for record in taken:
        by_source.setdefault(record["src"], {}).update({tool["name"]: tool for tool in record["tools"]})
    made = []
    for record in taken:
        gold = record["tools"][record["gold"]]["name"] if record["gold"] >= 0 else None
        own = {tool["name"]: tool for tool in record["tools"]}
        of_source = [tool for name, tool in by_source[record["src"]].items() if name not in own]
        # Of HWU64 every tool is beside every utterance, as its intents are told apart there.
        others = of_source if record["src"] == "hwu64" else rng.sample(of_source, min(STRANGERS, len(of_source)))
        tools = [*own.values(), *others][:LENGTH_MAX]
        if not tools or (gold is not None and gold not in [tool["name"] for tool in tools]):
            continue
        lines = [tool_line(tool["name"], tool["description"], [parameter["name"] for parameter in tool["params"]]) for tool in tools]
        asked = [int(tool["name"] == gold) for tool in tools]
        meant = [at for at, one in enumerate(asked) if one]
        source = f"{record['src']}:{(gold or 'none')[:1].lower()}"
        made.append({"source": source, "kind": "record", "text": record["query"], "before": [], "tools": lines, "meant": meant, "asked": asked})
    return made


def main(folder: Path, out: Path) -> None:
    rng = Random(SEED)
    apart = Measured(folder).grams
    trades = [line for path in sorted((folder / "train" / "everyday").glob("*.json")) for line in of_trade(path)]
    records = of_records(folder, rng)
    write_lines(out, [*trades, *records])  # type: ignore[list-item]
    print(f"{len(trades)} requests of trades, {len(records)} records:", dict(Counter(line["source"].split(":")[0] for line in records)), len(apart))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
