//! The embedded backend; all of its SQL.
