"""Deck lists for and from other programs (H11.3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hordemtg import cli
from hordemtg.cards.definition import CardDefinition
from hordemtg.cards.horde import DeckList, Manifest
from hordemtg.compiler import manifest as manifests
from hordemtg.compiler.library import Library
from hordemtg.play.decklists import forge, reading, text, xml_lists
from hordemtg.play.decklists.export import TARGETS, export
from hordemtg.play.decklists.listing import Entry, Listing, plain_name
from hordemtg.play.setup import list_of
from hordemtg.script.diagnostics import Diagnostic, ScriptError


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.standard()


# ---------------------------------------------------------------- the rulebook's lists (its Appendix B)

ZOMBIES = """1 Advanced Stitchwing; 2 Blighted Bat; 2 Crow of Dark Tidings; 1 Cursed Minotaur; 2 Diregraf Captain
2 Gavony Unhallowed; 2 Graf Harvest; 2 Hound of the Farbogs; 2 Miasmic Mummy; 1 Noosegraf Mob; 2 Rancid Rats
2 Rottenheart Ghoul; 2 Smallpox; 1 Stitchwing Skaab; 1 Thraben Foulbloods"""
GOBLINS = """2 Goblin Caves; 2 Goblin Chainwhirler; 2 Goblin Marshal; 2 Goblin Oriflamme; 1 Goblin Pyromancer
1 Goblin Rabblemaster; 2 Goblin Shrine; 2 Goblin Trashmaster; 1 Goblin War Drums; 1 Goblin War Strike
1 Ib Halfheart, Goblin Tactician; 1 Pashalik Mons; 1 Raid Bombardment; 2 Siege-Gang Commander; 1 Volley Veteran
3 You See a Pair of Goblins"""
ELDRAZI = """2 Brood Birthing; 2 Consume the Meek; 3 Corpsehatch; 3 Dread Drone; 2 Emrakul's Hatcher; 3 Essence Feed
3 Exultant Cultist; 3 Kozilek's Predator; 2 Scour from Existence; 2 Skittering Invasion"""
DREADNOUGHT = """1 Abundant Maw; 1 Artisan of Kozilek; 1 Coax from the Blind Eternities; 1 Distended Mindbender
1 Drownyard Behemoth; 1 Elder Deep-Fiend; 1 Hand of Emrakul; 1 It of the Horrid Swarm; 1 Lashweed Lurker
1 Mockery of Nature; 1 Ulamog's Crusher; 1 Wretched Gryff"""

# for each Horde: cards, tokens by name, tokens by stand-in, cards beside the deck
APPENDIX = {
    "zombies": (ZOMBIES, {"Zombie Giant": (2, "Terrus Wurm"), "Zombie": (23, "Walking Corpse")}, ""),
    "goblins": (GOBLINS, {"Goblin": (25, "Mons's Goblin Raiders")}, ""),
    "eldrazi": (
        ELDRAZI, {"Eldrazi Horror": (5, "Kozilek's Shrieker"), "Eldrazi Spawn": (20, "Hedron Crawler")}, DREADNOUGHT,
    ),
}  # fmt: skip


def lines_of(listed: str) -> list[str]:
    return [each.strip() for row in listed.splitlines() for each in row.split(";") if each.strip()]


def exported(library: Library, horde: str, to: str, name: str = "") -> str:
    manifest = library.horde(horde)
    return export(manifest, list_of(manifest, name), library.of(manifest).tokens, to)


@pytest.mark.parametrize("horde", APPENDIX)
def test_h11_3_the_list_for_deck_builders_is_the_rulebooks(library: Library, horde: str) -> None:
    cards, tokens, beside = APPENDIX[horde]
    out = exported(library, horde, "builder")
    main, _, side = out.partition("\nSideboard\n")
    wanted = lines_of(cards) + [f"{count} {stand_in}" for count, stand_in in tokens.values()]
    assert main.splitlines() == sorted(wanted, key=lambda line: line.split(" ", 1)[1].casefold())
    assert side.splitlines() == lines_of(beside)


