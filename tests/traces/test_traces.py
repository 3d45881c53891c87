"""Traces: what is recorded, written, read again, and told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hordemtg import __version__
from hordemtg.cards import abilities as a
from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.values import ManaCost
from hordemtg.rules import mana
from hordemtg.rules.choices import Choice
from hordemtg.rules.game import Game
from hordemtg.rules.objects import Player
from hordemtg.trace import log, read, recorder
from hordemtg.trace.recorder import MARK, Record, TraceError, TraceFile

CREATURE = t.IsType("creature")


def creature(name: str, power: int, toughness: int, *abilities: a.Ability) -> CardDefinition:
    cost = ManaCost.parse("{G}")
    return CardDefinition(
        name,
        cost,
        cost.colors,
        types=("creature",),
        power=t.Number(power),
        toughness=t.Number(toughness),
        abilities=abilities,
    )


FOREST = CardDefinition("Forest", None, frozenset(), ("basic",), ("land",), ("Forest",))
BEAR = creature("Bear", 2, 2)
MOURNER = creature(
    "Mourner",
    1,
    1,
    a.TriggeredAbility(
        (e.EventPattern("dies", t.AllOf((CREATURE, t.Not(t.IsOneOf(t.This()))))),),
        a.Body((e.GainLife(t.You(), t.Number(1)),)),
    ),
)


class Eager:
    """Takes the last action there is, attacks and blocks with everything, and says why."""

    def wants_priority(self, game: Game, player: Player) -> bool:
        return True

    def choose(self, game: Game, choice: Choice) -> list[int]:
        choice.reason = "eager by nature"
        match choice.kind:
            case "mana":
                plan = mana.plan(game, choice.context, choice.player.pool, list(choice.options))
                assert plan is not None
                return plan
            case "attackers":
                return list(range(len(choice.options)))
            case "blockers":
                first = choice.options[0].attacker
                return [i for i, block in enumerate(choice.options) if block.attacker is first]
            case "mulligan":
                return [0]
            case "order":
                return list(range(len(choice.options)))
            case "division":
                needs = choice.context if isinstance(choice.context, list) else [1] * len(choice.options)
                answer, left = [], choice.total
                for need in needs[:-1]:
                    answer.append(min(need, left))
                    left -= answer[-1]
                return [*answer, left]
            case "priority":
                return [len(choice.options) - 1]
            case _:
                return list(range(choice.minimum))


def played(*sinks: Callable[[Record], None], turns: int = 12) -> Game:
    """The same short game each time, told to the sinks."""
    game = Game(7)
    for name in ("Ann", "Ben"):
        player = game.add_player(name, Eager())
        for card in [FOREST] * 8 + [BEAR] * 6 + [MOURNER] * 6:
            game.add_card(player, card)
    if sinks:
        game.recorder = recorder.Trace(*sinks)
    game.start([7, 7])
    while not game.over and game.turn <= turns:
        game.advance()
    return game


@pytest.fixture(scope="module")
def records() -> list[Record]:
    found: list[Record] = []
    played(found.append)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A whole trace file."""
    path = tmp_path / "game.jsonl"
    with TraceFile(path) as trace:
        trace.write(recorder.header(seed=7, ruleset="plain", decks={"Ann": "bears", "Ben": "bears"}))
        game = played(trace.write, turns=200)
        trace.write(recorder.result(game))
    return path


# ---------------------------------------------------------------- what is recorded


def test_every_record_is_plain_data(records: list[Record]) -> None:
    """What comes back from the file is what was given: nothing but names, numbers, lists and objects."""
    assert json.loads(json.dumps(records)) == records


def test_every_field_is_explained(records: list[Record]) -> None:
    assert {name for record in records for name in record} <= set(recorder.FIELDS)


