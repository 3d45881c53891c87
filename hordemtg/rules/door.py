"""The one door: replacement effects, the event itself, its record, and what it triggers (CR 603, 614-616)."""

from __future__ import annotations

from hordemtg.rules import triggers
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player
from hordemtg.rules.state import GameState, Listener


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

    # ------------------------------------------------------------ replacement (CR 614, 616)

    def replaced(self, event: Event) -> bool:
        """Apply replacement effects to an event about to happen; True when it will not happen any more (CR 614.6).

        The affected player, or the controller of the affected object, chooses
        among several (CR 616.1); each applies at most once to an event (614.5).
        """
        if not self.replacements:
            return False
        applied: list[Listener] = []
        while True:
            found = self._applicable(event, applied)
            if not found:
                return False
            chosen = found[0] if len(found) == 1 else self._choose_replacement(event, found)
            applied.append(chosen)
            if self._replace(event, *chosen):
                return True

    def _applicable(self, event: Event, applied: list[Listener]) -> list[Listener]:
        found: list[Listener] = []
        for key in triggers.keys_of_event(event):
            for source, ability in self.replacements.get(key, ()):
                if any(source is s and ability is r for s, r in applied):
                    continue
                replacement = ability.replacement
                assert replacement is not None
                frame = Frame(source, source.controller)
                if not replacement.match(self.game, event, frame):
                    continue
                if replacement.condition is not None and not replacement.condition(self.game, frame):
                    continue
                if self.abilities_change and ability.index >= 0 and source.zone == "battlefield":
                    if ability not in self.characteristics(source).abilities:
                        continue
                found.append((source, ability))
        return found

    def _choose_replacement(self, event: Event, found: list[Listener]) -> Listener:
        player = affected(event)
        choice = Choice("replacement", player, [s.label for s, _ in found], 1, 1, "replacement", event.object)
        return found[self.ask(choice)[0]]

    def _replace(self, event: Event, source: GameObject, ability: object) -> bool:
        """Apply one replacement effect; True when the event does not happen."""
        replacement = ability.replacement  # type: ignore[attr-defined]
        node = replacement.node
        frame = Frame(source, source.controller)
        if node.optional and not self.ask_yes_no(affected(event), "may", source, frame, node):
            return False
        self.exercise(source, ability)  # type: ignore[arg-type]
        if self.recorder is not None:
            self.record(Event("replace", "614.6", object=source, player=event.player, text=event.kind))
        if node.to_zone is not None:
            event.to_zone = node.to_zone
            event.position = node.position
            return False
        if node.enters_tapped:
            event.tapped = True
            return False
        if node.amount_factor != 1 or node.amount_added:
            event.amount = event.amount * node.amount_factor + node.amount_added
            return event.amount <= 0
        if replacement.steps is not None:
            triggers.fill(frame, event)
            replacement.steps(self.game, frame)
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
    for o in (event.object, event.new):
        if o is not None and o.card.triggered:
            return True
    return False
