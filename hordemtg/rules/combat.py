"""The combat phase: attackers, blockers, damage (CR 506-511)."""

from __future__ import annotations

from typing import Final

from hordemtg.cards import effects as e
from hordemtg.cards.values import ManaCost
from hordemtg.rules import mana, prices, requirements
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.layers import Continuous
from hordemtg.rules.objects import GameObject, Player
from hordemtg.rules.resolving import Resolving
from hordemtg.rules.terms import Test

ANY_DAMAGE_IS_LETHAL: Final = 1_000_000  # what damage from deathtouch counts for in checks of lethal damage (CR 702.2c)


KEPT_FROM_YOU: Final = frozenset({"can't attack you", "can't attack you or planeswalkers you control"})

AGAINST_BLOCKS: Final = frozenset(
    {"can't be blocked", "can't be blocked by", "can't be blocked except by", "can't block except"}
)

REQUIREMENTS_TO_BLOCK: Final = frozenset({"must block", "must be blocked", "all must block it"})


class Attack:
    """A creature and the player or planeswalker it would attack."""

    __slots__ = ("creature", "defender")

    def __init__(self, creature: GameObject, defender: Player | GameObject) -> None:
        self.creature = creature
        self.defender = defender

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attack) and self.creature is other.creature and self.defender is other.defender

    @property
    def label(self) -> str:
        return f"{self.creature.label} attacks {self.defender.label}"


class Block:
    """A creature and the attacker it would block."""

    __slots__ = ("attacker", "blocker")

    def __init__(self, blocker: GameObject, attacker: GameObject) -> None:
        self.blocker = blocker
        self.attacker = attacker

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and self.blocker is other.blocker and self.attacker is other.attacker

    @property
    def label(self) -> str:
        return f"{self.blocker.label} blocks {self.attacker.label}"


