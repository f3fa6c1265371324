"""Queries for real tool schemas that nobody wrote queries for: the words of the schema, turned the way people talk."""

import re
from dataclasses import dataclass
from random import Random

import values
from phrases import CHOICE, FALSE, TRUE, Phrase, kind_of, phrase, value_for
from records import Parameter, Record, Slot, Tool, humanised

TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
VERBS = {
    "Retrieve": ["get", "find", "show me", "look up", "fetch", "give me", "tell me", "i need", "i'd like to see", "pull up", "check", "do you have"],
    "Get": ["get", "find", "show me", "give me", "i need"], "Calculate": ["calculate", "compute", "work out", "determine", "find", "figure out"],
    "Create": ["create", "make", "set up", "add", "start"], "Check": ["check", "tell me", "verify", "look up"], "Update": ["update", "change", "edit", "modify"],
    "Analyze": ["analyze", "look into", "examine", "evaluate"], "Add": ["add", "put in", "include", "register"], "Delete": ["delete", "remove", "get rid of", "drop"],
    "Send": ["send", "deliver", "forward"], "Generate": ["generate", "create", "make", "write"], "Search": ["search", "look", "find"], "Estimate": ["estimate", "predict", "guess"],
}
QUESTIONS = ["what is", "what are", "what's", "can you tell me", "could you get", "is there", "where can i find", "what about", "anything on", "what do we know about", "do you know"]
SOFTER = {"information about": ["info on", "details of", "facts about", "data on", "something about"], "information on": ["info about", "details on"], "the ": ["", "the ", "my "], "details of": ["details about", "info on"]}
TAIL = re.compile(r"\s+(?:for|of|in|at|on|by|from|using|based on|with|between|to|within|given)\s+(?:a|an|the|given|specific|specified|certain|particular|its|one or more)\b.*$", re.I)
EXAMPLES = re.compile(r"\s*\(e\.g\.,? ([^()]+)\)")
STAND_IN = re.compile(r"etc\b|YYYY|HH:|\b(?:name|address|coordinates|id|code|region|country|city|state)$", re.I)
OPTIONS_SHOWN = 0.3
EXTRAS = 0.25
EXTRA: list[tuple[Parameter, list[tuple[str, str | bool]]]] = [
    ({"name": "unit", "type": "string", "description": "The unit of the result. Defaults to metric.", "options": ["metric", "imperial"]}, [("in metric units", "metric"), ("in imperial units", "imperial")]),
    ({"name": "sort_order", "type": "string", "description": "Order of the results.", "options": ["asc", "desc"]}, [("in descending order", "desc"), ("ascending", "asc"), ("newest first", "desc"), ("oldest first", "asc")]),
    ({"name": "output_format", "type": "string", "description": "Format of the output. Default is json.", "options": ["json", "csv", "xml", "pdf"]}, [("as json", "json"), ("as a csv file", "csv"), ("in xml", "xml"), ("as a pdf", "pdf")]),
    ({"name": "priority", "type": "string", "description": "Priority of the request.", "options": ["low", "normal", "high"]}, [("it's urgent", "high"), ("with high priority", "high"), ("no hurry", "low")]),
    ({"name": "frequency", "type": "string", "description": "How often.", "options": ["daily", "weekly", "monthly", "yearly"]}, [("every day", "daily"), ("each week", "weekly"), ("every month", "monthly"), ("once a year", "yearly")]),
    ({"name": "include_details", "type": "boolean", "description": "Whether to include details."}, [("in detail", True), ("with all details", True), ("detailed", True), ("just the short version", False)]),
    ({"name": "include_history", "type": "boolean", "description": "Whether to include past data. Default is false."}, [("including the history", True), ("with historical data", True), ("without history", False)]),
    ({"name": "notify", "type": "boolean", "description": "Whether to send a notification."}, [("notify me", True), ("let me know when it's done", True), ("without notifying anyone", False)]),
    ({"name": "dry_run", "type": "boolean", "description": "Only simulate."}, [("only simulate it", True), ("as a dry run", True)]),
]


@dataclass(frozen=True)
class Schema:
    tool: Tool
    examples: dict[str, list[str]]
    field: str


def read_schema(raw: dict) -> Schema:
    parameters, examples = [], {}
    for name, given in raw["parameters"].items():
        found = EXAMPLES.search(given["description"])
        examples[name] = _examples(found.group(1)) if found else []
        parameters.append(Parameter(name=name, type=TYPES.get(given["type"], "string"), description=given["description"]))
    return Schema(Tool(name=raw["api_name"], description=raw["api_description"], params=parameters), examples, raw["field"].split("/")[0])


def _examples(text: str) -> list[str]:
    """The values of "e.g., a, b, etc.", without stand-ins such as "city name"."""
    found = (example.strip(" '\"") for example in re.split(r",|/| or ", text))
    return [example for example in found if 0 < len(example) < 30 and not STAND_IN.search(example)]


