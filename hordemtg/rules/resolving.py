"""Resolving what is on the stack (CR 608)."""

from __future__ import annotations

from hordemtg.rules import announce, triggers
from hordemtg.rules.casting import Casting
from hordemtg.rules.compiled import RunAbility
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, StackEntry


class Resolving(Casting):
    """What happens when all players have passed and something is on the stack."""

    __slots__ = ()

    def resolve_top(self) -> None:
        """Resolve the top of the stack (CR 608.1)."""
        entry = self.stack[-1]
        self.batch += 1
        if self.recorder is not None:
            self._tell_resolution(entry)
        else:
            self.event_count += 1
        previous, self.cause = self.cause, self.event_count
        self.resolving = entry.frame
        entry.frame.began = self.next_id
        if not announce.still_legal(self.game, entry):
            self.record(Event("no effect", "608.2b", entry.object or entry.frame.source, entry.controller))
            self._off_stack(entry)
        elif entry.object is not None and entry.object.card.is_permanent:
            self._resolve_permanent(entry)
        else:
            self._resolve_ability(entry)
        self.resolving = None
        if self.shown_hands:
            self.put_back_shown_hands()
        self.cause = previous
        self.players_dirty = True

    def _tell_resolution(self, entry: StackEntry) -> None:
        event = Event(
            "resolve", "608.2", entry.object or entry.frame.source, entry.controller, source=entry.frame.source
        )
        event.verb = entry.kind
        event.entry = entry
        event.cause = entry.number
        self.record(event)

    def _resolve_ability(self, entry: StackEntry) -> None:
        ability, frame = entry.ability, entry.frame
        if ability is not None:
            if entry.kind == "triggered" and ability.condition is not None and not ability.condition(self.game, frame):
                self.record(Event("no effect", "603.4", frame.source, entry.controller))
                self._off_stack(entry)
                return
            self.exercise(frame.source, ability)
            self._run(ability, frame)
        self._off_stack(entry)

    def _run(self, ability: RunAbility, frame: Frame) -> None:
        body = ability.body
        assert body is not None
        if ability.once:
            triggers.do_once(self.game, ability, frame)
            return
        if not body.modes:
            body.steps(self.game, frame)
            return
        targets = frame.targets
        first = 0
        for i in frame.modes:
            mode = body.modes[i]
            frame.targets = targets[first : first + len(mode.targets)]
            first += len(mode.targets)
            mode.steps(self.game, frame)
        frame.targets = targets

    def _off_stack(self, entry: StackEntry) -> None:
        """A resolved or removed ability ceases to exist; a spell goes to the graveyard (CR 608.2n)."""
        if entry.object is None:
            if entry in self.stack:
                self.stack.remove(entry)
            return
        if entry.object.zone == "stack":
            self.move_all([entry.object], "graveyard", "resolve", "608.2n", None)

    def _resolve_permanent(self, entry: StackEntry) -> None:
        """A permanent spell becomes a permanent (CR 608.3); an Aura is attached to its target (608.3c)."""
        spell = entry.object
        assert spell is not None
        moved = self.move_all([spell], "battlefield", "resolve", "608.3", None, controller=entry.controller)
        if moved and entry.frame.targets and "Aura" in spell.card.base.subtypes:
            host = entry.frame.targets[0][0]
            if isinstance(host, GameObject) and self.attach(moved[0], host):
                self.exercise_keyword(moved[0], "enchant")
