//! The pages of a pair: its matches, and its differences line by line.

mod differences;
mod heading;
mod layout;
mod list;
mod map;
mod page;
mod why;

pub use differences::{Differences, differences};
pub use heading::is_near_identical;
pub use layout::PairLayout;
pub use page::pair;
