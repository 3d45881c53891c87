"""The version of the language: what a script declares, what is refused, and how an older script is brought up."""

from __future__ import annotations

import pytest

from hordemtg.compiler.library import Library
from hordemtg.script import format as form
from hordemtg.script import parser, upgrades
from hordemtg.script.diagnostics import ScriptError

OX = 'card "Moss Ox"\n  cost {G}\n  type creature Ox\n  stats 2/2\n'
OLD = (
    'directive "Offers" # of the first kind\n  rule H9.4\n'
    "  whenever you have priority: sacrifice to an ability each doomed nontoken Ox you control # spared:\n"
    "    unless it deals lethal damage\n\n"
    'directive "Offers all"\n  in your upkeep: sacrifice to an ability each doomed creature you control\n'
)
NEW = (
    'directive "Offers" # of the first kind\n  rule H9.4\n'
    "  whenever you have priority: sacrifice each doomed nontoken Ox you control to an ability # spared:\n"
    "    unless it deals lethal damage\n\n"
    'directive "Offers all"\n  in your upkeep: sacrifice each doomed creature you control to an ability\n'
)


def errors(text: str) -> list[str]:
    return [found.message for found in parser.parse(text, "x.card").diagnostics]


def test_there_is_an_upgrade_from_every_version_but_the_current_one() -> None:
    assert sorted(upgrades.UPGRADES) == list(range(1, upgrades.CURRENT))
    assert all(upgrades.UPGRADES.values())


@pytest.mark.parametrize("head", ["", "language 2\n\n", "# mine\nlanguage 2 # now\n"])
def test_the_current_version_may_be_declared_or_not(head: str) -> None:
    result = parser.parse(head + OX)
    assert result.diagnostics == ()
    assert [node.kind for node in result.declarations] == ["card"]
    assert Library.load([], texts={"x.card": head + OX}).diagnostics == []


def test_a_newer_version_is_refused_once_and_says_what_reads_it() -> None:
    found = parser.parse("language 99\n\nsomething nobody knows yet\n" + OX, "x.card")
    assert found.declarations == ()
    (only,) = found.diagnostics
    assert "written in language 99" in only.message and "newer hordemtg" in only.message
    assert "hordemtg 0" in only.help and f"language {upgrades.CURRENT}" in only.help
    assert (only.line, only.column, only.length) == (1, 10, 2)
    with pytest.raises(ScriptError):
        form.upgraded("language 99\n" + OX)


def test_an_older_version_is_refused_and_says_how_to_bring_it_up() -> None:
    (only,) = parser.parse("language 1\n" + OLD, "x.horde").diagnostics
    assert "written in language 1" in only.message
    assert "hordemtg fmt --upgrade x.horde" in only.help


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("language\n", "after `language` stands the number"),
        ("language two\n", "after `language` stands the number"),
        ("language 2 3\n", "after `language` stands the number"),
        ("language 0\n", "there is no language 0"),
        (OX + "\nlanguage 2\n", "`language` stands in the first line"),
        ("language 2\nlanguage 2\n", "`language` stands in the first line"),
    ],
)
def test_what_is_wrong_with_the_line(text: str, message: str) -> None:
    assert [found for found in errors(text) if message in found]
    assert len(errors(text)) == 1


def test_an_old_line_in_a_script_without_version_is_told_apart_from_a_mistake() -> None:
    found = parser.parse(OLD, "x.horde").diagnostics
    assert [d.message for d in found] == ["language 1 said it this way"] * 2
    assert "fmt --upgrade" in found[0].help
    assert (found[0].line, found[0].column) == (3, 41)


@pytest.mark.parametrize(("head", "after"), [("", ""), ("language 1\n\n", "language 2\n\n")])
def test_an_older_script_is_brought_up_and_its_comments_stay(head: str, after: str) -> None:
    once = form.formatted(form.upgraded(head + OLD))
    assert once == after + NEW
    assert form.upgraded(once) == once
    directives = Library.load([], texts={"x.horde": once}).directives
    assert list(directives) == ["Offers", "Offers all"]


def test_what_cannot_be_brought_up_keeps_its_errors() -> None:
    broken = OLD + 'directive "No"\n  in your upkeep: dance\n'
    with pytest.raises(ScriptError) as caught:
        form.upgraded(broken, "x.horde")
    assert any("dance" in found.message for found in caught.value.diagnostics)
    with pytest.raises(ScriptError) as caught:
        form.upgraded("language 1\n" + broken, "x.horde")
    assert [found.message for found in caught.value.diagnostics] == ["unknown word `dance`"]
