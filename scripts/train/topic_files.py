"""Reads the hand-written tools under topics/ and the ways of asking for them. README.md has the notation."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class TopicParameter:
    key: str
    """What asks call it: its first name, or the name that the file shares it by."""
    names: list[str]
    type: str
    descriptions: list[str]
    source: str
    is_required: bool


@dataclass(frozen=True)
class Topic:
    names: list[str]
    about: list[str]
    parameters: list[TopicParameter]
    asks: list[str]
    subject: str
    """Tools of one subject are registered together, and are easily taken for one another; empty for a tool by itself."""
    is_open: bool
    """All its parameters are texts that may be left out, and none is enumerated."""


def read_topics(folder: Path) -> list[Topic]:
    return [topic for path in sorted(folder.glob("*.toml")) for topic in _topics_in(tomllib.loads(path.read_text()))]


def _topics_in(file: dict) -> list[Topic]:
    shared = {key: _parameter(line, key) for key, line in file.get("shared", {}).items()}
    phrases, is_open = file.get("phrases", {}), file.get("open", False)
    return [_topic(raw, shared, phrases, is_open) for raw in file["topics"]]


def _topic(raw: dict, shared: dict[str, TopicParameter], phrases: dict[str, str], is_open: bool) -> Topic:
    parameters = [shared[line[1:]] if line.startswith("@") else _parameter(line, "") for line in raw["parameters"]]
    asks = [re.sub(r"\$([a-z]\w*)", lambda match: phrases[match.group(1)], ask) for ask in raw["asks"]]
    return Topic(raw["tool"].split(" / "), raw["about"].split(" / "), parameters, asks, raw.get("subject", ""), is_open)


def _parameter(line: str, key: str) -> TopicParameter:
    names, kind, description, source, *rest = (field.strip() for field in line.split(" | "))
    all_names = names.split(" / ")
    return TopicParameter(key or all_names[0], all_names, kind, description.split(" / "), source, rest == ["required"])
