"""What the Horde sees coming: which of its creatures are doomed, and what they are still of use for (H9.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from hordemtg.cards import effects as e
from hordemtg.cards.horde import OfferDirective
from hordemtg.horde.branching import Branching
from hordemtg.rules import announce, limits, state_based, terms
from hordemtg.rules.choices import Choice, Pilot
from hordemtg.rules.compiled import CompiledCard, RunAbility, compiled
from hordemtg.rules.copying import copy_game
from hordemtg.rules.events import Event
from hordemtg.rules.objects import Frame, GameObject, Player

if TYPE_CHECKING:
    from hordemtg.horde.game import HordeGame
    from hordemtg.rules.game import Game

BRANCHES: Final = 64
"""So many ways in which chance and choices may decide are looked at; what has more dooms nobody."""

HARMFUL: Final = ("harm", "damage", "steal")

Moment = tuple[object, int, int, int, int, int, int, int]


def moment(game: Game) -> Moment:
    """What differs whenever something has happened since: as long as it is the same, answers are the same too."""
    return (
        game, game.event_count, game.work, game.taps, game.turn, game.step_index, len(game.stack), game.version,
    )  # fmt: skip


Happening = Callable[["HordeGame"], None]


class Unforeseen(Exception):
    """What would happen depends on what nobody can know yet."""


# ---------------------------------------------------------------- what a creature is of use for


def takes(game: Game, o: GameObject, ability: RunAbility) -> list[GameObject]:
    """The creatures that the ability's cost could sacrifice, one for each activation, if it takes no mana (H5.2)."""
    cost = ability.cost
    if ability.kind != "activated" or cost is None or cost.mana.symbols or ability.any_opponent:
        return []
    for simple in cost.simple:
        if isinstance(simple, e.SacrificeThis):
            return [o]
    if not cost.parts:
        return []
    parts = [part for part in cost.parts if isinstance(part.node, e.SacrificeSome)]
    frame = Frame(o, o.controller)
    if len(parts) != 1 or parts[0].amount(game, frame) != 1:
        return []
    return parts[0].candidates(game, o.controller, o, frame)


def uses(game: Game, player: Player, fits: Callable[[GameObject], bool]) -> list[tuple[GameObject, RunAbility]]:
    """The abilities that the player can activate now by sacrificing something that fits, and to some purpose."""
    found: list[tuple[GameObject, RunAbility]] = []
    granted = game.grants_actions or game.grants_mana
    for o in game.battlefield:
        if o.controller is not player or not (o.card.activated or granted):
            continue
        for ability in game.characteristics(o).abilities:
            if ability.kind != "activated":
                continue
            for x in takes(game, o, ability):
                if fits(x):
                    if game.can_activate(player, o, ability) and _harms_no_own(game, o, ability):
                        found.append((o, ability))
                    break
    return found


def _harms_no_own(game: Game, o: GameObject, ability: RunAbility) -> bool:
    """Whether what it must aim at to harm it can be an opponent or an opponent's."""
    assert ability.body is not None
    frame = Frame(o, o.controller)
    return all(
        purpose not in HARMFUL
        or not target.node.minimum
        or any(
            (x if isinstance(x, Player) else x.controller) is not o.controller
            for x in announce.legal_targets(game, target, frame)
        )
        for target, purpose in zip(ability.body.targets, ability.body.purposes, strict=True)
    )


# ---------------------------------------------------------------- what would happen


def happening(game: HordeGame) -> Happening | None:
    """What would happen next if nobody did anything: the top of the stack resolves, or combat damage is dealt."""
    if game.stack:
        return lambda copy: copy.resolve_top()
    if not any(o.blocked or o.blocked_by for o in game.attackers()):
        return None
    if game.step == "declare blockers":
        return lambda copy: copy.combat_damage(copy.needs_first_strike_step())
    if game.step == "first strike damage":
        return lambda copy: copy.combat_damage(False)
    return None


def doomed(
    game: HordeGame, creatures: Sequence[GameObject], horde: Callable[[], Pilot], unless_lethal: bool
) -> list[GameObject]:
    """Those of the creatures that would go to the graveyard by what happens next, however chance decides (H9.4).

    State-based actions that follow at once belong to it, triggered abilities do not. `horde` makes a pilot that
    answers as the Horde would. `unless_lethal`: not those that could deal lethal damage to an opponent's creature.
    """
    happen = happening(game)
    if happen is None or not creatures or _only_adds(game):
        return []
    found = list(creatures)
    paths: list[list[int]] = [[]]
    tried = 0
    while paths and found:
        tried += 1
        chance = Branching(paths.pop())
        if tried > BRANCHES:
            return []
        try:
            fates = _try(game, happen, horde(), chance)
        except (Unforeseen, limits.LimitReached):
            return []
        paths.extend(chance.others())
        found = [o for o in found if o.id in fates.dead and not (unless_lethal and o.id in fates.killers)]
    return found


