"""The one door: replacement effects, the event itself, its record, and what it triggers (CR 603, 614-616)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hordemtg.rules import triggers
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player
from hordemtg.rules.state import GameState, Listener, Shield

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility


class Door(GameState):
    """Every event of the game passes here, alone or with those that happen at the same time."""

    __slots__ = ()

    def announce_event(self, event: Event) -> None:
        """Record an event that has just happened and let abilities trigger on it."""
        self.record(event)
        if event.player is not None:
            self.has_happened(event.kind, event.player.index)
        if self.listeners or self.delayed or self.granted_triggers or _has_own(event):
            triggers.collect(self.game, event)

    def heard(self, kind: str, o: GameObject | None = None) -> bool:
        """Whether a recorder or an ability, one of the object's own among them, could notice such an event."""
        return (
            self.recorder is not None
            or kind in self.listeners
            or self.granted_triggers
            or len(self.delayed) > 0
            or (o is not None and len(o.card.triggered) > 0)
        )

    def happens(self, kind: str, rule: str, o: GameObject, player: Player, other: GameObject | None = None) -> None:
        """As `announce_event`, for what happens to an object; no event is made where nobody could notice it."""
        if self.heard(kind, o):
            self.announce_event(Event(kind, rule, o, player, other=other))
        else:
            self.event_count += 1
            self.has_happened(kind, player.index)

    def happen(self, kind: str, rule: str, what: Sequence[tuple[GameObject, GameObject | None]]) -> None:
        """As `happens`, for each of the objects one after the other, with the other object that it is about."""
        if self.recorder is not None or kind in self.listeners or self.granted_triggers or self.delayed:
            for o, other in what:
                self.happens(kind, rule, o, o.controller, other)
            return
        for o, other in what:
            if o.card.triggered or "time" in self.sensitive:
                self.happens(kind, rule, o, o.controller, other)
            else:
                self.event_count += 1
                times = o.controller.times
                times[kind] = times.get(kind, 0) + 1

    # ------------------------------------------------------------ replacement (CR 614, 616)

    def replaced(self, event: Event) -> bool:
        """Apply replacement effects to an event about to happen; True when it will not happen any more (CR 614.6).

        The affected player, or the controller of the affected object, chooses
        among several (CR 616.1); each applies at most once to an event (614.5).
        """
        if not (self.shields and event.kind == "damage") and not self._may_be_replaced(event):
            return False
        applied = list(self.replacing)
        while True:
            found = self._applicable(event, applied)
            if not found:
                return False
            chosen = found[0] if len(found) == 1 else self._choose_replacement(event, found)
            applied.append(chosen)
            if isinstance(chosen, Shield):
                if self._prevent(event, chosen):
                    return True
            elif self._replace(event, *chosen, applied):
                return True

    def _may_be_replaced(self, event: Event) -> bool:
        """Whether some replacement effect looks for events of the kind."""
        if self.replacements:
            if event.kind != "move":
                return event.kind in self.replacements  # no step is replaced
            for key in triggers.keys_of_event(event):
                if key in self.replacements:
                    return True
        return False

    def _applicable(self, event: Event, applied: list[Listener | Shield]) -> list[Listener | Shield]:
        found: list[Listener | Shield] = []
        for key in triggers.keys_of_event(event):
            for source, ability in self.replacements.get(key, ()):
                if any(not isinstance(x, Shield) and source is x[0] and ability is x[1] for x in applied):
                    continue
                replacement = ability.replacement
                assert replacement is not None
                if replacement.node.enters_tapped:
                    continue  # seen to as it arrives
                frame = Frame(source, source.controller)
                if not replacement.match(self.game, event, frame):
                    continue
                if replacement.condition is not None and not replacement.condition(self.game, frame):
                    continue
                if self.abilities_change and ability.index >= 0 and source.zone == "battlefield":
                    if ability not in self.characteristics(source).abilities:
                        continue
                found.append((source, ability))
        if event.kind == "damage":
            found += [shield for shield in self.shields if shield.meets(self.game, event) and shield not in applied]
        return found

    def _choose_replacement(self, event: Event, found: list[Listener | Shield]) -> Listener | Shield:
        if all(isinstance(x, Shield) for x in found):
            return found[0]  # which shield is used up first is all that there is to choose: the oldest
        player = affected(event)
        sources = [x.source if isinstance(x, Shield) else x[0] for x in found]
        choice = Choice("replacement", player, [s.label for s in sources], 1, 1, "replacement", event.object)
        choice.context = sources
        return found[self.ask(choice)[0]]

    def _prevent(self, event: Event, shield: Shield) -> bool:
        """Use a prevention shield (CR 615.7); True when nothing of the damage is left."""
        stopped = event.amount if shield.left is None else min(shield.left, event.amount)
        event.amount -= stopped
        if shield.left is not None:
            shield.left -= stopped
            if shield.left == 0:
                self.shields.remove(shield)
        self.record(Event("prevent", "615.1", event.object, event.player, stopped, event.source))
        return event.amount == 0

    def _replace(self, event: Event, source: GameObject, ability: RunAbility, applied: list[Listener | Shield]) -> bool:
        """Apply one replacement effect; True when the event does not happen."""
        replacement = ability.replacement
        assert replacement is not None
        node = replacement.node
        frame = Frame(source, source.controller)
        if replacement.may is not None:
            triggers.fill(frame, event)
            for player in replacement.may(self.game, frame)[:1]:
                if not self.ask_yes_no(player, "may", source, frame, node):
                    return False
        self.exercise(source, ability)
        if self.recorder is not None:
            self.record(Event("replace", "614.6", object=source, player=event.player, text=event.kind))
        if node.to_zone is not None:
            event.to_zone = node.to_zone
            event.position = node.position
            return False
        if node.amount_factor != 1 or node.amount_added:
            event.amount = event.amount * node.amount_factor + node.amount_added
            return event.amount <= 0
        if node.prevents:
            self.record(Event("prevent", "615.1", event.object, event.player, event.amount, event.source))
            receiver = event.player if event.player is not None else event.object
            if replacement.once and (source, ability, receiver) in self.prevented:
                return True  # what else it does, it has done for this damage (CR 615.5)
            self.prevented.append((source, ability, receiver))
        if replacement.steps is not None:
            triggers.fill(frame, event)
            # What happens instead is not replaced by what has been applied already (CR 614.5).
            previous, self.replacing = self.replacing, applied
            replacement.steps(self.game, frame)
            self.replacing = previous
        return True


def affected(event: Event) -> Player:
    """The player who chooses among replacement effects (CR 616.1): the affected one, or the object's controller."""
    if event.kind in ("draw", "discard", "gain life", "lose life", "mill", "create") and event.player is not None:
        return event.player
    if event.object is not None:
        return event.object.controller
    assert event.player is not None
    return event.player


def _has_own(event: Event) -> bool:
    o, new = event.object, event.new
    return (o is not None and len(o.card.triggered) > 0) or (new is not None and len(new.card.triggered) > 0)
