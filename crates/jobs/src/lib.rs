//! Leases, retries, progress, and what the jobs do.
