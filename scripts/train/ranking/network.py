"""The ranker: says which of several tools a sentence means, having all of them before it."""

from pathlib import Path

from marked_trunk import MarkedTrunk

RANK, ASKED = range(2)
"""Outputs at each [T]: how it stands to the other tools, and whether it is asked for at all."""


class Ranker(MarkedTrunk):
    def __init__(self, start: Path) -> None:
        super().__init__(start, 2, relevant=[RANK, ASKED])
