"""The library: everything that scripts in a set of folders declare, compiled and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Self

from hordemtg.cards.definition import CardDefinition, EmblemDefinition, ErratumDefinition, KeywordDefinition
from hordemtg.cards.horde import DeckList, Directive, Manifest, Ruleset
from hordemtg.cards.scenario import Scenario
from hordemtg.compiler import declarations, errata, expand, manifest, rulesets, scenarios
from hordemtg.compiler.scope import CompileError, Names, Sink
from hordemtg.script import limits, parser
from hordemtg.script.diagnostics import Diagnostic, ScriptError, near_names, nearest, unknown_name, unreadable
from hordemtg.script.files import hidden
from hordemtg.script.resources import folder
from hordemtg.script.tree import Node

SCENARIO = ".scenario"
SCRIPTS = frozenset({".card", ".token", ".horde", SCENARIO})
MANIFEST = "deck.yaml"
DECK = "deck.txt"
KINDS = ("card", "token", "keyword", "emblem", "errata", "ruleset", "directive", "scenario")
LOCAL = ("card", "token", "keyword", "emblem", "errata")  # what a scenario, or its file, may declare for itself
MAX_FILES = 20_000
HEAD = re.compile(r"^[a-z]+ \"?([^\"\n]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Source:
    """A declaration and the file it stands in."""

    node: Node
    file: str


@dataclass(slots=True)
class _Index:
    """Declarations by kind and name."""

    cards: dict[str, Source] = field(default_factory=dict)
    tokens: dict[str, Source] = field(default_factory=dict)
    keywords: dict[str, Source] = field(default_factory=dict)
    emblems: dict[str, Source] = field(default_factory=dict)
    errata: dict[str, Source] = field(default_factory=dict)
    rulesets: dict[str, Source] = field(default_factory=dict)
    directives: dict[str, Source] = field(default_factory=dict)
    scenarios: dict[str, Source] = field(default_factory=dict)

    def of(self, kind: str) -> dict[str, Source]:
        return {
            "card": self.cards, "token": self.tokens, "keyword": self.keywords, "emblem": self.emblems,
            "errata": self.errata, "ruleset": self.rulesets, "directive": self.directives, "scenario": self.scenarios,
        }[kind]  # fmt: skip


class Library:
    """Compiled scripts. What is wrong with them is in `diagnostics`; what is right can be used all the same."""

    parse = staticmethod(parser.parse)

    def __init__(self) -> None:
        self.cards: dict[str, CardDefinition] = {}
        self.tokens: dict[str, CardDefinition] = {}
        self.keywords: dict[str, KeywordDefinition] = {}
        self.emblems: dict[str, EmblemDefinition] = {}
        self.errata: dict[str, ErratumDefinition] = {}
        self.rulesets: dict[str, Ruleset] = {}
        self.directives: dict[str, Directive] = {}
        self.scenarios: dict[str, Scenario] = {}
        self.manifests: dict[str, Manifest] = {}
        self.decks: dict[str, DeckList] = {}
        self._deck_files: dict[str, str] = {}
        self.diagnostics: list[Diagnostic] = []
        self.texts: dict[str, str] = {}  # by file, to show diagnostics
        self._index = _Index()
        self._names = Names()
        self._files: list[Path] = []
        self._beside: dict[str, dict[str, dict[str, Node]]] = {}  # by scenario file: what stands beside its scenarios
        self._scenario_paths: tuple[Path, ...] | None = None  # None: all scenarios are read
        self._open: Mapping[str, str] = {}  # by file: what an editor holds instead of what is on the disk
        self._sources: list[Source] = []
        self._begun: set[str] = set()  # the names of declarations in files with errors
        self._manifests: list[Manifest] = []  # all that were read, in order
        self._horde_folders: list[Path] = []
        self._apart: dict[Path, Library] = {}  # by the Horde's folder: Hordes with scripts in place of others

    # ------------------------------------------------------------ reading

    @classmethod
    def load(
        cls,
        paths: Sequence[Path],
        *,
        texts: Mapping[str, str] | None = None,
        scenarios: Sequence[Path] | None = None,
        opened: Mapping[str, str] | None = None,
    ) -> Self:
        """Read and compile all scripts in these folders and files, and `texts` (by the file name to show).

        `scenarios` limits which files of scenarios are read: those of these folders and files. `opened` are texts,
        by file, that are read in place of what the file holds.
        """
        library = cls()
        library._scenario_paths = tuple(scenarios) if scenarios is not None else None
        library._open = opened or {}
        for path in paths:
            library._read_folder(Path(path))
        for file, text in (texts or {}).items():
            library._read_text(text, file)
        library._arrange()
        library._compile()
        library._compile_apart()
        return library

    @classmethod
    def standard(cls, more: Sequence[Path] = ()) -> Library:
        """The built-in scripts and those of the user's own folder, without scenarios."""
        return cls.load([*standard_folders(), *more], scenarios=())

    def _read_folder(self, path: Path) -> None:
        if path.is_file() and path.name == MANIFEST:
            path = path.parent
        if path.is_file():
            self._read_file(path)
            return
        if not path.is_dir():
            self.diagnostics.append(Diagnostic("error", "there is no such file or folder", str(path)))
            return
        inside = (found for found in path.rglob("*") if not hidden(found, path) and _is_file(found))
        files = sorted(islice(inside, MAX_FILES + 1))
        if len(files) > MAX_FILES:
            self.diagnostics.append(Diagnostic("error", f"a folder may hold at most {MAX_FILES} files", str(path)))
            files = files[:MAX_FILES]
        for file in files:
            self._read_file(file)

    def _read_file(self, path: Path) -> None:
        if path in self._files:
            return
        self._files.append(path)
        if path.suffix == SCENARIO and self._scenario_paths is not None:
            if not any(path == wanted or wanted in path.parents for wanted in self._scenario_paths):
                return
        if path.suffix in SCRIPTS and str(path) in self._open:
            self._read_text(self._open[str(path)], str(path))
        elif path.suffix in SCRIPTS:
            try:
                if path.stat().st_size > limits.MAX_BYTES:
                    self.diagnostics.append(
                        Diagnostic("error", f"a script may have at most {limits.MAX_BYTES // 1024} KiB", str(path))
                    )
                    return
                self._read_text(path.read_text(encoding="utf-8"), str(path))
            except (OSError, UnicodeDecodeError) as error:
                self.diagnostics.append(unreadable(error, str(path)))
        elif path.name == MANIFEST:
            self._horde_folders.append(path.parent)
            text = self._open.get(str(path))
            found = (
                manifest.manifest(text, str(path), self.diagnostics)
                if text is not None
                else manifest.read_manifest(path, self.diagnostics)
            )
            if found is not None:
                self._manifests.append(found)
        elif path.name == DECK:
            text = self._open.get(str(path))
            deck = (
                manifest.deck(text, path.parent.name, str(path), self.diagnostics)
                if text is not None
                else manifest.read_deck(path, self.diagnostics)
            )
            if deck is not None:
                self._add_deck(deck, str(path))

    def _add_deck(self, deck: DeckList, file: str) -> None:
        if deck.name in self.decks:
            first = self._deck_files[deck.name]
            self.diagnostics.append(
                Diagnostic("error", f"there are two decks called `{deck.name}`", file, help=f"first: {first}")
            )
            return
        self.decks[deck.name] = deck
        self._deck_files[deck.name] = file

    def _read_text(self, text: str, file: str) -> None:
        self.texts[file] = text
        result = self.parse(text, file)
        self.diagnostics.extend(result.diagnostics)
        for node in result.declarations:
            self._declare(node, file)
        if result.diagnostics:  # a declaration that cannot be read is not missing
            self._begun.update(head[1] for head in HEAD.finditer(text))

    def _declare(self, node: Node, file: str) -> None:
        if not file.endswith(SCENARIO) or node.kind not in LOCAL:
            self._sources.append(Source(node, file))
            return
        own = self._beside.setdefault(file, {kind: {} for kind in LOCAL})[node.kind]
        name = declarations.name_of(node)
        if name in own:
            self._twice(Source(node, file), Source(own[name], file))
        else:
            own[name] = node

    def _twice(self, second: Source, first: Source) -> None:
        node, at = second.node, declarations.name_leaf(second.node)
        self.diagnostics.append(
            Diagnostic(
                "error", f"the {node.kind} `{declarations.name_of(node)}` is declared twice", second.file,
                at.line, at.column, at.length, f"first in {first.file}, line {first.node.line}",
            )
        )  # fmt: skip

    # ------------------------------------------------------------ whose declarations are whose

    def _arrange(self) -> None:
        """Index the declarations. A Horde whose folder declares what is declared outside it gets a library apart.

        There its own scripts stand in place of the others, which all other Hordes
        go on using. Built-in folders come first, so that they are never apart.
        """
        groups: dict[Path | None, list[Source]] = {None: []}
        manifests: dict[Path, list[Manifest]] = {}
        built_in = folder("cardscripts")
        for horde in sorted(self._horde_folders, key=lambda found: not found.is_relative_to(built_in)):
            groups[horde] = []
        for source in self._sources:
            groups[self._horde_of(source.file)].append(source)
        for found in self._manifests:
            manifests.setdefault(Path(found.folder), []).append(found)
        for horde_folder, sources in groups.items():
            own = self._own_index(sources)
            named = manifests.get(horde_folder, []) if horde_folder is not None else []
            if horde_folder is not None and (
                any(name in self._index.of(kind) for kind in KINDS for name in own.of(kind))
                or any(found.name in self.manifests for found in named)
            ):
                self._apart[horde_folder] = self._beginning_of(horde_folder, own, named)
                continue
            for kind in KINDS:
                self._index.of(kind).update(own.of(kind))
            self.manifests.update((found.name, found) for found in named)

    def _horde_of(self, file: str) -> Path | None:
        """The innermost folder of a Horde in which the file is."""
        around = [horde for horde in self._horde_folders if horde in Path(file).parents]
        return max(around, key=lambda horde: len(horde.parts), default=None)

    def _own_index(self, sources: Sequence[Source]) -> _Index:
        own = _Index()
        for source in sources:
            table = own.of(source.node.kind)
            name = declarations.name_of(source.node)
            if name in table:
                self._twice(source, table[name])
            else:
                table[name] = source
        return own

    def _beginning_of(self, horde: Path, own: _Index, named: Sequence[Manifest]) -> Library:
        """The library apart of a Horde, to be compiled when the rest is known."""
        apart = Library()
        apart.texts, apart._beside, apart._index, apart._begun = self.texts, self._beside, own, self._begun
        apart.manifests = {found.name: found for found in named}
        return apart

    def _compile_apart(self) -> None:
        """Compile the libraries of the Hordes that are apart: all that is here, with their own in its place."""
        parsed = list(self.diagnostics)
        for horde, apart in self._apart.items():
            found: list[Diagnostic] = []
            own = apart._index
            apart._index = _Index()
            for kind in KINDS:
                if kind == "scenario":
                    apart._index.scenarios = own.scenarios
                    continue
                others = self._index.of(kind)
                apart._index.of(kind).update({**others, **own.of(kind)})
                for name, source in own.of(kind).items():
                    if name in others and self._lines_of(source) != self._lines_of(others[name]):
                        found.append(_instead(source, others[name]))
            for name in apart.manifests:
                if name in self.manifests:
                    found.append(_second(name, horde, self.manifests[name]))
            apart.manifests = {**self.manifests, **apart.manifests}
            apart.decks, apart._deck_files = self.decks, self._deck_files
            apart._compile()
            found += [d for d in apart.diagnostics if d.file and horde in Path(d.file).parents]
            apart.diagnostics = [*parsed, *found]
            self.diagnostics += found

    def _lines_of(self, source: Source) -> list[str]:
        """The lines of a declaration: a copy that nobody has changed yet is not worth a word."""
        return self.texts[source.file].split("\n")[source.node.line - 1 : source.node.end_line]

    # ------------------------------------------------------------ compiling

    def _compile(self) -> None:
        index = self._index
        self._names = Names(
            frozenset(index.tokens),
            {name: source.node.node("parameter") is not None for name, source in index.keywords.items()},
            frozenset(index.cards),
            frozenset(index.emblems),
        )
        for name, source in index.tokens.items():
            self.tokens[name] = self._with_sink(source, declarations.card)
        self._names = replace(self._names, token_forms=dict(self.tokens))
        for name, source in index.cards.items():
            self.cards[name] = self._with_sink(source, declarations.card)
        for name, source in index.keywords.items():
            self.keywords[name] = self._with_sink(source, declarations.keyword)
        for name, source in index.emblems.items():
            sink = Sink(source.file)
            self.emblems[name] = declarations.emblem(source.node, self._names, sink, _nodes(index.emblems))
            self.diagnostics.extend(sink.found)
        for name, source in index.errata.items():
            self._compile_erratum(name, source)
        self._bind_keywords()
        for name, source in index.rulesets.items():
            sink = Sink(source.file)
            self.rulesets[name] = rulesets.ruleset(source.node, _nodes(index.rulesets), self._names, sink)
            self.diagnostics.extend(sink.found)
        for name, source in index.directives.items():
            self._compile_directive(name, source)
        for name, source in index.scenarios.items():
            self.scenarios[name] = self._scenario(source)
        self._check_manifests()
        self._check_rulesets()
        for deck_name, deck in self.decks.items():
            for _, name in deck.cards:
                self._check_name("card", name, self.cards, self._deck_files[deck_name])

    def _scenario(self, source: Source) -> Scenario:
        """A scenario with what it, or its file beside it, declares; that may use all that the library has."""
        sink = Sink(source.file)
        beside = self._beside.get(source.file, {})
        inside: dict[str, dict[str, Node]] = {kind: dict(beside.get(kind, {})) for kind in LOCAL}
        for node in source.node.nodes:
            if node.kind in inside:
                inside[node.kind][declarations.name_of(node)] = node
        names = Names(
            self._names.tokens | inside["token"].keys(),
            {
                **self._names.keywords,
                **{name: node.node("parameter") is not None for name, node in inside["keyword"].items()},
            },
            self._names.cards | inside["card"].keys(),
            self._names.emblems | inside["emblem"].keys(),
        )
        tokens = {name: declarations.card(node, names, sink) for name, node in inside["token"].items()}
        names = replace(names, token_forms={**self.tokens, **tokens})
        made = scenarios.scenario(source.node, names, sink)
        keywords = {name: declarations.keyword(node, names, sink) for name, node in inside["keyword"].items()}
        known = {**self.keywords, **keywords}
        for name, why in expand.faults(known).items():
            del known[name]
            if name in inside["keyword"]:
                sink.found.append(sink.diagnostic(declarations.name_leaf(inside["keyword"][name]), why))
        cards = {name: declarations.card(node, names, sink) for name, node in inside["card"].items()}
        emblem_nodes = _nodes(self._index.emblems)
        emblem_nodes.update((name, (node, source.file)) for name, node in inside["emblem"].items())
        emblems = [declarations.emblem(node, names, sink, emblem_nodes) for node in inside["emblem"].values()]
        errata_: list[ErratumDefinition] = []
        for node in inside["errata"].values():
            erratum = self._erratum(node, sink, inside["card"], names)
            if erratum is not None:
                errata_.append(erratum)
        self.diagnostics.extend(d for d in sink.found if d not in self.diagnostics)
        return expand.bind(
            replace(
                made,
                cards=(*tokens.values(), *cards.values()),
                keywords=tuple(keywords.values()),
                emblems=tuple(emblems),
                errata=tuple(errata_),
            ),
            known,
        )

    def _erratum(self, node: Node, sink: Sink, inside: Mapping[str, Node], names: Names) -> ErratumDefinition | None:
        of = node.leaves[1]
        card = of.text.strip('"')
        known = {**self._index.tokens, **self._index.cards}
        card_node = inside.get(card) or (known[card].node if card in known else None)
        if card_node is None:
            sink.found.append(
                sink.diagnostic(of, f"unknown card `{card}`", suggestion=nearest(card, [*inside, *known]))
            )
            return None
        printed = declarations.card(card_node, names, Sink(sink.file))
        return errata.erratum(node, card_node, printed, names, sink)

    def _compile_directive(self, name: str, source: Source) -> None:
        sink = Sink(source.file)
        changed: dict[str, list[CardDefinition]] = {}
        for erratum in self.errata.values():
            changed.setdefault(erratum.card, []).append(erratum.result)
        made = rulesets.directive(source.node, {**self.tokens, **self.cards}, changed, self._names, sink)
        self.diagnostics.extend(sink.found)
        if made is not None:
            self.directives[name] = made

    def _check_rulesets(self) -> None:
        for name, found in self.rulesets.items():
            file = self._index.rulesets[name].file
            for directive in found.directives:
                self._check_name("directive", directive, self._index.directives, file, f" of the ruleset `{name}`")
            for erratum in found.errata:
                self._check_name("erratum", erratum, self._index.errata, file, f" of the ruleset `{name}`")

    def _bind_keywords(self) -> None:
        """Give every use of a script's keyword the abilities that the script says it stands for."""
        if not self.keywords:
            return
        for name, why in expand.faults(self.keywords).items():
            del self.keywords[name]
            source = self._index.keywords[name]
            at = declarations.name_leaf(source.node)
            self.diagnostics.append(Diagnostic("error", why, source.file, at.line, at.column, at.length))
        for table in (self.cards, self.tokens, self.emblems):
            for name, definition in table.items():
                table[name] = expand.bind(definition, self.keywords)  # type: ignore[assignment]

    def _with_sink(self, source: Source, make):  # type: ignore[no-untyped-def]
        sink = Sink(source.file)
        made = make(source.node, self._names, sink)
        self.diagnostics.extend(sink.found)
        return made

    def _compile_erratum(self, name: str, source: Source) -> None:
        sink = Sink(source.file)
        made = self._erratum(source.node, sink, {}, self._names)
        self.diagnostics.extend(sink.found)
        if made is not None:
            self.errata[name] = made

    def _check_manifests(self) -> None:
        for found in self.manifests.values():
            file = str(Path(found.folder) / "deck.yaml")
            for deck in found.lists:
                for _, name in deck.cards:
                    self._check_name("card", name, {**self.cards, **self.tokens}, file, f" in the list `{deck.name}`")
                    if name in self.cards and name in self.tokens:
                        self.diagnostics.append(
                            Diagnostic("error", f"`{name}` is a card and a token: which is meant?", file)
                        )
            for name in found.errata:
                self._check_name("erratum", name, self._index.errata, file)  # faulty ones are told where they stand
            for name in found.directives:
                self._check_name("directive", name, self._index.directives, file)
            for name in (*found.horde_emblems, *found.survivor_emblems):
                self._check_name("emblem", name, self.emblems, file)
            self._check_name("ruleset", found.ruleset, self.rulesets, file)
            if found.survivors and self.decks and found.survivors not in self.decks:
                if not Path(found.survivors).exists():
                    self._check_deck(found.survivors, file)

    def _check_deck(self, name: str, file: str) -> None:
        message = f"there is no deck `{name}`, which `survivors:` names"
        help_ = f"known: {', '.join(sorted(self.decks))}; one of the Horde's own is a file {name}/{DECK} in its folder"
        self._say_of_list(message, name, file, help_, nearest(name, self.decks))

    def _check_name(self, what: str, name: str, known: Iterable[str], file: str, where: str = "") -> None:
        names = set(known)
        if name not in names and name not in self._begun:
            message = f"there is no script for the {what} `{name}`{where}"
            help_, near = near_names(name, names), nearest(name, names)
            self._say_of_list(message, name, file, help_, near)

    def _say_of_list(self, message: str, name: str, file: str, help_: str, near: str) -> None:
        """Something is wrong with a name in a manifest or deck list: say it at its line."""
        text = self._open.get(file)
        if text is None:
            with suppress(OSError, UnicodeDecodeError):
                text = Path(file).read_text(encoding="utf-8")
        self.texts[file] = text or ""
        line, column = manifest.place_of(self.texts[file], name)
        self.diagnostics.append(Diagnostic("error", message, file, line, column, len(name), help_, suggestion=near))

    # ------------------------------------------------------------ using

    @property
    def names(self) -> Names:
        """The names that scripts may use beside this library's."""
        return self._names

    @property
    def errors(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]

    def card(self, name: str) -> CardDefinition:
        """The card or token of that name. Raises ScriptError with the nearest name."""
        found = self.cards.get(name) or self.tokens.get(name)
        if found is None:
            raise unknown_name("card", name, [*self.cards, *self.tokens])
        return found

    def of(self, found: Manifest) -> Library:
        """The library that the Horde is played with: this, or its own if its folder replaces scripts."""
        return self._apart.get(Path(found.folder), self)

    def at(self, file: str) -> Library:
        """The library that a script in this file is read with: this, or that of the Horde in whose folder it is."""
        horde = self._horde_of(file)
        return self._apart.get(horde, self) if horde is not None else self

    @property
    def libraries(self) -> tuple[Library, ...]:
        """This library, and those of the Hordes that are apart."""
        return (self, *self._apart.values())

    @property
    def hordes(self) -> int:
        """How many Hordes there are, those that are apart among them."""
        return len(self.manifests) + sum(1 for found in self._manifests if Path(found.folder) in self._apart)

    def all_scenarios(self) -> list[Scenario]:
        """The scenarios of this library and of the Hordes that are apart."""
        return [x for library in self.libraries for x in library.scenarios.values()]

    @property
    def hordes_by_name(self) -> Mapping[str, Manifest]:
        """The Hordes, those that are apart among them; of two of one name the one that is not apart."""
        apart = {found.name: found for found in reversed(self._manifests) if Path(found.folder) in self._apart}
        return {**apart, **self.manifests}

    def horde(self, name_or_path: str) -> Manifest:
        """The Horde of that name, or in that folder or `deck.yaml`. Raises ScriptError."""
        named = self.hordes_by_name
        if name_or_path in named:
            return named[name_or_path]
        path = Path(name_or_path).expanduser()
        file = path / MANIFEST if path.is_dir() else path
        if file.is_file():
            known = [*self._manifests, *self.manifests.values()]
            found = next((m for m in known if Path(m.folder).resolve() == file.parent.resolve()), None)
            if found is not None:
                return found
            problems: list[Diagnostic] = []
            made = manifest.read_manifest(file, problems)
            if made is None:
                raise ScriptError(problems)
            return made
        raise unknown_name("Horde", name_or_path, named)

    def deck(self, name_or_path: str) -> DeckList:
        """The Survivors' deck of that name, or in that file or folder. Raises ScriptError."""
        if name_or_path in self.decks:
            return self.decks[name_or_path]
        path = Path(name_or_path).expanduser()
        file = path / DECK if path.is_dir() else path
        if file.is_file():
            problems: list[Diagnostic] = []
            made = manifest.read_deck(file, problems)
            if made is not None:
                for _, name in made.cards:
                    if name not in self.cards:
                        message = f"there is no script for the card `{name}`"
                        near, help_ = nearest(name, self.cards), near_names(name, self.cards)
                        problems.append(Diagnostic("error", message, str(file), help=help_, suggestion=near))
            if made is None or problems:
                raise ScriptError(problems)
            return made
        raise unknown_name("deck", name_or_path, self.decks)

    def declaration(self, kind: str, name: str) -> Source:
        """The declaration of that kind and name, as it is parsed. Raises ScriptError with the nearest name."""
        found = self._index.of(kind).get(name)
        if found is None:
            raise unknown_name(kind, name, self._index.of(kind))
        return found

    def declared(self, kind: str) -> Iterable[str]:
        """The names of all declarations of that kind."""
        return self._index.of(kind)

    def patched(self, card: str, names: Sequence[str]) -> errata.Patch:
        """The clauses of a card or token with these errata applied in order. Raises ScriptError."""
        source = self.declaration("token" if card in self.tokens and card not in self.cards else "card", card)
        current = errata.Patch([(node, Sink(source.file)) for node in source.node.all("clause")], set(), [])
        for name in names:
            found = self.declaration("errata", name)
            try:
                changed = [*current.changed]
                current = errata.patch(found.node, current, Sink(found.file))
                current.changed[:0] = changed
            except CompileError as error:
                raise ScriptError([error.diagnostic]) from error
        return current

    def with_errata(self, names: Sequence[str]) -> Mapping[str, CardDefinition]:
        """The cards and tokens by name with these errata applied: the Horde's copies. Raises ScriptError."""
        by_card: dict[str, list[tuple[str, Node, Sink]]] = {}
        for name in names:
            source = self._index.errata.get(name)
            if source is None or name not in self.errata:
                raise unknown_name("erratum", name, self.errata)
            by_card.setdefault(self.errata[name].card, []).append((name, source.node, Sink(source.file)))
        changed: dict[str, CardDefinition] = {}
        for card, rows in by_card.items():
            source = self._index.cards.get(card) or self._index.tokens[card]
            sink = Sink(source.file)
            try:
                made, _ = errata.patched_card(source.node, rows, self._names, sink)
                changed[card] = expand.bind(made, self.keywords)
            except CompileError as error:
                raise ScriptError([error.diagnostic]) from error
        changed = {name: expand.bind(card, self.keywords) for name, card in changed.items()}
        return MappingProxyType({**self.tokens, **self.cards, **changed})

    def playing(self, found: Manifest) -> Mapping[str, CardDefinition]:
        """The Horde's cards and tokens by name, with the errata of its ruleset and manifest. Raises ScriptError."""
        ruleset = self.rulesets.get(found.ruleset)
        listed = [*(ruleset.errata if ruleset is not None else ()), *found.errata]
        return self.with_errata(list(dict.fromkeys(listed)))


