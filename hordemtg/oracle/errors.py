"""What goes wrong with printed cards, in words for the person at the keyboard."""

from __future__ import annotations


class OracleError(Exception):
    """Printed cards cannot be read, kept or fetched; the message says what is wrong and what to do."""


class CardError(OracleError):
    """This is not a card as Scryfall or the corpus describes one."""


class NetworkError(OracleError):
    """Scryfall cannot be reached, or its answer is of no use: what the store has is all there is."""


class LimitError(NetworkError):
    """Scryfall says that too much was asked of it: nothing more may be asked for a while."""


class RefusedError(NetworkError):
    """Scryfall does not accept a request (400, 403, 404, 422); asking again would not help."""

    def __init__(self, message: str, status: int, kind: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind  # Scryfall's finer label, such as `ambiguous`
