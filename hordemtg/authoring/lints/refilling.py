"""Cards that put cards back into the Horde's own library, which is its life (H1.7, H3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from hordemtg.authoring.linted import Linted, bodies, effects, only_opponents, warning
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.script.diagnostics import Diagnostic


def refilled_library(horde: Linted) -> Iterator[Diagnostic]:
    """A card of the Horde that returns cards to its library, or to a hand that is its library."""
    for card in horde.cards.values():
        for clause in card.abilities:
            if isinstance(clause, a.Replacement) and clause.to_zone == "library":
                yield warning("puts cards into the Horde's library", card, clause.place)
                continue
            for body in bodies(clause):
                for move in effects(body.steps, e.MoveObjects):
                    into_hand = move.to == "hand" and horde.hand_to_library
                    if (move.to == "library" or into_hand) and _own(move.what, body):
                        help_ = "a card that would be put into its hand goes on top of its library (H3.5)"
                        message = "puts cards of the Horde into its library"
                        yield warning(message, card, clause.place, help_ if into_hand else "")


def _own(what: t.Objects, body: a.Body | a.Mode) -> bool:
    """Whether these are the Horde's own cards by what the script says, not only where nothing else is left."""
    match what:
        case t.This():
            return True
        case t.Target(index):
            spec = body.targets[index] if index < len(body.targets) else None
            return spec is not None and spec.group is not None and _own_group(spec.group)
        case t.Each(group) | t.Chosen(group):
            return _own_group(group)
        case t.Several(parts):
            return any(_own(part, body) for part in parts)
        case _:
            return False


def _own_group(group: t.Group) -> bool:
    if group.zone != "battlefield" and group.owner is not None:
        return isinstance(group.owner, t.You | t.EachPlayer)
    mine = (t.ControlledBy(t.You()), t.OwnedBy(t.You()))
    parts = group.filter.parts if isinstance(group.filter, t.AllOf) else (group.filter,)
    if only_opponents(group.filter):
        return False
    return any(part in mine for part in parts) or group.zone == "graveyard"
