"""How a sentence and a call stand before the network; src/models/embedded/networks/read-back-model.ts repeats it.

[CLS] sentence [SEP] [T] tool : description [P] name : value [P] … [O] name that is open [O] … [SEP]

The marks are those of the joint extractor, which the network is trained from. Its verdict is read at [T].
"""

from functools import lru_cache
from pathlib import Path

from tokenizers import Tokenizer

CLS, SEP, TOOL_MARK, SAID_MARK, OPEN_MARK = 101, 102, 2, 3, 4
SENTENCE_TOKENS_MAX, TOOL_TOKENS_MAX, SAID_TOKENS_MAX, OPEN_TOKENS_MAX = 72, 24, 28, 5
SAID_MAX, OPEN_MAX = 12, 8
INPUT_TOKENS_MAX = 224


class Layout:
    def __init__(self, tokenizer: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._ids = lru_cache(maxsize=200_000)(self._encode)

    def _encode(self, text: str, count: int) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).ids[:count])

    def encode(self, text: str, tool: str, said: list[str], left_open: list[str]) -> tuple[list[int], int, list[int]]:
        """The ids, the place of [T], and those of each [P] that fits."""
        ids = [CLS, *self._ids(text, SENTENCE_TOKENS_MAX), SEP]
        tool_at, said_at = len(ids), []
        ids += [TOOL_MARK, *self._ids(tool, TOOL_TOKENS_MAX)]
        for one in said[:SAID_MAX]:
            said_at.append(len(ids))
            ids += [SAID_MARK, *self._ids(one, SAID_TOKENS_MAX)]
        for one in left_open[:OPEN_MAX]:
            ids += [OPEN_MARK, *self._ids(one, OPEN_TOKENS_MAX)]
        end = INPUT_TOKENS_MAX - 1
        return [*ids[:end], SEP], tool_at, [at for at in said_at if at < end]
