"""Lints of whole Hordes: what each finds, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest
import workbench

from hordemtg.authoring.lints import LINTS


def creature(name: str, *clauses: str) -> str:
    """The script of a creature."""
    return "\n  ".join((f'card "{name}"', "cost {B}", "type creature Orc", "stats 1/1", *clauses)) + "\n"


def spell(name: str, *clauses: str, kind: str = "sorcery") -> str:
    """The script of an instant or sorcery."""
    return "\n  ".join((f'card "{name}"', "cost {B}", f"type {kind}", *clauses)) + "\n"


ARCHER = creature("Idle Archer", "Shoot = {T}: this deals 1 damage to any target")
CALLER = creature("Ghoul Caller", "when this enters: create a Zombie token")
CALLING = """
card "Rat Caller"
  cost {B}
  type creature Orc
  stats 1/1
  when this enters: create a 1/1 black Rat creature token
"""
GIVING = """
card "Rat Giver"
  cost {B}
  type creature Orc
  stats 1/1
  when this enters: each opponent creates a 1/1 black Rat creature token
"""
SHOOTING = """
directive "Archers shoot"
  provenance stated
  in your second main phase: activate Shoot of "Idle Archer"
"""

# by lint: scripts and list of a Horde that it warns about (with words of the line), and of one that it lets be
CASES: dict[str, tuple[tuple[str, str, str], tuple[str, str]]] = {
    "missing-kind": (
        (CALLER, "Ghoul Caller: 1, Zombie Giant: 2", "when this enters"),
        (CALLER, "Ghoul Caller: 1, Zombie: 2"),
    ),
    "unused-ability": (
        (ARCHER, "Idle Archer: 1, Zombie: 2", "Shoot"),
        (ARCHER + SHOOTING, "Idle Archer: 1, Zombie: 2"),
    ),
    "never-cast": (
        (spell("Answer", "counter target spell", kind="instant"), "Answer: 1, Zombie: 2", "counter"),
        (spell("Answer", "choose one", "  - counter target spell", "  - each opponent loses 1 life"),
         "Answer: 1, Zombie: 2"),
    ),
    "stalled-reveal": (
        (spell("Murderous", "destroy target creature"), "Murderous: 1, Zombie: 2", "destroy"),
        (spell("Murderous", "destroy up to one target creature"), "Murderous: 1, Zombie: 2"),
    ),
    "refilled-library": (
        (spell("Recall", "return all creature cards from your graveyard to your hand"),
         "Recall: 1, Zombie: 2", "return all"),
        (spell("Recall", "return up to one target creature an opponent controls to its owner's hand"),
         "Recall: 1, Zombie: 2"),
    ),
    "no-token": (("", "Grunt: 4", "default"), ("", "Grunt: 3, Zombie: 1")),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_lint_finds_what_it_is_about(tmp_path: Path, name: str) -> None:
    scripts, cards, words = CASES[name][0]
    more = "directives: [Archers shoot]\n" if "directive" in scripts else ""
    found = workbench.warnings(workbench.horde(tmp_path / "doubtful", scripts, cards, more))
    assert workbench.names(found) == [name]
    (one,) = found
    assert one.severity == "warning"
    assert words in Path(one.file).read_text(encoding="utf-8").splitlines()[one.line - 1]


@pytest.mark.parametrize("name", CASES)
def test_a_lint_lets_a_near_miss_be(tmp_path: Path, name: str) -> None:
    scripts, cards = CASES[name][1]
    more = "directives: [Archers shoot]\n" if "directive" in scripts else ""
    assert workbench.warnings(workbench.horde(tmp_path / "fine", scripts, cards, more)) == []


COSTS = {
    "pay 3 life": "no life total",
    "discard a card": "no hand",
    "sacrifice an artifact": "a kind that no list holds",
}


@pytest.mark.parametrize("cost", COSTS)
def test_a_cost_that_a_horde_never_can_pay(tmp_path: Path, cost: str) -> None:
    script = creature("Dear", f"as an additional cost to cast this spell, {cost}")
    (found,) = workbench.warnings(workbench.horde(tmp_path / "dear", script, "Dear: 1, Zombie: 2"))
    assert "(never-cast)" in found.message and COSTS[cost] in found.message


def test_a_horde_that_draws_at_any_time_may_answer_a_spell(tmp_path: Path) -> None:
    script = spell("Answer", "counter target spell", kind="instant") + creature("Reader", "when this dies: draw a card")
    found = workbench.warnings(workbench.horde(tmp_path / "quick", script, "Answer: 1, Reader: 1, Zombie: 2"))
    assert workbench.names(found) == ["stalled-reveal"]


def test_a_sacrifice_of_what_the_list_holds_only_may_stall(tmp_path: Path) -> None:
    script = creature("Dear", "as an additional cost to cast this spell, sacrifice a creature")
    found = workbench.warnings(workbench.horde(tmp_path / "dear", script, "Dear: 1, Zombie: 2"))
    assert workbench.names(found) == ["stalled-reveal"]


def test_a_horde_with_a_hand_can_discard(tmp_path: Path) -> None:
    script = creature("Dear", "as an additional cost to cast this spell, discard a card")
    at = workbench.horde(tmp_path / "dear", script, "Dear: 1, Zombie: 44", ruleset="Knudson 2011")
    assert workbench.names(workbench.warnings(at)) == []


def test_tokens_out_of_nothing_are_no_missing_kind(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "old", CALLER, "Ghoul Caller: 1, Zombie Giant: 44", ruleset="Knudson 2011")
    assert workbench.warnings(at) == []


def test_an_ability_for_mana_or_for_opponents_needs_no_directive(tmp_path: Path) -> None:
    script = ('card "Stone"\n  cost {2}\n  type artifact\n  Shine = {T}: add {C}\n'
              "  Break = {2}: destroy this. any opponent may activate this ability\n")  # fmt: skip
    assert workbench.warnings(workbench.horde(tmp_path / "stones", script, "Stone: 1, Zombie: 2")) == []


def test_lists_of_different_size(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "lists", "", "Grunt: 2, Zombie: 2")
    manifest = at / "deck.yaml"
    manifest.write_text(manifest.read_text() + "  short:\n    Zombie: 3\n  even:\n    Zombie: 4\n", encoding="utf-8")
    (found,) = workbench.warnings(at)
    assert "`short` has 3 cards, `default` has 4" in found.message
    assert manifest.read_text().splitlines()[found.line - 1] == "  short:"


def test_a_list_smaller_than_its_ruleset_deals(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "small", "", "Grunt: 2, Zombie: 2", ruleset="Knudson 2011")
    (found,) = workbench.warnings(at)
    assert "plays with 45 cards" in found.message


def test_a_token_that_a_card_describes_itself_is_of_a_kind_as_well(tmp_path: Path) -> None:
    found = workbench.warnings(workbench.horde(tmp_path / "told", CALLING, "Rat Caller: 1, Zombie: 2"))
    assert workbench.names(found) == ["missing-kind"]


def test_tokens_for_others_are_none_of_the_hordes_deck(tmp_path: Path) -> None:
    assert workbench.warnings(workbench.horde(tmp_path / "given", GIVING, "Rat Giver: 1, Zombie: 2")) == []


def test_rules_that_nothing_names_never_hold(tmp_path: Path) -> None:
    scripts = ARCHER + SHOOTING + 'errata "Archer is cheap" of "Idle Archer"\n  provenance stated\n  cost {0}\n'
    found = workbench.warnings(workbench.horde(tmp_path / "silent", scripts, "Idle Archer: 1, Zombie: 2"))
    assert workbench.names(found) == ["unused-ability", "unnamed-rule", "unnamed-rule"]
    assert "under `errata:`" in found[1].help and "under `directives:`" in found[2].help


def test_where_some_rules_are_named_others_may_be_for_another_way_to_play(tmp_path: Path) -> None:
    other = SHOOTING.replace("Archers shoot", "Archers shoot early").replace("second main phase", "upkeep")
    at = workbench.horde(tmp_path / "chosen", ARCHER + SHOOTING + other, "Idle Archer: 1, Zombie: 2",
                         "directives: [Archers shoot]\n")  # fmt: skip
    assert workbench.warnings(at) == []


def test_rules_for_cards_that_no_list_holds(tmp_path: Path) -> None:
    scripts = ('card "Absent"\n  cost {B}\n  type creature Orc\n  stats 1/1\n  Act = {T}: draw a card\n'
               'errata "Absent is cheaper" of "Absent"\n  provenance stated\n  cost {1}\n'
               'directive "Absent acts"\n  provenance stated\n  in your upkeep: activate Act of "Absent"\n'
               'errata "Grunt is dear" of "Grunt"\n  provenance stated\n  cost {5}\n')  # fmt: skip
    more = "errata:\n  - Absent is cheaper\n  - Grunt is dear\ndirectives:\n  - Absent acts\n"
    found = workbench.warnings(workbench.horde(tmp_path / "absent", scripts, more=more))
    assert workbench.names(found) == ["idle-rule", "idle-rule"]
    assert [d.line for d in found] == [4, 7]


# ---------------------------------------------------------------- the Survivor's cards

SPELLS = {
    "destroy target artifact": "no card on either side",
    "destroy target artifact or creature": "",
    "you win the game": "no effect makes a Survivor win",
    "target opponent gets 3 poison counters": "poison counters",
    "target player discards a card": "",  # the Horde mills instead (H3.6)
    "you gain 3 life": "",
    "choose one\n    - destroy target artifact\n    - destroy target planeswalker": "no card on either side",
    "choose one\n    - destroy target artifact\n    - destroy target creature": "",
}


def deck(at: Path, text: str) -> Path:
    """A Survivor's deck of one spell and some lands."""
    at.mkdir()
    (at / "deck.txt").write_text("2 Doubtful Spell\n10 Swamp\n", encoding="utf-8")
    (at / "spell.card").write_text(f'card "Doubtful Spell"\n  cost {{B}}\n  type sorcery\n  {text}\n', encoding="utf-8")
    return at


