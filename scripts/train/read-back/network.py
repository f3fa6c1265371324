"""The read-back: a copy of the joint extractor's trunk that says of a call whether exactly it is asked for."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from model import JointExtractor, trunk_folder

VERDICT, TOOL, VALUE = range(3)
"""Outputs: the verdict and whether the tool is meant, at [T]; whether a value is right, at [P]. Only the verdict ships."""
FROZEN_LAYERS = 2


class ReadBack(nn.Module):
    """`start`: a checkpoint of the joint extractor, which has read a sentence and a tool side by side before."""

    def __init__(self, start: Path) -> None:
        super().__init__()
        joint = JointExtractor(trunk_folder())
        joint.load_state_dict({name: values.float() for name, values in load_file(start).items()})
        self.enc = joint.enc
        with torch.no_grad():
            # Markers are the lowest ids, which no text has.
            self.enc.embeddings.word_embeddings.weight[:5] += joint.mark.weight
        width = self.enc.config.hidden_size
        self.head = nn.Linear(width, 3)
        with torch.no_grad():
            relevance = joint.lin.weight[0]
            self.head.weight.copy_(torch.stack([relevance, relevance, torch.zeros(width)]))
            self.head.bias.zero_()

    def freeze(self) -> None:
        for part in (self.enc.embeddings, *self.enc.encoder.layer[:FROZEN_LAYERS]):
            part.requires_grad_(False)
        for part in self.modules():
            if isinstance(part, nn.Dropout):
                part.p = 0.0
        self.enc.config.attention_probs_dropout_prob = 0.0

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:
        """batch × tokens × 3; id 0 is padding."""
        hidden = self.enc(input_ids=ids, token_type_ids=types, attention_mask=(ids != 0).long()).last_hidden_state
        return self.head(hidden)
