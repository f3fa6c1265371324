"""The read-back: says of a call whether exactly it is asked for."""

from pathlib import Path

from marked_trunk import MarkedTrunk

VERDICT, TOOL, VALUE = range(3)
"""Outputs: the verdict and whether the tool is meant, at [T]; whether a value is right, at [P]. Only the verdict ships."""


class ReadBack(MarkedTrunk):
    def __init__(self, start: Path) -> None:
        super().__init__(start, 3, relevant=[VERDICT, TOOL])
