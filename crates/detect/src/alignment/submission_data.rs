//! The data of one submission that alignment uses: its tokens, k-grams, masks and forms.

use std::ops::Range;

use chaffinch_submission::TokenizedSubmission;

use crate::{
    features::forms::{Form, Forms},
    index::{kgrams::Indexed, unmasked::UnmaskedKgrams},
    results::{pair::Region, submission::Mask},
};

/// The data of one submission.
#[derive(Clone, Copy)]
pub(crate) struct SubmissionData<'a> {
    pub(crate) index: usize,
    pub(crate) submission: &'a TokenizedSubmission,
    pub(crate) indexed: &'a Indexed<'a>,
    pub(crate) unmasked: &'a UnmaskedKgrams<'a>,
    /// Distinct unmasked k-grams.
    pub(crate) kgrams: &'a [u32],
    pub(crate) mask: &'a [Option<Mask>],
    pub(crate) counted: u32,
    /// `None` if no matches are requested.
    pub(crate) batch_forms: Option<&'a Forms<'a>>,
    /// Its forms, if they are not those of the batch.
    pub(crate) own_forms: Option<&'a [Form]>,
}

impl<'a> SubmissionData<'a> {
    /// Returns the ids of the k-grams that lie completely in a passage of one file.
    pub(crate) fn kgrams_of(&self, start: u32, tokens: u32) -> &'a [u32] {
        let k = self.indexed.files[self.indexed.file_of(start)].k;
        &self.indexed.ids()[start as usize..][..(tokens + 1).saturating_sub(k) as usize]
    }

    /// Returns the forms of its statements, in order.
    pub(crate) fn forms(&self) -> &'a [Form] {
        self.own_forms.unwrap_or_else(|| self.batch_forms.map_or(&[], |forms| forms.of(self.index)))
    }

    /// Returns the value of the token at a position.
    pub(crate) fn value(&self, position: u32) -> u64 {
        let file = self.indexed.file_of(position);
        self.submission.files[file].stream.values[(position - self.indexed.files[file].start) as usize]
    }

    /// Converts a range of positions to tokens of a file.
    pub(crate) fn region(&self, positions: Range<u32>) -> Region {
        let file = self.indexed.file_of(positions.start);
        let start = self.indexed.files[file].start;
        Region { file: file as u32, tokens: positions.start - start..positions.end - start }
    }

    /// Returns the number of lines that contain at least one of these positions.
    pub(crate) fn lines(&self, positions: impl Iterator<Item = u32>) -> u32 {
        let mut lines: Vec<(usize, u32)> = Vec::new();
        for position in positions {
            let file = self.indexed.file_of(position);
            let TokenizedSubmission { files, .. } = self.submission;
            let token = (position - self.indexed.files[file].start) as usize;
            let line = (file, files[file].record.lines.line_of(files[file].stream.spans[token].start));
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines.len() as u32
    }
}
