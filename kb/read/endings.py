"""Endings of the names of files, as far as they tell what a file is."""

from pathlib import PurePosixPath

from kb.text.folding import word_set

_WRITTEN = word_set(
    """
    .txt .text .md .markdown .html .htm .xhtml .eml .mail .org .rst .adoc .tex .wiki .csv .tsv .log .asc .nfo .srt
    """
)
_PROGRAMS = word_set(
    """
    .js .jsx .ts .tsx .mjs .cjs .vue .coffee .java .kt .kts .scala .groovy .cs .fs .vb .c .h .cc .cpp .hpp .m .go
    .rs .swift .dart .rb .py .php .pl .pm .lua .r .jl .hs .ml .elm .ex .exs .erl .clj .cljs .cljc .edn .lisp .el
    .scm .sql .sh .ps1 .yaml .yml .toml .ini .cfg .conf .env .properties .po .pot .json .jsonl .ndjson .json5
    .hjson .plist .ipynb
    """
)
_YAML = word_set(".yaml .yml")
_PROPERTIES = word_set(".ini .env .properties .desktop")
_STRUCTURED = _PROGRAMS - word_set(".cfg .conf")


def is_written(path: str) -> bool:
    """Whether the file at *path* is written for people, by its ending; a file without one is."""
    ending = _ending(path)
    return ending in _WRITTEN or not ending


def is_program(path: str) -> bool:
    """Whether the file at *path* is a program or data, by its ending."""
    return _ending(path) in _PROGRAMS


def is_yaml(path: str) -> bool:
    """Whether the file at *path* is YAML, by its ending."""
    return _ending(path) in _YAML


def is_properties(path: str) -> bool:
    """Whether the file at *path* holds lines `key=value`, by its ending."""
    return _ending(path) in _PROPERTIES


def is_structured(path: str) -> bool:
    """Whether the ending of *path* names a language of which fields without quotes are no part."""
    return _ending(path) in _STRUCTURED


def _ending(path: str) -> str:
    return PurePosixPath(path.lower().removesuffix(".gz")).suffix
