"""A new Horde from a list of cards: the folder with its manifest, drafted scripts, tokens, and what is left to do."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from hordemtg.authoring import checklist
from hordemtg.authoring.archive import bad_name
from hordemtg.authoring.checklist import Entry, State
from hordemtg.authoring.described import described
from hordemtg.authoring.known import Printed, Sources, bare, script_name
from hordemtg.compiler.library import MANIFEST, Library
from hordemtg.play.decklists.listing import Listing, folded
from hordemtg.script import parser
from hordemtg.script.diagnostics import Diagnostic, ScriptError, unknown_name
from hordemtg.script.files import stem, write_whole

LONGEST = 80
RULESET = "Limited Horde 2.1"
NOTHING: Sources[Any] = Sources()
LIBRARY = ("main", "tokens")
LEFT_OUT = ("commander", "companion", "sideboard", "maybeboard")


@dataclass(slots=True)
class Plan:
    """The files of a new Horde by their path in its folder, and what is known of each card."""

    name: str
    files: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def of(self, state: State) -> list[Entry]:
        """The cards in that state."""
        return [entry for entry in self.entries if entry.state == state]


def plan(
    library: Library, name: str, listing: Listing, source: str, ruleset: str = "", sources: Sources[Any] = NOTHING
) -> Plan:
    """What a new Horde of that name would hold. Raises ScriptError for a name, ruleset or list that cannot be used."""
    refuse_name(library, name)
    ruleset = ruleset or RULESET
    if ruleset not in library.rulesets:
        raise unknown_name("ruleset", ruleset, library.rulesets)
    if not library.rulesets[ruleset].horde:
        raise ScriptError([Diagnostic("error", f"the ruleset `{ruleset}` is not for a game against a Horde")])
    counts = counted(library, listing)
    if not counts:
        raise ScriptError([Diagnostic("error", "the list has no cards for a Horde's library", source)])
    made = Plan(name)
    printed = _looked_up(library, counts, sources)
    counts = _as_printed(counts, printed)
    texts = [card.text for card in printed.values() if card is not None]
    for card in counts:
        made.entries.append(_card(library, card, counts[card], printed, sources, texts, made.files))
    left = [(entry.count, entry.name) for section in LEFT_OUT for entry in listing.of(section)]  # type: ignore[arg-type]
    made.files[MANIFEST] = manifest(library, name, listing.title or name, ruleset, counts, source)
    made.files["CHECKLIST.md"] = checklist.text(name, made.entries, left)
    return made


def counted(library: Library, listing: Listing) -> dict[str, int]:
    """How many of each card the list has for the Horde's library; names of scripts as those spell them."""
    counts: dict[str, int] = {}
    known = {folded(each): each for each in (*library.cards, *library.tokens)}
    for section in LIBRARY:
        for spelled, count in listing.counts(section).items():  # type: ignore[arg-type]
            token = spelled.removesuffix(" Token")
            right = known.get(folded(spelled)) or known.get(folded(token))
            right = right or (token if section == "tokens" or token != spelled else spelled.split(" // ")[0])
            counts[right] = counts.get(right, 0) + count
    return counts


def unscripted(library: Library, listing: Listing) -> list[str]:
    """The cards of the list for which there is no script yet: those to look up and draft."""
    return [name for name in counted(library, listing) if name not in library.cards and name not in library.tokens]


def refuse_name(library: Library, name: str) -> None:
    """Raise ScriptError when no Horde can be called so, or one is."""
    why = "it begins with a dash" if name.startswith("-") else bad_name(name)
    if why or len(name) > LONGEST:
        message = f"no Horde can be called {name!r:.60}: {why or f'it has more than {LONGEST} letters'}"
        raise ScriptError([Diagnostic("error", message, help="its name is that of its folder, on every system")])
    there = library.hordes_by_name.get(name)
    if there is not None:
        message = f"there is a Horde called `{name}` already"
        raise ScriptError([Diagnostic("error", message, there.folder, help="choose another name")])


def _looked_up(library: Library, names: Iterable[str], sources: Sources[Any]) -> dict[str, Printed | None]:
    """The printed card of each name that has no script: by the name it is printed with, as a script has it."""
    found: dict[str, Printed | None] = {}
    for name in names:
        if name not in library.cards and name not in library.tokens:
            found[name] = sources.look_up(name) if sources.look_up is not None else None
    return found


