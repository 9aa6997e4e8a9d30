//! HTTP: pages, REST, sign-in, limits.
