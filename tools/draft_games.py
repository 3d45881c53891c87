"""Play random games with cards that are drafted whole, and say which of them break a game.

    python tools/draft_games.py cards.json --sample 500 --games 20

Each card is in so many games, two copies in a deck of twenty different drafted cards and lands that give any color;
both players act at random. After every step the invariants of the tests must hold.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from hordemtg.cards.horde import DeckList
from hordemtg.compiler.library import Library, standard_folders
from hordemtg.drafting.draft import Draft, draft
from hordemtg.drafting.judge import Judge
from hordemtg.drafting.sources import cards_of_file
from hordemtg.oracle.bulk import Report
from hordemtg.play.random_pilot import RandomPilot
from hordemtg.play.setup import plain_game
from hordemtg.rules.game import Game

ROOT = Path(__file__).resolve().parent.parent
IN_A_DECK, COPIES, LANDS = 20, 2, 20
LAND = "Land of the Trial"
LAND_SCRIPT = f'card "{LAND}"\n  type land\n  {{T}}: add one mana of any color\n'


def main() -> int:
    """Draft the sample, play, report; 1 when a game broke."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a file of cards, as Scryfall's")
    parser.add_argument("--sample", type=int, default=500, help="so many cards of the file, at random")
    parser.add_argument("--games", type=int, default=20, help="so many games for each card that is drafted whole")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    drafts = whole_drafts(options.file, options.sample, options.seed)
    print(f"{len(drafts)} of {options.sample} cards are drafted whole")
    broken = play(drafts, options.games, options.seed)
    for told in broken:
        print(told)
    print(f"{len(broken)} games broke")
    return 1 if broken else 0


def whole_drafts(file: Path, sample: int, seed: int) -> list[Draft]:
    """The drafts of a random sample of the file that are whole, each name once."""
    cards = list(cards_of_file(file, Report()))
    chosen = random.Random(seed).sample(cards, min(sample, len(cards)))
    judge = Judge(Library.standard())
    made = {card.name: draft(card, judge) for card in chosen}
    return [each for each in made.values() if each.whole]


def play(drafts: Sequence[Draft], games: int, seed: int) -> list[str]:
    """Play the games; what broke, each with its seed and decks."""
    texts = {f"{n}.card": each.text for n, each in enumerate(drafts)}
    own = {each.card.name for each in drafts}
    library = Library.load(standard_folders(), texts={**texts, "land.card": LAND_SCRIPT}, scenarios=())
    twice = {found.file for found in library.errors}
    names = sorted(each.card.name for n, each in enumerate(drafts) if f"{n}.card" not in twice)
    assert own
    play_checked: Callable[[Game], None] = _invariants().play_checked
    chance = random.Random(seed)
    broken: list[str] = []
    for turn in range(games):
        chance.shuffle(names)
        decks = [names[i : i + IN_A_DECK] for i in range(0, len(names), IN_A_DECK)]
        if len(decks) % 2:
            decks.append(decks[0])
        for n, (one, other) in enumerate(zip(decks[::2], decks[1::2], strict=True)):
            number = seed * 1_000_000 + turn * 1000 + n
            try:
                pilots = (RandomPilot(2 * number), RandomPilot(2 * number + 1))
                game = plain_game(library, number, (_deck("one", one), _deck("other", other)), pilots)
                game.start([7, 7])
                play_checked(game)
            except Exception:
                why = traceback.format_exc(limit=-4)
                broken.append(f"seed {number}: {'; '.join(one)} against {'; '.join(other)}\n{why}")
        print(f"round {turn + 1} of {games}: {len(broken)} broke", file=sys.stderr)
    return broken


def _deck(name: str, cards: Sequence[str]) -> DeckList:
    return DeckList(name, (*((COPIES, card) for card in cards), (LANDS, LAND)))


def _invariants() -> ModuleType:
    """What the tests of random games hold true."""
    spec = importlib.util.spec_from_file_location("invariants", ROOT / "tests" / "games" / "invariants.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main())
