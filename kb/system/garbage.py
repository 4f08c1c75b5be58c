"""Doing without the search for dead cycles of values where there are none to find."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unswept() -> Iterator[None]:
    """Do without sweeps in a block: one that is over before they find any, or whose many values are all alive."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def held() -> Iterator[None]:
    """Leave what there is at the start of a block out of its sweeps: values that all live until it ends."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