@pytest.mark.parametrize("text", SPELLS)
def test_a_survivor_card_that_does_nothing_here(tmp_path: Path, text: str) -> None:
    found = workbench.warnings(workbench.horde(tmp_path / "dead", ""), deck(tmp_path / "mine", text))
    why = SPELLS[text]
    assert workbench.names(found) == (["idle-survivor-card"] if why else [])
    assert all(why in d.message for d in found)


def test_a_horde_that_never_has_a_hand_is_not_made_to_discard(tmp_path: Path) -> None:
    at = workbench.horde(tmp_path / "bulls", "", "Grunt: 4", ruleset="Battle the Horde")
    (found,) = workbench.warnings(at, deck(tmp_path / "mine", "target opponent discards a card"))
    assert "no hand" in found.message


# ---------------------------------------------------------------- faults and what only looks like them

EGG = "token Egg\n  colors black\n  type creature Egg\n  stats 0/1\n  {}\n"
GO = 'directive "Go"\n  provenance stated\n  {}\n'
MADE_ARTIFACT = "create a 1/1 colorless Thopter artifact creature token"

# the clause of a creature called Card, and the lints that find something in it
CLAUSES = {
    "afterlife 1": ["missing-kind"],
    "living weapon": ["missing-kind"],
    'Zombies you control have "when this dies: create a 1/1 black Rat creature token"': ["missing-kind"],
    "when this enters: create a 2/2 black Zombie creature token": [],
    'Zombies you control have "{T}: draw a card"': ["unused-ability"],
    'when this enters: target creature gains "{T}: draw a card" until end of turn': ["unused-ability"],
    'Zombies you control have "{T}: add {B}"': [],
    'creatures your opponents control have "{T}: draw a card"': [],
    "as an additional cost to cast this spell, pay 3 life or sacrifice a creature": ["stalled-reveal"],
    "as an additional cost to cast this spell, return a creature you control to its owner's hand": [
        "stalled-reveal", "refilled-library"],
    "when this dies: return it to its owner's hand": ["refilled-library"],
    "whenever a creature dies: put it on the bottom of its owner's library": ["refilled-library"],
    "whenever a creature an opponent controls dies: put it on the bottom of its owner's library": [],
    "if a creature you control would die, put it on the bottom of its owner's library instead": ["refilled-library"],
    "if a creature an opponent controls would die, put it on the bottom of its owner's library instead": [],
    "soulshift 3": ["refilled-library"],
    "when this enters: return all other creatures to their owners' hands": ["refilled-library"],
    "when this enters: return all creatures your opponents control to their owners' hands": [],
    "when this enters: each player returns a creature they control to its owner's hand": ["refilled-library"],
}  # fmt: skip


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_of_a_creature(tmp_path: Path, clause: str) -> None:
    at = workbench.horde(tmp_path / "one", creature("Card", clause), "Card: 1, Zombie: 2")
    assert workbench.names(workbench.warnings(at)) == CLAUSES[clause]