class Combat(Resolving):
    """Turn-based actions of the combat phase."""

    __slots__ = ()

    def attackers(self) -> list[GameObject]:
        """The attacking creatures, in the order in which they came to the battlefield."""
        return [o for o in self.battlefield if o.attacking is not None]

    def defending_player(self, o: GameObject) -> Player:
        """Whom the creature is attacking, or was attacking (CR 508.5)."""
        return o.defender if o.defender is not None else self.opponent(o.controller)

    def start_attacking(self, o: GameObject, attacked: Player | GameObject) -> None:
        """The creature becomes an attacking creature (CR 508.1k, 508.4)."""
        o.attacking = attacked
        o.defender = attacked if isinstance(attacked, Player) else attacked.controller
        o.blocked = False
        self.attackers_seen = True
        if self.sensitive:
            self.touch("status")

    def enter_attacking(self, o: GameObject) -> None:
        """A creature that enters attacking attacks what its controller chooses; it never "attacked" (CR 508.4)."""
        if o.controller is not self.active or not self.is_step("combat") or o.zone != "battlefield":
            return
        if "creature" not in self.characteristics(o).types:
            return
        options = [Attack(o, defender) for defender in self.defenders()]
        chosen = options[0]
        if len(options) > 1:
            choice = Choice("attackers", o.controller, options, 1, 1, "attack", o)
            choice.context = [o]
            choice.check = lambda answer: "" if len(answer) == 1 else "it attacks one of them (CR 508.4)"
            chosen = options[self.ask(choice)[0]]
        self.start_attacking(o, chosen.defender)

    def defenders(self) -> list[Player | GameObject]:
        """Who can be attacked: the defending player, then their planeswalkers (CR 508.1b)."""
        enemy = self.opponent(self.active)
        found: list[Player | GameObject] = [enemy]
        changed = self.types_change or self.effects_dirty
        for o in self.battlefield:
            if o.controller is enemy and (changed or "planeswalker" in o.card.base.types):
                if "planeswalker" in self.characteristics(o).types:
                    found.append(o)
        return found

    # ------------------------------------------------------------ attackers (CR 508.1)

    def can_attack(self, o: GameObject) -> bool:
        """Whether the creature may be declared as an attacker, alone or with others (CR 508.1a, 508.1c)."""
        if o.tapped or o.controller is not self.active:
            return False
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        if "creature" not in c.types:
            return False
        if o.sick_turn >= o.controller.latest_turn and self.summoning_sick(o):
            return False
        if "defender" in c.keywords and not (c.restrictions and self.restricted(o, "attacks despite defender")):
            self.has(o, "defender")
            return False
        return not c.restrictions or not self.restricted(o, "can't attack")

    def attack_options(self) -> list[Attack]:
        """Every pair of a creature that can attack and somebody it can attack."""
        options: list[Attack] = []
        defenders: list[Player | GameObject] = []
        for o in self.battlefield:
            if o.controller is self.active and self.can_attack(o):
                defenders = defenders or self.defenders()
                forbidden = self._cannot_attack_you(o)
                for defender in defenders:
                    if defender not in forbidden:
                        options.append(Attack(o, defender))
        return options

    def _cannot_attack_you(self, o: GameObject) -> list[Player | GameObject]:
        found: list[Player | GameObject] = []
        if self.restrictions.isdisjoint(KEPT_FROM_YOU) and not self.effects_dirty:
            return found
        for restriction, effect in self.characteristics(o).restrictions:
            if restriction.word in KEPT_FROM_YOU:
                player: Player = effect.frame.controller
                found.append(player)
                if restriction.word != "can't attack you":
                    found += [x for x in self.battlefield if x.controller is player]
        return found

    def declare_attackers(self) -> None:
        """The active player declares attackers (CR 508.1)."""
        options = self.attack_options()
        if options:
            required = self._required_attackers(options)
            choice = Choice("attackers", self.active, options, 0, len(options), "attack")
            choice.context = required
            choice.check = lambda answer: self.attack_illegal([options[i] for i in answer], options, required)
            attacks = [options[i] for i in sorted(self.ask(choice))]
            self._attack(attacks)

    def _required_attackers(self, options: list[Attack]) -> list[GameObject]:
        """Creatures that attack if able and can without paying (CR 508.1d)."""
        required: list[GameObject] = []
        if "must attack" not in self.restrictions and not self.effects_dirty:
            return required
        for attack in options:
            o = attack.creature
            if (not required or required[-1] is not o) and self.restricted(o, "must attack"):
                required.append(o)
        if not required:
            return required
        free = {a.creature.id for a in options if not self.attack_tax(a)}
        return [o for o in required if o.id in free and (len(free) > 1 or not self.restricted(o, "can't attack alone"))]

    def attack_tax(self, attack: Attack) -> tuple[e.CostPart, ...]:
        """What must be paid for the attack (CR 508.1h)."""
        if "attack tax" not in self.restrictions and not self.effects_dirty:
            return ()
        parts: tuple[e.CostPart, ...] = ()
        o = attack.creature
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        for restriction, effect in c.restrictions:
            if restriction.word == "attack tax" and effect.frame.controller is attack.defender:
                parts += restriction.cost
        return parts

    def attack_illegal(self, attacks: list[Attack], options: list[Attack], required: list[GameObject]) -> str:
        """Why the declaration is illegal, or "" (CR 508.1a-d, 508.1h-j)."""
        creatures = [a.creature for a in attacks]
        if len({o.id for o in creatures}) != len(creatures):
            return "a creature attacks one player or planeswalker (CR 508.1b)"
        if len(creatures) == 1 and self.restricted(creatures[0], "can't attack alone"):
            return f"{creatures[0].label} can't attack alone (CR 508.1c)"
        missing = [o for o in required if o not in creatures]
        if missing:
            return f"{missing[0].label} attacks if able (CR 508.1d)"
        for attack in attacks:
            o = attack.creature
            if not isinstance(attack.defender, Player) and self.restricted(o, "must attack the player"):
                better = [x for x in options if x.creature is o and isinstance(x.defender, Player)]
                if better and not self.attack_tax(better[0]):
                    return f"{o.label} attacks the player if able (CR 508.1d)"
        price = self.attack_price(attacks)
        if price.total:
            tapped = [a.creature for a in attacks if "vigilance" not in self.characteristics(a.creature).keywords]
            if mana.affordable(self.game, self.active, [price], tuple(tapped)) is None:
                return f"the cost to attack, {price}, cannot be paid (CR 508.1j)"
        return ""

    def attack_price(self, attacks: list[Attack]) -> prices.Price:
        """The mana that the attacks cost together."""
        symbols: tuple[str, ...] = ()
        if "attack tax" not in self.restrictions and not self.effects_dirty:
            return prices.FREE
        for attack in attacks:
            for part in self.attack_tax(attack):
                if isinstance(part, e.PayMana):
                    symbols += part.mana.symbols
        return prices.of_cost(ManaCost(symbols))[0] if symbols else prices.FREE

    def _attack(self, attacks: list[Attack]) -> None:
        if not attacks:
            return
        self.batch += 1
        price = self.attack_price(attacks)
        for attack in attacks:
            if not self.has(attack.creature, "vigilance"):
                self.tap(attack.creature, "508.1f")
        if price.total:
            mana.pay(self.game, self.active, price, None)
        for attack in attacks:
            self.start_attacking(attack.creature, attack.defender)
            attack.creature.attacked_turn = self.turn
        self.touch("time")
        self.has_happened("attack declared", self.active.index)
        if self.heard("attack declared"):
            self.announce_event(Event("attack declared", "508.1", player=self.active, amount=len(attacks)))
        else:
            self.event_count += 1
        for attack in attacks:
            attacked = attack.defender
            if isinstance(attacked, Player):
                self.happens("attacks", "508.1k", attack.creature, attacked)
            else:
                self.happens("attacks", "508.1k", attack.creature, attacked.controller, attacked)

    # ------------------------------------------------------------ blockers (CR 509.1)

    def can_block(self, o: GameObject) -> bool:
        """Whether the creature could be declared as a blocker at all (CR 509.1a-b)."""
        if o.tapped:
            return False
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        if "creature" not in c.types:
            return False
        return not c.restrictions or not self.restricted(o, "can't block")

    def can_block_attacker(self, o: GameObject, attacker: GameObject) -> str:
        """Why the creature cannot block that attacker, or "" (CR 509.1b, 702.9b and other evasion)."""
        theirs = attacker.characteristics
        if attacker.version != self.version or self.effects_dirty:
            theirs = self.characteristics(attacker)
        own = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        words = theirs.keywords
        if words:
            if "flying" in words and not ("flying" in own.keywords or "reach" in own.keywords):
                self.has(attacker, "flying")
                return "flying 702.9b"
            if "reach" in own.keywords and "flying" in words:
                self.has(o, "reach")
            if "skulk" in words and own.power > theirs.power:
                self.has(attacker, "skulk")
                return "skulk 702.118b"
            if "fear" in words and not ("artifact" in own.types or "black" in own.colors):
                self.has(attacker, "fear")
                return "fear 702.36b"
            if "intimidate" in words and not ("artifact" in own.types or not own.colors.isdisjoint(theirs.colors)):
                self.has(attacker, "intimidate")
                return "intimidate 702.13b"
            if "horsemanship" in words and "horsemanship" not in own.keywords:
                self.has(attacker, "horsemanship")
                return "horsemanship 702.31b"
            if "protection" in words and self.protected(attacker, o):
                return "protection 702.16f"
        if ("shadow" in words) != ("shadow" in own.keywords):
            self.has(attacker if "shadow" in words else o, "shadow")
            return "shadow 702.28b"
        if (theirs.restrictions or own.restrictions) and not self.restrictions.isdisjoint(AGAINST_BLOCKS):
            return self._block_forbidden(o, attacker)
        return ""

    def _block_forbidden(self, o: GameObject, attacker: GameObject) -> str:
        for restriction, effect in self.characteristics(attacker).restrictions:
            word = restriction.word
            if word == "can't be blocked":
                return "can't be blocked 509.1b"
            if word == "can't be blocked by":
                fits = _filter_of(restriction, effect)
                if fits is not None and fits(self.game, o, effect.frame):
                    return "can't be blocked by it 509.1b"
            elif word == "can't be blocked except by":
                fits = _filter_of(restriction, effect)
                if fits is not None and not fits(self.game, o, effect.frame):
                    return "can't be blocked except by others 509.1b"
        for restriction, effect in self.characteristics(o).restrictions:
            if restriction.word == "can't block except":
                fits = _filter_of(restriction, effect)
                if fits is not None and not fits(self.game, attacker, effect.frame):
                    return "can block only others 509.1b"
        return ""

    def block_options(self, player: Player) -> list[Block]:
        """Every pair of a creature and an attacker that it could block by itself."""
        attackers = [o for o in self.attackers() if self.defending_player(o) is player]
        return [
            Block(o, attacker)
            for o in self.battlefield
            if o.controller is player and self.can_block(o)
            for attacker in attackers
            if not self.can_block_attacker(o, attacker)
        ]

    def block_limit(self, o: GameObject) -> int:
        """How many attackers the creature may block (CR 509.1a)."""
        limit = 1
        if "can block additional" not in self.restrictions and not self.effects_dirty:
            return limit
        for restriction, _ in self.characteristics(o).restrictions:
            if restriction.word == "can block additional":
                limit = 1000 if restriction.amount < 0 else limit + restriction.amount
        return limit

    def least_blockers(self, attacker: GameObject) -> int:
        """By how many creatures it must be blocked, if at all (CR 702.111b, 509.1b)."""
        c = attacker.characteristics
        if attacker.version != self.version or self.effects_dirty:
            c = self.characteristics(attacker)
        least = 2 if "menace" in c.keywords else 1
        for restriction, _ in c.restrictions:
            if restriction.word == "can't be blocked except by":
                least = max(least, restriction.amount)
        return least

    def declare_blockers(self) -> None:
        """The defending player declares blockers (CR 509.1)."""
        player = self.opponent(self.active)
        attackers = self.attackers()
        if not attackers:
            return
        options = self.block_options(player)
        blocks: list[Block] = []
        if options:
            most = self._most_requirements(options, player)
            choice = Choice("blockers", player, options, 0, len(options), "block")
            choice.context = attackers
            choice.check = lambda answer: self.block_illegal([options[i] for i in answer], player, options, most)
            blocks = [options[i] for i in sorted(self.ask(choice))]
        self._block(player, blocks)

    def block_illegal(self, blocks: list[Block], player: Player, options: list[Block], most: int) -> str:
        """Why the declaration is illegal, or "" (CR 509.1a-c)."""
        why = self._block_restrictions(blocks)
        if why:
            return why
        if most and self._requirements_obeyed(blocks, player, options) < most:
            return "more blocking requirements could be obeyed (CR 509.1c)"
        price = self._block_price(blocks)
        if price.total and mana.affordable(self.game, player, [price]) is None:
            return f"the cost to block, {price}, cannot be paid (CR 509.1f)"
        return ""

    def _block_restrictions(self, blocks: list[Block]) -> str:
        """What forbids the blocks as a whole (CR 509.1b)."""
        by_blocker: dict[int, int] = {}
        by_attacker: dict[int, list[Block]] = {}
        for block in blocks:
            by_blocker[block.blocker.id] = by_blocker.get(block.blocker.id, 0) + 1
            if by_blocker[block.blocker.id] > self.block_limit(block.blocker):
                return f"{block.blocker.label} can block only so many creatures (CR 509.1a)"
            by_attacker.setdefault(block.attacker.id, []).append(block)
        for group in by_attacker.values():
            attacker = group[0].attacker
            if len(group) < self.least_blockers(attacker):
                if "menace" in self.characteristics(attacker).keywords:
                    self.has(attacker, "menace")
                    return f"{attacker.label} has menace: it can't be blocked by one creature (menace 702.111b)"
                return f"{attacker.label} can't be blocked by so few creatures (CR 509.1b)"
        if len(by_blocker) == 1 and self.restricted(blocks[0].blocker, "can't block alone"):
            return f"{blocks[0].blocker.label} can't block alone (CR 509.1b)"
        return ""

    def _requirements_obeyed(self, blocks: list[Block], player: Player, options: list[Block]) -> int:
        """How many requirements a declaration obeys (CR 509.1c)."""
        blocking = {b.blocker.id for b in blocks}
        blocked = {b.attacker.id for b in blocks}
        pairs = {(b.blocker.id, b.attacker.id) for b in blocks}
        obeyed = 0
        for o in {b.blocker.id: b.blocker for b in options}.values():
            if o.id in blocking and self.restricted(o, "must block"):
                obeyed += 1
        for o in {b.attacker.id: b.attacker for b in options}.values():
            if o.id in blocked and self.restricted(o, "must be blocked"):
                obeyed += 1
            if self.restricted(o, "all must block it"):
                obeyed += sum(1 for b in options if b.attacker is o and (b.blocker.id, o.id) in pairs)
        return obeyed

    def _most_requirements(self, options: list[Block], player: Player) -> int:
        """The most requirements that a legal declaration obeys without costs (CR 509.1c)."""
        if self.restrictions.isdisjoint(REQUIREMENTS_TO_BLOCK) and not self.effects_dirty:
            return 0
        if not any(self._wants_blocks(o) for o in {x.id: x for b in options for x in (b.blocker, b.attacker)}.values()):
            return 0
        found = self._obedient(options)
        if not found.proven:
            text = f"too many ways to block: {found.obeyed} requirements are asked for, more may be possible"
            self.note("509.1c", text)
        return found.obeyed

    def _wants_blocks(self, o: GameObject) -> bool:
        for restriction, _ in self.characteristics(o).restrictions:
            if restriction.word in REQUIREMENTS_TO_BLOCK:
                return True
        return False

    def obedient_blocks(self, options: list[Block]) -> list[int]:
        """Numbers of options that make a legal declaration with the most requirements obeyed (CR 509.1c)."""
        able = self._able(options)
        blockers = list(able)
        pairs = {(blockers[n], attacker) for n, attacker in self._obedient(options).blocks}
        return [i for i, b in enumerate(options) if (b.blocker.id, b.attacker.id) in pairs]

    def _able(self, options: list[Block]) -> dict[int, list[int]]:
        """For each creature that can block without a cost, which attackers, by their numbers."""
        able: dict[int, list[int]] = {}
        for b in options:
            if not self._block_tax(b):
                able.setdefault(b.blocker.id, []).append(b.attacker.id)
        return able

    def _obedient(self, options: list[Block]) -> requirements.Found:
        attackers = {b.attacker.id: b.attacker for b in options}
        blockers = {b.blocker.id: b.blocker for b in options}
        return requirements.most_obeyed(
            [
                requirements.Able(
                    tuple(whom),
                    self.block_limit(blockers[number]),
                    self.restricted(blockers[number], "must block"),
                    self.restricted(blockers[number], "can't block alone"),
                )
                for number, whom in self._able(options).items()
            ],
            {number: self.least_blockers(o) for number, o in attackers.items()},
            {number for number, o in attackers.items() if self.restricted(o, "must be blocked")},
            {number for number, o in attackers.items() if self.restricted(o, "all must block it")},
        )

    def _block_tax(self, block: Block) -> tuple[e.CostPart, ...]:
        if "block tax" not in self.restrictions and not self.effects_dirty:
            return ()
        parts: tuple[e.CostPart, ...] = ()
        for restriction, _ in self.characteristics(block.blocker).restrictions:
            if restriction.word == "block tax":
                parts += restriction.cost
        return parts

    def _block_price(self, blocks: list[Block]) -> prices.Price:
        symbols: tuple[str, ...] = ()
        if "block tax" not in self.restrictions and not self.effects_dirty:
            return prices.FREE
        for block in blocks:
            for part in self._block_tax(block):
                if isinstance(part, e.PayMana):
                    symbols += part.mana.symbols
        return prices.of_cost(ManaCost(symbols))[0] if symbols else prices.FREE

    def _block(self, player: Player, blocks: list[Block]) -> None:
        price = self._block_price(blocks)
        if price.total:
            mana.pay(self.game, player, price, None)
        for block in blocks:
            block.blocker.blocking = (*block.blocker.blocking, block.attacker)
            block.blocker.in_block = True
            block.blocker.blocked_turn = self.turn
            block.attacker.blocked_by = (*block.attacker.blocked_by, block.blocker)
            block.attacker.blocked = True
        self.blockers_declared = True
        self.touch("status")
        self.touch("time")
        blockers = list({b.blocker.id: b.blocker for b in blocks}.values())
        self.happen("blocks", "509.1g", [(o, o.blocking[0]) for o in blockers])
        self.happen("blocks a creature", "509.1g", [(b.blocker, b.attacker) for b in blocks])
        for attacker in self.attackers():
            if attacker.blocked:
                self.happens("becomes blocked", "509.1h", attacker, attacker.controller)
                for blocker in attacker.blocked_by:
                    self.happens("becomes blocked by", "509.3d", attacker, attacker.controller, blocker)
            else:
                self.happens("attacks unblocked", "509.1h", attacker, attacker.controller)

    # ------------------------------------------------------------ damage (CR 510)

    def needs_first_strike_step(self) -> bool:
        """Whether an attacker or blocker has first or double strike (CR 510.4)."""
        for o in self.battlefield:
            if o.attacking is not None or o.in_block:
                c = o.characteristics
                if o.version != self.version or self.effects_dirty:
                    c = self.characteristics(o)
                words = c.keywords
                if words and ("first strike" in words or "double strike" in words):
                    return True
        return False

    def combat_damage(self, first: bool) -> None:
        """Assign and deal combat damage (CR 510.1-2); with `first`, only first and double strikers (510.4)."""
        self.batch += 1
        fighters = [o for o in self.battlefield if o.attacking is not None or o.blocking]
        if first:
            dealing = [o for o in fighters if self.has(o, "first strike") or self.has(o, "double strike")]
            self.first_strikers = dealing
        elif self.first_strikers is not None:
            earlier = self.first_strikers
            dealing = [o for o in fighters if o not in earlier or self.has(o, "double strike")]
            self.first_strikers = None
        else:
            dealing = fighters
        batch: list[tuple[GameObject, GameObject | Player, int]] = []
        assigned: dict[int, int] = {}
        attacking = [o for o in dealing if o.attacking is not None]
        if len(attacking) > 1:
            attacking.sort(key=self._turn_to_assign)
        for o in attacking:
            self._assign_attacker(o, batch, assigned)
        for o in dealing:
            if o.attacking is None:
                self._assign_blocker(o, batch)
        if batch:
            self.deal_damage(batch, "510.2", combat=True)

    def _turn_to_assign(self, o: GameObject) -> int:
        """Tramplers assign last, those with deathtouch first among them.

        Only the whole assignment has to be legal (CR 510.1e), so each trampler may
        count on the damage that others deal its blockers: who can help has decided by then.
        """
        words = self.characteristics(o).keywords
        return 0 if "trample" not in words else 1 if "deathtouch" in words else 2

    def combat_power(self, o: GameObject) -> int:
        """How much combat damage the creature assigns (CR 510.1a)."""
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        if c.restrictions and self.restricted(o, "assigns no combat damage"):
            return 0
        if c.restrictions and self.restricted(o, "assigns damage equal to toughness"):
            return c.toughness
        return c.power

    def _assign_attacker(
        self, o: GameObject, batch: list[tuple[GameObject, GameObject | Player, int]], assigned: dict[int, int]
    ) -> None:
        power = self.combat_power(o)
        if power <= 0:
            return
        defender = o.attacking
        assert defender is not None
        here = isinstance(defender, Player) or self._still_attacked(o, defender)
        if not o.blocked:
            if here:
                batch.append((o, defender, power))
            return
        blockers = [b for b in o.blocked_by if b.zone == "battlefield"]
        trample = self.has(o, "trample")
        receivers: list[GameObject | Player] = list(blockers)
        if trample and here:
            receivers.append(defender)
        if not receivers:
            return
        if len(receivers) == 1:
            shares = [power]
        else:
            shares = self._divide_combat(o, receivers, power, assigned, trample and here)
        for receiver, share in zip(receivers, shares, strict=True):
            if share:
                batch.append((o, receiver, share))
                if isinstance(receiver, GameObject):
                    counts = ANY_DAMAGE_IS_LETHAL if self.deathtouch(o) else share
                    assigned[receiver.id] = assigned.get(receiver.id, 0) + counts

    def _still_attacked(self, o: GameObject, attacked: GameObject) -> bool:
        """Whether the planeswalker is in combat still (CR 506.4, 506.4c)."""
        return (
            attacked.zone == "battlefield"
            and attacked.controller is o.defender
            and "planeswalker" in self.characteristics(attacked).types
        )

    def deathtouch(self, source: GameObject) -> bool:
        """Whether any damage from it is lethal (CR 702.2c)."""
        return "deathtouch" in self.characteristics(source).keywords

    def lethal(self, o: GameObject, source: GameObject) -> int:
        """How much damage from the source is lethal for the creature now (CR 702.19b, 702.2c)."""
        needed = self.characteristics(o).toughness - o.damage
        if self.deathtouch(source):
            needed = min(needed, 1)
        return max(0, needed)

    def _divide_combat(
        self,
        o: GameObject,
        receivers: list[GameObject | Player],
        power: int,
        assigned: dict[int, int],
        trample: bool,
    ) -> list[int]:
        choice = Choice("division", o.controller, receivers, 0, power, "combat damage", o)
        choice.total = power
        needs = [
            max(0, self.lethal(r, o) - assigned.get(r.id, 0)) if isinstance(r, GameObject) else 0 for r in receivers
        ]
        choice.context = needs
        if trample:

            def check(answer: list[int]) -> str:
                # The last receiver is the one attacked (CR 702.19b).
                if answer[-1] and any(a < n for a, n in zip(answer[:-1], needs, strict=False)):
                    return "lethal damage must be assigned to all blockers first (CR 702.19b)"
                return ""

            choice.check = check
        return self.ask(choice)

    def _assign_blocker(self, o: GameObject, batch: list[tuple[GameObject, GameObject | Player, int]]) -> None:
        power = self.combat_power(o)
        attackers = [x for x in o.blocking if x.zone == "battlefield"]
        if power <= 0 or not attackers:
            return
        if len(attackers) == 1:
            batch.append((o, attackers[0], power))
            return
        shares = self._divide_combat(o, list(attackers), power, {}, False)
        batch.extend((o, x, share) for x, share in zip(attackers, shares, strict=True) if share)

    def end_combat(self) -> None:
        """All creatures leave combat (CR 511.3)."""
        for o in self.battlefield:
            if o.attacking is not None or o.in_block or o.blocked_by:
                o.attacking = None
                o.blocked = o.in_block = False
                o.blocking = o.blocked_by = ()
        self.blockers_declared = self.attackers_seen = False
        self.first_strikers = None
        self.touch("status")


def _filter_of(restriction: e.Restrict, effect: Continuous) -> Test | None:
    """The compiled filter of a restriction, from the change that brought it."""
    for change in effect.changes:
        if change.node is restriction:
            return change.filter
    return None
