//! Untrusted archives and folders become submissions.
