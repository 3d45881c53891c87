"""Cards by name: fresh ones from the store, others from Scryfall, old ones when nobody answers."""

from __future__ import annotations

import time
from typing import Any

import pytest
import scryfall_server as server
from scryfall_server import QUICK, Scryfall, card, part_of, token

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.client import Client
from hordemtg.oracle.errors import RefusedError
from hordemtg.oracle.lookup import guess, look_up, look_up_list, look_up_tokens
from hordemtg.oracle.store import DAY, Store


def made(name: str, **fields: Any) -> PrintedCard:
    return PrintedCard.from_scryfall(card(name, **fields))


def test_what_is_fresh_is_not_asked_for(store: Store, client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Hummer"), card("Piper")]
    store.put([made("Hummer")], "test")
    found = look_up(store, ["Hummer", "Piper", "piper", "Hummer"], client)
    assert list(found.cards) == ["Hummer", "Piper", "piper"]
    assert (found.fetched, found.old, found.missing, found.trouble) == (["Piper", "piper"], [], [], "")
    assert scryfall.names() == [["Piper"]]
    assert found.cards["Piper"].source == "Scryfall" and found.cards["Piper"].is_fresh()


def test_answers_are_matched_by_name(store: Store, client: Client, scryfall: Scryfall) -> None:
    """A missing card shifts the places of all that follow."""
    scryfall.cards = [card("Dusty Lane // Dawny Lane", layout="split"), card("Hummer"), card("Élan Piper")]
    found = look_up(store, ["Nobody", "Elan Piper", "dawny lane", "Nobody Else", "Hummer"], client)
    assert {name: each.card.name for name, each in found.cards.items()} == {
        "Elan Piper": "Élan Piper", "dawny lane": "Dusty Lane // Dawny Lane", "Hummer": "Hummer"}  # fmt: skip
    assert found.missing == ["Nobody", "Nobody Else"] and len(found.fetched) == 3


def test_what_is_missing_is_not_asked_for_again_that_day(store: Store, client: Client, scryfall: Scryfall) -> None:
    for _ in range(2):
        assert look_up(store, ["Nobody"], client).missing == ["Nobody"]
    assert len(scryfall.asked) == 1
    store.put_misses(["Nobody"], time.time() - 1.1 * DAY)
    look_up(store, ["Nobody"], client)
    assert len(scryfall.asked) == 2


def test_what_is_old_is_renewed(store: Store, client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Hummer", oracle_text="Hum louder.")]
    store.put([made("Hummer", oracle_id=None, id=None)], "a file", time.time() - 8 * DAY)
    found = look_up(store, ["Hummer"], client)
    assert found.fetched == ["Hummer"] and found.cards["Hummer"].card.text == "Hum louder."
    assert len(store) == 1


@pytest.mark.parametrize("offline", [True, False])
def test_what_is_old_is_used_when_nobody_answers(store: Store, offline: bool) -> None:
    client = None if offline else Client(store.database, "http://127.0.0.1:9", pauses=QUICK)
    store.put([made("Hummer")], "test", time.time() - 400 * DAY)
    found = look_up(store, ["Hummer", "Piper"], client)
    assert found.cards["Hummer"].card.name == "Hummer"
    assert (found.old, found.missing, found.fetched) == (["Hummer"], ["Piper"], [])
    assert bool(found.trouble) is not offline
    assert not store.is_missing("Piper")


@pytest.mark.parametrize("fault", [server.cut_json, server.cut_body, server.status(400), server.saying(7)])
def test_a_failure_loses_nothing_of_what_came_before(
    store: Store, client: Client, scryfall: Scryfall, fault: server.Fault
) -> None:
    names = [f"Hummer {n}" for n in range(100)]
    scryfall.cards = [card(name) for name in names]
    scryfall.faults = [None, fault]
    found = look_up(store, names, client)
    assert (len(found.fetched), len(found.missing), len(store)) == (75, 25, 75) and found.trouble
    found = look_up(store, names, client)
    assert (found.fetched, found.missing, len(store)) == (names[75:], [], 100)
    assert [len(each) for each in scryfall.names()] == [75, 25, 25]


@pytest.mark.parametrize("name", ["", "  ", "A" * 501, "Hum\x1bmer", "Hum\udcffmer"])
def test_what_can_be_no_name_is_not_asked_for(store: Store, client: Client, scryfall: Scryfall, name: str) -> None:
    scryfall.cards = [card("Hummer")]
    found, _ = look_up_list(store, [name, "Hummer"], [name], client)
    assert (found.fetched, found.missing) == (["Hummer"], [name])
    assert guess(store, client, name) is None
    assert scryfall.names() == [["Hummer"]] and len(scryfall.asked) == 1


def test_a_misspelled_name_is_kept_under_its_own(store: Store, client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Brasswick Hummer"), card("Brasswick Piper")]
    found = guess(store, client, "Braswick Hummer")
    assert found is not None and found.card.name == "Brasswick Hummer"
    assert store.card("Braswick Hummer") is None and store.card("Brasswick Hummer") is not None
    assert guess(store, client, "Xylophone") is None
    with pytest.raises(RefusedError, match="Add more words"):
        guess(store, client, "Brasswick")


# ---------------------------------------------------------------- tokens

HUMMING, PLAIN, OTHER = token("Moth", "Hum."), token("Moth"), token("Moth", "Buzz.")


def test_the_tokens_that_a_card_makes_come_by_their_ids(store: Store, client: Client, scryfall: Scryfall) -> None:
    keeper = card("Moth Keeper", all_parts=[part_of(HUMMING), part_of(card("Moth Keeper"), "combo_piece")])
    scryfall.cards = [PLAIN, HUMMING, OTHER, keeper]
    found, tokens = look_up_list(store, ["Moth Keeper"], ["Moth"], client)
    assert found.fetched == ["Moth Keeper"] and tokens.fetched == ["Moth"]
    assert [each.text for each in store.tokens("Moth")] == ["Hum."]
    assert scryfall.names() == [["Moth Keeper"], [HUMMING["id"]]] and len(scryfall.asked) == 2
    look_up_list(store, ["Moth Keeper"], ["Moth"], client)
    assert len(scryfall.asked) == 2


def test_two_printings_of_a_token_are_fetched_once_each(store: Store, client: Client, scryfall: Scryfall) -> None:
    again = token("Moth", "Hum.", set="tnxt")
    scryfall.cards = [HUMMING, again]
    makers = [made(f"Keeper {n}", all_parts=[part_of(each)]) for n, each in enumerate((HUMMING, again))]
    for _ in range(2):
        look_up_tokens(store, [], makers, client)
    assert scryfall.names() == [[HUMMING["id"], again["id"]]] and len(store) == 1


def test_a_token_that_no_card_makes_is_searched_for(store: Store, client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [PLAIN, HUMMING, OTHER, token("Mothling")]
    found = look_up_tokens(store, ["Moth", "Nothing"], [], client)
    assert (found.fetched, found.missing) == (["Moth"], ["Nothing"])
    assert len(store.tokens("Moth")) == 3
    asked = len(scryfall.asked)
    look_up_tokens(store, ["Moth", "Nothing"], [], client)
    assert len(scryfall.asked) == asked


def test_a_name_that_no_card_has_may_be_a_token(store: Store, client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [PLAIN, card("Hummer")]
    found, tokens = look_up_list(store, ["Hummer", "Moth", "Nobody"], [], client)
    assert (found.missing, list(found.cards)) == (["Nobody"], ["Hummer"])
    assert (tokens.missing, list(tokens.cards)) == ([], ["Moth"])
    again = look_up_list(store, ["Hummer", "Moth", "Nobody"], [], None)
    assert (again[0].missing, list(again[1].cards)) == (["Nobody"], ["Moth"])


def test_tokens_are_old_but_there_without_a_network(store: Store) -> None:
    store.put([PrintedCard.from_scryfall(PLAIN)], "test", time.time() - 30 * DAY)
    client = Client(store.database, "http://127.0.0.1:9", pauses=QUICK)
    found = look_up_tokens(store, ["Moth", "Nothing"], [], client)
    assert (list(found.cards), found.old, found.missing) == (["Moth"], ["Moth"], ["Nothing"])
    assert "cannot be reached" in found.trouble
