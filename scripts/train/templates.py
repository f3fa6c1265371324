"""Ways of asking, written with alternatives: `(find|show) {cuisine} places(<open=true> that are open|)`.

`(a|b|)` is one of its alternatives, `{name}` the value of a parameter (`{name:words}` a number in words,
`{name:quoted}` a quoted text, `{name=text}` this very text), `<name=value>` says something about a parameter without naming it.
"""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Words:
    text: str


@dataclass(frozen=True)
class Mention:
    name: str
    form: str
    """"", "words", "quoted", or "=" and the text itself."""


@dataclass(frozen=True)
class Implied:
    name: str
    value: str


Piece = Words | Mention | Implied


def expand(template: str, rng: Random) -> list[Piece]:
    """One way of asking. Throws ValueError for a template whose brackets do not pair."""
    pieces, at = _sequence(template, 0, rng)
    if at != len(template):
        raise ValueError(f"a bracket too many at {at} in {template!r}")
    return pieces


def _sequence(template: str, at: int, rng: Random) -> tuple[list[Piece], int]:
    """Reads up to the end of the alternative that starts here."""
    pieces: list[Piece] = []
    while at < len(template) and template[at] not in "|)":
        sign = template[at]
        if sign == "(":
            found, at = _alternatives(template, at + 1, rng)
            pieces += found
        elif sign in "{<":
            end = template.index("}" if sign == "{" else ">", at)
            pieces.append(_named(template[at + 1 : end], sign))
            at = end + 1
        else:
            end = min((i for i in range(at, len(template)) if template[i] in "|()<{"), default=len(template))
            pieces.append(Words(template[at:end]))
            at = end
    return pieces, at


def _named(inner: str, sign: str) -> Piece:
    name, equals, value = inner.partition("=")
    if sign == "<":
        return Implied(name, value)
    if equals:
        return Mention(name, f"={value}")
    name, _, form = inner.partition(":")
    return Mention(name, form)


def _alternatives(template: str, at: int, rng: Random) -> tuple[list[Piece], int]:
    found: list[list[Piece]] = []
    while True:
        pieces, at = _sequence(template, at, rng)
        found.append(pieces)
        if at >= len(template):
            raise ValueError(f"a bracket is left open in {template!r}")
        if template[at] == ")":
            return rng.choice(found), at + 1
        at += 1


def names_in(pieces: list[Piece]) -> set[str]:
    return {piece.name for piece in pieces if not isinstance(piece, Words)}
