//! Turns trees into a batch: names the submissions, sorts their files and lists everything else.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{
    ArchiveLabel, Batch, Digest, Layout, Named, ReferenceLabel, Skipped, SourceFile, Submission,
    SubmissionHeader,
};

use crate::input::apart::{
    Collected, Content, beyond, lines, set_empty_apart, set_handed_out_apart, set_ignored_apart,
};
use crate::input::naming::{GivenName, given_names, unique_names};
use crate::input::walk::Walk;
use crate::input::{clutter, tree};
use crate::layout::{Found, Root};
use crate::limits::{Budget, Refusal};
use crate::patterns::Patterns;
use crate::request::{Input, Request};
use crate::survey::{Look, Survey, Surveyed, SurveyedFile};
use crate::text::{Encodings, Seen};
use crate::{layout, names};

/// A batch, and what else is known about it.
pub(crate) struct Gathered {
    pub(crate) batch: Batch,
    set_aside: u64,
    seen: BTreeMap<Digest, Seen>,
}

impl Gathered {
    /// Turns the batch into a survey, which has no texts.
    pub(crate) fn survey(self) -> Survey {
        let Self { batch: Batch { submissions, boilerplate, skipped, layouts }, set_aside, seen } = self;
        let file = |file: SourceFile| {
            let Seen { bytes, looked, .. } = seen.get(&file.digest).cloned().unwrap_or_default();
            SurveyedFile {
                bytes,
                language: looked.language.into(),
                parsing: looked.parsing,
                path: file.path,
                encoding: file.encoding.into(),
                digest: file.digest,
                notes: file.notes,
            }
        };
        let surveyed = |submission: Submission| Surveyed {
            suggestion: clutter::suggestion(&submission.header.name),
            header: submission.header,
            reference: submission
                .archive
                .as_ref()
                .and_then(|archive| archive.reference.as_ref())
                .map(ToString::to_string),
            archive: submission.archive.map(|archive| archive.name),
            files: submission.files.into_iter().map(file).collect(),
        };
        Survey {
            submissions: submissions.into_iter().map(surveyed).collect(),
            boilerplate: boilerplate.len(),
            skipped,
            set_aside,
            layouts,
        }
    }
}

