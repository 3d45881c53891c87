"""The steps of a spell or ability: sentences into effects, in the order written (CR 608.2c)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hordemtg.cards import effects as e
from hordemtg.cards import terms as t
from hordemtg.cards.abilities import Body, TriggeredAbility
from hordemtg.cards.values import BASIC_LAND_TYPES, COLORS, Place
from hordemtg.compiler import (
    conditions,
    copies,
    costs,
    creating,
    distribution,
    durations,
    events,
    mana_words,
    nouns,
    optional,
    playing,
    references,
    verbs,
)  # fmt: skip
from hordemtg.compiler.changes import STATIVES, changes, choices, with_abilities_barred
from hordemtg.compiler.durations import duration_of
from hordemtg.compiler.scope import Scope
from hordemtg.compiler.searching import search
from hordemtg.compiler.suffixes import check, lasts
from hordemtg.compiler.units import (
    Draft,
    Subject,
    prepare,
    settle,
    subject_of,
    suffix,
    suffixes,
    without_instead,
)  # fmt: skip
from hordemtg.script.tree import Node

JOINT: dict[str, e.Joint] = {"and": ",", ",": ",", "then": "then"}


def steps(node: Node, scope: Scope) -> e.Steps:
    """The effects of a `steps` node."""
    draft = Draft(scope)
    for sentence in node.all("sentence"):
        where = _where(sentence)
        outer, scope.where = scope.where, where or scope.where
        scope.x_used = False
        draft.begin_sentence()
        chain(_condition_first(list(sentence.nodes)), ".", draft, Subject(), None)
        if where is not None and not scope.x_used:
            scope.fail(where, "there is no X before that this could be")
        scope.x_defined = scope.x_defined or scope.where is not None
        scope.where = outer
    return tuple(draft.steps)


def _condition_first(units: list[Node]) -> list[Node]:
    """ "Draw two cards instead if you control a Forest" says the same as "if you control a Forest, ... instead"."""
    trailing = suffix(units[-1], "if_trailing")
    if trailing is None or suffix(units[-1], "instead") is None or units[0].kind == "if_lead":
        return units
    kept = tuple(child for child in units[-1].children if child is not trailing)
    return [replace(trailing, kind="if_lead"), *units[:-1], replace(units[-1], children=kept)]


def _where(sentence: Node) -> Node | None:
    """What X is in the whole sentence, which its last step says: "draw X cards and lose X life, where X is ..."."""
    found = next((where for unit in sentence.nodes if (where := suffix(unit, "where_x")) is not None), None)
    return found.nodes[0] if found is not None else None


def chain(items: list[Node], joint: e.Joint, draft: Draft, subject: Subject, duration: e.Duration | None) -> None:
    """The units of a sentence one after the other; a lead ("if ...,") governs the rest of the sentence."""
    items = with_abilities_barred(items)
    index = 0
    while index < len(items):
        item = items[index]
        if item.kind == "joint":
            joint = JOINT[item.leaves[0].word]
            index += 1
            continue
        match item.kind:
            case (
                "if_lead" | "otherwise" | "for_each_lead" | "later_lead" | "when_done_lead" | "as_long_as_lead"
                | "this_turn_lead"
            ):  # fmt: skip
                _lead(item, items[index + 1 :], joint, draft)
                return
            case "duration_lead":
                before = len(draft.steps)
                chain(items[index + 1 :], joint, draft, subject, duration_of(item))
                if not any(lasts(step) for step in draft.steps[before:]):
                    draft.scope.fail(item, "this happens at once and does not last", "leave the time out")
                return
            case "still":
                _still(item, draft)
                index += 1
            case "spend_only" | "spend_only_on_abilities":
                draft.steps[-1:] = [mana_words.bound(draft.steps[-1] if draft.steps else None, item, draft.scope)]
                index += 1
            case "turn_lead" | "defines":
                draft.scope.fail(item, "this is what a static ability says; here say until when: `until end of turn`")
            case (
                "activate_only"
                | "activate_if"
                | "activate_if_once"
                | "activate_if_sorcery"
                | "activate_less"
                | "choose_modes"
            ):
                draft.scope.fail(item, "this says how an activated ability is used; it stands in a sentence of its own")
            case _:
                count, subject = _unit(items, index, joint, draft, subject, duration)
                index += count


def _still(node: Node, draft: Draft) -> None:
    """ "It's still a land": the step before adds types and takes none away (CR 205.1b)."""
    last = draft.last(node, "makes it something else")
    kept = {"it's still an artifact": "artifact"}.get(node.leaves[0].word, "land")
    if not isinstance(last, e.Alter) or not any(isinstance(change, e.SetTypes) for change in last.changes):
        draft.scope.fail(node, f"nothing before makes it anything but a {kept}")
    changed = tuple(
        e.AddTypes(change.types, change.subtypes) if isinstance(change, e.SetTypes) else change
        for change in last.changes
    )
    draft.steps[-1] = replace(last, changes=changed)


# ---------------------------------------------------------------- leads


def _lead(lead: Node, rest: list[Node], joint: e.Joint, draft: Draft) -> None:
    scope = draft.scope
    match lead.kind:
        case "if_lead":
            _if(lead, rest, joint, draft)
        case "otherwise":
            last = draft.last(lead, "could turn out otherwise")
            if isinstance(last, e.If) and draft.spoken_of is not None:
                _as_before_the_branch(draft)
            made = inside(rest, scope)
            if isinstance(last, (e.If, e.IfPaid)) and not last.otherwise:
                draft.steps[-1] = replace(last, otherwise=made)
            else:
                scope.fail(lead, "`otherwise` follows a sentence with `if`")
        case "for_each_lead":
            mark = len(scope.targets)
            found = nouns.counted(lead.nodes[0], scope)
            if found is None:
                scope.fail(lead, "`for each` asks for objects: `for each creature you control, ...`")
            slot = scope.new_slot()
            references.speak_of(scope, t.Slot(slot), many=False)
            draft.add(
                e.ForEach(
                    t.Each(found.nominal.group), slot, inside(rest, scope), joint=joint, place=scope.sink.place(lead)
                ),
                mark,
            )
        case "when_done_lead":
            _when_done(lead, rest, joint, draft)
        case "this_turn_lead":
            _whenever_this_turn(lead, rest, joint, draft)
        case "as_long_as_lead":
            scope.fail(lead, "`as long as` stands in static abilities; here say until when: `until end of turn`")
        case _:
            mark = len(scope.targets)
            draft.add(_later(lead.leaves[0].word, inside(rest, scope), joint, lead, scope), mark)


def _when_done(lead: Node, rest: list[Node], joint: e.Joint, draft: Draft) -> None:
    """ "When you do": a reflexive triggered ability, with targets of its own (CR 603.12)."""
    scope = draft.scope
    _by_one(draft.last(lead, "could have been done"), lead, scope)
    slot = draft.steps[-1].slot or scope.new_slot()
    draft.steps[-1] = replace(draft.steps[-1], slot=slot)
    mark = len(scope.targets)
    own = references.apart(rest, scope)
    made = inside(rest, own)
    scope.fresh, scope.x_used = own.fresh, own.x_used
    place = scope.sink.place(lead)
    ability = TriggeredAbility((), Body(made, tuple(own.targets)), word="when", place=place)
    later = e.Later(ability, at_once=True, place=place)
    draft.add(e.If(t.Done(slot), (later,), joint=joint, place=place), mark)


def _whenever_this_turn(lead: Node, rest: list[Node], joint: e.Joint, draft: Draft) -> None:
    """ "Whenever a Zombie attacks this turn, it gets +1/+0": a delayed triggered ability for the turn (CR 603.7)."""
    scope = draft.scope
    lasting = lead.leaf("DURATION")
    assert lasting is not None
    if lasting.word != "this turn":
        scope.fail(lasting, "such an ability lasts for the turn: `whenever a creature attacks this turn, ...`")
    mark = len(scope.targets)
    own = references.apart(rest, scope)
    own.kind, own.delayed = "event", True
    found = events.events(lead.nodes[1], own)
    own.kind = "triggered"
    made = inside(rest, own)
    scope.fresh, scope.x_used = own.fresh, own.x_used
    place = scope.sink.place(lead)
    word = "whenever" if lead.nodes[0].leaves[0].word == "whenever" else "when"
    ability = TriggeredAbility(found, Body(made, tuple(own.targets)), word=word, place=place)  # type: ignore[arg-type]
    draft.add(e.Later(ability, this_turn=True, joint=joint, place=place), mark)


def inside(items: list[Node], scope: Scope) -> e.Steps:
    draft = Draft(scope)
    chain(items, ".", draft, Subject(), None)
    return tuple(draft.steps)


def _later(word: str, made: e.Steps, joint: e.Joint, node: Node, scope: Scope) -> e.Later:
    place = scope.sink.place(node)
    ability = TriggeredAbility((events.later(word),), Body(made), word="at", place=place)
    return e.Later(ability, this_turn="this turn" in word, joint=joint, place=place)


def _if(lead: Node, rest: list[Node], joint: e.Joint, draft: Draft) -> None:
    scope = draft.scope
    asked = lead.nodes[0].nodes[0] if lead.nodes[0].kind == "condition" else lead.nodes[0]
    if asked.kind in ("won_flip", "lost_flip"):
        _flipped(asked, rest, draft)
        return
    if asked.kind in ("does_so", "doesnt_do"):
        _done(lead, asked, rest, joint, draft)
        return
    if asked.kind == "would_die_this_turn" or (asked.kind == "would" and asked.nodes[1].kind == "would_leave"):
        _exile_instead(lead, asked, rest, joint, draft)
        return
    if draft.of_it and _asks_of_it(asked) and draft.spoken_of is not None:
        _as_before_the_branch(draft)
    spoken_of = scope.it
    condition = conditions.condition(lead.nodes[0], scope)
    place = scope.sink.place(lead)
    mark = len(scope.targets)
    casting = _known_while_casting(condition)
    own = next((index for index, item in enumerate(rest) if item.kind == "if_lead"), len(rest))
    instead = any(suffix(item, "instead") is not None for item in rest[:own])
    if instead:
        draft.last(lead, "could happen otherwise")
    before = scope.target_condition
    if casting:
        scope.target_condition = condition
    draft.spoken_of, draft.said, draft.of_it = scope.it, len(scope.said), _asks_of_it(asked)
    made = inside([*map(without_instead, rest[:own]), *rest[own:]], scope)
    scope.target_condition = before
    if scope.it == t.This():
        scope.it = spoken_of  # the condition was about this, and the sentences go on about what they were about
    if not instead:
        draft.add(e.If(condition, made, joint=joint, place=place), mark)
        return
    first = _replaced(lead, made, draft)
    if casting:
        _not_chosen(draft.marks[first], mark, made, condition, scope)
    draft.steps[first:] = [_instead_of(tuple(draft.steps[first:]), condition, made, place, scope)]
    draft.marks[first:] = [draft.marks[first]]


def _instead_of(replaced: e.Steps, condition: t.Condition, made: e.Steps, place: Place, scope: Scope) -> e.Effect:
    """The branch between what was said before and what happens instead of it.

    What was paid for, or depends on what was done, still is and does: "you may pay {1}. If you do, draw a card. If
    you control a Forest, draw two cards instead". Who may do something instead and does not, does what was said.
    """
    first = replaced[0]
    if len(replaced) == 1 and isinstance(first, e.IfPaid) and first.steps and not first.otherwise:
        return replace(first, steps=(_instead_of(first.steps, condition, made, place, scope),))
    if len(replaced) == 1 and isinstance(first, e.If) and isinstance(first.condition, t.Done) and not first.otherwise:
        return replace(first, then=(_instead_of(first.then, condition, made, place, scope),))
    before = (replace(first, joint="."), *replaced[1:])
    if len(made) == 1 and isinstance(made[0], e.May):
        slot = made[0].slot or scope.new_slot()
        made = (replace(made[0], slot=slot), e.If(t.Negation(t.Done(slot)), before, place=place))
    return e.If(condition, made, before, joint=first.joint, place=place)


def _asks_of_it(asked: Node) -> bool:
    """ "If it's a land card": several such sentences ask of the same, whatever each of them does."""
    return asked.kind == "is_what" and asked.nodes[0].nodes[0].kind == "pronoun"


def _as_before_the_branch(draft: Draft) -> None:
    """What the steps of a branch have spoken of is not what is spoken of in another branch."""
    draft.scope.it = draft.spoken_of
    del draft.scope.said[draft.said :]


def _replaced(lead: Node, made: e.Steps, draft: Draft) -> int:
    """The index of the first step that what is done "instead" stands for.

    All that the sentence before says, when as much is done instead of it; of a longer sentence the last steps,
    when they do the same kind of thing: "look at the top five cards of your library, then draw a card. if ...,
    draw two cards instead". What is neither is not guessed.
    """
    first = draft.last_sentence()
    said = draft.steps[first:]
    if len(made) >= len(said):
        return first
    last = said[len(said) - len(made) :]
    if [type(step) for step in last] != [type(step) for step in made]:
        draft.scope.fail(lead, "this does not say which of the steps before it stands for",
                         "say all of them again: `if ..., draw two cards and lose 2 life instead`")  # fmt: skip
    return len(draft.steps) - len(made)


def _not_chosen(low: int, high: int, made: e.Steps, condition: t.Condition, scope: Scope) -> None:
    """The targets of a step that does not happen are not chosen, unless they are those of what happens instead."""
    text = repr(made)
    for index in range(low, high):
        if f"Target(index={index})" not in text:
            scope.targets[index] = replace(scope.targets[index], condition=t.Negation(condition))


def _exile_instead(lead: Node, asked: Node, rest: list[Node], joint: e.Joint, draft: Draft) -> None:
    """ "If it would die this turn, exile it instead" (CR 614.1a)."""
    scope = draft.scope
    mark = len(scope.targets)
    what = nouns.objects(asked.nodes[0], scope)
    vp = rest[0].nodes[0] if len(rest) == 1 and rest[0].kind == "does" else None
    if vp is None or vp.kind != "exile" or suffix(rest[0], "instead") is None or len(scope.targets) > mark:
        scope.fail(lead, "this reads: `if that creature would die this turn, exile it instead`")
    named = nouns.objects(vp.nodes[0], scope)
    if named != what:
        scope.fail(vp, "what would die is what is exiled: `if that creature would die this turn, exile it instead`")
    when: Literal["dies", "leaves"] = "dies" if asked.kind == "would_die_this_turn" else "leaves"
    draft.add(e.ExileInstead(what, when, joint=joint, place=scope.sink.place(lead)), mark)


def _known_while_casting(condition: t.Condition) -> bool:
    return isinstance(condition, t.WasKicked) or (
        isinstance(condition, t.Negation) and _known_while_casting(condition.part)
    )


def _done(lead: Node, asked: Node, rest: list[Node], joint: e.Joint, draft: Draft) -> None:
    """ "if you do": ask what the step before did, or fill what follows a payment."""
    scope = draft.scope
    last = draft.last(lead, "could have been done")
    mark = len(scope.targets)
    if isinstance(last, e.IfPaid):
        made = inside(rest, scope)
        filled = replace(last, steps=made) if asked.kind == "does_so" else replace(last, otherwise=made)
        draft.steps[-1] = filled
        return
    position = len(draft.steps) - 1
    while isinstance(draft.steps[position], e.If) and position and _asks_done(draft.steps[position]):
        position -= 1
    step = draft.steps[position]
    _by_one(step, lead, scope)
    slot = step.slot or scope.new_slot()
    draft.steps[position] = replace(step, slot=slot)
    scope.done_slot = slot
    condition: t.Condition = t.Done(slot)
    if asked.kind == "doesnt_do":
        condition = t.Negation(condition)
    draft.add(e.If(condition, inside(rest, scope), joint=joint, place=scope.sink.place(lead)), mark)


def _by_one(step: e.Effect, lead: Node, scope: Scope) -> None:
    if isinstance(step, e.ForEach | e.ForEachPlayer):
        scope.fail(lead, "who of several did it is not asked so far")


def _asks_done(step: e.Effect) -> bool:
    return isinstance(step, e.If) and isinstance(step.condition, (t.Done, t.Negation))


def _flipped(asked: Node, rest: list[Node], draft: Draft) -> None:
    last = draft.last(asked, "flips a coin")
    if not isinstance(last, e.FlipCoin):
        draft.scope.fail(asked, "no coin was flipped before", "`flip a coin. if you win the flip, ...`")
    made = inside(rest, draft.scope)
    draft.steps[-1] = replace(last, won=made) if asked.kind == "won_flip" else replace(last, lost=made)


# ---------------------------------------------------------------- units


def _unit(
    items: list[Node], index: int, joint: e.Joint, draft: Draft, subject: Subject, duration: e.Duration | None
) -> tuple[int, Subject]:
    """Compile the unit at `index`; how many items that used, and the subject that the next may inherit."""
    unit, scope = items[index], draft.scope
    mark = len(scope.targets)
    if unit.kind in ("pay_mana", "tap_this", "untap_this"):
        scope.fail(unit, "this is a cost, not something that a spell or ability does", "costs stand before a colon")
    vp = unit.nodes[1] if unit.kind in ("subject_does", "may") else unit.nodes[0]
    if vp.kind == "search":
        return search(items, index, joint, draft, subject)
    if unit.kind == "may" and playing.allows(vp):
        during = suffix(unit, "during")
        lasting = duration_of(during) if during is not None else duration
        if lasting is not None:
            subject = subject_of(unit.nodes[0], scope)
            step = playing.allow(vp, suffixes(unit), subject.players, lasting, joint, scope)
            draft.add(_around(unit, step, joint, scope), mark)
            return 1, subject
    if vp.kind == "new_targets":
        draft.steps[-1] = copies.with_new_targets(draft.last(unit, "copies a spell"), unit, scope)
        return 1, subject
    if unit.kind in optional.KINDS:
        return optional.may(items, index, joint, draft)
    if unit.kind == "is_now":
        scope.fail(unit, "something becomes what it was not: `target land becomes an Island until end of turn`")
    if unit.kind == "controls":
        scope.fail(unit, "this is what a static ability says; here: `gain control of target creature`")
    if unit.kind == "subject_does":
        subject = subject_of(unit.nodes[0], scope)
    elif not _inherits(unit, vp, subject):
        subject = draft.subject
    if vp.kind in STATIVES and not _about_players(vp, subject):
        return _statives(items, index, joint, draft, subject, duration, mark), subject
    for made in effects_of(unit, vp, subject, joint, draft, duration):
        draft.add(made, mark)
    return 1, subject


def _about_players(vp: Node, subject: Subject) -> bool:
    return subject.players is not None


def _inherits(unit: Node, vp: Node, subject: Subject) -> bool:
    """Whether a predicate without a subject continues the subject before: "loses 1 life, discards a card"."""
    if subject.objects is None and subject.players is None:
        return False
    return vp.kind in STATIVES or unit.first.endswith("s") or unit.first in ("can't", "doesn't")


def _statives(
    items: list[Node],
    index: int,
    joint: e.Joint,
    draft: Draft,
    subject: Subject,
    duration: e.Duration | None,
    mark: int,
) -> int:
    """ "get +1/+1 and gain flying until end of turn": one continuous effect, with the duration that ends it."""
    scope = draft.scope
    units = [items[index]]
    used = 1
    while index + used + 1 < len(items) and items[index + used].kind == "joint":
        following = items[index + used + 1]
        if (
            items[index + used].leaves[0].word == "then"
            or following.kind != "does"
            or following.nodes[0].kind not in STATIVES
        ):
            break
        units.append(following)
        used += 2
    chosen = _by_choice(units, subject, duration, joint, scope)
    if chosen is not None:
        draft.add(_around(units[-1], chosen, joint, scope), mark)
        return used
    parts = _by_duration(units, duration, scope)
    made, duration = parts[-1]
    having = all(unit.nodes[unit.kind == "subject_does"].kind == "have_abilities" for unit in units)
    if len(parts) == 1 and (
        _forbids_regeneration(made, draft) or (having and _as_created(made, subject, duration, draft))
    ):
        return used
    if subject.objects is None:
        scope.fail(units[0], "this needs a subject: `this gets +1/+1`, `target creature gains flying`")
    if any(lasting == "while it is exiled" for _, lasting in parts):
        scope.fail(units[-1], "nothing changes what is in exile; a card there may be played for so long")
    place = scope.sink.place(units[0])
    for made, duration in parts:
        step: e.Effect = e.Alter(subject.objects, tuple(made), duration or "for good", joint=joint, place=place)
        step = distribution.apart(step, scope, subject.objects)
        draft.add(_around(units[-1], step, joint, scope), mark)
        joint = ","
    return used


def _by_duration(
    units: list[Node], duration: e.Duration | None, scope: Scope
) -> list[tuple[list[e.Change], e.Duration | None]]:
    """The changes, those together that last as long: a time is said of what stands before it and has none.

    "Gets -2/-0 until end of turn and doesn't untap during its controller's next untap step" lasts differently.
    """
    parts: list[tuple[list[e.Change], e.Duration | None]] = []
    made: list[e.Change] = []
    for unit in units:
        vp = unit.nodes[1] if unit.kind == "subject_does" else unit.nodes[0]
        own = _own_duration(unit, vp)
        if own == "through the next untap step" and made:
            scope.fail(vp, "say how long what stands before this lasts", "`gets -2/-0 until end of turn and ...`")
        check(unit, vp, None, scope, last=unit is units[-1])
        if (unless := suffix(unit, "unless_paid")) is not None:
            scope.fail(unless, "a change that a payment prevents is not supported yet")
        prepare(unit, scope)
        made.extend(changes(vp, scope, suffixes(unit)))
        settle(unit, scope)
        if own is not None and parts and parts[-1][1] == own:
            parts[-1][0].extend(made)
            made = []
        elif own is not None:
            parts.append((made, own))
            made = []
    if made and parts and duration is None:
        scope.fail(units[-1], "say how long this lasts", "`gets +1/+1 and gains trample until end of turn`")
    return [*parts, (made, duration)] if made or not parts else parts


def _own_duration(unit: Node, vp: Node) -> e.Duration | None:
    """How long a change lasts by its own words."""
    during = suffix(unit, "during")
    return duration_of(during) if during is not None else durations.of_restriction(vp)


CHOICES = {"the color of your choice": tuple(COLORS), "the basic land type of your choice": BASIC_LAND_TYPES}


def _by_choice(
    units: list[Node], subject: Subject, duration: e.Duration | None, joint: e.Joint, scope: Scope
) -> e.Effect | None:
    """ "gains protection from the color of your choice": a branch for each color (CR 608.2d)."""
    leaves = [leaf for unit in units for node in unit.walk() for leaf in node.leaves]
    asked = next((leaf.word for leaf in leaves if leaf.type == "OF_CHOICE"), None)
    given = next((node for unit in units for node in unit.walk() if node.kind == "gain_choice"), None)
    if asked is None and given is None:
        return None
    kinds = choices(given, scope) if given is not None else CHOICES[asked or ""]
    if subject.objects is None:
        scope.fail(units[0], "this needs a subject: `target creature gains protection from the color of your choice`")
    options: list[tuple[str, e.Steps]] = []
    for option in kinds:
        scope.choice = option
        made: list[e.Change] = []
        for unit in units:
            vp = unit.nodes[1] if unit.kind == "subject_does" else unit.nodes[0]
            check(unit, vp, None, scope, last=unit is units[-1])
            if any(node.kind.startswith(("for_each", "where_x", "unless_paid")) for node in suffixes(unit)):
                scope.fail(unit, "how much this is cannot depend on anything where a color or ability is chosen")
            made.extend(changes(vp, scope, suffixes(unit)))
            during = suffix(unit, "during")
            duration = duration_of(during) if during is not None else duration
        options.append((option, (e.Alter(subject.objects, tuple(made), duration or "for good"),)))
    scope.choice = ""
    return e.ChooseKind(t.You(), tuple(options), joint=joint, place=scope.sink.place(units[0]))


def _forbids_regeneration(made: list[e.Change], draft: Draft) -> bool:
    """ "They can't be regenerated" belongs to the step that destroys them."""
    if made != [e.Restrict("can't be regenerated")] or not draft.steps or not isinstance(draft.steps[-1], e.Destroy):
        return False
    draft.steps[-1] = replace(draft.steps[-1], regenerate=False)
    return True


def _as_created(made: list[e.Change], subject: Subject, duration: e.Duration | None, draft: Draft) -> bool:
    """ "They have ..." behind a sentence that describes tokens belongs to the step that creates them (CR 111.3)."""
    last = draft.steps[-1] if draft.steps else None
    if not isinstance(last, e.CreateTokens) or subject.objects != t.Slot(last.slot) or duration is not None:
        return False
    together = creating.with_abilities(last, tuple(made))
    if together is None:
        return False
    draft.steps[-1] = together
    return True


def effects_of(
    unit: Node, vp: Node, subject: Subject, joint: e.Joint, draft: Draft, duration: e.Duration | None
) -> list[e.Effect]:
    scope = draft.scope
    unless = suffix(unit, "unless_paid")
    check(unit, vp, subject.players, scope)
    if unless is None:
        prepare(unit, scope)
    during = suffix(unit, "during")
    if during is not None:
        duration = duration_of(during)
    found = {node.kind: node for node in suffixes(unit)}
    context = verbs.Context(scope, subject.objects, subject.players, joint, duration, found)
    made = verbs.effects(vp, context)
    if during is not None and not any(lasts(step) for step in made):
        scope.fail(during, "this happens at once and does not last", "leave the time out")
    settle(unit, scope)
    made = [distribution.apart(step, scope, subject.objects) for step in made]
    if unless is not None:
        made = [_unless(unless, unit, tuple(made), joint, scope)]
    return [_around(unit, step, joint, scope) if step is made[-1] else step for step in made]


def _unless(unless: Node, unit: Node, made: e.Steps, joint: e.Joint, scope: Scope) -> e.Effect:
    who = nouns.players(unless.nodes[0], scope)
    if who == t.EachPlayer():
        scope.fail(unless, "each player on their own pays or does not; that is not supported yet: name one player")
    if suffix(unit, "for_each") is not None:
        scope.fail(unless, "a payment for each is not supported yet")
    if distribution.several_owners(who, scope):
        scope.fail(unless, "of several, who pays for which is not supported yet: name one object")
    kind, scope.kind = scope.kind, "cost"
    cost = (costs.act(unless.nodes[1], scope, suffix(unit, "at_random") is not None),)
    scope.kind = kind
    first = tuple(replace(step, joint=".") if index == 0 else step for index, step in enumerate(made))
    return e.UnlessPaid(who, cost, first, joint=joint, place=scope.sink.place(unit))


def _around(unit: Node, step: e.Effect, joint: e.Joint, scope: Scope) -> e.Effect:
    """What the suffixes wrap around a step: a trailing condition, a later moment."""
    for node in suffixes(unit):
        match node.kind:
            case "unless_so":
                step = e.If(
                    t.Negation(conditions.condition(node.nodes[0], scope)),
                    (replace(step, joint="."),),
                    joint=joint,
                    place=step.place,
                )
            case "if_trailing":
                step = e.If(
                    conditions.condition(node.nodes[0], scope),
                    (replace(step, joint="."),),
                    joint=joint,
                    place=step.place,
                )
            case "later":
                step = _later(node.leaves[0].word, (replace(step, joint="."),), joint, unit, scope)
            case "as_long_as":
                scope.fail(node, "`as long as` stands in static abilities; here say until when: `until end of turn`")
            case "instead":
                scope.fail(node, "nothing here is replaced", "`if ..., draw two cards instead`")
            case "rather" | "at_once" | "flash_for_more":
                scope.fail(node, "these words do not fit here")
            case _:
                pass
    return step
