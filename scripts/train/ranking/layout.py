"""How a sentence and the tools stand before the ranker; src/models/embedded/networks/ranking-model.ts repeats it.

[CLS] sentence [SEP] [T] name : description : parameters [T] name : description : parameters [T] … [SEP]

The marks are those of the joint extractor, which the network is trained from. Its scores are read at each [T].
"""

from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

CLS, SEP, TOOL_MARK = 101, 102, 2
SENTENCE_TOKENS_MAX, TOOL_TOKENS_MAX, WHOLE_TOKENS_MAX = 72, 20, 27
TOOLS_MAX = 8
INPUT_TOKENS_MAX = 320


class Layout:
    def __init__(self, tokenizer: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._ids = lru_cache(maxsize=200_000)(self._encode)

    def _encode(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def encode(self, text: str, tools: list[tuple[str, str]]) -> tuple[list[int], list[int]]:
        """`tools`: of each "name : description", and the names of its parameters. The ids, and the places of the [T]."""
        ids = [CLS, *self._ids(text)[:SENTENCE_TOKENS_MAX], SEP]
        tools_at = []
        for does, takes in tools[:TOOLS_MAX]:
            tools_at.append(len(ids))
            own = (*self._ids(does)[:TOOL_TOKENS_MAX], *(self._ids(f": {takes}") if takes else ()))
            ids += [TOOL_MARK, *own[:WHOLE_TOKENS_MAX]]
        end = INPUT_TOKENS_MAX - 1
        return [*ids[:end], SEP], [at for at in tools_at if at < end]
