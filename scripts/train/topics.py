"""Queries for the hand-written tools under topics/: every record has a tool of its own making, with marked values."""

import re
from dataclasses import dataclass
from random import Random

import titles
import values
from records import Parameter, Record, Slot, Tool
from templates import Implied, Mention, Piece, Words, expand, names_in
from topic_files import Topic, TopicParameter
from values import Value

OPTIONAL_KEPT, OPTIONAL_KEPT_OPEN = 0.7, 0.85
"""Share of the unmentioned optional parameters that a tool has."""
MENTIONED_DROPPED = 0.08
"""Share of the mentioned optional parameters that it lacks: facts of a query that belong nowhere."""
OPTIONS_SHOWN, OPTIONS_SHOWN_OPEN = 0.35, 0.03
"""Share of open values that are enumerated in the schema instead."""
EXAMPLES_KEPT = 0.6
"""Share of the descriptions of open tools that keep their ", such as"."""
OPTIONS_HIDDEN = 0.2
"""Share of enumerations that the schema leaves open."""


QUOTED = {"title": 0.3, "work": 0.06}


@dataclass
class Draft:
    """A query in the making, with what it says so far."""

    query: str
    slots: dict[str, Slot]
    options: dict[str, list[str]]


def topic_record(topic: Topic, rng: Random) -> Record:
    pieces = expand(rng.choice(topic.asks), rng)
    draft = written(topic, pieces, rng)
    tool, renamed = tool_of(topic, draft, names_in(pieces), rng)
    slots = {renamed[name]: slot for name, slot in draft.slots.items() if name in renamed}
    return Record(src="open" if topic.is_open else "topic", query=draft.query, tools=[tool], gold=0, slots=slots, rel=True)


def written(topic: Topic, pieces: list[Piece], rng: Random) -> Draft:
    by_name = {parameter.key: parameter for parameter in topic.parameters}
    shown = OPTIONS_SHOWN_OPEN if topic.is_open else OPTIONS_SHOWN
    draft = Draft("", {}, {})
    for piece in pieces:
        match piece:
            case Words(text):
                draft.query += text
            case Implied(name, value):
                _imply(draft, by_name[name], value)
            case Mention("person_name_free"):
                draft.query += rng.choice(values.FIRST)  # Somebody who is no parameter's value.
            case Mention(name, form):
                _mention(draft, by_name[name], form, shown, rng)
    return draft


def _imply(draft: Draft, parameter: TopicParameter, value: str) -> None:
    if parameter.type == "boolean":
        draft.slots[parameter.key] = Slot(k="bool", v=value == "true")
    else:
        draft.slots[parameter.key] = Slot(k="opt", v=[value])
        draft.options[parameter.key] = list(choices(parameter.source))


def _mention(draft: Draft, parameter: TopicParameter, form: str, options_shown: float, rng: Random) -> None:
    name, at = parameter.key, len(draft.query)
    if parameter.source.startswith("options "):
        option, said = rng.choice([(o, s) for o, synonyms in choices(parameter.source).items() for s in synonyms])
        draft.query += said
        is_open = said.lower() == option.lower() and rng.random() < OPTIONS_HIDDEN
        draft.slots[name] = Slot(k="span", spans=[[at, at + len(said)]]) if is_open else Slot(k="opt", v=[option])
        if not is_open:
            draft.options[name] = list(choices(parameter.source))
        return
    value = values.whole(form[1:]) if form.startswith("=") else value_from(parameter.source, form, rng)
    draft.query += value.text
    pool = pool_of(parameter.source)
    if parameter.type == "string" and parameter.source.startswith("one of ") and rng.random() < options_shown:
        draft.slots[name] = Slot(k="opt", v=[value.text])
        draft.options[name] = sorted({value.text, *rng.sample(pool, min(len(pool), rng.randint(2, 6)))})
    else:
        draft.slots[name] = Slot(k="span", spans=[[at + a, at + b] for a, b in value.spans])


def choices(source: str) -> dict[str, list[str]]:
    """`options low=easy,light; high=hard` as {low: [easy, light], high: [hard]}."""
    pairs = (option.split("=") for option in source.removeprefix("options ").split(";"))
    return {name.strip(): [said.strip() for said in synonyms.split(",")] for name, synonyms in pairs}


def pool_of(source: str) -> list[str]:
    kind, _, rest = source.partition(" ")
    return [item.strip() for item in rest.removeprefix("of ").split(";")] if kind in ("one", "list", "name", "title") else []


