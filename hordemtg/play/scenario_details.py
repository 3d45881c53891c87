"""How a scenario casts and activates: its details answer what is asked while announcing (CR 601.2b-h)."""

from __future__ import annotations

from collections.abc import Sequence

from hordemtg.cards import scenario as s
from hordemtg.cards.values import Place
from hordemtg.play import scenario_answers as answers
from hordemtg.play.scenario_names import Names, ScenarioFailure, current, shown
from hordemtg.rules import announce, total_cost
from hordemtg.rules.casting import Action
from hordemtg.rules.choices import Choice
from hordemtg.rules.compiled import RunMode, RunTarget
from hordemtg.rules.costs import RunCost
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Frame, GameObject, Player, StackEntry, Targetable
from hordemtg.rules.refusals import kept_off, why_not, why_not_target


class Announcing:
    """An action on its way: which details have been used, and whether the game did what they say."""

    def __init__(self, game: Game, names: Names, action: Action, details: s.Details, place: Place) -> None:
        self.game = game
        self.names = names
        self.action = action
        self.details = details
        self.place = place
        self.spend = list(details.spend)
        self.paid = not details.pay
        self.x_used = details.x is None
        self.divided = not details.division

    def concerns(self, choice: Choice) -> bool:
        """Whether the question belongs to this announcement."""
        o = self.action.object
        return o is not None and choice.source is not None and choice.source is current(o)

    def answer(self, choice: Choice) -> list[int] | None:
        """What the details say to the question; None when they say nothing."""
        details = self.details
        match choice.kind:
            case "targets":
                return self._targets(choice)
            case "objects":
                if choice.purpose in answers.COST_PURPOSES:
                    return self._spend(choice)
                return self._targets(choice)  # an Aura spell's target (CR 303.4a)
            case "modes" if details.modes:
                return answers.pick_modes(choice, details.modes, self.place)
            case "kickers":
                return self._kickers(choice)
            case "number" if details.x is not None:
                self.x_used = True
                return [details.x]
            case "division" if details.division:
                self.divided = True
                return answers.divide(self.names, choice, details.division, self.place)
            case "cost":
                return self._way_to_pay(choice)
            case "mana" if details.pay:
                self.paid = True
                return answers.pay_with(self.game, self.names, choice, details.pay, self.place)
            case _:
                return None

    # ------------------------------------------------------------ targets

    def _targets(self, choice: Choice) -> list[int] | None:
        groups = self.details.targets
        if not groups:
            return None
        if len(groups) > 1:
            return answers.pick_things(self.names, choice, groups[self._number(choice)], self.place)
        frame = choice.frame
        taken = [x for group in frame.targets for x in group] if frame is not None else []
        found: list[int] = []
        for thing in groups[0]:
            left = [x for i, x in enumerate(choice.options) if i not in found]
            if self.names.meant(thing, taken, self.place) or len(found) >= choice.maximum:
                continue
            if not self.names.meant(thing, left, self.place):
                self._explain(choice, thing)
                continue
            picked = self.names.pick(thing, left, self.place)
            found += [i for i, x in enumerate(choice.options) if x in picked]
        return found

    def _number(self, choice: Choice) -> int:
        """Which of the targets that are chosen this one is, for the clauses `targeting`."""
        frame = choice.frame
        assert frame is not None
        targets, _ = announce.targets_of(answers.body_of(choice), frame)
        wanted = [t for t, _, most in announce.wanted_targets(self.game, targets, frame) if most]
        number = wanted.index(choice.context)
        if number >= len(self.details.targets):
            raise ScenarioFailure(
                f"{len(wanted)} targets are chosen, and the script has {len(self.details.targets)}", self.place
            )
        return number

    def _explain(self, choice: Choice, thing: s.Thing) -> None:
        """Say why something named cannot be a target, if this is the only target there is."""
        frame = choice.frame
        if frame is None or choice.kind != "targets":
            return
        targets, _ = announce.targets_of(answers.body_of(choice), frame)
        if len(targets) != 1:
            return
        for x in self._objects(thing):
            why = why_not_target(self.game, targets[0], frame, x)
            if why:
                raise ScenarioFailure(f"{shown(thing)} cannot be targeted: {why}", self.place)

    def _objects(self, thing: s.Thing) -> list[Targetable]:
        if thing.name in self.names.sides:
            return [self.names.sides[thing.name]]
        return list(self.names.anywhere(thing, self.place))

    # ------------------------------------------------------------ costs

    def _kickers(self, choice: Choice) -> list[int]:
        wanted = tuple(sorted(i - 1 for i in self.details.kicked))
        ways: list[tuple[int, ...]] = list(choice.context)
        if wanted not in ways:
            return [0] if not wanted else self._fail("it cannot be kicked so: the cost cannot be paid (CR 118.3)")
        return [ways.index(wanted)]

    def _way_to_pay(self, choice: Choice) -> list[int] | None:
        """The way that takes what the script spends."""
        frame = choice.frame
        assert frame is not None and choice.source is not None
        for i, way in enumerate(choice.context):
            if self.spend and _takes(self.game, self.names, way, choice, frame, self.spend[0], self.place):
                return [i]
        return None

    def _spend(self, choice: Choice) -> list[int] | None:
        if not self.spend:
            return None
        found: list[int] = []
        for thing in list(self.spend):
            left = [x for i, x in enumerate(choice.options) if i not in found]
            if len(found) >= choice.maximum or not self.names.meant(thing, left, self.place):
                continue
            picked = self.names.pick(thing, left, self.place)
            found += [i for i, x in enumerate(choice.options) if x in picked]
            self.spend.remove(thing)
        return found or None

    def _fail(self, why: str) -> list[int]:
        raise ScenarioFailure(why, self.place)

    # ------------------------------------------------------------ afterwards

    def verify(self, entry: StackEntry | None) -> None:
        """Raise `ScenarioFailure` unless everything the script says was done, asked or not."""
        if entry is None:
            raise ScenarioFailure(f"{self.action.label}: it was not put on the stack after all", self.place)
        details, frame = self.details, entry.frame
        if details.x is not None and frame.x != details.x:
            raise ScenarioFailure(f"X is {frame.x}, not {details.x}", self.place)
        wanted = tuple(sorted(i - 1 for i in details.kicked))
        if entry.object is not None and frame.kicked != wanted:
            how = "it was not kicked: the cost cannot be paid (CR 118.3)" if not frame.kicked else "it was kicked"
            raise ScenarioFailure(how, self.place)
        if details.modes and not frame.modes:
            raise ScenarioFailure("it has no modes to choose", self.place)
        self._verify_targets(frame)
        if not self.divided:
            raise ScenarioFailure("nothing was divided", self.place)
        if self.spend and not self._spent_anyway(entry):
            raise ScenarioFailure(f"the cost did not ask for {shown(self.spend[0])}", self.place)
        if not self.paid:
            raise ScenarioFailure("no mana was paid", self.place)

    def _verify_targets(self, frame: Frame) -> None:
        if not self.details.targets:
            return
        targeted = [x for group in frame.targets for x in group]
        # A target may have become another object as costs were paid: a card that was exiled for delve (CR 601.2h).
        by_now = [current(x) if isinstance(x, GameObject) else x for x in targeted]
        for thing in [thing for group in self.details.targets for thing in group]:
            if not self.names.meant(thing, [*targeted, *by_now], self.place):
                now = ", ".join(self.names.label(x) for x in targeted) or "nothing"
                raise ScenarioFailure(f"{shown(thing)} is not among the targets: {now}", self.place)
        if not any(self.details.targets) and targeted:
            raise ScenarioFailure(f"it targets {', '.join(self.names.label(x) for x in targeted)}", self.place)

    def _spent_anyway(self, entry: StackEntry) -> bool:
        """What was spent without a question, because there was nothing else."""
        spent = [o for name, group in entry.frame.slots.items() if name.startswith("cost.") for o in group]
        ids = {id(current(o)) for o in spent}
        for thing in list(self.spend):
            if thing.alias:
                if any(id(o) in ids for o in self.names.anywhere(thing, self.place)):
                    self.spend.remove(thing)
            elif any(isinstance(o, GameObject) and o.card.name == thing.name for o in spent):
                self.spend.remove(thing)
        return not self.spend


