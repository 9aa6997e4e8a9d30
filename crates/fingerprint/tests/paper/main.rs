//! The statements of the winnowing paper, compared with slow implementations of its definitions.

mod documents;
mod kgrams;
mod oracle;
mod selection;
mod vectors;
