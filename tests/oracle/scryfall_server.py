"""A server on loopback that behaves like Scryfall, with cards invented for the tests.

It refuses what Scryfall refuses, in the measured words, and can be told to fail: `server.faults` holds what happens to
the next requests, one each (a function that gets the handler; None lets a request pass).
"""

from __future__ import annotations

import gzip
import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hordemtg.oracle.clocks import Pauses
from hordemtg.oracle.names import fold, folded_names

QUICK = Pauses(all=0.0, slow=0.0, limit=0.3, longest=5.0, retries=(0.05, 0.1))
LIBRARIES = ("python-requests", "python-urllib", "curl", "go-http-client", "okhttp")
KEYS = ({"id"}, {"oracle_id"}, {"name"}, {"name", "set"}, {"set", "collector_number"})


def identity(*words: object) -> str:
    """An id of version 4, always the same for the same words."""
    return str(uuid.UUID(bytes=sha256(repr(words).encode()).digest()[:16], version=4))


def card(name: str, **fields: Any) -> dict[str, Any]:
    """A card object as Scryfall sends it, with fields that nobody here reads among them."""
    made: dict[str, Any] = {
        "object": "card", "id": identity("id", name, fields.get("oracle_text"), fields.get("set")),
        "oracle_id": identity("oracle", name, fields.get("oracle_text")), "lang": "en", "name": name,
        "released_at": "2026-01-23", "layout": "normal", "mana_cost": "{2}{G}", "cmc": 3.0,
        "type_line": "Creature — Badger", "oracle_text": f"Whenever {name} hums, it hums again.", "power": "2",
        "toughness": "3", "colors": ["G"], "color_identity": ["G"], "keywords": [], "set": "inv",
        "collector_number": "17", "rarity": "common", "prices": {"usd": "0.05"}, "legalities": {"vintage": "legal"},
        "image_uris": {"small": "https://cards.example/small.jpg"},
    }  # fmt: skip
    return made | fields


def token(name: str, text: str = "", **fields: Any) -> dict[str, Any]:
    """A token object."""
    made = {"layout": "token", "mana_cost": "", "type_line": f"Token Creature — {name}", "set": "tinv"}
    return card(name, **(made | {"oracle_text": text, "power": "1", "toughness": "1"} | fields))


def part_of(made: Mapping[str, Any], component: str = "token") -> dict[str, Any]:
    """The entry of `all_parts` for another object."""
    kept = {key: made[key] for key in ("id", "name", "type_line")}
    return kept | {"object": "related_card", "component": component, "uri": f"https://cards.example/{made['id']}"}


@dataclass
class Asked:
    """One request as it came."""

    at: float
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: Any


Fault = Callable[["Handler"], None]


