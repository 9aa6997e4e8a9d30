//! Pure algorithms: k-gram hashes, winnowing and its relatives.
