//! What detection must not fall below: a little under what was measured when the figures were made.
//! Raise a floor when detection has become better; a lower one needs a reason in its commit.

/// A language's floors for recall at one false alarm in a thousand and for average precision, on rungs 1 to 5.
pub(super) struct Floors {
    pub(super) recall: [f64; 5],
    pub(super) precision: [f64; 5],
}

/// In the order of the dialects.
pub(super) const FLOORS: [Floors; 4] = [
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
    Floors { recall: [0.98, 0.98, 0.98, 0.98, 0.95], precision: [0.99, 0.99, 0.99, 0.99, 0.98] },
];

/// Innocent pairs above the default cut-off for every 300 submissions, in classes without copying, of any language:
/// of ordinary tasks and of tiny ones.
pub(super) const ACCUSED_PER_300: [f64; 2] = [1.0, 1.0];