@pytest.mark.parametrize(("to", "form"), [("proxy", "{}"), ("buylist", "{} Token")])
@pytest.mark.parametrize("horde", APPENDIX)
def test_h11_3_the_lists_for_printers_and_shops_are_the_rulebooks(
    library: Library, horde: str, to: str, form: str
) -> None:
    cards, tokens, beside = APPENDIX[horde]
    out = exported(library, horde, to).splitlines()
    called = [f"{count} {form.format(name)}" for name, (count, _) in tokens.items()]
    assert sorted(out) == sorted(lines_of(cards) + called + lines_of(beside))
    assert set(out[len(out) - len(lines_of(beside)) :]) == set(lines_of(beside)), "they come last"


def test_another_list_can_be_exported(library: Library) -> None:
    assert {"4 Zombie Giant", "21 Zombie"} <= set(exported(library, "zombies", "proxy", "as coded").splitlines())


def test_a_token_without_a_stand_in_is_refused_by_name(library: Library) -> None:
    manifest = replace(library.horde("zombies"), stand_ins=(("Zombie", "Walking Corpse"),))
    with pytest.raises(ScriptError, match="no card stands for the token `Zombie Giant`"):
        export(manifest, manifest.lists[0], library.tokens, "builder")
    assert "2 Zombie Giant" in export(manifest, manifest.lists[0], library.tokens, "proxy")


def test_a_stand_in_that_the_list_has_already_is_counted_together() -> None:
    tokens = {"Imp": CardDefinition("Imp", None, frozenset(), token=True)}
    deck = DeckList("default", ((3, "Imp"), (1, "Rat")))
    manifest = Manifest("rats", "Rats", "none", (deck,), stand_ins=(("Imp", "Rat"),))
    assert export(manifest, deck, tokens, "builder") == "4 Rat\n"


STAND_INS = "name: x\nruleset: y\nlists:\n  default:\n    Imp: 2\nstand-ins:\n"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("  Imq: Rat\n", "no list has a `Imq` to stand in for"),
        ("  Imp: 3\n", "what stands for Imp is the name of a card"),
        ("  - Imp\n", "`stand-ins` is a mapping of tokens to the cards that stand for them"),
    ],
)
def test_wrong_stand_ins(entry: str, message: str) -> None:
    found: list[Diagnostic] = []
    assert manifests.manifest(STAND_INS + entry, "deck.yaml", found) is None
    assert [d.message for d in found] == [message]


# ---------------------------------------------------------------- reading


def read(content: str, form: reading.Format = "auto") -> tuple[Listing, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return reading.read(content, form, "list", found), found


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("2 Bog Badger", Entry(2, "Bog Badger")),
        ("2x Bog Badger", Entry(2, "Bog Badger")),
        ("x2 Bog Badger", Entry(2, "Bog Badger")),
        ("(2) Bog Badger", Entry(2, "Bog Badger")),
        ("SB: 1 Fling", Entry(1, "Fling", "sideboard")),
        ("4 Plains (MOM) 277", Entry(4, "Plains", "main", "MOM", "277")),
        ("1 Plains (PLST) AKH-255", Entry(1, "Plains", "main", "PLST", "AKH-255")),
        ("1 Sol Ring (LTC)", Entry(1, "Sol Ring", "main", "LTC")),
        ("1 Lulu, Loyal Hollyphant (CLB) 477 *E*", Entry(1, "Lulu, Loyal Hollyphant", "main", "CLB", "477", "E")),
        ("1x Ashnod's Altar (ema) 218 *F* [Mana Advantage]", Entry(1, "Ashnod's Altar", "main", "ema", "218", "F")),
        ("1x Chulane () 1 [Ramp]", Entry(1, "Chulane", "main", "", "1")),
        ("1x Ancient Cornucopia (big) 16 [Maybeboard{noDeck}{noPrice},Mana]",
         Entry(1, "Ancient Cornucopia", "maybeboard", "big", "16")),
        ("2x Boseiju Reaches Skyward // Branch of Boseiju (neo) 177 [Ramp] ^Have,#37d67a^",
         Entry(2, "Boseiju Reaches Skyward // Branch of Boseiju", "main", "neo", "177")),
        ("1x Zimone, Paradox Sculptor (soc) 10 [Commander{top}]",
         Entry(1, "Zimone, Paradox Sculptor", "commander", "soc", "10")),
        ("1 Fire/Ice", Entry(1, "Fire // Ice")),
        ("1 [UND:42] Shock", Entry(1, "Shock", "main", "UND", "42")),
        ("1 [M21#12] Shock", Entry(1, "Shock", "main", "M21", "12")),
        ("1 [M21] Shock", Entry(1, "Shock", "main", "M21")),
        ("1 Shock <m21>", Entry(1, "Shock", "main", "m21")),
        ("1 Shock [M21]", Entry(1, "Shock", "main", "M21")),
        ("1 Shock #burn #red", Entry(1, "Shock")),
        ("1 Krark # #!Commander", Entry(1, "Krark")),
        ("1 Krark #!Commander", Entry(1, "Krark", "commander")),
        ("1 +2 Mace", Entry(1, "+2 Mace")),
        ("1 Ach! Hans, Run!", Entry(1, "Ach! Hans, Run!")),
        ("1 Borrowing 100,000 Arrows", Entry(1, "Borrowing 100,000 Arrows")),
        ("1 Hazmat Suit (Used)", Entry(1, "Hazmat Suit (Used)")),
        ("1 Minsc & Boo, Timeless Heroes", Entry(1, "Minsc & Boo, Timeless Heroes")),
        ("1 Urza’s  Tower", Entry(1, "Urza's Tower")),
    ],
)  # fmt: skip
def test_a_line_of_text(line: str, entry: Entry) -> None:
    listing, found = read(line)
    assert found == []
    assert listing.entries == (entry,)


