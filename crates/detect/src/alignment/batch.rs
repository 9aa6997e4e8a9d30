//! The data of all submissions that alignment uses, and of the two sides of a pair: tokens, k-grams, masks and forms,
//! without the tokens that both sides took from the same reference answer.

use std::ops::Range;

use chaffinch_submission::{MatchLength, TokenizedSubmission};

use crate::features::forms::{Form, Forms};
use crate::groups::Parties;
use crate::index::distinct;
use crate::index::kgrams::{Indexed, NONE};
use crate::index::postings::{FrequencyCounter, Postings};
use crate::index::unmasked::UnmaskedKgrams;
use crate::masks::Masks;
use crate::masks::masked::Masked;
use crate::references::{Coverage, number_of};
use crate::{Counts, Mask, OwnWork, Region, min_match};

/// The data of all submissions.
pub(crate) struct Batch<'a> {
    pub(crate) submissions: &'a [TokenizedSubmission],
    indexed: &'a [Indexed<'a>],
    unmasked: Vec<UnmaskedKgrams<'a>>,
    /// Distinct unmasked k-grams of each submission.
    kgrams: Vec<&'a [u32]>,
    /// The submissions that have each k-gram.
    postings: Postings,
    pub(crate) masks: &'a Masks,
    /// Number of unmasked tokens of each submission.
    pub(crate) counted: &'a [u32],
    /// How each submission counts when counting how many have something.
    pub(crate) counts: &'a [Counts],
    /// `None` if no matches are requested.
    pub(crate) forms: Option<Forms<'a>>,
    /// What of each submission agrees with reference answers.
    pub(crate) coverage: &'a Coverage,
    /// What of each submission its author handed in before.
    pub(crate) own_work: &'a OwnWork,
    /// The shortest match.
    length: MatchLength,
}

impl<'a> Batch<'a> {
    /// Inverts the k-grams that count.
    pub(crate) fn new(
        submissions: &'a [TokenizedSubmission],
        masked: &'a Masked<'a>,
        parties: &Parties,
        forms: Option<Forms<'a>>,
        coverage: &'a Coverage,
        own_work: &'a OwnWork,
        length: MatchLength,
    ) -> Self {
        let Masked { masks, counted, kgrams, counts, .. } = masked;
        let distinct = kgrams.unmasked();
        let unmasked = kgrams.indexed.iter().zip(masks);
        Self {
            submissions,
            indexed: &kgrams.indexed,
            unmasked: unmasked.map(|(indexed, mask)| UnmaskedKgrams::new(indexed, mask)).collect(),
            postings: parties.postings(&distinct, kgrams.ids),
            kgrams: distinct,
            masks,
            counted,
            counts,
            forms,
            coverage,
            own_work,
            length,
        }
    }

    /// Returns the data of one submission.
    pub(crate) fn submission(&self, index: u32) -> SubmissionData<'_> {
        let index = index as usize;
        SubmissionData {
            index,
            submission: &self.submissions[index],
            indexed: &self.indexed[index],
            unmasked: &self.unmasked[index],
            kgrams: self.kgrams[index],
            mask: &self.masks[index],
            counted: self.counted[index],
            batch_forms: self.forms.as_ref(),
            own_forms: None,
            length: self.length,
        }
    }

    /// Returns a counter of how many have a passage of k-grams.
    pub(crate) fn kgram_counter(&self) -> FrequencyCounter<'_> {
        FrequencyCounter::new(&self.postings, self.counts)
    }

    /// Returns a counter of how many have a passage of forms; without forms, nothing is looked up.
    pub(crate) fn form_counter(&self) -> FrequencyCounter<'_> {
        let postings = self.forms.as_ref().map_or(&self.postings, |forms| &forms.postings);
        FrequencyCounter::new(postings, self.counts)
    }
}

/// What of a side is left.
struct Left {
    mask: Vec<Option<Mask>>,
    counted: u32,
    forms: Vec<Form>,
}

impl Batch<'_> {
    /// Calls `each` with the data of both sides, in which the tokens that both took from the same reference answer are
    /// masked.
    pub(crate) fn sides<T>(&self, pair: [u32; 2], each: impl FnOnce(Sides<'_>) -> T) -> T {
        let sides = pair.map(|side| self.submission(side));
        let Some(shared) = self.coverage.shared(pair[0], pair[1]) else { return each(sides) };
        let reduced = [0, 1].map(|side| reduce(sides[side], &shared[side]));
        let unmasked = [0, 1].map(|side| UnmaskedKgrams::new(sides[side].indexed, &reduced[side].mask));
        let kgrams =
            [0, 1].map(|side| distinct(unmasked[side].ids().iter().copied().filter(|&id| id != NONE)));
        each([0, 1].map(|side| SubmissionData {
            unmasked: &unmasked[side],
            kgrams: &kgrams[side],
            mask: &reduced[side].mask,
            counted: reduced[side].counted,
            own_forms: Some(&reduced[side].forms),
            ..sides[side]
        }))
    }
}

fn reduce(side: SubmissionData<'_>, tokens: &[Range<u32>]) -> Left {
    let mut mask = side.mask.to_vec();
    for tokens in tokens {
        mask[tokens.start as usize..tokens.end as usize].fill(Some(Mask::Boilerplate));
    }
    let is_left = |form: &&Form| mask[form.start as usize..form.end as usize].iter().all(Option::is_none);
    let forms = side.forms().iter().filter(is_left).copied().collect();
    Left { counted: side.counted - number_of(tokens), forms, mask }
}

/// The data of the two submissions of a pair, the left one first.
pub(crate) type Sides<'a> = [SubmissionData<'a>; 2];

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
    batch_forms: Option<&'a Forms<'a>>,
    /// Its forms, if they are not those of the batch.
    own_forms: Option<&'a [Form]>,
    /// The shortest match.
    length: MatchLength,
}

impl<'a> SubmissionData<'a> {
    /// Returns the ids of the k-grams that lie completely in a passage of one file.
    pub(crate) fn kgrams_of(&self, start: u32, tokens: u32) -> &'a [u32] {
        let k = self.indexed.files[self.indexed.file_of(start)].k;
        &self.indexed.ids()[start as usize..][..(tokens + 1).saturating_sub(k) as usize]
    }

    /// Returns the tokens of the shortest match.
    pub(crate) fn min_match(&self) -> u32 {
        min_match(self.length)
    }

    /// Returns the k-grams of the shortest match that was chosen; `None` if none was.
    pub(crate) fn min_grams(&self) -> Option<u32> {
        let tokens = u32::from(self.length.tokens()?);
        self.indexed.files.iter().map(|file| tokens + 1 - file.k).min()
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
        distinct(lines).len() as u32
    }
}
