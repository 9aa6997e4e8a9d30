//! Evidence over the tasks of a course: two people who copy from each other rarely do so only once.
//!
//! A report says for each verified pair how many pairs as strong chance would leave in its class ([`TaskPairs`]). Divided
//! by the number of pairs, that is the probability that one pair is so strong by chance. [`over_tasks`] combines these
//! probabilities for each two people by the method of Fisher (R. A. Fisher, *Statistical Methods for Research Workers*,
//! 4th edition, 1932, section 21.1), see [`combined`].
//!
//! Values in, values out. People are numbers here. Nothing knows names, files or a database.
//!
//! Here are the tasks as values, their stored form (fixed widths, little-endian, sorted, so that it compresses well), and
//! which of them were uploaded twice.

mod evidence;

use std::collections::{BTreeMap, BTreeSet};

pub use evidence::{Combined, Evidence, MAX_LISTED, PairEvidence, TaskEvidence, combined, over_tasks};

/// What a report keeps of all pairs that it verified, listed or not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaskPairs {
    /// Number of pairs of the class, compared or not, among which chance was counted.
    pub among: u64,
    /// Submissions of the class by number, without those of staff. Each has a digest of its files that is equal for equal
    /// files.
    pub submissions: Vec<(u32, u64)>,
    /// Verified pairs of these submissions that can be judged. A pair that is missing has nothing beyond chance.
    pub pairs: Vec<TaskPair>,
}

/// A verified pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TaskPair {
    /// Number of the one submission, the smaller of the two.
    pub left: u32,
    /// Number of the other submission.
    pub right: u32,
    /// Number of pairs of the class as strong as this one that chance would leave; above 0.
    pub expect: f64,
}

/// A submission of a task and who handed it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// Number of the submission.
    pub submission: u32,
    /// Number of the person, the same in all tasks.
    pub person: u32,
}

/// A task of a course.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Task {
    /// Who handed in. A person may have several submissions.
    pub members: Vec<Member>,
    /// See [`TaskPairs::among`].
    pub among: u64,
    /// See [`TaskPairs::pairs`].
    pub pairs: Vec<TaskPair>,
}

/// First byte of the stored form.
const VERSION: u8 = 1;

/// Stored bytes that are not [`TaskPairs`] of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the pairs of a report are stored in a form that cannot be read")]
pub struct Malformed;

impl TaskPairs {
    /// Returns the stored form. Expect values lose what 32 bits cannot hold of their logarithm.
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable_by_key(|pair| (pair.left, pair.right));
        bytes.extend(self.among.to_le_bytes());
        bytes.extend((self.submissions.len() as u32).to_le_bytes());
        bytes.extend((pairs.len() as u32).to_le_bytes());
        bytes.extend(self.submissions.iter().flat_map(|(number, _)| number.to_le_bytes()));
        bytes.extend(self.submissions.iter().flat_map(|(_, digest)| digest.to_le_bytes()));
        bytes.extend(pairs.iter().flat_map(|pair| pair.left.to_le_bytes()));
        bytes.extend(pairs.iter().flat_map(|pair| pair.right.to_le_bytes()));
        bytes.extend(pairs.iter().flat_map(|pair| (pair.expect.ln() as f32).to_le_bytes()));
        bytes
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// [`Malformed`]: another version, or damage.
    pub fn unpack(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut reader = Reader(bytes);
        if reader.take::<1>()? != [VERSION] {
            return Err(Malformed);
        }
        let among = u64::from_le_bytes(reader.take()?);
        let (submissions, pairs) = (reader.number()? as usize, reader.number()? as usize);
        if reader.0.len() as u128 != 12 * (submissions as u128 + pairs as u128) {
            return Err(Malformed);
        }
        let numbers = reader.column(submissions, u32::from_le_bytes)?;
        let digests = reader.column(submissions, u64::from_le_bytes)?;
        let left = reader.column(pairs, u32::from_le_bytes)?;
        let right = reader.column(pairs, u32::from_le_bytes)?;
        let expect = reader.column(pairs, f32::from_le_bytes)?;
        if expect.iter().any(|ln| !ln.is_finite()) {
            return Err(Malformed);
        }
        let pairs = left.into_iter().zip(right).zip(expect);
        let pair =
            |((left, right), ln): ((u32, u32), f32)| TaskPair { left, right, expect: f64::from(ln).exp() };
        Ok(Self {
            among,
            submissions: numbers.into_iter().zip(digests).collect(),
            pairs: pairs.map(pair).collect(),
        })
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Malformed)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u32, Malformed> {
        self.take().map(u32::from_le_bytes)
    }

