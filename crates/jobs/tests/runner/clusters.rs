//! Tests clusters of archives by their stored fingerprints, against exact resemblances and in the presence of errors.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_corpus::{Measure, Policy};
use chaffinch_index::{Fingerprint, pack};
use chaffinch_jobs::{ArchiveClusterer, COMMON_LIMIT, ClusterLimits};
use chaffinch_query::{ClusterError, ClusterMember, ClusterRelation, Clusters, NotCompared};
use chaffinch_storage::{
    ArchiveId, HolderId, IndexScheme, JobId, Keeping, Lane, NewAddition, NewDocument, NewIngest,
    NewSubmission, Packed, PartKind,
};

use crate::archives::{archive, by};
use crate::test_app::{TestApp, at, part};

/// Submissions: for each the name, and the scheme and fingerprints of its files.
type Sets = Vec<(String, Vec<(&'static str, Vec<u64>)>)>;

/// Returns submissions with one file each.
fn alone(sets: impl IntoIterator<Item = Vec<u64>>) -> Sets {
    sets.into_iter().enumerate().map(|(at, set)| (format!("s{at}"), vec![("c", set)])).collect()
}

/// Adds an ingest to an archive, like a worker that has read an upload.
async fn fill(app: &TestApp, id: ArchiveId, ingest: NewIngest) {
    let parts = vec![part(PartKind::Submissions, "main.c", "x")];
    let upload = NewAddition::Upload { options: Box::default(), parts };
    app.storage.add(id, upload, JobId::new(at(2)), &by(app)).await.unwrap();
    let lease = app.storage.claim(HolderId::new(at(3)), Lane::Analysis, at(3)).await.unwrap().unwrap().lease;
    app.storage.finish_addition(&lease, ingest, at(4)).await.unwrap();
}

/// Returns a file of a submission, of which only fingerprints are kept.
fn document(submission: u32, file: u32, fingerprints: Option<(IndexScheme, Vec<u8>)>) -> NewDocument {
    let (path, stream) = (format!("{file}.c"), Packed::pack(b""));
    NewDocument { submission, file, path, text: None, stream, fingerprints }
}

/// Adds submissions to an archive.
async fn keep(app: &TestApp, id: ArchiveId, sets: &Sets) {
    let mut ingest = NewIngest::default();
    for ((name, files), number) in sets.iter().zip(1..) {
        let submission = NewSubmission { name: name.clone(), number, ..NewSubmission::handed_out() };
        ingest.submissions.push(submission);
        for ((family, values), file) in files.iter().zip(0..) {
            let fingerprint = |(&value, position)| Fingerprint { value, position };
            let fingerprints: Vec<_> = values.iter().zip(0..).map(fingerprint).collect();
            let scheme = IndexScheme { family: format!("archived:{family}"), normalizer: 1, format: 9 };
            ingest.documents.push(document(number, file, Some((scheme, pack(&fingerprints)))));
        }
        if files.is_empty() {
            ingest.documents.push(document(number, 0, None));
        }
    }
    fill(app, id, ingest).await;
}

/// Adds documents with one file each, whose fingerprints have the given positions.
async fn keep_packed(app: &TestApp, id: ArchiveId, family: &str, documents: &[Vec<Fingerprint>]) {
    let scheme = IndexScheme { family: family.to_owned(), normalizer: 0, format: 1 };
    let mut ingest = NewIngest::default();
    for (fingerprints, number) in documents.iter().zip(1..) {
        let name = format!("d{number}");
        ingest.submissions.push(NewSubmission { name, number, ..NewSubmission::handed_out() });
        ingest.documents.push(document(number, 0, Some((scheme.clone(), pack(fingerprints)))));
    }
    fill(app, id, ingest).await;
}

fn clusterer(app: &TestApp, limits: ClusterLimits) -> ArchiveClusterer {
    ArchiveClusterer::new(app.settings().child, HolderId::new(at(7)), limits).unwrap()
}

async fn ask(app: &TestApp, id: ArchiveId, policy: Policy) -> Result<Clusters, ClusterError> {
    clusterer(app, ClusterLimits::SERVICE).cluster(&*app.storage, id, policy).await
}

/// Returns the submissions in the order of their numbers.
fn by_number(clusters: &Clusters) -> Vec<&ClusterMember> {
    let mut members: Vec<&ClusterMember> = clusters.members.iter().collect();
    members.sort_by_key(|member| member.number);
    members
}

/// Returns the number of the submission to which the strongest link leads.
fn linked(clusters: &Clusters, member: &ClusterMember) -> Option<u32> {
    member.strongest.map(|link| clusters.members[link.with].number)
}

const HALF: Policy = Policy { measure: Measure::Resemblance, threshold: 0.5 };

/// Returns a fixed pseudo-random sequence of numbers below 2^48.
fn numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 16) % below
    }
}

