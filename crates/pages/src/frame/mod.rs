//! The frame around a page, and the locations of pages.

mod location;
mod page_frame;

pub use location::{PageLocation, PairView};
pub use page_frame::{
    Account, Actions, CaseLink, Frame, LanguageSwitch, MenuItem, NamesSwitch, Notice, ReportSection,
};