def _only_adds(game: HordeGame) -> bool:
    """Whether what resolves next only brings permanents by which nothing that is there can change."""
    if not game.stack or "board" in game.sensitive or not game.replacements.keys().isdisjoint(ADDING):
        return False
    entry = game.stack[-1]
    if entry.object is not None:
        return entry.object.card.is_permanent and _adds_itself(entry.object.card)
    if entry.ability is None or entry.ability.body is None or entry.ability.body.modes:
        return False
    for step in entry.ability.body.node.steps:
        if not isinstance(step, e.CreateTokens) or step.changes or not _adds_itself(compiled(game.tokens[step.token])):
            return False
    return True


ADDING: Final = frozenset({"create", "enters", "zone change"})


def _adds_itself(card: CompiledCard) -> bool:
    """Whether the permanent changes nothing but itself when it enters, and no rule removes another for it."""
    return (
        not card.base.supertypes - {"basic"}
        and "Aura" not in card.base.subtypes
        and not card.enters
        and all(static.static is not None and static.static.quiet for static in card.statics)
    )


class Fates:
    """Which objects of a copy went to the graveyard, and which would have killed an opponent's creature."""

    def __init__(self, game: HordeGame) -> None:
        self.battlefield = list(game.battlefield)
        self.damage = {o.id: o.damage for o in self.battlefield}
        self.killers: set[int] = set()
        self.dead: set[int] = set()
        self.resolving = 0

    def event(self, game: Game, event: Event) -> None:
        """Note lethal damage (CR 120.6); what a hidden card decides cannot be foreseen."""
        match event.kind:
            case "resolve":
                self.resolving = event.number
            case "reveal":
                raise Unforeseen("a hidden card is revealed")
            case "move" if event.from_zone == "library" and event.verb != "draw" and event.cause == self.resolving:
                raise Unforeseen("a hidden card comes out of a library")
            case "damage":
                self._damage(game, event)
            case _:
                pass

    def _damage(self, game: Game, event: Event) -> None:
        source, receiver = event.source, event.object
        if source is None or receiver is None or receiver.id not in self.damage:
            return
        if receiver.controller is source.controller or "creature" not in game.characteristics(receiver).types:
            return
        needed = game.characteristics(receiver).toughness - self.damage[receiver.id]
        if event.amount >= (1 if game.deathtouch(source) else needed):
            self.killers.add(source.id)

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        """Answers are no fates."""

    def look(self) -> None:
        """See what has become of everything."""
        self.dead = {o.id for o in self.battlefield if o.became is not None and o.became.zone == "graveyard"}


def _try(game: HordeGame, happen: Happening, horde: Pilot, chance: Branching) -> Fates:
    """What happens on a copy when chance takes that path. Raises `Unforeseen`."""
    copy = copy_game(game, (Undecided(chance), horde))
    copy.chance = chance
    copy.victory = None
    fates = Fates(copy)
    copy.recorder = fates
    happen(copy)
    for _ in range(limits.SETTLING):
        if copy.over or not state_based.perform(copy):
            break
    fates.look()
    return fates


class Undecided:
    """A Survivor of whom nothing is known: each answer to a plain question is a path of its own."""

    def __init__(self, chance: Branching) -> None:
        self.chance = chance

    def wants_priority(self, game: Game, player: Player) -> bool:
        """Nobody acts before what happens has happened."""
        return False

    def choose(self, game: Game, choice: Choice) -> list[int]:
        """One option as the path says. Raises `Unforeseen` when more than one is to be chosen, or an order."""
        if choice.kind == "number":
            return [choice.minimum + self.chance.below(choice.maximum - choice.minimum + 1)]
        if choice.kind in ("division", "order", "mana") or (choice.minimum, choice.maximum) != (1, 1):
            raise Unforeseen(f"a choice: {choice.kind}")
        legal = [[i] for i in range(len(choice.options)) if choice.check is None or not choice.check([i])]
        if not legal:
            raise Unforeseen(f"a choice: {choice.kind}")
        return legal[self.chance.below(len(legal))]


# ---------------------------------------------------------------- the directive


class RunOffer:
    """A directive to sacrifice what is doomed, compiled (H9.4)."""

    def __init__(self, node: OfferDirective) -> None:
        self.node = node
        self._fits = terms.test(node.what)
        self._seen: Moment | None = None  # the moment at which it last looked
        self._doomed: list[GameObject] = []

    def _meant(self, game: HordeGame, o: GameObject) -> bool:
        return o.zone == "battlefield" and self._fits(game, o, Frame(o, game.horde))

    def uses(self, game: HordeGame) -> list[tuple[GameObject, RunAbility]]:
        """The abilities that could sacrifice one of those it is about now."""
        return uses(game, game.horde, lambda o: self._meant(game, o))

    def doomed(self, game: HordeGame, horde: Callable[[], Pilot]) -> list[GameObject]:
        """What is doomed and could be sacrificed to an ability. No copy is made when nothing can be."""
        if not game.stack and game.step not in ("declare blockers", "first strike damage"):
            return []
        now = moment(game)
        if now != self._seen:
            abilities = self.uses(game) if happening(game) is not None else []
            could = {x.id: x for o, ability in abilities for x in takes(game, o, ability)}
            creatures = [x for x in could.values() if self._meant(game, x)]
            self._doomed = doomed(game, creatures, horde, self.node.unless_lethal)
            self._seen = now
        return self._doomed
