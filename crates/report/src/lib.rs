//! An analysis becomes a versioned report and pages.
