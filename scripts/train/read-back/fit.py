"""Fits what the verdict and the other evidence say together, on trades that no network saw, and prints what it does.

    python read-back/fit.py READ_BACK.onnx PAIRS.jsonl [MEASURED.jsonl…]

Run in scripts/train, with it in PYTHONPATH. PAIRS.jsonl is what the network was trained on, but for
the sources that train.py leaves out; MEASURED.jsonl are the product's calls on measured
sets, which nothing is fitted on.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnxruntime

from layout import Layout
from model import trunk_folder
from records import read_lines
from train import area, held_sources, is_record
from word_vectors import beside

THRESHOLDS = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
SURE_MIN = 0.8


class Network:
    """The file that ships."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._words = beside(path)
        self._layout = Layout(trunk_folder() / "tokenizer.json")

    def verdict(self, pair: dict) -> float:
        ids, tool_at, _ = self._layout.encode(pair["text"], pair["tool"], pair["said"], pair["open"])
        (found,) = self._session.run(None, self._words.inputs(ids, tool_at))
        return float(found.reshape(-1)[0])


NAMES = ("verdict", "fits", "lead", "least", "asksBack", "constant")
"""As src/models/embedded/read-back/read-back.ts has them."""


def features(pair: dict) -> list[float]:
    evidence = pair["evidence"]
    return [pair["score"], evidence["fits"], evidence["lead"], evidence["least"], float(evidence["asksBack"]), 1.0]


def fitted(pairs: list[dict]) -> np.ndarray:
    rows = np.array([features(pair) for pair in pairs])
    labels = np.array([pair["label"] for pair in pairs], float)
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        odds = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (odds - labels) + 1e-3 * weights
        bend = (rows * (odds * (1 - odds))[:, None]).T @ rows + 1e-3 * np.eye(rows.shape[1])
        weights -= np.linalg.solve(bend, slope)
    return weights


def probability(pair: dict, weights: np.ndarray) -> float:
    return float(1 / (1 + math.exp(-float(np.dot(features(pair), weights)))))


def by_the_others(pairs: list[dict]) -> list[float]:
    """How sure each call is, by weights that were fitted without its source."""
    sources = sorted({pair["source"] for pair in pairs})
    without = {source: fitted([pair for pair in pairs if pair["source"] != source]) for source in sources}
    return [probability(pair, without[pair["source"]]) for pair in pairs]


def told(name: str, pairs: list[dict], sure: list[float]) -> None:
    """What would come of them: whole calls from each threshold on, then those that ask back; the rest of each are none."""
    labels = [pair["label"] for pair in pairs]
    areas = {"verdict": [pair["score"] for pair in pairs], "choice": [pair["evidence"]["fits"] for pair in pairs], "all": sure}
    print(f"\n{name}: {len(pairs)} calls, AUC", ", ".join(f"of {one} {area(scores, labels):.3f}" for one, scores in areas.items()))
    both = list(zip(pairs, sure))
    print("  ", sure_wrong(both), "|", reliability(both))
    for kind, rows in (("whole", [row for row in both if not asks(row[0])]), ("asks", [row for row in both if asks(row[0])])):
        for threshold in THRESHOLDS if rows else ():
            made = outcomes([(pair, one >= threshold) for pair, one in rows], len(pairs))
            print(f"  {kind:5} from {threshold:.2f} ", shown(made))


def asks(pair: dict) -> bool:
    """Whether it lacks what the tool requires, so that nothing would be carried out."""
    return any(name.endswith(" needed") for name in pair["open"])


def reliability(rows: list[tuple[dict, float]]) -> str:
    """Of each fifth of the confidences: how many calls there are, and how many of them are right."""
    bins: dict[int, list[int]] = defaultdict(list)
    for pair, one in rows:
        bins[min(4, int(one * 5))].append(pair["label"])
    return "right of each fifth " + " ".join(f"{100 * sum(own) / len(own):.0f} % of {len(own)}" for _, own in sorted(bins.items()))


def outcomes(pairs: list[tuple[dict, bool]], of: int | None = None) -> dict[str, float]:
    """In percent of so many, or of all of them."""
    counts: dict[str, float] = defaultdict(float)
    for pair, is_called in pairs:
        counts[pair["verdict"] if is_called else pair["verdictOfNone"]] += 100 / (of or len(pairs))
    return counts


def shown(counts: dict[str, float]) -> str:
    return " ".join(f"{name} {counts[name]:5.1f}" for name in ("right", "part", "asked", "none", "wrong"))


def sure_wrong(pairs: list[tuple[dict, float]]) -> str:
    sure = [pair for pair, one in pairs if one >= SURE_MIN and not asks(pair)]
    return f"of {len(sure)} sure calls wrong {100 * sum(pair['verdict'] == 'wrong' for pair in sure) / max(1, len(sure)):.1f} %"


def read_back(pairs: Iterable[dict], network: Network) -> list[dict]:
    """What the product called, each with its verdict."""
    asked = [pair for pair in pairs if pair["origin"] == "product" and pair["evidence"]]
    return [pair | {"score": network.verdict(pair)} for pair in asked]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("network", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("measured", type=Path, nargs="*")
    given = parser.parse_args()
    network = Network(given.network)
    pairs = list(read_lines(given.pairs))
    left_out = held_sources(pairs)
    held = read_back([pair for pair in pairs if pair["source"] in left_out], network)
    trades = [pair for pair in held if not is_record(pair)]
    weights = fitted(trades)
    print(f"fitted on {len(trades)} calls:", ", ".join(f"{name} {weight:.3f}" for name, weight in zip(NAMES, weights)))
    print("means:", ", ".join(f"{name} {np.mean([features(pair)[at] for pair in trades]):.2f}" for at, name in enumerate(NAMES[:-1])))
    told("trades left out, each by the others", trades, by_the_others(trades))
    records = [pair for pair in held if is_record(pair)]
    told("records left out", records, [probability(pair, weights) for pair in records])
    for path in given.measured:
        pairs = read_back(read_lines(path), network)
        by_part: dict[str, list[dict]] = defaultdict(list)
        for pair in pairs:
            by_part[part_of(pair["source"])].append(pair)
        for name, own in by_part.items():
            told(name, own, [probability(pair, weights) for pair in own])


PARTS = {
    "home": "everyday, looked into by all", "travel-desk": "everyday, looked into by all", "online-shop-admin": "everyday, looked into by all",
    "banking": "everyday, banking and calendar", "calendar-and-mail": "everyday, banking and calendar",
    "devops": "everyday, devops, factory and support", "smart-factory": "everyday, devops, factory and support", "support-desk": "everyday, devops, factory and support",
}
"""Totals alone, so that nothing is read into a single domain."""


def part_of(source: str) -> str:
    return PARTS.get(source, source)


if __name__ == "__main__":
    main()
