"""When the Horde has indefinitely lost the ability to damage the Survivors: proofs A and B (H1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hordemtg.cards import abilities as a
from hordemtg.cards import copies as k
from hordemtg.cards import effects as e
from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.horde import foresight
from hordemtg.horde.branching import Branching
from hordemtg.horde.game import HordeGame
from hordemtg.horde.pilot import DirectivePilot
from hordemtg.horde.policies import POLICIES, PolicyPilot
from hordemtg.rules import loops
from hordemtg.rules.choices import IllegalChoice
from hordemtg.rules.compiled import RunAbility
from hordemtg.rules.copying import copy_game
from hordemtg.rules.objects import GameObject
from hordemtg.rules.terms import walk

STATE_BUDGET: Final = 120
BRANCH_BUDGET: Final = 600
STEP_BUDGET: Final = 4000

# Effects by which an ability of the Horde could get at the Survivors, or get cards or creatures (H1.7, proof A).
DANGEROUS: Final[tuple[type[Any], ...]] = (
    e.DealDamage, e.LoseLife, e.SetLife, e.GivePoison, e.DrawCards, e.GainLife, e.CreateTokens, e.MoveObjects,
    e.CastCards, e.AllowPlay, e.Fight, e.Alter, e.LoseGame, e.WinGame, e.GetEmblem, e.FlipCoin, e.SearchLibrary,
    e.AlterPlayers, k.CreateCopies, k.BecomeCopy, k.CopyOnStack,
)  # fmt: skip

# Changes by which something that is no creature now could be one later.
ANIMATING: Final[tuple[type[Any], ...]] = (e.AddTypes, e.SetTypes)


class Proofs:
    """The two proofs, for a game with these directives in force."""

    def __init__(self, pilot: DirectivePilot) -> None:
        self.pilot = pilot
        self._taps: bool | None = None  # whether anything in the game could tap something, once it has been asked

    # ------------------------------------------------------------ proof A

    def proof_a(self, game: HordeGame) -> str:
        """Nothing the Horde has can act any more; why that is so, or "" when something may."""
        if game.horde.library or game.stack or game.waiting or game.horde.hand:
            return ""
        for o in game.battlefield:
            if not (o.controller is game.horde or _comes_back(game, o)):
                continue
            if "creature" in game.characteristics(o).types or _else_for_a_time(game, o):
                return ""  # a creature can attack: whether it can do damage is for proof B
        if any(_is_dangerous(d.ability.definition) for d in game.delayed):
            return ""  # whoever set it up, it may bring a creature back
        top = game.revealed_card(game.horde)
        if top is not None and self.pilot.casting and game.can_cast(game.horde, top, None):
            return ""
        for o in game.owned_by_horde():
            if o.controller is not game.horde and o.zone == "battlefield":
                continue
            if o.zone == "command" and o.name in game.ruleset.horde_emblems:
                continue  # the emblem's draws need life gained, its mills need damage: nothing of its own
            if self._may_act(game, o):
                return ""
        return "proof A: the library is empty and nothing the Horde has can act any more"

    def _may_act(self, game: HordeGame, o: GameObject) -> bool:
        abilities: Sequence[RunAbility] = (
            game.characteristics(o).abilities if o.zone == "battlefield" else o.card.abilities
        )
        return any(self._ability_may_act(game, o, ability) for ability in abilities)

    def _ability_may_act(self, game: HordeGame, o: GameObject, ability: RunAbility) -> bool:
        if ability.zone != o.zone:
            return False
        if ability.kind in ("triggered", "replacement", "per amount"):
            return _is_dangerous(ability.definition)
        if ability.kind == "activated" and not ability.is_mana:
            used = any(
                d.node.card == o.card.name and d.node.ability == ability.label and d.sources(game)
                for d in self.pilot.acting
            ) or any(foresight.takes(game, o, ability) for _ in self.pilot.offering)
            if not used or ability.cost is None:
                return False
            # Mana comes from creatures alone (H5.1), and there are none; a cost without mana may still be payable.
            if ability.cost.mana.mana_value and not _mana_sources(game):
                return False
            return _is_dangerous(ability.definition)
        if ability.kind == "static":
            changes = getattr(ability.definition, "changes", ())
            return any(
                isinstance(node, (a.TriggeredAbility, e.GainControl, *ANIMATING)) for node in walk(tuple(changes))
            )
        return False

    # ------------------------------------------------------------ proof B

    def proof_b(self, game: HordeGame) -> str:
        """A policy under which every future of the game runs in circles without damage, or ""."""
        for policy in POLICIES:
            if policy.taps and not self._could_tap(game):
                continue  # without anything that taps it is the policy before, which has failed
            explored = self._explore(game, policy)
            if explored:
                return f"proof B: {policy.name}; {explored} states, every branch returns without damage"
        return ""

    def _explore(self, game: HordeGame, policy: PolicyPilot) -> int:
        """How many states the policy leads through if all of them return; 0 if not proved."""
        seen: set[tuple[Any, ...]] = set()
        todo = [game]
        branches = 0
        while todo:
            state = todo.pop()
            key = _key(state)
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > STATE_BUDGET:
                return 0
            for outcome in self._rounds(state, policy):
                branches += 1
                if outcome is None or branches > BRANCH_BUDGET:
                    return 0
                todo.append(outcome)
        return len(seen)

    def _could_tap(self, game: HordeGame) -> bool:
        """Whether anything in the game, or a token that it could bring, has a part in tapping something.

        Asked once: no other card comes into a game, and what gives an ability has that ability within its own text.
        """
        if self._taps is None:
            definitions = {id(o.card): o.card.definition for o in game.objects()}
            self._taps = any(_taps(x) for x in (*definitions.values(), *game.tokens.values()))
        return self._taps

    def _pilot(self) -> DirectivePilot:
        """A pilot with the same directives and nothing in mind."""
        return self.pilot.again()

    def _rounds(self, state: HordeGame, policy: PolicyPilot) -> list[HordeGame | None]:
        """The state at the next Horde turn for every way in which chance may decide; None for one with damage."""
        found: list[HordeGame | None] = []
        prefixes: list[list[int]] = [[]]
        while prefixes:
            prefix = prefixes.pop()
            copy = copy_game(state, (policy, self._pilot()))
            chance = Branching(prefix)
            copy.chance = chance
            copy.begun = False  # the Horde's turn is about to begin: its untap step is still to come
            if not _one_round(copy):
                return [None]
            found.append(copy)
            prefixes.extend(chance.others())
            if len(found) + len(prefixes) > BRANCH_BUDGET:
                return [None]
        return found


_tapping: Final[dict[int, tuple[Any, bool]]] = {}


def _taps(definition: CardDefinition | EmblemDefinition) -> bool:
    """Whether anything on the card taps objects, or gets an emblem that could; found out once for each card.

    No keyword stands for an ability that taps something.
    """
    known = _tapping.get(id(definition))
    if known is None or known[0] is not definition:
        found = any(isinstance(node, (e.TapObjects, e.GetEmblem)) for node in walk(definition.abilities))
        known = _tapping[id(definition)] = (definition, found)
    return known[1]


def _one_round(game: HordeGame) -> bool:
    """Play to the start of the next Horde turn; False when a Survivor is damaged or loses life, or it does not end."""
    life = game.survivor.life
    poison = game.survivor.poison
    turn = game.turn
    game.victory = None
    game.proving = True
    steps = 0
    try:
        while not game.over:
            game.advance()
            steps += 1
            if game.survivor.life < life or game.survivor.poison > poison or steps > STEP_BUDGET:
                return False
            life = game.survivor.life
            if game.active is game.horde and game.turn > turn and not game.begun and game.step_index == 0:
                return True
    except IllegalChoice:
        return False
    return False


def _key(game: HordeGame) -> tuple[Any, ...]:
    """The state without what H1.7 ignores."""
    return loops.fingerprint(game, identities=False, ignore_libraries_of=(0,), ignore_life=True)


def _is_dangerous(definition: Any) -> bool:
    return any(isinstance(node, DANGEROUS) for node in walk(definition))


def _comes_back(game: HordeGame, o: GameObject) -> bool:
    """Whether the creature is the Horde's and another player controls it only for a time (CR 611.2)."""
    if o.base_controller is not game.horde:
        return False
    return any(
        effect.duration != "for good"
        for effect in game.effects
        if effect.ability is None
        and effect.applies_to(game, o)
        and any(isinstance(change.node, e.GainControl) for change in effect.changes)
    )


def _else_for_a_time(game: HordeGame, o: GameObject) -> bool:
    """Whether the permanent is something else only for a time, and may be a creature then (CR 611.2, 707.4)."""
    return any(
        effect.duration != "for good"
        for effect in game.effects
        if effect.ability is None
        and effect.applies_to(game, o)
        and (effect.card is not None or any(isinstance(change.node, ANIMATING) for change in effect.changes))
    )


def _mana_sources(game: HordeGame) -> bool:
    return any(
        o.controller is game.horde and any(r.is_mana for r in game.characteristics(o).abilities)
        for o in game.battlefield
    )