def value_from(source: str, form: str, rng: Random) -> Value:
    kind, *bounds = source.split(" ")
    if kind in ("integer", "signed", "year", "percent", "number", "decimal", "money", "numbers", "fraction"):
        return _numeric(kind, [int(bound) for bound in bounds], form, rng)
    if kind == "list":
        pool = pool_of(source)
        return values.listed(rng.sample(pool, min(len(pool), rng.choice([1, 2, 2, 3]))), rng)
    if kind in ("people", "cities", "ids"):
        drawn = {"people": values.people, "cities": lambda r: r.sample(list(values.WORLD), r.randint(1, 3)), "ids": lambda r: [values.identifier(r) for _ in range(r.randint(1, 3))]}
        return values.listed(drawn[kind](rng), rng)
    value = values.whole(_text(kind, source, rng))
    marked = form == "quoted" and rng.random() < 0.8 or rng.random() < QUOTED.get(kind, 0)
    return values.quoted(value, rng) if marked else value


def _numeric(kind: str, bounds: list[int], form: str, rng: Random) -> Value:
    low, high = bounds or [0, 1]
    number = rng.randint(low, high)
    match kind:
        case "numbers":
            return values.listed([str(rng.randint(low, high)) for _ in range(rng.randint(3, 7))], rng)
        case "decimal":
            return values.whole(f"{rng.uniform(low, high):.{rng.randint(2, 4)}f}")
        case "fraction":
            return values.whole(rng.choice(["0.5", "0.25", "0.3", "0.1", "0.75", "0.6", "0.05"]))
        case "money":
            return values.whole(values.amount_of_money(low, high, rng))
        case "number" | "percent" if rng.random() < 0.4:
            return values.whole(f"{number}.{rng.randint(1, 9)}")
    is_said = form == "words" or kind == "integer" and number <= 12 and rng.random() < 0.12
    return values.whole(values.in_words(number) if is_said and 0 <= number < 100 else str(number))


def _text(kind: str, source: str, rng: Random) -> str:
    drawn = {
        "city": values.city, "city_state": values.city_with_state, "date": values.date, "time": values.time, "id": values.identifier,
        "person": values.person, "address": values.address, "email": values.email, "path": values.path, "repo": values.repository,
    }
    pools = {
        "country": list(values.WORLD.values()), "us_state": list(values.STATES.values()), "weekday": values.WEEKDAYS, "poi": values.PLACES,
        "language": values.LANGUAGES, "county": values.COUNTIES, "message": values.MESSAGES,
    }
    drawn |= titles.DRAWN
    return drawn[kind](rng) if kind in drawn else rng.choice(pools.get(kind) or pool_of(source))


def tool_of(topic: Topic, draft: Draft, mentioned: set[str], rng: Random) -> tuple[Tool, dict[str, str]]:
    """The tool as one owner might have written it, and its name for each parameter of the topic."""
    unmentioned = OPTIONAL_KEPT_OPEN if topic.is_open else OPTIONAL_KEPT
    kept = [p for p in topic.parameters if p.is_required or rng.random() < (1 - MENTIONED_DROPPED if p.key in mentioned else unmentioned)]
    if rng.random() < 0.3:
        rng.shuffle(kept)
    is_camel = rng.random() < 0.2
    renamed: dict[str, str] = {}
    for parameter in kept:
        free = [name for name in parameter.names if camel(name) not in map(camel, renamed.values())]
        name = rng.choice(free)
        renamed[parameter.key] = camel(name) if is_camel else name
    parameters = [_schema(p, renamed[p.key], draft, topic.is_open, rng) for p in kept]
    return Tool(name=rng.choice(topic.names), description=rng.choice(topic.about), params=parameters), renamed


def sibling_tools(topic: Topic, topics: list[Topic], rng: Random) -> list[Tool]:
    """The other tools of its subject."""
    others = [other for other in topics if topic.subject and other.subject == topic.subject and other is not topic]
    return [tool_of(other, Draft("", {}, {}), set(), rng)[0] for other in others]


def _schema(parameter: TopicParameter, name: str, draft: Draft, is_open: bool, rng: Random) -> Parameter:
    said = draft.slots.get(parameter.key)
    made = Parameter(name=name, type=parameter.type, description=_described(parameter, is_open, rng))
    if parameter.key in draft.options:
        made["options"] = draft.options[parameter.key]
    elif said is None and parameter.source.startswith("options ") and rng.random() > OPTIONS_HIDDEN:
        made["options"] = list(choices(parameter.source))
    return made


def _described(parameter: TopicParameter, is_open: bool, rng: Random) -> str:
    description = rng.choice(parameter.descriptions)
    if is_open and rng.random() > EXAMPLES_KEPT:
        description = description.partition(", such as")[0].partition(", as in")[0]
    chance = rng.random()
    if chance < 0.12:
        return description.removesuffix(".")
    return "" if chance < (0.3 if is_open else 0.15) else description


def camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), name)
