"""The library: folders of scripts, errata, rulesets, manifests and deck lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.abilities import ActivatedAbility, KeywordAbility
from hordemtg.cards.horde import ActivateDirective, ChoiceDirective
from hordemtg.compiler.library import Library
from hordemtg.script.diagnostics import ScriptError

CARDS = """
token Goblin
  colors red
  type creature Goblin
  stats 1/1
card "Thrower"
  cost {3}{R}
  type creature Goblin
  stats 2/2
  flying, haste
  Throw = {1}, sacrifice a Goblin: this deals 2 damage to any target
emblem "Rules"
  creatures you control have haste [H2.4 inferred: the box is lost]
  flying [H1.1 stated]
errata "Free throw" of "Thrower"
  rule H9.3
  source "rulebook, Goblins"
  provenance stated
  Throw costs no mana
errata "Slow" of "Thrower"
  remove haste
errata "Strong" of "Thrower"
  replace Throw: Throw = sacrifice a Goblin: this deals 3 damage to any target
ruleset "Base"
  each player begins with 30 life [H1.1 stated]
  reveal until a nontoken card is cast or 3 cards are cast [H2.2 second-hand]
  surge when the graveyard and exile exceed the library: 2 more reveals [H1.5 stated]
  the horde has emblem "Rules" [H2.8 inferred]
  errata "Slow"
ruleset "Always"
  variant of "Base"
  always reveal 3 cards, 1 of them in the draw step [H2.3 reconstructed]
directive "Works"
  rule H9.4
  in your upkeep: activate Throw of "Thrower" with mana of nontoken creatures you control, spending Goblins of the least
    mana value, while you control a Goblin
"""

MANIFEST = """
name: goblins
title: Goblins
ruleset: Base
errata: [Free throw]
directives: [Works]
lists:
  default: {Thrower: 2, Goblin: 25}
  fewer: {based on: default, Goblin: 20}
