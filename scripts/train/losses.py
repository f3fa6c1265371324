"""How far the model's scores are from what is known, as one number to make smaller and several to watch."""

import torch
import torch.nn.functional as F
from torch import Tensor

from batches import Inputs, Item, inputs, tokens_in
from model import BOOLEAN, OPTION, RELEVANCE, STATED, JointExtractor

RARE_MIN = 4
"""Options and booleans are averaged over at least so many, lest a single one outweigh a whole batch."""
STATED_INSIDE, UNSTATED_INSIDE = 4.0, 8.0
"""What the sum over a text's tokens is divided by: unstated parameters are many and easy."""

Losses = dict[str, Tensor]


def losses_of(model: JointExtractor, batch: list[Item], kind: str) -> tuple[Tensor, dict[str, float]]:
    """`kind` is the device's: "cpu" or "cuda". Both compute in bfloat16."""
    made = inputs(batch)
    made = Inputs(made.ids.to(kind), made.types.to(kind), made.mask.to(kind))
    with torch.autocast(kind, dtype=torch.bfloat16):
        hidden = model.hidden(made.ids, made.types, made.mask)
        scores = model.lin(hidden).float()
        found = {**_relevance(scores, batch), **_slots(model, hidden, scores, batch)}
    return sum(found.values(), torch.zeros((), device=kind)), {name: float(value.detach()) for name, value in found.items()}


def _relevance(scores: Tensor, batch: list[Item]) -> Losses:
    known = [(row, item.encoded.tool_at, item.relevance) for row, item in enumerate(batch) if item.relevance is not None]
    if not known:
        return {}
    rows, at, wanted = zip(*known, strict=True)
    return {"relevance": F.binary_cross_entropy_with_logits(scores[rows, at, RELEVANCE], scores.new_tensor(wanted))}


def _slots(model: JointExtractor, hidden: Tensor, scores: Tensor, batch: list[Item]) -> Losses:
    marked = [(row, item, *slot) for row, item in enumerate(batch) for slot in item.slots if slot[1] is None or slot[1]["k"] != "unk"]
    if not marked:
        return {}
    rows, at = torch.tensor([m[0] for m in marked]), torch.tensor([m[2] for m in marked])
    stated = scores.new_tensor([float(m[3] is not None) for m in marked])
    found = {"stated": F.binary_cross_entropy_with_logits(scores[rows, at, STATED], stated)}
    found |= _chosen(scores, marked)
    open_ones = [m for m in marked if m[3] is None and not m[4] or m[3] is not None and m[3]["k"] == "span"]
    return found | (_spans(model, hidden, open_ones) if open_ones else {})


def _chosen(scores: Tensor, marked: list) -> Losses:
    options, truths = [], []
    for row, _, at, slot, option_at, names in marked:
        if slot is not None and slot["k"] == "bool":
            wanted = scores.new_tensor(float(slot["v"]))
            truths.append(F.binary_cross_entropy_with_logits(scores[row, at, BOOLEAN], wanted))
        elif slot is not None and slot["k"] == "opt" and slot["v"] and slot["v"][0] in names[: len(option_at)]:
            wanted = torch.tensor([names.index(slot["v"][0])], device=scores.device)
            options.append(F.cross_entropy(scores[row, option_at, OPTION][None], wanted))
    found = {}
    if options:
        found["option"] = torch.stack(options).sum() / max(RARE_MIN, len(options))
    if truths:
        found["boolean"] = torch.stack(truths).sum() / max(RARE_MIN, len(truths))
    return found


def _spans(model: JointExtractor, hidden: Tensor, marked: list) -> Losses:
    rows, at = torch.tensor([m[0] for m in marked]), torch.tensor([m[2] for m in marked])
    spans = model.spans_at(hidden, rows, at).float()
    starts, ends, inside, of_text = (torch.zeros(len(marked), spans.shape[-1]) for _ in range(4))
    for n, (_, item, _, slot, *_) in enumerate(marked):
        of_text[n, 1 : len(item.encoded.offsets) + 1] = 1
        for span in (slot or {}).get("spans", []):
            if touched := tokens_in(item.encoded, span):
                starts[n, touched[0]] = ends[n, touched[-1]] = 1
                inside[n, touched] = 1
    starts, ends, inside, of_text = (t.to(spans.device) for t in (starts, ends, inside, of_text))
    is_stated = starts.any(1)
    # A value that stands beyond the tokens read has no place: it is neither stated nor unstated.
    is_known = is_stated | torch.tensor([m[3] is None for m in marked], device=spans.device)
    shares = torch.where(is_stated, STATED_INSIDE, UNSTATED_INSIDE)
    wrong = (F.binary_cross_entropy_with_logits(spans[:, 2], inside, reduction="none") * of_text).sum(1) / shares
    found = {"inside": (wrong * is_known).sum() / is_known.sum().clamp(min=1)}
    if is_stated.any():
        logs = spans[:, :2].masked_fill(of_text[:, None] == 0, -1e4).log_softmax(-1)[is_stated]
        found["borders"] = 0.5 * (_at(logs[:, 0], starts[is_stated]) + _at(logs[:, 1], ends[is_stated]))
    return found


def _at(logs: Tensor, wanted: Tensor) -> Tensor:
    """Mean negative log-probability of the wanted places; of several, each counts the same."""
    return -((logs * wanted).sum(1) / wanted.sum(1)).mean()
