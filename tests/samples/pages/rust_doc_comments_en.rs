//! Zombies and what keeps them down.
//!
//! Nothing here is thread safe. See `CHANGES.md` for the release of 2023-03-09.

use crate::prelude::*;

/// **Gravecrawler** `{B}` 2/1
///
/// # Rulings
///
/// * 2011-01-22: Once you have begun to cast Gravecrawler from the
///   graveyard, losing your last Zombie no longer matters.
/// * 2011-01-22: The mana cost has to be paid and the usual timing kept to.
///
/// # Panics
///
/// Panics if the card has no owner.
pub struct Gravecrawler {
    id: CardId,
}

/// **Yixlid Jailer** `{1}{B}` 2/1
///
/// # Rulings
///
/// * 2007-05-01: An ability that triggers on a creature dying is looked for
///   on the battlefield, so such creatures still trigger.
/// * 2021-03-19: Cards in graveyards have no flashback and no unearth while
///   the Jailer is out. What was cast with flashback before that is exiled
///   as usual.
///
/// # Examples
///
/// ```
/// let jailer = YixlidJailer::new(CardId(7));
/// assert_eq!(jailer.power(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct YixlidJailer {
    id: CardId,
}
