"""A copy of the joint extractor's trunk that gives a few scores for each token: what the read-back and the ranker are."""

from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from model import JointExtractor, trunk_folder

FROZEN_LAYERS = 2
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


Inputs = tuple[np.ndarray, np.ndarray]
"""Ids of the tokens, 0 behind the last one, and 1 where what the sentence is beside begins: both batch × tokens."""


def padded(rows: list[tuple[list[int], int]]) -> Inputs:
    """Of each text its ids, and the place where what the sentence is beside begins."""
    width = max(len(ids) for ids, _ in rows)
    tokens, types = np.zeros((len(rows), width), np.int32), np.zeros((len(rows), width), np.int32)
    for row, (ids, begins) in enumerate(rows):
        tokens[row, : len(ids)] = ids
        types[row, begins : len(ids)] = 1
    return tokens, types


def has_half_floats() -> bool:
    """Whether this processor multiplies floats of 16 bits; where it only imitates that, it takes three times as long as with 32."""
    flags = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    return "amx_bf16" in flags or "avx512_bf16" in flags


class MarkedTrunk(nn.Module):
    """`start`: a checkpoint of the joint extractor, which has read a sentence and a tool side by side before. `outputs`: scores of a
    token, of which those in `relevant` begin as the extractor's relevance and the others at nothing."""

    def __init__(self, start: Path, outputs: int, relevant: list[int]) -> None:
        super().__init__()
        joint = JointExtractor(trunk_folder())
        joint.load_state_dict({name: values.float() for name, values in load_file(start).items()})
        self.enc = joint.enc
        self.is_half = DEVICE == "cuda" or has_half_floats()
        # With 16 bits a processor's own product is faster than the fused one, whose way back is slow there.
        self.enc.set_attn_implementation("eager" if self.is_half and DEVICE == "cpu" else "sdpa")
        with torch.no_grad():
            # Markers are the lowest ids, which no text has.
            self.enc.embeddings.word_embeddings.weight[:5] += joint.mark.weight
        width = self.enc.config.hidden_size
        self.head = nn.Linear(width, outputs)
        with torch.no_grad():
            self.head.weight.zero_()
            self.head.bias.zero_()
            self.head.weight[relevant] = joint.lin.weight[0]
        self.to(DEVICE)

    def freeze(self, layers: int = FROZEN_LAYERS, dropout: float = 0.0) -> None:
        """Embeddings stay, since all networks share them, and so do the lowest `layers`, which cost time on a processor."""
        for part in (self.enc.embeddings, *self.enc.encoder.layer[:layers]):
            part.requires_grad_(False)
        for part in self.modules():
            if isinstance(part, nn.Dropout):
                part.p = dropout
        for layer in self.enc.encoder.layer:
            layer.attention.self.dropout.p = dropout
        self.enc.config.attention_probs_dropout_prob = dropout
        self.train()

    def forward(self, tokens: np.ndarray, begun: np.ndarray) -> Tensor:
        """batch × tokens × outputs, on the device. Takes what `padded` gives."""
        ids, types = torch.from_numpy(tokens).to(DEVICE), torch.from_numpy(begun).to(DEVICE)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=self.is_half):
            hidden = self.enc(input_ids=ids, token_type_ids=types, attention_mask=(ids != 0).long()).last_hidden_state
            return self.head(hidden).float()
