"""The state of a game and the plainest questions about it (CR 102, 103, 400, 613)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.cards.values import Zone
from hordemtg.rules import choices, layers, limits
from hordemtg.rules.chance import Chance
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.choices import Choice
from hordemtg.rules.events import Event
from hordemtg.rules.native import mypyc_attr
from hordemtg.rules.objects import Frame, GameObject, Player, StackEntry
from hordemtg.rules.triggers import Delayed, Waiting

if TYPE_CHECKING:
    from hordemtg.rules.compiled import RunAbility
    from hordemtg.rules.game import Game
    from hordemtg.rules.layers import Continuous
    from hordemtg.rules.mana import Makers, Purse, Supply

Listener = tuple[GameObject, "RunAbility"]
Prevented = tuple[GameObject, "RunAbility", GameObject | Player | None]  # whose effect prevented, and from whom


class Recorder(Protocol):
    """Who wants to know what happens: a trace, a test."""

    def event(self, game: Game, event: Event) -> None:
        """Something has happened."""
        ...

    def choice(self, game: Game, choice: Choice, answer: list[int]) -> None:
        """A player has answered a choice."""
        ...


class GameState:
    """Everything that a game is at a moment. The classes built on this one add what can happen to it."""

    __slots__ = (
        "abilities_change", "active", "attack_costs", "attackers_seen", "awake", "batch", "battlefield", "begun",
        "blockers_declared", "busy", "cast_spells", "casting", "cause", "chance", "command", "command_known",
        "command_tops", "control_changes", "cost_changers", "coverage", "delayed", "draws_waiting", "effect_sources",
        "effects", "effects_dirty", "emblems", "entangled", "event_count", "exiled_until", "first_strikers", "game",
        "granted_triggers", "grants_actions", "grants_mana", "individual", "keen", "layer_parts", "listeners", "locked",
        "loop", "loop_broken", "maker_cache", "mana_granted", "next_id", "optional_actions", "over", "passes",
        "per_amounts", "playable", "player_rules", "players", "players_dirty", "prevented", "priority",
        "queued_steps", "reach", "reason", "recorder", "refreshing", "replacements", "replacing", "resolving",
        "restrictions", "sba_dirty", "sba_version", "seen_states", "sensitive", "shared", "shared_version", "shields",
        "shown_hands", "source_cache", "stack", "standing", "step", "step_index", "steps", "stray_tokens",
        "survivors", "suspects", "taps", "together", "token_kinds", "tokens", "turn", "types_change", "used",
        "version", "waiting", "weight", "winner", "work", "work_before_turn", "work_limit", "zones_with_effects",
    )  # fmt: skip

    def __init__(self, seed: int, tokens: dict[str, CardDefinition], emblems: dict[str, EmblemDefinition]) -> None:
        self.chance = Chance(seed)
        self.tokens = tokens
        self.emblems = emblems
        self.players: list[Player] = []
        self.battlefield: list[GameObject] = []
        self.command: list[GameObject] = []
        self.stack: list[StackEntry] = []
        self.turn = 0
        self.steps: tuple[str, ...] = ()
        self.step_index = 0
        self.step = ""  # the step or phase it is
        self.game = cast("Game", self)  # this, as the whole that it is always a part of
        self.begun = False
        self.queued_steps: list[str] = []
        self.passes = 0
        self.keen = -1  # the first player who wants priority, if all have just been asked
        self.version = 0
        self.next_id = 1
        self.event_count = 0
        self.cause = 0
        self.over = False
        self.winner: Player | None = None
        self.reason = ""
        self.recorder: Recorder | None = None
        self.coverage: set[tuple[str, int]] | None = None
        # continuous effects and what is indexed of them
        self.effects: list[Continuous] = []
        self.effects_dirty = False
        self.layer_parts: list[tuple[str, list[tuple[Continuous, int]]]] = []
        self.sensitive: set[str] = set()
        self.entangled = False  # some effect reads what another writes at the same time or later (CR 613.8)
        self.refreshing = False  # some object's characteristics are being worked out
        self.control_changes = False  # some effect gives control, or one has just ended
        self.abilities_change = False  # some effect takes abilities away
        self.grants_mana = False  # some effect gives mana abilities
        self.mana_granted: set[int] = set()  # to permanents of these players
        self.grants_actions = False  # some effect gives other abilities
        self.zones_with_effects: set[str] = set()
        self.granted_triggers = False  # some effect gives triggered abilities
        self.listeners: dict[str, list[Listener]] = {}
        self.replacements: dict[str, list[Listener]] = {}
        self.per_amounts: list[Listener] = []
        self.standing: dict[type[Any], list[Listener]] = {}  # by what they are
        self.prevented: list[Prevented] = []  # by the damage that is being dealt (CR 615.5)
        self.cost_changers: list[Listener] = []
        self.replacing: list[Listener | Shield] = []  # applied to an event whose replacement is happening (CR 614.5)
        self.shields: list[Shield] = []
        self.resolving: Frame | None = None
        self.shown_hands: dict[int, list[GameObject]] = {}  # tops of libraries that are hands meanwhile (H3.4)
        self.waiting: list[Waiting] = []
        self.delayed: list[Delayed] = []
        self.playable: list[Permission] = []  # what players may play from elsewhere than their hands
        self.exiled_until: list[tuple[GameObject, list[tuple[GameObject, Zone]]]] = []
        self.stray_tokens: list[GameObject] = []
        self.token_kinds: dict[int, set[tuple[Any, ...]]] = {}  # kinds of token cards in each starting deck (H4.2)
        self.types_change = False  # some effect changes types
        self.individual = False  # some effect tells apart objects of the same card and controller
        self.effect_sources: set[int] = set()  # permanents that continuous effects come from
        self.restrictions: set[str] = set()  # what effects say that objects may, must or cannot do
        self.player_rules: dict[str, list[Continuous]] = {}  # the effects that say so of players, by what they say
        self.reach: frozenset[str] | None = frozenset()  # types of permanents that effects may affect, None for all
        self.locked: set[int] = set()  # objects in the locked set of an effect
        self.taps = 0  # how often a permanent has become tapped or untapped
        self.sba_dirty = True  # state-based actions are to be checked,
        self.players_dirty = False  # or only those on players (CR 704.5a-c),
        self.suspects: list[GameObject] = []  # or those on these permanents, while nothing else has changed
        self.sba_version = -1  # the version at which state-based actions were last checked
        self.optional_actions = self.casting = 0
        self.loop_broken = False
        self.draws_waiting: list[tuple[Player, int]] = []
        self.attackers_seen = False  # some creature has attacked or entered attacking in this combat (CR 508.8)
        self.blockers_declared = False
        self.first_strikers: list[GameObject] | None = None
        self.attack_costs: list[tuple[GameObject, Any]] = []
        self.loop = 0
        self.weight = 1  # what a step of work counts (`weigh`)
        self.work = 0  # what has been done so far, to end what would not end (`limits`)
        self._remember_nothing()
        self._know_nothing()

    def _remember_nothing(self) -> None:
        """Nothing has happened in this turn yet."""
        self.batch = 0  # counts what happens at different times, one instruction after another
        self.together: dict[tuple[int, int, int], int] = {}  # by ability: the batch of which it has triggered
        self.cast_spells: list[tuple[int, GameObject]] = []  # this turn, with the numbers of the players who did
        self.used: list[GameObject] = []  # objects with abilities of which it counts how often they were used this turn
        self.limit_work()

    def _know_nothing(self) -> None:
        """Nothing is kept yet of what has been worked out."""
        self.shared: dict[tuple[Any, ...], Characteristics] = {}
        self.shared_version = -1
        self.source_cache: dict[Purse, Supply] = {}
        self.maker_cache: dict[Purse, Makers] = {}
        self.command_known: list[GameObject] = []  # the command zone when top cards were last looked for in it,
        self.command_tops: dict[int, GameObject] = {}  # and those of each player
        self.awake: frozenset[str] = choices.EVERY_STEP  # the steps of this turn in which somebody could want priority
        self.busy: frozenset[str] = choices.EVERY_STEP  # those, and the steps in which something happens by itself
        self.seen_states: dict[object, Any] = {}
        self.survivors: list[GameObject] = []  # permanents that should have been destroyed and are still there

    active: Player
    priority: Player

    # ------------------------------------------------------------ small questions

    def in_turn_order(self) -> list[Player]:
        """The players from the active player on (CR 101.4)."""
        if len(self.players) == 2:
            return self.players if self.active is self.players[0] else [self.players[1], self.players[0]]
        start = self.players.index(self.active)
        return self.players[start:] + self.players[:start]

    def opponent(self, player: Player) -> Player:
        """The other side (CR 102.2)."""
        return self.players[1 - player.index]

    def new_id(self) -> int:
        """A number no object of this game has had."""
        number = self.next_id
        self.next_id = number + 1
        self.work += self.weight
        if self.work > self.work_limit:
            self._limit_reached(0)
        return number

    def new_timestamp(self) -> int:
        """A timestamp later than all before (CR 613.7)."""
        return self.new_id()

    def spend(self, steps: int, amount: int = 0) -> None:
        """Count steps of work, heavier the more there is on the battlefield; raise `LimitReached` at a limit.

        Only what is the same whenever the game is played counts, so that a replay ends where the game did.
        """
        self.work += steps * self.weight
        if self.work > self.work_limit or amount > limits.NUMBER:
            self._limit_reached(amount)

    def weigh(self) -> None:
        """What a step of work counts, after permanents or effects have come or gone."""
        self.weight = 1 + (len(self.battlefield) * (1 + len(self.effects)) >> 6)

    def limit_work(self) -> None:
        """From here on so much work may be done, in a turn and in the game."""
        self.work_before_turn = self.work
        self.work_limit = min(self.work + limits.WORK_OF_A_TURN, limits.WORK_OF_A_GAME)

    def _limit_reached(self, amount: int) -> None:
        if amount > limits.NUMBER:
            raise limits.LimitReached(limits.said(limits.NUMBER, "for an amount"))
        if self.work - self.work_before_turn > limits.WORK_OF_A_TURN:
            raise limits.LimitReached(limits.said(limits.WORK_OF_A_TURN, "units of work in a turn"))
        raise limits.LimitReached(limits.said(limits.WORK_OF_A_GAME, "units of work in a game"))

    def go_to_step(self, index: int) -> None:
        """Make it the step of that number of the turn; past the last there is none."""
        self.step_index = index
        self.step = self.steps[index] if index < len(self.steps) else ""

    def is_step(self, name: str) -> bool:
        """Whether it is this step, or a step of this phase: ``main``, ``combat``."""
        step = self.step
        if name == "main":
            return step in ("first main", "second main")
        if name == "combat":
            return step in COMBAT_STEPS
        return step == name

    def characteristics(self, o: GameObject) -> Characteristics:
        """What the object is now, or last was (CR 109.3, 608.2h)."""
        if o.version == self.version and not self.effects_dirty:
            return o.characteristics
        return layers.refresh(self.game, o)

    def has(self, o: GameObject, keyword: str) -> bool:
        """Whether the object has the keyword now."""
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        if keyword in c.keywords:
            if self.coverage is not None:
                self.exercise_keyword(o, keyword)
            return True
        return False

    def restricted(self, o: GameObject, word: str) -> bool:
        """Whether a rule such as "can't attack" is on the object now (CR 613.11)."""
        if word not in self.restrictions and not self.effects_dirty and o.zone is not None:
            return False
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        for restriction, _ in c.restrictions:
            if restriction.word == word:
                return True
        return False

    def player_rule(self, player: Player, word: str) -> bool:
        """Whether a rule such as "can't gain life" is on the player now."""
        if word not in self.player_rules and not self.effects_dirty:
            return False
        return layers.player_rule(self.game, player, word)

    def summoning_sick(self, o: GameObject) -> bool:
        """Whether a creature came under its controller's control since their latest turn began (CR 302.6)."""
        if o.sick_turn < 0 or o.sick_turn < o.controller.latest_turn:
            return False
        c = o.characteristics if o.version == self.version and not self.effects_dirty else self.characteristics(o)
        return "creature" in c.types and not ("haste" in c.keywords and self.has(o, "haste"))

    def cards_in(self, player: Player, zone: Zone) -> list[GameObject]:
        """The player's own cards in the zone."""
        return player.zone(zone)

    def objects(self) -> list[GameObject]:
        """All objects of the game, zone by zone."""
        found = [*self.battlefield, *self.command, *(e.object for e in self.stack if e.object is not None)]
        for p in self.players:
            found += [*p.library, *p.hand, *p.graveyard, *p.exile]
        return found

    def touch(self, aspect: str) -> None:
        """Say that something changed that some continuous effect may read; drops cached characteristics if one does."""
        if aspect in self.sensitive:
            self.version += 1

    def has_happened(self, kind: str, player_index: int) -> None:
        """Remember for this turn that something of the kind happened to or by the player."""
        times = self.players[player_index].times
        times[kind] = times.get(kind, 0) + 1
        if "time" in self.sensitive:
            self.version += 1

    # ------------------------------------------------------------ asking

    def ask(self, choice: Choice) -> list[int]:
        """The player's answer, checked. Raises `IllegalChoice` when it is not legal."""
        answer = choice.player.pilot.choose(self.game, choice)
        choices.validate(choice, answer)
        if self.recorder is not None:
            self.recorder.choice(self.game, choice, answer)
        return answer

    def choose_objects(
        self,
        player: Player,
        options: Sequence[GameObject],
        minimum: int,
        maximum: int,
        purpose: str,
        source: GameObject | None = None,
        frame: Frame | None = None,
    ) -> list[GameObject]:
        """So many of the objects, as the player chooses; nobody is asked when there is no choice."""
        maximum = min(maximum, len(options))
        minimum = min(minimum, maximum)
        if maximum == 0:
            return []
        if minimum == len(options):
            return list(options)
        choice = Choice("objects", player, options, minimum, maximum, purpose, source, frame)
        return [options[i] for i in self.ask(choice)]

    def ask_yes_no(
        self, player: Player, purpose: str, source: GameObject | None, frame: Frame | None = None, context: Any = None
    ) -> bool:
        """Whether the player wants to (CR 608.2d)."""
        choice = Choice("yes or no", player, ("no", "yes"), 1, 1, purpose, source, frame)
        choice.context = context
        return self.ask(choice) == [1]

    def ask_order(
        self,
        player: Player,
        labels: Sequence[str],
        objects: Sequence[GameObject],
        purpose: str = "triggers",
        abilities: Sequence[RunAbility] = (),
    ) -> list[int]:
        """The order in which the player wants the options."""
        choice = Choice("order", player, labels, len(labels), len(labels), purpose)
        choice.context = objects
        choice.abilities = abilities
        return self.ask(choice)

    # ------------------------------------------------------------ telling

    def record(self, event: Event) -> None:
        """Number the event and tell the recorder, if there is one."""
        self.event_count += 1
        event.number = self.event_count
        if event.cause == 0:
            event.cause = self.cause
        if self.recorder is not None:
            self.recorder.event(self.game, event)

    def note(self, rule: str, text: str, source: GameObject | None = None) -> None:
        """Tell the recorder what the rules decided: it is not an event that anything could react to."""
        if self.recorder is not None:
            self.record(Event("note", rule, object=source, text=text))

    def exercise(self, source: GameObject, ability: RunAbility) -> None:
        """Count the clause of a card as exercised, when coverage is wanted."""
        if self.coverage is not None and ability.index >= 0:
            self.coverage.add((source.card.title, ability.index))

    def exercise_keyword(self, o: GameObject, keyword: str) -> None:
        """Count a keyword's clause as exercised."""
        if self.coverage is None:
            return
        for ability in o.card.abilities:
            if ability.kind == "keyword" and getattr(ability.definition, "name", "") == keyword:
                self.coverage.add((o.card.title, ability.index))


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Permission:
    """That a player may play a card from where it is, for a time (CR 601.3, 305.1)."""

    __slots__ = ("duration", "object", "only_cast", "player", "since", "source")

    def __init__(self, player: Player, o: GameObject, source: GameObject, duration: str, since: int) -> None:
        self.player = player
        self.object = o
        self.source = source
        self.duration = duration
        self.since = since  # the turn in which it was given
        self.only_cast = False

    @property
    def holds(self) -> bool:
        """Whether the card is there still, and the source if it matters (CR 400.7, 611.2b)."""
        if self.object.zone is None:
            return False
        if self.duration == "while you control this":
            return self.source.zone == "battlefield" and self.source.controller is self.player
        return True


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Shield:
    """A prevention effect from a resolution: it lasts this turn and may be used up (CR 615.7).

    Receivers named by their kind ("creatures you control") are asked for anew with each damage, for such an effect
    changes no object and so locks none in: what `fits`, in the frame that it was made in (CR 611.2c).
    """

    __slots__ = ("by", "combat_only", "fits", "frame", "left", "receivers", "source")

    def __init__(
        self,
        source: GameObject,
        receivers: list[Any] | None,
        left: int | None,
        combat_only: bool,
        by: list[GameObject] | None = None,
    ) -> None:
        self.frame: Frame | None = None
        self.fits: Callable[[Game, GameObject, Frame], bool] | None = None
        self.source = source
        self.by = by  # whose damage alone is prevented, if not everybody's
        self.receivers = receivers
        self.left = left
        self.combat_only = combat_only

    def meets(self, game: Game, event: Event) -> bool:
        """Whether it would prevent some of this damage."""
        if self.combat_only and not event.combat:
            return False
        if self.by is not None and not any(event.source is o for o in self.by):
            return False
        o = event.object
        if self.fits is not None and self.frame is not None and o is not None and self.fits(game, o, self.frame):
            return True
        receiver = event.player if event.player is not None else o
        return self.receivers is None or any(receiver is r for r in self.receivers)


COMBAT_STEPS: Final = (
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "first strike damage",
    "combat damage",
    "end of combat",
)
