"""How people name a value of some kind, and which kind a parameter of an unknown schema is."""

import re
from dataclasses import dataclass
from random import Random

import values
from records import Parameter, humanised
from values import Value

PLACE = ["in {v}", "in {v}", "for {v}", "near {v}", "at {v}", "around {v}", "of {v}", "the {v} {h}", "{n} {v}"]
DATE = ["on {v}", "for {v}", "dated {v}", "as of {v}", "{n} {v}", "starting {v}"]
YEAR = ["in {v}", "from {v}", "for {v}", "of {v}", "for the year {v}"]
PERIOD = ["over {v}", "during {v}", "for {v}", "within {v}", "for the last {v}", "in the past {v}", "for a {n} of {v}"]
PERSON = ["by {v}", "from {v}", "of {v}", "for {v}", "{n} {v}", "named {v}", "whose {n} is {v}"]
CODE = ["with ID {v}", "id {v}", "#{v}", "{n} {v}", "whose {n} is {v}", "number {v}", "{v}", "with {n} {v}"]
NUMBER = ["{n} {v}", "with a {n} of {v}", "a {n} of {v}", "{v} {h}", "{n} = {v}", "whose {n} is {v}", "{n}: {v}", "at a {n} of {v}", "{n} of {v}", "when the {n} is {v}"]
LANGUAGE = ["in {v}", "into {v}", "to {v}", "{n} {v}"]
TEXT = ["{v}", "the {n} {v}", "with the {n} {v}", "{n}: {v}", "saying {v}"]
THING = ["for {v}", "of {v}", "{n} {v}", "about {v}", "on {v}", "with {v}", "using {v}", "the {v} {h}", "{v}", "with {n} {v}", "for the {v} {h}", "whose {n} is {v}", "with a {n} of {v}"]
CHOICE = ["{v} {h}", "{n} {v}", "with {n} {v}", "as {v}", "in {v} {h}", "using {v}", "{v}", "for {v}", "the {v} one"]
TRUE = ["including {n}", "with {n}", "also {n}", "{n} too", "{n} included"]
FALSE = ["without {n}", "no {n}", "{n} not needed", "excluding {n}", "don't bother with {n}"]

KINDS: list[tuple[str, list[str]]] = [
    (r"language", LANGUAGE),
    (r"_id$|^id$|number$|code$|serial|isbn|username|token|key$", CODE),
    (r"email", ["at {v}", "{n} {v}", "to {v}", "{v}"]),
    (r"(^|_)date|deadline|birthday", DATE),
    (r"(^|_)time$|timestamp", ["at {v}", "for {v}", "{n} {v}"]),
    (r"period|duration|timeframe|time_frame|time_range|interval", PERIOD),
    (r"year", YEAR),
    (r"city|location|country|region|destination|origin|venue|place|area$|state$|town", PLACE),
    (r"author|artist|player|owner|person|patient_name|customer_name|recipient|donor|employee|philosopher|director|composer", PERSON),
    (r"text|message|content|description|sentence|comment|query|notes|feedback", TEXT),
]
UNIT = re.compile(r"\bin (meters|metres|kilometers|km|miles|feet|inches|seconds|minutes|hours|days|months|years|kg|kilograms|grams|pounds|Celsius|Fahrenheit|Kelvin|degrees|percent|percentage|dollars|USD|liters|watts|volts|Pascals|Hz|mg|cm|mm|m/s|newtons)\b", re.I)


@dataclass(frozen=True)
class Phrase:
    text: str
    spans: tuple[tuple[int, int], ...]


def kind_of(parameter: Parameter) -> list[str]:
    if parameter["type"] in ("integer", "number") and not re.search(r"_id$|^id$|year", parameter["name"]):
        return NUMBER
    return next((phrases for pattern, phrases in KINDS if re.search(pattern, parameter["name"].lower())), THING)


def phrase(parameter: Parameter, value: Value, forms: list[str], rng: Random) -> Phrase:
    """The value with words around it that name the parameter, or its last word, or nothing."""
    name = re.sub(r"^(include|is|has|with|enable|show) | id$", "", humanised(parameter["name"]).lower())
    unit = UNIT.search(parameter["description"]) if parameter["type"] in ("integer", "number") else None
    form = rng.choice(forms)
    before, _, after = form.format(n=name, h=name.split(" ")[-1], v="\0").partition("\0")
    if unit and rng.random() < 0.6:
        after = f" {unit.group(1)}{after}"
    return Phrase(before + value.text + after, tuple((a + len(before), b + len(before)) for a, b in value.spans))


def value_for(parameter: Parameter, examples: list[str], rng: Random) -> Value | None:
    """A value of the parameter's type, from its examples where it has some; None when nothing is known."""
    name, kind = parameter["name"].lower(), parameter["type"]
    if kind == "array" and len(examples) > 1:
        return values.listed(rng.sample(examples, min(len(examples), rng.randint(1, 3))), rng)
    if kind in ("integer", "number"):
        return values.whole(_number(name, kind, rng))
    if examples and rng.random() < 0.6:
        return values.whole(rng.choice(examples))
    drawn = _drawn(kind_of(parameter), name, rng)
    if drawn is None:
        return values.whole(rng.choice(examples)) if examples else None
    value = values.whole(drawn)
    is_text = kind_of(parameter) is TEXT
    return values.quoted(value, rng) if rng.random() < (0.8 if is_text else 0.15) else value


def _number(name: str, kind: str, rng: Random) -> str:
    if re.search(r"(^|_)year$", name):
        return str(rng.randint(1950, 2026))
    if name.endswith("id"):
        return str(rng.randint(100, 99999))
    if kind == "number" and rng.random() < 0.5:
        return f"{rng.uniform(0, 100):.{rng.randint(1, 2)}f}"
    number = rng.choice([rng.randint(1, 12), rng.randint(1, 100), rng.randint(100, 5000)])
    return values.in_words(number) if number <= 12 and rng.random() < 0.2 else str(number)


def _drawn(kind: list[str], name: str, rng: Random) -> str | None:
    if "email" in name:
        return values.email(rng)
    if kind is PLACE and "country" in name:
        return rng.choice(list(values.WORLD.values()))
    if "path" in name or "file" in name:
        return values.path(rng)
    makers = [
        (LANGUAGE, lambda r: r.choice(values.LANGUAGES)), (CODE, values.identifier), (DATE, values.date), (PERIOD, values.duration),
        (YEAR, lambda r: str(r.randint(1950, 2026))), (PLACE, values.city_with_state), (PERSON, values.person), (TEXT, lambda r: r.choice(values.MESSAGES)),
    ]
    if name.endswith("time"):
        return values.time(rng)
    return next((make(rng) for forms, make in makers if forms is kind), None)
