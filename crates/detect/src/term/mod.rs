//! Evidence over the tasks of a course: two people who copy from each other rarely do so only once.
//!
//! A report says for each verified pair how many pairs as strong chance would leave in its class ([`TaskPairs`]). Divided
//! by the number of pairs, that is the probability that one pair is so strong by chance. [`over_tasks`] combines these
//! probabilities for each two people by the method of Fisher (R. A. Fisher, *Statistical Methods for Research Workers*,
//! 4th edition, 1932, section 21.1), see [`combined`].
//!
//! Values in, values out. People are numbers here. Nothing knows names, files or a database.

mod combine;
mod evidence;
mod pack;
mod repeated;
mod task;

pub use combine::{Combined, combined};
pub use evidence::{Evidence, MAX_LISTED, PairEvidence, TaskEvidence, over_tasks};
pub use pack::Malformed;
pub use repeated::repeated;
pub use task::{Member, Task, TaskPair, TaskPairs};
