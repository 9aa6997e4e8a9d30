//! Compares two submissions token by token: common runs, tiles, chains of tiles and forms.

pub(crate) mod batch;
pub(crate) mod chain;
pub(crate) mod rewritten;
pub(crate) mod runs;
pub(crate) mod state;
pub(crate) mod tiles;
