"""What belongs together: texts that mean one thing, with the ways of naming it, apart from their neighbours in one domain."""

import re
import tomllib
import zlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from records import Measured, grams, humanised, read_lines

DESCRIPTION_LETTERS_MAX = 200
HELD_ONE_IN = 12
UNNAMED = {
    "general_affirm": "yes", "general_commandstop": "stop", "general_confirm": "is that right", "general_dontcare": "do not care", "general_explain": "explain again",
    "general_joke": "tell a joke", "general_negate": "no, that is wrong", "general_praise": "well done", "general_repeat": "repeat that",
}
"""What HWU64's intents that no tool answers are called. Its `quirky` is everything else, and belongs to none."""


@dataclass
class Group:
    domain: str
    """Groups of one domain are each other's hard negatives."""
    forms: list[str]
    """What stands for the group: see `textsOf` in src/models/embedded/labels/class-texts.ts."""
    texts: list[str]
    is_fine: bool
    """Whether its texts differ in how things are said, not in values alone: then they are drawn to one another, too."""


    @property
    def is_held(self) -> bool:
        """Held back from training with all its texts: held-labels.ts measures on it, and fits what confidence means."""
        return zlib.crc32(self.forms[0].encode()) % HELD_ONE_IN == 0


def forms_of(label: str, description: str = "") -> list[str]:
    name = humanised(label).lower()
    return [name, f"tell me about {name}", *([f"{name}: {description}", description] if description else [])]


class Filter:
    """Texts that a measured set has, wholly or eight words in a row, are left out."""

    def __init__(self, folder: Path) -> None:
        self._grams = Measured(folder).grams
        self.dropped = 0

    def kept(self, texts: list[str]) -> list[str]:
        kept = [text for text in dict.fromkeys(texts) if not grams(text) & self._grams]
        self.dropped += len(texts) - len(kept)
        return kept


def read_intents(folder: Path, allowed: Filter) -> list[Group]:
    groups = []
    for path in sorted(folder.glob("*.toml")):
        for intent in tomllib.loads(path.read_text())["intent"]:
            groups.append(Group(path.stem, forms_of(intent["label"], intent["description"]), allowed.kept(intent["texts"]), True))
    return groups


def read_hwu64_groups(path: Path, words: Path, allowed: Filter) -> list[Group]:
    named = tomllib.loads(words.read_text())["tools"]
    texts: dict[str, list[str]] = defaultdict(list)
    for line in read_lines(path):
        texts[line["tool"]].append(line["text"])
    groups = []
    for intent, said in texts.items():
        label, _, description = named.get(intent, UNNAMED.get(intent, "")).partition(" | ")
        if label:
            groups.append(Group(f"hwu64 {re.match('[a-z]+', intent).group()}", forms_of(label, description), allowed.kept(said), False))
    return groups


def read_tool_groups(path: Path, allowed: Filter) -> list[Group]:
    """The queries for each tool; its rivals are named by `domain`: the first tool of the first list that it stands in."""
    forms: dict[str, str] = {}
    texts: dict[str, list[str]] = defaultdict(list)
    for record in read_lines(path):
        if record["src"] == "synth" or record["gold"] < 0 or not record["rel"]:
            continue
        tool = record["tools"][record["gold"]]
        key = f"{record['src']} {tool['name']}"
        forms[key] = f"{humanised(tool['name'])}: {tool['description'][:DESCRIPTION_LETTERS_MAX]}"
        texts[key].append(record["query"])
    return [Group(key.split()[0], [forms[key]], kept, False) for key, said in texts.items() if (kept := allowed.kept(said))]