def _takes(game: Game, names: Names, way: RunCost, choice: Choice, frame: Frame, thing: s.Thing, place: Place) -> bool:
    assert choice.source is not None
    return any(
        names.meant(thing, part.candidates(game, choice.player, choice.source, frame), place) for part in way.parts
    )


# ---------------------------------------------------------------- whether it could be done at all


def refused(game: Game, names: Names, action: Action, details: s.Details, place: Place, side: str) -> str:
    """Why the action cannot be done so now, or ""; nothing is done."""
    player = names.side(side, place)
    o = action.object
    if o is None:
        return ""
    if not _offered(game, action, player):
        return why_not(game, player, action) or f"{action.label} is not among what {player.name} may do"
    if action.kind == "land":
        return ""
    frame = Frame(o, player)
    frame.kicked = tuple(sorted(i - 1 for i in details.kicked))
    if details.x is not None:
        frame.x = details.x
    if action.kind == "cast":
        if frame.kicked not in game.ways_to_cast(player, o, action.ability, False):
            return _kicked_so(game, action, frame)
    why = _mana_for_x(game, action, details, frame)
    if why:
        return why
    return _targets_refused(game, names, action, details, frame, place) or _spend_refused(
        game, names, action, details, frame, place
    )


def _offered(game: Game, action: Action, player: Player) -> bool:
    """Whether the game itself lists the action among those of the player."""
    return action in game.actions(player)


def _kicked_so(game: Game, action: Action, frame: Frame) -> str:
    assert action.object is not None
    how = "kicked" if frame.kicked else "without its kicker"
    if not game._can_choose(action.object, frame):
        return f"no legal target for {action.object.label} {how} (CR 601.2c)"
    return f"the cost of {action.object.label} {how} cannot be paid (CR 118.3)"


