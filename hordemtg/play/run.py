"""Playing one game against a Horde, told as it happens and kept as a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from hordemtg.compiler.library import Library
from hordemtg.horde.game import HordeGame
from hordemtg.play.autopilot import Autopilot
from hordemtg.play.setup import GameSpec, Table, lay_table
from hordemtg.script.diagnostics import ScriptError
from hordemtg.trace import recorder
from hordemtg.trace.log import Detail, Log, header_lines, result_lines
from hordemtg.trace.recorder import Record, Trace, TraceFile

Write = Callable[[str], None]


def run(library: Library, spec: GameSpec, detail: Detail, write: Write, trace: Path | None = None) -> HordeGame:
    """Play the game to its end, telling it line by line; with `trace`, every event goes into that file.

    Raises ScriptError when the spec names what there is not or a script it needs
    is wrong, and TraceError when the file cannot be written.
    """
    table = lay_table(library, spec)
    refuse_errors(table)
    log = Log(detail)
    with ExitStack() as stack:
        file = stack.enter_context(TraceFile(trace)) if trace is not None else None
        header = header_of(table)
        if file is not None:
            file.write(header)
        for line in header_lines(header):
            write(line)

        def tell(record: Record) -> None:
            for line in log.lines(record):
                write(line)

        game = table.deal(spec.seed, Autopilot())
        game.recorder = Trace(tell) if file is None else Trace(file.write, tell)
        game.begin()
        game.run()
        last = recorder.result(game)
        if file is not None:
            file.write(last)
        for line in (*log.end(), *result_lines(last["result"])):
            write(line)
    return game


def header_of(table: Table) -> Record:
    """The header of the game's trace: all it takes to set the game up again, and what it was played with."""
    spec = table.spec
    return recorder.header(
        seed=spec.seed,
        ruleset=table.ruleset.name,
        horde=spec.horde,
        list=table.main.name,
        decks={"Survivor": spec.survivors or table.manifest.survivors},
        difficulty=spec.difficulty,
        preparation=table.preparation,
        options={"set": spec.set_name} if spec.set_name else {},
        pilots={"Survivor": "autopilot", "Horde": "directives"},
        scripts=hash_of_scripts(table),
    )


def spec_of(header: Record) -> GameSpec | None:
    """The spec that a trace's header was written for, or None when it is not that of a game against a Horde."""
    decks = header.get("decks")
    values = [
        header.get("horde"),
        decks.get("Survivor") if isinstance(decks, dict) else None,
        header.get("ruleset"),
        header.get("list"),
        header.get("difficulty", ""),
    ]
    seed, preparation = header.get("seed"), header.get("preparation")
    if not all(isinstance(value, str) for value in values) or type(seed) is not int or type(preparation) is not int:
        return None
    horde, deck, ruleset, name, difficulty = (str(value) for value in values)
    return GameSpec(horde, deck, ruleset, name, difficulty, preparation, seed)


# ---------------------------------------------------------------- the scripts of a game


def files_of(table: Table) -> Iterator[str]:
    """The files of all scripts that the game may use."""
    library, manifest, ruleset = table.library, table.manifest, table.ruleset
    for _, name in table.main.cards:
        yield table.cards[name].place.file
    for _, name in table.deck.cards:
        yield table.survivor_cards[name].place.file
    for tables in (library.tokens, library.keywords, library.emblems):
        for definition in tables.values():
            yield definition.place.file
    for name in (*ruleset.errata, *manifest.errata):
        yield library.errata[name].place.file
    for directive in table.directives:
        yield directive.place.file
    yield ruleset.place.file


def hash_of_scripts(table: Table) -> str:
    """One hash of the texts of all scripts that the game may use and of its two decks."""
    texts = table.library.texts
    used = sorted({texts[file] for file in files_of(table) if file in texts})
    parts = [*used, str(table.main.cards), str(table.deck.cards)]
    return sha256("\0".join(parts).encode()).hexdigest()


def refuse_errors(table: Table) -> None:
    """Raise ScriptError when a script that the game may use, or its manifest, has an error."""
    used = set(files_of(table))
    folder = table.manifest.folder
    found = [d for d in table.library.errors if d.file in used or (folder and Path(d.file).parent == Path(folder))]
    if found:
        raise ScriptError(found)
