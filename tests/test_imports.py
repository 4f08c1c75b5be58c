"""The imports of the project run one way, and each outside library is known to one part only."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "kb"

LAYERS = (
    {"errors", "model"},
    {"system", "tables", "text"},
    {"read", "catalog", "knowledge", "link", "store"},
    {"layouts", "search"},
    {"index", "ingest", "export"},
    {"update", "site", "fetch"},
    {"cli", "__main__"},
)
"""A part may import from its own row or one above, never from one below."""

ONLY_IN = {
    "bs4": {"read", "layouts"},
    "click": {"cli"},
    "filelock": {"store.folder"},
    "jinja2": {"site.render"},
    "platformdirs": {"system.places"},
    "sqlite3": {"store"},
    "yaml": {"layouts.reader.syntax.yaml_files"},
    "urllib3": {"fetch.http"},
    "whoosh": {"search.index"},
}


def modules() -> list[str]:
    """Name every module of the package, from the package on: `text`, `site.render`."""
    paths = (path.relative_to(PACKAGE).with_suffix("") for path in sorted(PACKAGE.rglob("*.py")))
    return [".".join(path.parts).removesuffix(".__init__") for path in paths if path.parts != ("__init__",)]


def imports(module: str) -> set[str]:
    """Name what *module* imports, wherever in it, as dotted names."""
    path = PACKAGE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            found.add(f"{node.module}")
            if node.module == "kb":
                found |= {f"kb.{alias.name}" for alias in node.names if alias.name != "__version__"}
    return found


def layer(part: str) -> int:
    """Return the row of LAYERS that *part* stands in."""
    return next(n for n, parts in enumerate(LAYERS) if part in parts)


@pytest.mark.parametrize("module", modules())
def test_a_module_imports_only_from_its_own_layer_or_those_above(module: str) -> None:
    own = layer(module.split(".", maxsplit=1)[0])
    below = {name for name in imports(module) if name.startswith("kb.") and layer(name.split(".")[1]) > own}
    assert not below


@pytest.mark.parametrize("module", modules())
def test_a_library_is_imported_only_by_the_part_that_is_there_for_it(module: str) -> None:
    outside = {name.split(".")[0] for name in imports(module)}
    for library, homes in ONLY_IN.items():
        if library in outside:
            assert any(module == home or module.startswith(f"{home}.") for home in homes), library


def test_every_part_has_a_layer() -> None:
    parts = {module.split(".")[0] for module in modules()}
    assert parts == set().union(*LAYERS) & parts