@dataclass
class Scryfall:
    """The server: its cards, what it was asked, and what will go wrong."""

    cards: list[dict[str, Any]] = field(default_factory=list)
    faults: list[Fault | None] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    page: int = 175
    strict: bool = False  # answer 429 to who asks faster than Scryfall allows
    address: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)
    served: list[tuple[float, bool]] = field(default_factory=list)

    def names(self) -> list[list[str]]:
        """The names of each collection that was asked for."""
        return [[each.get("name", each.get("id")) for each in asked.body["identifiers"]]
                for asked in self.asked if asked.path == "/cards/collection"]  # fmt: skip

    def too_fast(self, slow: bool) -> bool:
        """Whether this request comes too soon after the last (a little is allowed for the way)."""
        with self.lock:
            now = time.monotonic()
            early = any(now - at < (0.45 if slow and was_slow else 0.08) for at, was_slow in self.served)
            self.served.append((now, slow))
            return early


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    protocol_version = "HTTP/1.1"
    scryfall: Scryfall

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self.serve(None)

    def do_POST(self) -> None:
        self.serve(self.rfile.read(int(self.headers.get("Content-Length", "0"))))

    def serve(self, data: bytes | None) -> None:
        """Note the request, let go wrong what is to go wrong, else answer as Scryfall does."""
        parts, server = urlsplit(self.path), self.scryfall
        body = json.loads(data) if data else None
        query = parse_qs(parts.query)
        self.close_connection = True
        with server.lock:
            server.asked.append(Asked(time.time(), self.command, parts.path, query, dict(self.headers.items()), body))
            fault = server.faults.pop(0) if server.faults else None
        if fault is not None:
            fault(self)
            return
        if server.strict and server.too_fast(parts.path in SLOW):
            too_many()(self)
            return
        if self.accepts_headers():
            route = ROUTES.get(parts.path)
            if route is None:
                self.refuse(404, "not_found", "The requested object or REST method was not found.")
            else:
                route(self, query, body)

    def accepts_headers(self) -> bool:
        """Refuse who does not say what program it is, as Scryfall does since 2026."""
        agent = self.headers.get("User-Agent", "")
        if not agent or not self.headers.get("Accept"):
            self.refuse(400, "bad_request", "You submitted an invalid request. HTTP requests to api.scryfall.com must "
                        "contain a User-Agent and Accept header. More info: https://scryfall.com/docs/api")  # fmt: skip
            return False
        if agent.lower().startswith(LIBRARIES):
            self.refuse(400, "bad_request", "Your User-Agent string is currently a default value supplied by your HTTP "
                        "library.", subcode="generic_user_agent")  # fmt: skip
            return False
        return True

    def refuse(self, status: int, code: str, details: str, **more: Any) -> None:
        self.answer({"object": "error", "status": status, "code": code, "details": details, **more}, status)

    def answer(self, made: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Send JSON, packed when the other side takes it so."""
        data = json.dumps(made).encode()
        packed = "gzip" in self.headers.get("Accept-Encoding", "")
        self.send(gzip.compress(data) if packed else data, status,
                  {**({"Content-Encoding": "gzip"} if packed else {}), **(headers or {})})  # fmt: skip

    def send(self, data: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        for name, value in ({"Content-Length": str(len(data))} | dict(headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    # ------------------------------------------------------------ routes

    def collection(self, query: Mapping[str, list[str]], body: Any) -> None:
        """`POST /cards/collection`: in the order asked, asked twice gives it twice; tokens only by id."""
        asked = body.get("identifiers") if isinstance(body, dict) else None
        if not isinstance(asked, list) or not 1 <= len(asked) <= 75 or not all(isinstance(x, dict) for x in asked):
            self.refuse(400, "bad_request", "The `identifiers` list must have at least 1 and no more than 75 "
                        "references.")  # fmt: skip
            return
        for each in asked:
            if set(each) not in KEYS:
                self.refuse(400, "bad_request", f"Invalid identifier schema: {', '.join(each)}")
                return
        found = [(each, self.identified(each)) for each in asked]
        self.answer({
            "object": "list", "not_found": [each for each, made in found if made is None],
            "data": [made for _, made in found if made is not None],
        })  # fmt: skip

    def identified(self, identifier: Mapping[str, str]) -> dict[str, Any] | None:
        for each in self.scryfall.cards:
            if "id" in identifier and each["id"] == identifier["id"]:
                return each
            if "name" in identifier and each["layout"] != "token":
                if fold(identifier["name"]) in folded_names(each["name"]):
                    return each
        return None

    def named(self, query: Mapping[str, list[str]], body: Any) -> None:
        """`GET /cards/named?fuzzy=`: exact, then near spelling, then all the words; several are ambiguous."""
        if "fuzzy" not in query:
            self.refuse(400, "bad_request", "You must provide a `fuzzy` or `exact` parameter")
            return
        name = query["fuzzy"][0]
        known = {fold(each["name"]): each for each in self.scryfall.cards if each["layout"] != "token"}
        near = get_close_matches(fold(name), list(known), n=1, cutoff=0.85)
        words = [each for each in known.values() if all(word in each["name"].lower() for word in name.lower().split())]
        if near or len(words) == 1:
            self.answer(known[near[0]] if near else words[0])
        elif words:
            self.refuse(404, "not_found", f"Too many cards match ambiguous name “{name}”. Add more words to refine "
                        "your search.", type="ambiguous")  # fmt: skip
        else:
            self.refuse(404, "not_found", f"No cards found matching “{name}”")

    def search(self, query: Mapping[str, list[str]], body: Any) -> None:
        """`GET /cards/search` for `!"NAME" t:token`, a page at a time."""
        asked, number = query.get("q", [""])[0], int(query.get("page", ["1"])[0])
        found = [each for each in self.scryfall.cards
                 if asked == f'!"{each["name"]}" t:token' and each["layout"] == "token"]  # fmt: skip
        if not found:
            self.refuse(404, "not_found", "Your query didn’t match any cards. Adjust your search terms or refer to the "
                        "syntax guide at https://scryfall.com/docs/reference")  # fmt: skip
            return
        start, end = (number - 1) * self.scryfall.page, number * self.scryfall.page
        made: dict[str, Any] = {"object": "list", "total_cards": len(found), "has_more": end < len(found)}
        if made["has_more"]:
            made["next_page"] = f"{self.scryfall.address}/cards/search?q={asked.replace(' ', '+')}&page={number + 1}"
        self.answer(made | {"data": found[start:end]})


ROUTES: dict[str, Callable[[Handler, Mapping[str, list[str]], Any], None]] = {
    "/cards/collection": Handler.collection, "/cards/named": Handler.named, "/cards/search": Handler.search,
}  # fmt: skip
SLOW = frozenset(ROUTES)


# ---------------------------------------------------------------- what can go wrong


def too_many(retry_after: str = "") -> Fault:
    """429, with or without `Retry-After`."""
    made = {"object": "error", "status": 429, "code": "too_many_requests", "details": "Slow down, please."}
    return lambda handler: handler.answer(made, 429, {"Retry-After": retry_after} if retry_after else {})


def status(number: int, details: str = "Out of order.") -> Fault:
    """An error of this status."""
    return lambda handler: handler.refuse(number, "some_code", details)


def cut_json(handler: Handler) -> None:
    """A whole answer whose JSON ends early."""
    handler.send(b'{"object": "list", "data": [{"object": "card", "name": "Hal')


def cut_body(handler: Handler) -> None:
    """An answer that ends before the length it promised."""
    handler.send(b'{"object": "list"', headers={"Content-Length": "5000"})


def slow(seconds: float) -> Fault:
    """Nothing for so long, and then nothing."""
    return lambda handler: time.sleep(seconds)


def dripping(handler: Handler) -> None:
    """An answer that comes in letter by letter, for ever."""
    handler.send(b"", headers={"Content-Length": "100000"})
    try:
        while True:
            handler.wfile.write(b" ")
            time.sleep(0.05)
    except OSError:
        pass


def sent_to(address: str, number: int = 302) -> Fault:
    """A redirect."""
    return lambda handler: handler.send(b"", number, {"Location": address})


def huge(megabytes: int) -> Fault:
    """A small answer that unpacks to a great deal."""
    data = gzip.compress(b" " * (megabytes * 1024 * 1024), compresslevel=1)
    return lambda handler: handler.send(data, headers={"Content-Encoding": "gzip"})


def saying(made: Any) -> Fault:
    """This JSON, whatever was asked."""
    return lambda handler: handler.answer(made)


@contextmanager
def running(scryfall: Scryfall) -> Iterator[Scryfall]:
    """The server in a thread, on a free port of loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"scryfall": scryfall}))
    server.daemon_threads = True
    scryfall.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield scryfall
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
