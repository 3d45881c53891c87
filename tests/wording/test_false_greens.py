"""A script that says something else than its card is never equal to it, and the lock never proves it.

All cards here are invented.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.compiler.library import Library
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.store import Store
from hordemtg.script.resources import folder
from hordemtg.wording import lock, normal
from hordemtg.wording.checked import Checked, check
from hordemtg.wording.difference import marked
from hordemtg.wording.normal import Of
from hordemtg.wording.selection import declared_in, wanted

CARD = PrintedCard("Clay Pot", "{1}{G}", "Creature — Golem", "Reach", "1", "1", colors=("G",))
SCRIPT = 'card "Clay Pot"\n  cost {1}{G}\n  type creature Golem\n  stats 1/1\n  reach\n'
BIRD = "token Bird\n  color white\n  type creature Bird\n  stats 1/1\n  flying\n"


def compared(tmp_path: Path, script: str, *cards: PrintedCard, name: str = "Clay Pot") -> tuple[Checked, list[str]]:
    """The script beside the cards, and what the lock made from these cards says against it."""
    (tmp_path / "own.card").write_text(script, encoding="utf-8")
    library = Library.standard([tmp_path])
    with Store(tmp_path / "cards.sqlite") as store:
        store.put(cards, "test")
        found = check(wanted(library, [name]), store)[0]
        known = lock.renewed({}, [found], store)
    return found, lock.faults(known, [found.comparison.written])


def whats(found: Checked) -> list[str]:
    return [each.what for each in found.comparison.differences]


def test_the_script_as_it_should_be_is_equal(tmp_path: Path) -> None:
    found, faults = compared(tmp_path, SCRIPT, CARD)
    assert found.state == "equal" and found.well and faults == []


# ---------------------------------------------------------------- scripts with errors


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('unsupported "Frobnicate the moon."', "Reach\nFrobnicate the moon."),
        ("when this diez: draw a card", "Reach"),
        ("destroy destroy", "Reach"),
        ("stats 9/9", "Reach"),
        ("cost {9}", "Reach"),
        ("type artifact", "Reach"),
        ("flying and then", "Reach"),
    ],
)
def test_a_script_with_errors_is_equal_to_nothing(tmp_path: Path, line: str, text: str) -> None:
    """What the compiler refuses is left out of the text, or stands there in print and does nothing."""
    found, _ = compared(tmp_path, f"{SCRIPT}  {line}\n", replace(CARD, text=text))
    assert found.state == "faulty" and not found.well
    assert 6 in {each.line for each in found.errors}
    assert found.to_json()["state"] == "faulty" and found.to_json()["errors"]


def test_an_error_in_another_card_of_the_file_is_that_card_s_own(tmp_path: Path) -> None:
    other = SCRIPT.replace("Clay Pot", "Clay Jug") + "  frob\n"
    for script in (SCRIPT + other, other + SCRIPT):
        assert compared(tmp_path, script, CARD)[0].well


def test_compare_and_lock_show_what_is_wrong_with_scripts_and_fail(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["oracle", "lock", "--folder", str(scripts)]) == 0
    file = scripts / "all.card"
    file.write_text(file.read_text(encoding="utf-8").replace("  reach\n", "  reach\n  frob\n", 1), encoding="utf-8")
    (scripts / "deck.txt").write_text("1 Clay Walker\n", encoding="utf-8")
    capsys.readouterr()
    for arguments in (["compare", str(scripts)], ["oracle", "lock", "--check", "--folder", str(scripts)]):
        assert cli.main(arguments) == 1
        out, err = capsys.readouterr()
        assert "unknown word `frob`" in err and "all.card:7" in err
        assert "1 with errors in the script" in out or "1 error in the scripts" in out


def test_an_erratum_that_does_not_compile_is_told_of_its_horde(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    (scripts / "rules.horde").write_text('errata "as played" of "Clay Walker"\n  remove raech\n', encoding="utf-8")
    (scripts / "deck.yaml").write_text(
        "name: clay\ntitle: Clay\nruleset: Limited Horde 2.1\nerrata:\n  - as played\nlists:\n  default:\n"
        "    Clay Walker: 2\n",
        encoding="utf-8",
    )
    assert cli.main(["compare", str(scripts)]) == 1
    assert "rules.horde:2" in capsys.readouterr().err


# ---------------------------------------------------------------- characteristics


@pytest.mark.parametrize(
    ("script", "card", "what"),
    [
        (SCRIPT + "  color red\n", CARD, "colors"),
        (SCRIPT + "  color colorless\n", CARD, "colors"),
        (SCRIPT + "  color red\n", replace(CARD, colors=None), "colors"),
        (SCRIPT, replace(CARD, colors=("W", "G")), "colors"),
        (SCRIPT, replace(CARD, colors=()), "colors"),
        (SCRIPT.replace("  cost {1}{G}\n", ""), replace(CARD, mana_cost="", colors=("G",)), "colors"),
        (SCRIPT, replace(CARD, loyalty="3"), "loyalty"),
        (SCRIPT, replace(CARD, defense="3"), "defense"),
        (SCRIPT.replace("1/1", "1/2"), CARD, "power and toughness"),
        (SCRIPT.replace("{1}{G}", "{G}{1}"), CARD, "mana cost"),
        (SCRIPT.replace("Golem", "Golem Wall"), replace(CARD, type_line="Creature — Wall Golem"), "types"),
    ],
)
def test_other_characteristics_are_told(tmp_path: Path, script: str, card: PrintedCard, what: str) -> None:
    found, faults = compared(tmp_path, script, card)
    assert whats(found) == [what] and faults != []


@pytest.mark.parametrize(
    ("script", "card"),
    [
        (SCRIPT + "  color green\n", CARD),
        (SCRIPT, replace(CARD, colors=None)),
        (SCRIPT + "  devoid\n", replace(CARD, text="Reach\nDevoid (It is clay.)", colors=())),
        (SCRIPT.replace("  cost {1}{G}", "  color green"), replace(CARD, mana_cost="")),
        (SCRIPT.replace("  cost {1}{G}", "  color green"), replace(CARD, mana_cost="", colors=None)),
    ],
)
def test_the_same_colors_are_equal_however_they_are_told(tmp_path: Path, script: str, card: PrintedCard) -> None:
    found, faults = compared(tmp_path, script, card)
    assert found.well and faults == []


def test_half_a_card_is_not_the_card(tmp_path: Path) -> None:
    whole = PrintedCard("Clay Pot // Clay Jug", layout="adventure", faces=(CARD, replace(CARD, name="Clay Jug")))
    found, faults = compared(tmp_path, SCRIPT, whole)
    assert [marked(each.marked) for each in found.comparison.differences] == ["Clay Pot [-// Clay Jug-]"]
    assert faults != []


def test_a_card_with_one_face_on_both_sides_is_whole_and_art_is_no_card(tmp_path: Path) -> None:
    twice = PrintedCard("Clay Pot // Clay Pot", layout="reversible_card", faces=(CARD, CARD), oracle_id="twice")
    found, faults = compared(tmp_path, SCRIPT, twice)
    assert found.well and faults == []
    art = PrintedCard("Clay Pot // Clay Pot", type_line="Card // Card", layout="art_series", oracle_id="art")
    (tmp_path / "art").mkdir()
    assert compared(tmp_path / "art", SCRIPT, art)[0].state == "missing"


def test_a_source_that_tells_no_keywords_makes_no_difference_of_them(tmp_path: Path) -> None:
    found, _ = compared(tmp_path, SCRIPT.replace("reach", "reach, haste"), CARD)
    assert [(each.what, marked(each.marked)) for each in found.comparison.differences] == [
        ("text", "[-Reach-] {+Reach, haste+}")
    ]


# ---------------------------------------------------------------- what normalising must not make one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # whose graveyard it is says whose card it is
        ("When a creature is put into your graveyard from the battlefield, scry 1.", "When a creature dies, scry 1."),
        ("Search that player's library, then shuffle that library.", "Search that player's library, then shuffle."),
        ("You may have them shuffle their library.", "You may have them shuffle your library."),
        ("It deals 2 damage to target creature or player.", "It deals 2 damage to any target."),
        (
            "Create a 1/1 red Goblin creature token and a 1/1 green Elf creature token. They have haste.",
            "Create a 1/1 red Goblin creature token and a 1/1 green Elf creature token with haste.",
        ),
        ("Create a Golem token named Clay (Used).", "Create a Golem token named Clay (New)."),
        ("He sacrifices a creature and exiles a land of their choice.", "He sacrifices a creature and exiles a land."),
    ],
)
def test_what_means_something_else_is_not_made_one(one: str, other: str) -> None:
    of = Of("Clay Walker")
    assert normal.lines(one, of) != normal.lines(other, of)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("When a creature is put into a graveyard from the battlefield, scry 1.", "When a creature dies, scry 1."),
        ("Shuffle your library.", "Shuffle."),
        ("He sacrifices a creature and a land of their choice.", "He sacrifices a creature and a land."),
        ("Remove target creature from the game.", "Exile target creature."),
        ("It is removed from the game.", "It is exiled."),
        ("That player shuffles their library.", "That player shuffles."),
        (
            'A Goblin dies. Create a 1/1 Elf creature token. It has "{T}: Add {G}."',
            'A Goblin dies. Create a 1/1 Elf creature token with "{T}: Add {G}."',
        ),
        ("Create a token named Clay. (It is clay.)", "Create a token named Clay."),
        ("You get {E}{E} (two energy counters).", "You get {E}{E}."),
    ],
)
def test_what_means_the_same_stays_one(one: str, other: str) -> None:
    of = Of("Clay Walker")
    assert normal.lines(one, of) == normal.lines(other, of)


# ---------------------------------------------------------------- tokens told by the cards that create them


@pytest.mark.parametrize(
    "behind",
    [".", " for each card in your hand.", ", then draw a card.", " that's tapped and attacking.", ". Draw a card."],
)
def test_a_token_is_told_by_a_card_that_creates_just_it(tmp_path: Path, behind: str) -> None:
    maker = PrintedCard("Nest", "{1}", "Artifact", f"{{T}}: Create a 1/1 white Bird creature token with flying{behind}")
    assert compared(tmp_path, BIRD, maker, name="Bird")[0].comparison.told_by == "Nest"


@pytest.mark.parametrize(
    "behind",
    [" and vigilance.", ", vigilance, and haste.", ' and "{T}: Draw a card."', '. It has "{T}: Draw a card."',
     ". That token gains haste.", " or haste."],
)  # fmt: skip
def test_a_token_is_not_told_by_a_card_that_creates_one_with_more(tmp_path: Path, behind: str) -> None:
    maker = PrintedCard("Nest", "{1}", "Artifact", f"{{T}}: Create a 1/1 white Bird creature token with flying{behind}")
    assert compared(tmp_path, BIRD, maker, name="Bird")[0].comparison.told_by == ""


# ---------------------------------------------------------------- the lock


def copied_horde(tmp_path: Path) -> Path:
    """A Horde's folder that an author has copied, in which one script is changed."""
    horde = tmp_path / "mine"
    (horde / "cards").mkdir(parents=True)
    built_in = folder("cardscripts") / "zombies"
    for file in [built_in / "deck.yaml", *built_in.rglob("*.horde"), *built_in.glob("cards/*.card")]:
        text = file.read_text(encoding="utf-8").replace("cost {3}{U}{U}", "cost {U}")
        (horde / file.relative_to(built_in)).parent.mkdir(parents=True, exist_ok=True)
        (horde / file.relative_to(built_in)).write_text(text, encoding="utf-8")
    return horde


