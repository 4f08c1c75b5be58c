"""Labels of questions and answers: known ones, and those that a page itself repeats ("Asked:", "[Q]", "Joueur :")."""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from kb.text.folding import strip_accents, word_set

_LABEL = re.compile(
    r"[\[(*_]{0,3}(?P<word>[^\W\d_]{1,12})(?:\s?(?:no\.?|n°|#)?\s?[0-9]{1,3})?(?:\s?[\])*_]{1,3}(?:\s?[:.–—>-])?|\s?[:.–—>-])(?P<space>\s*)",
    re.IGNORECASE,
)
_QUESTION = word_set("q question questions asked asks ask query demande lecteur reader player joueur")
_ANSWER = word_set("a r answer answers answered reply reponse reponses judge arbitre")
_INLINE = re.compile(
    r"(?<=[?.!…”\"»)])\s+[\[(*_]{0,3}(?:A|R|Answer|Answered|Réponse|Reponse)(?:\s?[0-9]{1,3})?(?:[\])]{1,2}\s?:?|\s?[:.])(?:\s+(?=\S)|\s*\Z)"
)
_AT_LEAST = 2
_REACH = 12
"""Lines of a question and its answer that are looked at for the label of the answer."""
_LINES_OF_QUESTION = 5
_MOST = 0.6


class QuestionLabel(StrEnum):
    """What a line is labelled as."""

    QUESTION = "question"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class QuestionLabels:
    """The words that label the questions and the answers of a page, lower case and without accents."""

    questions: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()

    def read(self, text: str) -> tuple[QuestionLabel | None, str]:
        """Return what *text* is labelled as, and what it says behind the label."""
        word, rest = _split(text)
        if word in self.questions:
            return QuestionLabel.QUESTION, rest
        return (QuestionLabel.ANSWER, rest) if word in self.answers else (None, text)

    def in_two(self, text: str) -> tuple[str, str]:
        """Return a question and the answer that follows it in the same line; "" for the answer where none does."""
        match = _INLINE.search(text) if self.questions else None
        return (text[: match.start()], text[match.end() :]) if match else (text, "")


def labels_of(texts: Sequence[str]) -> QuestionLabels:
    """Return the labels of questions and answers among the lines *texts*; none where nothing is asked."""
    split = [_split(text) for text in texts]
    found = Counter(word for word, _ in split if word)
    asked = Counter(word for place, (word, rest) in enumerate(split) if word and _asks(texts, place, rest))
    questions = {word for word in found if (word in _QUESTION and asked[word]) or _is_asking(word, found, asked)}
    answers = Counter(_following(split, place, questions) for place, (word, _) in enumerate(split) if word in questions)
    known = {word for word in found if word in _ANSWER}
    inferred = {
        word for word, count in answers.items() if word and count >= max(_AT_LEAST, _MOST * sum(answers.values()))
    }
    if not questions:
        return QuestionLabels(answers=frozenset(word for word in known if _only_answers(texts, split, word)))
    return QuestionLabels(frozenset(questions), frozenset(known or inferred))


def _only_answers(texts: Sequence[str], split: Sequence[tuple[str, str]], word: str) -> bool:
    """Whether each line that *word* labels, and there are several, stands below a question without a label."""
    places = [place for place, (label, _) in enumerate(split) if label == word]
    return len(places) >= _AT_LEAST and all(place and texts[place - 1].rstrip(" *_").endswith("?") for place in places)


def _following(split: Sequence[tuple[str, str]], place: int, questions: AbstractSet[str]) -> str:
    """Return the first label behind the question at *place*; "" where the next question comes before any."""
    word = next((word for word, _ in split[place + 1 : place + _REACH] if word), "")
    return "" if word in questions else word


def _is_asking(word: str, found: Counter[str], asked: Counter[str]) -> bool:
    return found[word] >= _AT_LEAST and asked[word] >= _MOST * found[word] and word not in _ANSWER


def _asks(texts: Sequence[str], place: int, rest: str) -> bool:
    """Whether what a label leads is a question: what stands behind it, and in the lines below up to the next label."""
    below = takewhile(lambda text: not _split(text)[0], texts[place + 1 : place + _LINES_OF_QUESTION])
    return "?" in rest or any("?" in text for text in below)


def _split(text: str) -> tuple[str, str]:
    """Return the word that *text* is labelled with, lower case, and the rest; "" where there is no label."""
    match = _LABEL.match(text)
    if match is None or (not match["space"] and match.end() < len(text)):
        return "", text
    return strip_accents(match["word"]).casefold(), text[match.end() :].strip()
