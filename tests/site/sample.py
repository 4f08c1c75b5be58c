"""A small knowledge made by hand, in which everything that a page can show stands at least once."""

from datetime import date

from kb.model import (
    Card,
    Evidence,
    Finding,
    Knowledge,
    Lang,
    Link,
    LinkKind,
    Mechanic,
    MechanicKind,
    Pair,
    PairStatus,
    Problem,
    Revision,
    Rule,
    RuleKind,
    Ruling,
    Source,
    Span,
    Witness,
)
from kb.text.folding import fold, stable_id

ZERO = "If the spell has {X} in its mana cost, its owner chooses 0 for X, because nothing is paid."
ZERO_FR = "Si le sort a {X} dans son coût de mana, son propriétaire choisit 0 pour X, car rien n’est payé."
FACE_UP = "Cards that wait in exile because of suspend lie there face up, for everyone to see."
FACE_UP_FR = (
    "Les cartes qui attendent en exil à cause de la suspension y reposent face visible\u202f: chacun peut les voir."
)
HOSTILE = "Test <img src=x onerror=\"document.title='XSS'\"> {{ 7*7 }}"

SUSPEND_ACTION = "Suspending a card is done when you could begin to cast it; no one can answer it with a spell."
COUNTERS = "A creature with a +1/+1 counter and a -1/-1 counter keeps neither: both are taken away."
HYBRID = "Paying {2/W}{W/U}{R/P} and {T} is one payment; {10} more may be owed, and {S} or {C} where it says so."


def ruling(
    text: str,
    when: str = "",
    *cards: str,
    lang: Lang = Lang.EN,
    path: str = "suspend.txt",
    at: int = 1,
    pattern: str = "",
    sources: tuple[str, ...] = ("wotc",),
    section: str = "",
    lost: bool = False,
    machine: bool = False,
    more: tuple[Witness, ...] = (),
) -> Ruling:
    """Make a ruling with a witness in *path*, from line *at* on, and what further witnesses it has."""
    found = Witness(
        path=path,
        span=Span(at, at + 1),
        text=text,
        source=sources[0] if sources else "",
        card=cards[0] if cards else "",
        evidence=Evidence.HEADING if cards else None,
        machine_translated=machine,
    )
    return Ruling(
        id=stable_id(lang, when, fold(text)),
        date=date.fromisoformat(when) if when else None,
        lang=lang,
        text=text,
        wording=stable_id(lang, fold(text)),
        pattern=stable_id(lang, fold(pattern or text)),
        cards=cards,
        sources=sources,
        section=section,
        lost_symbol=lost,
        machine_translated=machine,
        witnesses=(found, *more),
    )


def link(of: Ruling, mechanic: str, kind: LinkKind = LinkKind.NAMED, weight: float = 0.9) -> Link:
    """Tie a ruling to a mechanic."""
    evidence = f"the text says “{mechanic}”" if kind is LinkKind.NAMED else "3 of 4 cards have it"
    return Link(of.id, mechanic, kind, weight, evidence)


_MECHANICS = (
    Mechanic("cascade", MechanicKind.KEYWORD_ABILITY, "Cascade", "cascade", rule="702.85", name_fr_evidence="cards:42"),
    Mechanic("delirium", MechanicKind.ABILITY_WORD, "Delirium", "délire", rule="207.2c", name_fr_evidence="weak"),
    Mechanic(
        "exile", MechanicKind.KEYWORD_ACTION, "Exile", "exiler", rule="701.13", evergreen=True, name_fr_evidence="web"
    ),
    Mechanic(
        "suspend", MechanicKind.KEYWORD_ABILITY, "Suspend", "suspension", rule="702.62", name_fr_evidence="cards:57"
    ),
    Mechanic("time-travel", MechanicKind.KEYWORD_ACTION, "Time Travel", "", rule="701.56", name_fr_evidence="none"),
)

_CARDS = (
    Card(
        "ancestral-vision",
        "Ancestral Vision",
        "Vision ancestrale",
        text="Suspend 4—{U}\nTarget player draws three cards.",
        text_fr="Suspension 4—{U}\nLe joueur ciblé pioche trois cartes.",
        type_line="Sorcery",
        sets=("TSP", "CON"),
    ),
    Card("card-4ab1c2", HOSTILE, "Essai <b>gras</b>"),
    Card("dichotomancy", "Dichotomancy", "Dichotomancie", type_line="Sorcery", text="Suspend 3—{1}{U}{U}"),
    Card("fire-ice", "Fire // Ice", "Feu // Glace", faces=("Fire", "Ice"), faces_fr=("Feu", "Glace")),
    Card("rift-bolt", "Rift Bolt"),
    Card("wheel-of-fate", "Wheel of Fate", "Wheel of Fate", type_line="Sorcery"),
)

_NOTICE = "Traduction automatique\u202f: l’original anglais fait foi."

