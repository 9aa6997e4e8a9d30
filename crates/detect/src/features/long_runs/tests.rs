use std::collections::{BTreeMap, BTreeSet};

use chaffinch_fingerprint::{hash_kgrams, winnow};
use chaffinch_submission::{
    FileRecord, LineTable, MatchLength, Scheme, Span, SubmissionHeader, TokenStream, TokenizedFile,
    TokenizedSubmission,
};
use proptest::prelude::*;

use super::*;

const SCHEME: Scheme = Scheme { family: "numbers", normalizer: 1, k: 4, w: 3 };

/// Lists of more submissions are not followed.
const MOST: u32 = 3;

fn submission(files: &[Vec<u64>]) -> TokenizedSubmission {
    let file = |values: &Vec<u64>| TokenizedFile {
        record: FileRecord {
            path: "a".into(),
            encoding: "UTF-8",
            cells: None,
            digest: [0; 32],
            bytes: values.len() as u32,
            lines: LineTable::new(""),
            notes: Vec::new(),
            provenance: None,
        },
        stream: TokenStream {
            language: "numbers",
            scheme: SCHEME,
            values: values.clone(),
            spans: (0..values.len() as u32).map(|at| Span { start: at, end: at + 1 }).collect(),
            texts: Vec::new(),
            comments: Vec::new(),
            statements: Vec::new(),
            forms: Vec::new(),
            lines: Vec::new(),
            lexical: 0,
            notes: Vec::new(),
        }
        .into(),
    };
    TokenizedSubmission {
        header: SubmissionHeader::named(String::new()),
        archive: None,
        files: files.iter().map(file).collect(),
    }
}

fn runs_of(submissions: &[TokenizedSubmission]) -> Option<(View, LongRuns)> {
    let masks = submissions
        .iter()
        .map(|submission| vec![None; submission.files.iter().map(|file| file.stream.tokens()).sum()])
        .collect();
    let coverage = Coverage::find(submissions, &masks, 0..0);
    let read = FeatureInput {
        submissions,
        masks: &masks,
        groups: None,
        coverage: &coverage,
        length: MatchLength::DEFAULT,
    };
    find(read, MOST, [submissions.len(); 2])
}

/// Returns the length of the longest common run of two files.
fn longest_common(left: &[u64], right: &[u64]) -> usize {
    let at = |l: usize, r: usize| {
        left[l..].iter().zip(&right[r..]).take_while(|(one, other)| one == other).count()
    };
    (0..left.len())
        .flat_map(|l| (0..right.len()).map(move |r| (l, r)))
        .map(|(l, r)| at(l, r))
        .max()
        .unwrap_or(0)
}

/// Returns the k-grams that winnowing selects, of those that at most [`MOST`] files have.
fn rare_kgrams(files: &[Vec<u64>]) -> Vec<BTreeSet<u64>> {
    let selected = |values: &Vec<u64>| -> BTreeSet<u64> {
        let (mut hashes, mut fingerprints) = (Vec::new(), Vec::new());
        hash_kgrams(values, usize::from(SCHEME.k), &mut hashes);
        winnow(&hashes, usize::from(SCHEME.w), &mut fingerprints);
        fingerprints.iter().map(|fingerprint| fingerprint.hash).collect()
    };
    let mut sets: Vec<BTreeSet<u64>> = files.iter().map(selected).collect();
    let mut documents: BTreeMap<u64, u32> = BTreeMap::new();
    for hash in sets.iter().flatten() {
        *documents.entry(*hash).or_default() += 1;
    }
    for set in &mut sets {
        set.retain(|hash| documents[hash] <= MOST);
    }
    sets
}

/// Generates files made of a few different pieces.
fn uniform() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let piece = prop::sample::select(vec![vec![1_u64, 2, 3], vec![1, 4, 5, 3], vec![6, 2]]);
    let file = prop::collection::vec(piece, 1..25).prop_map(|pieces| pieces.concat());
    (prop::collection::vec(file, 4..14), any::<prop::sample::Index>(), 0..4_usize).prop_map(
        |(mut files, copied, copies)| {
            let copied = files[copied.index(files.len())].clone();
            files.extend(vec![copied; copies]);
            files
        },
    )
}

proptest! {
    /// Two files with a common run as long as promised have a run or a k-gram in common that is looked up.
    #[test]
    fn common_runs_are_found(files in uniform()) {
        let submissions: Vec<TokenizedSubmission> =
            files.iter().map(|file| submission(std::slice::from_ref(file))).collect();
        let Some((view, runs)) = runs_of(&submissions) else { return Ok(()) };
        let kgrams = rare_kgrams(&files);
        for right in 0..files.len() {
            for left in 0..right {
                let walked = |at: usize| view.walked(at as u32).iter().collect::<BTreeSet<_>>();
                let by_first = |one: usize, other: usize| {
                    let runs_of_one = runs.frequent.of[one].iter();
                    runs_of_one.map(|&run| &runs.frequent.first[run as usize]).any(|first| first.contains(&(other as u32)))
                };
                let is_found = !walked(left).is_disjoint(&walked(right))
                    || !kgrams[left].is_disjoint(&kgrams[right])
                    || by_first(left, right)
                    || by_first(right, left);
                let longest = longest_common(&files[left], &files[right]);
                let promised = length(SCHEME.k, runs.extensions.unwrap_or(20)) + usize::from(SCHEME.w) - 1;
                prop_assert!(is_found || longest < promised, "{longest} of {promised}");
                if files[left] == files[right] && usize::from(SCHEME.k) <= files[left].len() {
                    prop_assert!(is_found, "equal files");
                }
            }
        }
    }

    /// Each list that is followed is that of a run, with all that have it, and is not too long.
    #[test]
    fn lists_are_those_of_runs(files in uniform()) {
        let submissions: Vec<TokenizedSubmission> =
            files.iter().map(|file| submission(std::slice::from_ref(file))).collect();
        let Some((view, _)) = runs_of(&submissions) else { return Ok(()) };
        let mut lists: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for at in 0..files.len() {
            for &run in view.walked(at as u32) {
                lists.entry(run).or_default().push(at);
            }
        }
        for having in lists.values() {
            prop_assert!(having.len() <= MOST as usize);
            for pair in having.windows(2) {
                let longest = longest_common(&files[pair[0]], &files[pair[1]]);
                prop_assert!(usize::from(SCHEME.k) <= longest);
            }
        }
    }
}

#[test]
fn a_run_grows_by_half() {
    assert_eq!((0..6).map(|level| length(6, level)).collect::<Vec<_>>(), [6, 9, 14, 21, 32, 48]);
}

#[test]
fn a_small_or_varied_class_has_no_longer_runs() {
    let varied: Vec<TokenizedSubmission> =
        (0..9_u64).map(|at| submission(&[(at * 100..at * 100 + 40).collect()])).collect();
    assert!(runs_of(&varied).is_none());
    let equal = vec![submission(&[(0..40).collect()]); MOST as usize];
    assert!(runs_of(&equal).is_none());
}