    fn column<const N: usize, T>(
        &mut self,
        rows: usize,
        read: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, Malformed> {
        (0..rows).map(|_| self.take().map(read)).collect()
    }
}

/// Two uploads are the same task if at least this share of the people in the smaller one have the same files in both.
const SAME_SHARE: f64 = 0.5;

/// Returns, for each upload, the later one that repeats it, if any. An upload is a list of people with a digest of their
/// files. Uploads are in the order of time.
///
/// A second upload has what the first one had and often more, so the later one counts.
pub fn repeated(uploads: &[Vec<(u32, u64)>]) -> Vec<Option<usize>> {
    let sets: Vec<BTreeSet<(u32, u64)>> =
        uploads.iter().map(|upload| upload.iter().copied().collect()).collect();
    let mut holders: BTreeMap<(u32, u64), Vec<usize>> = BTreeMap::new();
    for (at, set) in sets.iter().enumerate() {
        for &member in set {
            holders.entry(member).or_default().push(at);
        }
    }
    let mut common: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for uploads in holders.values() {
        for (at, &earlier) in uploads.iter().enumerate() {
            for &later in &uploads[at + 1..] {
                *common.entry((earlier, later)).or_default() += 1;
            }
        }
    }
    let mut by = vec![None; uploads.len()];
    for ((earlier, later), same) in common {
        let smaller = sets[earlier].len().min(sets[later].len());
        if SAME_SHARE * smaller as f64 <= same as f64 {
            by[earlier] = Some(later);
        }
    }
    by
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_stored_is_read_again(
            among in any::<u64>(),
            submissions in prop::collection::vec((any::<u32>(), any::<u64>()), 0..20),
            pairs in prop::collection::btree_map((any::<u32>(), any::<u32>()), -690.0..20.0_f64, 0..20),
        ) {
            let pairs = pairs.into_iter();
            let pairs = pairs.map(|((left, right), ln)| TaskPair { left, right, expect: ln.exp() }).collect();
            let stored = TaskPairs { among, submissions, pairs };
            let read = TaskPairs::unpack(&stored.pack()).unwrap();
            prop_assert_eq!(&read.submissions, &stored.submissions);
            for (read, stored) in read.pairs.iter().zip(&stored.pairs) {
                prop_assert_eq!((read.left, read.right), (stored.left, stored.right));
                prop_assert!((read.expect.ln() - stored.expect.ln()).abs() < 1e-4);
            }
        }

        #[test]
        fn damage_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            // Whatever is read has the length that it says.
            if let Ok(read) = TaskPairs::unpack(&bytes) {
                prop_assert_eq!(bytes.len(), 17 + 12 * (read.submissions.len() + read.pairs.len()));
            }
        }
    }

    #[test]
    fn a_cut_or_another_version_is_refused() {
        let stored =
            TaskPairs { pairs: vec![TaskPair { left: 1, right: 2, expect: 0.5 }], ..TaskPairs::default() };
        let bytes = stored.pack();
        assert_eq!(TaskPairs::unpack(&bytes[..bytes.len() - 1]), Err(Malformed));
        assert_eq!(TaskPairs::unpack(&[&[2], &bytes[1..]].concat()), Err(Malformed));
        assert_eq!(TaskPairs::unpack(&[]), Err(Malformed));
    }

    #[test]
    fn a_second_upload_replaces_the_first() {
        let first = vec![(1, 11), (2, 12), (3, 13), (4, 14)];
        // One came late, one handed in again.
        let again = vec![(1, 11), (2, 12), (3, 99), (4, 14), (5, 15)];
        let other = vec![(1, 21), (2, 22), (3, 23), (4, 14)];
        assert_eq!(repeated(&[first.clone(), other.clone(), again.clone()]), [Some(2), None, None]);
        assert_eq!(repeated(&[again, other]), [None, None]);
        assert_eq!(repeated(&[first.clone(), first.clone(), first]), [Some(2), Some(2), None]);
        assert_eq!(repeated(&[Vec::new(), Vec::new()]), [None, None]);
    }
}
