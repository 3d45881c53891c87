"""Destroying permanents, and what keeps them or sends them elsewhere: regeneration, replacement (CR 701.7, 701.15)."""

from __future__ import annotations

from collections.abc import Sequence

from hordemtg.rules import triggers
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.objects import GameObject
from hordemtg.rules.state import Shield
from hordemtg.rules.zones import Zones


class Destruction(Zones):
    """How permanents are destroyed, or not."""

    __slots__ = ()

    def destroy(
        self, objects: Sequence[GameObject], source: GameObject | None, rule: str, regenerate: bool = True
    ) -> list[GameObject]:
        """Destroy permanents at the same time; what those that were destroyed have become (CR 701.7)."""
        going = [o for o in dict.fromkeys(objects) if o.zone == "battlefield"]
        moves = [move for o in going if (move := self.destruction(o, rule, source, regenerate)) is not None]
        if not moves:
            return []
        moved = self.perform_moves(moves)
        gone = [move.object for move in moves if move.verb == "destroy" and move.object is not None]
        self.were_destroyed(gone, rule, source)
        return moved if len(gone) == len(moves) else [o.became for o in gone if o.became is not None]

    def destruction(
        self, o: GameObject, rule: str, source: GameObject | None = None, regenerate: bool = True
    ) -> Event | None:
        """The move that destroying the permanent comes to; None if it stays, or is seen to already (CR 701.7b-c)."""
        if self.has(o, "indestructible"):
            if source is not None:
                self.note("702.12b", f"{o.label} is indestructible", o)
            return None
        mends = o.regeneration > 0 and regenerate and not self.restricted(o, "can't be regenerated")
        if "destroy" in self.replacements and not (mends and self._rather_mends(o, source, rule)):
            event = Event("destroy", rule, o, o.controller, source=source)
            if self.replaced(event):
                return None
            if event.to_zone is not None:
                verb = "exile" if event.to_zone == "exile" else "return"
                move = Event("move", "614.6", o, o.owner, source=source, to_zone=event.to_zone, verb=verb)
                move.position = event.position
                return move
        if mends:
            self._regenerate(o)
            return None
        return Event("move", rule, o, o.owner, source=source, to_zone="graveyard", verb="destroy")

    def were_destroyed(self, gone: Sequence[GameObject], rule: str, source: GameObject | None = None) -> None:
        """Let abilities trigger on what has been destroyed, be it by an effect or by damage (CR 701.7b)."""
        if "destroy" in self.listeners or self.granted_triggers:
            for o in gone:
                if o.zone is None:
                    event = Event("destroy", rule, o, o.controller, source=source)
                    event.number = self.event_count
                    triggers.collect(self.game, event)

    def _rather_mends(self, o: GameObject, source: GameObject | None, rule: str) -> bool:
        """Whether its controller lets it regenerate, where something else would replace its destruction (CR 616.1)."""
        found = self._applicable(Event("destroy", rule, o, o.controller, source=source), list(self.replacing))
        others = [x[0] for x in found if not isinstance(x, Shield)]
        if not others:
            return True
        choice = Choice("replacement", o.controller, [o.label, *(x.label for x in others)], 1, 1, "replacement", o)
        choice.context = [o, *others]
        return self.game.ask(choice)[0] == 0

    def _regenerate(self, o: GameObject) -> None:
        """CR 701.15a: instead remove the damage, tap it and take it out of combat."""
        o.regeneration -= 1
        o.damage, o.deathtouched = 0, False
        self.game.tap(o, "701.15a")
        self.game.remove_from_combat(o)
        self.record(Event("regenerate", "701.15a", o))
