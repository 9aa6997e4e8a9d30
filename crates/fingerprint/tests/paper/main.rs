//! What the winnowing paper states, against oracles written from its definitions with no thought of speed.

mod documents;
mod kgrams;
mod oracle;
mod selection;
mod vectors;