class SchemaWriter:
    """Knows the examples that all schemas give, so that a parameter without any can borrow from its namesakes."""

    def __init__(self, schemas: list[Schema]) -> None:
        self.pools: dict[str, list[str]] = {}
        for schema in schemas:
            for name, examples in schema.examples.items():
                self.pools.setdefault(name, []).extend(examples)

    def record(self, schema: Schema, rng: Random) -> Record:
        parameters = [Parameter(**p) for p in schema.tool["params"]]  # type: ignore[typeddict-item]
        rng.shuffle(parameters)
        slots: dict[str, Slot] = {}
        said = [found for p in parameters[: rng.randint(1, 5)] if (found := self._say(p, schema, slots, rng))]
        if rng.random() < EXTRAS:
            said += extra(parameters, slots, rng)
        query, slots = joined(request(schema.tool["description"], rng), said, slots, rng)
        restyled(parameters, rng)
        tool = Tool(name=renamed(schema.tool["name"], rng), description=schema.tool["description"] + rng.choice(["", "."]), params=parameters)
        return Record(src="schema", query=query, tools=[tool], gold=0, slots=slots, rel=True)

    def _say(self, parameter: Parameter, schema: Schema, slots: dict[str, Slot], rng: Random) -> tuple[str, Phrase] | None:
        name = parameter["name"]
        if parameter["type"] == "boolean":
            slots[name] = Slot(k="bool", v=rng.random() < 0.7)
            return name, phrase(parameter, values.Value("", ()), [f + "{v}" for f in (TRUE if slots[name]["v"] else FALSE)], rng)
        examples = schema.examples.get(name) or rng.sample(pool := self.pools.get(name, []), min(6, len(pool)))
        own = list(dict.fromkeys(examples))
        if parameter["type"] == "string" and len(own) > 2 and rng.random() < OPTIONS_SHOWN:
            option = rng.choice(own)
            parameter["options"] = own[:12]
            parameter["description"] = EXAMPLES.sub("", parameter["description"])
            if option not in parameter["options"]:
                return None
            slots[name] = Slot(k="opt", v=[option])
            return name, phrase(parameter, values.Value(option.lower(), ()), CHOICE, rng)
        if parameter["type"] == "string" and len(own) > 1 and name.endswith("s") and rng.random() < 0.5:
            parameter["type"] = "array"
        value = value_for(parameter, own, rng)
        if value is None:
            return None
        slots[name] = Slot(k="span", spans=[])
        return name, phrase(parameter, value, kind_of(parameter), rng)


def extra(parameters: list[Parameter], slots: dict[str, Slot], rng: Random) -> list[tuple[str, Phrase]]:
    """An optional parameter that many tools have, usually unstated."""
    said = []
    for parameter, ways in rng.sample(EXTRA, rng.randint(1, 2)):
        if any(p["name"] == parameter["name"] for p in parameters):
            continue
        parameters.insert(rng.randint(0, len(parameters)), Parameter(**parameter))  # type: ignore[typeddict-item]
        if rng.random() < 0.6:
            text, meant = rng.choice(ways)
            slots[parameter["name"]] = Slot(k="bool", v=meant) if isinstance(meant, bool) else Slot(k="opt", v=[meant])
            said.append((parameter["name"], Phrase(text, ())))
    return said


def request(description: str, rng: Random) -> str:
    """The tool's description as a command, a question or a few words, mostly without "for a given …"."""
    verb, _, rest = description.rstrip(".").partition(" ")
    thing = TAIL.sub("", rest) if rng.random() < 0.75 else rest
    for formal, softer in SOFTER.items():
        if formal in thing and rng.random() < 0.5:
            thing = thing.replace(formal, rng.choice(softer), 1)
    style = rng.random()
    if verb in ("Retrieve", "Get", "Calculate", "Check", "Find", "Estimate") and style < 0.3:
        return f"{rng.choice(QUESTIONS)} {thing}"
    if style < 0.4:
        return thing
    lead = rng.choice(["", "", "", "please ", "can you ", "could you ", "i want to ", "i need to ", "help me "])
    ways = [verb.lower(), *VERBS.get(verb, [])]
    plain = [way for way in ways if not way.startswith(("i ", "i'", "do ")) and not way.endswith(" me")]
    return f"{lead}{rng.choice(plain if lead else ways)} {thing}"


def joined(asked: str, said: list[tuple[str, Phrase]], slots: dict[str, Slot], rng: Random) -> tuple[str, dict[str, Slot]]:
    """The request and its values in one sentence or several, values first now and then; spans moved into place."""
    parts: list[tuple[str | None, Phrase]] = [(None, Phrase(asked, ())), *said]
    if said and rng.random() < 0.15:
        parts = [*said, (None, Phrase(asked, ()))]
    text = ""
    for index, (name, made) in enumerate(parts):
        if index:
            text += rng.choice([" ", " ", ", ", " and "] if index == 1 else [" ", ", ", " and ", ", and ", ". "])
        if name and made.spans:
            slots[name] = Slot(k="span", spans=[[a + len(text), b + len(text)] for a, b in made.spans])
        text += made.text
    kept = {name for name, _ in said}
    is_question = asked.startswith(tuple(QUESTIONS))
    return text + ("?" if is_question and rng.random() < 0.7 else ""), {n: s for n, s in slots.items() if n in kept}


def restyled(parameters: list[Parameter], rng: Random) -> None:
    """Descriptions as other authors write them: without examples, with a full stop, or hardly any."""
    for parameter in parameters:
        chance = rng.random()
        if chance < 0.35:
            parameter["description"] = EXAMPLES.sub("", parameter["description"]) + rng.choice(["", "."])
        elif chance < 0.42:
            parameter["description"] = ""


def renamed(name: str, rng: Random) -> str:
    words = humanised(name).lower().split(" ")
    return rng.choice([name, name, "_".join(words), f"{words[-1]}.{'_'.join(words[:-1]) or 'get'}"])
