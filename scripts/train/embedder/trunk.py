"""What an embedder is trained from: all-MiniLM-L6-v2 for tools, memories and the cache, bge-small-en-v1.5 for labels."""

from dataclasses import dataclass
from pathlib import Path

from safetensors.torch import load_file
from torch import Tensor
from transformers import BertConfig

from model import trunk_folder


@dataclass(frozen=True)
class Trunk:
    folder: Path
    layers: int
    reads_first: bool
    """Whether [CLS] stands for a text; else the mean of its tokens."""

    @property
    def config(self) -> BertConfig:
        """Both are of one kind, which differs in layers alone; nothing is dropped while training."""
        made = BertConfig.from_pretrained(trunk_folder(), num_hidden_layers=self.layers, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
        made._attn_implementation = "eager"
        return made

    @property
    def tokenizer(self) -> Path:
        return self.folder / "tokenizer.json"

    def weights(self) -> dict[str, Tensor]:
        named = load_file(self.folder / "model.safetensors")
        return {name.removeprefix("bert."): values for name, values in named.items() if "pooler" not in name and "position_ids" not in name}

    def pooled(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """One vector a text, of any length."""
        return hidden[:, 0] if self.reads_first else (hidden * mask[..., None]).sum(1)


def trunk_named(labels: Path | None) -> Trunk:
    """`labels` is the folder that bge_small.py made, or None for all-MiniLM-L6-v2."""
    return Trunk(labels, 12, True) if labels else Trunk(trunk_folder(), 6, False)