def _as_printed(counts: Mapping[str, int], printed: dict[str, Printed | None]) -> dict[str, int]:
    """The counts by the names that the scripts will have; a list may spell them otherwise, or in two ways."""
    found: dict[str, int] = {}
    for name, count in counts.items():
        card = printed.get(name)
        right = script_name(card.name) if card is not None else name
        if card is not None:
            printed[right] = card
        found[right] = found.get(right, 0) + count
    return found


def _card(
    library: Library, name: str, count: int, known: Mapping[str, Printed | None], sources: Sources[Any],
    texts: Sequence[str], files: dict[str, str],
) -> Entry:  # fmt: skip
    """What is known of a card; its script is added to the files when one can be begun."""
    if name in library.cards or name in library.tokens:
        definition = library.cards.get(name) or library.tokens[name]
        return Entry(name, count, "there", file=_shown(definition.place.file))
    printed = known.get(name)
    if printed is None:
        return _told(name, count, texts, files)
    drafted = sources.draft(printed) if sources.draft is not None and not printed.is_token else bare(printed)
    path = _path(printed.name, printed.is_token, files)
    files[path] = drafted
    missing = _unsupported(drafted, path)
    faulty = [d.message for d in parser.parse(drafted, path).diagnostics]
    return Entry(name, count, "partly" if missing or faulty else "whole", path, tuple(missing or faulty))


def _told(name: str, count: int, texts: Sequence[str], files: dict[str, str]) -> Entry:
    """A token that no source has, as the cards of the list describe it."""
    script = described(name, texts)
    if not script:
        return Entry(name, count, "unknown")
    path = _path(name, True, files)
    files[path] = script
    return Entry(name, count, "whole", path)


def _path(name: str, is_token: bool, files: Mapping[str, str]) -> str:
    folder, ending = ("tokens", "token") if is_token else ("cards", "card")
    base = stem(name)
    path, n = f"{folder}/{base}.{ending}", 2
    while path in files:
        path, n = f"{folder}/{base}_{n}.{ending}", n + 1
    return path


def _unsupported(text: str, file: str) -> list[str]:
    """The clauses that the script calls unsupported, in its own words."""
    found = [
        leaf.text.strip('"')
        for node in parser.parse(text, file).declarations
        for part in node.walk()
        if part.kind == "unsupported"
        for leaf in part.leaves
    ]
    return [words for words in found if words]


def _shown(file: str) -> str:
    """The file without where this machine keeps its scripts."""
    return Path(file).as_posix().rpartition("/cardscripts/")[2] if "/cardscripts/" in file else Path(file).name


def _printable(text: str) -> str:
    """The text without the signs that a manifest does not take."""
    return "".join(letter for letter in text if letter.isprintable())


def manifest(library: Library, name: str, title: str, ruleset: str, counts: Mapping[str, int], source: str) -> str:
    """The text of the manifest."""
    from ruamel.yaml import YAML

    document: dict[str, Any] = {"name": name, "title": _printable(title) or name, "ruleset": ruleset}
    if len(library.decks) == 1:
        document["survivors"] = next(iter(library.decks))
    document["authority"] = {"source": f"the list {_printable(Path(source).name)}", "provenance": "stated"}
    document["lists"] = {"default": dict(counts)}
    yaml = YAML(typ="rt")
    yaml.default_flow_style = False
    yaml.width = 10_000
    stream = StringIO()
    yaml.dump(document, stream)
    return stream.getvalue()


# ---------------------------------------------------------------- writing


def create(made: Plan, at: Path) -> None:
    """Make the folder with all its files, at once or not at all. Raises ScriptError when something is there."""
    if at.exists() or at.is_symlink():
        raise ScriptError([Diagnostic("error", "this is there already, and nothing is written over it", str(at),
                                      help="choose another folder with --to, or take that one away")])  # fmt: skip
    at.parent.mkdir(parents=True, exist_ok=True)
    being_made = Path(tempfile.mkdtemp(prefix=f".{at.name}.", dir=at.parent))
    try:
        for path in _folders(made.files):
            (being_made / path).mkdir(parents=True, exist_ok=True)
        for path, text in made.files.items():
            write_whole(being_made / path, text)
        os.chmod(being_made, 0o755)
        if at.exists():  # somebody else was quicker
            raise ScriptError([Diagnostic("error", "this is there already, and nothing is written over it", str(at))])
        os.rename(being_made, at)
    except BaseException:
        shutil.rmtree(being_made, ignore_errors=True)
        raise


def _folders(files: Mapping[str, str]) -> Sequence[str]:
    return sorted({str(Path(path).parent) for path in files} | {"cards", "scenarios"})
