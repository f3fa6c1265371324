"""A trunk that turns sentences into vectors of length one, with gradients where it is being trained."""

import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import normalize
from transformers import BertModel

from embedder.trunk import Trunk

CLS, SEP, TOKENS_MAX = 101, 102, 40
CHUNKS = 3
FROZEN_LAYERS = 1


class Sentences:
    """Embeddings and the lowest layers stay as they are; token ids are remembered."""

    def __init__(self, trunk: Trunk) -> None:
        self._trunk = trunk
        self.model = BertModel(trunk.config, add_pooling_layer=False)
        self.model.load_state_dict(trunk.weights())
        self.model.embeddings.requires_grad_(False)
        self.model.encoder.layer[:FROZEN_LAYERS].requires_grad_(False)
        self._tokenizer = Tokenizer.from_file(str(trunk.tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._known: dict[str, list[int]] = {}

    def ids(self, text: str) -> list[int]:
        if text not in self._known:
            self._known[text] = [CLS, *self._tokenizer.encode(text, add_special_tokens=False).ids[: TOKENS_MAX - 2], SEP]
        return self._known[text]

    def vectors(self, texts: list[str]) -> Tensor:
        """Those of like length go through together, so that little is spent on padding."""
        ids = [self.ids(text) for text in texts]
        order = sorted(range(len(ids)), key=lambda at: len(ids[at]))
        size = -(-len(order) // CHUNKS)
        with torch.autocast("cpu", torch.bfloat16):
            made = torch.cat([self._pass([ids[at] for at in order[start : start + size]]) for start in range(0, len(order), size)])
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return made[back]

    def _pass(self, ids: list[list[int]]) -> Tensor:
        width = max(map(len, ids))
        padded = torch.tensor([row + [0] * (width - len(row)) for row in ids])
        mask = (padded != 0).long()
        hidden = self.model(input_ids=padded, attention_mask=mask).last_hidden_state
        return normalize(self._trunk.pooled(hidden.float(), mask), dim=1)
