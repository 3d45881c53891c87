"""`hordemtg rules`: every rule in force, once, in its script's words, with who says so and where it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hordemtg import cli
from hordemtg.compiler.library import Library
from hordemtg.play.rules_sheet import Row, sheet, told
from hordemtg.script.diagnostics import ScriptError


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


def rows(library: Library, horde: str = "zombies", ruleset: str = "") -> tuple[Row, ...]:
    return sheet(library, horde, ruleset).rows


def test_every_row_stands_where_it_says(library: Library) -> None:
    for horde in library.manifests:
        for row in rows(library, horde):
            line = Path(row.file).read_text(encoding="utf-8").splitlines()[row.line - 1]
            assert row.words, row
            if row.kind in ("ruleset", "emblem"):
                assert row.words.split()[:3] == line.split()[:3], row
            elif row.kind != "horde":
                assert line.startswith(row.kind), row
                assert row.name.removesuffix(")").split(" (")[0] in line, row


def test_a_statement_is_the_scripts_own_line_with_those_that_continue_it(library: Library) -> None:
    found = {row.rule: row for row in rows(library) if row.kind == "ruleset"}
    assert found["H1.5"].words == "surge when the graveyard and exile exceed the library: 2 more reveals"
    assert found["H2.2"].words == "reveal until a nontoken card is cast or 3 cards are cast"
    assert found["H2.2"].provenance == "second-hand"
    assert found["H2.2"].reason.startswith("the step table is lost")
    assert found["H1.3"].source == "Horde Magic, Limited Edition 2.1"


def test_errata_directives_and_keywords_in_force(library: Library) -> None:
    found = {(row.kind, row.name) for row in rows(library)}
    manifest = library.horde("zombies")
    assert {name for kind, name in found if kind == "errata"} == {
        f"{name} ({library.errata[name].card})" for name in manifest.errata
    }
    named = {name for kind, name in found if kind == "directive"}
    assert named == {*manifest.directives, *library.rulesets[manifest.ruleset].directives}
    assert ("keyword", "Hunting") in found
    assert ("errata", "Graf Harvest fades without Zombies (Graf Harvest)") not in found
    assert ("keyword", "Kluge") not in found


def test_keywords_of_the_hordes_cards_and_emblems_of_its_manifest(library: Library) -> None:
    assert any(row.kind == "keyword" and row.name == "Kluge" for row in rows(library, "goblins"))
    emblems = {row.name for row in rows(library, "eldrazi") if row.kind == "emblem"}
    assert set(library.horde("eldrazi").survivor_emblems) <= emblems


def test_a_variant_says_what_is_different_and_what_it_takes_over(library: Library) -> None:
    usual, aggro = rows(library), rows(library, ruleset="aggro")
    assert not any(row.rule == "H11.1" for row in usual)
    assert [row.words for row in aggro if row.rule == "H11.1" and row.kind == "emblem"] == [
        "Wounds = for every 1 damage dealt to you or life you lose until cleanup: mill a card",
        "creatures you control have Hunting",
    ]
    assert not any(row.rule in ("H1.5", "H7.4") for row in aggro)
    taken = [row for row in aggro if row.kind == "emblem" and row.rule == "H2.4"]
    assert [Path(row.file).name for row in taken] == ["limited_2_1.horde"]


def test_no_line_is_told_twice(library: Library) -> None:
    for horde in library.manifests:
        places = [(row.file, row.line) for row in rows(library, horde)]
        assert len(places) == len(set(places))


def test_only_what_is_sure_has_the_rulebook_as_its_source(library: Library) -> None:
    for horde in library.manifests:
        for row in rows(library, horde):
            if row.provenance == "stated":
                assert row.source
            if row.provenance == "second-hand":
                assert row.source or row.reason, row


def test_unknown_names_have_their_nearest(library: Library) -> None:
    with pytest.raises(ScriptError, match="did you mean `zombies`"):
        sheet(library, "zombi")
    with pytest.raises(ScriptError, match="did you mean `aggro`"):
        sheet(library, "zombies", "agro")
    with pytest.raises(ScriptError, match="not for a game against a Horde"):
        sheet(library, "zombies", "plain")


def test_it_is_told_in_lines(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "zombies"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Zombies, by the ruleset Limited Horde 2.1: ")
    n = next(
        n
        for n, line in enumerate(lines)
        if line.endswith("surge when the graveyard and exile exceed the library: 2 more reveals")
    )
    assert lines[n].split()[:2] == ["H1.5", "stated"]
    assert "limited_2_1.horde:" in lines[n + 1]
    found = sheet(library, "zombies")
    assert sum(" stated " in line or " inferred " in line for line in lines) >= len(found.rows) // 2
    assert next(iter(told(found))) == lines[0]


def test_it_is_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "zombies", "--ruleset", "pin-down", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ruleset"] == "pin-down"
    assert {"kind", "name", "rule", "words", "provenance", "source", "reason", "file", "line"} == set(found["rules"][0])


def test_a_horde_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deck.yaml").write_text(
        "name: mine\nruleset: own\nlists:\n  default:\n    Zombie: 3\n", encoding="utf-8"
    )
    (tmp_path / "rules.horde").write_text(
        'ruleset "own"\n  variant of "Limited Horde 2.1"\n  survivors take 9 turns first # so many\n'
        "    [H1.3 inferred: I think so]\n",
        encoding="utf-8",
    )
    assert cli.main(["rules", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "survivors take 9 turns first\n" in out
    assert f"{tmp_path / 'rules.horde'}:3; Horde Magic, Limited Edition 2.1; I think so\n" in out
    assert "survivors take 4 turns first" not in out


def test_what_an_author_adds_is_not_said_by_the_projects_source(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text("name: n\nruleset: wet\nlists:\n  default:\n    Zombie: 9\n", encoding="utf-8")
    own = tmp_path / "wet.horde"
    text = 'ruleset "wet"\n  variant of "Limited Horde 2.1"\n  survivors take 5 turns first\n'
    own.write_text(text, encoding="utf-8")

    def sources() -> dict[str, str]:
        found = rows(Library.standard([tmp_path]), str(tmp_path))
        return {row.words: row.source for row in found if row.kind == "ruleset"}

    said = sources()
    assert said["survivors take 5 turns first"] == ""
    assert said["each survivor begins with 20 life"] == "Horde Magic, Limited Edition 2.1"
    own.write_text(text.replace("  survivors", '  source "our table"\n  survivors'), encoding="utf-8")
    said = sources()
    assert said["survivors take 5 turns first"] == "our table"
    assert said["each survivor begins with 20 life"] == ""
