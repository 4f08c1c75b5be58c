"""Labels before what a line says: fields of records ("Date: …", "Text: …"), tags of a language, front matter."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_DATE = re.compile(r"(?:date|datum|data|fecha|jour)\s?:\s+(?=\S)", re.IGNORECASE)
_TEXT = re.compile(
    r"(?:(?:ruling\s|rule\s)?text|texte|rulings?|décision|statement|wording|contenu|content|body)\s?:\s+(?=\S)",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"(?:id|n[o°]|no\.|number|numéro|set|édition|extension|lang|langue|language|url|link|lien|type)\s?:\s.{0,80}\Z",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"(?:[(\[](?:en|fr|eng|fra|vo|vf|english|français|anglais|french)[)\]]\s?:?"
    r"|(?:en|fr|eng|fra|vo|vf|english|français|anglais|french)\s?:)\s+(?=\S)",
    re.IGNORECASE,
)
_TAGS_AT_LEAST = 2
_FRONT = re.compile(r"\s*---[ \t]*\n(?:[^\n]*\n){0,40}?---[ \t]*(?:\n|\Z)")
_FRONT_TITLE = re.compile(r"title\s?:\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """What a labelled line says without its label, and the role it has."""

    raw: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class FieldLabels:
    """The labels that a document puts before its texts."""

    records: bool
    quoted: bool
    """The texts of its records stand in quotes, which are no part of them."""
    tagged: bool

    def field(self, text: str, raw: str) -> Field | None:
        """Return the field that a line is; None where it is none of this document."""
        if self.tagged and (tag := _LANGUAGE.match(raw)):
            return Field(raw[tag.end() :])
        if not self.records:
            return None
        if label := _TEXT.match(raw):
            told = raw[label.end() :].strip()
            return Field(told[1:-1] if self.quoted else told)
        return Field(raw, "field") if _OTHER.match(text) else None


def labels_of(texts: Sequence[str]) -> FieldLabels:
    """Find the labels of a document from what its lines say: records have one date for each text."""
    dates = sum(_DATE.match(text) is not None for text in texts)
    told = [text[label.end() :] for text in texts if (label := _TEXT.match(text))]
    return FieldLabels(
        records=0 < dates == len(told),
        quoted=bool(told) and all(len(text) > len("''") and text[0] == text[-1] and text[0] in "\"'" for text in told),
        tagged=sum(_LANGUAGE.match(text) is not None for text in texts) >= _TAGS_AT_LEAST,
    )


def front_matter(text: str) -> int:
    """Return how many lines at the head of *text* are settings between rulers, as Markdown files have them."""
    match = _FRONT.match(text)
    return match[0].count("\n") if match else 0


def front_field(text: str) -> Field:
    """Return a line of front matter: the title is a heading, all else says nothing of rulings."""
    title = _FRONT_TITLE.match(text)
    return Field(text[title.end() :].strip("\"'"), "heading") if title else Field(text, "field")
