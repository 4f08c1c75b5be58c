"""The language of a short text: English, French, or neither that we know."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from kb.model import Lang
from kb.text.folding import fold, word_set

_ENGLISH = word_set(
    """
    a about after all also an and any are as at be because been before but by can can't cannot card cards cast
    cost counter counters creature creatures damage does doesn't don't each effect even for from game gives
    has have hasn't how if in into is isn't it its it's library life may more must no none not of on once one
    only or other player player's players put resolve resolves same she spell still such target than that the
    their them then there these they this those though to under until was were what when whenever where
    whether which who whose will with without won't would you your ability abilities rulings ruling
    information notes general legal another controls enters leaves turn battlefield graveyard owner exile
    opponent choose chosen
    """
)
_FRENCH = word_set(
    """
    plusieurs chacun chacune autre autres lors ainsi ceci doit doivent faut va vont reste restent seul seule
    seulement toujours jamais encore alors avant après peu rien personne devez prend choisit choisir choisissez
    payer payez jouer quitte quittent au aucun aucune aussi aux avec avez avoir car carte cartes ce cela celle
    celui ces cet cette ceux chaque ci comme contre créature créatures dans de depuis des deux donc dont du elle
    elles en entre est et être eu fait font il ils jeu jusqu la là le les leur leurs lui lorsque mais même mise
    moment ne ni non nous on ont où par pas pendant peut peuvent plus point points pour pouvez près puis quand
    que quel quelle quelles qui quoi sa sans se sera ses si sinon soit son sont sort sorts sous sur tant tous
    tout toute toutes trois un une vers vos votre vous y été était d'un capacité capacités cible cimetière champ
    bataille joueur coût décision décisions règle règles tour pile lancer lancé lancée effet marqueur marqueurs
    bibliothèque main exil adversaire blessures contrôle contrôlez
    """
)
_OTHERS = word_set(
    """
    o os um uma não em você seu sua com ao pelo pela são é das dos criatura mágica cemitério der die und ist
    nicht ein eine einen dem den wird werden kann deine deiner karte karten kreatur zauberspruch el los del
    una y no puede tu su con por las lo hechizo cementerio il gli che di è per non della delle creatura magia
    cimitero
    """
)
_KNOWN = _ENGLISH | _FRENCH | _OTHERS
_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=\w)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FRENCH_LETTERS = re.compile("[éèêëàâîïôûùçœ]|«|»")
_READ = 2000
"""Characters read of a long text; they decide."""
_TELLING = 0.5
"""A lead of less than this, such as one accented letter, says nothing."""


@lru_cache(maxsize=65536)
def scores(text: str) -> tuple[float, float, float]:
    """Return how English, how French and how foreign to both *text* is; only their order means anything."""
    folded = fold(text[:_READ])
    bare, elided = _ELISION.subn("", folded) if "'" in folded else (folded, 0)
    words = _WORD.findall(bare)
    known = [word for word in words if word in _KNOWN]
    english = sum(word in _ENGLISH for word in known)
    french = sum(word in _FRENCH for word in known) + elided
    other = sum(word in _OTHERS for word in known)
    letters = 0 if folded.isascii() else len(_FRENCH_LETTERS.findall(folded))
    return english, french + 0.4 * letters, other


def language_of(text: str, default: Lang = Lang.EN) -> Lang:
    """Return the language that *text* is written in, card names in the other one notwithstanding.

    *default* is the answer where the words say nothing.

    >>> language_of("Meddling Mage ne peut pas nommer cette carte."), language_of("It names Dichotomancie.")
    (<Lang.FR: 'fr'>, <Lang.EN: 'en'>)
    """
    english, french, _ = scores(text)
    if abs(english - french) < _TELLING:
        return default
    return Lang.EN if english > french else Lang.FR


def speaks(text: str) -> Lang | None:
    """Return the language of *text* where its words leave no doubt, None where they do."""
    english, french, other = scores(text)
    if english > french + _TELLING and english >= other:
        return Lang.EN
    if french > english + _TELLING and french >= other:
        return Lang.FR
    return None


def common_language(texts: Iterable[str], page_lang: str = "") -> Lang:
    """Return the language that most of *texts* are in; that of their page, else English, where they say nothing."""
    spoken = Counter(speaks(text) for text in texts)
    if spoken[Lang.FR] == spoken[Lang.EN]:
        return Lang.FR if page_lang.startswith("fr") else Lang.EN
    return Lang.FR if spoken[Lang.FR] > spoken[Lang.EN] else Lang.EN
