//! Disjoint sets of documents that many threads join at once.

pub(crate) use chaffinch_fingerprint::UnionFind as Sets;
