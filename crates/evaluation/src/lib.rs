//! Development only: gold standard, generators, benchmarks, the papers' experiments.