"""


def load(folder: Path, manifest: str = MANIFEST, **files: str) -> Library:
    (folder / "cards.horde").write_text(CARDS, encoding="utf-8")
    if manifest:
        (folder / "deck.yaml").write_text(manifest, encoding="utf-8")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return Library.load([folder])


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = load(tmp_path, deck_txt="# a deck\n2 Thrower\n1x Thrower # more\n")
    assert [str(found) for found in made.diagnostics] == []
    return made


def throw(definition: object) -> ActivatedAbility:
    (made,) = [ability for ability in definition.abilities if isinstance(ability, ActivatedAbility)]  # type: ignore[attr-defined]
    return made


# ---------------------------------------------------------------- errata


def test_an_erratum_changes_only_the_copies_that_ask_for_it(library: Library) -> None:
    assert len(throw(library.cards["Thrower"]).cost) == 2
    changed = library.with_errata(["Free throw"])["Thrower"]
    assert throw(changed).cost == (e.SacrificeSome(t.IsSubtype("Goblin")),)
    assert changed.errata == ("Free throw",)
    assert library.errata["Free throw"].authority.rule == "H9.3"


def test_errata_of_one_card_add_up(library: Library) -> None:
    changed = library.with_errata(["Slow", "Strong"])["Thrower"]
    assert [ability.name for ability in changed.abilities if isinstance(ability, KeywordAbility)] == ["flying"]
    assert throw(changed).body.steps[0].amount == t.Number(3)  # type: ignore[attr-defined]


def test_the_hordes_copies_have_the_errata_of_ruleset_and_manifest(library: Library) -> None:
    assert library.playing(library.horde("goblins"))["Thrower"].errata == ("Slow", "Free throw")


def test_errata_know_their_own_place(library: Library) -> None:
    assert throw(library.with_errata(["Strong"])["Thrower"]).place.line > 20


# ---------------------------------------------------------------- rulesets, directives, emblems


def test_a_ruleset_keeps_who_says_so(library: Library) -> None:
    base = library.rulesets["Base"]
    assert (base.life, base.reveals.limit, base.reveals.surge_more) == (30, 3, 2)  # type: ignore[union-attr]
    said = dict(base.authorities)
    assert said["reveal until a nontoken card is cast or 3 cards are cast"].provenance == "second-hand"


def test_a_variant_replaces_what_it_says(library: Library) -> None:
    always = library.rulesets["Always"]
    assert always.life == 30
    assert (always.reveals.until_nontoken, always.reveals.in_draw_step, always.reveals.surge_more) == (False, 1, 2)  # type: ignore[union-attr]
    assert not any(text.startswith("reveal until") for text, _ in always.authorities)


def test_each_ability_of_an_emblem_has_its_authority(library: Library) -> None:
    rules = library.emblems["Rules"]
    assert [said.rule for said in rules.authorities] == ["H2.4", "H1.1"]
    assert rules.authorities[0].reason == "the box is lost"


def test_a_directive_to_activate(library: Library) -> None:
    works = library.directives["Works"]
    assert isinstance(works, ActivateDirective)
    assert (works.window, works.card, works.ability) == ("upkeep", "Thrower", "Throw")
    assert [preference.word for preference in works.preferences] == ["the least mana value"]


# ---------------------------------------------------------------- manifests and decks


def test_lists_build_on_each_other(library: Library) -> None:
    default, fewer = library.horde("goblins").lists
    assert (default.cards, fewer.cards) == (((2, "Thrower"), (25, "Goblin")), ((2, "Thrower"), (20, "Goblin")))


def test_a_list_for_the_command_zone_and_emblems(tmp_path: Path) -> None:
    more = "  giants: {zone: command, top: Thrower, Thrower: 1, Goblin: 2}\n"
    more += "horde emblems: [Rules]\nsurvivor emblems: [Rules]\n"
    found = load(tmp_path, MANIFEST + more)
    assert not found.diagnostics
    made = found.horde("goblins")
    assert [(deck.name, deck.zone, deck.top) for deck in made.lists[2:]] == [("giants", "command", "Thrower")]
    assert (made.horde_emblems, made.survivor_emblems) == (("Rules",), ("Rules",))


def test_a_deck_list(library: Library) -> None:
    (deck,) = library.decks.values()
    assert deck.cards == ((3, "Thrower"),)


def test_a_horde_may_be_a_folder(tmp_path: Path, library: Library) -> None:
    assert library.horde(str(tmp_path)).name == "goblins"
    with pytest.raises(ScriptError, match="did you mean `goblins`"):
        library.horde("gobilns")


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (MANIFEST.replace("Thrower: 2", "Throwr: 2"), "there is no script for the card `Throwr` in the list `default`"),
        (MANIFEST.replace("Free throw", "Free thow"), "there is no script for the erratum `Free thow`"),
        (MANIFEST.replace("[Works]", "[Work]"), "there is no script for the directive `Work`"),
        (MANIFEST.replace("ruleset: Base", "ruleset: Bas"), "there is no script for the ruleset `Bas`"),
        (MANIFEST.replace("title:", "titel:"), "unknown entry `titel`"),
        (MANIFEST + "horde emblems: [Rulez]\n", "there is no script for the emblem `Rulez`"),
        (MANIFEST + "survivor emblems: [Rulez]\n", "there is no script for the emblem `Rulez`"),
        (MANIFEST + "  more: {zone: hand, Thrower: 1}\n", "a list cannot be for `hand`"),
        (MANIFEST + "  more: {zone: command, top: Goblin, Thrower: 1}\n", "the list has no `Goblin` to be on top"),
        (MANIFEST + "  more: {top: Thrower, Thrower: 1}\n", "a library is shuffled: no card of it begins on top"),
        (
            MANIFEST.split("lists:")[0] + "lists:\n  only: {zone: command, Thrower: 1}\n",
            "`lists` names at least one list for the library",
        ),
        (MANIFEST.replace("Thrower: 2", "Thrower: 2000"), "the count of Thrower is a whole number up to 1000"),
        (MANIFEST.replace("based on: default", "based on: defalt"), "no list `defalt` stands above"),
        (
            MANIFEST + "name: again\n",
            'this is not YAML: found duplicate key "name" with value "again" (original value: "goblins")',
        ),
        ("a: &x [1]\nb: *x\n", "anchors and aliases are not allowed here"),
        ("- 1\n", "a manifest is a mapping of names to values"),
        ("name: [\n", None),
        ("!!python/object/apply:os.system ['true']\n", None),
    ],
)  # fmt: skip
def test_faulty_manifests(tmp_path: Path, manifest: str, message: str | None) -> None:
    found = [each.message for each in load(tmp_path, manifest).diagnostics]
    assert found
    assert message is None or message in found


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("1 Throwr\n", "there is no script for the card `Throwr`"),
        ("Thrower\n", "a line of a deck list is a count and a name"),
        ("0 Thrower\n", "a count is from 1 to 1000"),
        ("", "this deck list is empty"),
    ],
)
def test_faulty_decks(tmp_path: Path, deck: str, message: str) -> None:
    assert message in [each.message for each in load(tmp_path, deck_txt=deck).diagnostics]


# ---------------------------------------------------------------- the built-in scripts


@pytest.fixture(scope="module")
def standard() -> Library:
    return Library.standard()


def test_the_built_in_scripts_are_without_fault(standard: Library) -> None:
    assert [str(found) for found in standard.diagnostics] == []


def test_every_choice_of_the_horde_has_a_directive(standard: Library) -> None:
    named = standard.rulesets["Limited Horde 2.1"].directives
    situations = {made.situation for name in named if isinstance(made := standard.directives[name], ChoiceDirective)}
    assert {"a target to harm", "a target to damage", "what to give up", "a mode", "whether to"} <= situations


@pytest.mark.parametrize("name", ["default", "as coded"])
def test_the_zombies_are_fifty(standard: Library, name: str) -> None:
    (found,) = [deck for deck in standard.horde("zombies").lists if deck.name == name]
    assert sum(count for count, _ in found.cards) == 50


def test_diagnostics_are_plain_data(tmp_path: Path) -> None:
    (found, *_) = load(tmp_path, "- 1\n").diagnostics
    assert json.loads(json.dumps(found.to_json()))["severity"] == "error"