def test_arena_with_all_its_headings() -> None:
    listing, found = read(
        "About\nName Death & Taxes\n\nCompanion\n1 Yorion, Sky Nomad\n\nDeck\n2 Arid Mesa\n"
        "4 Accumulated Knowledge (A25) 40\n\nSideboard\n1 Containment Priest (M21) 13\n"
    )
    assert found == []
    assert listing.title == "Death & Taxes"
    assert listing.counts("companion") == {"Yorion, Sky Nomad": 1}
    assert listing.counts("main") == {"Arid Mesa": 2, "Accumulated Knowledge": 4}
    assert listing.counts("sideboard") == {"Containment Priest": 1}


@pytest.mark.parametrize("heading", ["SIDEBOARD:", "Sideboard", "Sideboard (1)", "//Sideboard", "# sideboard"])
def test_headings(heading: str) -> None:
    listing, found = read(f"4 Shock\n{heading}\n1 Fling\n")
    assert (listing.counts("main"), listing.counts("sideboard"), found) == ({"Shock": 4}, {"Fling": 1}, [])


def test_one_empty_line_is_the_sideboard_and_it_says_so() -> None:
    listing, found = read("\n4 Shock\n3 Forest\n\n1 Fling\n")
    assert listing.counts("sideboard") == {"Fling": 1}
    assert [d.severity for d in found] == ["warning"]


def test_several_empty_lines_are_groups() -> None:
    listing, found = read("4 Shock\n\n3 Forest\n\n\n1 Fling\n")
    assert listing.counts("main") == {"Shock": 4, "Forest": 3, "Fling": 1}
    assert found == []


def test_every_line_that_cannot_be_read_is_reported_with_its_number() -> None:
    wrong = ["Shock", "0 Shock", "2000 Shock", "3", "2 \x07Bell"]
    listing, found = read("\n".join(["# a comment", "2 Shock", *wrong, "1 Fling", "9 " + "x" * 600]))
    assert listing.counts("main") == {"Shock": 2, "Fling": 1}
    assert [(d.severity, d.line) for d in found] == [("error", n) for n in (3, 4, 5, 6, 7, 9)]


def test_xmage() -> None:
    listing, found = read(
        "NAME:Burn\n4 [M21:159] Shock\nSB: 1 [M20:140] Fling\nLAYOUT MAIN:(1,1)(NONE,false,50)|([M21:159])\n"
    )
    assert found == []
    assert listing.title == "Burn"
    assert listing.entries == (
        Entry(4, "Shock", "main", "M21", "159"), Entry(1, "Fling", "sideboard", "M20", "140"),
    )  # fmt: skip