R_ZERO = ruling(
    ZERO,
    "2024-02-02",
    "ancestral-vision",
    "dichotomancy",
    "rift-bolt",
    "wheel-of-fate",
    more=(
        Witness("lists/copied.txt", Span(3, 3), ZERO.replace("{X}", ""), "", "", None),
        Witness("bulk.json", Span(7, 7), ZERO, "wotc", "rift-bolt", Evidence.ORACLE_ID),
    ),
)
R_ZERO_FR = ruling(ZERO_FR, "2024-02-02", "dichotomancy", lang=Lang.FR, path="fr/suspension.html", at=9, machine=True)
R_FACE_UP = ruling(FACE_UP, "2021-06-18", "dichotomancy", at=5)
R_FACE_UP_OLD = ruling(FACE_UP, "2006-09-25", "dichotomancy", at=7)
R_FACE_UP_FR = ruling(FACE_UP_FR, "2021-06-18", "dichotomancy", lang=Lang.FR, path="fr/suspension.html", at=12)
R_ACTION = ruling(SUSPEND_ACTION, "2006-09-25", section="Returning mechanic: Suspend", sources=(), at=9)
R_OLD = ruling(
    "The last time counter being taken away is what starts Rift Bolt.",
    "2006-09-25",
    "rift-bolt",
    at=11,
    pattern="the last ~",
)
R_OLD_2 = ruling(
    "The last time counter being taken away is what starts Wheel of Fate.",
    "2006-09-25",
    "wheel-of-fate",
    at=13,
    pattern="the last ~",
)
R_NEW = ruling(
    "Rift Bolt starts once its last time counter is gone, whatever took it away.", "2013-06-07", "rift-bolt", at=15
)
R_HOSTILE = ruling(
    f"{HOSTILE} & <b>bold</b> \u202ereversed\u202c", "2015-03-01", "card-4ab1c2", sources=("scryfall",), at=17
)
R_COUNTERS = ruling(COUNTERS, "2015-03-01", "fire-ice", lost=True, at=19)
R_UNDATED = ruling(HYBRID, "", "fire-ice", at=21)
R_ONLY_FR = ruling(
    "Le délire compte les types de cartes, non les cartes.",
    "2016-04-01",
    "fire-ice",
    lang=Lang.FR,
    path="fr/suspension.html",
    at=15,
)

R_CITING = ruling(
    "Which side goes first is told by rule 702.62b; rule 702.99z is in no book.", "2011-05-05", "rift-bolt", at=23
)

RULES = (
    Rule("2", RuleKind.SECTION, "What Is Printed", ""),
    Rule("207", RuleKind.SECTION, "Text Box", ""),
    Rule("207.2c", RuleKind.SUBRULE, "", "Some words mean nothing by themselves. The ability words are delirium."),
    Rule("7", RuleKind.SECTION, "Further Rules", ""),
    Rule("702", RuleKind.SECTION, "Keyword Abilities", ""),
    Rule("702.1", RuleKind.RULE, "", "Some abilities are a single word. Rule 702.62 has one, section 2 does not."),
    Rule("702.62", RuleKind.RULE, "Suspend", ""),
    Rule(
        "702.62a",
        RuleKind.SUBRULE,
        "",
        "A card with suspend waits in exile and costs {0} at last. See rules 207.2c and 702.62b.\n"
        "Example: Somebody waits four turns. Nothing <b>else</b> happens.",
    ),
    Rule("702.62b", RuleKind.SUBRULE, "", "Whoever owns it goes first."),
    Rule("Active Player", RuleKind.GLOSSARY, "Active Player", "Whoever’s turn it is."),
    Rule("Suspend", RuleKind.GLOSSARY, "Suspend", "An ability of waiting.\nSee rule 702.62, “Suspend.”"),
)

_RULINGS = (
    R_UNDATED, R_FACE_UP_OLD, R_ACTION, R_OLD, R_OLD_2, R_CITING, R_NEW, R_HOSTILE, R_COUNTERS, R_ONLY_FR, R_FACE_UP,
    R_FACE_UP_FR, R_ZERO, R_ZERO_FR,
)  # fmt: skip


def knowledge() -> Knowledge:
    """Return the knowledge."""
    return Knowledge(
        sources=(
            Source("bulk.json", "scryfall rulings", "a" * 16, raw=16, skipped=4),
            Source("empty.txt", "dated list", "b" * 16),
            Source("fr/suspension.html", "dated list", "c" * 16, (Lang.FR,), _NOTICE),
            Source("lists/copied.txt", "dated list", "d" * 16),
            Source("suspend.txt", "dated list", "e" * 16),
        ),
        rulings=_RULINGS,
        cards=_CARDS,
        mechanics=_MECHANICS,
        links=tuple(
            sorted(
                (
                    link(R_ZERO, "suspend", LinkKind.CONTEXT, 0.64),
                    link(R_FACE_UP, "suspend"),
                    link(R_FACE_UP, "exile", weight=0.3),
                    link(R_FACE_UP_OLD, "suspend"),
                    link(R_FACE_UP_FR, "suspend"),
                    link(R_ACTION, "suspend"),
                    link(R_OLD, "suspend", LinkKind.CONTEXT, 0.5),
                    link(R_OLD_2, "suspend", LinkKind.CONTEXT, 0.5),
                    link(R_ONLY_FR, "delirium"),
                ),
                key=lambda tie: (tie.ruling, -tie.weight),
            )
        ),
        revisions=(Revision(R_OLD.id, R_NEW.id),),
        pairs=(
            Pair(R_FACE_UP_FR.id, R_FACE_UP.id, PairStatus.CONFIRMED),
            Pair(R_ZERO_FR.id, R_ZERO.id, PairStatus.MACHINE),
        ),
        findings=(Finding("lists/copied.txt", Problem("lost_symbol", "a blank stands where {X} should", Span(3, 3))),),
        rules=RULES,
    )


def mentions(of: Ruling) -> tuple[tuple[int, int, str], ...]:
    """Find the word `suspend` alone."""
    at = of.text.find("suspend ")
    return ((at, at + len("suspend"), "suspend"),) if at >= 0 else ()
