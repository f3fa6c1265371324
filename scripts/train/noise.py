"""What surrounds a request in real life: politeness, facts beside the point, typing errors. Marked values move along."""

import re
from random import Random

from records import Record

BEFORE = ["hey, ", "hi! ", "hello, ", "please ", "could you please ", "ok, ", "quick question: ", "hi there, ", "can you help me? ", "so, ", "um, ", "Hey assistant, ", "I was wondering, ", "for my homework: ", "urgent! "]
FACTS = [
    "I've been waiting for {n} minutes. ", "My brother and I talked about it {n} days ago. ", "I'm new here. ", "It's been a long day. ", "We met at a conference last year. ",
    "I'm {n} years old and love this. ", "My boss asked me for it. ", "I have {n} minutes left before my break. ", "Nobody could tell me so far. ", "I tried it {n} times already. ",
    "Yesterday I lost my notes. ", "The kids are asking. ", "I'm writing a report. ", "My name is Charlie. ",
]
AFTER = [" please", " thanks", ", please.", " Thank you!", " asap", " if you can", ", thanks in advance", " for me", " :)", " I need it for a presentation.", " My friend told me you can do that."]
KEYS = {"a": "s", "e": "r", "i": "o", "o": "p", "t": "r", "n": "m", "s": "a", "r": "e", "l": "k", "c": "v"}


def noisy(record: Record, rng: Random) -> Record:
    """The record with some of it, or none."""
    record = capitalised(record, rng)
    if rng.random() < 0.2:
        record = put_before(record, rng.choice(BEFORE))
    if rng.random() < 0.12:
        record = put_before(record, rng.choice(FACTS).format(n=rng.randint(2, 40)))
    if rng.random() < 0.15:
        record = {**record, "query": record["query"].rstrip(" .") + rng.choice(AFTER)}
    if rng.random() < 0.15:
        record = mistyped(record, rng)
    return record


def put_before(record: Record, text: str) -> Record:
    slots = {
        name: {**slot, "spans": [[a + len(text), b + len(text)] for a, b in slot["spans"]]} if "spans" in slot else slot
        for name, slot in record["slots"].items()
    }
    return {**record, "query": text + record["query"], "slots": slots}


def capitalised(record: Record, rng: Random) -> Record:
    """As typed by someone careful, mostly; the model's tokens have no case, but the rules of the decoder see it."""
    query = record["query"]
    if query and rng.random() < 0.7:
        query = query[0].upper() + query[1:]
        query += "" if query[-1] in ".?!" or rng.random() < 0.4 else "."
    return {**record, "query": query}


def mistyped(record: Record, rng: Random) -> Record:
    """One or two letters changed, never within a value: lengths stay, so that marks do."""
    held = [span for slot in record["slots"].values() for span in slot.get("spans", [])]
    query = list(record["query"])
    words = [m for m in re.finditer(r"[a-z]{4,}", record["query"]) if not any(m.start() < b and m.end() > a for a, b in held)]
    for word in rng.sample(words, min(len(words), rng.randint(1, 2))):
        at = rng.randrange(word.start() + 1, word.end() - 1)
        if rng.random() < 0.5:
            query[at], query[at + 1] = query[at + 1], query[at]
        else:
            query[at] = KEYS.get(query[at], query[at])
    return {**record, "query": "".join(query)}
