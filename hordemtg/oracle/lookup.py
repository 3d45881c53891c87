"""Cards by name: from the store while they are fresh, else from Scryfall, else from the store though they are old."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.client import BATCH, Answer, Client
from hordemtg.oracle.errors import NetworkError
from hordemtg.oracle.names import fold, folded_names, is_name
from hordemtg.oracle.store import Store, Stored, as_token

SOURCE = "Scryfall"
MOST_GUESSES = 20
Progress = Callable[[int, int], None]  # names asked for, of how many


@dataclass(slots=True)
class Found:
    """What became of the names that were asked for, as they were written."""

    cards: dict[str, Stored] = field(default_factory=dict)
    fetched: list[str] = field(default_factory=list)  # asked for now
    old: list[str] = field(default_factory=list)  # of the store, and could not be renewed
    missing: list[str] = field(default_factory=list)
    trouble: str = ""  # why Scryfall could not be asked, when it could not
    faults: list[str] = field(default_factory=list)  # what of its answers could not be read


def look_up(
    store: Store, names: Iterable[str], client: Client | None, progress: Progress = lambda done, all_: None
) -> Found:
    """The cards of these names; without a client only those of the store, whatever their age. Raises OracleError.

    What Scryfall answers is kept at once, so that a failure loses nothing of what came before it.
    """
    found = Found()
    wanted = list(dict.fromkeys(names))
    ask: dict[str, str] = {}  # by folded name, so that one card is asked for once
    for name in wanted:
        known = store.record(name)
        if is_name(name) and not (known is not None and known.is_fresh()) and not store.is_missing(name):
            ask.setdefault(fold(name), name)
    arrived: set[str] = set()
    if client is not None and ask:
        try:
            arrived = _fetch(store, client, ask, found, progress)
        except NetworkError as error:
            found.trouble = str(error)
    for name in wanted:
        known = store.record(name)
        if known is None:
            found.missing.append(name)
            continue
        found.cards[name] = known
        if fold(name) in arrived or (fold(name) in ask and known.is_fresh()):
            found.fetched.append(name)
        elif not known.is_fresh():
            found.old.append(name)
    return found


def _fetch(store: Store, client: Client, ask: Mapping[str, str], found: Found, progress: Progress) -> set[str]:
    """Ask for the names, and match the answers by name, since their places shift where a card is missing."""
    arrived: set[str] = set()
    done = 0
    for answer in client.collection([{"name": name} for name in ask.values()]):
        _keep(store, answer, found)
        arrived.update(folded for card in answer.cards for folded in names_of(card) if folded in ask)
        missing = [str(each["name"]) for each in answer.not_found if "name" in each]
        store.put_misses(name for name in missing if fold(name) in ask and fold(name) not in arrived)
        done += BATCH
        progress(min(done, len(ask)), len(ask))
    return arrived


def _keep(store: Store, answer: Answer, found: Found) -> None:
    store.put(answer.cards, SOURCE)
    found.faults += answer.faults


def guess(store: Store, client: Client, name: str) -> Stored | None:
    """The card that Scryfall thinks a person meant by a misspelled name; never to be used without a word.

    Raises OracleError; RefusedError when several cards fit.
    """
    card = client.named(name) if is_name(name) else None
    if card is None:
        return None
    store.put([card], SOURCE)
    return store.by_key(card.key)


def names_of(card: PrintedCard) -> set[str]:
    """The folded names by which a card is found."""
    return {*folded_names(card.name), *(fold(face.name) for face in card.faces)}


def look_up_tokens(store: Store, names: Iterable[str], makers: Iterable[PrintedCard], client: Client | None) -> Found:
    """The tokens of these names, and those that the cards make by their own account. Raises OracleError.

    What a card makes Scryfall tells by id, so that of the many tokens of one name the right one
    comes. A name that is of none of them is searched for, and all tokens that have it are kept.
    """
    found = Found()
    parts = {part.id: part for card in makers for part in card.parts if part.component == "token" and part.id}
    ask = [id_ for id_ in parts if (known := store.by_id(id_)) is None or not known.is_fresh()]
    wanted = list(dict.fromkeys(names))
    searched: set[str] = set()
    if client is not None:
        try:
            for answer in client.collection([{"id": id_} for id_ in ask]):
                _keep(store, answer, found)
                found.fetched += [card.name for card in answer.cards]
            for name in wanted:
                if is_name(name) and not _freshest(store, name) and not store.is_missing(as_token(name)):
                    answer = client.tokens(name)
                    _keep(store, answer, found)
                    searched.add(name)
                    if not answer.cards:
                        store.put_misses([as_token(name)])
        except NetworkError as error:
            found.trouble = str(error)
    for name in dict.fromkeys([*wanted, *(part.name for part in parts.values())]):
        tokens = [each for each in store.find(name) if each.card.is_token]
        if not tokens:
            found.missing.append(name)
            continue
        found.cards[name] = tokens[0]
        if name in searched:
            found.fetched.append(name)
        elif not any(each.is_fresh() for each in tokens):
            found.old.append(name)
    found.fetched = list(dict.fromkeys(found.fetched))
    return found


def look_up_list(
    store: Store,
    cards: Iterable[str],
    tokens: Iterable[str],
    client: Client | None,
    progress: Progress = lambda done, all_: None,
) -> tuple[Found, Found]:
    """The cards and tokens of a list, and the tokens that its cards make. Raises OracleError.

    A name that no card has may be a token's that nobody has said is one; so many of these are tried.
    """
    found = look_up(store, cards, client, progress)
    maybe = [name for name in found.missing if store.tokens(name) or client is not None][:MOST_GUESSES]
    makers = [each.card for each in found.cards.values()]
    made = look_up_tokens(store, [*tokens, *maybe], makers, None if found.trouble else client)
    found.missing = [name for name in found.missing if name not in made.cards]
    made.missing = [name for name in made.missing if name not in found.missing]
    return found, made


def _freshest(store: Store, name: str) -> bool:
    """Whether the store has a fresh token of that name."""
    return any(each.card.is_token and each.is_fresh() for each in store.find(name))
