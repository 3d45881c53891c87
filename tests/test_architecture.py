"""The shape of the project: imports one way, no card by name, one source of chance, small files and functions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "hordemtg"

# The road of the data: which part may know which. Every part may know itself and the package's version.
LANGUAGE = {"compiler", "script", "cards"}
TABLE = LANGUAGE | {"play", "trace", "horde", "rules"}
MAY_IMPORT: dict[str, set[str]] = {
    "oracle": set(),
    "cards": set(),
    "script": {"cards"},
    "compiler": {"script", "cards"},
    "rules": {"cards"},
    "horde": {"rules", "cards"},
    "trace": {"horde", "rules", "cards"},
    "play": TABLE - {"play"},
    "wording": LANGUAGE | {"oracle"},
    "drafting": LANGUAGE | {"oracle", "wording"},
    "authoring": TABLE | {"oracle", "wording", "drafting"},
    "editors": LANGUAGE | {"oracle", "wording", "rules"},
    "commands": TABLE | {"oracle", "wording", "drafting", "authoring", "editors"},
    "cli": {"commands", "oracle", "rules", "trace", "script"},
    "__main__": {"cli"},
}

LONGEST_FILE = 700
LONGEST_FUNCTION = 80

FILES = sorted(PACKAGE.rglob("*.py"))
TOOLS = sorted((ROOT / "tools").glob("*.py"))


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def part_of(file: Path) -> str:
    """The part of the road that a file belongs to: its folder, or its own name."""
    inside = file.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imported(tree: ast.AST) -> set[str]:
    """Every module that a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in FILES}


def test_imports_go_one_way(trees: dict[Path, ast.Module]) -> None:
    wrong: list[str] = []
    for file, tree in trees.items():
        part = part_of(file)
        if part == "__init__":
            continue
        assert part in MAY_IMPORT, f"{name_of(file)} belongs to no part of the road: give it a row in MAY_IMPORT"
        for module in imported(tree):
            other = module.split(".")[1] if module.startswith("hordemtg.") else part
            if other not in (part, "__version__") and other not in MAY_IMPORT[part]:
                wrong.append(f"{name_of(file)} imports {module}")
    assert wrong == []


def test_no_import_is_relative(trees: dict[Path, ast.Module]) -> None:
    wrong = [
        f"{name_of(file)}:{node.lineno}"
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert wrong == []


def test_only_the_parser_and_its_tables_know_lark(trees: dict[Path, ast.Module]) -> None:
    knowing = {name_of(file) for file, tree in trees.items() if any(m.split(".")[0] == "lark" for m in imported(tree))}
    assert knowing <= {"hordemtg/script/parser.py", "hordemtg/script/tables.py"}


def test_chance_has_one_source(trees: dict[Path, ast.Module]) -> None:
    """Seed and answers are a whole game: nothing else may throw dice, read the clock or ask the system for noise."""
    wrong: list[str] = []
    for file, tree in trees.items():
        if name_of(file) == "hordemtg/rules/chance.py" or "pilot" in file.stem:
            continue
        wrong += [
            f"{name_of(file)} imports {module}"
            for module in imported(tree)
            if module.split(".")[0] in ("random", "secrets", "uuid")
            or (module.split(".")[0] in ("time", "datetime") and part_of(file) in ("cards", "rules", "horde"))
        ]
    assert wrong == []


def test_nothing_runs_text_as_code(trees: dict[Path, ast.Module]) -> None:
    wrong: list[str] = []
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("eval", "exec", "compile", "__import__"):
                    wrong.append(f"{name_of(file)}:{node.lineno} calls {node.func.id}")
        wrong += [
            f"{name_of(file)} imports {module}"
            for module in imported(tree)
            if module.split(".")[0] in ("pickle", "marshal", "shelve", "dill", "ctypes", "subprocess")
        ]
    assert wrong == []


def test_files_and_functions_are_small(trees: dict[Path, ast.Module]) -> None:
    long: list[str] = []
    for file in [*FILES, *TOOLS]:
        text = file.read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > LONGEST_FILE:
            long.append(f"{name_of(file)} has {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    long.append(f"{name_of(file)}: {node.name} has {length} lines")
    assert long == []


def test_every_module_says_what_it_is_about(trees: dict[Path, ast.Module]) -> None:
    silent = [name_of(file) for file, tree in trees.items() if not ast.get_docstring(tree) and tree.body]
    assert silent == []


# ---------------------------------------------------------------- no card by name


def declared_names() -> set[str]:
    """The names of all cards, tokens, Hordes and decks below `cardscripts/`, read without the project's own parser."""
    names: set[str] = set()
    for file in (ROOT / "cardscripts").rglob("*"):
        if file.suffix in (".card", ".token"):
            for line in file.read_text(encoding="utf-8").splitlines():
                word, _, rest = line.partition(" ")
                if word in ("card", "token") and rest:
                    names.add(rest.split("#")[0].strip().strip('"'))
        elif file.suffix in (".yaml", ".txt"):
            names.add(file.parent.name)
    return names


def subtypes() -> set[str]:
    """Words that may stand in the one table of subtypes, and so be the name of a token or a basic land as well."""
    from hordemtg.cards import subtypes as table
    from hordemtg.cards.values import BASIC_LAND_TYPES

    words = set(BASIC_LAND_TYPES)
    for name, value in vars(table).items():
        if name.isupper() and isinstance(value, dict):
            words.update(value)
            words.update(word for part in value.values() for word in ([part] if isinstance(part, str) else part))
        elif name.isupper() and not isinstance(value, str):
            words.update(value)
    return words


def test_no_card_token_or_deck_is_known_by_name() -> None:
    names = declared_names()
    assert len(names) > 30, "the scripts of the cards are not where this test looks for them"
    free = subtypes()
    sought = [name for name in names if name not in free]
    wrong: list[str] = []
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        wrong += [
            f"{name_of(file)} names {name}"
            for name in sought
            if name.lower() in text.lower() and _as_a_name(name, text)
        ]
    assert wrong == []


def _as_a_name(name: str, text: str) -> bool:
    """Whether the name stands in the text: of several words in any case, of one word only as a whole string."""
    if " " in name or "-" in name:
        return True
    return f'"{name}"' in text or f"'{name}'" in text


def test_the_guard_of_names_can_fail(tmp_path: Path) -> None:
    assert _as_a_name("Graf Harvest", "the errata of Graf Harvest")
    assert _as_a_name("Smallpox", 'if o.name == "Smallpox":')
    assert not _as_a_name("Smallpox", "# as in smallpox")


# ---------------------------------------------------------------- the same order on every machine


def test_the_rules_never_iterate_over_a_bare_set(trees: dict[Path, ast.Module]) -> None:
    """The order of a set of texts differs from run to run; what a game does must not depend on it."""
    wrong: list[str] = []
    for file, tree in trees.items():
        if part_of(file) not in ("rules", "horde", "play"):
            continue
        for node in ast.walk(tree):
            loops: list[ast.expr] = []
            if isinstance(node, ast.For):
                loops = [node.iter]
            elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
                loops = [part.iter for part in node.generators]
            wrong += [f"{name_of(file)}:{expr.lineno}" for expr in loops if _is_a_set(expr)]
    assert wrong == []


def _is_a_set(expr: ast.expr) -> bool:
    if isinstance(expr, ast.Set | ast.SetComp):
        return True
    return isinstance(expr, ast.Call) and isinstance(expr.func, ast.Name) and expr.func.id in ("set", "frozenset")
