"""Cards of a Survivor's deck that do nothing against a Horde (H1.9, H3.4-H3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hordemtg.authoring.linted import Linted, bodies, only_opponents, warning, with_tokens
from hordemtg.authoring.lints.casting import possible
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.script.diagnostics import Diagnostic

NO_TARGET = "no card on either side could be its target"


def idle_survivor_card(horde: Linted) -> Iterator[Diagnostic]:
    """An instant or sorcery that has nothing to target here, or whose every effect the Horde's rules undo."""
    if horde.survivors is None or horde.survivor_cards is None:
        return
    deck = [horde.survivor_cards[name] for _, name in horde.survivors.cards]
    everything = with_tokens(horde.library, [*horde.cards.values(), *deck])
    for card in deck:
        if not {"instant", "sorcery"} & set(card.types):
            continue
        for clause in card.abilities:
            why = _idle(horde, clause, everything) if isinstance(clause, a.SpellAbility) else ""
            if why:
                yield warning(f"does nothing against {horde.manifest.title}: {why}", card, clause.place)


def _idle(horde: Linted, clause: a.SpellAbility, everything: list[CardDefinition]) -> str:
    """Why no mode of the spell does anything, or ""."""
    reasons = [_idle_body(horde, body, everything) for body in bodies(clause)]
    return reasons[0] if reasons and all(reasons) else ""


def _idle_body(horde: Linted, body: a.Body | a.Mode, everything: list[CardDefinition]) -> str:
    for spec in body.targets:
        if spec.minimum and spec.players is None and spec.group is not None and spec.condition is None:
            if spec.group.zone == "hand" and not horde.keeps_a_hand and not horde.says(a.HandFromLibrary):
                return "the Horde has no hand"
            if not possible(spec.group.filter, _there(horde, spec.group, everything)):
                return NO_TARGET
    undone = [_undone(horde, step) or _misses(horde, body, step, everything) for step in body.steps]
    return undone[0] if undone and all(undone) else ""


def _there(horde: Linted, group: t.Group, everything: list[CardDefinition]) -> list[CardDefinition]:
    """The cards of the side that the group is of: only the Horde's where it has to be an opponent's."""
    if only_opponents(group.filter) or isinstance(group.owner, t.Opponents):
        return with_tokens(horde.library, horde.cards.values())
    return everything


def _misses(horde: Linted, body: a.Body | a.Mode, step: Any, everything: list[CardDefinition]) -> str:
    """Why there is never anything for the step to be done to, or ""."""
    if not isinstance(step, e.Destroy | e.MoveObjects | e.TapObjects | e.SacrificeEffect | e.CounterSpell):
        return ""
    what = step.what
    if isinstance(what, t.Target):
        spec = body.targets[what.index] if what.index < len(body.targets) else None
        group = spec.group if spec is not None and spec.players is None else None
    else:
        group = what.group if isinstance(what, t.Each | t.Chosen) else None
    if group is None or group.zone not in ("battlefield", "stack"):
        return ""
    theirs = isinstance(step, e.CounterSpell) or (isinstance(step, e.SacrificeEffect) and step.who == t.Opponents())
    cards = with_tokens(horde.library, horde.cards.values()) if theirs else _there(horde, group, everything)
    return "" if possible(group.filter, cards) else NO_TARGET


def _undone(horde: Linted, step: Any) -> str:
    """Why the step does nothing to the Horde, or ""."""
    rules = horde.rules()
    match step:
        case e.GivePoison() if "doesn't lose for poison" in rules:
            return "poison counters on the Horde do nothing"
        case e.LoseGame(who=t.Opponents()):
            return "no effect makes the Horde lose"
        case e.WinGame():
            return "no effect makes a Survivor win"
        case e.DiscardCards(who=t.Opponents() | t.PlayerTarget()) | e.RevealHand(who=t.Opponents() | t.PlayerTarget()):
            if not horde.keeps_a_hand and not horde.says(a.HandFromLibrary) and not _mills_instead(horde):
                return "the Horde has no hand"
            return ""
        case e.SetLife(who=t.Opponents()) if "no life total" in rules:
            return "the Horde has no life total"
        case _:
            return ""


def _mills_instead(horde: Linted) -> bool:
    return any(isinstance(x, a.Replacement) and x.event.kind == "discard" for x in horde.emblem)
