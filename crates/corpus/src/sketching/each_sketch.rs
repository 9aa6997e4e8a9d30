//! Passes the sketches of sources to a caller, in order.

use std::ops::ControlFlow;

use chaffinch_sketch::{Key, Parameters};

use crate::error::Result;
use crate::sketching::sketch_all;
use crate::sources::DocumentSource;
use chaffinch_submission::Progress;

/// A document of a source, without its text.
#[derive(Debug, Clone, Copy)]
pub struct SketchedDocument<'a> {
    /// The document's name.
    pub name: &'a str,
    /// Values in ascending order, distinct.
    pub sketch: &'a [u64],
    /// Why there is no sketch.
    pub reason: Option<&'static str>,
}

/// Reads all documents and passes the results to `each`, in order, until it breaks.
pub fn each_sketch(
    sources: &[DocumentSource],
    parameters: Parameters,
    threads: usize,
    progress: &dyn Progress,
    each: &mut dyn FnMut(SketchedDocument) -> ControlFlow<()>,
) -> Result<()> {
    let mut ended = false;
    let read = sketch_all(sources, (parameters, &Key::PUBLIC), threads, progress, &mut |harvest| {
        for (name, document, sketch) in harvest.each() {
            if each(SketchedDocument { name, sketch, reason: document.state.reason() }).is_break() {
                ended = true;
                return Err(crate::Error::TooMany);
            }
        }
        Ok(())
    });
    match read {
        // The caller ended the reading, so this is not an error.
        Err(_) if ended => Ok(()),
        read => read.map(|_| ()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_stops_when_the_caller_wants_no_more() {
        let folder = tempfile::tempdir().unwrap();
        for at in 0..200 {
            std::fs::write(folder.path().join(format!("{at}.txt")), "some words").unwrap();
        }
        let mut seen = 0;
        each_sketch(
            &[DocumentSource::new(folder.path()).unwrap()],
            Parameters::STANDARD,
            2,
            &(),
            &mut |_| {
                seen += 1;
                ControlFlow::Break(())
            },
        )
        .unwrap();
        assert_eq!(seen, 1);
    }
}
