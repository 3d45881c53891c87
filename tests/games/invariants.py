"""What must hold in every game at every moment when a player could act."""

from __future__ import annotations

from hordemtg.rules.game import Game
from hordemtg.rules.layers import refresh
from hordemtg.rules.objects import GameObject

ADVANCES = 200_000


def play_checked(game: Game, every: int = 7) -> None:
    """Play the game to its end and check the invariants at every step; characteristics at every so many."""
    for count in range(ADVANCES):
        if game.over:
            return
        game.advance()
        if game.over or not game.begun:
            continue
        game.settle()
        if game.over:
            return
        check_zones(game)
        check_state_based(game)
        if count % every == 0:
            check_characteristics(game)
    raise AssertionError(f"the game does not end: turn {game.turn}, {game.step}")


def check_zones(game: Game) -> None:
    """Zones partition the objects: each is in one place, and knows which."""
    seen: dict[int, str] = {}

    def place(o: GameObject, zone: str) -> None:
        assert o.id not in seen, f"{o.label} is in {seen[o.id]} and in {zone}"
        assert o.zone == zone, f"{o.label} is in {zone} and says {o.zone}"
        assert o.became is None, f"{o.label} is in {zone} and has become {o.became}"
        seen[o.id] = zone

    for o in game.battlefield:
        place(o, "battlefield")
    for o in game.command:
        place(o, "command")
    for entry in game.stack:
        if entry.object is not None:
            place(entry.object, "stack")
    for p in game.players:
        for zone in ("library", "hand", "graveyard", "exile"):
            for o in p.zone(zone):  # type: ignore[arg-type]
                place(o, zone)
                assert o.owner is p, f"{o.label} lies in a zone of {p.name} and is owned by {o.owner.name}"
                assert not o.token, f"the token {o.label} is in a {zone}"
        assert all(n >= 0 for n in p.pool.values()), f"{p.name} owes mana: {p.pool}"
        assert p.poison >= 0


def check_state_based(game: Game) -> None:
    """No creature that should have died is there once state-based actions have been checked (CR 704.5f-h)."""
    for o in game.battlefield:
        c = game.characteristics(o)
        if "creature" in c.types:
            assert c.toughness > 0, f"{o.label} has toughness {c.toughness}"
            if "indestructible" not in c.keywords:
                assert o.damage < c.toughness, f"{o.label} has {o.damage} damage and toughness {c.toughness}"
        assert all(n > 0 for n in o.counters.values()), f"{o.label} has counters {o.counters}"
        if o.attached_to is not None:
            assert o.attached_to.zone == "battlefield" and o in o.attached_to.attachments
    for p in game.players:
        if not game.player_rule(p, "no life total"):
            assert p.life > 0, f"{p.name} plays on with {p.life} life"


def check_characteristics(game: Game) -> None:
    """What is cached is what working it out anew gives."""
    kept = [(o, game.characteristics(o)) for o in game.battlefield]
    game.version += 1
    game.sba_version += 1
    for o, c in kept:
        fresh = refresh(game, o)
        for name in ("power", "toughness", "types", "subtypes", "colors", "mana_value"):
            assert getattr(c, name) == getattr(fresh, name), f"{o.label}: {name} is kept as {getattr(c, name)}"
        assert set(c.keywords) == set(fresh.keywords), f"{o.label}: keywords are kept as {set(c.keywords)}"
        assert [r.definition for r in c.abilities] == [r.definition for r in fresh.abilities], o.label
        assert [r for r, _ in c.restrictions] == [r for r, _ in fresh.restrictions], o.label