/// Computes for each submission the first member of its cluster and the strength of its strongest link, by comparing
/// all pairs.
fn exactly(sets: &[BTreeSet<(&str, u64)>], policy: Policy) -> Vec<(usize, Option<f64>)> {
    let alike = |one: &BTreeSet<_>, other: &BTreeSet<_>| {
        let shared = one.intersection(other).count() as f64;
        match policy.measure {
            Measure::Resemblance => shared / one.union(other).count() as f64,
            Measure::Containment => shared / one.len().min(other.len()) as f64,
        }
    };
    let mut rows: Vec<(usize, Option<f64>)> = (0..sets.len()).map(|at| (at, None)).collect();
    for one in 0..sets.len() {
        for other in (0..sets.len()).filter(|&other| other != one) {
            let value = alike(&sets[one], &sets[other]);
            if policy.threshold <= value {
                rows[one].1 = Some(rows[one].1.map_or(value, |best| best.max(value)));
                let (into, from) = (rows[one].0.min(rows[other].0), rows[one].0.max(rows[other].0));
                rows.iter_mut().filter(|row| row.0 == from).for_each(|row| row.0 = into);
            }
        }
    }
    rows
}

/// Compares two shares and allows for rounding.
fn same_share(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        (one, other) => one == other,
    }
}

#[tokio::test]
async fn clusters_are_those_of_all_pairs_compared() {
    let app = TestApp::new().await;
    let id = archive(&app, "2024", Keeping::Sources).await;
    let mut next = numbers();
    let mut sets: Sets = Vec::new();
    for at in 0..60_usize {
        // Variants of an earlier submission with some values replaced; some have several files and languages.
        let mut files: Vec<(&'static str, Vec<u64>)> = match at % 4 {
            0 => (0..=next(3)).map(|file| (["c", "java"][file as usize % 2], Vec::new())).collect(),
            _ => sets[next(at as u64) as usize].1.clone(),
        };
        for (_, values) in &mut files {
            if values.is_empty() {
                *values = (0..40).map(|_| next(1 << 48)).collect();
            }
            for _ in 0..next(20) {
                let place = next(values.len() as u64) as usize;
                values[place] = next(1 << 48);
            }
            if next(3) == 0 {
                values.truncate(10 + next(30) as usize);
            }
        }
        sets.push((format!("s{at}"), files));
    }
    // The same values in another language are other fingerprints.
    let foreign = sets[0].1.iter().flat_map(|file| file.1.clone()).collect();
    sets.push(("foreign".to_owned(), vec![("python", foreign)]));
    keep(&app, id, &sets[..30].to_vec()).await;
    keep(&app, id, &sets[30..].to_vec()).await;
    let flat: Vec<BTreeSet<(&str, u64)>> = sets
        .iter()
        .map(|(_, files)| {
            files.iter().flat_map(|(family, set)| set.iter().map(|&value| (*family, value))).collect()
        })
        .collect();
    for measure in [Measure::Resemblance, Measure::Containment] {
        for threshold in [0.2, 0.5, 0.9, 1.0] {
            let policy = Policy { measure, threshold };
            let clustered = ask(&app, id, policy).await.unwrap();
            assert_eq!((clustered.one_in, clustered.common, clustered.state), (1, 0, 2));
            let exact = exactly(&flat, policy);
            assert!(exact.iter().any(|row| row.1.is_some()) && exact.iter().any(|row| row.1.is_none()));
            for ((at, member), expected) in by_number(&clustered).into_iter().enumerate().zip(&exact) {
                assert_eq!((member.number as usize, &member.name), (at + 1, &sets[at].0));
                assert_eq!(member.fingerprints, flat[at].len() as u64);
                assert_eq!(member.cluster as usize, expected.0 + 1, "{policy:?} {at}");
                let strongest = member.strongest.map(|link| match measure {
                    Measure::Resemblance => link.resemblance,
                    Measure::Containment => link.containment.max(link.other_containment),
                });
                assert!(same_share(strongest, expected.1), "{policy:?} {at}: {strongest:?} {expected:?}");
                let same = flat.iter().filter(|set| **set == flat[at]).count() > 1;
                let relation = match expected.1 {
                    _ if same => ClusterRelation::ShingleEquivalent,
                    Some(_) => ClusterRelation::Similar,
                    None => ClusterRelation::Single,
                };
                assert_eq!((member.relation, member.not_compared), (relation, None));
                if let Some(link) = member.strongest {
                    let other = &flat[clustered.members[link.with].number as usize - 1];
                    let shared = flat[at].intersection(other).count();
                    assert_eq!(link.shared as usize, shared);
                    let of = |set: &BTreeSet<_>| Some(shared as f64 / set.len() as f64);
                    assert!(same_share(Some(link.containment), of(&flat[at])));
                    assert!(same_share(Some(link.other_containment), of(other)));
                }
            }
        }
    }
}

