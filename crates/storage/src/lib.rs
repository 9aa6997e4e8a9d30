//! Records, ids, traits and the contract every backend passes.
