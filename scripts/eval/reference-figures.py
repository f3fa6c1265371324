"""Writes test/core/examination/reference-figures.json: what scikit-learn, SciPy and statsmodels make of some predictions.

pip install scikit-learn==1.9.1 scipy==1.17.1 statsmodels==0.15.0
python scripts/eval/reference-figures.py
"""
import json
import pathlib

import numpy as np
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve
from sklearn.metrics import accuracy_score, confusion_matrix, precision_recall_fscore_support
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

OUT = pathlib.Path(__file__).parents[2] / "test/core/examination/reference-figures.json"
random = np.random.default_rng(20260101)


def predictions(names, count, right):
    """A sentence's label by chance, some more often than others, and an answer that is mostly right."""
    weights = random.dirichlet(np.ones(len(names)))
    expected = random.choice(names, count, p=weights)
    given = np.where(random.random(count) < right, expected, random.choice(names, count))
    return [str(one) for one in expected], [str(one) for one in given]


def scores(expected, given):
    names = sorted(set(expected) | set(given))
    by_name = precision_recall_fscore_support(expected, given, labels=names, zero_division=0)
    averages = {
        average: [float(value) for value in precision_recall_fscore_support(expected, given, labels=names, average=average, zero_division=0)[:3]]
        for average in ("macro", "micro")
    }
    return {
        "expected": expected,
        "given": given,
        "accuracy": float(accuracy_score(expected, given)),
        "names": names,
        "precision": [float(value) for value in by_name[0]],
        "recall": [float(value) for value in by_name[1]],
        "f1": [float(value) for value in by_name[2]],
        "support": [int(value) for value in by_name[3]],
        **averages,
        "matrix": confusion_matrix(expected, given, labels=names).tolist(),
    }


def calibration(confidence, right, bins):
    """Bins of equal mass: cuts at floor(i n / bins) of the sorted answers, each moved behind those of equal confidence."""
    order = np.argsort(confidence, kind="stable")
    confidence, right = confidence[order], right[order].astype(float)
    cuts = [0]
    for index in range(1, bins):
        cut = index * len(confidence) // bins
        if cut > 0 and confidence[cut] == confidence[cut - 1]:
            cut = int(np.searchsorted(confidence, confidence[cut], side="right"))
        cuts.append(cut)
    cuts.append(len(confidence))
    pairs = [(start, end) for start, end in zip(cuts, cuts[1:]) if end > start]
    gaps = [abs(confidence[start:end].mean() - right[start:end].mean()) for start, end in pairs]
    masses = [end - start for start, end in pairs]
    return float(np.average(gaps, weights=masses)), [int(mass) for mass in masses]


def calibrations():
    made = []
    for count, levels in ((300, None), (200, 7), (47, None), (9, 3), (400, 40)):
        confidence = random.random(count) if levels is None else random.integers(0, levels + 1, count) / levels
        right = random.random(count) < confidence
        bins = max(1, min(15, count // 10))
        error, masses = calibration(confidence, right, bins)
        if levels is None and count % bins == 0:
            # Of answers that are all sure in another way, the bins are scikit-learn's.
            true, predicted = calibration_curve(right, confidence, n_bins=bins, strategy="quantile")
            assert abs(np.mean(np.abs(true - predicted)) - error) < 1e-12
        made.append({"confidence": confidence.tolist(), "right": right.tolist(), "error": error, "masses": masses})
    return made


def wilson():
    counts = [(0, 1), (1, 1), (0, 12), (12, 12), (1, 2), (19, 36), (95, 100), (999, 1000), (4310, 5000)]
    return [[right, tests, *(float(end) for end in proportion_confint(right, tests, method="wilson"))] for right, tests in counts]


def paired():
    made = []
    for first, second in [(1, 0), (0, 5), (3, 3), (10, 2), (25, 11), (40, 60), (0, 30), (500, 430), (3000, 2900), (1200, 1)]:
        p_value = float(mcnemar([[0, first], [second, 0]], exact=True).pvalue)
        assert abs(p_value - binomtest(first, first + second).pvalue) < 1e-12
        made.append([first, second, p_value])
    return made


figures = {
    "scores": [
        scores(*predictions(["yes", "no"], 40, 0.8)),
        scores(*predictions(["none", "get_weather", "set_alarm", "play", "Größe", "a b"], 300, 0.7)),
        scores(*predictions([f"label {index}" for index in range(30)], 200, 0.5)),
        # Never given, never expected, and one case alone.
        scores(["a", "a", "b", "c"], ["a", "d", "a", "a"]),
        scores(["a"], ["a"]),
    ],
    "calibrations": calibrations(),
    "wilson": wilson(),
    "mcnemar": paired(),
}
OUT.write_text(json.dumps(figures, ensure_ascii=False, separators=(",", ":")) + "\n")
print(OUT, OUT.stat().st_size)
