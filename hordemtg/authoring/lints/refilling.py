"""Cards that put cards back into the Horde's own library, which is its life (H1.7, H3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from hordemtg.authoring.linted import Linted, abilities, bodies, effects, only_opponents, warning
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.script.diagnostics import Diagnostic

INTO_HAND = "a card that would be put into its hand goes on top of its library (H3.5)"


def refilled_library(horde: Linted) -> Iterator[Diagnostic]:
    """A card of the Horde that returns cards to its library, or to a hand that is its library."""
    for card in horde.cards.values():
        for clause, ability in abilities(card):
            if isinstance(ability, a.Replacement) and ability.to_zone == "library":
                if not only_opponents(ability.event.subject):
                    yield warning("puts cards into the Horde's library", card, clause.place)
                continue
            if isinstance(ability, a.AdditionalCost) and horde.hand_to_library:
                if any(isinstance(part, e.ReturnSome) for cost in ability.options for part in cost):
                    yield warning("puts cards of the Horde into its library", card, clause.place, INTO_HAND)
            mine = not all(only_opponents(event.subject) for event in getattr(ability, "events", ()))
            for body in bodies(ability):
                for move in effects(body.steps, e.MoveObjects):
                    into_hand = move.to == "hand" and horde.hand_to_library
                    if (move.to == "library" or into_hand) and _own(move.what, body, mine):
                        message = "puts cards of the Horde into its library"
                        yield warning(message, card, clause.place, INTO_HAND if into_hand else "")


def _own(what: t.Objects, body: a.Body | a.Mode, mine: bool) -> bool:
    """Whether these are the Horde's own cards by what the script says, not only where nothing else is left.

    `mine`: the event that it is about happens to them too.
    """
    match what:
        case t.This():
            return True
        case t.Slot("event.object"):
            return mine
        case t.Target(index):
            spec = body.targets[index] if index < len(body.targets) else None
            return spec is not None and spec.group is not None and _own_group(spec.group)
        case t.Each(group):  # all there are, also its own
            return _own_group(group) or (group.owner is None and not only_opponents(group.filter))
        case t.Chosen(group):
            return _own_group(group)
        case t.Several(parts):
            return any(_own(part, body, mine) for part in parts)
        case _:
            return False


def _own_group(group: t.Group) -> bool:
    if group.zone != "battlefield" and group.owner is not None:
        return isinstance(group.owner, t.You | t.EachPlayer)
    mine = tuple(side(who) for side in (t.ControlledBy, t.OwnedBy) for who in (t.You(), t.EachPlayer()))
    parts = group.filter.parts if isinstance(group.filter, t.AllOf) else (group.filter,)
    if only_opponents(group.filter):
        return False
    return any(part in mine for part in parts) or group.zone == "graveyard"
