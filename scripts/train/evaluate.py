"""Figures and the fit of "none" from what readings.ts wrote.

    evaluate.py READINGS.jsonl [--fit HELD_READINGS.jsonl] [--slots SNIPS_READINGS.jsonl]

With --fit, the logistic rule of the product's tool-choice.ts is fitted anew on queries about tools held back from
training, and printed with its reliability; the figures are then those of the new rule. Without, those of the shipped one.
"""

import argparse
import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from records import read_lines

FEATURES = ("relevance", "coverage", "required", "similarity", "rivals")
SHIPPED = {"relevance": 0.2, "coverage": 0.76, "required": 4.3, "similarity": 7.8, "rivals": 1.04, "constant": -7.4}
"""FIT of tool-choice.ts."""
READ_MAX, RIVALS_MAX = 2, 8
SIMILARITY_WEIGHT, READING_WEIGHT = 10, 0.3
STEPS, RATE, PENALTY = 4_000, 1.0, 1e-3
BINS = 10
FITS_MIN = 0.5
NONE_SHARE = 0.4
"""Of the queries that the rule is fitted for: how many mean no tool. Calling a wrong tool is worse than asking back."""


@dataclass(frozen=True)
class Chosen:
    part: str
    features: tuple[float, ...]
    is_tool: bool
    """The best tool is the right one."""
    is_right: bool
    """And its call is right in every parameter."""
    has_gold: bool


def best_of(line: dict, reading_weight: float) -> dict:
    """The tool that the product takes, as tool-choice.ts sorts them."""

    def total(c: dict) -> float:
        read = c["relevance"] + 4 * c["coverage"] + 3 * c["required"]
        return c["words"] + SIMILARITY_WEIGHT * c["similarity"] + reading_weight * read

    return max(line["candidates"][:READ_MAX], key=total)


def chosen(line: dict, reading_weight: float) -> Chosen:
    best = best_of(line, reading_weight)
    rivals = math.log(min(RIVALS_MAX, line["tools"]))
    features = (best["relevance"], best["coverage"], best["required"], best["similarity"], rivals)
    return Chosen(line["part"], features, best["isGold"], bool(best["isRight"]), line["gold"] is not None)


def confidence(rows: list[Chosen], weights: dict[str, float]) -> np.ndarray:
    odds = [sum(weights[name] * x for name, x in zip(FEATURES, row.features, strict=True)) + weights["constant"] for row in rows]
    return 1 / (1 + np.exp(-np.array(odds)))


def fitted(rows: list[Chosen]) -> dict[str, float]:
    """Logistic regression of "the chosen tool is right". A third of the weight has what means no tool; parts weigh the same."""
    x, y = np.array([row.features for row in rows]), np.array([float(row.is_tool) for row in rows])
    counts: dict[tuple[str, bool], int] = defaultdict(int)
    for row in rows:
        counts[row.part, row.has_gold] += 1
    parts = {has_gold: sum(1 for _, has in counts if has == has_gold) for has_gold in (True, False)}
    weight = {True: 1 - NONE_SHARE, False: NONE_SHARE}
    share = np.array([weight[row.has_gold] / parts[row.has_gold] / counts[row.part, row.has_gold] for row in rows])
    mean, deviation = x.mean(0), x.std(0) + 1e-9
    z = np.hstack([(x - mean) / deviation, np.ones((len(x), 1))])
    w = np.zeros(z.shape[1])
    for _ in range(STEPS):
        slope = z.T @ ((1 / (1 + np.exp(-z @ w)) - y) * share) / share.sum()
        w -= RATE * (slope + PENALTY * np.append(w[:-1], 0))
    raw = w[:-1] / deviation
    return {**dict(zip(FEATURES, raw.tolist(), strict=True)), "constant": float(w[-1] - raw @ mean)}


