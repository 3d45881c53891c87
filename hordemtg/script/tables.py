"""The parser's tables: made from the grammar once, then read from a cache of plain JSON."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark
import platformdirs
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

GRAMMAR = "hordemtg.lark"
KEPT = 8  # grammars whose tables stay in the cache, for several versions side by side


class _Prepared(Lexer):
    """Hands prepared tokens through: the passes of this folder have read the text."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[lark.Token]:
        yield from lexer_state


def load(folder: Path) -> lark.Lark:
    """The parser of the grammar in that folder."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.lark"))}
    cache = _cache_file(texts)
    known = _read(cache)
    if known is not None:
        return known
    made = lark.Lark(
        texts[GRAMMAR], parser="lalr", lexer=_Prepared, propagate_positions=True, import_paths=[str(folder)]
    )  # fmt: skip
    _write(cache, made)
    return made


def _cache_file(texts: dict[str, str]) -> Path:
    digest = hashlib.sha256(json.dumps([lark.__version__, texts]).encode()).hexdigest()
    return Path(platformdirs.user_cache_dir("hordemtg")) / f"grammar-{digest[:32]}.json"


def _read(cache: Path) -> lark.Lark | None:
    """The cached parser; None when there is none or it is damaged, and it is made anew."""
    try:
        stored = json.loads(cache.read_text(encoding="utf-8"))
        table = stored["data"]["parser"]["parser"]
        table["tokens"] = {int(key): value for key, value in table["tokens"].items()}
        table["states"] = {
            int(state): {int(token): action for token, action in actions.items()}
            for state, actions in table["states"].items()
        }
        memo = {int(key): value for key, value in stored["memo"].items()}
        made: lark.Lark = lark.Lark._load_from_dict(stored["data"], memo)  # type: ignore[no-untyped-call]
        return made
    except (OSError, ValueError, KeyError, TypeError, AttributeError, AssertionError):
        return None


def _write(cache: Path, made: lark.Lark) -> None:
    """Store the tables; where nothing can be written there is no cache."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    # the class that hands tokens through is no data; a parser from the cache is fed with tokens only
    data["options"]["lexer"] = "basic"
    data["parser"]["lexer_conf"]["lexer_type"] = "basic"
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=cache.parent, suffix=".new", delete=False, encoding="utf-8") as file:
            try:
                json.dump({"data": data, "memo": memo}, file)
            except OSError:
                os.unlink(file.name)
                raise
        os.replace(file.name, cache)
        _forget_old(cache.parent)
    except OSError:
        return


def _forget_old(folder: Path) -> None:
    """Keep the tables of the last grammars only; another process may be forgetting them too."""
    dated = sorted(((file.stat().st_mtime, file) for file in folder.glob("grammar-*.json")), reverse=True)
    for _, file in dated[KEPT:]:
        file.unlink(missing_ok=True)