def test_events_are_numbered_and_causes_come_before(records: list[Record]) -> None:
    numbers = [r["number"] for r in records if r["kind"] != "choice"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(r["cause"] < r["number"] or r["kind"] == "choice" for r in records if "cause" in r)


def test_an_object_that_dies_is_told_by_its_old_and_new_number(records: list[Record]) -> None:
    death = next(r for r in records if r["kind"] == "move" and r["rule"] == "704.5g")
    assert (death["from"], death["to"], death["verb"], death["creature"]) == (
        "battlefield",
        "graveyard",
        "destroy",
        True,
    )
    assert death["object"]["name"] == death["new"]["name"]
    assert death["new"]["id"] > death["object"]["id"]


def test_a_trigger_knows_its_cause(records: list[Record]) -> None:
    trigger = next(r for r in records if r["kind"] == "trigger")
    cause = next(r for r in records if r["number"] == trigger["cause"] and r["kind"] != "choice")
    assert (cause["kind"], cause["to"]) == ("move", "graveyard")


def test_records_do_not_change_when_the_game_goes_on() -> None:
    seen: list[str] = []
    kept: list[Record] = []

    def keep(record: Record) -> None:
        kept.append(record)
        seen.append(json.dumps(record))

    played(keep)
    assert [json.dumps(record) for record in kept] == seen


def test_a_choice_tells_options_answer_and_reason(records: list[Record]) -> None:
    attack = next(r for r in records if r["kind"] == "choice" and r["choice"] == "attackers")
    assert attack["reason"] == "eager by nature"
    assert attack["purpose"] == "attack"
    assert all("attacks" in option for option in attack["options"])
    assert attack["answer"] == list(range(len(attack["options"])))


def test_damage_tells_the_life_that_is_left(records: list[Record]) -> None:
    hit = next(r for r in records if r["kind"] == "damage" and "player" in r)
    assert hit["combat"]
    assert hit["life"] < 20


def test_a_turn_begins_with_how_things_stand(records: list[Record]) -> None:
    first = next(r for r in records if r["kind"] == "turn begins")
    assert [side["player"] for side in first["standing"]] == ["Ann", "Ben"]
    assert first["standing"][0] == {
        "player": "Ann", "life": 20, "hand": 7, "library": 13, "graveyard": 0, "exile": 0, "battlefield": 0,
    }  # fmt: skip


def test_the_game_is_the_same_with_and_without_a_recorder(records: list[Record]) -> None:
    silent = played()
    told: list[Record] = []
    loud = played(told.append)
    assert told == records
    assert [p.life for p in silent.players] == [p.life for p in loud.players]
    assert [o.name for o in silent.battlefield] == [o.name for o in loud.battlefield]


# ---------------------------------------------------------------- files


def test_a_file_reads_as_it_was_written(file: Path) -> None:
    found: list[Record] = []
    game = played(found.append, turns=200)
    trace = read.read(file)
    assert trace.header[MARK] == recorder.VERSION
    assert (trace.header["engine"], trace.header["rules"]) == (__version__, "2025-02-07")
    assert list(trace.records) == found
    assert trace.result == recorder.result(game)["result"]
    assert trace.result is not None
    assert trace.result["winner"] in ("Ann", "Ben", None)


def test_two_games_of_one_seed_give_the_same_file(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    with TraceFile(again) as trace:
        trace.write(recorder.header(seed=7, ruleset="plain", decks={"Ann": "bears", "Ben": "bears"}))
        trace.write(recorder.result(played(trace.write, turns=200)))
    assert again.read_bytes() == file.read_bytes()


def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), TraceFile(tmp_path / "game.jsonl") as trace:
        trace.write({"half": True})
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_run_keeps_the_file_that_was_there(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(RuntimeError), TraceFile(file) as trace:
        trace.write({"half": True})
        raise RuntimeError
    assert file.read_bytes() == before
    assert [f.name for f in file.parent.iterdir()] == [file.name]


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match=r"cannot write the trace .*no such file or directory"):
        TraceFile(tmp_path / "nowhere" / "game.jsonl")


GOOD = f'{{"{MARK}":1}}\n'
EVENT = '{"number":1,"turn":0,"step":"","active":"Ann","kind":"shuffle","rule":"701.20","player":"Ann"}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("hello\n", ":1:1: is not JSON"),
        ("[]\n", ":1: should be an object in braces"),
        ("{}\n", ":1: is not the header of a trace"),
        ('{"hordemtg trace":99}\n', "has version 99, this program reads version 1"),
        (GOOD + '{"number":1}\n', ':2: "turn" should be a whole number'),
        (GOOD + EVENT.replace('"number":1', '"number":true'), ':2: "number" should be a whole number'),
        (GOOD + EVENT.replace('"701.20"', "701"), ':2: "rule" should be text'),
        (
            GOOD + EVENT.replace('"Ann"}', '"Ann","object":{"id":1}}'),
            '"object" should be an object with an id and a name',
        ),
        (GOOD + EVENT.replace('"Ann"}', '"Ann","targets":[3]}'), '"targets" should be players and objects'),
        (GOOD + EVENT.replace('"shuffle"', '"choice"'), ':2: "choice" should be text'),
        (GOOD + '{"result":7}\n', 'the result should say a "reason" and a "turn"'),
        (GOOD + '{"result":{"winner":null,"reason":"x","turn":1}}\n' + EVENT, ":3: nothing may follow the result"),
        (GOOD + "[" * 100_000 + "\n", ":2: is not JSON that a trace could hold"),
        (GOOD + '{"number":' + "9" * 5000 + "}\n", ":2: is not JSON that a trace could hold"),
        (GOOD + " " * (read.LINE_LIMIT + 1), ":2: the line is longer than"),
    ],
)
def test_what_is_no_trace_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TraceError) as caught:
        read.read(path)
    assert message in str(caught.value)
    assert "bad.jsonl" in str(caught.value)


def test_other_things_that_are_no_traces(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="there is no such file"):
        read.read(tmp_path / "none")
    with pytest.raises(TraceError, match="is not a file"):
        read.read(tmp_path)
    (tmp_path / "latin").write_bytes(b"\xff\xfe\n")
    with pytest.raises(TraceError, match=":1: is not UTF-8 text"):
        read.read(tmp_path / "latin")


# ---------------------------------------------------------------- the log


def told(records: list[Record], detail: log.Detail) -> list[str]:
    return list(log.tell({}, records, None, detail))


