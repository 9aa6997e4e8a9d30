//! Runs the binary under test.

#[path = "../../../cli/tests/black_box/binary/process.rs"]
mod process;

pub(crate) use process::{command, output_of, run, stderr};

pub(crate) use crate::built::BINARY;
