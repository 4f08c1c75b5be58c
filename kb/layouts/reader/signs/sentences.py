"""Where a sentence ends, and whether a text goes on with one."""

_ENDS = (".", "!", "?", ")", "”", '"', "»", "…", "]", "’", "'")


def ends_sentence(text: str) -> bool:
    """Whether *text* ends as a sentence does, closing quotes and brackets included."""
    return text.rstrip("*_ ").endswith(_ENDS)
