"""A copy of the joint extractor's trunk that gives a few scores for each token: what the read-back and the ranker are."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from model import JointExtractor, trunk_folder

FROZEN_LAYERS = 2


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
        self.is_half = has_half_floats()
        # With 16 bits its own product is faster than the fused one, whose way back is slow.
        self.enc.set_attn_implementation("eager" if self.is_half else "sdpa")
        with torch.no_grad():
            # Markers are the lowest ids, which no text has.
            self.enc.embeddings.word_embeddings.weight[:5] += joint.mark.weight
        width = self.enc.config.hidden_size
        self.head = nn.Linear(width, outputs)
        with torch.no_grad():
            self.head.weight.zero_()
            self.head.bias.zero_()
            self.head.weight[relevant] = joint.lin.weight[0]

    def freeze(self) -> None:
        """Embeddings and the lowest layers stay: they cost time on a processor and gain nothing."""
        for part in (self.enc.embeddings, *self.enc.encoder.layer[:FROZEN_LAYERS]):
            part.requires_grad_(False)
        for part in self.modules():
            if isinstance(part, nn.Dropout):
                part.p = 0.0
        self.enc.config.attention_probs_dropout_prob = 0.0

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:
        """batch × tokens × outputs; id 0 is padding."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.is_half):
            hidden = self.enc(input_ids=ids, token_type_ids=types, attention_mask=(ids != 0).long()).last_hidden_state
            return self.head(hidden).float()