TEXTS: dict[tuple[str, ...], list[str]] = {
    ("choose two", "  - destroy target artifact", "  - destroy target creature", "  - draw a card"): ["stalled-reveal"],
    ("choose two", "  - each opponent loses 1 life", "  - destroy target creature", "  - draw a card"): [],
    ("choose two", "  - counter target spell", "  - destroy target creature"): ["never-cast"],
    ("destroy target Goat you control. draw 2 cards",): ["never-cast"],
    ("destroy target Zombie you control. draw 2 cards",): ["stalled-reveal"],
}


@pytest.mark.parametrize("lines", TEXTS, ids=" ".join)
def test_a_text_of_a_sorcery(tmp_path: Path, lines: tuple[str, ...]) -> None:
    at = workbench.horde(tmp_path / "one", spell("Card", *lines), "Card: 1, Zombie: 2")
    assert workbench.names(workbench.warnings(at)) == TEXTS[lines]


def test_a_kind_that_a_card_of_the_list_makes_can_be_paid_with(tmp_path: Path) -> None:
    """By a token that a card describes itself, or by types that a card gives."""
    dear = creature("Dear", "as an additional cost to cast this spell, sacrifice an artifact")
    for n, clause in enumerate((f"when this enters: {MADE_ARTIFACT}",
                                "Zombies you control are artifacts in addition to their other types")):  # fmt: skip
        at = workbench.horde(
            tmp_path / str(n), dear + creature("Maker", clause), "Dear: 1, Maker: 1, Zombie: 44", "", "Knudson 2011"
        )
        assert workbench.names(workbench.warnings(at)) == ["stalled-reveal"]


