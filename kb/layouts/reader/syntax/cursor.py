"""A place in a text that is read once, from its beginning to its end."""


class Cursor:
    """A place that only moves forward, and its line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._line = 1
        self._counted = 0
        """The place whose line is `_line`."""
        self._missing: set[str] = set()

    @property
    def is_at_end(self) -> bool:
        """Whether the whole text has been read."""
        return self.at >= len(self.text)

    def line(self, place: int) -> int:
        """Return the line of *place*, which is not before the last one asked for."""
        if place > self._counted:
            self._line += self.text.count("\n", self._counted, place)
            self._counted = place
        return self._line

    def take_until(self, start: int, end: str) -> str | None:
        """Return the text from *start* to *end* and move behind *end*; None if *end* does not follow.

        A missing *end* is searched for once only, so that a file full of brackets takes no quadratic time.
        """
        place = -1 if end in self._missing else self.text.find(end, start)
        if place < 0:
            self._missing.add(end)
            return None
        self.at = place + len(end)
        return self.text[start:place]
