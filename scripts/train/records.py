"""The one format of training data, and the check that none of it stands in a measured set."""

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

OVERLAP_WORDS = 8
"""Queries that share this many words in a row with a measured set are taken out."""


class Parameter(TypedDict):
    name: str
    type: str
    description: str
    options: NotRequired[list[str]]


class Tool(TypedDict):
    name: str
    description: str
    params: list[Parameter]


class Slot(TypedDict):
    """What a query says about one parameter: `unk` when it says something that cannot be marked."""

    k: Literal["span", "opt", "bool", "unk"]
    spans: NotRequired[list[list[int]]]
    """Half-open ranges of characters, one for each item of a list."""
    v: NotRequired[list[str] | bool]


class Record(TypedDict):
    src: str
    query: str
    tools: list[Tool]
    gold: int
    """Position among `tools`; -1 when none fits."""
    slots: dict[str, Slot]
    rel: bool
    """False when the query alone does not tell which tool is meant."""


def read_lines(path: Path) -> Iterator[dict]:
    """The objects of a JSON Lines file, compressed or not."""
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
    with opened as lines:
        for line in lines:
            yield json.loads(line)


def write_lines(path: Path, records: Iterable[Record]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


class Measured:
    """Queries and tools of the measured sets, to keep training data apart from them: `bfcl/` and all files of texts."""

    def __init__(self, folder: Path) -> None:
        self.grams: set[str] = set()
        self.signatures: set[str] = set()
        self.counts: dict[str, int] = {}
        """How many texts of each measured set were read."""
        for path in sorted(folder.glob("bfcl/*.jsonl")):
            for test in read_lines(path):
                self._add(test)
                self._count("bfcl")
        if not self.grams:
            raise ValueError(f"no bfcl/ in {folder}: overlap cannot be checked")
        for path in [*folder.glob("*.jsonl"), *folder.glob("snips/*.jsonl"), *folder.glob("nlupp/*.jsonl")]:
            for test in read_lines(path):
                self.grams |= grams(test["text"])
                self._count(path.stem if path.parent == folder else path.parent.name)

    def _count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def _add(self, test: dict) -> None:
        for message in test["question"][0]:
            self.grams |= grams(message["content"])
        for function in test["function"]:
            self.signatures.add(signature(function["name"], function["parameters"].get("properties", {})))

    def has(self, record: Record) -> bool:
        """Whether the query shares eight words in a row, or a tool has the same name and the same parameters."""
        if grams(record["query"]) & self.grams:
            return True
        names = ([p["name"] for p in tool["params"]] for tool in record["tools"])
        return any(signature(t["name"], n) in self.signatures for t, n in zip(record["tools"], names, strict=True) if n)


def grams(text: str) -> set[str]:
    """All runs of eight words; of a shorter text, the text itself."""
    words = re.findall(r"\w+", text.lower())
    runs = range(len(words) - OVERLAP_WORDS + 1)
    return {" ".join(words[at : at + OVERLAP_WORDS]) for at in runs} or {" ".join(words)}


def signature(name: str, parameters: Iterable[str]) -> str:
    return f"{name}({','.join(sorted(parameters))})"


def humanised(name: str) -> str:
    """`getHTTPStatus_code` as words, the way the product shows names to the model."""
    return re.sub(r"[_.\-/]+", " ", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)).strip()