/// Reads everything that a request names.
pub(crate) fn gather(request: &Request, look: Option<Look<'_>>) -> Result<Gathered, Refusal> {
    let encodings = Encodings::new(&request.encodings)?;
    let patterns = Patterns::new(&request.include, &request.exclude)?;
    let walk = Walk {
        limits: &request.limits,
        budget: Budget::new(&request.limits),
        encodings: &encodings,
        patterns: &patterns,
        name_encoding: request.name_encoding,
        count_vendored: request.count_vendored,
        files_named: request.files_named,
        look,
    };
    let mut collected = Collected::default();
    let (mut set_aside, mut junk) = (0, Vec::new());
    let mut read = |inputs: &[Input]| {
        let roots = roots(&walk, inputs)?;
        set_aside += roots.set_aside;
        junk.extend(roots.junk);
        Ok::<_, Refusal>(roots.roots)
    };

    let given = read(&request.submissions)?;
    let drawing = tree::draw(given.iter().map(|root| (root.name.as_str(), &root.node)));
    let limit = request.limits.submissions;
    // Submissions that are starter code as a whole, or ignored, do not count towards the limit.
    let class = Reading {
        layout: request.layout,
        data: request.data,
        patterns: &patterns,
        prefix: "",
        single: !request.archives.is_empty() || !request.references.is_empty(),
        limit: limit
            .saturating_add(request.handed_out.submissions.len())
            .saturating_add(request.ignored.len()),
    };
    let mut submissions = submissions(given, class, &BTreeSet::new(), &mut collected)?;
    set_ignored_apart(&mut submissions, &request.ignored, &mut collected);
    set_handed_out_apart(&mut submissions, &request.handed_out, &mut collected);

    let mut taken: BTreeSet<String> =
        submissions.iter().map(|submission| submission.header.name.clone()).collect();
    let layout = if request.layout == Layout::Whole { Layout::Auto } else { request.layout };
    let mut of_archive = |roots: Vec<Root>, archive: ArchiveLabel, collected: &mut Collected| {
        let prefix = format!("{}/", archive.name);
        let reading = Reading {
            layout,
            data: request.data,
            patterns: &patterns,
            prefix: &prefix,
            single: false,
            limit,
        };
        let mut found = self::submissions(roots, reading, &taken, collected)?;
        if archive.reference.is_some() {
            set_empty_apart(&mut found, collected);
        }
        for submission in &mut found {
            taken.insert(submission.header.name.clone());
            submission.archive = Some(archive.clone());
        }
        Ok::<_, Refusal>(found)
    };
    let mut archived: Vec<Submission> = Vec::new();
    for (name, root) in labelled(read(&request.archives)?, Root::labels) {
        let archive = ArchiveLabel { year: year_in(&name), name, reference: None };
        archived.extend(of_archive(vec![root], archive, &mut collected)?);
    }
    archived.sort_by(|a, b| a.header.name.cmp(&b.header.name));

    for (path, root) in labelled(read(&request.boilerplate)?, Root::paths) {
        collected.hand_out(path, root.node);
    }
    let mut references: Vec<Submission> = Vec::new();
    for (label, input) in &request.references {
        let name = ReferenceLabel::ARCHIVE.to_owned();
        let archive = ArchiveLabel { name, year: None, reference: Some(label.clone()) };
        references.extend(of_archive(read(std::slice::from_ref(input))?, archive, &mut collected)?);
    }
    references.sort_by(|a, b| a.header.name.cmp(&b.header.name));
    let Collected { mut skipped, mut boilerplate, conventions, seen } = collected;
    skipped.extend(walk.encodings.unmatched());
    skipped.append(&mut junk);
    boilerplate.sort_by(|a, b| (&a.path, a.digest).cmp(&(&b.path, b.digest)));

    let found = submissions.len();
    // With earlier submissions in an archive, one submission is enough for a comparison.
    if (found == 0 && request.least > 0) || found + archived.len() < request.least {
        return Err(Refusal::TooFewSubmissions { found, least: request.least, tree: drawing });
    }
    submissions.append(&mut archived);
    submissions.append(&mut references);
    // Attack: each file is a submission of its own. The cost of comparing, listing and drawing grows with their number,
    // not with their bytes.
    if limit < submissions.len() {
        return Err(Refusal::TooManySubmissions { found: submissions.len(), limit });
    }
    for submission in &mut submissions {
        skipped.extend(beyond(submission, request.limits.submission_files));
    }
    skipped.sort();
    let mut layouts: Vec<String> =
        conventions.into_iter().map(|convention| convention.name().to_owned()).collect();
    layouts.sort();
    Ok(Gathered { batch: Batch { submissions, boilerplate, skipped, layouts }, set_aside, seen })
}

struct ReadInputs {
    roots: Vec<Root>,
    /// Inputs that are junk themselves.
    junk: Vec<Skipped>,
    /// Number of junk files and folders.
    set_aside: u64,
}

/// Reads inputs in an order that depends only on names and content.
fn roots(walk: &Walk<'_>, inputs: &[Input]) -> Result<ReadInputs, Refusal> {
    let mut roots = Vec::new();
    let (mut junk, mut set_aside) = (Vec::new(), 0);
    for (input, given) in inputs.iter().zip(given_names(inputs)) {
        let path = given.path();
        let GivenName { above, name } = given;
        if !walk.files_named
            && let Some(what) = names::junk(&name)
        {
            set_aside += 1;
            junk.push(Skipped { submission: None, path: name, reason: clutter::left_out(what) });
            continue;
        }
        let mut node = walk.input(input, &path)?;
        if let Some(folder) = node.container_mut() {
            if !walk.count_vendored {
                clutter::prune(folder);
            }
            set_aside += folder.list_junk();
        }
        roots.push(Root { name, above, node });
    }
    roots.sort_by_cached_key(|root| (root.name.clone(), root.above.clone(), root.node.digest()));
    Ok(ReadInputs { roots, junk, set_aside })
}

