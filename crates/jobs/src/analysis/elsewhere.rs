//! Finds what of a class was handed in elsewhere, in the work that somebody named, and whose that work is. Pure functions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use chaffinch_detect::{
    Background, Compared, FileFingerprints, Other, OwnPassage, SeededSet, SourceCounts, common_elsewhere,
    own_passages,
};
use chaffinch_index::{Fingerprint, unpack};
use chaffinch_report::{self as report, WorkSource};
use chaffinch_storage::{IndexScheme, NewSubmission};
use chaffinch_submission::{LazyStream, Submission, TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use super::submissions::new_submission;
use crate::course::People;
use crate::index::postings;
use crate::task_folder::{Elsewhere, Known, KnownWork, OtherSubmission, PackedFile, ReportedPassage};

/// What was found, and in which work.
#[derive(Debug, Default)]
pub(crate) struct FoundElsewhere {
    /// The passages.
    pub(crate) passages: Background,
    /// The work whose common passages are ignored.
    pub(crate) background: report::Background,
    /// The work that is ignored for those who handed it in; `None` if none was named.
    pub(crate) own_work: Option<report::OwnWork>,
}

/// Finds what of these submissions, which have these numbers, was handed in elsewhere.
pub(crate) fn find(
    submissions: &[TokenizedSubmission],
    ids: &[u32],
    Elsewhere { people, background, own_work }: Elsewhere,
) -> FoundElsewhere {
    let mut found = FoundElsewhere::default();
    if background.sources.is_empty() && own_work.sources.is_empty() {
        // Without work elsewhere, the class needs no fingerprints.
        return found;
    }
    let class = Class::new(submissions, ids, &people);
    let KnownWork { mut sources, known } = background;
    let submissions_counted = match known {
        Known::Submissions(others) => {
            let others = class.others(&others);
            let common = common_elsewhere(&class.compared, &others, sources.len());
            found.passages.common = common.common;
            for (source, counts) in sources.iter_mut().zip(common.sources) {
                let SourceCounts { people, in_class, versions } = counts;
                (source.people, source.left_out, source.versions) = (people, in_class, versions);
            }
            common.submissions
        }
        Known::Reported { submissions: counted, passages } => {
            found.passages.common = by_file(submissions, ids, &passages, |tokens, _| tokens);
            counted
        }
    };
    found.background = report::Background { submissions: submissions_counted, sources, passages: 0 };
    let KnownWork { mut sources, known } = own_work;
    found.passages.own = match known {
        Known::Submissions(others) => {
            count_own(&mut sources, &others, &people);
            own_passages(&class.compared, &class.others(&others))
        }
        Known::Reported { passages, .. } => {
            by_file(submissions, ids, &passages, |tokens, source| OwnPassage { tokens, source })
        }
    };
    found.own_work = (!sources.is_empty()).then_some(report::OwnWork { sources, pairs: 0 });
    found
}

/// Counts the people of each source of earlier work: those of the class, and others.
fn count_own(sources: &mut [WorkSource], others: &[OtherSubmission], people: &[(u32, u32)]) {
    for (source, at) in sources.iter_mut().zip(0..) {
        let theirs = others.iter().filter(|other| other.source == at).map(|other| other.person);
        let (known, unknown): (BTreeSet<u32>, BTreeSet<u32>) =
            theirs.partition(|person| people.iter().any(|(_, known)| known == person));
        (source.people, source.left_out) = (known.len() as u32, unknown.len() as u32);
    }
}

/// Returns the reported passages by submission and file.
fn by_file<T: Clone>(
    submissions: &[TokenizedSubmission],
    ids: &[u32],
    passages: &[ReportedPassage],
    passage: impl Fn(Range<u32>, u32) -> T,
) -> Vec<Vec<Vec<T>>> {
    let positions: BTreeMap<u32, usize> = ids.iter().copied().zip(0..).collect();
    let mut found: Vec<Vec<Vec<T>>> =
        submissions.iter().map(|submission| vec![Vec::new(); submission.files.len()]).collect();
    for reported in passages {
        // A submission that was deleted has no tokens.
        if let Some(&at) = positions.get(&reported.submission)
            && let Some(file) = submissions[at].files.get(reported.file as usize)
        {
            let tokens = tokens(&file.stream, reported.start..reported.end);
            found[at][reported.file as usize].push(passage(tokens, reported.source));
        }
    }
    found
}

/// Returns the tokens that lie in these bytes.
fn tokens(stream: &TokenStream, bytes: Range<u32>) -> Range<u32> {
    let first = stream.spans.partition_point(|span| span.start < bytes.start);
    let end = stream.spans.partition_point(|span| span.start < bytes.end);
    first as u32..end.max(first) as u32
}

/// The fingerprints of the compared submissions.
struct Class {
    compared: Vec<Compared>,
    /// All of them.
    known: SeededSet<u64>,
    salts: Salts,
}

impl Class {
    fn new(submissions: &[TokenizedSubmission], ids: &[u32], people: &[(u32, u32)]) -> Self {
        let people: BTreeMap<u32, u32> = people.iter().copied().collect();
        let salts = Salts::new(submissions);
        let own = |stream: &LazyStream| {
            salts.with(&postings::scheme_of(stream.scheme), postings::fingerprints(&stream.read()))
        };
        let compared: Vec<Compared> = (submissions.par_iter().zip(ids))
            .map(|(submission, id)| Compared {
                person: people.get(id).copied(),
                files: submission.files.iter().map(|file| own(&file.stream)).collect(),
            })
            .collect();
        let known = compared.iter().flat_map(|one| &one.files).flatten().map(|one| one.0).collect();
        Self { compared, known, salts }
    }

    /// Returns submissions elsewhere with the fingerprints that the class has.
    fn others(&self, others: &[OtherSubmission]) -> Vec<Other> {
        let other = |other: &OtherSubmission| {
            let mut all = Vec::new();
            let mut of_file = |(scheme, packed): &PackedFile| {
                // A damaged file tells nothing; a check of the index reports it.
                let mut file = self.salts.with(scheme, unpack(&packed.0).unwrap_or_default());
                all.extend(file.iter().map(|one| one.0));
                file.retain(|one| self.known.contains(&one.0));
                file
            };
            let files = other.files.iter().map(&mut of_file).collect();
            all.sort_unstable();
            all.dedup();
            Other { source: other.source, person: other.person, distinct: all.len() as u32, files }
        };
        others.par_iter().map(other).collect()
    }
}

/// Tells fingerprints of different schemes apart.
struct Salts(Vec<IndexScheme>);

impl Salts {
    fn new(submissions: &[TokenizedSubmission]) -> Self {
        let files = submissions.iter().flat_map(|submission| &submission.files);
        let known: BTreeSet<IndexScheme> =
            files.map(|file| postings::scheme_of(file.stream.scheme)).collect();
        Self(known.into_iter().collect())
    }

    /// Returns the fingerprints of a file of this scheme; none if no file of the class has it.
    fn with(&self, scheme: &IndexScheme, fingerprints: Vec<Fingerprint>) -> FileFingerprints {
        let Ok(at) = self.0.binary_search(scheme) else { return Vec::new() };
        let salt = (at as u64) << chaffinch_index::BITS;
        fingerprints.into_iter().map(|one| (one.value | salt, one.position)).collect()
    }
}

/// A comparison, an archive or files, with the submissions in it.
#[derive(Debug)]
pub(crate) struct NamedSource {
    pub(crate) source: WorkSource,
    pub(crate) submissions: Vec<(NewSubmission, Vec<PackedFile>)>,
}

/// Named sources.
#[derive(Debug)]
pub(crate) enum NamedWork {
    /// Sources that were read.
    Read(Vec<NamedSource>),
    /// What a report says of its sources.
    Reported(KnownWork),
}

/// Returns the submissions of a folder or archive file of this name.
pub(crate) fn of_folder(
    title: String,
    submissions: &[Submission],
    files: Vec<Vec<PackedFile>>,
) -> NamedSource {
    let submissions = submissions.iter().zip(1..).zip(files);
    let submissions: Vec<_> = submissions
        .map(|((submission, number), files)| (new_submission(number, submission), files))
        .filter(|(_, files)| !files.is_empty())
        .collect();
    NamedSource { source: WorkSource { title, ..WorkSource::default() }, submissions }
}

/// Returns what is known of work elsewhere, with one number for each person here and there. People are told apart as over
/// the tasks of a course ([`People`]).
pub(crate) fn elsewhere(class: &[NewSubmission], background: NamedWork, own_work: NamedWork) -> Elsewhere {
    let class: Vec<NewSubmission> =
        class.iter().filter(|submission| submission.reference.is_none()).cloned().collect();
    let mut tasks = vec![class];
    for named in [&background, &own_work] {
        if let NamedWork::Read(sources) = named {
            let submitters =
                |source: &NamedSource| source.submissions.iter().map(|one| one.0.clone()).collect();
            tasks.extend(sources.iter().map(submitters));
        }
    }
    let mut people = People::new(&[], tasks.iter().map(Vec::as_slice));
    let own = tasks[0].iter().map(|submission| (submission.number, people.number("", submission))).collect();
    Elsewhere {
        people: own,
        background: known(background, &mut people),
        own_work: known(own_work, &mut people),
    }
}

fn known(named: NamedWork, people: &mut People<'_>) -> KnownWork {
    let read = match named {
        NamedWork::Reported(known) => return known,
        NamedWork::Read(read) => read,
    };
    let (mut sources, mut others) = (Vec::new(), Vec::new());
    for (NamedSource { source, submissions }, at) in read.into_iter().zip(0..) {
        sources.push(WorkSource { submissions: submissions.len() as u32, ..source });
        others.extend(submissions.into_iter().map(|(submission, files)| OtherSubmission {
            source: at,
            person: people.number("", &submission),
            files,
        }));
    }
    KnownWork { sources, known: Known::Submissions(others) }
}
