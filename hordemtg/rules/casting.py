"""Casting spells, activating abilities and playing lands (CR 305, 601, 602)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards.values import Zone
from hordemtg.rules import announce, layers, limits, mana, purpose, spending, total_cost, triggers
from hordemtg.rules.actions import Actions
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import CompiledCard, RunAbility
from hordemtg.rules.costs import RunCost, choose_way
from hordemtg.rules.events import Event
from hordemtg.rules.objects import CastDetails, Frame, GameObject, Player, StackEntry


class Action:
    """Something a player with priority may do (CR 117.1)."""

    __slots__ = ("ability", "kind", "object")

    def __init__(self, kind: str, object: GameObject | None = None, ability: RunAbility | None = None) -> None:
        self.kind = kind  # "pass", "cast", "activate", "land"
        self.object = object
        self.ability = ability  # the activated ability, or the alternative cost

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return False
        return self.kind == other.kind and self.object is other.object and self.ability is other.ability

    @property
    def label(self) -> str:
        if self.object is None:
            return "pass"
        how = ""
        if self.ability is not None:
            alternative = self.ability.alternative
            how = f" {alternative.name}" if alternative is not None else f" {self.ability.label or 'ability'}"
        return f"{self.kind} {self.object.label}{how}"


PASS: Final = Action("pass")


class Casting(Actions):
    """What a player does with priority, and what happens then."""

    __slots__ = ()

    # ------------------------------------------------------------ what may be done (CR 117.1, 601.3, 602.1-5)

    def sorcery_time(self, player: Player) -> bool:
        """Whether the player could cast a sorcery now (CR 307.1)."""
        return player is self.active and not self.stack and self.step in ("first main", "second main")

    def actions(self, player: Player) -> list[Action]:
        """Everything the player with priority may do, the pass first; nothing is tried to find out."""
        found = [PASS]
        sorcery = self.sorcery_time(player)
        play_land: bool | None = None
        room: int | None = None
        for o in player.hand:
            card = o.card
            if card.is_land:
                if sorcery:
                    if play_land is None:
                        play_land = self.may_play_land(player)
                    if play_land:
                        found.append(Action("land", o))
            elif sorcery or card.instant_speed:
                if room is None:
                    room = self.plain_room(player)
                if self.in_reach(card, room) and self.can_cast(player, o, None):
                    found.append(Action("cast", o))
                if card.alternatives:
                    self._casts(player, o, "hand", found)
            elif card.alternatives:  # where it could be cast anyway, nobody pays more for the timing
                self._casts(player, o, "hand", found, flash=True)
            if card.in_hand:
                self._activations(player, o, card.activated, sorcery, found)
        for o in player.graveyard:
            card = o.card
            if not card.in_graveyard:
                continue
            own = self.characteristics(o).abilities  # an effect may have taken them there as well
            if card.activated:
                self._activations(player, o, own, sorcery, found)
            if card.alternatives and (sorcery or card.instant_speed) and own:
                self._casts(player, o, "graveyard", found)
        revealed = self.revealed_card(player)
        if revealed is not None and not revealed.card.is_land and (sorcery or revealed.card.instant_speed):
            if self.can_cast(player, revealed, None):
                found.append(Action("cast", revealed))
            self._casts(player, revealed, "hand", found)
        if self.playable:
            self._plays_permitted(player, sorcery, found)
        grants = self.grants_actions
        for o in self.battlefield:
            card = o.card
            if (card.acts or grants) and (o.controller is player or card.for_opponents):
                c = (
                    o.characteristics
                    if o.version == self.version and not self.effects_dirty
                    else self.characteristics(o)
                )
                abilities = c.abilities
                if card.acts or abilities is not card.abilities:
                    self._activations(player, o, abilities, sorcery, found)
        return found

    def _casts(self, player: Player, o: GameObject, zone: Zone, found: list[Action], flash: bool = False) -> None:
        """Add the alternative costs for which the player could cast the card from such a zone; or those for timing."""
        for alternative in o.card.alternatives:
            if alternative.zone != zone or _for_flash(alternative) != flash:
                continue
            if zone == "graveyard" and alternative not in self.characteristics(o).abilities:
                continue
            if self.can_cast(player, o, alternative):
                found.append(Action("cast", o, alternative))

    def _plays_permitted(self, player: Player, sorcery: bool, found: list[Action]) -> None:
        """Add what the player may play from elsewhere than the hand (CR 601.3, 305.1)."""
        seen: list[GameObject] = []
        for permission in self.playable:
            o = permission.object
            if permission.player is not player or o in seen or not permission.holds:
                continue
            if o.card.is_land:
                if sorcery and not permission.only_cast and self.may_play_land(player):
                    seen.append(o)
                    found.append(Action("land", o))
                continue
            seen.append(o)
            if sorcery or o.card.instant_speed:
                if self.can_cast(player, o, None):
                    found.append(Action("cast", o))
                self._casts(player, o, "hand", found)

    def may_play(self, player: Player, o: GameObject, land: bool = False) -> bool:
        """Whether an effect lets the player play the card from where it is."""
        return any(
            x.object is o and x.player is player and x.holds and not (land and x.only_cast) for x in self.playable
        )

    def _activations(
        self, player: Player, o: GameObject, abilities: tuple[RunAbility, ...], sorcery: bool, found: list[Action]
    ) -> None:
        """Add the abilities of the object that the player could activate with priority."""
        for ability in abilities:
            if ability.kind == "activated" and ability.mana_options is None:
                if self.can_activate(player, o, ability, sorcery):
                    found.append(Action("activate", o, ability))

    def top_of_command(self, player: Player) -> GameObject | None:
        """The top card of those that the player has in the command zone; emblems are no cards (CR 114.5)."""
        if self.command != self.command_known:
            self.command_known = list(self.command)
            self.command_tops = {o.owner.index: o for o in self.command if o.card.base.types}  # the last is the top
        return self.command_tops.get(player.index)

    def revealed_card(self, player: Player) -> GameObject | None:
        """The top card of the player's command zone, if a rule reveals it and lets the player cast it (H10.1)."""
        top = self.top_of_command(player)
        return top if top is not None and self.player_rule(player, "casts from command") else None

    def may_play_land(self, player: Player) -> bool:
        """Whether the player has a land play left this turn (CR 305.2)."""
        if self.player_rule(player, "can't play lands"):
            return False
        if player.lands_played == 0:
            return True
        return player.lands_played < 1 + layers.player_rule_count(self.game, player, "additional land")

    def can_cast(self, player: Player, o: GameObject, method: RunAbility | None, free: bool = False) -> bool:
        """Whether the player could cast the card so, timing aside (CR 601.2, 601.3)."""
        card = o.card
        if card.is_land or not card.base.types:
            return False
        if not free and method is None:
            if card.definition_has_no_cost():
                return False  # CR 118.6
            if o.zone != "hand" and not self.in_reach(card, self.mana_room(player, o)):
                return False
        if self.player_rule(player, "can't cast spells"):
            return False
        if method is not None and method.condition is not None and not method.condition(self.game, Frame(o, player)):
            return False  # CR 118.9
        frame = Frame(o, player)
        if not card.kickers:
            return self._some_x(player, o, method, free, frame) is not None
        for frame.kicked in _subsets(card.kicker_names.count("kicker")):  # other costs only make it dearer
            if self._some_x(player, o, method, free, frame) is not None:
                return True
        return False

    def in_reach(self, card: CompiledCard, room: int) -> bool:
        """Whether so much mana could be enough for the card's mana cost; for more than that its payment is planned."""
        if card.least_mana <= room or self.cost_changers or card.cost_changes:
            return True
        return len(card.cast_use.helps) > 0

    def plain_room(self, player: Player) -> int:
        """The most mana the player could spend on any card in hand; without bound if that differs from card to card."""
        if player.pool or player.bound or mana.ENDLESS in self.standing:
            return limits.X
        found = mana.supply(self.game, player)
        return limits.X if found.bound else found.most

    def mana_room(self, player: Player, o: GameObject) -> int:
        """The most mana the player could spend on the card now, whatever its colours."""
        if mana.ENDLESS in self.standing and self.has_standing(player, mana.ENDLESS) is not None:
            return limits.X
        use = o.card.cast_use
        room = mana.supply_for(self.game, player, o, use).most
        if not (player.pool or player.bound) or mana.paid_for(self.game, o) is not None:
            return room
        return room + sum(spending.floating(self.game, player, o, use).values())

    def ways_to_cast(
        self, player: Player, o: GameObject, method: RunAbility | None, free: bool
    ) -> list[tuple[int, ...]]:
        """The sets of kickers with which the spell has legal targets and a payable cost."""
        ways: list[tuple[int, ...]] = []
        frame = Frame(o, player)
        for kicked in _subsets(len(o.card.kickers)) if o.card.kickers else ((),):
            frame.kicked = kicked
            if self._some_x(player, o, method, free, frame) is not None:
                ways.append(kicked)
        if o.card.repeated:
            total_cost.pay_again(o, ways, frame, lambda: self._some_x(player, o, method, free, frame) is not None)
        return ways

    def _some_x(self, player: Player, o: GameObject, method: RunAbility | None, free: bool, frame: Frame) -> int | None:
        """The least X with which the spell has legal choices and a payable cost, 0 without X, or None."""
        frame.x = 0
        ways = total_cost.ways(o, method, free, frame.kicked)
        for way in ways:
            if way.uses_x:
                break
        else:
            return 0 if self._pays_one(player, o, method, ways, frame) and self._can_choose(o, frame) else None
        return total_cost.least_x(
            frame,
            lambda: self._pays_one(player, o, method, ways, frame),
            lambda: self._can_choose(o, frame),
        )

    def _can_choose(self, o: GameObject, frame: Frame) -> bool:
        spell = o.card.spell
        if spell:
            body = spell[0].body
            assert body is not None
            return announce.possible(self.game, body, frame)
        if "Aura" in o.card.base.subtypes:
            return bool(self.enchantable(o, frame))
        return True

    def enchantable(self, o: GameObject, frame: Frame) -> list[GameObject]:
        """What an Aura spell may target (CR 303.4a)."""
        return [x for x in self.battlefield if self.fits_enchant(o, x) and announce.targetable(self.game, x, frame)]

    def cost_change(self, player: Player, o: GameObject, frame: Frame) -> int:
        """How much more (or less, below 0) generic mana the spell costs (CR 601.2f)."""
        return sum(amount for _, _, amount in self.cost_changes(player, o, frame))

    def cost_changes(self, player: Player, o: GameObject, frame: Frame) -> list[tuple[GameObject, RunAbility, int]]:
        """What changes the cost of the spell, and by how much generic mana each (CR 601.2f)."""
        found: list[tuple[GameObject, RunAbility, int]] = []
        for source, ability in [*self.cost_changers, *((o, r) for r in o.card.cost_changes if r.zone == "stack")]:
            change = ability.cost_change
            if change is None:
                continue
            if self.abilities_change and source.zone == "battlefield":
                if ability not in self.characteristics(source).abilities:
                    continue  # CR 604.2
            own = Frame(source, source.controller if source is not o else player)
            if source is o:
                own.targets = frame.targets
            if change.spells is not None and not change.spells(self.game, o, own):
                continue
            if change.who is not None and player not in change.who(self.game, own):
                continue
            if change.condition is not None and not change.condition(self.game, own):
                continue
            times = change.per(self.game, own) if change.per is not None else 1
            amount = change.node.mana.mana_value * times
            found.append((source, ability, amount if change.node.increase else -amount))
        return found

    def _pays_one(
        self, player: Player, o: GameObject, method: RunAbility | None, ways: tuple[RunCost, ...], frame: Frame
    ) -> bool:
        """Whether the player could pay the total cost in one of the ways, with kickers and X as the frame says."""
        change = self.cost_change(player, o, frame) if self.cost_changers or o.card.cost_changes else 0
        for way in ways:
            if total_cost.payable(self.game, player, o, method, way, frame, change):
                return True
        return False

    def ways_to_pay(
        self, player: Player, o: GameObject, method: RunAbility | None, free: bool, frame: Frame
    ) -> list[RunCost]:
        """The ways in which the player could pay the total cost, with kickers and X as the frame says (CR 601.2f)."""
        change = self.cost_change(player, o, frame) if self.cost_changers or o.card.cost_changes else 0
        return [
            way
            for way in total_cost.ways(o, method, free, frame.kicked)
            if total_cost.payable(self.game, player, o, method, way, frame, change)
        ]

    def can_activate(self, player: Player, o: GameObject, ability: RunAbility, sorcery: bool | None = None) -> bool:
        """Whether the player could activate the ability now (CR 602.1-2, 602.5)."""
        if ability.zone != o.zone:
            return False
        if ability.any_opponent:
            if o.controller is player:
                return False
        elif (o.controller if o.zone == "battlefield" else o.owner) is not player:
            return False
        if ability.sorcery_speed and not (self.sorcery_time(player) if sorcery is None else sorcery):
            return False
        if ability.per_turn and self.used_up(o, ability):
            return False
        cost, body = ability.cost, ability.body
        assert cost is not None and body is not None
        if cost.taps and o.tapped:
            return False  # CR 118.3
        if o.zone == "battlefield" and self.characteristics(o).restrictions and self.barred(o, ability):
            return False
        frame = Frame(o, player)
        if ability.condition is not None and not ability.condition(self.game, frame):
            return False
        if cost.uses_x:
            return total_cost.least_x(frame, *self._x_of(player, o, ability, frame)) is not None
        less = -ability.reduction(self.game, frame) if ability.reductions else 0
        return cost.payable(self.game, player, o, frame, less) and announce.possible(self.game, body, frame)

    def used_up(self, o: GameObject, ability: RunAbility) -> bool:
        """Whether it was activated in this turn as often as it may be; what two effects give is two (CR 602.5c)."""
        used = (o.used_this_turn or {}).get(ability.number, 0)
        return used >= ability.per_turn * (self.times_had(o, ability) if used else 1)

    def times_had(self, o: GameObject, ability: RunAbility) -> int:
        """How many of the ability the permanent has: each effect that gives it gives one of its own."""
        return 1 if ability.index >= 0 else max(1, list(self.characteristics(o).abilities).count(ability))

    def barred(self, o: GameObject, ability: RunAbility) -> bool:
        """Whether some effect says that the permanent's ability can't be activated (CR 602.5)."""
        if self.restricted(o, "can't activate"):
            return True
        return not ability.is_mana and self.restricted(o, "can't activate but mana")

    def _x_of(
        self, player: Player, o: GameObject, ability: RunAbility, frame: Frame
    ) -> tuple[Callable[[], bool], Callable[[], bool]]:
        """Whether the cost with X as the frame says can be paid, and whether the choices it leaves are possible."""
        cost, body = ability.cost, ability.body
        assert cost is not None and body is not None
        less = -ability.reduction(self.game, frame) if ability.reductions else 0
        pays = lambda: cost.payable(self.game, player, o, frame, less)  # noqa: E731
        return pays, lambda: announce.possible(self.game, body, frame)

    def can_pay_simple(self, o: GameObject, ability: RunAbility) -> bool:
        """Whether a mana ability that costs nothing but its own permanent could be activated now (CR 605.3)."""
        cost = ability.cost
        assert cost is not None
        if ability.zone != o.zone:
            return False
        if cost.taps and (o.tapped or (o.sick_turn >= 0 and self.summoning_sick(o))):
            return False
        if cost.simple and self.restricted(o, "can't be sacrificed"):
            return False
        if ability.condition is not None and not ability.condition(self.game, Frame(o, o.controller)):
            return False
        return not ability.per_turn or not self.used_up(o, ability)

    # ------------------------------------------------------------ doing it

    def take(self, player: Player, action: Action) -> None:
        """Let the player do what they chose."""
        assert action.object is not None
        if action.kind == "land":
            self.play_land(player, action.object)
        elif action.kind == "cast":
            self.cast(player, action.object, action.ability)
        else:
            assert action.ability is not None
            self.activate(player, action.object, action.ability)

    def play_land(self, player: Player, o: GameObject) -> GameObject | None:
        """A special action: put a land from the hand onto the battlefield (CR 116.2a, 305.1)."""
        player.lands_played += 1
        self.has_happened("play land", player.index)
        event = Event("move", "305.1", o, o.owner, to_zone="battlefield", verb="play")
        event.controller = player
        moved = self.perform_moves([event])
        land = moved[0] if moved else None
        if player.lands_played > 1 and self.coverage is not None:
            layers.exercise_player_rules(self.game, player, "additional land")
        if land is not None and (self.listeners or self.delayed or self.granted_triggers):
            played = Event("play land", "305.1", land, player)
            played.new = land
            played.number = self.event_count
            triggers.collect(self.game, played)
        return land

    def cast(
        self, player: Player, o: GameObject, method: RunAbility | None = None, free: bool = False
    ) -> GameObject | None:
        """Cast the card, which `can_cast` has allowed (CR 601.2a-i). The spell, or None if it was reversed."""
        self.casting += 1
        origin = o.zone
        assert origin is not None
        move = Event("move", "601.2a", o, o.owner, to_zone="stack", verb="cast")
        move.controller = player
        spell = self.perform_moves([move])[0]
        previous, self.cause = self.cause, move.number
        frame = Frame(spell, player)
        spell.cast_details = details = CastDetails()
        details.from_zone = origin
        details.exile_after = method is not None and method.alternative is not None and method.alternative.exile_after
        details.before = sum(p.times.get("cast", 0) for p in self.players)
        entry = StackEntry(self.new_id(), "spell", frame, None, spell)
        if o.card.spell:
            entry.ability = o.card.spell[0]
        self.stack.append(entry)
        entry.free = free
        if not self._announce_spell(player, spell, entry, method, free):
            self.casting -= 1
            self.note("601.2e", f"{spell.label} cannot be cast after all", spell)
            self.move_all([spell], origin, "reverse", "730.1", None)
            self.cause = previous
            self._draw_waiting()
            return None
        self.casting -= 1
        if self.coverage is not None:
            self._exercise_cast(player, spell, method)
        self.cast_spells.append((player.index, spell))
        if self.heard("cast", spell):
            event = Event("cast", "601.2i", spell, player, source=spell)
            event.entry = entry
            self.announce_event(event)
            entry.number = event.number
        else:
            self.event_count += 1
            entry.number = self.event_count
            self.has_happened("cast", player.index)
        announce.became_targets(self.game, entry)
        self.cause = previous
        self._draw_waiting()
        return spell

    def _exercise_cast(self, player: Player, spell: GameObject, method: RunAbility | None) -> None:
        """Count the clauses that had a part in how the spell was cast."""
        details = spell.cast_details
        assert details is not None
        if method is not None:
            self.exercise(spell, method)
        names = dict.fromkeys(spell.card.kicker_names)
        kickers = [r for n in names for r in spell.card.abilities if r.kind == "keyword" and _name_of(r) == n]
        for i in details.kicked:
            self.exercise(spell, kickers[i])
        own_time = player is self.active and len(self.stack) == 1 and self.step in ("first main", "second main")
        if "flash" in spell.card.base.keywords and not own_time:
            self.exercise_keyword(spell, "flash")

    def _announce_spell(
        self, player: Player, spell: GameObject, entry: StackEntry, method: RunAbility | None, free: bool
    ) -> bool:
        """CR 601.2b-h."""
        frame, details = entry.frame, spell.cast_details
        assert details is not None
        only = self._only_way(spell, method, free)
        if only is not None:
            return self._announce_plain_spell(player, spell, entry, only)
        ways = self.ways_to_cast(player, spell, method, free)
        if not ways:
            return False
        frame.kicked = details.kicked = self._choose_kickers(player, spell, ways, frame)
        details.paid = total_cost.paid_for(spell, frame.kicked)
        frame.x = 0
        for cost in total_cost.ways(spell, method, free, frame.kicked):
            if cost.uses_x:
                frame.x = self._some_x(player, spell, method, free, frame) or 0
                break
        payable = self.ways_to_pay(player, spell, method, free, frame)
        way = choose_way(self.game, player, spell, frame, payable)
        for ability in spell.card.additional:
            self.exercise(spell, ability)
        if way.uses_x:
            change = self.cost_change(player, spell, frame) if self.cost_changers or spell.card.cost_changes else 0
            details.x = self._choose_x(
                player,
                entry,
                lambda: total_cost.payable(self.game, player, spell, method, way, frame, change),
                lambda: self._can_choose(spell, frame),
            )
        if not self._choose_spell_targets(spell, entry):
            return False
        change = self._change_of_cast(player, spell, frame) if self.cost_changers or spell.card.cost_changes else 0
        if not total_cost.payable(self.game, player, spell, method, way, frame, change):
            return False
        total_cost.pay(self.game, player, spell, method, way, frame, change)
        details.paid_slots = dict(frame.slots)
        frame.ready = self.next_id
        return True

    def _only_way(self, spell: GameObject, method: RunAbility | None, free: bool) -> RunCost | None:
        """The total cost if nothing about it is announced and nothing changes it: no kickers, X, or ways to pay."""
        card = spell.card
        if card.kickers or card.cost_changes or self.cost_changers or total_cost.is_emerge(method):
            return None
        ways = total_cost.ways(spell, method, free, ())
        return ways[0] if len(ways) == 1 and not ways[0].uses_x else None

    def _announce_plain_spell(self, player: Player, spell: GameObject, entry: StackEntry, cost: RunCost) -> bool:
        """CR 601.2c-h for a spell whose cost is known beforehand."""
        frame, details = entry.frame, spell.cast_details
        assert details is not None
        if not cost.payable(self.game, player, spell, frame) or not self._can_choose(spell, frame):
            return False
        for ability in spell.card.additional:
            self.exercise(spell, ability)
        if not self._choose_spell_targets(spell, entry):
            return False
        cost.pay(self.game, player, spell, frame)
        details.paid_slots = dict(frame.slots)
        frame.ready = self.next_id
        return True

    def _change_of_cast(self, player: Player, spell: GameObject, frame: Frame) -> int:
        total = 0
        for source, ability, amount in self.cost_changes(player, spell, frame):
            self.exercise(source, ability)
            total += amount
        return total

    def _choose_kickers(
        self, player: Player, spell: GameObject, ways: list[tuple[int, ...]], frame: Frame
    ) -> tuple[int, ...]:
        if len(ways) == 1:
            return ways[0]
        labels = ["not kicked" if not way else "kicked" + "".join(f" {i + 1}" for i in way) for way in ways]
        choice = Choice("kickers", player, labels, 1, 1, "kicker", spell, frame)
        choice.context = ways
        return ways[self.ask(choice)[0]]

    def _choose_x(
        self, player: Player, entry: StackEntry, pays: Callable[[], bool], possible: Callable[[], bool]
    ) -> int:
        """X, at most what can be paid, so that the targets it asks for are there (CR 107.3a, 601.2b-c)."""
        frame, least = entry.frame, entry.frame.x
        greatest = total_cost.greatest_x(frame, least, pays, possible)
        if greatest == least:
            frame.x = least
            return least
        choice = Choice("number", player, (), least, greatest, "X", frame.source, frame)

        def legal(answer: list[int]) -> str:
            frame.x = answer[0]
            return "" if possible() else f"X = {answer[0]} leaves no legal choice of targets (CR 601.2c)"

        choice.check = legal
        frame.x = self.ask(choice)[0]
        return frame.x

    def _choose_spell_targets(self, spell: GameObject, entry: StackEntry) -> bool:
        frame = entry.frame
        if spell.card.spell:
            return announce.announce(self.game, entry)
        if "Aura" in spell.card.base.subtypes:
            options = self.enchantable(spell, frame)
            if not options:
                return False
            found = self.choose_objects(frame.controller, options, 1, 1, self._aura_purpose(spell), spell, frame)
            frame.targets = [list(found)]
        return True

    @staticmethod
    def _aura_purpose(spell: GameObject) -> str:
        for ability in spell.card.statics:
            node = ability.definition
            if isinstance(node, a.StaticAbility):
                return purpose.of_changes(node.changes)
        return purpose.HELP

    def _draw_waiting(self) -> None:
        """Draws that came up while a spell was being cast (CR 121.8)."""
        while self.draws_waiting and not self.casting:
            player, count = self.draws_waiting.pop(0)
            self.draw(player, count)

    def activate(self, player: Player, o: GameObject, ability: RunAbility) -> None:
        """Activate the ability, which `can_activate` has allowed (CR 602.2)."""
        frame = Frame(o, player)
        frame.ability = ability
        assert ability.cost is not None and ability.body is not None
        entry = StackEntry(self.new_id(), "activated", frame, ability, None)
        if not ability.is_mana:
            self.stack.append(entry)
            if ability.cost.uses_x:
                pays, possible = self._x_of(player, o, ability, frame)
                frame.x = total_cost.least_x(frame, pays, possible) or 0
                self._choose_x(player, entry, pays, possible)
            if not announce.announce(self.game, entry):
                self.stack.remove(entry)
                self.note("602.2", f"an ability of {o.label} cannot be activated after all", o)
                return
        if ability.is_mana:
            self.exercise(o, ability)  # any other counts once it resolves
        if o.used_this_turn is None:
            o.used_this_turn = {}
            self.used.append(o)
        o.used_this_turn[ability.number] = o.used_this_turn.get(ability.number, 0) + 1
        self.casting += 1
        less = -ability.reduction(self.game, frame) if ability.reductions else 0
        ability.cost.pay(self.game, player, o, frame, less)
        frame.ready = self.next_id
        self.casting -= 1
        if ability.of_keyword.endswith("cycling"):
            self.announce_event(Event("cycle", "702.29c", o.became if o.became is not None else o, player))
        event = Event("activate", "602.2b", o, player, source=o)
        event.entry = entry
        self.announce_event(event)
        entry.number = event.number
        previous, self.cause = self.cause, event.number
        if ability.is_mana:
            ability.body.steps(self.game, frame)  # CR 605.3b
        else:
            announce.became_targets(self.game, entry)
        self.cause = previous
        self._draw_waiting()

    # ------------------------------------------------------------ playing without priority (CR 608.2g, H3.1)

    def can_play_now(self, player: Player, o: GameObject, free: bool) -> bool:
        """Whether the card can be played now whatever the time, free or not."""
        if o.token:
            return False  # CR 111.8: a token that has left the battlefield goes nowhere, the stack neither
        if o.card.is_land:
            return not self.player_rule(player, "can't play lands")
        return self.can_cast(player, o, None, free)

    def play_now(self, player: Player, o: GameObject, free: bool) -> GameObject | None:
        """Play the card in the middle of whatever goes on; nobody gets priority for it (CR 608.2g)."""
        if o.card.is_land:
            moved = self.play_land(player, o)
            player.lands_played -= 1  # it does not use up the turn's land (H3.1)
            return moved
        return self.cast(player, o, None, free)


def _for_flash(method: RunAbility) -> bool:
    """Whether the alternative is to pay more for casting it any time an instant could be cast (CR 601.3b)."""
    return method.alternative is not None and method.alternative.flash


def _name_of(ability: RunAbility) -> str:
    node = ability.definition
    return node.name if isinstance(node, a.KeywordAbility) else ""


def _subsets(count: int) -> list[tuple[int, ...]]:
    if count == 0:
        return [()]
    smaller = _subsets(count - 1)
    return smaller + [(*s, count - 1) for s in smaller]
