"""What a `scenario` declares, as data: a game set up by hand, what the sides do in it, and what must come of it.

The syntax. A scenario is a block; lists are joined by commas; an item that the line before it asks for stands indented
under it. `A` and `B` are the sides under `plain`, `Survivor` and `Horde` in a Horde's game. A lower-case word that the
language does not know is an alias. Cards that only the scenario needs stand in the same file, outside or inside it.

    scenario "menace needs two blockers" cites 702.111b, 509.1b
      plain                                        # or: horde zombies
      horde zombies list "as coded" difficulty easy           # a Horde by name or "path"; list and difficulty if wanted
      ruleset "Limited Horde 2.1, always three"    # another ruleset than the Horde's own
      card "Ogre"                                  # cards, tokens, keywords, emblems, errata inside: as anywhere
        ...
      seed 7
      stage surge
      preparation 2                                # preparation turns; 0 when not said
      start at B's turn, upkeep                    # by default A's (the Survivor's) turn 1, first main
      start at B's turn 4, end step

      A life 18
      A poison 3
      A battlefield: "Grizzly Bears" as bears tapped, 3 Zombie as horde, "Rancor" attached to bears
      B battlefield: "Hill Giant" as giant damaged 2, Wall as wall with 2 +1/+1 counters summoning sick
      B battlefield: "Forest" as land owned by A
      A hand: Shock as shock, 2 Forest             # the order of words after a name is free
      B graveyard: "Grave Crow" as crow
      A exile: Shock
      library of A: Shock as top, Forest           # exactly these, from the top
      library of B: Shock, then 20 blank           # and so many cards without any text or type below;
                                                   # a Horde that reveals one puts it back: its reveals end (H3.2)
      library of Horde: Zombie, then the deck      # and the rest of its list in an order by the seed
      Horde command zone: Giant as giant, Wall     # cards there, from the top; no others, whatever the list says
                                                   # a library of which nothing is said holds 40 blank cards

    A name that fits several objects is an error unless they are all alike; objects without an alias are meant before
    those that have one.

    A moment opens a block (its items may also follow at the same depth); the game runs there, all sides passing.

      A's turn                                     # now if it is A's turn, else A's next turn; its first main phase
      A's next turn                                # the turn after this one that is A's
      turn 3                                       # its first main phase
      turn 3, declare attackers
      A's turn, end step
      A's next turn, upkeep
      at upkeep                                    # now, or else the next time it is this step
      at second main

    Steps: untap, upkeep, draw, first main, beginning of combat, declare attackers, declare blockers, first strike
    damage, combat damage, end of combat, second main, end step, cleanup. A moment is the first time in that step that a
    player has priority (with the step's triggers on the stack), for untap and cleanup its end.

    Actions. The side acts the next time it has priority in this step, the other one passing for it; `attack` and
    `blocks` go on to the declaration. Details stand in any order.

        A casts Shock targeting giant
        A casts "Fireball" X 3 targeting giant, B dividing 2 to giant, 1 to B
        A casts "Charm" mode 2                     # modes by number, or by label: mode Draw; several: mode 1, 3
        A casts "Eager Ogre" kicked               # kicked 1, 2: which kickers, by number
        A casts "Deep Analysis" for flashback      # an alternative cost by keyword or label; `free`: without mana
        A casts "Pale Griffin" for emerge sacrificing bears paying with Island, Forest
        A casts "Tear" targeting giant targeting wall           # one `targeting` for each word "target" of the card
        A casts "Tap Dance" targeting nothing
        A activates Throw of commander targeting B sacrificing Goblin     # also discarding, exiling, tapping
        A activates bears                          # the only activated ability it has; or `ability 2 of bears`
        A activates equip of sword targeting bears # an unlabelled ability by its keyword
        A plays Forest                             # a land
        A attacks with bears, giant at walker      # each attacker may say whom it attacks; `attack: bears` in A's turn
        A attacks with nothing
        B blocks bears with giant and wall, ogre with troll
        B blocks nothing
        A passes                                   # once
        Horde reveals                              # the Horde reveals a card in its main phase (H2.2), and casts it
        resolve                                    # all pass until the top of the stack has resolved
        resolve 2                                  # twice
        resolve all                                # until the stack is empty
        call Zombie z1                             # give something an alias from now on

    Answers stand indented under the action that leads to the question, or at the top of a moment's block when it is
    asked on the way to the moment. Each side's are used in order, each must be used, and a question without an answer
    is a failure. What is forced or makes no difference is not asked; mana is paid by itself when the script does not
    say how; nobody attacks or blocks, kicks or pays another cost unless the script says so; coins are called heads.

        resolve
          A chooses giant, B                       # objects or players; also for a replacement effect, by its source
          A chooses nothing
          A chooses yes                            # or no
          A chooses 3                              # a number
          A chooses red                            # a colour
          A chooses mode 2                         # or mode Draw
          A divides 2 to bears, 1 to B             # also combat damage
          A orders giant, bears                    # triggers: first the one put on the stack first; library: top first
          A pays with Island, Forest
          A calls heads                            # before a coin is flipped
          coin heads                               # how it lands
          chance picks bears, giant                # what a random choice picks
          chance orders Shock, Forest              # how a shuffle ends, from the top or the first on
          asks A to choose targets                 # the next question to A is of this kind, a row of CHOICE_KINDS
          asks A to choose objects: bears, giant   # with exactly these options
          nobody is asked                          # nothing at all in this action

    Chance that no line pins is a failure unless the scenario states its seed.

    Refusals and permissions, for every action above; the reason is a word or words of the engine's own, or a rule.

        B cannot block bears with giant because menace
        A cannot cast Shock targeting troll because 702.11b
        A cannot activate Throw of commander because "no legal target"
        A can cast Shock targeting giant

    Expectations, anywhere, several on a line; each `SIDE ZONE:` is a line of its own, and `expect` may open a block.

        expect B life 18, A poison 3, A hand 2, B library 38, A graveyard 0
        expect bears tapped, giant untapped, bears attacking, giant blocking, bears blocked, bears summoning sick
        expect bears 3/3, bears damage 2, bears with 2 +1/+1 counters, bears without +1/+1 counters
        expect bears has flying, giant doesn't have menace, bears is creature Zombie, bears isn't red
        expect bears in graveyard, giant on battlefield, crow in A's hand, bears in library
        expect z1 gone                             # a token that is no more
        expect rancor attached to bears, B controls bears, 3 Zombie on battlefield, no Zombie on battlefield
        expect A graveyard: Shock, 2 Forest        # of these names exactly so many; others may be there
        expect exactly A battlefield: bears, 3 Zombie           # and no others
        expect A library top: Shock, Forest
        expect Horde command zone top: Giant       # also `Horde command zone 3`, `giant in command zone`; no emblems
        expect A mana {G}{G}                       # exactly this in the pool; `A mana {0}` for none
        expect stack: Shock, ability of bears      # exactly these, the top first
        expect stack empty, stage surge, turn 3, A's turn, step upkeep
        expect A wins                              # B wins, the game is a draw, the game goes on
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from hordemtg.cards.definition import CardDefinition, EmblemDefinition, ErratumDefinition, KeywordDefinition
from hordemtg.cards.horde import Difficulty, Stage
from hordemtg.cards.values import Color, ManaCost, Place, Zone

SIDES: Final[dict[str, tuple[str, str]]] = {"plain": ("A", "B"), "horde": ("Survivor", "Horde")}

STEPS: Final[tuple[str, ...]] = (
    "untap", "upkeep", "draw", "first main", "beginning of combat", "declare attackers", "declare blockers",
    "first strike damage", "combat damage", "end of combat", "second main", "end step", "cleanup",
)  # fmt: skip

STATUSES: Final[tuple[str, ...]] = (
    "tapped", "untapped", "attacking", "blocking", "blocked", "unblocked", "summoning sick", "gone",
)  # fmt: skip

DEFAULT_LIBRARY: Final = 40

# ---------------------------------------------------------------- names


@dataclass(frozen=True, slots=True)
class Thing:
    """An object or player as the script names it.

    `name` is the name of a card or token, an alias, or a side. `alias` marks a lower-case word. `side` is whose it is
    ("B's Zombie"), `zone` where ("Shock in A's graveyard" has side A and this zone), `count` how many ("3 Zombie").
    """

    name: str
    alias: bool = False
    side: str = ""
    zone: Zone | None = None
    count: int = 1
    place: Place = Place()


# ---------------------------------------------------------------- set-up


@dataclass(frozen=True, slots=True)
class Put:
    """Cards or permanents that lie in a zone when the game begins; from the top in a library."""

    name: str
    count: int = 1
    alias: str = ""
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: str = ""  # an alias or name
    damage: int = 0
    summoning_sick: bool = False
    owner: str = ""  # another side that owns it
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class SideSetup:
    """What one side has in a zone."""

    side: str
    zone: Zone  # battlefield, hand, graveyard, exile, library, command
    items: tuple[Put, ...]
    blank: int = 0  # library: so many cards without text below
    deck: bool = False  # library: the rest of the side's deck below, in an order by the seed
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class SideNumber:
    """A side's life or poison counters at the start."""

    side: str
    what: Literal["life", "poison"]
    number: int
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in the game. No `side` and no `turn`: any. `next`: not this turn. No `step`: the first main phase."""

    side: str = ""
    next: bool = False
    turn: int = 0
    step: str = ""  # a row of STEPS
    place: Place = Place()


# ---------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Details:
    """How a spell is cast or an ability activated (CR 601.2b-h)."""

    targets: tuple[tuple[Thing, ...], ...] = ()  # one group for each `targeting`
    division: tuple[tuple[int, Thing], ...] = ()
    modes: tuple[int | str, ...] = ()  # numbers from 1, or labels
    x: int | None = None
    kicked: tuple[int, ...] = ()  # kickers by number from 1; `kicked` alone is (1,)
    cost: str = ""  # an alternative cost by its keyword or label; "free"
    spend: tuple[Thing, ...] = ()  # what is sacrificed, discarded, exiled, tapped for the cost
    pay: tuple[Thing, ...] = ()  # what is tapped (or sacrificed) for mana


NO_DETAILS: Final = Details()


@dataclass(frozen=True, slots=True)
class Cast:
    card: Thing
    details: Details = NO_DETAILS


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate an ability of `object`: by label or keyword, by number from 1, or the only one it has."""

    object: Thing
    label: str = ""
    number: int = 0
    details: Details = NO_DETAILS


