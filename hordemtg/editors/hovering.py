"""Hover: a card as its script is printed, a keyword with its rule, what a word means."""

from __future__ import annotations

from hordemtg.compiler.library import Source
from hordemtg.editors.analysis import Analysis
from hordemtg.editors.things import Thing
from hordemtg.script.diagnostics import ScriptError
from hordemtg.script.meanings import meaning_of
from hordemtg.wording.scripts import Scribe, write_text

LONGEST = 60  # so many lines of a declaration are shown


def told(analysis: Analysis, thing: Thing) -> str:
    """What there is to say about it, in Markdown; nothing when there is nothing."""
    if thing.kind == "word":
        return _word(thing.name)
    if thing.kind in ("card", "token"):
        return _card(analysis, thing)
    if thing.kind == "errata":
        return _erratum(analysis, thing.name)
    if thing.kind in ("alias", "label", "horde"):
        return {"label": f"a label of {thing.card}", "alias": "an alias"}.get(thing.kind, f"the Horde {thing.name}")
    return _script(analysis, thing.kind, thing.name)


def _word(word: str) -> str:
    meaning = meaning_of(word)
    if meaning is None:
        return ""
    rule = meaning.rule if meaning.rule.startswith("H") else f"CR {meaning.rule}" if meaning.rule else ""
    head = f"**{meaning.word}**" + (f" ({rule})" if rule else "")
    return f"{head}\n\n{meaning.text}"


def written(analysis: Analysis, name: str, errata: tuple[str, ...] = ()) -> str:
    """The card or token as it is printed, with these errata. Raises ScriptError."""
    return str(Scribe(analysis.own).write(name, errata))


def _card(analysis: Analysis, thing: Thing) -> str:
    beside = analysis.declared_beside(thing.kind, thing.name)
    try:
        if beside is not None:
            rows = analysis.text.split("\n")[beside.line - 1 : beside.end_line]
            return "\n\n".join(_shown(str(card)) for card in write_text("\n".join(_dedented(rows)) + "\n"))
        return _shown(written(analysis, thing.name))
    except (ScriptError, LookupError, ValueError):  # what cannot be written is shown as it stands
        return _script(analysis, thing.kind, thing.name)


def _dedented(rows: list[str]) -> list[str]:
    indent = len(rows[0]) - len(rows[0].lstrip())
    return [row[indent:] for row in rows]


def _erratum(analysis: Analysis, name: str) -> str:
    erratum = analysis.own.errata.get(name)
    if erratum is None:
        return _script(analysis, "errata", name)
    try:
        return f"{erratum.card} with this erratum:\n\n" + _shown(written(analysis, erratum.card, (name,)))
    except (ScriptError, LookupError, ValueError):
        return _script(analysis, "errata", name)


def _shown(card: str) -> str:
    """A written card as Markdown: its first line bold, every line its own."""
    first, *rest = card.split("\n")
    return "  \n".join([f"**{_plain(first)}**", *map(_plain, rest)])


def _plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    for sign in "\\`*_<>[]#|":
        text = text.replace(sign, f"\\{sign}")
    return text


def _script(analysis: Analysis, kind: str, name: str) -> str:
    """The lines of a declaration."""
    source: Source | None = analysis.declaration(kind, name)
    if source is None or source.file not in analysis.own.texts:
        return ""
    rows = analysis.own.texts[source.file].split("\n")[source.node.line - 1 : source.node.end_line][:LONGEST]
    text = "\n".join(rows).rstrip()
    return f"```hordemtg\n{text}\n```"
