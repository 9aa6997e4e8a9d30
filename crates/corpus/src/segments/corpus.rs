//! The documents of all segments under one numbering.

use std::ops::Range;

use crate::document::{Document, Fold};
use crate::error::Result;
use crate::resources::Resources;
use crate::segments::segment::Segment;

/// Segments in the order they were added, and the resources for working on them.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) segments: Vec<Segment>,
    pub(crate) resources: Resources,
}

impl Corpus {
    /// Returns the number of documents.
    pub(crate) fn documents(&self) -> u32 {
        self.segments.last().map_or(0, |segment| segment.base + segment.documents)
    }

    /// Returns the number of the first document of the newest segment.
    pub(crate) fn newest_base(&self) -> u32 {
        self.segments.last().map_or(0, |segment| segment.base)
    }

    /// Returns the segment of a document, and its position there.
    pub(crate) fn place(&self, number: u32) -> (&Segment, u32) {
        let segment = &self.segments[self.segment_of(number)];
        (segment, number - segment.base)
    }

    /// Returns the position of a document's segment among all segments.
    pub(crate) fn segment_of(&self, number: u32) -> usize {
        self.segments.partition_point(|segment| segment.base <= number) - 1
    }

    /// Returns the representative of a document, which is the document itself if it is kept. `fold` returns the fold of
    /// the document at a position of a segment.
    pub(crate) fn root(
        &self,
        mut number: u32,
        fold: impl Fn(usize, &Segment, u32) -> Result<(u32, Fold)>,
    ) -> Result<u32> {
        loop {
            let at = self.segment_of(number);
            let segment = &self.segments[at];
            let (like, how) = fold(at, segment, number - segment.base)?;
            if how == Fold::Kept {
                return Ok(number);
            }
            // The next document is an earlier one, so the loop ends.
            number = like;
        }
    }

    pub(crate) fn document(&self, number: u32) -> Result<Document> {
        let (segment, at) = self.place(number);
        segment.document(at)
    }

    pub(crate) fn name(&self, number: u32) -> Result<String> {
        let (segment, at) = self.place(number);
        segment.name(&segment.document(at)?)
    }

    /// Calls `each` with the documents of a range, in order.
    pub(crate) fn each_document(
        &self,
        range: Range<u32>,
        mut each: impl FnMut(u32, &Document) -> Result<()>,
    ) -> Result<()> {
        for segment in &self.segments {
            let start = range.start.max(segment.base) - segment.base;
            let end = range.end.min(segment.base + segment.documents).saturating_sub(segment.base);
            if start < end {
                segment.each_document(start..end, |at, document| each(segment.base + at, document))?;
            }
        }
        Ok(())
    }

    /// Divides all documents into a range for each thread.
    pub(crate) fn shares(&self, threads: usize) -> Vec<Range<u32>> {
        shares(0..self.documents(), threads)
    }
}

/// Divides a range into parts of nearly equal length.
pub(crate) fn shares(range: Range<u32>, parts: usize) -> Vec<Range<u32>> {
    let (start, length) = (u64::from(range.start), u64::from(range.end - range.start));
    let parts = parts as u64;
    let cut = |part: u64| (start + length * part / parts) as u32;
    (0..parts).map(|part| cut(part)..cut(part + 1)).collect()
}
