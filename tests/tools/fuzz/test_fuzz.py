"""Hostile input of every kind is read or refused; what fuzzing has found stays found."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tools.fuzz.mutate import mutated, retyped
from tests.tools.fuzz.targets import SAMPLES, TARGETS, attack, seeds

_FOUND = sorted((SAMPLES / "fuzz").glob("*-*"))
_TRIES = {"pages": 2}


@pytest.mark.parametrize("found", _FOUND, ids=lambda found: found.name)
def test_what_broke_a_target_once_breaks_it_no_more(found: Path) -> None:
    attack(found.name.partition("-")[0], found.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_changed_samples_are_read_or_refused(name: str) -> None:
    fed = seeds(name)

    @settings(max_examples=_TRIES.get(name, 20), suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**64), place=st.integers(0, len(fed) - 1))
    def one(seed: int, place: int) -> None:
        attack(name, mutated(random.Random(seed), fed[place], fed))  # noqa: S311  (a seed, no secret)

    one()


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_read_or_refused(name: str) -> None:
    @settings(max_examples=_TRIES.get(name, 20), suppress_health_check=list(HealthCheck))
    @given(raw=st.binary(max_size=400) | st.text(max_size=400).map(lambda text: text.encode(errors="replace")))
    def one(raw: bytes) -> None:
        attack(name, raw)

    one()


_DATA = (
    "api_rulings_list.json",
    "bulk_rulings_array.json",
    "reversible.cards.json",
    "atomiccards_v5.json",
    "set_v4.json",
)


@pytest.mark.parametrize("name", _DATA)
def test_a_value_of_any_type_in_any_field_is_read_or_refused(name: str) -> None:
    value = json.loads((SAMPLES / "json" / name).read_bytes())

    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 2**64))
    def one(seed: int) -> None:
        attack("json", json.dumps(retyped(random.Random(seed), value)).encode())  # noqa: S311  (a seed, no secret)

    one()
