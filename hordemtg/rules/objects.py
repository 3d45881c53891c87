"""Objects, players and the frame of a resolving ability (CR 102, 109, 110, 400.7, 608)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordemtg.cards.values import Zone
from hordemtg.rules.characteristics import Characteristics
from hordemtg.rules.native import mypyc_attr

if TYPE_CHECKING:
    from hordemtg.rules.choices import Pilot
    from hordemtg.rules.compiled import CompiledCard, Linked, RunAbility
    from hordemtg.rules.events import Event
    from hordemtg.rules.spending import Only


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class GameObject:
    """One object: a card, token, emblem or spell in one zone.

    A move makes a new one (CR 400.7) and leaves the old with zone None: the old
    one keeps the values it had and so is its last-known information (CR 608.2h);
    `became` is the object that it turned into.
    """

    __slots__ = (
        "attached_to",
        "attachments",
        "attacked_turn",
        "attacking",
        "base",
        "base_controller",
        "became",
        "blocked",
        "blocked_by",
        "blocked_turn",
        "blocking",
        "card",
        "cast_details",
        "characteristics",
        "controller",
        "counter_times",
        "counters",
        "damage",
        "damaged_turn",
        "deathtouched",
        "defender",
        "entered_as",
        "entered_turn",
        "id",
        "in_block",
        "linked",
        "owner",
        "printed",
        "regeneration",
        "sick_turn",
        "tapped",
        "timestamp",
        "token",
        "token_card",
        "triggers_this_turn",
        "used_this_turn",
        "version",
        "zone",
    )

    def __init__(self, number: int, card: CompiledCard, owner: Player, zone: Zone) -> None:
        self.id = number
        self.card = card
        self.owner = owner
        self.controller = owner
        self.base_controller = owner  # its controller when no effect changes control (CR 108.4a, 110.2)
        self.zone: Zone | None = zone
        self.base: Characteristics = card.base
        self.characteristics: Characteristics = card.base
        self.version = -1
        self.timestamp = number
        self.tapped = False
        self.damage = 0
        self.deathtouched = False
        self.counters: dict[str, int] = {}
        self.counter_times: dict[str, int] | None = None  # timestamps of keyword counters put on later (CR 613.7c)
        self.attached_to: GameObject | None = None
        self.attachments: tuple[GameObject, ...] = ()
        self.sick_turn = -1  # the turn during which its controller began to control it (CR 302.6)
        self.entered_turn = -1
        self.attacked_turn = -1
        self.blocked_turn = -1
        self.damaged_turn = -1
        self.attacking: Player | GameObject | None = None
        self.defender: Player | None = None  # whom it attacks or last attacked (CR 508.5)
        self.blocked = False
        self.blocked_by: tuple[GameObject, ...] = ()
        self.blocking: tuple[GameObject, ...] = ()
        self.in_block = False  # a blocking creature, even when what it blocked has left (CR 506.4)
        self.regeneration = 0
        self.token = False  # ceases to exist outside the battlefield (CR 111.7)
        self.token_card = False  # a token of a deck that is treated as a card (H4.1)
        self.printed: CompiledCard | None = None  # its own card, once it has been a copy (CR 707)
        self.entered_as: CompiledCard | None = None  # what it is a copy of by the way it entered
        self.became: GameObject | None = None
        self.cast_details: CastDetails | None = None
        self.linked: Linked | None = None
        self.used_this_turn: dict[int, int] | None = None
        self.triggers_this_turn: dict[int, int] | None = None

    @property
    def name(self) -> str:
        return self.characteristics.name

    @property
    def label(self) -> str:
        """Its name and number, as traces write it."""
        return f"{self.characteristics.name}#{self.id}"

    def __repr__(self) -> str:
        return f"<{self.label} {self.zone}>"


def without(group: tuple[GameObject, ...], o: GameObject) -> tuple[GameObject, ...]:
    """The objects of the group but that one."""
    return tuple([x for x in group if x is not o])


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class CastDetails:
    """What was announced and paid when a spell was cast (CR 601.2b, 400.7d)."""

    __slots__ = ("before", "exile_after", "from_zone", "kicked", "paid", "paid_slots", "spent", "was_cast", "x")

    def __init__(self) -> None:
        self.x = 0
        self.kicked: tuple[int, ...] = ()
        self.from_zone: Zone = "hand"
        self.exile_after = False  # exiled whenever it would leave the stack, for a flashback cost was paid (CR 702.34a)
        self.was_cast = True
        self.before = 0  # how many spells were cast before it in its turn
        self.paid: dict[str, int] = {}  # keywords, and how often their additional costs were paid
        self.paid_slots: dict[str, list[GameObject]] = {}
        self.spent: dict[str, int] = {}  # the mana, by its symbol


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Player:
    """One player: life, zones of their own, mana pool and the pilot that answers for them (CR 102)."""

    __slots__ = (
        "attempted_empty_draw",
        "bound",
        "counters",
        "drawn_this_turn",
        "emptied",
        "exile",
        "graveyard",
        "hand",
        "index",
        "lands_played",
        "latest_turn",
        "library",
        "life",
        "lost",
        "makers",
        "max_hand",
        "name",
        "per_amount",
        "pilot",
        "poison",
        "pool",
        "previous_turn",
        "times",
    )

    def __init__(self, index: int, name: str, pilot: Pilot, life: int = 20) -> None:
        self.index = index
        self.name = name
        self.pilot = pilot
        self.life = life
        self.poison = 0
        self.library: list[GameObject] = []  # the last is the top card
        self.hand: list[GameObject] = []
        self.graveyard: list[GameObject] = []
        self.exile: list[GameObject] = []
        self.pool: dict[str, int] = {}
        self.bound: list[tuple[Only, dict[str, int]]] = []  # unspent mana for some things only (CR 106.6)
        self.lands_played = 0
        self.drawn_this_turn = 0
        self.times: dict[str, int] = {}  # how often something of a kind has happened to or by it, this turn
        self.latest_turn = -1  # the number of its latest turn
        self.previous_turn = -1  # and of the one before
        self.attempted_empty_draw = False
        self.lost = ""  # why, once the player has lost
        self.max_hand = 7
        self.counters: dict[str, int] = {}
        self.per_amount: dict[int, int] = {}  # what is left over of totals that are added up (H7.4, H7.5)
        self.emptied = False  # its library has been empty once
        self.makers = 0  # how often a permanent that could make mana has come to it or gone

    @property
    def label(self) -> str:
        return self.name

    def zone(self, name: Zone) -> list[GameObject]:
        """Its own library, hand, graveyard or exile list."""
        if name == "hand":
            return self.hand
        if name == "graveyard":
            return self.graveyard
        if name == "library":
            return self.library
        if name == "exile":
            return self.exile
        raise ValueError(f"players do not have a {name} of their own")

    def __repr__(self) -> str:
        return f"<player {self.name}>"


Targetable = GameObject | Player


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Frame:
    """What a spell or ability knows while it is put on the stack and resolves.

    `slots` hold objects (or players) by name; `amounts` hold how much a step did; `done`
    whether a step did what it says.
    """

    __slots__ = (
        "ability",
        "amounts",
        "began",
        "controller",
        "division",
        "done",
        "event",
        "kicked",
        "modes",
        "ready",
        "slots",
        "source",
        "targets",
        "x",
    )

    def __init__(self, source: GameObject, controller: Player) -> None:
        self.source = source
        self.controller = controller
        self.ability: RunAbility | None = None
        self.targets: list[list[Targetable]] = []
        self.slots: dict[str, list[Any]] = {}
        self.amounts: dict[str, int] = {}
        self.done: dict[str, bool] = {}
        self.division: tuple[int, ...] = ()
        self.x = 0
        self.kicked: tuple[int, ...] = ()
        self.event: Event | None = None
        self.modes: tuple[int, ...] = ()
        # Object numbers: those from before it was ready, and from its resolution on, it can find (CR 400.7).
        self.ready = 0
        self.began = 0


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class StackEntry:
    """A spell or ability on the stack (CR 405, 113.7)."""

    __slots__ = ("ability", "frame", "free", "id", "kind", "number", "object", "state_key", "text")

    def __init__(
        self, number: int, kind: str, frame: Frame, ability: RunAbility | None, spell: GameObject | None
    ) -> None:
        self.id = number
        self.kind = kind  # "spell", "activated" or "triggered"
        self.frame = frame
        self.ability = ability
        self.object = spell  # the spell's object; None for an ability
        self.state_key: tuple[int, int] | None = None  # a state trigger that may not trigger again yet (CR 603.8)
        self.text = ""
        self.free = False
        self.number = 0  # of the event by which it came to be on the stack

    @property
    def controller(self) -> Player:
        return self.frame.controller

    @property
    def label(self) -> str:
        if self.object is not None:
            return self.object.label
        return f"ability of {self.frame.source.label}"
