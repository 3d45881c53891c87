"""Asking Scryfall for cards, by the rules of its API: who asks, how often, what to do when it does not answer."""

from __future__ import annotations

import json
import os
import socket
import ssl
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError, ReadTimeoutError

from hordemtg import __version__
from hordemtg.oracle.card import PrintedCard
from hordemtg.oracle.clocks import Clocks, Pauses
from hordemtg.oracle.database import Database
from hordemtg.oracle.errors import CardError, LimitError, NetworkError, OracleError, RefusedError
from hordemtg.oracle.names import plain

SCRYFALL = "https://api.scryfall.com"
AGENT = f"hordemtg/{__version__} (card scripts for Horde Magic)"
ACCEPT = "application/json;q=0.9,*/*;q=0.8"
BATCH = 75
MAX_ANSWER = 16 * 1024 * 1024
MAX_SENDINGS_ON = 3
MAX_PAGES = 10
CHUNK = 64 * 1024
TOO_LARGE = f"has more than {MAX_ANSWER // 1024**2} MiB"
SLOW = ("/cards/collection", "/cards/named", "/cards/search", "/cards/random")

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How many seconds an answer may take: to reach the host, between two parts of it, and in all."""

    connect: float = 5.0
    read: float = 20.0
    whole: float = 60.0


@dataclass(slots=True)
class Answer:
    """The cards of an answer, the identifiers that had none, and entries that could not be read."""

    cards: list[PrintedCard] = field(default_factory=list)
    not_found: list[Mapping[str, Any]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Client:
    """Sends requests one after the other; the clocks that slow it down stand in the store's file."""

    def __init__(
        self,
        database: Database,
        base: str | None = None,
        *,
        pauses: Pauses | None = None,
        timeouts: Timeouts | None = None,
        say: Say = lambda words: None,
    ) -> None:
        """`say` is told of long waits, as they begin. Raises OracleError for an address that is none."""
        self._base = base_address(base)
        self._local = is_loopback(urlsplit(self._base).hostname or "")
        self._pauses = pauses if pauses is not None else _pauses_of(self._local)
        self._timeouts = timeouts if timeouts is not None else Timeouts()
        self._clocks = Clocks(database, self._pauses)
        self._say = say
        self._session = requests.Session()
        self._session.headers.update({"User-Agent": AGENT, "Accept": ACCEPT, "Accept-Encoding": "gzip"})
        if self._local:
            self._session.trust_env = False  # no proxy stands before this machine

    def close(self) -> None:
        self._session.close()

    # ------------------------------------------------------------ routes

    def collection(self, identifiers: Sequence[Mapping[str, str]]) -> Iterator[Answer]:
        """The cards of these identifiers (`{"name": ...}`, `{"id": ...}`), 75 an answer. Raises OracleError."""
        for start in range(0, len(identifiers), BATCH):
            asked = [dict(each) for each in identifiers[start : start + BATCH]]
            yield self._answer(self._ask("POST", "/cards/collection", body={"identifiers": asked}))

    def named(self, fuzzy: str) -> PrintedCard | None:
        """The one card whose name a person may have meant; None when there is none. Raises OracleError.

        When several names are as near, Scryfall says so, and RefusedError has its words.
        """
        try:
            return PrintedCard.from_scryfall(self._ask("GET", "/cards/named", {"fuzzy": fuzzy}))
        except RefusedError as error:
            if error.status == 404 and error.kind != "ambiguous":
                return None
            raise

    def tokens(self, name: str) -> Answer:
        """All tokens of exactly that name. Raises OracleError."""
        quoted = name.replace("\\", "").replace('"', "")
        query: Mapping[str, str] = {"q": f'!"{quoted}" t:token', "unique": "cards", "include_extras": "true"}
        found = Answer()
        address = "/cards/search"
        for _ in range(MAX_PAGES):
            try:
                page = self._ask("GET", address, query)
            except RefusedError as error:
                if error.status == 404:
                    return found
                raise
            part = self._answer(page)
            found.cards += part.cards
            found.faults += part.faults
            address, query = str(page.get("next_page") or ""), {}
            if page.get("has_more") is not True or not address:
                break
        return found

    # ------------------------------------------------------------ asking

    def _ask(
        self, method: str, route: str, query: Mapping[str, str] | None = None, body: object = None
    ) -> Mapping[str, Any]:
        """One answer, as an object of JSON. Raises LimitError, RefusedError, NetworkError.

        A request that was too much is sent once more after the wait (`Pauses.limit`, or longer
        if the answer says so); one that failed on Scryfall's side, or took too long, twice more.
        """
        waits = iter(self._pauses.retries)
        limited = False
        while True:
            wait: float | None
            try:
                status, headers, text = self._send(method, urljoin(self._base, route), query, body)
            except requests.ReadTimeout as error:
                problem = f"Scryfall ({self._base}) takes too long to answer"
                wait = next(waits, None)
                if wait is None:
                    raise NetworkError(problem) from error
            except requests.RequestException as error:
                raise NetworkError(f"Scryfall ({self._base}) cannot be reached: {_why(error)}") from error
            else:
                if status == 429:
                    if limited:
                        self._clocks.stop(self._limit_wait(headers))
                        raise LimitError(
                            f"Scryfall says again that too much was asked of it: {_details(text)} "
                            "Try again in some minutes; what has been fetched is kept."
                        )
                    limited = True
                    self._stop(self._limit_wait(headers))
                    continue
                if status < 500:
                    return self._object(status, text)
                wait = next(waits, None)
                if wait is None:
                    raise NetworkError(f"Scryfall ({self._base}) is in trouble (status {status}): {_details(text)}")
            time.sleep(wait)

    def _stop(self, seconds: float) -> None:
        """Ask nothing for so long: Scryfall bans programs that go on."""
        self._clocks.stop(seconds)
        self._say(f"Scryfall says that too much was asked of it: waiting {round(seconds)} seconds")

    def _limit_wait(self, headers: Mapping[str, str]) -> float:
        return max(seconds_of(headers.get("Retry-After", "")), self._pauses.limit)

    def _send(
        self, method: str, address: str, query: Mapping[str, str] | None, body: object
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and bytes of one answer, sent on at most three times, and never to plain HTTP."""
        for _ in range(MAX_SENDINGS_ON + 1):
            check_address(address, loopback=self._local)
            self._clocks.wait(urlsplit(address).path.startswith(SLOW))
            with self._session.request(
                method, address, params=query or None, json=body, stream=True, allow_redirects=False,
                timeout=(self._timeouts.connect, self._timeouts.read),
            ) as response:  # fmt: skip
                if not response.is_redirect:
                    return response.status_code, response.headers, self._read(response)
                if method != "GET" and response.status_code not in (307, 308):
                    raise NetworkError(f"Scryfall ({self._base}) sends a request on that must not be sent on")
                address, query = urljoin(address, response.headers["Location"]), None
        raise NetworkError(f"Scryfall ({self._base}) sends a request on and on")

    def _read(self, response: requests.Response) -> bytes:
        """The whole body, unless it is too large or drips in too slowly."""
        parts: list[bytes] = []
        size, end = 0, time.monotonic() + self._timeouts.whole
        try:
            while part := response.raw.read1(CHUNK, decode_content=False):
                size += len(part)
                parts.append(part)
                if size > MAX_ANSWER:
                    raise self._useless(TOO_LARGE)
                if time.monotonic() > end:
                    raise requests.ReadTimeout
        except requests.ReadTimeout:  # which is an OSError too
            raise
        except ReadTimeoutError as error:
            raise requests.ReadTimeout from error
        except (HTTPError, OSError) as error:
            raise self._useless("is cut off") from error
        body = b"".join(parts)
        if response.headers.get("Content-Encoding", "identity").lower() != "gzip":
            return body
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            body = unpacker.decompress(body, MAX_ANSWER)
        except zlib.error as error:
            raise self._useless("cannot be unpacked") from error
        if not unpacker.eof:
            raise self._useless(TOO_LARGE if unpacker.unconsumed_tail else "is cut off")
        return body

    def _object(self, status: int, body: bytes) -> Mapping[str, Any]:
        """What an answer holds. Raises RefusedError with Scryfall's own words for 400 and the like."""
        if status >= 400:
            told = _mapping(body)
            raise RefusedError(f"Scryfall refuses this ({status}): {_details(body)}", status, str(told.get("type", "")))
        if status != 200:
            raise self._useless(f"has the status {status}")
        made = _mapping(body)
        if not made:
            raise self._useless("is cut off, or no JSON")
        return made

    def _answer(self, page: Mapping[str, Any]) -> Answer:
        """The cards of a List."""
        rows, missing = page.get("data"), page.get("not_found", [])
        if not isinstance(rows, list) or not isinstance(missing, list):
            raise self._useless("is no list of cards")
        made = Answer(not_found=[each for each in missing if isinstance(each, dict)])
        for row in rows:
            try:
                made.cards.append(PrintedCard.from_scryfall(row))
            except CardError as error:
                made.faults.append(str(error))
        return made

    def _useless(self, why: str) -> NetworkError:
        return NetworkError(f"an answer of Scryfall ({self._base}) {why}")


# ---------------------------------------------------------------- addresses


def base_address(given: str | None = None) -> str:
    """Where Scryfall is: as given, or HORDEMTG_SCRYFALL, or its own address. Raises OracleError."""
    address = (given or os.environ.get("HORDEMTG_SCRYFALL") or SCRYFALL).rstrip("/")
    check_address(address)
    return address


def check_address(address: str, loopback: bool = True) -> None:
    """Refuse what is not HTTPS, but for plain HTTP to this machine where `loopback` says so. Raises OracleError."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if not host or port == 0 or parts.scheme not in ("https", "http") or "@" in parts.netloc:
        raise OracleError(f"this is no address to ask for cards: {plain(address)}")
    if parts.scheme == "http" and not (loopback and is_loopback(host)):
        raise OracleError(f"plain HTTP is only for this machine itself; {plain(address)} must begin with https://")


def is_loopback(host: str) -> bool:
    """Whether the host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _pauses_of(local: bool) -> Pauses:
    """The pauses of the rules; only a server on this machine may be asked again sooner after a refusal."""
    told = os.environ.get("HORDEMTG_SCRYFALL_WAIT", "") if local else ""
    try:
        seconds = float(told)
    except ValueError:
        return Pauses()
    return Pauses(limit=seconds, retries=(seconds, 2 * seconds)) if 0 <= seconds <= 60 else Pauses()


# ---------------------------------------------------------------- what a server says


def seconds_of(told: str) -> float:
    """The seconds of a `Retry-After`, which has a number or a date (RFC 9110, 10.2.3); 0 when it has neither.

    >>> seconds_of("90"), seconds_of("soon")
    (90.0, 0.0)
    """
    told = told.strip()
    if told.isascii() and told.isdigit():
        return min(float(told), 1e6)
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - time.time())
    except (ValueError, OverflowError, TypeError):
        return 0.0


def _mapping(body: bytes) -> Mapping[str, Any]:
    """The object of an answer; nothing when it is none."""
    try:
        made = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return made if isinstance(made, dict) else {}


def _details(body: bytes) -> str:
    """Scryfall's sentence for people."""
    told = _mapping(body).get("details")
    return plain(told) if isinstance(told, str) and told else "it does not say why"


def _why(error: BaseException | None) -> str:
    """The system's own words of a failed connection, without the library's."""
    for _ in range(10):
        if error is None:
            break
        if isinstance(error, ssl.SSLError):
            return f"its certificate or encryption is not accepted ({error.reason or 'TLS'})"
        if isinstance(error, socket.gaierror):
            return "its name is not known here (no network?)"
        timed_out = isinstance(error, ConnectTimeoutError) and not isinstance(error, NewConnectionError)
        if timed_out or isinstance(error, TimeoutError):
            return "it takes too long to connect"
        if isinstance(error, OSError) and error.strerror and not isinstance(error, requests.RequestException):
            return error.strerror.lower()
        inner = next((each for each in error.args if isinstance(each, BaseException)), None)
        error = getattr(error, "reason", None) or inner or error.__cause__ or error.__context__
        error = error if isinstance(error, BaseException) else None
    return "no connection"
