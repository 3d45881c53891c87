"""Rulesets and emblems that are variants of others: what they take over, what they replace, what is said where."""

from __future__ import annotations

from hordemtg.cards.abilities import StaticAbility
from hordemtg.compiler.library import Library

BASE = """
emblem "Old"
  creatures you control have haste [H2.4 inferred]
  Skin = creatures you control have flying [H2.5 stated]

emblem "Other"
  creatures you control have menace [H2.5 stated]

ruleset "base"
  source "a book"
  each survivor begins with 20 life [H1.1 stated]
  surge when the graveyard and exile exceed the library: 2 more reveals [H1.5 stated]
  the horde has emblem "Old" [H2.8 inferred]
  survivors have emblem "Other" from the epilogue on [H7.2 stated]
"""


def load(text: str) -> Library:
    return Library.load([], texts={"base": BASE, "variant": text})


def test_an_emblem_takes_over_the_lines_that_it_does_not_name() -> None:
    library = load('emblem "New"\n  variant of "Old"\n  Skin = creatures you control have reach\n')
    assert library.diagnostics == []
    new, old = library.emblems["New"], library.emblems["Old"]
    assert new.abilities[0] == old.abilities[0]
    assert isinstance(new.abilities[1], StaticAbility)
    assert new.abilities[1] != old.abilities[1]
    assert [each.place.file for each in new.abilities] == ["base", "variant"]
    assert [said.rule for said in new.authorities] == ["H2.4", ""]


def test_an_emblem_adds_lines_at_its_end() -> None:
    library = load('emblem "New"\n  variant of "Old"\n  creatures you control have reach\n')
    assert library.diagnostics == []
    assert len(library.emblems["New"].abilities) == 3
    assert library.emblems["New"].abilities[:2] == library.emblems["Old"].abilities


def test_what_is_wrong_with_a_line_is_said_once_where_it_stands() -> None:
    library = load(
        'emblem "Bad"\n  Skin = unsupported "glows"\n\n'
        'emblem "New"\n  variant of "Bad"\n  creatures you control have reach\n'
    )
    assert [(d.line, d.message) for d in library.diagnostics] == [(2, "not supported: glows")]


def test_an_emblem_stands_in_place_of_another() -> None:
    library = load(
        'ruleset "varied"\n  variant of "base"\n  the horde has emblem "Other" in place of "Old" [H11.1 stated]\n'
        '  survivors have emblem "Old" in place of "Other"\n'
    )
    assert library.diagnostics == []
    varied = library.rulesets["varied"]
    assert varied.horde_emblems == ("Other",)
    assert varied.survivor_emblems == (("preparation", "Old"),)
    words = [text for text, _ in varied.authorities]
    assert words[-2:] == ["the horde has emblem Other in place of Old", "survivors have emblem Old in place of Other"]


def test_without_in_place_of_an_emblem_is_added() -> None:
    library = load('ruleset "varied"\n  variant of "base"\n  the horde has emblem "Other"\n')
    assert library.rulesets["varied"].horde_emblems == ("Old", "Other")


def test_the_same_emblem_from_another_stage_on_replaces_the_sentence() -> None:
    library = load('ruleset "varied"\n  variant of "base"\n  survivors have emblem "Other" from the surge on\n')
    assert library.rulesets["varied"].survivor_emblems == (("surge", "Other"),)


def test_no_surge() -> None:
    library = load('ruleset "varied"\n  variant of "base"\n  no surge\n')
    assert library.rulesets["base"].surge
    assert not library.rulesets["varied"].surge


def test_every_sentence_has_its_place_and_the_whole_its_source() -> None:
    library = load('ruleset "varied"\n  variant of "base"\n  no surge\n')
    varied = library.rulesets["varied"]
    places = [(place.file, place.line) for place in varied.places]
    assert places == [("base", 11), ("base", 13), ("base", 14), ("variant", 3)]
    assert varied.authority.source == "a book"
    assert len(varied.places) == len(varied.authorities)
