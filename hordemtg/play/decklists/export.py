"""A Horde's list for other programs: with stand-ins where no tokens can be, or with the tokens by name (H11.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.horde import DeckList, Manifest
from hordemtg.play.decklists import forge, text, xml_lists
from hordemtg.play.decklists.listing import Entry, Listing
from hordemtg.script.diagnostics import Diagnostic, ScriptError


@dataclass(frozen=True, slots=True)
class Target:
    """What a list is written for, and how it is written there."""

    about: str
    write: Callable[[Listing], str]
    tokens: str = ""  # how a token is called; "" when there can be none: another card stands for it
    one_list: bool = False  # whether all cards are one list, those beside the deck as well


TARGETS: Mapping[str, Target] = {
    "builder": Target("online deck builders", text.write_plain),
    "proxy": Target("proxy printers", text.write_plain, "{}", one_list=True),
    "buylist": Target("shops", text.write_plain, "{} Token", one_list=True),
    "arena": Target("MTG Arena's import and all that read it", text.write_arena),
    "cockatrice": Target("Cockatrice", xml_lists.write_cockatrice),
    "forge": Target("Forge", forge.write),
}


def export(manifest: Manifest, main: DeckList, tokens: Mapping[str, CardDefinition], to: str) -> str:
    """The Horde's list `main`, and what begins beside its library, written for `to` (a row of TARGETS).

    Raises ScriptError when a token has no stand-in where one is needed.
    """
    target = TARGETS[to]
    beside = [deck for deck in manifest.lists if deck.zone != "library"]
    entries = _entries(manifest, main, tokens, target)
    for deck in beside:
        for entry in _entries(manifest, deck, tokens, target):
            entries.append(entry if target.one_list else Entry(entry.count, entry.name, "sideboard"))
    return target.write(Listing(manifest.title, tuple(entries)))


def _entries(manifest: Manifest, deck: DeckList, tokens: Mapping[str, CardDefinition], target: Target) -> list[Entry]:
    """The cards of one list; those with stand-ins in the order of their names, as deck builders show them."""
    stand_ins = dict(manifest.stand_ins)
    missing = [name for _, name in deck.cards if name in tokens and name not in stand_ins and not target.tokens]
    if missing:
        help_ = "say `stand-ins:` in the manifest, with a card of the same kind and size for each token"
        message = "no card stands for the token `{}` where a list can hold no tokens"
        raise ScriptError([Diagnostic("error", message.format(name), manifest.folder, help=help_) for name in missing])
    counts: dict[str, int] = {}
    for count, name in deck.cards:
        if name in tokens:
            name = target.tokens.format(name) if target.tokens else stand_ins[name]
        counts[name] = counts.get(name, 0) + count
    names = list(counts) if target.tokens else sorted(counts, key=str.casefold)
    return [Entry(counts[name], name) for name in names]