#[tokio::test]
async fn an_archive_without_with_one_and_with_a_thousand_equal_submissions() {
    let app = TestApp::new().await;
    let id = archive(&app, "2024", Keeping::Reduced).await;
    assert_eq!(ask(&app, id, HALF).await.unwrap().members, []);
    keep(&app, id, &alone([(1..50).collect()])).await;
    let one = ask(&app, id, HALF).await.unwrap();
    assert_eq!((one.members.len(), one.members[0].relation), (1, ClusterRelation::Single));

    let copies = archive(&app, "copies", Keeping::Sources).await;
    keep(&app, copies, &alone((0..1001).map(|_| (1..50).collect()))).await;
    let all = ask(&app, copies, Policy { measure: Measure::Containment, threshold: 1.0 }).await.unwrap();
    assert_eq!(all.members.len(), 1001);
    assert_eq!(all.common, 0, "copies are counted once");
    for member in &all.members {
        assert_eq!((member.cluster, member.relation), (1, ClusterRelation::ShingleEquivalent));
        let with = if member.number == 1 { 2 } else { 1 };
        assert_eq!(linked(&all, member), Some(with), "the first, and of that the second");
    }
    let gone = ArchiveId::new(at(99));
    assert!(matches!(ask(&app, gone, HALF).await, Err(ClusterError::Gone)));
}

#[tokio::test]
async fn submissions_that_cannot_be_compared_have_a_reason() {
    let app = TestApp::new().await;
    let id = archive(&app, "2024", Keeping::Sources).await;
    // Values that more submissions share than the limit allows, plus one value of their own each; then submissions with
    // only shared values.
    let shared = 1..5_u64;
    let mut sets = alone((0..=u64::from(COMMON_LIMIT)).map(|at| shared.clone().chain([1000 + at]).collect()));
    sets.push(("common".to_owned(), vec![("c", shared.clone().collect())]));
    sets.push(("common copy".to_owned(), vec![("c", shared.collect())]));
    sets.push(("nothing".to_owned(), Vec::new()));
    sets.push(("no fingerprint".to_owned(), vec![("c", Vec::new())]));
    keep(&app, id, &sets).await;
    let clustered = ask(&app, id, HALF).await.unwrap();
    assert_eq!(clustered.common, 4);
    let found: BTreeMap<&str, (Option<NotCompared>, ClusterRelation)> = clustered
        .members
        .iter()
        .map(|member| (member.name.as_str(), (member.not_compared, member.relation)))
        .collect();
    assert_eq!(found["s7"], (None, ClusterRelation::Single));
    assert_eq!(found["common"], (Some(NotCompared::Common), ClusterRelation::ShingleEquivalent));
    assert_eq!(found["common copy"], (Some(NotCompared::Common), ClusterRelation::ShingleEquivalent));
    assert_eq!(found["nothing"], (Some(NotCompared::TooShort), ClusterRelation::Single));
    assert_eq!(found["no fingerprint"], (Some(NotCompared::TooShort), ClusterRelation::Single));
}

