-- The structured index: everything the corpus says, in one file that any SQLite tool opens.
-- Dates are ISO texts, yes/no is 1/0, lists within a field are JSON arrays.

-- Corpus files.
create table source (
    id integer primary key,
    path text not null unique,
    layout text not null,
    digest text not null,
    machine_translated text not null,  -- languages that the file's notice calls machine-made
    notice text not null,
    reach text not null,               -- how far a change of it reaches: rulings, cards, pages
    raw integer not null,              -- rulings read in it, before dedupe
    skipped integer not null           -- lines or entries left out on purpose
);

-- One statement, on one date, in one language.
create table ruling (
    number integer primary key,    -- of this file only, and in no order
    id text not null unique,       -- 12 hex digits over language, date and folded text
    date text,                     -- null: no file dates it
    lang text not null,
    text text not null,
    wording text not null,         -- equal for the same text on other dates
    pattern text not null,         -- equal for the same text but for the card's own name
    matter text not null,          -- equal for the same text and date but for symbols
    place text not null,           -- file and place in it where it was found first: the order on one date
    sources text not null,         -- publishers' labels
    section text not null,
    lost_symbol integer not null,
    machine_translated integer not null
);
create index ruling_wording on ruling (wording);
create index ruling_pattern on ruling (pattern);
create index ruling_matter on ruling (matter);

-- Every place where a ruling was found, with the text as it stood there.
create table witness (
    ruling integer not null references ruling,
    source integer not null references source,
    first_line integer not null,   -- in JSON: the number of the entry
    last_line integer not null,
    text text not null,
    label text not null,           -- the publisher as printed there
    card text not null,
    evidence text,                 -- how that card is known
    machine_translated integer not null,
    section text not null,
    lost_symbol integer not null,
    number integer not null        -- the how-manieth ruling of its file, from 0
);
create index witness_ruling on witness (ruling);
create index witness_source on witness (source);

create table card (
    key text primary key,
    name text not null,
    name_fr text not null,
    oracle_id text not null,
    faces text not null,
    faces_fr text not null,
    aliases text not null,
    text text not null,
    text_fr text not null,
    type_line text not null,
    keywords text not null,
    sets text not null,
    by_pages integer not null      -- 1: it has a name that only pages of rulings give
) without rowid;
create index card_oracle_id on card (oracle_id);

-- Every name that a card is found by.
create table card_name (
    look_up text not null,         -- without accents, case and kinds of quote
    bare integer not null,         -- 1: without any marks besides, for people who leave them out
    card text not null references card,
    name text not null,
    official integer not null,     -- its own English or French name, not a face or an alias
    primary key (look_up, bare, card)
) without rowid;

-- Which card a ruling stands on.
create table attachment (
    ruling integer not null references ruling,
    card text not null references card,
    primary key (ruling, card)
) without rowid;
create index attachment_card on attachment (card, ruling);

create table mechanic (
    slug text primary key,
    kind text not null,            -- keyword_ability, keyword_action, ability_word
    name text not null,
    name_fr text not null,
    forms text not null,
    forms_fr text not null,
    rule text not null,            -- number in the Comprehensive Rules
    ambiguous integer not null,
    evergreen integer not null,
    name_fr_evidence text not null
) without rowid;

-- Which mechanics a card has, gives or asks for; only of cards with rulings.
create table carried (
    card text not null references card,
    mechanic text not null references mechanic,
    primary key (card, mechanic)
) without rowid;

-- Which mechanic a ruling explains, and how that is known.
create table link (
    ruling integer not null references ruling,
    mechanic text not null references mechanic,
    kind text not null,            -- named: the text says it; context: its cards or its page do
    weight real not null,
    evidence text not null,
    primary key (ruling, mechanic)
) without rowid;
create index link_mechanic on link (mechanic, ruling);

-- Older wordings and what took their place; French rulings and their English originals. Ids of rulings.
create table revision (older text not null, newer text not null, primary key (older, newer)) without rowid;
create table pair (french text not null, english text not null, status text not null, primary key (french, english))
    without rowid;

-- The Comprehensive Rules, where they were ingested.
create table rule (
    position integer primary key,
    number text not null,
    kind text not null,
    title text not null,
    text text not null
);
create index rule_number on rule (number);

-- What could not be understood.
create table problem (
    source integer not null references source,
    first_line integer not null,
    last_line integer not null,
    code text not null,
    detail text not null
);

create view reading as
    select r.date, r.lang, (
        select group_concat(name, '; ') from (
            select c.name from attachment a join card c on c.key = a.card where a.ruling = r.number order by c.name, c.key
        )
    ) as cards, r.text, r.id
    from ruling r order by r.date, r.lang, r.place;
