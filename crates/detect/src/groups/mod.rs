//! Submissions that count as one: attempts of one author, teams, staff, near-identical submissions.

pub(crate) mod class;
pub(crate) mod membership;
pub(crate) mod near_identical;
pub(crate) mod parties;
