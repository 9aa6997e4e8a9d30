//! The floors of detection: slightly below what was measured when the figures were made. Raise a floor when detection
//! has improved. To lower a floor, give the reason in the commit.

/// The floors of a language for recall at one false alarm in a thousand and for average precision, at levels 1 to 5.
pub(super) struct Floors {
    pub(super) recall: [f64; 5],
    pub(super) precision: [f64; 5],
}

/// The floors, in the order of the dialects.
pub(super) const FLOORS: [Floors; 4] = [
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
];

/// Largest number of innocent pairs above the default cut-off per 300 submissions, in classes without copies, for every
/// language: in ordinary tasks and in tiny ones.
pub(super) const ACCUSED_PER_300: [f64; 2] = [1.0, 1.0];