def test_the_lock_sees_scripts_that_stand_in_place_of_built_in_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    horde = copied_horde(tmp_path)
    own = lock.read(folder("cardscripts") / lock.FILE)
    (horde / lock.FILE).write_text(lock.text_of(own.values()), encoding="utf-8")
    names = {each.name for each in declared_in(Library.standard([horde]), horde)}
    assert len(names) > 10
    assert cli.main(["oracle", "lock", "--check", "--folder", str(horde)]) == 1
    out = capsys.readouterr().out
    assert "Advanced Stitchwing: the script does not say what its card says" in out
    assert f"{len(names)} scripts" in out


def test_a_folder_without_scripts_proves_nothing_and_gets_no_lock(
    tmp_path: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    for more in ([], ["--check"]):
        assert cli.main(["oracle", "lock", "--folder", str(nothing), *more]) == 1
        assert "there are no scripts of cards or tokens" in capsys.readouterr().err
    assert list(nothing.iterdir()) == []


def test_a_linked_script_is_proven_too(scripts: Path, store: Store, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.card"
    elsewhere.write_text('card "Nobody Prints This"\n  cost {1}\n  type artifact\n', encoding="utf-8")
    (scripts / "linked.card").symlink_to(elsewhere)
    library = Library.standard([scripts])
    assert "Nobody Prints This" in {each.name for each in declared_in(library, scripts)}


def test_a_script_that_cannot_be_read_loses_no_entry_of_the_lock(scripts: Path, store: Store) -> None:
    assert cli.main(["oracle", "lock", "--folder", str(scripts)]) == 0
    before = lock.read(scripts / lock.FILE)
    (scripts / "all.card").write_text(
        'card "Urgo, First of Clay"\n  cost {G}\n  type legendary artifact\n  frob\n', encoding="utf-8"
    )
    assert cli.main(["oracle", "lock", "--folder", str(scripts)]) == 1
    assert set(lock.read(scripts / lock.FILE)) == set(before)


# ---------------------------------------------------------------- files and folders of one's own


def test_a_file_or_folder_of_scripts_is_compared(
    scripts: Path, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in (scripts, scripts / "all.card"):
        assert cli.main(["compare", str(place)]) == 0
        assert "3 cards: 3 equal" in capsys.readouterr().out
    (scripts / "broken.card").write_text('crad "Clay Jug"\n  cost {1}\n', encoding="utf-8")
    assert cli.main(["compare", str(scripts)]) == 1
    assert "broken.card:1" in capsys.readouterr().err
    (scripts / "notes").mkdir()
    assert cli.main(["compare", str(scripts / "notes")]) == 1
    assert "there are no scripts of cards or tokens here" in capsys.readouterr().err


def test_a_horde_is_compared_with_the_tokens_that_it_declares(scripts: Path, store: Store) -> None:
    """A card that creates a Treasure says no more of it than its name."""
    treasure = "token Treasure\n  color colorless\n  type artifact Treasure\n  {T}, sacrifice this: draw 9 cards\n"
    (scripts / "treasure.token").write_text(treasure, encoding="utf-8")
    (scripts / "deck.yaml").write_text(
        "name: clay\ntitle: Clay\nruleset: Limited Horde 2.1\nlists:\n  default:\n    Clay Walker: 2\n",
        encoding="utf-8",
    )
    maker = 'Create a Treasure token. (It\'s an artifact with "{T}, Sacrifice this token: Add one mana of any color.")'
    store.put([PrintedCard("Chest", "{1}", "Sorcery", maker)], "test")
    library = Library.standard([scripts])
    found = {each.comparison.written.name: each.state for each in check(wanted(library, [str(scripts)]), store)}
    assert found["Treasure"] == "missing" and found["Clay Walker"] == "equal"