@dataclass(frozen=True, slots=True)
class PlayLand:
    card: Thing


@dataclass(frozen=True, slots=True)
class Attack:
    """Declare attackers: each creature and whom it attacks (None: the other side). Empty: nobody attacks."""

    attacks: tuple[tuple[Thing, Thing | None], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Declare blockers: each attacker and those that block it. Empty: nobody blocks."""

    blocks: tuple[tuple[Thing, tuple[Thing, ...]], ...]


@dataclass(frozen=True, slots=True)
class PassPriority:
    """Pass once."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The Horde reveals its next card and casts it (H2.2); it is on the stack then, with priority."""


Act = Cast | Activate | PlayLand | Attack | Block | PassPriority | Reveal

# ---------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class ChooseThings:
    """`A chooses giant, B`, `A chooses nothing`."""

    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class ChooseYesNo:
    yes: bool


@dataclass(frozen=True, slots=True)
class ChooseNumber:
    number: int


@dataclass(frozen=True, slots=True)
class ChooseColor:
    color: Color


@dataclass(frozen=True, slots=True)
class ChooseModes:
    modes: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Divide:
    shares: tuple[tuple[int, Thing], ...]


@dataclass(frozen=True, slots=True)
class Order:
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class PayWith:
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class CallCoin:
    heads: bool


Chosen = (
    ChooseThings | ChooseYesNo | ChooseNumber | ChooseColor | ChooseModes | Divide | Order | PayWith | CallCoin
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """How a side answers the next question to it."""

    side: str
    chosen: Chosen
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Coin:
    """How the next coin lands."""

    heads: bool
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class ChancePicks:
    """What the next random choice picks."""

    things: tuple[Thing, ...]
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class ChanceOrders:
    """How the next shuffle ends: these first (the top of a library), the others behind as they were."""

    things: tuple[Thing, ...]
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Asks:
    """The next question to the side is of this kind; `options` None: whatever they are, else exactly these."""

    side: str
    kind: str  # a row of CHOICE_KINDS
    options: tuple[Thing, ...] | None = None
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class NobodyIsAsked:
    """No question at all is asked, mana and priority apart."""

    place: Place = Place()


CHOICE_KINDS: Final[tuple[str, ...]] = (
    "targets", "objects", "modes", "kickers", "cost", "number", "division", "yes or no", "order", "color",
    "attackers", "blockers", "replacement", "coin",
)  # fmt: skip

Reply = Answer | Coin | ChancePicks | ChanceOrders | Asks | NobodyIsAsked

# ---------------------------------------------------------------- expectations


@dataclass(frozen=True, slots=True)
class SideHas:
    """`B life 18`, `A hand 2`: a number of the side's."""

    side: str
    what: Literal["life", "poison", "hand", "library", "graveyard", "exile", "battlefield", "command"]
    number: int
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class ZoneHolds:
    """`A graveyard: Shock, 2 Forest`: of these names exactly so many; `exactly`: and no others.

    `top`: the top of the library, or of the cards in the command zone, in order.
    """

    side: str
    zone: Zone
    things: tuple[Thing, ...]
    exactly: bool = False
    top: bool = False
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class IsIn:
    """`bears in graveyard`, `3 Zombie on battlefield`: exactly so many; 0 for `no Zombie on battlefield`."""

    thing: Thing
    zone: Zone
    side: str = ""  # "in A's hand"
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HasStats:
    thing: Thing
    power: int
    toughness: int
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HasStatus:
    """`bears tapped`: a row of STATUSES."""

    thing: Thing
    word: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HasDamage:
    thing: Thing
    number: int
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HasCounters:
    """`with 2 +1/+1 counters`; 0 for `without +1/+1 counters`; the empty kind is any kind ("without counters")."""

    thing: Thing
    kind: str
    number: int
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HasAbility:
    """`bears has flying`, `bears doesn't have flying`: a keyword ability now."""

    thing: Thing
    keyword: str
    has: bool = True
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class IsWhat:
    """`bears is creature Zombie`, `bears isn't red`: types, subtypes, supertypes, colours, `token`; all the words."""

    thing: Thing
    words: tuple[str, ...]
    positive: bool = True
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class IsAttached:
    thing: Thing
    to: Thing
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Controls:
    side: str
    thing: Thing
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HasMana:
    side: str
    mana: ManaCost
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class StackItem:
    """A spell, or an `ability of` an object."""

    thing: Thing
    ability: bool = False


@dataclass(frozen=True, slots=True)
class StackIs:
    """Exactly these, the top first; none for `stack empty`."""

    items: tuple[StackItem, ...]
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class StageIs:
    stage: Stage
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class TimeIs:
    """`turn 3`, `A's turn`, `step upkeep`: what is not said is not asked."""

    turn: int = 0
    side: str = ""
    step: str = ""
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Outcome:
    """`A wins`; `winner` "" with `over` for a draw; not `over` for "the game goes on"."""

    over: bool
    winner: str = ""
    place: Place = Place()


Claim = (
    SideHas
    | ZoneHolds
    | IsIn
    | HasStats
    | HasStatus
    | HasDamage
    | HasCounters
    | HasAbility
    | IsWhat
    | IsAttached
    | Controls
    | HasMana
    | StackIs
    | StageIs
    | TimeIs
    | Outcome
)

# ---------------------------------------------------------------- the script of a scenario


@dataclass(frozen=True, slots=True)
class At:
    """Go to a moment; `replies` answer what is asked on the way."""

    moment: Moment
    replies: tuple[Reply, ...] = ()
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Do:
    """A side acts. An empty `side` (`attack: bears`) is the one whose turn it is."""

    side: str
    act: Act
    replies: tuple[Reply, ...] = ()
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Resolve:
    """All pass until the top of the stack has resolved, so many times; 0: until the stack is empty."""

    times: int = 1
    replies: tuple[Reply, ...] = ()
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Cannot:
    """The action is not possible now; `because` is a word or words of the reason, or a rule."""

    side: str
    act: Act
    because: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Can:
    """The action is possible now; it is not done."""

    side: str
    act: Act
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Expect:
    claims: tuple[Claim, ...]
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Call:
    """Give an object an alias from now on."""

    thing: Thing
    alias: str
    place: Place = Place()


Step = At | Do | Resolve | Cannot | Can | Expect | Call


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario; `horde` is the name or path of a Horde, empty for two ordinary players."""

    name: str
    cites: tuple[str, ...] = ()
    horde: str = ""
    deck_list: str = ""
    difficulty: Difficulty | None = None
    ruleset: str = ""
    seed: int | None = None
    stage: Stage | None = None
    preparation: int = 0
    start: Moment = Moment()
    numbers: tuple[SideNumber, ...] = ()
    setup: tuple[SideSetup, ...] = ()
    steps: tuple[Step, ...] = ()
    cards: tuple[CardDefinition, ...] = ()  # declared inside: cards and tokens
    keywords: tuple[KeywordDefinition, ...] = ()
    emblems: tuple[EmblemDefinition, ...] = ()
    errata: tuple[ErratumDefinition, ...] = ()
    place: Place = Place()
