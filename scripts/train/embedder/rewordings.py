"""Queries said otherwise, beside the same queries with another value, the opposite, or a no: the first must stay nearer."""

import re
from collections import defaultdict
from pathlib import Path
from random import Random

from noise import AFTER, BEFORE
from records import read_lines

from embedder.groups import Filter

OPPOSITES = [
    "on off", "up down", "increase decrease", "raise lower", "add remove", "open close", "start stop", "enable disable", "lock unlock", "buy sell", "cheapest fastest", "send receive",
    "before after", "with without", "cancel confirm", "louder quieter", "brighter darker", "first last", "more less", "include exclude", "accept decline", "follow unfollow",
    "from to", "arrive leave", "morning evening", "today tomorrow", "am pm", "my his", "likes hates", "block unblock", "activate deactivate", "most least", "highest lowest",
]
SAME = [
    ("what is", "what's"), ("what's", "tell me"), ("i want to", "i'd like to"), ("i need to", "i have to"), ("can you", "could you"), ("please", ""), ("show me", "let me see"),
    ("tell me", "i want to know"), ("find me", "look for"), ("find", "search for"), ("turn on", "switch on"), ("turn off", "switch off"), ("book", "reserve"), ("buy", "purchase"),
    ("give me", "get me"), ("how much is", "what does it cost for"), ("set", "put"), ("schedule", "plan"), ("remove", "delete"), ("increase", "raise"), ("decrease", "lower"),
    ("i am", "i'm"), ("is there", "do you have"), ("are there any", "do we have"), ("start", "begin"), ("movie", "film"), ("nearby", "close by"), ("restaurant", "place to eat"),
    ("look up", "check"), ("check", "have a look at"), ("help me", "assist me to"), ("remind me", "do not let me forget"), ("play", "put on"), ("cancel", "call off"), ("today", "this day"),
]
NUMBERS = ["2", "3", "4", "5", "7", "8", "12", "15", "20", "30", "45", "100", "250", "two", "three", "four", "six", "eight", "ten", "twelve", "twenty"]
OTHERS = {pair[at]: pair[1 - at] for pair in (words.split() for words in OPPOSITES) for at in (0, 1)}


class Values:
    """What stood in a slot of that name, in any query."""

    def __init__(self) -> None:
        self.known: dict[str, set[str]] = defaultdict(set)
        self.marked: list[tuple[str, list[tuple[int, int, str]]]] = []

    def add(self, text: str, spans: list[tuple[int, int, str]]) -> None:
        for start, end, name in spans:
            self.known[name].add(text[start:end])
        self.marked.append((text, spans))


def read_values(folder: Path, allowed: Filter) -> Values:
    values = Values()
    for line in read_lines(folder / "hwu64.jsonl"):
        if allowed.kept([line["text"]]):
            values.add(line["text"], [tuple(span) for span in line["spans"]])
    for record in read_lines(folder / "tool_calls.jsonl.gz"):
        if record["src"] in ("sgd", "seal") and allowed.kept([record["query"]]):
            spans = [(start, end, name) for name, slot in record["slots"].items() for start, end in slot.get("spans", []) if slot["k"] == "span"]
            values.add(record["query"], spans)
    return values


class Rewordings:
    def __init__(self, values: Values, rng: Random) -> None:
        self._marked, self._rng = values.marked, rng
        self._known = {name: sorted(texts) for name, texts in values.known.items()}

    def triple(self) -> tuple[str, str, str]:
        """A query, the same in other words, and one that looks like it and means something else."""
        while True:
            text, spans = self._rng.choice(self._marked)
            other = self._other(text, spans)
            if other and other != text:
                return text, self._said_otherwise(text), other

    def _other(self, text: str, spans: list[tuple[int, int, str]]) -> str | None:
        rng, roll = self._rng, self._rng.random()
        if spans and roll < 0.6:
            start, end, name = rng.choice(spans)
            return text[:start] + rng.choice(self._known[name]) + text[end:]
        words = text.split()
        numbers = [at for at, word in enumerate(words) if word.lower() in NUMBERS or word.isdigit()]
        turned = [at for at, word in enumerate(words) if word.lower() in OTHERS]
        if numbers and roll < 0.75:
            words[rng.choice(numbers)] = rng.choice(NUMBERS)
        elif turned:
            at = rng.choice(turned)
            words[at] = OTHERS[words[at].lower()]
        elif roll > 0.9 and len(words) > 2:
            words.insert(0, "don't")
        else:
            return None
        return " ".join(words)

    def _said_otherwise(self, text: str) -> str:
        rng, said = self._rng, text
        same = [(one, other) for one, other in SAME if re.search(rf"\b{one}\b", said, re.I)]
        for one, other in rng.sample(same, min(len(same), rng.randint(0, 3))):
            said = re.sub(rf"\b{one}\b", other, said, count=1, flags=re.I)
        if rng.random() < 0.35 or said == text:
            said = rng.choice(BEFORE) + said
        if rng.random() < 0.35:
            said = said.rstrip(" .") + rng.choice(AFTER)
        return re.sub(r"\s+", " ", said).strip()
