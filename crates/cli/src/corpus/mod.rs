//! `chaffinch corpus`: near-duplicate clustering of any documents.

mod add;
mod changes;
mod cluster;
mod command;
mod estimate;
mod group;
mod holders;
mod key;
mod options;
mod query;
mod recluster;
mod sample;
mod sketch;

pub(crate) use command::{Arguments, run};
