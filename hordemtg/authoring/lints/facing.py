"""Cards of a Survivor's deck that do nothing against a Horde (H1.9, H3.4-H3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hordemtg.authoring.linted import Linted, bodies, only_opponents, warning, with_tokens
from hordemtg.authoring.lints.casting import fits
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.script.diagnostics import Diagnostic


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
            if not any(fits(spec.group.filter, card) for card in _there(horde, spec, everything)):
                return "no card on either side could be its target"
    undone = [_undone(horde, step) for step in body.steps]
    return undone[0] if undone and all(undone) else ""


def _there(horde: Linted, spec: a.TargetSpec, everything: list[CardDefinition]) -> list[CardDefinition]:
    """The cards of the side that the target is of: only the Horde's where it has to be an opponent's."""
    assert spec.group is not None
    if only_opponents(spec.group.filter) or isinstance(spec.group.owner, t.Opponents):
        return with_tokens(horde.library, horde.cards.values())
    return everything


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
