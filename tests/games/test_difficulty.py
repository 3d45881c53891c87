"""More preparation helps: Story is won more often than Nightmare (H1.3), over paired seeds."""

from __future__ import annotations

import win_rates

from hordemtg.compiler.library import Library
from hordemtg.play.setup import GameSpec

SEEDS = range(1, 201)


def test_story_is_won_more_often_than_nightmare() -> None:
    library = Library.standard()
    story = win_rates.outcomes(library, GameSpec("zombies", difficulty="story"), SEEDS)
    nightmare = win_rates.outcomes(library, GameSpec("zombies", difficulty="nightmare"), SEEDS)
    mean, low, high = win_rates.paired_interval([win for win, _ in story], [win for win, _ in nightmare])
    assert low > 0, f"story - nightmare: {mean:+.3f}, 95 % interval {low:+.3f} to {high:+.3f}"


def test_every_game_ends_in_a_way_that_the_rules_know() -> None:
    library = Library.standard()
    for difficulty in ("nightmare", "hard", "normal", "easy", "story"):
        for _, why in win_rates.outcomes(library, GameSpec("zombies", difficulty=difficulty), range(1, 51)):
            assert win_rates.kind_of(why) in ("proof A", "proof B", "life", "empty library", "poison", "loop"), why
