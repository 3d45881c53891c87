"""A game of Magic: the parts put together, set up, and copied (CR 103, 104)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from hordemtg.cards.definition import CardDefinition, EmblemDefinition
from hordemtg.rules import layers
from hordemtg.rules.choices import Choice, Pilot
from hordemtg.rules.compiled import compiled
from hordemtg.rules.events import Event
from hordemtg.rules.limits import LimitReached
from hordemtg.rules.objects import Frame, GameObject, Player, without
from hordemtg.rules.turns import Turns


class Game(Turns):
    """A whole game for two sides. Everything outside it is given: decks, pilots, the seed."""

    __slots__ = ()

    def __init__(
        self,
        seed: int,
        tokens: dict[str, CardDefinition] | None = None,
        emblems: dict[str, EmblemDefinition] | None = None,
    ) -> None:
        super().__init__(seed, tokens or {}, emblems or {})

    def another(self) -> Self:
        """A game by the same rules in which nothing is yet; `copying` gives it everything else."""
        return type(self)(self.chance.seed, self.tokens, self.emblems)

    # ------------------------------------------------------------ setting up (CR 103)

    def add_player(self, name: str, pilot: Pilot, life: int = 20) -> Player:
        """Add a side; the first one added starts."""
        player = Player(len(self.players), name, pilot, life)
        self.players.append(player)
        if len(self.players) == 1:
            self.active = player
            self.priority = player
        return player

    def add_card(self, player: Player, definition: CardDefinition, zone: str = "library") -> GameObject:
        """A card of the player's deck in a zone, before the game begins. Tokens become token cards (H4.1)."""
        card = compiled(definition)
        o = GameObject(self.new_id(), card, player, zone)  # type: ignore[arg-type]
        if definition.token:
            o.token_card = True
            o.base = o.characteristics = card.token_base
            self.token_kinds.setdefault(player.index, set()).add(card.kind)
        if zone == "library":
            player.library.append(o)
        elif zone == "command":
            self.command.append(o)
        else:
            player.zone(zone).append(o)  # type: ignore[arg-type]
        if card.registers:
            self.register(o)
        return o

    def put_permanent(self, player: Player, definition: CardDefinition, as_card: bool = True) -> GameObject:
        """A permanent that is on the battlefield as the game begins or a scenario is laid out."""
        o = GameObject(self.new_id(), compiled(definition), player, "battlefield")
        if definition.token:
            o.token = not as_card
            o.token_card = as_card
            if as_card:
                o.base = o.characteristics = o.card.token_base
                self.token_kinds.setdefault(player.index, set()).add(o.card.kind)
        self.battlefield.append(o)
        self.weigh()
        player.makers += 1
        if o.card.enters:
            event = Event("move", "103", None, player, to_zone="battlefield", verb="set up")
            event.new = o
            self._prepare_arrival(event)
            o.sick_turn = o.entered_turn = -1
        if o.card.registers:
            self.register(o)
        self.version += 1
        self.sba_dirty = True
        return o

    def start(self, opening_hands: Sequence[int], first: Player | None = None) -> None:
        """Shuffle, draw opening hands with mulligans, and begin the first turn (CR 103.3, 103.5, 103.8)."""
        for player in self.players:
            self.shuffle(player)
        for player, size in zip(self.players, opening_hands, strict=True):
            if size:
                self._opening_hand(player, size)
        self.begin_turn(first or self.players[0])

    def _opening_hand(self, player: Player, size: int) -> None:
        """Draw a hand; a mulligan shuffles it back, draws as many again, and puts one more card below (CR 103.5)."""
        taken = 0
        while True:
            for _ in range(min(size, len(player.library))):
                self.move_all([player.library[-1]], "hand", "draw", "103.5", None)
            if taken >= size:
                break
            choice = Choice("mulligan", player, ("keep", "mulligan"), 1, 1, "mulligan")
            choice.context = taken
            if self.ask(choice) == [0]:
                break
            taken += 1
            self.move_all(list(player.hand), "library", "mulligan", "103.5", None)
            self.shuffle(player)
        if taken:
            away = self.choose_objects(player, player.hand, taken, taken, "mulligan")
            event_list = self.move_all(away, "library", "mulligan", "103.5", None, position="bottom")
            self.note("103.5", f"{player.name} keeps {len(player.hand)} cards, {len(event_list)} put below")

    # ------------------------------------------------------------ small mechanics that belong to the whole

    def run(self) -> None:
        """Play until the game is over."""
        try:
            self.stride()
        except LimitReached as reached:
            self.finish(None, str(reached), "104.4b")

    def advance(self) -> None:
        """One small step; a game that has grown beyond the limits is a draw that names the limit (`limits`)."""
        try:
            self.go_on()
        except LimitReached as reached:
            self.finish(None, str(reached), "104.4b")

    def ask(self, choice: Choice) -> list[int]:
        """The player's answer; counts what players do of their own will, for loops (CR 104.4b)."""
        if choice.kind == "yes or no":
            if self.loop_broken:
                return [0]
            self.optional_actions += 1
        elif choice.kind == "priority":
            if self.loop_broken:
                return [0]
            answer = super().ask(choice)
            if answer != [0]:
                self.optional_actions += 1
            return answer
        return super().ask(choice)

    def unattach(self, o: GameObject) -> None:
        """The attachment becomes unattached and stays (CR 701.3d, 704.5n)."""
        host = o.attached_to
        if host is not None:
            host.attachments = without(host.attachments, o)
            o.attached_to = None
            self.version += 1
            if self.control_changes:
                layers.update_control(self)
            self.announce_event(Event("unattach", "704.5n", o, o.controller, other=host))

    def frame_of(self, o: GameObject) -> Frame:
        """A frame in which the object's own words make sense."""
        return Frame(o, o.controller)
