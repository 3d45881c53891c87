"""Replaying: any game against a Horde comes out the same from its header and the Survivor's answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hordemtg.compiler.library import Library
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.play.replay import replay
from hordemtg.play.run import header_of, run, spec_of
from hordemtg.play.setup import GameSpec, lay_table
from hordemtg.trace import recorder
from hordemtg.trace.read import TraceText
from hordemtg.trace.recorder import Record, Trace, TraceError


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


def recorded(library: Library, seed: int, difficulty: str = "") -> TraceText:
    """A game of a Survivor who does anything that is legal."""
    table = lay_table(library, GameSpec("zombies", seed=seed, difficulty=difficulty))
    records: list[Record] = []
    game = table.deal(seed, RandomPilot(seed))
    game.recorder = Trace(records.append)
    game.begin()
    game.run()
    return TraceText(header_of(table), tuple(records), recorder.result(game)["result"])


@pytest.mark.parametrize("seed", range(6))
def test_games_of_a_random_survivor_replay(library: Library, seed: int) -> None:
    trace = recorded(library, seed, "story" if seed % 2 else "nightmare")
    found = replay(library, trace)
    assert found.parting is None
    assert found.notes == ()
    assert found.events == sum(1 for record in trace.records if record["kind"] != "choice")


def test_every_answer_matters(library: Library) -> None:
    """Whichever of the Survivor's answers is another one, the replay says so, there or later, and never breaks."""
    trace = recorded(library, 1)
    answers = [i for i, r in enumerate(trace.records) if r["kind"] == "choice" and r["player"] == "Survivor"]
    parted = 0
    for i in answers[:: max(1, len(answers) // 12)]:
        record = trace.records[i]
        others = [[n] for n in range(len(record["options"])) if [n] != record["answer"]]
        if not others:
            continue
        changed = (*trace.records[:i], {**record, "answer": others[0]}, *trace.records[i + 1 :])
        parting = replay(library, replace(trace, records=changed)).parting
        assert parting is not None
        assert parting.number >= record["number"]
        parted += 1
    assert parted


def test_a_trace_that_ends_early_or_goes_on_parts(library: Library) -> None:
    trace = recorded(library, 2)
    early = replay(library, replace(trace, records=trace.records[:-5])).parting
    assert early is not None
    assert early.expected == "nothing more"
    late = replay(library, replace(trace, records=(*trace.records, trace.records[0]))).parting
    assert late is not None
    assert late.found.startswith("the game is over")


def test_another_result_parts(library: Library) -> None:
    trace = recorded(library, 2)
    assert trace.result is not None
    parting = replay(library, replace(trace, result={**trace.result, "winner": "Nobody"})).parting
    assert parting is not None
    assert "Nobody" in parting.expected


@pytest.mark.parametrize("change", [{"horde": 3}, {"decks": []}, {"seed": "1"}, {"seed": True}, {"preparation": None}])
def test_a_header_that_does_not_say_what_to_set_up(library: Library, change: Record) -> None:
    trace = recorded(library, 0)
    with pytest.raises(TraceError, match="does not say how to set up"):
        replay(library, replace(trace, header={**trace.header, **change}))


def test_the_spec_comes_back_from_the_header(library: Library) -> None:
    spec = GameSpec(
        "zombies", ruleset="Limited Horde 2.1, always three", list_name="as coded", difficulty="hard", seed=9
    )
    table = lay_table(library, spec)
    again = spec_of(header_of(table))
    assert again is not None
    assert header_of(lay_table(library, again)) == header_of(table)
    assert (again.seed, again.list_name, again.ruleset) == (9, "as coded", "Limited Horde 2.1, always three")


def test_the_details_of_a_log_do_not_change_the_game(library: Library) -> None:
    games = [run(library, GameSpec("zombies", seed=4), detail, lambda line: None) for detail in ("brief", "rules")]
    assert games[0].event_count == games[1].event_count
    assert games[0].reason == games[1].reason