/// Pairs every input with a unique label.
fn labelled(roots: Vec<Root>, labels: fn(&Root) -> Vec<String>) -> impl Iterator<Item = (String, Root)> {
    let candidates: Vec<Vec<String>> = roots.iter().map(labels).collect();
    let labels = unique_names(&candidates, &BTreeSet::new());
    labels.into_iter().zip(roots)
}

/// Options by which inputs become submissions.
#[derive(Clone, Copy)]
struct Reading<'a> {
    layout: Layout,
    /// See [`Request::data`].
    data: bool,
    /// Which files are compared.
    patterns: &'a Patterns,
    /// Prefix of every name.
    prefix: &'a str,
    /// Whether a folder of loose files that is alone is one submission.
    single: bool,
    /// Largest number of submissions. More are refused before they are processed.
    limit: usize,
}

/// Separates submissions, names them and reads out their files. The result is sorted by name.
fn submissions(
    roots: Vec<Root>,
    Reading { layout, data, patterns, prefix, single, limit }: Reading<'_>,
    taken: &BTreeSet<String>,
    collected: &mut Collected,
) -> Result<Vec<Submission>, Refusal> {
    let layout::Units { found: units, beyond, listed, handed_out, conventions, assignments, .. } =
        layout::units(roots, layout, single, limit);
    if assignments.len() > 1 {
        return Err(Refusal::several_assignments(&assignments));
    }
    if beyond > 0 {
        return Err(Refusal::TooManySubmissions { found: units.len() + beyond, limit });
    }
    collected.conventions.extend(conventions);
    for (path, node) in handed_out {
        collected.hand_out(format!("{prefix}{path}"), node);
    }
    let Collected { skipped, seen, .. } = collected;
    let listed = listed.into_iter().map(|(path, reason)| (format!("{prefix}{path}"), reason));
    skipped.extend(lines(None, listed.collect()));
    let candidates: Vec<Vec<String>> =
        units.iter().map(|unit| unit.names.iter().map(|name| format!("{prefix}{name}")).collect()).collect();
    let names = unique_names(&candidates, taken);
    let mut submissions: Vec<Submission> = Vec::with_capacity(units.len());
    for (name, unit) in names.into_iter().zip(units) {
        let mut content = Content::new(seen);
        let Found { header, file_name, node } = unit.found;
        let container = node.container().is_some();
        content.add(node, if container { "" } else { &file_name });
        content.set_refused_apart(patterns);
        if !data {
            content.set_data_apart();
        }
        content.set_vendored_apart(container);
        // What cannot be read is no submission, so that it is in no count. It is only listed.
        let is_empty = content.files.is_empty();
        if container && is_empty {
            let reason = match content.skipped.len() {
                0 => "nothing to analyse: it contains no file",
                _ => "nothing to analyse: none of its files can be read",
            };
            content.skipped.push((".".to_owned(), reason.to_owned()));
        }
        skipped.extend(lines(Some(&name), content.skipped));
        if is_empty {
            continue;
        }
        submissions.push(Submission {
            header: SubmissionHeader { name, ..header },
            archive: None,
            files: content.files,
        });
    }
    submissions.sort_by(|a, b| a.header.name.cmp(&b.header.name));
    Ok(submissions)
}

/// Returns the first number of exactly four digits that can be a year.
fn year_in(name: &str) -> Option<i32> {
    name.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .find(|year| (1950..2100).contains(year))
}

#[cfg(test)]
mod tests {
    use super::year_in;

    #[test]
    fn a_year_is_four_digits_alone() {
        for (name, year) in [
            ("2023", Some(2023)),
            ("hw1-2023-autumn", Some(2023)),
            ("cs101_2019_2020", Some(2019)),
            ("20231004", None),
            ("task1234", None),
            ("task", None),
        ] {
            assert_eq!(year_in(name), year, "{name}");
        }
    }
}
