"""The sentences of the log: which records are told together, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hordemtg.trace.recorder import Record

# Why state-based actions put a permanent into the graveyard, in words (CR 704.5).
WHY_IT_GOES = {
    "704.5f": "toughness 0 or less",
    "704.5g": "lethal damage",
    "704.5h": "damage from a source with deathtouch",
    "704.5i": "no loyalty left",
    "704.5j": "the legend rule",
    "704.5m": "attached to nothing that it may enchant",
}

# Notes of the rules that only a judge wants to read.
NOTES_FOR_JUDGES = frozenset({"502.3", "603.4", "704.5d", "114.1", "601.2e", "602.2", "103.8a", "701.15a"})

# The names of kinds in the column of the rules log, where they differ.
SHORT = {
    "move": "zone",
    "enter token": "token",
    "gain life": "life",
    "lose life": "life",
    "counters put": "counters",
    "counters removed": "counters",
    "step begins": "step",
    "turn begins": "turn",
    "attack declared": "attack",
    "attacks": "attack",
    "blocks": "block",
    "blocks a creature": "block",
    "becomes blocked": "block",
    "becomes blocked by": "block",
    "attacks unblocked": "block",
    "no effect": "resolve",
    "continuous": "effect",
    "play land": "land",
    "lose game": "end",
    "win game": "end",
    "draw game": "end",
    "regenerate": "saved",
}

BRIEF = frozenset({"turn", "cast", "attack", "block", "goes", "end", "stage"})


# ---------------------------------------------------------------- what is told together


def group(record: Record, brief: bool) -> tuple[object, ...] | None:
    """The key by which records in a row are told in one sentence; None for what is not told at this level."""
    kind = record["kind"]
    if kind == "move":
        key = _group_move(record)
    else:
        make = _KEYS.get(kind)
        key = make(record) if make is not None else None
    if key is None or (brief and key[0] not in BRIEF):
        return None
    return key


def _group_move(record: Record) -> tuple[object, ...] | None:
    verb, origin, to = record.get("verb"), record.get("from"), record.get("to")
    player = record.get("player")
    if verb == "create":
        return ("create", record.get("controller"))
    if verb == "cast" or (verb in ("resolve", "counter") and to != "battlefield") or verb == "set up":
        return None
    if verb in ("draw", "mill", "discard", "play"):
        return (verb, player, record["turn"] == 0)
    if verb == "sacrifice":
        return ("goes", verb, player)
    if origin == "battlefield" and to == "graveyard":
        return ("goes", verb, record.get("rule"), record.get("creature", False))
    return ("moves", verb, origin, to, player, record.get("controller"))


def _alone(record: Record) -> tuple[object, ...]:
    return ("alone", record["number"], record["kind"])


_KEYS: dict[str, Callable[[Record], tuple[object, ...] | None]] = {
    "turn begins": lambda r: ("turn", r["number"]),
    "cast": lambda r: ("cast", r["number"]),
    "activate": _alone,
    "resolve": lambda r: None if r.get("permanent") else _alone(r),
    "no effect": _alone,
    "counter": _alone,
    "attacks": lambda r: ("attack", r.get("player"), _name(r.get("other"))),
    "blocks a creature": lambda r: ("block", r.get("player")),
    "damage": lambda r: ("damage", r.get("player"), _name(r.get("object")), r.get("combat", False)),
    "gain life": _alone,
    "lose life": _alone,
    "counters put": lambda r: ("counters put", _name(r.get("object")), r.get("player"), r.get("text"), r["number"]),
    "counters removed": _alone,
    "fight": _alone,
    "reveal": lambda r: ("reveal", r.get("player")),
    "coin": _alone,
    "attach": _alone,
    "unattach": _alone,
    "control": _alone,
    "regenerate": _alone,
    "prevent": _alone,
    "lose game": lambda r: ("end", r["number"]),
    "win game": lambda r: ("end", r["number"]),
    "draw game": lambda r: ("end", r["number"]),
    "stage": lambda r: ("stage", r["number"]),
    "note": lambda r: None if r.get("rule") in NOTES_FOR_JUDGES or r.get("verb") == "counted" else _alone(r),
}


# ---------------------------------------------------------------- telling


def tell(records: Sequence[Record], brief: bool) -> list[str]:
    """The lines for records of one group."""
    first = records[0]
    kind = first["kind"]
    if kind == "turn begins":
        return ["", turn_heading(first)]
    if kind == "stage":
        return [f"  == {str(first.get('text', '')).capitalize()} begins. =="]
    text = _moves(records) if kind == "move" else _TELL[kind](records)
    return [f"  {text}"] if text else []


def turn_heading(record: Record) -> str:
    """`Turn 5, Horde. Survivor: 17 life, 4 cards in hand, 28 in the library. Horde: ...`"""
    sides = [_side(side) for side in record.get("standing", ())]
    return " ".join([f"Turn {record['turn']}, {record.get('player', '')}.", *sides])


def _side(side: Record) -> str:
    parts = [f"{side['life']} life"] if "life" in side else []
    if side.get("hand"):
        parts.append(f"{side['hand']} in hand")
    parts.append(f"{side.get('library', 0)} in the library")
    if side.get("graveyard"):
        parts.append(f"{side['graveyard']} in the graveyard")
    if side.get("exile"):
        parts.append(f"{side['exile']} in exile")
    return f"{side.get('player', '')}: {', '.join(parts)}."


def _moves(records: Sequence[Record]) -> str:
    first = records[0]
    verb, player, to = first.get("verb"), first.get("player", ""), first.get("to")
    cards = _listed([r["object"]["name"] for r in records if "object" in r])
    gone = _listed([_name(r.get("object")) for r in records])
    news = _listed([_name(r.get("new")) + _how_it_enters(r) for r in records])
    match verb:
        case "draw":
            return f"{player} draws {cards}."
        case "play":
            return f"{player} plays {news}."
        case "mill":
            return f"{player} mills {cards}."
        case "discard":
            return f"{player} discards {cards}."
        case "sacrifice":
            return f"{player} sacrifices {gone}."
        case "create":
            return f"{first.get('controller', '')} creates {news}."
        case "mulligan":
            return f"{player} puts {_many(len(records), 'card')} into the library."
        case "resolve":
            return f"{news} enters the battlefield under {first.get('controller', '')}'s control."
        case _:
            pass
    if first.get("from") == "battlefield" and to == "graveyard":
        return _goes(first, gone, len(records))
    if to == "battlefield":
        origin = f" from the {first['from']}" if "from" in first else ""
        return f"{news} {_s('enter', records)}{origin} under {first.get('controller', '')}'s control."
    what = gone if first.get("from") == "battlefield" else cards
    where = f"the bottom of {player}'s library" if first.get("bottom") else f"{player}'s {to}"
    if to == "exile":
        return f"{what} {_s('go', records)} into exile."
    return f"{what} {_s('go', records)} to {where}."


def _goes(first: Record, gone: str, count: int) -> str:
    verb, rule = first.get("verb"), first.get("rule", "")
    why = WHY_IT_GOES.get(rule) or ("destroyed" if verb == "destroy" else "")
    what = ("dies" if count == 1 else "die") if first.get("creature") else ("goes" if count == 1 else "go")
    where = "" if first.get("creature") else " to the graveyard"
    return f"{gone} {what}{where}{f' ({why})' if why else ''}."


def _how_it_enters(record: Record) -> str:
    parts = ["tapped"] if record.get("tapped") else []
    counters = record.get("counters", {})
    if counters:
        parts.append("with " + _listed([_many(n, f"{kind} counter") for kind, n in counters.items()]))
    return f" ({', '.join(parts)})" if parts else ""


def _cast(records: Sequence[Record]) -> str:
    r = records[0]
    extra = " kicked" if r.get("kicked") else ""
    extra += f" with X = {r['x']}" if r.get("x") else ""
    return f"{r.get('player', '')} casts {_card(r.get('object'))}{extra}{_choices(r)}."


def _activate(records: Sequence[Record]) -> str:
    r = records[0]
    ability = f"{r['ability']} of " if r.get("ability") else ""
    return f"{r.get('player', '')} activates {ability}{_name(r.get('object'))}{_choices(r)}."


def _resolve(records: Sequence[Record]) -> str:
    r = records[0]
    if r.get("verb") == "spell":
        return f"{_card(r.get('object'))} resolves."
    ability = f"{r['ability']} of " if r.get("ability") else "The ability of "
    return f"{ability}{_name(r.get('object'))} resolves."


def _no_effect(records: Sequence[Record]) -> str:
    r = records[0]
    why = "all its targets are illegal" if r.get("rule") == "608.2b" else "its condition is no longer true"
    return f"{_name(r.get('object'))} has no effect: {why}."


def _counter(records: Sequence[Record]) -> str:
    r = records[0]
    by = f" by {_name(r['source'])}" if "source" in r else ""
    return f"{_name(r.get('object'))} is countered{by}."


def _attack(records: Sequence[Record]) -> str:
    first = records[0]
    whom = _name(first["other"]) if "other" in first else first.get("player", "")
    return f"{_listed([_name(r.get('object')) for r in records])} {_s('attack', records)} {whom}."


def _block(records: Sequence[Record]) -> str:
    blocked: dict[str, list[str]] = {}
    for r in records:
        blocked.setdefault(_name(r.get("other")), []).append(_name(r.get("object")))
    parts = [f"{_listed(by)} {'blocks' if len(by) == 1 else 'block'} {whom}" for whom, by in blocked.items()]
    return "; ".join(parts) + "."


def _damage(records: Sequence[Record]) -> str:
    first = records[0]
    whom = _name(first["object"]) if "object" in first else first.get("player", "")
    amount = sum(r.get("amount", 0) for r in records)
    left = f" ({records[-1]['life']} life)" if "life" in records[-1] else ""
    if len(records) == 1:
        by = _name(first.get("source", first.get("object")))
    else:
        by = _listed([f"{_name(r.get('source', r.get('object')))} ({r.get('amount', 0)})" for r in records])
    return f"{by} {_s('deal', records)} {amount} damage to {whom}{left}."


def _life(records: Sequence[Record]) -> str:
    r = records[0]
    verb = "gains" if r["kind"] == "gain life" else "loses"
    left = f" ({r['life']} life)" if "life" in r else ""
    return f"{r.get('player', '')} {verb} {r.get('amount', 0)} life{left}."


def _counters(records: Sequence[Record]) -> str:
    r = records[0]
    amount = r.get("amount", 0)
    whom = _name(r["object"]) if "object" in r else r.get("player", "")
    verb = "gets" if r["kind"] == "counters put" else "loses"
    counters = _many(amount, f"{r.get('text', '')} counter")
    return f"{whom} {verb} {counters}."


def _note(records: Sequence[Record]) -> str:
    r = records[0]
    if r.get("verb") == "stack":
        ability = f"{r['ability']} of " if r.get("ability") else ""
        return f"{ability}{_name(r.get('object'))} triggers{_choices(r)}."
    text = str(r.get("text", ""))
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _coin(records: Sequence[Record]) -> str:
    r = records[0]
    return f"{r.get('player', '')} {'wins' if r.get('amount') else 'loses'} the flip: {r.get('text', '')}."


def _end(records: Sequence[Record]) -> str:
    r = records[0]
    match r["kind"]:
        case "lose game":
            return f"{r.get('player', '')} loses the game: {r.get('text', '')}."
        case "win game":
            return f"{r.get('player', '')} wins the game: {r.get('text', '')}."
        case _:
            return f"The game is a draw: {r.get('text', '')}."


_TELL: dict[str, Callable[[Sequence[Record]], str]] = {
    "cast": _cast,
    "activate": _activate,
    "resolve": _resolve,
    "no effect": _no_effect,
    "counter": _counter,
    "attacks": _attack,
    "blocks a creature": _block,
    "damage": _damage,
    "gain life": _life,
    "lose life": _life,
    "counters put": _counters,
    "counters removed": _counters,
    "fight": lambda rs: f"{_name(rs[0].get('object'))} fights {_name(rs[0].get('other'))}.",
    "reveal": lambda rs: f"{rs[0].get('player', '')} reveals {_listed([_card(r.get('object')) for r in rs])}.",
    "coin": _coin,
    "attach": lambda rs: f"{_name(rs[0].get('object'))} is attached to {_name(rs[0].get('other'))}.",
    "unattach": lambda rs: f"{_name(rs[0].get('object'))} becomes unattached from {_name(rs[0].get('other'))}.",
    "copy": lambda rs: f"{rs[0].get('player', '')} copies {_name(rs[0].get('object'))}{_choices(rs[0])}.",
    "copy ability": lambda rs: f"{rs[0].get('player', '')} copies an ability of {_name(rs[0].get('object'))}.",
    "control": lambda rs: f"{rs[0].get('player', '')} gains control of {_name(rs[0].get('object'))}.",
    "regenerate": lambda rs: f"{_name(rs[0].get('object'))} regenerates.",
    "prevent": lambda rs: f"{rs[0].get('amount', 0)} damage to {_whom(rs[0])} is prevented.",
    "lose game": _end,
    "win game": _end,
    "draw game": _end,
    "note": _note,
}


# ---------------------------------------------------------------- the rules log


def bare(record: Record) -> str:
    """What a record says, for the rules log: who, what, from where to where, how many."""
    kind = record["kind"]
    match kind:
        case "choice":
            return _bare_choice(record)
        case "move":
            return _bare_move(record)
        case "damage":
            how = " combat" if record.get("combat") else ""
            by = _name(record.get("source", record.get("object")))
            left = f" ({record['life']} life)" if "life" in record else ""
            return f"{by} to {_whom(record)}: {record.get('amount', 0)}{how}{left}"
        case "turn begins" | "step begins":
            return f"{record.get('player', '')}: {record.get('text') or record['turn']}"
        case "attacks":
            return f"{_name(record.get('object'))} attacks {_name(record.get('other')) or record.get('player', '')}"
        case "target":
            return f"{_name(record.get('source'))} targets {_name(record.get('object')) or record.get('text', '')}"
        case "blocks a creature" | "becomes blocked by" | "fight" | "attach" | "unattach":
            return f"{_name(record.get('object'))} {_JOINT[kind]} {_name(record.get('other'))}"
        case "note" if record.get("verb") == "stack":
            return f"triggered ability of {_name(record.get('object'))}{_choices(record)}{_place(record)}"
        case "note":
            return str(record.get("text", ""))
        case "becomes blocked" | "attacks unblocked":
            return f"{_name(record.get('object'))} is {'' if kind == 'becomes blocked' else 'not '}blocked"
        case "attack declared":
            return f"{record.get('player', '')} attacks with {record.get('amount', 0)}"
        case _ if kind in _AS_TOLD:
            return _TELL[kind]([record]).rstrip(".")
        case _:
            return _bare_other(record)


# What the rules log tells in the same words as the other levels.
_AS_TOLD = frozenset(
    {
        "gain life", "lose life", "counters put", "counters removed", "no effect", "prevent", "lose game", "win game",
        "draw game", "control",
    }
)  # fmt: skip

_JOINT = {
    "blocks a creature": "blocks",
    "becomes blocked by": "becomes blocked by",
    "fight": "fights",
    "attach": "is attached to",
    "unattach": "is unattached from",
}


def _bare_move(record: Record) -> str:
    what = _name(record.get("object")) or "token"
    origin = f"{record['from']} to " if "from" in record else ""
    verb = f" ({record['verb']})" if record.get("verb") else ""
    bottom = "the bottom of " if record.get("bottom") else ""
    new = f", now {_name(record['new'])}" if "new" in record else ""
    return f"{what}: {origin}{bottom}{record.get('to', '')}{verb}{new}{_how_it_enters(record)}"


def _bare_choice(record: Record) -> str:
    options, answer = record["options"], record["answer"]
    source = f" for {_name(record['source'])}" if "source" in record else ""
    if record["choice"] == "number":
        chosen = ", ".join(str(n) for n in answer)
        asked = f"{record['minimum']} to {record['maximum']}"
    elif record["choice"] == "division":
        chosen = _listed([f"{n} to {option}" for n, option in zip(answer, options, strict=False)])
        asked = f"{record.get('total', 0)} among {len(options)}"
    else:
        chosen = _listed([options[i] for i in answer if 0 <= i < len(options)]) or "none"
        asked = f"of {len(options)}"
    reason = f" because {record['reason']}" if record.get("reason") else ""
    kind, purpose = record["choice"], record["purpose"]
    what = kind if purpose in ("", kind) else f"{kind} ({purpose})"
    return f"{record['player']}: {what}{source}: {chosen} [{asked}]{reason}"


def _bare_other(record: Record) -> str:
    parts = [_name(record["object"])] if "object" in record else []
    if "other" in record:
        parts.append(_name(record["other"]))
    if "player" in record:
        parts.append(f"{record['player']}:" if "object" not in record else f"({record['player']})")
    if "amount" in record:
        parts.append(str(record["amount"]))
    if "verb" in record:
        parts.append(record["verb"])
    if "text" in record:
        parts.append(str(record["text"]))
    if "life" in record:
        parts.append(f"({record['life']} life)")
    if "source" in record:
        parts.append(f"by {_name(record['source'])}")
    return " ".join(parts) + _choices(record) + _place(record)


def _place(record: Record) -> str:
    return f" [{record['place']}]" if record.get("place") else ""


# ---------------------------------------------------------------- words


def _name(o: Record | None) -> str:
    """An object with its number, as in `Zombie#31`."""
    return f"{o['name']}#{o['id']}" if o else ""


def _card(o: Record | None) -> str:
    """An object by its name alone, where there is no need to tell it from others."""
    return str(o["name"]) if o else ""


def _whom(record: Record) -> str:
    return _name(record["object"]) if "object" in record else str(record.get("player", ""))


def _choices(record: Record) -> str:
    """Modes and targets, to go after what was cast, activated or has triggered."""
    text = ""
    if record.get("modes"):
        text += f", mode {' and '.join(str(i) for i in record['modes'])}"
    if record.get("targets"):
        text += f", targeting {_listed([x if isinstance(x, str) else _name(x) for x in record['targets']])}"
    return text


def _listed(words: Sequence[str]) -> str:
    """`a, b and c`; the same word several times as `3 Zombie`.

    >>> _listed(["Zombie", "Swamp", "Zombie"])
    '2 Zombie and Swamp'
    """
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    items = [word if n == 1 else f"{n} {word}" for word, n in counts.items()]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _s(verb: str, records: Sequence[Record]) -> str:
    """The verb for one or for several who do it.

    >>> _s("attack", [{}]), _s("go", [{}]), _s("deal", [{}, {}])
    ('attacks', 'goes', 'deal')
    """
    if len(records) > 1:
        return verb
    return verb + ("es" if verb.endswith("o") else "s")
