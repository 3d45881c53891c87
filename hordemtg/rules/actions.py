"""What players and effects do: damage, life, cards, tokens, destruction, counters (CR 118-122, 701)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hordemtg.cards import abilities as a
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.rules import copies, counters, layers, limits, mana, triggers
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import CompiledCard, Keyword, RunAbility, compiled
from hordemtg.rules.destruction import Destruction
from hordemtg.rules.events import Event
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import Frame, GameObject, Player, StackEntry
from hordemtg.rules.spending import Only
from hordemtg.rules.state import Shield


def _rule_of(source: GameObject, ability: RunAbility) -> str:
    """The rule that an emblem's script gives for one of its abilities; otherwise that static abilities are true."""
    definition = source.card.definition
    if isinstance(definition, EmblemDefinition) and 0 <= ability.index < len(definition.authorities):
        return definition.authorities[ability.index].rule or "604.1"
    return "604.1"


class Actions(Destruction):
    """The keyword actions and the other things that effects and costs do."""

    __slots__ = ()

    # ------------------------------------------------------------ damage (CR 120)

    def deal_damage(
        self, batch: Sequence[tuple[GameObject, GameObject | Player, int]], rule: str, combat: bool = False
    ) -> int:
        """Deal damage at the same time: source, receiver, amount. The damage that was dealt in all."""
        events: list[Event] = []
        self.prevented = []
        for source, receiver, amount in batch:
            if amount <= 0:
                continue  # CR 120.8
            self.spend(1, amount)
            event = Event("damage", rule, amount=amount, source=source)
            event.combat = combat
            if isinstance(receiver, Player):
                event.player = receiver
            elif receiver.zone != "battlefield":
                continue
            else:
                event.object = receiver
                if self.protected(receiver, source):
                    self.note("702.16e", f"{amount} damage from {source.label} to {receiver.label} prevented", receiver)
                    continue
            if self.replaced(event):
                continue
            events.append(event)
        # What the sources have is decided before any of the damage has results (CR 510.2).
        words = [self.characteristics(event.source).keywords for event in events]  # type: ignore[arg-type]
        losses = [self._perform_damage(event, keywords) for event, keywords in zip(events, words, strict=True)]
        for event, loss in zip(events, losses, strict=True):
            self.announce_event(event)
            if loss is not None:
                self._lost_by_damage(loss)
        if events and self.per_amounts:
            self._count_damage(events)
        return sum(event.amount for event in events)

    def add_shield(
        self,
        source: GameObject,
        receivers: list[Any] | None,
        amount: int | None,
        combat_only: bool,
        by: list[GameObject] | None = None,
    ) -> Shield:
        """Prevent damage for the rest of the turn (CR 615.7), of these sources only where `by` names them."""
        self.shields.append(Shield(source, receivers, amount, combat_only, by))
        return self.shields[-1]

    def _perform_damage(self, event: Event, keywords: dict[str, tuple[Keyword, ...]]) -> Event | None:
        """The results of damage from a source with these keywords (CR 120.3); the loss of life among them."""
        source, amount = event.source, event.amount
        assert source is not None
        loss: Event | None = None
        if event.player is not None:
            loss = self._damage_player(event.player, source, keywords, amount, event.combat)
        else:
            o = event.object
            assert o is not None
            types = self.characteristics(o).types
            if "planeswalker" in types:
                self.remove_counters(o, "loyalty", amount, "120.3c")
            if "creature" in types:
                if "infect" in keywords or "wither" in keywords:
                    self.exercise_keyword(source, "infect" if "infect" in keywords else "wither")
                    self.put_counters(o, "-1/-1", amount, source, "120.3d")
                else:
                    o.damage += amount
                if "deathtouch" in keywords:
                    o.deathtouched = True
                    self.exercise_keyword(source, "deathtouch")
            o.damaged_turn = self.turn
            if self.sensitive:
                self.touch("time")
            self.suspects.append(o)
        if "lifelink" in keywords:
            self.exercise_keyword(source, "lifelink")
            self.gain_life(source.controller, amount, source, "702.15b")
        return loss

    def _lost_by_damage(self, loss: Event) -> None:
        """Let abilities trigger on life lost as a result of damage; records tell the damage alone (CR 119.2)."""
        assert loss.player is not None
        loss.number = self.event_count
        self.has_happened("lose life", loss.player.index)
        if self.delayed or self.granted_triggers or "lose life" in self.listeners:
            triggers.collect(self.game, loss)

    def _damage_player(
        self,
        player: Player,
        source: GameObject,
        keywords: dict[str, tuple[Keyword, ...]],
        amount: int,
        combat: bool,
    ) -> Event | None:
        loss: Event | None = None
        if "infect" in keywords:
            self.exercise_keyword(source, "infect")
            self.give_poison(player, amount, source, "120.3b")
        else:
            loss = self._lose_life(player, amount, source, "120.3a")
        if combat and "toxic" in keywords:
            self.exercise_keyword(source, "toxic")
            self.give_poison(player, sum(k.number for k in keywords["toxic"]), source, "702.164c")
        return loss

    def _count_damage(self, events: list[Event]) -> None:
        for player in self.players:
            hits = [event for event in events if event.player is player]
            if hits:
                self.count_amount("damage or life lost", player, sum(event.amount for event in hits), hits[-1].number)

    def count_amount(self, of: str, player: Player, amount: int, cause: int = 0) -> bool:
        """Add to the running totals of the player's emblems and do what they say for every so many (H7.4, H7.5)."""
        counted = False
        for source, ability in list(self.per_amounts):
            node = ability.definition
            assert isinstance(node, a.PerAmount) and ability.body is not None
            if node.of != of or source.controller is not player:
                continue
            counted = True
            total = player.per_amount.get(ability.index, 0) + amount
            times, player.per_amount[ability.index] = divmod(total, node.per)
            self.exercise(source, ability)
            if not times:
                continue
            frame = Frame(source, player)
            previous = self.cause
            if self.recorder is not None:
                event = Event("note", _rule_of(source, ability), source, player, times, verb="counted")
                event.text = f"{total} {of}: {times} times {node.per}"
                event.cause = cause
                self.record(event)
                self.cause = event.number
            for _ in range(times):
                self.spend(1)
                ability.body.steps(self.game, frame)
            self.cause = previous
        return counted

    def fight(self, fighters: list[GameObject]) -> bool:
        """Two creatures on the battlefield each deal damage equal to their power to the other (CR 701.12)."""
        if len(fighters) < 2 or any(
            o.zone != "battlefield" or "creature" not in self.characteristics(o).types for o in fighters
        ):
            self.note("701.12b", "no fight: a fighter is missing or no creature", fighters[0] if fighters else None)
            return False
        one, other = fighters
        self.announce_event(Event("fight", "701.12", one, one.controller, other=other))
        if one is not other:
            self.announce_event(Event("fight", "701.12", other, other.controller, other=one))
        powers = [self.characteristics(o).power for o in fighters]
        if one is other:  # CR 701.12c
            self.deal_damage([(one, one, 2 * powers[0])], "701.12c")
        else:
            self.deal_damage([(one, other, powers[0]), (other, one, powers[1])], "701.12")
        return True

    # ------------------------------------------------------------ life (CR 119)

    def gain_life(self, player: Player, amount: int, source: GameObject | None, rule: str = "119.3") -> int:
        """The player gains life; how much was gained."""
        if amount <= 0:
            return 0
        if self.player_rule(player, "can't gain life"):
            self.note("119.7", f"{player.name} can't gain life", source)
            return 0
        self.spend(1, amount)
        event = Event("gain life", rule, player=player, amount=amount, source=source)
        if self.replaced(event):
            return 0
        if self.per_amounts and self.count_amount("life gained", player, event.amount):
            return 0
        if self.player_rule(player, "no life total"):
            return 0
        player.life += event.amount
        self.touch("life")
        self.announce_event(event)
        return event.amount

    def lose_life(self, player: Player, amount: int, source: GameObject | None, rule: str = "119.3") -> int:
        """The player loses life; how much was lost."""
        event = self._lose_life(player, amount, source, rule)
        if event is None:
            return 0
        self.announce_event(event)
        if self.per_amounts:
            self.count_amount("damage or life lost", player, event.amount, event.number)
        return event.amount

    def _lose_life(self, player: Player, amount: int, source: GameObject | None, rule: str) -> Event | None:
        """Take the life off, however it is lost (CR 119.2-4); the event, not yet told, or None."""
        if amount <= 0 or self.player_rule(player, "can't lose life"):
            return None
        self.spend(1, amount)
        event = Event("lose life", rule, player=player, amount=amount, source=source)
        if self.replacements and self.replaced(event):
            return None
        if not self.player_rule(player, "no life total"):
            player.life -= event.amount
        self.players_dirty = True
        self.touch("life")
        return event

    def give_poison(self, player: Player, amount: int, source: GameObject | None, rule: str = "122.1f") -> None:
        """The player gets poison counters."""
        if amount > 0:
            self.spend(1, amount)
            player.poison += amount
            self.players_dirty = True
            event = Event("counters put", rule, player=player, amount=amount, source=source, text="poison")
            self.announce_event(event)

    # ------------------------------------------------------------ cards (CR 121, 701.8, 701.13, 701.20)

    def draw(
        self, player: Player, count: int, source: GameObject | None = None, rule: str = "121.1"
    ) -> list[GameObject]:
        """The player draws cards one after the other (CR 121.2). What was drawn."""
        drawn: list[GameObject] = []
        for _ in range(count):
            self.spend(1)
            if self.casting:
                self.draws_waiting.append((player, 1))  # CR 121.8
                continue
            if self.player_rule(player, "can't draw cards"):
                self.note("121.3", f"{player.name} can't draw cards", source)
                break
            if "draw" in self.replacements:
                if self.replaced(Event("draw", rule, player=player, source=source, amount=1)):
                    continue
            if not player.library:
                if not self.player_rule(player, "doesn't lose for an empty library"):
                    player.attempted_empty_draw = True
                    self.players_dirty = True
                    self.note("121.4", f"{player.name} tries to draw from an empty library", source)
                continue
            moved = self.move_all([player.library[-1]], "hand", "draw", rule, source)
            player.drawn_this_turn += 1
            self.has_happened("draw", player.index)
            if "draw" in self.listeners or self.delayed or self.granted_triggers or moved[0].card.triggered:
                event = Event("draw", rule, moved[0], player, 1, source)
                event.from_zone = "library"
                event.number = self.event_count
                triggers.collect(self.game, event)
            drawn += moved
            if a.CastAtOnce in self.standing and self.has_standing(player, a.CastAtOnce):
                self.play_at_once(player, moved[0])
        return drawn

    def has_standing(self, player: Player, kind: type[Any]) -> tuple[GameObject, RunAbility] | None:
        """The player's emblem ability of that kind, if there is one."""
        for source, ability in self.standing.get(kind, ()):
            if source.controller is player:
                return source, ability
        return None

    def play_at_once(self, player: Player, card: GameObject) -> None:
        """Play a drawn card at once, or put it back on top of the library (H3.1, H3.2)."""
        found = self.has_standing(player, a.CastAtOnce)
        if found is not None:
            self.exercise(*found)
        previous, self.cause = self.cause, self.event_count  # the draw
        if not self.game.can_play_now(player, card, True) or self.game.play_now(player, card, True) is None:
            self.note("H3.2", f"{card.label} cannot be played", card)
            self.move_all([o for o in player.hand if o.card is card.card], "library", "put", "H3.2", None)
        self.cause = previous

    def discard_replaced(self, player: Player, count: int | None, source: GameObject | None) -> bool:
        """Whether something replaces that the player would discard so many cards of their choice (H3.6)."""
        if not self.replacements.get("discard"):
            return False
        if count is None:
            held = self.has_standing(player, a.HandFromLibrary)
            amount = len(player.hand)
            if source is not None and source.controller is player:
                held = None  # H3.4 is about the other side's effects
            if held is not None and isinstance(held[1].definition, a.HandFromLibrary):
                amount = min(held[1].definition.amount, len(player.library))
            count = amount
        event = Event("discard", "701.8", player=player, amount=count, source=source)
        return self.replaced(event)

    def hand_of(self, player: Player, frame: Frame) -> list[GameObject]:
        """The player's hand; for a resolving effect of the other side, a Horde's is the top of its library (H3.4).

        Those cards are revealed, do not change zones, and stay the hand until the effect has resolved.
        """
        if frame is not self.resolving or frame.controller is player or a.HandFromLibrary not in self.standing:
            return list(player.hand)
        held = self.has_standing(player, a.HandFromLibrary)
        if held is None:
            return list(player.hand)
        source, ability = held
        assert isinstance(ability.definition, a.HandFromLibrary)
        if player.index not in self.shown_hands:
            top = list(reversed(player.library[-ability.definition.amount :]))
            self.shown_hands[player.index] = top
            self.exercise(source, ability)
            for o in top:
                self.reveal(player, o)
        return [o for o in self.shown_hands[player.index] if o.zone == "library"]

    def put_back_shown_hands(self) -> None:
        """What remains of shown hands goes back on top of the library in random order (H3.4)."""
        for index, top in self.shown_hands.items():
            library = self.players[index].library
            left = [o for o in top if o in library]
            self.chance.shuffle(left)  # from the top on
            library[:] = [o for o in library if o not in top] + left[::-1]
            self.note("H3.4", f"{len(left)} cards of {self.players[index].name} go back on top in random order")
        self.shown_hands = {}

    def discard(
        self, player: Player, cards: Sequence[GameObject], source: GameObject | None, rule: str
    ) -> list[GameObject]:
        """The player discards these cards; what they have become (CR 701.8a)."""
        moved = self.move_all(cards, "graveyard", "discard", rule, source)
        for o in moved:
            event = Event("discard", rule, o, player, 1, source)
            event.number = self.event_count
            self.has_happened("discard", player.index)
            if self.listeners or self.delayed or self.granted_triggers or o.card.triggered:
                triggers.collect(self.game, event)
        return moved

    def mill(self, player: Player, count: int, source: GameObject | None, rule: str = "701.13") -> list[GameObject]:
        """The player puts the top cards of their library into their graveyard (CR 701.13)."""
        if count <= 0:
            return []
        event = Event("mill", rule, player=player, amount=count, source=source)
        if self.replaced(event):
            return []
        top = list(reversed(player.library[max(0, len(player.library) - event.amount) :]))
        moved = self.move_all(top, "graveyard", "mill", rule, source)
        for o in moved:
            if "mill" in self.listeners or self.granted_triggers:
                one = Event("mill", rule, o, player, 1, source)
                one.number = self.event_count
                triggers.collect(self.game, one)
        return moved

    def shuffle(self, player: Player) -> None:
        """The player shuffles their library (CR 701.20)."""
        self.chance.shuffle(player.library)
        self.record(Event("shuffle", "701.20", player=player))

    def reveal(self, player: Player, o: GameObject) -> None:
        """Show a card to all players (CR 701.16)."""
        self.record(Event("reveal", "701.16", o, player))

    # ------------------------------------------------------------ tokens (CR 111, 701.6)

    def create_tokens(
        self,
        player: Player,
        count: int,
        name: str,
        source: GameObject | None,
        tapped: bool = False,
        attacking: bool = False,
        form: CardDefinition | None = None,
        copy: CompiledCard | None = None,  # of something else than a token
        counters: dict[str, int] | None = None,
    ) -> list[GameObject]:
        """The player creates tokens; or returns token cards of that kind, where tokens are cards (H4.2)."""
        if count <= 0:
            return []
        count = self._room_for(count)
        card = copy or compiled(form or self.tokens[name])
        own = copy is None and (
            source is None or source.controller is player
        )  # H4.2: a spell or ability the Horde controls
        held = self.has_standing(player, a.TokenCards) if self.standing and own else None
        if held is not None and card.kind in self.token_kinds.get(player.index, ()):
            self.exercise(*held)
            found = [o for o in player.graveyard if o.token_card and o.card.kind == card.kind][:count]
            made = self.move_all(found, "battlefield", "return", "H4.2", source, tapped=tapped, controller=player)
        else:
            event = Event("create", "701.6", player=player, amount=count, source=source, text=name)
            if self.replaced(event):
                return []
            made = self._new_tokens(card, player, self._room_for(event.amount), tapped, counters)
            self.announce_event(event)
        if attacking:
            for o in made:
                self.game.enter_attacking(o)
        return made

    def _room_for(self, count: int) -> int:
        """How many of so many tokens are created: a battlefield holds so many permanents and no more."""
        room = max(0, limits.PERMANENTS - len(self.battlefield))
        if count > room:
            self.note("111.1", f"{room} of {count} tokens: the limit is {limits.PERMANENTS} permanents")
        return min(count, room)

    def _new_tokens(
        self, card: CompiledCard, player: Player, count: int, tapped: bool, counters: dict[str, int] | None = None
    ) -> list[GameObject]:
        events: list[Event] = []
        for _ in range(count):
            token = GameObject(self.new_id(), card, player, "battlefield")
            token.token = True
            event = Event("move", "111.1", None, player, source=None, to_zone="battlefield", verb="create")
            event.new, event.tapped, event.counters = token, tapped, counters
            if (card.as_copy or "Aura" in card.base.subtypes) and not copies.enter(self.game, event):
                continue
            self._prepare_arrival(event)
            events.append(event)
        for event in events:
            self._arrive(event)
        self.touch("board")
        self.taps += 1
        self.sba_dirty = True
        for event in events:
            self.record(event)
        for event in events:
            if self.listeners or self.delayed or card.triggered or self.granted_triggers:
                triggers.collect(self.game, event)
            if event.other is not None and event.new is not None:
                self.attach(event.new, event.other)
        return [event.new for event in events if event.new is not None]

    # ------------------------------------------------------------ permanents (CR 701.7, 701.15, 701.17, 701.21, 122)

    def sacrifice(
        self, player: Player, objects: Sequence[GameObject], source: GameObject | None, rule: str
    ) -> list[GameObject]:
        """The player sacrifices permanents they control; what they have become (CR 701.17)."""
        own = [o for o in objects if o.zone == "battlefield" and o.controller is player]
        return self.sacrifice_together(own, source, rule)

    def sacrifice_together(
        self, objects: Sequence[GameObject], source: GameObject | None, rule: str
    ) -> list[GameObject]:
        """Each object's controller sacrifices it, all at the same time."""
        own = [o for o in objects if o.zone == "battlefield" and not self.restricted(o, "can't be sacrificed")]
        listening = list(self.listeners.get("sacrifice", ()))
        moved = self.move_all(own, "graveyard", "sacrifice", rule, source)
        for o in own:
            self.has_happened("sacrifice", o.controller.index)
            if listening or o.card.triggered or self.granted_triggers:
                event = Event("sacrifice", rule, o, o.controller, 1, source)
                event.from_zone = "battlefield"
                event.number = self.event_count
                triggers.collect(self.game, event, {"sacrifice": listening})
        return moved

    def tap(self, o: GameObject, rule: str) -> bool:
        """Tap the permanent; False when it was tapped or is gone (CR 701.21a)."""
        if o.tapped or o.zone != "battlefield":
            return False
        self.spend(1)
        o.tapped = True
        self.taps += 1
        if self.sensitive:
            self.touch("status")
        if self.recorder is not None or "tap" in self.listeners or o.card.triggered or self.granted_triggers:
            self.announce_event(Event("tap", rule, o, o.controller))
        return True

    def untap(self, o: GameObject, rule: str) -> bool:
        """Untap the permanent; False when it was untapped or is gone (CR 701.21b)."""
        if not o.tapped or o.zone != "battlefield":
            return False
        self.spend(1)
        o.tapped = False
        self.taps += 1
        if self.sensitive:
            self.touch("status")
        if self.recorder is not None or "untap" in self.listeners or o.card.triggered or self.granted_triggers:
            self.announce_event(Event("untap", rule, o, o.controller))
        return True

    def put_counters(
        self, o: GameObject, kind: str, amount: int, source: GameObject | None, rule: str = "122.6"
    ) -> bool:
        """Put counters on the permanent."""
        if amount <= 0 or o.zone is None:
            return False
        self.spend(1, amount)
        event = Event("counters put", rule, o, o.controller, amount, source, text=kind)
        if self.replacements and self.replaced(event):
            return False
        o.counters[kind] = o.counters.get(kind, 0) + event.amount
        if kind in counters.KEYWORD_COUNTERS:
            o.counter_times = {**(o.counter_times or {}), kind: self.new_timestamp()}
        self._counters_changed(o)
        self.sba_dirty = True
        self.announce_event(event)
        return True

    def _counters_changed(self, o: GameObject) -> None:
        o.version = -1
        self.touch("counters")
        self.touch("board")

    def remove_counters(self, o: GameObject, kind: str, amount: int, rule: str) -> int:
        """Remove up to so many counters; how many were removed."""
        removed = min(amount, o.counters.get(kind, 0)) if o.zone is not None else 0
        if removed > 0:
            left = o.counters[kind] - removed
            if left:
                o.counters[kind] = left
            else:
                del o.counters[kind]
            self._counters_changed(o)
            self.sba_dirty = True
            self.announce_event(Event("counters removed", rule, o, o.controller, removed, text=kind))
        return max(0, removed)

    # ------------------------------------------------------------ the stack (CR 701.5)

    def counter_spell(self, o: GameObject, source: GameObject | None, exile: bool = False) -> bool:
        """Counter the spell; False when it can't be or is gone."""
        for entry in self.stack:
            if entry.object is o:
                return self.counter_entry(entry, source, exile)
        return False

    def counter_entry(self, entry: StackEntry, source: GameObject | None, exile: bool = False) -> bool:
        """Counter a spell or ability on the stack (CR 701.5a)."""
        if entry not in self.stack:
            return False
        o = entry.object
        if o is None:
            self.stack.remove(entry)
            self.announce_event(Event("counter", "701.5a", entry.frame.source, entry.controller, source=source))
            return True
        if self.has(o, "can't be countered") or self.restricted(o, "can't be countered"):
            self.note("101.2", f"{o.label} can't be countered", o)
            return False
        event = Event("counter", "701.5a", o, entry.controller, source=source)
        if "counter" in self.replacements and self.replaced(event):
            return False
        if event.to_zone is not None:  # it goes there instead of being countered
            self.move_all([o], event.to_zone, "exile" if event.to_zone == "exile" else "return", "614.6", source)
            return False
        self.announce_event(event)
        self.move_all([o], "exile" if exile else "graveyard", "counter", "701.5a", source)
        return True

    # ------------------------------------------------------------ other

    def flip_coin(self, player: Player, source: GameObject | None) -> bool:
        """The player calls a coin flip; whether they win it (CR 705.1-2)."""
        choice = Choice("coin", player, ("heads", "tails"), 1, 1, "coin", source)
        called = self.ask(choice)[0] == 0
        self.spend(1)
        heads = self.chance.flip()
        won = heads == called
        event = Event("coin", "705.2", source, player, int(won), text="heads" if heads else "tails")
        self.announce_event(event)
        return won

    def add_mana_choice(
        self, player: Player, options: list[tuple[str, ...]], source: GameObject | None, only: Only | None = None
    ) -> None:
        """Add one of several possible lots of mana, as the player chooses (CR 106.4)."""
        if not options:
            return
        chosen = options[0]
        if len(options) > 1:
            labels = ["".join(f"{{{s}}}" for s in o) for o in options]
            choice = Choice("color", player, labels, 1, 1, "color", source)
            chosen = options[self.ask(choice)[0]]
        mana.add(self.game, player, chosen, source, only)

    def begin_continuous(self, effect: Continuous) -> None:
        """Let an effect of a resolution begin (CR 611.2)."""
        layers.begin(self.game, effect)
        self.sba_dirty = True
        if self.recorder is not None:
            for o in effect.objects or ():
                event = Event("continuous", "611.2", o, source=effect.source, text=effect.duration)
                self.record(event)

    def delay(self, ability: RunAbility, frame: Frame, at_once: bool, this_turn: bool = False) -> None:
        """Create a delayed triggered ability; a reflexive one waits at once (CR 603.7, 603.12)."""
        frame.ready = self.next_id
        if at_once:
            triggers.add(self.game, ability, frame.controller, frame, self.event_count)
        else:
            node = ability.definition
            once = isinstance(node, a.TriggeredAbility) and node.word != "whenever"
            if len(self.delayed) >= limits.EFFECTS:
                raise limits.LimitReached(limits.said(limits.EFFECTS, "delayed triggered abilities"))
            self.delayed.append(triggers.Delayed(ability, frame, once, self.turn if this_turn or not once else -1))

    def lose(self, player: Player, why: str, rule: str) -> None:
        """The player loses the game (CR 104.3)."""
        if player.lost or self.player_rule(player, "can't lose the game"):
            return
        player.lost = why
        self.announce_event(Event("lose game", rule, player=player, text=why))
        self.finish(self.opponent(player), f"{player.name} {why}", rule)

    def lose_together(self, players: Sequence[Player], why: str, rule: str) -> None:
        """The players lose at the same time; the game is a draw if that is all of them (CR 104.4a)."""
        for player in players:
            self.lose(player, why, rule)
        if len(players) > 1 and all(player.lost for player in self.players):
            self.over = False
            self.finish(None, "all players lose at the same time", "104.4a")

    def win(self, player: Player, why: str, rule: str) -> None:
        """The player wins the game (CR 104.2)."""
        if self.player_rule(player, "can't win the game"):
            return
        self.record(Event("win game", rule, player=player, text=why))
        self.finish(player, why, rule)

    def finish(self, winner: Player | None, why: str, rule: str) -> None:
        """The game is over (CR 104.1)."""
        if self.over:
            return
        self.over = True
        self.winner = winner
        self.reason = why
        if winner is None:
            self.record(Event("draw game", rule, text=why))


YOU: Final = t.You()