def event(kind: str, **fields: Any) -> Record:
    return {"number": 5, "turn": 1, "step": "first main", "active": "Ann", "kind": kind, "rule": "100", **fields}


ZOMBIE, BADGER = {"id": 31, "name": "Zombie"}, {"id": 12, "name": "Bog Badger"}


@pytest.mark.parametrize(
    ("records", "line"),
    [
        ([event("cast", player="Horde", object=ZOMBIE, permanent=True)], "Horde casts Zombie."),
        (
            [event("cast", player="Ann", object=ZOMBIE, targets=[BADGER, "Horde"], x=2, kicked=True)],
            "Ann casts Zombie kicked with X = 2, targeting Bog Badger#12 and Horde.",
        ),
        ([event("activate", player="Ann", object=ZOMBIE, ability="Raise")], "Ann activates Raise of Zombie#31."),
        (
            [event("attacks", player="Ann", object=ZOMBIE), event("attacks", player="Ann", object=BADGER)],
            "Zombie#31 and Bog Badger#12 attack Ann.",
        ),
        ([event("blocks a creature", player="Ann", object=BADGER, other=ZOMBIE)], "Bog Badger#12 blocks Zombie#31."),
        (
            [event("damage", player="Ann", source=ZOMBIE, amount=2, life=18)],
            "Zombie#31 deals 2 damage to Ann (18 life).",
        ),
        (
            [event("damage", player="Ann", source=x, amount=n, life=13) for x, n in ((ZOMBIE, 2), (BADGER, 5))],
            "Zombie#31 (2) and Bog Badger#12 (5) deal 7 damage to Ann (13 life).",
        ),
        (
            [event("move", player="Horde", verb="mill", object=ZOMBIE, to="graveyard") for _ in range(3)],
            "Horde mills 3 Zombie.",
        ),
        (
            [
                event(
                    "move", rule="704.5g", player="Ann", verb="destroy", object=BADGER, creature=True,
                    **{"from": "battlefield", "to": "graveyard"},
                )
            ],
            "Bog Badger#12 dies (lethal damage).",
        ),
        ([event("gain life", player="Ann", amount=3, life=20)], "Ann gains 3 life (20 life)."),
        ([event("counters put", object=ZOMBIE, amount=1, text="+1/+1")], "Zombie#31 gets 1 +1/+1 counter."),
        ([event("no effect", rule="608.2b", object=ZOMBIE)], "Zombie#31 has no effect: all its targets are illegal."),
        ([event("stage", text="surge")], "== Surge begins. =="),
        ([event("note", verb="stack", object=ZOMBIE, targets=["Ann"])], "Zombie#31 triggers, targeting Ann."),
        ([event("lose game", player="Ann", text="has 0 life")], "Ann loses the game: has 0 life."),
    ],
)  # fmt: skip
def test_sentences(records: list[Record], line: str) -> None:
    assert told(records, "normal") == [f"  {line}"]


def test_the_details_grow(records: list[Record]) -> None:
    brief, normal, rules = (told(records, detail) for detail in log.DETAILS)
    assert 0 < len(brief) < len(normal) < len(rules)
    assert any(line.startswith("Turn 3, Ann.") for line in brief)
    assert not any("draws" in line for line in brief)
    assert any("draws" in line for line in normal)


def test_the_rules_log_has_number_rule_and_cause(records: list[Record]) -> None:
    lines = told(records, "rules")
    death = next(line for line in lines if "  704.5g " in line)
    assert "battlefield to graveyard (destroy), now " in death
    trigger = next(line for line in lines if "  603.2 " in line)
    assert trigger.endswith(f"<- {death.split()[0]}")
    assert sum(1 for line in lines if "because eager by nature" in line) > 5


def test_the_log_is_the_same_live_and_from_the_file(file: Path) -> None:
    for detail in log.DETAILS:
        live: list[str] = []
        teller = log.Log(detail)
        played(lambda record, teller=teller, live=live: live.extend(teller.lines(record)), turns=200)  # type: ignore[misc]
        live += teller.end()
        trace = read.read(file)
        assert list(log.tell({}, trace.records, None, detail)) == live


def test_the_whole_log_begins_and_ends_well(file: Path) -> None:
    trace = read.read(file)
    lines = list(log.tell(trace.header, trace.records, trace.result))
    assert lines[0] == "plain, seed 7"
    assert lines[1] == "Decks: Ann: bears, Ben: bears"
    assert "in turn" in lines[-1]


def test_every_kind_of_event_can_be_told() -> None:
    """No record of any kind, however little it says, stops the log."""
    from hordemtg.rules.events import KINDS

    for detail in log.DETAILS:
        for kind in KINDS:
            if kind == "choice":
                continue
            assert isinstance(told([event(kind)], detail), list)
            full = event(
                kind, object=ZOMBIE, other=BADGER, source=BADGER, new=ZOMBIE, player="Ann", amount=2, text="flying",
                verb="put", **{"from": "hand", "to": "battlefield"},
            )  # fmt: skip
            assert isinstance(told([full, full], detail), list)
