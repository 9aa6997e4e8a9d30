//! The data of the two sides of a pair without the tokens that both took from the same reference answer.

use crate::{
    alignment::{batch::Batch, submission_data::SubmissionData},
    features::forms::Form,
    index::{positions::NONE, unmasked::UnmaskedKgrams},
    results::submission::Mask,
};

/// What of a side is left.
struct Left {
    mask: Vec<Option<Mask>>,
    counted: u32,
    forms: Vec<Form>,
}

impl Batch<'_> {
    /// Calls `each` with the data of both sides, in which the tokens that both took from the same reference answer are
    /// masked.
    pub(crate) fn sides<T>(
        &self,
        left: u32,
        right: u32,
        each: impl FnOnce(SubmissionData<'_>, SubmissionData<'_>) -> T,
    ) -> T {
        let sides = [self.submission(left), self.submission(right)];
        let Some(shared) = self.coverage.shared(left, right) else {
            return each(sides[0], sides[1]);
        };
        let reduced = [0, 1].map(|side| reduce(sides[side], &shared[side]));
        let unmasked = [0, 1].map(|side| UnmaskedKgrams::new(sides[side].indexed, &reduced[side].mask));
        let kgrams = [0, 1].map(|side| distinct(&unmasked[side]));
        let [left, right] = [0, 1].map(|side| SubmissionData {
            unmasked: &unmasked[side],
            kgrams: &kgrams[side],
            mask: &reduced[side].mask,
            counted: reduced[side].counted,
            own_forms: Some(&reduced[side].forms),
            ..sides[side]
        });
        each(left, right)
    }
}

fn reduce(side: SubmissionData<'_>, tokens: &[u32]) -> Left {
    let mut mask = side.mask.to_vec();
    for &token in tokens {
        mask[token as usize] = Some(Mask::Boilerplate);
    }
    let is_left = |form: &&Form| mask[form.start as usize..form.end as usize].iter().all(Option::is_none);
    let forms = side.forms().iter().filter(is_left).copied().collect();
    Left { counted: side.counted - tokens.len() as u32, forms, mask }
}

fn distinct(unmasked: &UnmaskedKgrams<'_>) -> Vec<u32> {
    let mut ids: Vec<u32> = unmasked.ids().iter().copied().filter(|&id| id != NONE).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
