# Every habit of the project; `just` lists them. Each is one plain command, so nobody needs just.

python := ".venv/bin/python"

# list these
default:
    @just --list

# set up a place to work
setup:
    python3 -m venv .venv
    .venv/bin/pip install -e ".[test]"

# the whole suite
test *options:
    .venv/bin/pytest {{options}}

# style and types
lint:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy

# everything that has to hold before a change is taken
ci:
    .ci/run

# how much the reader of pages gets right
reader *options:
    {{python}} -m tests.tools.reader {{options}}

# learn the weights of the reader anew
learn:
    {{python}} -m tests.tools.reader.train_readings

# how good answers are, against judged queries
quality *options:
    {{python}} -m tests.tools.quality.search {{options}}

# speed, against named references
bench *options:
    {{python}} -m tests.tools.bench.run {{options}}

# kill, starve and crowd kb, and count what breaks
reliability:
    {{python}} -m tests.tools.reliability

# look for inputs that are read badly or slowly
fuzz target:
    {{python}} -m tests.tools.fuzz {{target}}
