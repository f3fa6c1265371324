"""HWU64's utterances as records: real people's words, where schemas give only synthetic ones."""

import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

from records import Parameter, Record, Slot, Tool, read_lines

RARE = 0.02
"""Slots in a smaller share of an intent's utterances are no parameter of its tool."""


def read_hwu64(path: Path, words: Path, rng: Random) -> list[Record]:
    named = tomllib.loads(words.read_text())
    lines = list(read_lines(path))
    frequent = _frequent(lines)
    return [_record(line, named, frequent, rng) for line in lines]


def _frequent(lines: list[dict]) -> dict[str, list[str]]:
    total = Counter(line["tool"] for line in lines)
    seen = Counter((line["tool"], slot) for line in lines for slot in dict.fromkeys(slot for *_, slot in line["spans"]))
    return {tool: [slot for (of, slot), n in seen.items() if of == tool and n >= RARE * count] for tool, count in total.items()}


def _record(line: dict, named: dict, frequent: dict[str, list[str]], rng: Random) -> Record:
    described = named["tools"].get(line["tool"])
    if described is None:
        return Record(src="hwu64", query=line["text"], tools=[], gold=-1, slots={}, rel=True)
    name, description = described.split(" | ")
    parameters, slots = [], {}
    for slot in frequent[line["tool"]]:
        if slot not in named["slots"]:
            continue
        names, about = named["slots"][slot].split(" | ")
        parameter = Parameter(name=rng.choice(names.split(" / ")), type="string", description=about)
        if any(parameter["name"] == other["name"] for other in parameters):
            continue
        parameters.append(parameter)
        spans = [[start, end] for start, end, kind in line["spans"] if kind == slot]
        if spans:
            slots[parameter["name"]] = Slot(k="span", spans=spans[:1])
    rng.shuffle(parameters)
    return Record(src="hwu64", query=line["text"], tools=[Tool(name=name, description=description, params=parameters)], gold=0, slots=slots, rel=True)


SUBJECTS = ["black holes", "the Roman Empire", "my cat", "a lonely robot", "photosynthesis", "love", "the stock market", "recursion", "tax law", "football", "volcanoes", "my boss", "winter", "a lost key"]
CODE = ["a list in python", "a binary tree", "json in javascript", "an sql join", "a web page", "a csv file", "regular expressions", "a docker image"]
ASKED = [
    "write a (poem|song|short story|haiku|joke) about {subject}", "explain {subject} (to a child|in simple words|to me)", "how do i (parse|sort|reverse|use|debug|load) {code}?", "what is the meaning of {subject}?",
    "(hello|hi|hey)(, how are you|, who are you| there|)", "what can you do?", "(thanks|ok|great|bye|never mind|that's wrong|yes|no)", "why is {subject} (so important|interesting)?", "tell me (something funny|a secret|more)",
    "i feel (sad|tired|happy|bored) today", "who (invented|discovered|wrote about) {subject}?", "what do you think (of|about) {subject}?", "can you (fix|review|improve) my code for {code}?", "summarize (this|the text above|our conversation)",
    "is {subject} (good|bad|dangerous)?", "give me (three ideas|some advice|a quote) about {subject}", "asdf", "test", "what did i just say?", "how many (people|days|countries) (are there|exist)?", "when will {subject} end?",
    "which is better, {subject} or {subject}?", "i don't understand {subject}", "you are (nice|useless|funny)",
]


def idle_talk(count: int, rng: Random) -> list[Record]:
    """Requests that no tool of any set answers."""
    made = []
    for _ in range(count):
        text = re.sub(r"\(([^()]*)\)", lambda m: rng.choice(m.group(1).split("|")), rng.choice(ASKED))
        text = re.sub(r"\{subject\}", lambda _: rng.choice(SUBJECTS), text).replace("{code}", rng.choice(CODE))
        made.append(Record(src="idle", query=text, tools=[], gold=-1, slots={}, rel=True))
    return made