def test_mtgo_xml() -> None:
    listing, found = read(
        '<?xml version="1.0" encoding="utf-8"?>\n<Deck>\n<NetDeckID>0</NetDeckID>\n'
        '<Cards CatID="1" Quantity="2" Sideboard="false" Name="Shock" Annotation="0" />\n'
        '<Cards CatID="1" Quantity="1" Sideboard="true" Name="Fling" Annotation="0" />\n'
        '<Cards CatID="1" Quantity="no" Sideboard="true" Name="Fling" />\n</Deck>'
    )
    assert (listing.counts("main"), listing.counts("sideboard")) == ({"Shock": 2}, {"Fling": 1})
    assert [(d.line, d.message) for d in found] == [(6, "a count is from 1 to 1000")]


def test_forge_with_art_and_other_sections() -> None:
    listing, found = read(
        "[metadata]\nName=Siege\n[Main]\n6 Forest|KTK\n1 Lightning Bolt+|2X2|1\nShock|2\n[Planes]\n1 Akoum\n"
    )
    assert listing.title == "Siege"
    assert listing.entries == (
        Entry(6, "Forest", "main", "KTK"), Entry(1, "Lightning Bolt", "main", "2X2", "", "F", "1"),
        Entry(1, "Shock", "main", "", "", "", "2"),
    )  # fmt: skip
    assert [(d.severity, d.line) for d in found] == [("warning", 7)]


# ---------------------------------------------------------------- the round trip

NAMES = st.sampled_from(
    ["Shock", "Fire // Ice", "Borrowing 100,000 Arrows", "Ach! Hans, Run!", "Minsc & Boo, Timeless Heroes", "+2 Mace",
     "Urza's Tower", "Jötun Grunt", '"Ach" <b>', "Hazmat Suit (Used)"]
)  # fmt: skip
CODES = st.sampled_from(["", "M21", "2X2"])


def listings(sections: list[str], *, numbers: bool, foils: bool) -> st.SearchStrategy[Listing]:
    made = st.builds(
        lambda count, name, section, code, foil: Entry(
            count, name, section, code, "12a" if code and numbers else "", foil if foils else ""
        ),
        st.integers(1, 1000), NAMES, st.sampled_from(sections), CODES, st.sampled_from(["", "F"]),
    )  # fmt: skip
    return st.lists(made, min_size=1, max_size=4).map(
        lambda entries: Listing("A Deck", tuple(sorted(entries, key=lambda e: sections.index(e.section))))
    )


@settings(max_examples=60, deadline=None)
@given(listings(["commander", "companion", "main", "sideboard"], numbers=True, foils=False))
def test_arena_keeps_all_that_it_can_hold(listing: Listing) -> None:
    assert read(text.write_arena(listing)) == (listing, [])


@settings(max_examples=60, deadline=None)
@given(listings(["main", "sideboard", "tokens"], numbers=True, foils=False))
def test_cockatrice_keeps_all_that_it_can_hold(listing: Listing) -> None:
    assert read(xml_lists.write_cockatrice(listing)) == (listing, [])


@settings(max_examples=60, deadline=None)
@given(listings(["main", "sideboard", "commander"], numbers=False, foils=True))
def test_forge_keeps_all_that_it_can_hold(listing: Listing) -> None:
    assert read(forge.write(listing)) == (listing, [])


@settings(max_examples=60, deadline=None)
@given(listings(["main", "sideboard", "commander", "companion", "tokens", "maybeboard"], numbers=False, foils=False))
def test_plain_lists_keep_counts_names_and_sections(listing: Listing) -> None:
    listing = Listing("", tuple(replace(entry, set_code="") for entry in listing.entries))
    back, found = read(text.write_plain(listing))
    assert found == []
    assert sorted(map(str, back.entries)) == sorted(map(str, listing.entries))


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("horde", APPENDIX)
def test_what_is_exported_is_read_back(library: Library, horde: str, to: str) -> None:
    listing, found = read(exported(library, horde, to))
    assert found == []
    beside = APPENDIX[horde][2]
    assert sum(entry.count for entry in listing.entries) == 50 + len(lines_of(beside))
    again, _ = read(TARGETS[to].write(listing))
    assert again == listing


