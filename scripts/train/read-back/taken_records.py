"""A choice of the extractor's own training records, for `pairs.ts`: sentences of other sets and hand-written topics with their calls.

    python read-back/taken_records.py DATA_FOLDER OUT.jsonl

Run in scripts/train, with it in PYTHONPATH. Records whose values cannot be read out of the query are left out, and so are those that share words or
tools with a measured set.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random

from data import gathered
from records import Measured, write_lines

SEED = 11
MOST = {"sgd": 1500, "seal": 2600, "meta": 500, "hwu64": 1500, "idle": 200, "schema": 1500, "topic": 2600, "open": 800}
TOOLS_MAX = 8


def is_readable(record: dict) -> bool:
    return record["rel"] and all(slot["k"] != "unk" for slot in record["slots"].values())


def main(folder: Path, out: Path) -> None:
    rng = Random(SEED)
    found = [record for record in gathered(folder / "train", rng) if is_readable(record)]
    rng.shuffle(found)
    apart, taken, left = Measured(folder), [], dict(MOST)
    for record in found:
        if left.get(record["src"], 0) > 0 and not apart.has(record):
            left[record["src"]] -= 1
            taken.append({name: record[name] for name in ("src", "query", "tools", "gold", "slots")})
    # What a tool was among is all that it can be mistaken for; a lone one gets strangers.
    every = [tool for record in taken for tool in record["tools"]]
    for record in taken:
        strangers = rng.sample(every, 2)
        record["tools"] = [*record["tools"][:TOOLS_MAX], *(tool for tool in strangers if tool["name"] not in {t["name"] for t in record["tools"]})]
        if record["gold"] >= TOOLS_MAX:
            record["gold"] = -1
    write_lines(out, taken)
    print("records:", dict(Counter(record["src"] for record in taken)))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
