"""More keyword abilities that stand for other abilities: those of combat, of arriving and of dying (CR 702).

The table of `keywords.py` takes them in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.values import ManaCost

YOU: Final = t.You()
THIS: Final = t.This()
IS_THIS: Final = t.IsOneOf(THIS)
ONE: Final = t.Number(1)
EOT: Final[e.Duration] = "until end of turn"
OBJECT, OTHER = t.Slot("event.object"), t.Slot("event.other")
PLAYER: Final = t.PlayerSlot("event.player")
CREATURE: Final = t.IsType("creature")
MINE: Final = t.AllOf((CREATURE, t.ControlledBy(YOU)))
ATTACKING: Final = t.AllOf((CREATURE, t.HasStatus("attacking")))
COUNTER: Final = "+1/+1"
TO_A_PLAYER: Final = e.EventPattern("damage", other=IS_THIS, who=t.EachPlayer(), combat=True)

Abilities = tuple[a.Ability, ...]


def _triggered(
    node: a.KeywordAbility,
    events: tuple[e.EventPattern, ...],
    *steps: e.Effect,
    targets: tuple[a.TargetSpec, ...] = (),
    condition: t.Condition | None = None,
) -> a.TriggeredAbility:
    return a.TriggeredAbility(events, a.Body(steps, targets), condition, place=node.place)


def _attacks(state: t.Condition | None = None) -> tuple[e.EventPattern, ...]:
    return (e.EventPattern("attacks", IS_THIS, state=state),)


def _pump(what: t.Objects, power: t.Amount, toughness: t.Amount) -> e.Alter:
    return e.Alter(what, (e.ModifyPT(power, toughness),), EOT)


def _token(name: str, power: int, toughness: int, colors: str, types: str, *abilities: str) -> CardDefinition:
    return CardDefinition(
        name, None, frozenset(colors.split()), (), tuple(types.split()), tuple(name.split()),  # type: ignore[arg-type]
        t.Number(power), t.Number(toughness), tuple(a.KeywordAbility(each) for each in abilities), True,
    )  # fmt: skip


SPIRIT: Final = _token("Spirit", 1, 1, "white black", "creature", "flying")
SERVO: Final = _token("Servo", 1, 1, "", "artifact creature")
GERM: Final = _token("Phyrexian Germ", 0, 0, "black", "creature")


def _create(amount: int, form: CardDefinition, slot: str = "") -> e.CreateTokens:
    return e.CreateTokens(YOU, t.Number(amount), form.name, form=form, slot=slot)


# ---------------------------------------------------------------- combat


def _battle_cry(node: a.KeywordAbility) -> Abilities:
    """CR 702.91."""
    others = t.Each(t.Group(t.AllOf((ATTACKING, t.Not(IS_THIS)))))
    return (_triggered(node, _attacks(), _pump(others, ONE, t.Number(0))),)


def _mentor(node: a.KeywordAbility) -> Abilities:
    """CR 702.134."""
    lesser = t.AllOf((ATTACKING, t.Measures("power", "<", t.MeasureOf("power", THIS))))
    return (
        _triggered(
            node, _attacks(), e.PutCounters(t.Target(0), COUNTER, ONE), targets=(a.TargetSpec(t.Group(lesser)),)
        ),
    )


def _training(node: a.KeywordAbility) -> Abilities:
    """CR 702.149: that a greater creature attacks with it is part of the event."""
    greater = t.AllOf((ATTACKING, t.Measures("power", ">", t.MeasureOf("power", THIS))))
    together = t.Compare(t.Count(t.Each(t.Group(greater))), ">=", ONE)
    return (_triggered(node, _attacks(together), e.PutCounters(THIS, COUNTER, ONE)),)


def _bushido(node: a.KeywordAbility) -> Abilities:
    """CR 702.45."""
    many = t.Number(node.number)
    events = (e.EventPattern("blocks", IS_THIS), e.EventPattern("becomes blocked", IS_THIS))
    return (_triggered(node, events, _pump(THIS, many, many)),)


def _flanking(node: a.KeywordAbility) -> Abilities:
    """CR 702.25."""
    without = t.AllOf((CREATURE, t.Not(t.HasKeyword("flanking"))))
    event = e.EventPattern("becomes blocked by", IS_THIS, without)
    return (_triggered(node, (event,), _pump(OTHER, t.Number(-1), t.Number(-1))),)


def _rampage(node: a.KeywordAbility) -> Abilities:
    """CR 702.23: how many block it beyond the first is counted as the ability resolves (CR 702.23b)."""
    blockers = t.Count(t.Each(t.Group(t.Relates("blocking", THIS))))
    more = t.Times(node.number, t.Plus((blockers, t.Number(-1))))
    step = e.If(t.Compare(blockers, ">=", ONE), (_pump(THIS, more, more),))
    return (_triggered(node, (e.EventPattern("becomes blocked", IS_THIS),), step),)


def _afflict(node: a.KeywordAbility) -> Abilities:
    """CR 702.130."""
    event = e.EventPattern("becomes blocked", IS_THIS)
    return (_triggered(node, (event,), e.LoseLife(t.DefendingPlayer(THIS), t.Number(node.number))),)


def _ingest(node: a.KeywordAbility) -> Abilities:
    """CR 702.115."""
    return (_triggered(node, (TO_A_PLAYER,), e.MoveObjects(t.TopOfLibrary(PLAYER, ONE), "exile", verb="exile")),)


def _poisonous(node: a.KeywordAbility) -> Abilities:
    """CR 702.70."""
    return (_triggered(node, (TO_A_PLAYER,), e.GivePoison(PLAYER, t.Number(node.number))),)


def _decayed(node: a.KeywordAbility) -> Abilities:
    """CR 702.147."""
    gone = a.TriggeredAbility(
        (e.EventPattern("step begins", step="end of combat"),),
        a.Body((e.SacrificeEffect(YOU, OBJECT),)),
        word="at",
        place=node.place,
    )
    return (
        a.StaticAbility(THIS, (e.Restrict("can't block"),), place=node.place),
        _triggered(node, _attacks(), e.Later(gone)),
    )


def _landwalk(land: str) -> Callable[[a.KeywordAbility], Abilities]:
    def made(node: a.KeywordAbility) -> Abilities:
        """CR 702.14c: there are two sides, so that the defending player is the opponent."""
        theirs = t.AllOf((t.IsType("land"), t.IsSubtype(land), t.ControlledBy(t.Opponents())))
        controls = t.Compare(t.Count(t.Each(t.Group(theirs))), ">=", ONE)
        return (a.StaticAbility(THIS, (e.Restrict("can't be blocked"),), condition=controls, place=node.place),)

    return made


# ---------------------------------------------------------------- arriving, dying, and in the graveyard


def _evolve(node: a.KeywordAbility) -> Abilities:
    """CR 702.100."""
    greater: tuple[t.Condition, ...] = (
        t.Compare(t.MeasureOf("power", OBJECT), ">", t.MeasureOf("power", THIS)),
        t.Compare(t.MeasureOf("toughness", OBJECT), ">", t.MeasureOf("toughness", THIS)),
    )
    event = e.EventPattern("enters", MINE)
    return (_triggered(node, (event,), e.PutCounters(THIS, COUNTER, ONE), condition=t.Either(greater)),)


def _fabricate(node: a.KeywordAbility) -> Abilities:
    """CR 702.123."""
    counters = e.May(YOU, (e.PutCounters(THIS, COUNTER, t.Number(node.number), slot="put"),))
    servos = e.If(t.Negation(t.Done("put")), (_create(node.number, SERVO),))
    return (_triggered(node, (e.EventPattern("enters", IS_THIS),), counters, servos),)


def _living_weapon(node: a.KeywordAbility) -> Abilities:
    """CR 702.92."""
    attach = e.AttachTo(THIS, t.Slot("germ"), joint="then")
    return (_triggered(node, (e.EventPattern("enters", IS_THIS),), _create(1, GERM, "germ"), attach),)


def _afterlife(node: a.KeywordAbility) -> Abilities:
    """CR 702.135."""
    return (_triggered(node, (e.EventPattern("dies", IS_THIS),), _create(node.number, SPIRIT)),)


def _soulshift(node: a.KeywordAbility) -> Abilities:
    """CR 702.46."""
    spirit = t.AllOf((t.IsSubtype("Spirit"), t.Measures("mana value", "<=", t.Number(node.number))))
    back = e.May(YOU, (e.MoveObjects(t.Target(0), "hand", verb="return"),))
    target = a.TargetSpec(t.Group(spirit, "graveyard", YOU))
    return (_triggered(node, (e.EventPattern("dies", IS_THIS),), back, targets=(target,)),)


def _modular(node: a.KeywordAbility) -> Abilities:
    """CR 702.43."""
    machine = t.Group(t.AllOf((t.IsType("artifact"), CREATURE)))
    give = e.May(YOU, (e.PutCounters(t.Target(0), COUNTER, t.CountersOn(COUNTER, OBJECT)),))
    return (
        a.EntersWith(counters=COUNTER, amount=t.Number(node.number), place=node.place),
        _triggered(node, (e.EventPattern("dies", IS_THIS),), give, targets=(a.TargetSpec(machine),)),
    )


def _fading(node: a.KeywordAbility) -> Abilities:
    """CR 702.32."""
    remove = e.RemoveCountersFrom(THIS, "fade", ONE, slot="faded")
    end = e.If(t.Negation(t.Done("faded")), (e.SacrificeEffect(YOU, THIS),))
    upkeep = e.EventPattern("step begins", who=YOU, step="upkeep")
    return (
        a.EntersWith(counters="fade", amount=t.Number(node.number), place=node.place),
        a.TriggeredAbility((upkeep,), a.Body((remove, end)), word="at", place=node.place),
    )


def _extort(node: a.KeywordAbility) -> Abilities:
    """CR 702.101."""
    drain = (e.LoseLife(t.Opponents(), ONE, slot="lost"), e.GainLife(YOU, t.EventAmount("lost")))
    pay = e.IfPaid(YOU, (e.PayMana(ManaCost.parse("{W/B}")),), drain)
    return (_triggered(node, (e.EventPattern("cast", who=YOU),), pay),)


def _crew(node: a.KeywordAbility) -> Abilities:
    """CR 702.122."""
    others = t.AllOf((CREATURE, t.Not(IS_THIS)))
    crewed = e.Alter(THIS, (e.AddTypes(("artifact", "creature")),), EOT)
    return (a.ActivatedAbility((e.TapSome(others, power=node.number),), a.Body((crewed,)), place=node.place),)


def _outlast(node: a.KeywordAbility) -> Abilities:
    """CR 702.107."""
    body = a.Body((e.PutCounters(THIS, COUNTER, ONE),))
    return (a.ActivatedAbility((*node.cost, e.TapThis()), body, sorcery_speed=True, place=node.place),)


def _scavenge(node: a.KeywordAbility) -> Abilities:
    """CR 702.97."""
    put = e.PutCounters(t.Target(0), COUNTER, t.MeasureOf("power", THIS))
    body = a.Body((put,), (a.TargetSpec(t.Group(CREATURE)),))
    cost = (*node.cost, e.ExileThis())
    return (a.ActivatedAbility(cost, body, zone="graveyard", sorcery_speed=True, place=node.place),)


def _bloodthirst(node: a.KeywordAbility) -> Abilities:
    """CR 702.54."""
    bled = t.Happened("damage", t.Opponents())
    return (a.EntersWith(counters=COUNTER, amount=t.Number(node.number), condition=bled, place=node.place),)


def _unearth(node: a.KeywordAbility) -> Abilities:
    """CR 702.84."""
    back = t.Slot("unearthed")
    gone = a.TriggeredAbility(
        (e.EventPattern("step begins", step="end"),),
        a.Body((e.MoveObjects(back, "exile", verb="exile"),)),
        word="at",
        place=node.place,
    )
    steps = (
        e.MoveObjects(THIS, "battlefield", verb="return", slot="unearthed"),
        e.Alter(back, (e.GrantAbility(a.KeywordAbility("haste")),), "for good"),
        e.Later(gone),
        e.ExileInstead(back, "leaves"),
    )
    return (a.ActivatedAbility(node.cost, a.Body(steps), zone="graveyard", sorcery_speed=True, place=node.place),)


def _typecycling(*wanted: t.Filter) -> Callable[[a.KeywordAbility], Abilities]:
    def made(node: a.KeywordAbility) -> Abilities:
        """CR 702.29e."""
        filter_ = wanted[0] if len(wanted) == 1 else t.AllOf(wanted)
        body = a.Body((e.SearchLibrary(YOU, filter_, ONE, "hand"),))
        return (a.ActivatedAbility((*node.cost, e.DiscardThis()), body, zone="hand", place=node.place),)

    return made


TABLE: Final[dict[str, Callable[[a.KeywordAbility], Abilities]]] = {
    "battle cry": _battle_cry, "mentor": _mentor, "training": _training, "bushido": _bushido, "flanking": _flanking,
    "rampage": _rampage, "afflict": _afflict, "ingest": _ingest, "poisonous": _poisonous, "decayed": _decayed,
    "plainswalk": _landwalk("Plains"), "islandwalk": _landwalk("Island"), "swampwalk": _landwalk("Swamp"),
    "mountainwalk": _landwalk("Mountain"), "forestwalk": _landwalk("Forest"), "evolve": _evolve,
    "fabricate": _fabricate, "living weapon": _living_weapon, "afterlife": _afterlife, "soulshift": _soulshift,
    "modular": _modular, "fading": _fading, "extort": _extort, "outlast": _outlast, "crew": _crew,
    "scavenge": _scavenge, "bloodthirst": _bloodthirst, "unearth": _unearth,
    "plainscycling": _typecycling(t.IsSubtype("Plains")), "islandcycling": _typecycling(t.IsSubtype("Island")),
    "swampcycling": _typecycling(t.IsSubtype("Swamp")), "mountaincycling": _typecycling(t.IsSubtype("Mountain")),
    "forestcycling": _typecycling(t.IsSubtype("Forest")),
    "basic landcycling": _typecycling(t.IsSupertype("basic"), t.IsType("land")),
}  # fmt: skip
