"""Batches that other processes make while a device works on the last ones: it is faster than a batch is made."""

from collections.abc import Callable, Iterator
from random import Random

from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from marked_trunk import DEVICE

MAKERS = {"cpu": 0, "cuda": 4}[DEVICE]
"""Processes beside the one that trains; with none, it makes them itself."""


class Passes(IterableDataset):
    """`one_pass` makes the batches of one pass through the data, drawn by the random numbers that it is given."""

    def __init__(self, one_pass: Callable[[Random], Iterator], seed: int) -> None:
        self._one_pass, self._seed = one_pass, seed

    def __iter__(self) -> Iterator:
        maker = get_worker_info()
        rng = Random(self._seed if maker is None else self._seed * 1_000 + maker.id)
        while True:
            yield from self._one_pass(rng)


def made_ahead(one_pass: Callable[[Random], Iterator], seed: int) -> Iterator:
    """Endless. The same seed gives the same batches, with as many makers."""
    return iter(DataLoader(Passes(one_pass, seed), batch_size=None, num_workers=MAKERS, collate_fn=as_it_is))


def as_it_is(batch: object) -> object:
    """Not as tensors, which would go through shared memory, of which there may be little."""
    return batch