#[tokio::test]
async fn documents_of_a_corpus_are_compared_by_their_sketches_and_copies_are_the_same() {
    let app = TestApp::new().await;
    let id = archive(&app, "corpus", Keeping::Sources).await;
    // Documents in the form of corpora: values at position 0, the mark of the sketch at 1, that of the document at 2.
    // Copies have only marks.
    let document = |values: std::ops::Range<u64>, same: u64, itself: u64| {
        let value = values.map(|value| Fingerprint { value, position: 0 });
        value
            .chain([(same, 1), (itself, 2)].map(|(value, position)| Fingerprint { value, position }))
            .collect()
    };
    let documents: [Vec<Fingerprint>; 5] = [
        document(0..40, 900, 901),
        document(0..0, 900, 902),
        document(10..50, 910, 911),
        document(500..540, 920, 921),
        document(0..0, 900, 903),
    ];
    keep_packed(&app, id, "corpus:test", &documents).await;
    let clustered = ask(&app, id, HALF).await.unwrap();
    let rows: Vec<_> = by_number(&clustered)
        .into_iter()
        .map(|member| (member.cluster, member.relation, linked(&clustered, member), member.fingerprints))
        .collect();
    let expected = [
        (1, ClusterRelation::ShingleEquivalent, Some(2), 40),
        (1, ClusterRelation::ShingleEquivalent, Some(1), 40),
        (1, ClusterRelation::Similar, Some(1), 40),
        (4, ClusterRelation::Single, None, 40),
        (1, ClusterRelation::ShingleEquivalent, Some(1), 40),
    ];
    assert_eq!(rows, expected);
    assert!(clustered.members.iter().all(|member| member.not_compared.is_none()));
}

#[tokio::test]
async fn too_large_archives_are_refused_and_large_overlap_is_sampled() {
    let app = TestApp::new().await;
    let id = archive(&app, "2024", Keeping::Sources).await;
    // Variants of a document: of a thousand values, each has some replaced.
    let version =
        |at: u64| (0..1000).map(move |value| if value % 40 == at { 5000 + 40 * value + at } else { value });
    keep(&app, id, &alone((0..20).map(|at| version(at).collect()))).await;
    let cluster = async |limits| clusterer(&app, limits).cluster(&*app.storage, id, HALF).await;
    let refused = cluster(ClusterLimits { submissions: 19, ..ClusterLimits::SERVICE }).await.unwrap_err();
    assert_eq!(refused.to_string(), "the archive has more than 19 submissions");
    let refused =
        cluster(ClusterLimits { fingerprints: 19_999, ..ClusterLimits::SERVICE }).await.unwrap_err();
    assert_eq!(refused.to_string(), "the archive has more than 19999 fingerprints");

    let all = cluster(ClusterLimits { fingerprints: 20_000, ..ClusterLimits::SERVICE }).await.unwrap();
    let sampled = cluster(ClusterLimits { pairings: 30_000, ..ClusterLimits::SERVICE }).await.unwrap();
    assert_eq!(all.one_in, 1);
    assert!((4..=16).contains(&sampled.one_in), "{}", sampled.one_in);
    for (one, other) in all.members.iter().zip(&sampled.members) {
        assert_eq!((one.cluster, one.fingerprints), (other.cluster, other.fingerprints));
        let shared = |member: &ClusterMember| member.strongest.map(|link| link.shared);
        assert!(shared(other) < shared(one));
    }
}

#[tokio::test]
async fn an_archive_that_changes_is_clustered_in_one_consistent_state() {
    let app = TestApp::new().await;
    let id = archive(&app, "2024", Keeping::Sources).await;
    let three = alone((0..3).map(|at| (at..at + 40).collect()));
    keep(&app, id, &three).await;
    let clusterer = clusterer(&app, ClusterLimits::SERVICE);
    let additions = async {
        for _ in 0..12 {
            keep(&app, id, &three).await;
        }
    };
    let questions = async {
        let mut answers = 0;
        while answers < 4 {
            match clusterer.cluster(&*app.storage, id, HALF).await {
                Ok(answer) => {
                    assert_eq!(answer.members.len(), 3 * answer.state as usize);
                    answers += 1;
                }
                Err(error) => assert!(matches!(error, ClusterError::Changing), "{error}"),
            }
        }
    };
    tokio::join!(additions, questions);
}

#[tokio::test]
async fn concurrent_queries_get_the_same_answer_and_leave_no_files() {
    let app = TestApp::new().await;
    let id = archive(&app, "2024", Keeping::Sources).await;
    let mut sets = alone((0..30).map(|at| (at..at + 40).collect()));
    sets[3].0 = "a\n\"b\",{\u{202e}}<script>".to_owned();
    keep(&app, id, &sets).await;
    let clusterer = clusterer(&app, ClusterLimits::SERVICE);
    let ask = || clusterer.cluster(&*app.storage, id, HALF);
    let (one, other) = tokio::join!(ask(), ask());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one, other);
    assert_eq!(one.members[3].name, sets[3].0);
    // A client that stops waiting.
    tokio::select! {
        biased;
        _ = ask() => panic!("no answer is there at once"),
        () = std::future::ready(()) => {}
    }
    drop(clusterer);
    app.assert_no_leftovers();
}