def _mana_for_x(game: Game, action: Action, details: s.Details, frame: Frame) -> str:
    o, player = action.object, frame.controller
    if details.x is None or o is None:
        return ""
    if action.kind == "activate" and action.ability is not None:
        pays, _ = game._x_of(player, o, action.ability, frame)
        paid = pays()
    else:
        paid = bool(game.ways_to_pay(player, o, action.ability, False, frame))
    return "" if paid else f"X = {details.x} cannot be paid (CR 118.3)"


def _targets_refused(game: Game, names: Names, action: Action, details: s.Details, frame: Frame, place: Place) -> str:
    o = action.object
    assert o is not None
    body = action.ability.body if action.kind == "activate" and action.ability is not None else None
    if action.kind == "cast" and o.card.spell:
        body = o.card.spell[0].body
    if body is None:
        return _aura_refused(game, names, details, frame, place)
    if body.modes:
        frame.modes = _modes(body.modes, details, place)
        possible = announce.possible_modes(game, body, frame)
        bad = [i for i in frame.modes if i not in possible]
        if bad:
            return f"mode {bad[0] + 1} has no legal target (CR 700.2a, 601.2c)"
    targets, _ = announce.targets_of(body, frame)
    wanted = [t for t, _, most in announce.wanted_targets(game, targets, frame) if most]
    groups = details.targets
    if body.divides is not None and groups:
        total = body.divides(game, frame)
        if sum(thing.count for thing in groups[0]) > total and (total or details.x is not None):
            return "each target gets at least one (CR 601.2d)"
    for i, group in enumerate(groups):
        specs = [wanted[i]] if len(groups) > 1 and i < len(wanted) else wanted
        if not specs and group:
            return f"{o.label} has no target (CR 601.2c)"
        for thing in group:
            why = _target_refused(game, names, specs, frame, thing, place)
            if why:
                return why
            if len(groups) > 1 and not body.modes and _chosen_before(thing, groups, specs[0].different_from):
                return f"{thing.name} is a target already, and another is wanted (CR 601.2c)"
    return ""


def _chosen_before(thing: s.Thing, groups: Sequence[Sequence[s.Thing]], others: Sequence[int]) -> bool:
    """Whether the alias stands for a target from which this one must differ."""
    return any(x.alias and x.name == thing.name for j in others if j < len(groups) for x in groups[j])


def _target_refused(
    game: Game, names: Names, specs: list[RunTarget], frame: Frame, thing: s.Thing, place: Place
) -> str:
    """Why nothing that the name means is a legal target, or ""."""
    everything: list[Targetable] = [*game.players, *game.objects()]
    found = names.meant(thing, everything, place)
    if not found:
        return f"there is no {shown(thing)} (CR 601.2c)"
    first = ""
    for x in found:
        reasons = [why_not_target(game, spec, frame, x) for spec in specs]
        if not all(reasons):
            return ""
        # Of several of that name, one on the battlefield is likelier to be meant.
        if not first or (isinstance(x, GameObject) and x.zone == "battlefield"):
            first = reasons[0]
    return first


def _modes(modes: list[RunMode], details: s.Details, place: Place) -> tuple[int, ...]:
    found: list[int] = []
    for wanted in details.modes:
        if isinstance(wanted, int):
            found.append(wanted - 1)
        else:
            labels = [m.label.lower() for m in modes]
            if wanted.lower() not in labels:
                raise ScenarioFailure(f"there is no mode {wanted}", place)
            found.append(labels.index(wanted.lower()))
    if any(not 0 <= i < len(modes) for i in found):
        raise ScenarioFailure(f"there are {len(modes)} modes", place)
    return tuple(found)


def _aura_refused(game: Game, names: Names, details: s.Details, frame: Frame, place: Place) -> str:
    for group in details.targets:
        for thing in group:
            for x in _named(names, thing, place):
                if not isinstance(x, GameObject):
                    return f"{x.label} cannot be enchanted (CR 303.4a)"
                if not game.fits_enchant(frame.source, x):
                    return f"{x.label} is not what {frame.source.label} enchants (CR 303.4a)"
                why = kept_off(game, frame, x)
                if why:
                    return why
    return ""


def _spend_refused(game: Game, names: Names, action: Action, details: s.Details, frame: Frame, place: Place) -> str:
    o, player = action.object, frame.controller
    if not details.spend or o is None:
        return ""
    costs = [action.ability.cost] if action.ability is not None and action.ability.cost is not None else []
    if action.kind == "cast":
        costs = list(total_cost.ways(o, action.ability, False, frame.kicked))
    for thing in details.spend:
        if not any(
            names.meant(thing, part.candidates(game, player, o, frame), place) for cost in costs for part in cost.parts
        ):
            return f"the cost cannot be paid with {shown(thing)} (CR 118.3)"
    return ""


def _named(names: Names, thing: s.Thing, place: Place) -> list[Targetable]:
    if thing.name in names.sides:
        return [names.sides[thing.name]]
    return list(names.anywhere(thing, place))
