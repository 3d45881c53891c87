"""Moving objects between zones (CR 400.7, 603.6, 608.3, 614.12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.values import Zone
from hordemtg.rules import copies, layers, limits, triggers
from hordemtg.rules.compiled import CompiledCard, RunAbility, compiled
from hordemtg.rules.door import Door
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player, without
from hordemtg.rules.state import Listener

K = TypeVar("K")

NOTHING: Final[list[Event]] = []

ALWAYS: Final = ("devoid", "changeling")  # keywords that nothing decides by: for coverage they act once it is there


class Zones(Door):
    """What it takes for an object to go from one zone to another."""

    __slots__ = ()

    def move_all(
        self,
        objects: Sequence[GameObject],
        to: Zone,
        verb: str,
        rule: str,
        source: GameObject | None = None,
        position: str = "top",
        tapped: bool = False,
        controller: Player | None = None,
        counters: dict[str, int] | None = None,
    ) -> list[GameObject]:
        """Move the objects at the same time; what they have become, in the same order (CR 400.7)."""
        events: list[Event] = []
        for o in objects:
            if o.zone is not None:
                event = Event("move", rule, o, source=source, to_zone=to, verb=verb)
                event.position, event.tapped, event.controller = position, tapped, controller
                event.counters = counters
                event.player = o.owner
                events.append(event)
        return self.perform_moves(events)

    def move(
        self, o: GameObject, to: Zone, verb: str, rule: str, source: GameObject | None = None
    ) -> GameObject | None:
        """Move one object; what it has become, or None if it did not move."""
        moved = self.move_all([o], to, verb, rule, source)
        return moved[0] if moved else None

    def perform_moves(self, events: list[Event]) -> list[GameObject]:
        """Perform moves that happen together: replace, look back, move, record, trigger."""
        if len(events) == 1:
            return self._perform_move(events[0])
        moves: list[Event] = []
        for event in events:
            if self._goes(event, moves):
                moves.append(event)
        if not moves:
            return []
        board = arrives = False
        for event in moves:
            o = event.object
            assert o is not None
            if o.zone == "battlefield":
                board = True
                self.characteristics(o)  # the last-known information (CR 608.2h)
                for attachment in o.attachments:
                    self.characteristics(attachment)
            if event.to_zone == "battlefield":
                arrives = True
        before = self._looking_on() if board else None
        for event in moves:
            if event.new is None or event.new.zone != event.to_zone:
                self._become(event)
        if arrives:
            for event in moves:
                if event.to_zone == "battlefield":
                    self._prepare_arrival(event)
        for event in moves:
            self._leave(event)
        for event in moves:
            self._arrive(event)
        self._zones_changed(moves, board or arrives)
        for event in moves:
            self.record(event)
        moved: list[GameObject] = []
        for event in moves:
            self._has_moved(event, before)
            assert event.new is not None
            moved.append(event.new)
        if board and self.exiled_until:
            self._return_exiled()
        return moved

    def _perform_move(self, event: Event) -> list[GameObject]:
        """As `perform_moves`, for one by itself."""
        if not self._goes(event, NOTHING):
            return []
        o = event.object
        assert o is not None
        board, arrives = o.zone == "battlefield", event.to_zone == "battlefield"
        before = None
        if board:
            self.characteristics(o)  # the last-known information (CR 608.2h)
            for attachment in o.attachments:
                self.characteristics(attachment)
            before = self._looking_on()
        if event.new is None or event.new.zone != event.to_zone:
            self._become(event)
        if arrives:
            self._prepare_arrival(event)
        self._leave(event)
        self._arrive(event)
        self._zones_changed([event], board or arrives)
        self.record(event)
        self._has_moved(event, before)
        assert event.new is not None
        if board and self.exiled_until:
            self._return_exiled()
        return [event.new]

    def _zones_changed(self, moves: list[Event], board: bool) -> None:
        """What goes on is sorted anew, and what may be different is remembered; `board`: permanents were moved."""
        if self.effects_dirty:
            layers.reorder(self.game)
        if board:
            self._suspect(moves)
            if self.control_changes:
                layers.update_control(self.game)
            self.taps += 1
        if self.sensitive:
            if board:
                self.touch("board")
                self.touch("time")
            self.touch("zones")

    def _suspect(self, moves: list[Event]) -> None:
        """Which permanents state-based actions are to look at after the moves; what has left concerns its attachments.

        Whatever changes others has changed the version as well.
        """
        for event in moves:
            o, new = event.object, event.new
            assert o is not None and new is not None
            if new.zone == "battlefield":
                self.suspects.append(new)
            if event.from_zone == "battlefield":
                self.suspects += o.attachments

    def _goes(self, event: Event, moves: list[Event]) -> bool:
        """Whether the object will move, beside those that do already; what replaces its move is done."""
        o = event.object
        assert o is not None
        if o.zone is None or (moves and any(m.object is o for m in moves)):
            return False
        if o.token and o.zone != "battlefield" and not self._copy_resolves(event):
            return False  # CR 111.8: a token that has left stays where it is
        if o.zone == "stack" and o.cast_details is not None and o.cast_details.exile_after and event.verb != "reverse":
            event.to_zone = "exile"  # instead of anywhere else, whatever moves it (CR 702.34a)
        if self.replacements and event.verb != "draw" and event.verb != "cast":
            if event.to_zone == "battlefield" and "enters" in self.replacements:
                self._become(event)  # effects look at it as it would be on the battlefield (CR 614.12)
            if self.replaced(event):
                return False
        if event.to_zone == "battlefield":
            if not o.card.is_permanent:
                return False  # CR 400.4a: an instant or sorcery card stays where it is
            if o.zone != "stack" and "Aura" in o.card.base.subtypes and not self._choose_host(event):
                return False
            if o.card.as_copy:
                return self._enters_as_copy(event)
        return True

    def _enters_as_copy(self, event: Event) -> bool:
        """Choose what the permanent enters as a copy of; an Aura with nothing to enchant stays, a spell is put into its
        owner's graveyard (CR 303.4g, 707.5)."""
        o = event.object
        assert o is not None
        if event.new is None or event.new.zone != "battlefield":
            self._become(event)
        if copies.enter(self.game, event):
            return True
        event.new = None
        if o.zone == "stack" and not o.token:
            event.to_zone = "graveyard"
            return True
        if o.zone == "stack":
            self.copy_ceases(o)
        return False

    def _copy_resolves(self, event: Event) -> bool:
        """Whether a copy of a permanent spell becomes a token; others leave the stack for nowhere (CR 707.10a, f)."""
        o = event.object
        assert o is not None
        if o.zone != "stack":
            return False
        if event.to_zone == "battlefield" and o.card.is_permanent:
            return True
        self.copy_ceases(o)
        return False

    def copy_ceases(self, o: GameObject) -> None:
        """A copy of a spell is nowhere but on the stack (CR 704.5e)."""
        self.stack = [entry for entry in self.stack if entry.object is not o]
        self.note("704.5e", f"{o.label}, a copy, ceases to exist", o)
        o.zone = None

    def _looking_on(self) -> dict[str, list[Listener]]:
        """The abilities that look back on what leaves the battlefield, as they are before it (CR 603.10)."""
        before = {}
        for key, listeners in self.listeners.items():
            if key in triggers.LOOKS_BACK:
                before[key] = list(listeners)
        if self.granted_triggers:
            before["granted"] = layers.granted_triggers(self.game)
        return before

    def _has_moved(self, event: Event, before: dict[str, list[Listener]] | None) -> None:
        """What follows from a move that has happened: triggers, its counters, what it is attached to."""
        old, new = event.object, event.new
        assert old is not None and new is not None
        if event.from_zone == "battlefield":
            self.has_happened("permanent left", old.controller.index)
        if (
            event.from_zone == "battlefield"
            and event.to_zone == "graveyard"
            and "creature" in old.characteristics.types
        ):
            self.has_happened("creature died", old.controller.index)
        if (
            before
            or self.listeners
            or self.delayed
            or self.granted_triggers
            or old.card.triggered
            or new.card.triggered
        ):
            triggers.collect(self.game, event, before)
        if new.counters:
            self._counters_on_arrival(new)
        if event.other is not None and event.to_zone == "battlefield":
            self.attach(new, event.other)

    def _choose_host(self, event: Event) -> bool:
        """An Aura that enters uncast: its controller chooses what it enchants; else it stays (CR 303.4f-g)."""
        aura = event.object
        assert aura is not None
        player = event.controller or aura.owner
        options = [x for x in self.battlefield if self.fits_enchant(aura, x) and not self.protected(x, aura)]
        chosen = self.choose_objects(player, options, 1, 1, "help", aura)
        if not chosen:
            self.note("303.4g", f"{aura.label} stays where it is: nothing to enchant", aura)
            return False
        event.other = chosen[0]
        return True

    # ------------------------------------------------------------ the steps of a move

    def _become(self, event: Event) -> None:
        """Make the new object that the old one will be in its new zone (CR 400.7)."""
        old = event.object
        assert old is not None and event.to_zone is not None
        card = old.printed or old.card  # a copy is itself again wherever else it is (CR 400.7)
        new = GameObject(self.new_id(), card, old.owner, event.to_zone)
        new.token, new.token_card = old.token, old.token_card
        if old.token_card:
            new.base = new.characteristics = card.token_base
        if event.to_zone == "battlefield":
            new.controller = event.controller or (old.controller if event.from_zone == "stack" else old.owner)
            new.base_controller = new.controller
            if event.from_zone == "stack" or event.verb == "resolve":
                new.cast_details = old.cast_details  # CR 400.7d
        elif event.to_zone == "stack":
            new.controller = event.controller or old.owner
            new.base_controller = new.controller
        event.new = new

    def _prepare_arrival(self, event: Event) -> None:
        """How the permanent enters, seen as it would be on the battlefield (CR 614.1c, 614.12)."""
        new = event.new
        assert new is not None
        new.sick_turn = new.entered_turn = self.turn
        if self.replacements:
            self._replace_arrival(event)
        new.tapped = event.tapped
        counters = dict(event.counters) if event.counters else {}
        if new.card.enters and self.keeps_abilities(new):
            frame = Frame(new, new.controller)
            if new.cast_details is not None:
                frame.x = new.cast_details.x
            for ability in new.card.enters:
                enters = ability.enters
                assert enters is not None
                if enters.condition is not None and not enters.condition(self.game, frame):
                    continue
                self.exercise(new, ability)
                unless = None if event.verb == "set up" else enters.unless  # what is laid out was asked before
                if unless is not None and unless.payable(self.game, new.controller, new, frame):
                    if self.ask_yes_no(new.controller, "may", new, frame):
                        unless.pay(self.game, new.controller, new, frame)
                        continue
                if enters.node.tapped:
                    new.tapped = True
                if enters.node.counters:
                    kind = enters.node.counters
                    counters[kind] = counters.get(kind, 0) + max(0, enters.amount(self.game, frame))
        loyalty = new.card.base.keywords.get("loyalty")
        if loyalty:
            self.exercise_keyword(new, "loyalty")
            counters["loyalty"] = counters.get("loyalty", 0) + loyalty[0].number
        new.counters = {k: n for k, n in counters.items() if n > 0}
        if new.counters and "counters put" in self.replacements:
            for kind, n in list(new.counters.items()):
                put = Event("counters put", "122.6a", new, new.controller, n, text=kind)
                new.counters[kind] = 0 if self.replaced(put) else put.amount
        new.version = -1  # whoever has looked at it saw it without its counters

    def _counters_on_arrival(self, new: GameObject) -> None:
        """Counters that a permanent enters with are put on it (CR 122.6a)."""
        if self.delayed or self.granted_triggers or "counters put" in self.listeners or new.card.triggered:
            for kind, n in new.counters.items():
                event = Event("counters put", "122.6a", new, new.controller, n, text=kind)
                event.number = self.event_count
                triggers.collect(self.game, event)

    def _replace_arrival(self, event: Event) -> None:
        listeners = self.replacements.get("enters")
        if listeners is None:
            return
        entering = event.copy()
        entering.new = event.new
        for source, ability in listeners:
            replacement = ability.replacement
            assert replacement is not None
            frame = Frame(source, source.controller)
            if not replacement.node.enters_tapped or not replacement.match(self.game, entering, frame):
                continue
            if replacement.condition is None or replacement.condition(self.game, frame):
                event.tapped = True
                self.exercise(source, ability)

    def keeps_abilities(self, new: GameObject) -> bool:
        """An effect already there may take the abilities of whatever enters (CR 614.12)."""
        if not self.abilities_change:
            return True
        return not any(
            isinstance(change.node, e.LoseAbilities) and effect.objects is None and effect.applies_to(self.game, new)
            for effect in self.effects
            for change in effect.changes
        )

    def _leave(self, event: Event) -> None:
        old = event.object
        assert old is not None
        zone = old.zone
        old.zone = None  # from here on what it keeps is its last-known information
        if zone == "battlefield":
            self.battlefield.remove(old)
            self.weigh()
            if old.card.makes_mana or self.grants_mana:
                old.controller.makers += 1
            self._leave_battlefield(old)
        elif zone == "stack":
            for entry in self.stack:
                if entry.object is old:
                    self.stack.remove(entry)
                    break
        elif zone == "command":
            self.command.remove(old)
        else:
            assert zone is not None
            cards = old.owner.library if zone == "library" else old.owner.zone(zone)
            if cards and cards[-1] is old:
                cards.pop()
            else:
                cards.remove(old)
        if old.card.registers:
            self.unregister(old)
        old.became = event.new

    def _leave_battlefield(self, old: GameObject) -> None:
        if old.attacking is not None or old.in_block or old.blocked_by:
            self.remove_from_combat(old)
        if old.attached_to is not None:
            host = old.attached_to  # which stays known on the old object
            host.attachments = without(host.attachments, old)
        # Attachments keep pointing at it until state-based actions see to them (CR 704.5m-n).
        ending = [x for x in self.effects if x.ability is None and self._ends_with(x, old)]
        layers.end(self.game, ending)

    @staticmethod
    def _ends_with(effect: layers.Continuous, old: GameObject) -> bool:
        if effect.objects is not None and len(effect.objects) == 1 and effect.objects[0] is old:
            return True
        return effect.duration in layers.WHILE_HERE and effect.source is old

    def _arrive(self, event: Event) -> None:
        new = event.new
        assert new is not None
        zone = new.zone
        if zone == "battlefield":
            self.battlefield.append(new)
            self.weigh()
            if new.card.makes_mana or self.grants_mana:
                new.controller.makers += 1
            if self.coverage is not None:
                for keyword in ALWAYS:
                    self.exercise_keyword(new, keyword)
        elif zone == "command":
            self.command.append(new)
        elif zone == "library":
            if event.position == "bottom":
                new.owner.library.insert(0, new)
            else:
                new.owner.library.append(new)
        elif zone != "stack":
            assert zone is not None
            new.owner.zone(zone).append(new)
        if new.token and zone != "battlefield":
            self.stray_tokens.append(new)
            self.sba_dirty = True
        elif new.token_card and (zone in ("graveyard", "exile") or event.from_zone == "battlefield"):
            held = self.game.has_standing(new.owner, a.TokensCease) if a.TokensCease in self.standing else None
            if held is not None:  # as a token that has left the battlefield does (CR 111.7, 704.5d)
                self.exercise(*held)
                self.stray_tokens.append(new)
                self.sba_dirty = True
        if new.card.registers:
            self.register(new)

    # ------------------------------------------------------------ exiled instead (CR 614.1a)

    def exile_instead(self, o: GameObject, when: str) -> None:
        """From now on the permanent is exiled if it would die this turn, or ever leave the battlefield."""
        if o.zone == "battlefield":
            self.replacements.setdefault(when, []).append((o, _exiled_if(when)))
            self.note("614.1a", f"{o.label}: exiled if it {when}", o)

    def end_exile_instead(self) -> None:
        """What was to be exiled if it died this turn is no more; nor what has left (CR 514.2)."""
        for when in ("dies", "leaves"):
            listeners = self.replacements.get(when)
            if listeners is None:
                continue
            ends = _exiled_if(when)
            kept = [x for x in listeners if x[1] is not ends or (when == "leaves" and x[0].zone == "battlefield")]
            if kept:
                self.replacements[when] = kept
            else:
                del self.replacements[when]

    # ------------------------------------------------------------ what functions where

    def register(self, o: GameObject) -> None:
        """Let the abilities that function in the object's zone begin to work (CR 113.6)."""
        zone = o.zone
        for ability in o.card.registers:
            if ability.zone != zone:
                continue
            if ability.kind == "triggered":
                if not ability.own_subject:
                    for key in ability.keys:
                        self.listeners.setdefault(key, []).append((o, ability))
            elif ability.kind == "static":
                effect = layers.of_static(self.game, o, ability)
                if len(self.effects) >= limits.EFFECTS:
                    raise limits.LimitReached(limits.said(limits.EFFECTS, "continuous effects"))
                self.effects.append(effect)
                self.weigh()
                self.effects_dirty = True
                self.granted_triggers |= layers.gives_triggers(effect)
                self.control_changes |= layers.controls(effect.changes)
                if ability.static is None or not ability.static.quiet:
                    self.version += 1
            elif ability.kind == "replacement":
                assert ability.replacement is not None
                for key in ability.replacement.keys:
                    self.replacements.setdefault(key, []).append((o, ability))
            elif ability.kind == "per amount":
                self.per_amounts.append((o, ability))
            elif ability.kind == "cost change":
                self.cost_changers.append((o, ability))
            else:
                self.standing.setdefault(type(ability.definition), []).append((o, ability))

    def unregister(self, o: GameObject) -> None:
        """End what `register` began."""
        for ability in o.card.registers:
            if ability.kind == "triggered":
                for key in ability.keys:
                    self._drop(self.listeners, key, o)
            elif ability.kind == "replacement" and ability.replacement is not None:
                for key in ability.replacement.keys:
                    self._drop(self.replacements, key, o)
            elif ability.kind == "static":
                left = [x for x in self.effects if x.source is not o or x.ability is None]
                if len(left) < len(self.effects):
                    self.effects = left
                    self.weigh()
                    self.effects_dirty = True
                    if not self._all_quiet(o):
                        self.version += 1
            elif ability.kind == "per amount":
                self.per_amounts = [pair for pair in self.per_amounts if pair[0] is not o]
            elif ability.kind == "cost change":
                self.cost_changers = [pair for pair in self.cost_changers if pair[0] is not o]
            else:
                self._drop(self.standing, type(ability.definition), o)

    @staticmethod
    def _all_quiet(o: GameObject) -> bool:
        """Whether nothing but the object itself is different for its static abilities."""
        return all(ability.static is None or ability.static.quiet for ability in o.card.statics)

    @staticmethod
    def _drop(table: dict[K, list[Listener]], key: K, o: GameObject) -> None:
        left = [pair for pair in table.get(key, ()) if pair[0] is not o]
        if left:
            table[key] = left
        else:
            table.pop(key, None)

    # ------------------------------------------------------------ control, exile until, emblems

    def change_control(self, o: GameObject, controller: Player) -> None:
        """The player gains control of the permanent (CR 110.2, 506.4, 302.6)."""
        if o.attacking is not None or o.in_block:
            self.remove_from_combat(o)
        o.controller.makers += 1
        controller.makers += 1
        o.controller = controller
        o.sick_turn = self.turn
        for effect in self.effects:
            if effect.source is o and effect.ability is not None:
                effect.frame.controller = controller
        self.version += 1
        self.sba_dirty = True
        self.announce_event(Event("control", "613.1b", o, controller))

    def remove_from_combat(self, o: GameObject) -> None:
        """It is no longer attacking, blocking, blocked or unblocked (CR 506.4)."""
        if o.zone is not None:
            o.attacking = None
            o.blocked = o.in_block = False
        for blocker in o.blocked_by:
            blocker.blocking = without(blocker.blocking, o)
        for attacker in o.blocking:
            attacker.blocked_by = without(attacker.blocked_by, o)
        if o.zone is not None:
            o.blocking = o.blocked_by = ()
        if self.sensitive:
            self.touch("status")

    def exile_until(self, source: GameObject, exiled: list[tuple[GameObject, Zone]]) -> None:
        """Remember what comes back, and where to, when `source` leaves the battlefield (CR 610.3)."""
        if exiled:
            self.exiled_until.append((source, exiled))

    def _return_exiled(self) -> None:
        """All that was exiled until something left the battlefield goes back at the same time (CR 610.3, 610.3d)."""
        events: list[Event] = []
        for source, exiled in list(self.exiled_until):
            if source.zone != "battlefield":
                self.exiled_until.remove((source, exiled))
                for o, origin in exiled:
                    if o.zone == "exile":
                        event = Event("move", "610.3", o, o.owner, source=source, to_zone=origin, verb="return")
                        events.append(event)
        if events:
            self.perform_moves(events)

    def give_emblem(self, player: Player, name: str) -> GameObject:
        """The player gets the emblem declared under that name (CR 114.1)."""
        if len(self.command) >= limits.EMBLEMS:
            raise limits.LimitReached(limits.said(limits.EMBLEMS, "emblems"))
        emblem = self._new_object(compiled(self.emblems[name]), player, "command")
        self.command.append(emblem)
        if emblem.card.registers:
            self.register(emblem)
        self.version += 1
        self.record(Event("note", "114.1", emblem, player, text=f"{player.name} gets the emblem {name}"))
        return emblem

    def _new_object(self, card: CompiledCard, owner: Player, zone: Zone) -> GameObject:
        return GameObject(self.new_id(), card, owner, zone)

    def attach(self, what: GameObject, to: GameObject) -> bool:
        """Attach an Aura or Equipment; False when it cannot be or already is (CR 301.5, 303.4, 701.3)."""
        if what.zone != "battlefield" or to.zone != "battlefield" or what is to or what.attached_to is to:
            return False
        if not self.can_be_attached(what, to):
            return False
        if what.attached_to is not None:
            what.attached_to.attachments = without(what.attached_to.attachments, what)
        what.attached_to = to
        to.attachments = (*to.attachments, what)
        what.timestamp = self.new_timestamp()  # CR 613.7e
        for effect in self.effects:
            if effect.source is what and effect.ability is not None:
                effect.timestamp = what.timestamp
                self.effects_dirty = True
        self.version += 1
        self.sba_dirty = True
        if self.control_changes:
            layers.update_control(self.game)
        self.announce_event(Event("attach", "701.3", what, what.controller, other=to))
        return True

    def can_be_attached(self, what: GameObject, to: GameObject) -> bool:
        """Whether the attachment may be on the permanent (CR 303.4d, 301.5c, 702.16c-d)."""
        c = self.characteristics(what)
        if "Equipment" in c.subtypes:
            if "creature" not in self.characteristics(to).types:
                return False
        elif "Aura" not in c.subtypes:
            return False  # CR 704.5p; Fortifications are not among what can be played
        if "creature" in c.types:
            return False
        if not self.fits_enchant(what, to):
            return False
        return not self.protected(to, what)

    def fits_enchant(self, what: GameObject, to: GameObject) -> bool:
        """Whether the permanent is what the Aura's enchant ability asks for (CR 702.5)."""
        enchant = self.characteristics(what).keywords.get("enchant", ())
        frame = Frame(what, what.controller)
        return all(k.filter is None or k.filter(self.game, to, frame) for k in enchant)

    def protected(self, o: GameObject, source: GameObject) -> bool:
        """Whether the object has protection from the source (CR 702.16)."""
        keywords = self.characteristics(o).keywords.get("protection")
        if not keywords:
            return False
        frame = Frame(o, o.controller)
        for k in keywords:
            if k.filter is None or k.filter(self.game, source, frame):
                self.exercise_keyword(o, "protection")
                return True
        return False


@cache
def _exiled_if(when: str) -> RunAbility:
    """The replacement effect on one permanent that exiles it."""
    return RunAbility(a.Replacement(e.EventPattern(when, t.IsOneOf(t.This())), to_zone="exile"), -1)
