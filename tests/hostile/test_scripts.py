"""Spoiled and hostile scripts end in diagnostics, in bounded time; what compiles all the same can be played."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import spoil

from hordemtg.compiler.library import Library
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.play.scenarios import play
from hordemtg.play.testing import broken
from hordemtg.rules.game import Game
from hordemtg.script.diagnostics import ScriptError, render
from hordemtg.script.parser import vocabulary
from hordemtg.script.resources import folder

CARDS = folder("cardscripts")
TESTS = Path(__file__).parent.parent
LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
HEAD = 'card "Thing"\n  cost {1}\n  type creature Goblin\n  stats 1/1\n'
SECONDS = 6  # what one text may take at the very most


@pytest.fixture(scope="module")
def base() -> dict[str, str]:
    """The texts of lands and tokens."""
    return Library.load([CARDS / "tokens", CARDS / "lands"]).texts


def texts_of(*patterns: str) -> list[str]:
    """The texts of real scripts."""
    files = [file for pattern in patterns for root in (CARDS, TESTS / "script") for file in sorted(root.rglob(pattern))]
    return [file.read_text(encoding="utf-8") for file in files]


def compiled(base: dict[str, str], text: str, name: str = "hostile.card") -> Library:
    """The library with this text, its diagnostics shown; fails when that takes long."""
    begun = time.process_time()
    library = Library.load([], texts={**base, name: text})
    for found in library.diagnostics:
        assert found.message
        assert render(found, library.texts.get(found.file))
        assert found.to_json()["line"] >= 0
    assert time.process_time() - begun < SECONDS
    return library


def played(library: Library, seed: int, turns: int = 8) -> Game | None:
    """A plain game of some turns with all cards of the text and random players; None when there are none."""
    cards = [c for c in library.cards.values() if c.place.file == "hostile.card"]
    if not cards:
        return None
    game = Game(seed, dict(library.tokens), dict(library.emblems))
    for i, name in enumerate("AB"):
        player = game.add_player(name, RandomPilot(seed + i))
        for n in range(20):
            game.add_card(player, cards[n % len(cards)])
        for land in LANDS:
            for _ in range(3):
                game.add_card(player, library.cards[land])
                game.put_permanent(player, library.cards[land], as_card=False)
    game.start([7, 7])
    begun = time.process_time()
    while not game.over and game.turn < turns:
        game.advance()
        assert time.process_time() - begun < SECONDS, (game.turn, game.step)
    return game


@pytest.mark.parametrize("first", range(0, 240, 60))
def test_spoiled_scripts_give_diagnostics_and_the_rest_can_be_played(base: dict[str, str], first: int) -> None:
    texts = texts_of("*.card", "*.token", "*.horde")
    for seed in range(first, first + 60):
        library = compiled(base, spoil(texts, seed))
        if not library.errors:
            played(library, seed)


def test_random_words_of_the_language(base: dict[str, str]) -> None:
    words = [
        *sorted(vocabulary().all_words),
        "Goblin",
        "Zombie",
        "3",
        "X",
        "{2}{B}",
        "{T}",
        "+1/+1",
        "2/2",
        '"Name"',
        ":",
        ",",
        ".",
    ]
    for seed in range(60):
        chance = random.Random(seed)
        lines = ["  " + " ".join(chance.choice(words) for _ in range(chance.randint(1, 14))) for _ in range(4)]
        compiled(base, HEAD + "\n".join(lines))


def test_spoiled_scenarios_fail_or_pass_and_never_break(base: dict[str, str]) -> None:
    texts = texts_of("*.scenario")
    for seed in range(25):
        library = compiled(base, spoil(texts, seed), "hostile.scenario")
        for scenario in library.scenarios.values():
            if not broken(scenario, library):
                try:
                    play(scenario, library)
                except ScriptError as error:
                    assert error.diagnostics


@settings(max_examples=60, deadline=None, database=None)
@given(st.text(max_size=300))
def test_any_text_at_all(text: str) -> None:
    for found in Library.load([], texts={"any": text}).diagnostics:
        assert render(found, text)


@settings(max_examples=40, deadline=None, database=None)
@given(data=st.binary(max_size=300), suffix=st.sampled_from((".card", ".scenario", ".horde", ".token")))
def test_any_bytes_at_all(tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str) -> None:
    file = tmp_path_factory.mktemp("bytes") / f"any{suffix}"
    file.write_bytes(data)
    Library.load([file])


GOOD = HEAD + "  flying\n  when this enters: draw a card\n"


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD.replace("\n", "\r\n") + "\r\n\r\n",
        GOOD.rstrip("\n"),
        "\n\n# nothing\n" + GOOD,
    ],
    ids=["byte order mark", "CRLF", "both", "no last newline", "comments"],
)
def test_what_editors_do_to_a_file_does_no_harm(base: dict[str, str], text: str) -> None:
    library = compiled(base, text)
    assert library.errors == []
    assert library.cards["Thing"].abilities


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "  flying\0",
        HEAD + "\tflying",
        HEAD + "  this gets +999999999999/+1 until end of turn",
        HEAD + "  draw " + "9" * 5000 + " cards",
        HEAD + "  draw ٣ cards",
        HEAD + "  " + "draw a card, " * 3000,
        HEAD + "  " + "draw a card. " * 130,
        HEAD + "  " + '"' * 1500,
        HEAD + "  " + "{" * 1500,
        HEAD + "  creatures have " + '"creatures have ' * 100,
        HEAD + "  " + "if you control a Goblin, " * 80 + "draw a card",
        HEAD + "  draw a card" + " for each creature" * 90,
        "\n".join(" " * n + "flying" for n in range(500)),
        "card " * 5000,
        "x" * 300_000,
        "card\n" * 20_000,
        "\n".join(f'card "C{n}"' for n in range(5000)),
        'card "' + "A" * 1900 + '"\n  cost {1}\n  type sorcery\n  draw a card\n',
        HEAD.replace("{1}", "{9999999}"),
        HEAD.replace("1/1", "9999/9999"),
        HEAD.replace("1/1", "-5/-5"),
        HEAD.replace("Thing", "__import__('os').system('true')"),
        "\ud800\udfff",
    ],
    ids=lambda text: repr(text[-24:]),
)
def test_texts_made_to_hurt(base: dict[str, str], text: str) -> None:
    library = compiled(base, text)
    if not library.errors:
        played(library, 1, 3)


def test_a_keyword_that_stands_for_itself_is_refused(base: dict[str, str]) -> None:
    library = compiled(base, "keyword Selfish\n  Selfish\n" + HEAD + "  Selfish\n")
    assert "stands for itself" in library.errors[0].message


def test_keywords_that_stand_for_a_million_keywords_are_refused(base: dict[str, str]) -> None:
    chain = "".join(f"keyword K{n}\n" + f"  K{n + 1}\n" * 30 for n in range(7)) + "keyword K7\n  flying\n"
    library = compiled(base, chain.replace("K", "Kw") + HEAD + "  Kw0\n")
    assert any("stands for more than" in found.message for found in library.errors)


def test_a_folder_full_of_odd_things(tmp_path: Path) -> None:
    (tmp_path / "a.card").mkdir()
    (tmp_path / "deck.yaml").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.card").symlink_to(tmp_path / "nothing")
    (tmp_path / "binary.card").write_bytes(bytes(range(256)))
    (tmp_path / "large.card").write_bytes(b"x" * 2_000_000)
    messages = [str(found) for found in Library.load([tmp_path, tmp_path / "missing"]).errors]
    assert any("not text in UTF-8" in message for message in messages)
    assert any("at most 256 KiB" in message for message in messages)
    assert any("no such file" in message for message in messages)