# ---------------------------------------------------------------- hostile lists

BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'
    '<cockatrice_deck version="1"><deckname>&b;</deckname></cockatrice_deck>'
)
OUTSIDE = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]><Deck><Cards Quantity="1" Name="&x;"/></Deck>'


@pytest.mark.parametrize("content", [BOMB, OUTSIDE])
def test_entities_are_refused(content: str) -> None:
    listing, found = read(content)
    assert listing.entries == ()
    assert [d.message for d in found] == ["a document type or entity is not allowed in a list"]


@pytest.mark.parametrize(
    "content",
    ["", "<", "<cockatrice_deck>", "<" * 5000, "<a>" * 20000, "[main]", "[main]\n" + "|" * 400, "1 " + "[" * 450,
     "1 " + " *" * 200 + "*", "1 " + "^ " * 200 + "^", "\x00\x01", "1 " + "/" * 450, "9" * 400, "[[[[\n" * 100,
     '<cockatrice_deck><zone name="x"><card number="1" name="y"/></zone></cockatrice_deck>'],
)  # fmt: skip
def test_garbage_is_reported_and_nothing_else(content: str) -> None:
    listing, found = read(content)
    assert listing.entries == () or all(entry.name for entry in listing.entries)
    assert found or listing.entries


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.sampled_from(reading.FORMATS))
def test_any_text_is_read_or_reported(content: str, form: reading.Format) -> None:
    listing, found = read(content, form)
    assert listing.entries or found


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"1 Shock\n" * 40000, "at most 256 KiB"),
        (b"1000 Shock\n" * 6, "at most 5000 cards"),
    ],
)
def test_files_that_cannot_be_lists(
    tmp_path: Path, data: bytes, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "list").write_bytes(data)
    assert cli.main(["import", str(tmp_path / "list")]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nothing", ".", "nul\0"])
def test_files_that_are_none(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["import", str(tmp_path / name)]) == 1
    assert "error: " in capsys.readouterr().err


def test_names() -> None:
    assert plain_name("  Fire//Ice ") == "Fire // Ice"
    assert plain_name("Séance") == plain_name("Se\u0301ance")
    for wrong in ("", "  ", "a\x1bb", "x" * 201):
        with pytest.raises(ValueError, match="name"):
            plain_name(wrong)


# ---------------------------------------------------------------- the commands


def test_import_prints_deck_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list").write_text(
        "About\nName Mine\n\nDeck\n2 Bog badger (DMU) 157\n1 Bog Badger\n3 Zombie Token\n1 Nobody\nwhat\n\n"
        "Sideboard\n1 Forest\n"
    )
    assert cli.main(["import", str(tmp_path / "list")]) == 1
    out, err = capsys.readouterr()
    assert out == "# Mine\n3 Bog Badger\n3 Zombie\n1 Nobody\n# Sideboard\n# 1 Forest\n"
    assert f"{tmp_path / 'list'}:9:1" in err
    assert "note: no script for: Nobody" in err


def test_what_import_prints_is_a_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list").write_text("2 Bog Badger (DMU) 157\n15 Forest\nSIDEBOARD:\n1 Cut Down\n")
    assert cli.main(["import", str(tmp_path / "list")]) == 0
    (tmp_path / "mine.txt").write_text(capsys.readouterr().out)
    assert Library.standard().deck(str(tmp_path / "mine.txt")).cards == ((2, "Bog Badger"), (15, "Forest"))


def test_export_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "zombies", "--to", "buylist"]) == 0
    assert capsys.readouterr().out.endswith("2 Zombie Giant Token\n23 Zombie Token\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["export", "zombis", "--to", "arena"], "did you mean `zombies`?"),
        (["export", "zombies", "--to", "arena", "--list", "coded"], "known: as coded, default"),
    ],
)
def test_export_of_what_there_is_not(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == 1
    assert message in capsys.readouterr().err