def wilson(right: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share, in percent."""
    z, p = 1.96, right / total
    middle, half = p + z * z / (2 * total), z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total))
    return 100 * (middle - half) / (1 + z * z / total), 100 * (middle + half) / (1 + z * z / total)


def figures(rows: list[Chosen], sure: np.ndarray) -> None:
    print(f"{'part':18} {'n':>4} {'right':>6} {'95 %':>13} {'never none':>11} {'tool':>6}")
    shares = []
    for part in sorted({row.part for row in rows}):
        of = [(row, s) for row, s in zip(rows, sure, strict=True) if row.part == part]
        calls = [(row.is_right and s >= FITS_MIN) if row.has_gold else s < FITS_MIN for row, s in of]
        low, high = wilson(sum(calls), len(of))
        shares.append(100 * sum(calls) / len(of))
        known = [row for row, _ in of if row.has_gold]
        free = 100 * sum(row.is_right for row in known) / max(1, len(known))
        tool = 100 * sum(row.is_tool for row in known) / max(1, len(known))
        print(f"{part:18} {len(of):4} {100 * sum(calls) / len(of):6.1f} {low:5.1f} – {high:5.1f} {free:11.1f} {tool:6.1f}")
    print(f"mean of the parts {sum(shares) / len(shares):.1f}")


def reliability(rows: list[Chosen], sure: np.ndarray) -> None:
    """Of the calls made with a confidence, how many have the right tool; and the mean gap between the two."""
    gap = 0.0
    for low in range(BINS):
        of = [(float(row.is_tool), s) for row, s in zip(rows, sure, strict=True) if low <= s * BINS < low + 1 or s == 1 and low == BINS - 1]
        if of:
            said, true = float(np.mean([s for _, s in of])), float(np.mean([t for t, _ in of]))
            gap += abs(said - true) * len(of) / len(rows)
            print(f"  {low / BINS:.1f}–{(low + 1) / BINS:.1f}  n {len(of):4}  says {said:.2f}  is {true:.2f}")
    print(f"  expected calibration error {gap:.3f}")


def slot_figures(lines: list[dict], reading_weight: float) -> None:
    """Of texts whose every slot may be left out: the right tool, and slots with the chosen tool and with the right one."""
    right, hits, given, wanted, free = 0, 0, 0, 0, [0, 0, 0]
    for line in lines:
        best, gold = best_of(line, reading_weight), next((c for c in line["candidates"] if c["isGold"]), None)
        right += best["isGold"]
        slots = gold["slots"] if gold else {"hits": 0, "spurious": 0, "missed": line["slotsWanted"]}
        free = [a + b for a, b in zip(free, slots.values(), strict=True)]
        hits += slots["hits"] * best["isGold"]
        given += (slots["hits"] + slots["spurious"]) * best["isGold"]
        wanted += line["slotsWanted"]
    low, high = wilson(right, len(lines))
    precision, recall = hits / max(1, given), hits / max(1, wanted)
    print(f"snips: right tool {100 * right / len(lines):.1f} ({low:.1f} – {high:.1f}), n {len(lines)}; slots: precision {100 * precision:.1f}, recall {100 * recall:.1f}, "
          f"F1 {200 * precision * recall / max(1e-9, precision + recall):.1f}, F1 with the right tool given {200 * free[0] / max(1, 2 * free[0] + free[1] + free[2]):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("readings", type=Path)
    parser.add_argument("--fit", type=Path)
    parser.add_argument("--slots", type=Path)
    parser.add_argument("--reading-weight", type=float, default=READING_WEIGHT)
    given = parser.parse_args()
    rows = [chosen(line, given.reading_weight) for line in read_lines(given.readings) if line["candidates"]]
    weights = SHIPPED
    if given.fit:
        held = [chosen(line, given.reading_weight) for line in read_lines(given.fit) if line["candidates"]]
        weights = fitted(held)
        print("fitted:", {name: round(value, 3) for name, value in weights.items()})
        reliability(held, confidence(held, weights))
    for name, rule in {"shipped rule": SHIPPED, "fitted rule": weights}.items() if given.fit else [("shipped rule", SHIPPED)]:
        print(name)
        figures(rows, confidence(rows, rule))
        reliability(rows, confidence(rows, rule))
    if given.slots:
        slot_figures(list(read_lines(given.slots)), given.reading_weight)


if __name__ == "__main__":
    main()
