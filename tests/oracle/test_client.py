"""The client keeps the rules of Scryfall's API, and says in words what goes wrong."""

from __future__ import annotations

import time

import pytest
import scryfall_server as server
from scryfall_server import QUICK, Scryfall, card, token

from hordemtg import __version__
from hordemtg.oracle.client import Client, Timeouts, base_address
from hordemtg.oracle.clocks import Pauses
from hordemtg.oracle.errors import LimitError, NetworkError, OracleError, RefusedError
from hordemtg.oracle.store import Store

HUMMER = {"name": "Brasswick Hummer"}


def names(client: Client, *identifiers: dict[str, str]) -> list[str]:
    return [each.name for answer in client.collection(identifiers) for each in answer.cards]


def test_every_request_says_who_asks(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Brasswick Hummer")]
    assert names(client, HUMMER) == ["Brasswick Hummer"]
    client.named("Brasswick Humer")
    client.tokens("Moth")
    assert len(scryfall.asked) == 3
    for asked in scryfall.asked:
        assert asked.headers["User-Agent"].startswith(f"hordemtg/{__version__} (")
        assert asked.headers["Accept"] == "application/json;q=0.9,*/*;q=0.8"


def test_the_agent_of_a_library_is_refused_by_the_server(client: Client, scryfall: Scryfall) -> None:
    client._session.headers["User-Agent"] = "python-requests/2.34"
    with pytest.raises(RefusedError, match="default value supplied by your HTTP library"):
        names(client, HUMMER)
    client._session.headers["User-Agent"] = ""
    with pytest.raises(RefusedError, match="must contain a User-Agent"):
        names(client, HUMMER)


def test_a_collection_goes_in_batches_of_75(client: Client, scryfall: Scryfall) -> None:
    many = [f"Hummer {n}" for n in range(151)]
    scryfall.cards = [card(name) for name in many]
    assert names(client, *({"name": name} for name in many)) == many
    assert [len(each) for each in scryfall.names()] == [75, 75, 1]


def test_what_has_no_card_is_named(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Brasswick Hummer"), card("Dusty Lane // Dawny Lane", layout="split")]
    answer = next(client.collection([{"name": "Nobody"}, {"name": "dawny lane"}, HUMMER, HUMMER]))
    assert [each.name for each in answer.cards] == ["Dusty Lane // Dawny Lane", *["Brasswick Hummer"] * 2]
    assert answer.not_found == [{"name": "Nobody"}]


def test_an_entry_that_is_no_card_does_not_spoil_the_rest(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Wrong Badger", oracle_text=["a", "list"]), card("Brasswick Hummer")]
    answer = next(client.collection([{"name": "Wrong Badger"}, HUMMER]))
    assert [each.name for each in answer.cards] == ["Brasswick Hummer"]
    assert answer.faults == ["Wrong Badger: `oracle_text` is no text"]


# ---------------------------------------------------------------- names that a person typed, and tokens


def test_a_misspelled_name_finds_the_card_that_was_meant(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Brasswick Hummer"), card("Brasswick Piper")]
    found = client.named("Braswick Humer")
    assert found is not None and found.name == "Brasswick Hummer"
    assert client.named("Something Else") is None
    with pytest.raises(RefusedError, match="Too many cards match ambiguous name “brasswick”"):
        client.named("brasswick")


def test_all_tokens_of_a_name_come_over_several_pages(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [token("Moth", f"This moth hums {n} times.") for n in range(7)] + [token("Mothling"), card("Moth")]
    scryfall.page = 3
    found = client.tokens("Moth").cards
    assert len({each.oracle_id for each in found}) == 7 and all(each.is_token for each in found)
    assert len(scryfall.asked) == 3
    assert client.tokens("Nothing").cards == []


# ---------------------------------------------------------------- asking too much


def test_too_many_requests_stops_everything_then_one_more_is_sent(
    store: Store, scryfall: Scryfall
) -> None:
    said: list[str] = []
    client = Client(store.database, scryfall.address, pauses=QUICK, say=said.append)
    scryfall.cards, scryfall.faults = [card("Brasswick Hummer")], [server.too_many()]
    assert names(client, HUMMER) == ["Brasswick Hummer"]
    assert scryfall.asked[1].at - scryfall.asked[0].at >= QUICK.limit
    assert said == ["Scryfall says that too much was asked of it: waiting 0 seconds"]


def test_a_second_refusal_ends_with_words(client: Client, scryfall: Scryfall) -> None:
    scryfall.faults = [server.too_many(), server.too_many(), None]
    with pytest.raises(LimitError, match=r"says again that too much was asked of it: Slow down, please\."):
        names(client, HUMMER)
    assert len(scryfall.asked) == 2


def test_another_client_waits_as_well(client: Client, store: Store, scryfall: Scryfall) -> None:
    scryfall.cards, scryfall.faults = [card("Brasswick Hummer")], [server.too_many(), server.too_many()]
    with pytest.raises(LimitError):
        names(client, HUMMER)
    with Store(store.path) as second:
        assert names(Client(second.database, scryfall.address, pauses=QUICK), HUMMER) == ["Brasswick Hummer"]
    assert scryfall.asked[2].at - scryfall.asked[1].at >= QUICK.limit


def test_the_longer_of_two_waits_counts(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards, scryfall.faults = [card("Brasswick Hummer")], [server.too_many("1")]
    assert names(client, HUMMER) == ["Brasswick Hummer"]
    assert scryfall.asked[1].at - scryfall.asked[0].at >= 1.0


def test_a_wait_that_is_too_long_to_sit_out_is_told(client: Client, scryfall: Scryfall) -> None:
    scryfall.faults = [server.too_many("1800")]
    for _ in range(2):
        with pytest.raises(LimitError, match="no requests of this machine for 30 more minutes"):
            names(client, HUMMER)
    assert len(scryfall.asked) == 1


def test_the_wait_of_the_rules_is_a_minute() -> None:
    assert (Pauses().limit, Pauses().slow, Pauses().all) == (60.0, 0.5, 0.1)


def test_only_a_server_on_this_machine_may_be_asked_sooner(
    store: Store, monkeypatch: pytest.MonkeyPatch, scryfall: Scryfall
) -> None:
    monkeypatch.setenv("HORDEMTG_SCRYFALL_WAIT", "0.1")
    assert Client(store.database, scryfall.address)._pauses.limit == 0.1
    assert Client(store.database, "https://cards.example")._pauses == Pauses()


# ---------------------------------------------------------------- failures


def test_trouble_of_the_server_is_tried_twice_more_with_growing_waits(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards, scryfall.faults = [card("Brasswick Hummer")], [server.status(500), server.status(503)]
    assert names(client, HUMMER) == ["Brasswick Hummer"]
    first, second, third = (asked.at for asked in scryfall.asked)
    assert second - first >= 0.05 and third - second >= 0.1


def test_trouble_that_lasts_is_told(client: Client, scryfall: Scryfall) -> None:
    scryfall.faults = [server.status(502, "The gateway sulks.")] * 5
    with pytest.raises(NetworkError, match=r"is in trouble \(status 502\): The gateway sulks\."):
        names(client, HUMMER)
    assert len(scryfall.asked) == 3


def test_a_slow_answer_is_tried_again(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards, scryfall.faults = [card("Brasswick Hummer")], [server.slow(0.6), server.slow(0.6)]
    assert names(client, HUMMER) == ["Brasswick Hummer"]
    scryfall.faults = [server.slow(0.6)] * 3
    with pytest.raises(NetworkError, match="takes too long to answer"):
        names(client, HUMMER)


def test_an_answer_that_drips_in_does_not_hang(store: Store, scryfall: Scryfall) -> None:
    timeouts = Timeouts(1.0, 0.5, 0.4)
    client = Client(store.database, scryfall.address, pauses=QUICK, timeouts=timeouts)
    scryfall.faults = [server.dripping] * 3
    start = time.monotonic()
    with pytest.raises(NetworkError, match="takes too long to answer"):
        names(client, HUMMER)
    assert time.monotonic() - start < 60


@pytest.mark.parametrize("number", [400, 403, 404, 422])
def test_a_refusal_is_not_repeated_and_shown_in_scryfalls_words(
    client: Client, scryfall: Scryfall, number: int
) -> None:
    scryfall.faults = [server.status(number, "No\x1b[31m badgers.")]
    with pytest.raises(RefusedError) as caught:
        names(client, HUMMER)
    assert str(caught.value) == f"Scryfall refuses this ({number}): No [31m badgers."
    assert len(scryfall.asked) == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (server.cut_json, "is cut off, or no JSON"),
        (server.cut_body, "is cut off"),
        (server.huge(40), "has more than 16 MiB"),
        (server.saying([1, 2]), "is cut off, or no JSON"),
        (server.saying({"object": "list", "data": "none"}), "is no list of cards"),
        (server.saying({"object": "list", "data": [], "not_found": 3}), "is no list of cards"),
        (lambda handler: handler.send(b"[" * 100_000), "is cut off, or no JSON"),
        (lambda handler: handler.send(b"not packed", headers={"Content-Encoding": "gzip"}), "cannot be unpacked"),
    ],
)
def test_an_answer_of_no_use_is_told(client: Client, scryfall: Scryfall, fault: server.Fault, words: str) -> None:
    scryfall.faults = [fault]
    with pytest.raises(NetworkError, match=words):
        names(client, HUMMER)
    assert len(scryfall.asked) == 1


def test_nobody_there(store: Store) -> None:
    client = Client(store.database, "http://127.0.0.1:9", pauses=QUICK)
    with pytest.raises(NetworkError, match="cannot be reached: connection refused"):
        names(client, HUMMER)


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    "address",
    ["http://cards.example", "ftp://cards.example", "cards.example", "https://", "http://127.0.0.1.example",
     "http://user@127.0.0.1", "https://[::1", "file:///etc/passwd", "http://10.0.0.1", "https://cards.example:x"],
)  # fmt: skip
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(OracleError, match=r"no address|plain HTTP"):
        base_address(address)


@pytest.mark.parametrize("address", ["https://cards.example", "http://127.0.0.1:80", "http://[::1]:80", "http://localhost"])
def test_addresses_that_are_taken(address: str) -> None:
    assert base_address(address) == address


def test_the_address_is_scryfalls_own_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert base_address() == "http://127.0.0.1:9"
    monkeypatch.delenv("HORDEMTG_SCRYFALL")
    assert base_address() == "https://api.scryfall.com"


def test_a_request_is_sent_on_only_to_https(client: Client, scryfall: Scryfall) -> None:
    scryfall.faults = [server.sent_to("http://cards.example/named")]
    with pytest.raises(OracleError, match="plain HTTP is only for this machine"):
        client.named("Brasswick Hummer")


def test_a_request_is_sent_on(client: Client, scryfall: Scryfall) -> None:
    scryfall.cards = [card("Brasswick Hummer")]
    scryfall.faults = [server.sent_to("/cards/named?fuzzy=brasswickhummer")]
    found = client.named("something else")
    assert found is not None and found.name == "Brasswick Hummer"
    scryfall.faults = [server.sent_to("/cards/collection", 307)]
    assert names(client, HUMMER) == ["Brasswick Hummer"]
    scryfall.faults = [server.sent_to("/cards/collection", 302)]
    with pytest.raises(NetworkError, match="must not be sent on"):
        names(client, HUMMER)
    scryfall.faults = [server.sent_to("/cards/named")] * 9
    with pytest.raises(NetworkError, match="on and on"):
        client.named("something else")
