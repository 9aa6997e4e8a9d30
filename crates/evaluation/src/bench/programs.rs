//! An archive of programs: those in some folders, and variants of them by the transformations of the gold standard. It
//! reads files. All random choices are seeded.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::Context;
use chaffinch_index::{Fingerprint, unpack};
use chaffinch_storage::NewIngest;
use chaffinch_submission::{SourceFile, Submission, SubmissionHeader};
use rayon::prelude::*;

use crate::gold::{DIALECTS, Dialect, Source, shuffle, vary};
use crate::random::SplitMix64;

/// Number of programs that are in the archive without a variant: the sources to be found again.
const PLANTED: usize = 230;

/// Number of programs without any trace in the archive: honest work of this year's class.
const NEWCOMERS: usize = 270;

/// Number of submissions added to the archive at a time.
const PIECE: usize = 5000;

/// Permitted sizes of a program in bytes: neither a fragment nor generated code.
const BYTES: std::ops::RangeInclusive<usize> = 300..=50_000;

/// Smallest number of fingerprints with which a program says something about recall.
const ENOUGH: usize = 20;

/// Number of seeds tried for a variant.
const TRIES: u32 = 8;

/// An archive, and the programs to compare with it. The planted programs come first, then the other programs of the
/// folders unchanged, then variants of these. A submission depends on nothing but its number.
pub(super) struct Programs {
    /// The fingerprints of each submission. Its text and tokens are made again when they are needed
    /// ([`Programs::ingests`]): those of 300,000 submissions do not fit into memory.
    pub(super) fingerprints: Vec<Vec<Fingerprint>>,
    /// The first submissions of the archive.
    pub(super) planted: Vec<Source>,
    /// Programs of the same folders that are in the archive, too.
    others: Vec<Source>,
    /// Programs of the same folders that are not in the archive and have no variant there.
    pub(super) newcomers: Vec<Source>,
    /// Number of programs in the folders.
    pub(super) found: usize,
}

impl Programs {
    /// Creates an archive with this number of submissions.
    pub(super) fn read(folders: &[PathBuf], submissions: usize) -> anyhow::Result<Self> {
        let all = programs(folders)?;
        let found = all.len();
        let mut independent = independent(&all)?;
        shuffle(&mut independent, &mut SplitMix64::seeded(1));
        let planted: BTreeSet<usize> =
            independent.iter().copied().take(PLANTED.min(independent.len() / 2)).collect();
        let newcomers: BTreeSet<usize> =
            independent.iter().copied().skip(planted.len()).take(NEWCOMERS).collect();
        let mut parts: [Vec<Source>; 3] = Default::default();
        for (number, program) in all.into_iter().enumerate() {
            let part =
                if planted.contains(&number) { 0 } else { 1 + usize::from(newcomers.contains(&number)) };
            parts[part].push(program);
        }
        let [planted, others, newcomers] = parts;
        anyhow::ensure!(!others.is_empty() && !planted.is_empty(), "too few programs can be parsed");
        let archive = Self { fingerprints: Vec::new(), planted, others, newcomers, found };
        let of = archive.ingests(submissions).map(|ingest| fingerprints(&ingest));
        let fingerprints = of.collect::<anyhow::Result<Vec<_>>>()?.concat();
        Ok(Self { fingerprints, ..archive })
    }

    /// Returns what is kept of the first submissions, piece by piece.
    pub(super) fn ingests(&self, submissions: usize) -> impl Iterator<Item = NewIngest> {
        (0..submissions).step_by(PIECE).map(move |begin| self.ingest(begin..submissions.min(begin + PIECE)))
    }

    fn ingest(&self, numbers: Range<usize>) -> NewIngest {
        let submission = |number: usize| {
            let (text, dialect) = match self.planted.get(number) {
                Some(program) => (program.text.clone(), program.dialect),
                None => nth_variant(&self.others, number - self.planted.len()),
            };
            submission(number, dialect.ending, text)
        };
        let submissions: Vec<Submission> = numbers.into_par_iter().map(submission).collect();
        chaffinch_jobs::archive_submissions(&submissions)
    }
}

/// Returns the programs unchanged, then variants of each in turn, without end.
fn nth_variant(programs: &[Source], number: usize) -> (String, &'static Dialect) {
    let (round, program) = (number / programs.len(), &programs[number % programs.len()]);
    let mut rng = SplitMix64::seeded(number as u64);
    let variant = if round == 0 { None } else { (0..TRIES).find_map(|_| vary(program, &mut rng)) };
    (variant.map_or_else(|| program.text.clone(), |variant| variant.text), program.dialect)
}

/// Returns a submission with one file.
pub(super) fn submission(number: usize, ending: &str, text: String) -> Submission {
    Submission {
        header: SubmissionHeader::named(format!("p{number:06}")),
        archive: None,
        files: vec![SourceFile::plain(format!("main.{ending}"), text)],
    }
}

/// Returns the fingerprints of each file.
pub(super) fn fingerprints(ingest: &NewIngest) -> anyhow::Result<Vec<Vec<Fingerprint>>> {
    let of = |packed: &[u8]| unpack(packed).context("packed a moment ago");
    ingest
        .documents
        .iter()
        .map(|document| document.fingerprints.as_ref().map_or(Ok(Vec::new()), |(_, packed)| of(&packed.0)))
        .collect()
}

/// Returns all programs without syntax errors in these folders, each text once.
fn programs(folders: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    let mut files = Vec::new();
    for folder in folders {
        files_in(folder, &mut files)?;
    }
    let texts: Vec<_> = files
        .par_iter()
        .filter_map(|path| {
            let ending = path.extension()?;
            let dialect = DIALECTS.iter().find(|dialect| dialect.ending == ending)?;
            // Files that are not UTF-8 are left out, because their encoding would have to be guessed.
            let text = fs::read_to_string(path).ok().filter(|text| BYTES.contains(&text.len()))?;
            Some((text, dialect))
        })
        .collect();
    let mut seen = BTreeSet::new();
    let once: Vec<_> = texts.into_iter().filter(|(text, _)| seen.insert(text.clone())).collect();
    Ok(once.into_par_iter().filter_map(|(text, dialect)| Source::parse(text, dialect)).collect())
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))?;
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(fs::DirEntry::path);
        for entry in entries {
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            } else {
                files.push(entry.path());
            }
        }
    }
    Ok(())
}

/// Returns the programs that share less than half of their fingerprints with every other one, and so are probably not
/// copies.
fn independent(all: &[Source]) -> anyhow::Result<Vec<usize>> {
    let submissions: Vec<Submission> = all
        .iter()
        .enumerate()
        .map(|(number, program)| submission(number, program.dialect.ending, program.text.clone()))
        .collect();
    let of = fingerprints(&chaffinch_jobs::archive_submissions(&submissions))?;
    let mut having: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for (number, fingerprints) in (0..).zip(&of) {
        for fingerprint in fingerprints {
            having.entry(fingerprint.value).or_default().push(number);
        }
    }
    let most_shared = |(number, fingerprints): (usize, &Vec<Fingerprint>)| {
        let mut shared = vec![0_usize; of.len()];
        for other in fingerprints.iter().flat_map(|fingerprint| &having[&fingerprint.value]) {
            shared[*other as usize] += 1;
        }
        shared[number] = 0;
        let most = shared.into_iter().max().unwrap_or(0);
        (ENOUGH <= fingerprints.len() && 2 * most < fingerprints.len()).then_some(number)
    };
    Ok(of.par_iter().enumerate().filter_map(most_shared).collect())
}
