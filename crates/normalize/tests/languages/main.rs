//! What is read from programs of every language. One program, because linking takes long.

mod contract;
mod hostile;
mod lexical;
mod packing_and_reduction;
mod stray;
mod support;
mod tokens;
