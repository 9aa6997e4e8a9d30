//! What surrounds a page, and where pages stand.

mod location;
mod page_frame;

pub use location::{PageLocation, PairView};
pub use page_frame::{Account, Actions, CaseLink, Frame, LanguageSwitch, MenuItem, NamesSwitch};
