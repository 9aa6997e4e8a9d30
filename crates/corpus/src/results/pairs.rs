//! The pairs of a run, by number and as JSON Lines.

use std::io::Write;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::json::line;
use crate::document::{LinkKind, Overlap};
use crate::error::{Error, Result};
use crate::run::Run;
use crate::segments::name_table::NameTable;

/// A pair of documents that share a value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair<'a> {
    /// Name of the earlier document.
    pub left: &'a str,
    /// Name of the later document.
    pub right: &'a str,
    /// Number of values that both sketches have.
    pub count: u32,
    /// The estimated resemblance.
    pub resemblance: Option<f64>,
    /// How much of the left document the right one contains, estimated.
    pub left_containment: Option<f64>,
    /// How much of the right document the left one contains, estimated.
    pub right_containment: Option<f64>,
    /// How the two documents are related.
    pub kind: LinkKind,
}

/// A pair of documents by number, counted from 0 in the order of the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// Number of the earlier document.
    pub left: u32,
    /// Number of the later document.
    pub right: u32,
    /// How many values they share.
    pub overlap: Overlap,
    /// How the two documents are related.
    pub kind: LinkKind,
}

impl Run {
    /// Writes every pair of [`Run::each_pair`] as a line of JSON. Returns the number of pairs.
    pub fn write_pairs(&self, floor: f64, out: &mut dyn Write) -> Result<u64> {
        let mut written = 0;
        let names = NameTable::new(&self.corpus)?;
        self.each_pair(floor, |Link { left, right, overlap, kind }| {
            let value = |share: Option<chaffinch_sketch::Share>| share.map(chaffinch_sketch::Share::value);
            let pair = Pair {
                left: &names.get(left)?,
                right: &names.get(right)?,
                count: overlap.shared,
                resemblance: value(overlap.resemblance()),
                left_containment: value(overlap.left_containment()),
                right_containment: value(overlap.right_containment()),
                kind,
            };
            written += 1;
            line(out, &pair)
        })?;
        Ok(written)
    }

    /// Calls `each` with every pair of representatives for which any measure reaches the floor, and with every folded
    /// document and the one it was folded to.
    pub fn each_pair(&self, floor: f64, mut each: impl FnMut(Link) -> Result<()>) -> Result<()> {
        if self.is_fast() {
            return Err(Error::Fast { what: "pairs" });
        }
        if floor < self.floor() {
            return Err(Error::Floor { floor: self.floor(), threshold: floor });
        }
        let (folds, sizes) = (self.folds()?, self.sizes()?);
        self.each_counted(|left, right, shared| {
            let overlap = sizes.overlap(left, right, shared);
            if overlap.reaches(floor) {
                each(Link { left, right, overlap, kind: LinkKind::Similar })?;
            }
            Ok(())
        })?;
        for document in 0..self.corpus.documents() {
            if !folds.is_kept(document) {
                let like = folds.like[document as usize].load(Ordering::Relaxed);
                let overlap = self.corpus.document(document)?.size.whole();
                each(Link { left: like, right: document, overlap, kind: folds.how(document).into() })?;
            }
        }
        Ok(())
    }
}