def _is_file(path: Path) -> bool:
    """Whether there is a file; what nobody here may look at is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def _nodes(table: Mapping[str, Source]) -> dict[str, tuple[Node, str]]:
    """The declarations of one kind by name, each with its file."""
    return {name: (source.node, source.file) for name, source in table.items()}


def _instead(own: Source, other: Source) -> Diagnostic:
    """A Horde's own script stands in place of another: nothing is wrong, but the author should know."""
    node, at = own.node, declarations.name_leaf(own.node)
    return Diagnostic(
        "warning",
        f"in this Horde, this {node.kind} `{declarations.name_of(node)}` stands in place of another",
        own.file,
        at.line, at.column, at.length, f"the other is in {other.file}, line {other.node.line}",
    )  # fmt: skip


def _second(name: str, horde: Path, other: Manifest) -> Diagnostic:
    """A second Horde of the same name: it can be played all the same."""
    return Diagnostic(
        "warning", f"there is another Horde called `{name}`: this one is found by its folder", str(horde / MANIFEST),
        help=f"the other is in {other.folder}; `name:` in the manifest gives this one a name of its own",
    )  # fmt: skip


def standard_folders() -> list[Path]:
    """The folders of scripts that every game may use: the built-in ones, then the user's."""
    import platformdirs

    folders = [folder("cardscripts")]
    own = Path(platformdirs.user_data_dir("hordemtg")) / "cardscripts"
    if own.is_dir():
        folders.append(own)
    return folders
