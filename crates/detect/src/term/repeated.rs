//! Finds tasks that were uploaded twice, which must not count twice.

use std::collections::{BTreeMap, BTreeSet};

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
    use super::*;

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