def test_a_command_zone_that_nothing_casts_from(tmp_path: Path) -> None:
    casting = GO.format("whenever you have priority: cast the top card of your command zone")
    command = "  big:\n    zone: command\n    Answer: 1\n"
    answer = spell("Answer", "counter target spell", kind="instant")
    for name, scripts, more, lists, wanted in (
        ("uncast", answer, "", command, ["never-cast"]),
        ("cast", answer + casting, "directives: [Go]\n", command, []),
        ("bare", casting, "directives: [Go]\n", "", ["idle-rule"]),
    ):
        at = workbench.horde(tmp_path / name, scripts, more=more)
        with (at / "deck.yaml").open("a", encoding="utf-8") as file:
            file.write(lists)
        found = [d for d in workbench.warnings(at) if "(never-cast)" in d.message or "(idle-rule)" in d.message]
        assert workbench.names(found) == wanted, name


def test_an_offer_of_what_no_list_holds(tmp_path: Path) -> None:
    for kind, wanted in (("Goat", ["idle-rule"]), ("Zombie", [])):
        offer = GO.format(f"in your upkeep: sacrifice each doomed {kind} you control to an ability")
        at = workbench.horde(tmp_path / kind, offer, more="directives: [Go]\n")
        assert workbench.names(workbench.warnings(at)) == wanted


def test_the_ability_of_a_token_needs_a_directive_too_and_can_have_one(tmp_path: Path) -> None:
    egg, layer = EGG.format("Hatch = {1}: draw a card"), creature("Layer", "when this enters: create an Egg token")
    go = GO.format('in your upkeep: activate Hatch of "Egg"')
    for scripts, more, cards, wanted in (
        (egg + layer, "", "Layer: 1, Zombie: 44", ["unused-ability"]),
        (egg + layer + go, "directives: [Go]\n", "Layer: 1, Zombie: 44", []),
        (egg + layer + go, "directives: [Go]\n", "Grunt: 1, Zombie: 44", ["idle-rule"]),
    ):
        name = str(len(scripts) + len(cards) + len(more))
        at = workbench.horde(tmp_path / name, scripts, cards, more, "Knudson 2011")
        assert workbench.names(workbench.warnings(at)) == wanted


@pytest.mark.parametrize(
    ("clause", "text", "idle"),
    [
        ("", "destroy up to one target artifact", True), ("", "destroy all artifacts", True),
        ("", "each opponent sacrifices an artifact", True), ("", "each opponent sacrifices a creature", False),
        ("", "destroy all artifacts. draw a card", False), ("", "counter target noncreature spell", True),
        ("", "counter target creature spell", False),
        (f"when this dies: {MADE_ARTIFACT}", "destroy target artifact", False),
        ("when this dies: create an Egg token", "destroy target artifact", False),
        ("afterlife 1", "destroy target white creature", False),
        ("when this enters: target creature becomes white until end of turn", "destroy target white creature", False),
        ("", "destroy target white creature", True),
    ],
)  # fmt: skip
def test_what_the_horde_and_its_tokens_can_be(tmp_path: Path, clause: str, text: str, idle: bool) -> None:
    scripts = creature("Maker", *([clause] if clause else [])) + EGG.format(f"when this dies: {MADE_ARTIFACT}")
    at = workbench.horde(tmp_path / "made", scripts, "Maker: 1, Zombie: 44", ruleset="Knudson 2011")
    found = workbench.warnings(at, deck(tmp_path / "mine", text))
    assert workbench.names(found) == (["idle-survivor-card"] if idle else [])


def test_every_lint_has_a_name_and_a_sentence_of_its_own() -> None:
    assert len({each.name for each in LINTS}) == len(LINTS)
    assert all(each.about.endswith(".") and each.name == each.name.lower() for each in LINTS)


def test_every_lint_is_tried() -> None:
    tried = {*CASES, "uneven-lists", "idle-rule", "unnamed-rule", "idle-survivor-card"}
    assert {each.name for each in LINTS} == tried
