//! Finds the archives, comparisons and courses that a request names.

use std::collections::{BTreeMap, HashMap};

use chaffinch_storage::{
    Action, AnalysisOptions, Archive, ArchiveId, BatchId, CourseId, MAX_SOURCE_FILES, Owner, may,
};
use uuid::Uuid;

use super::fields::Fields;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;

/// Stands for no archive in a list of archives. No archive can have this name.
const NO_ARCHIVE: &str = "none";

/// Returns the ids of the archives that were named for a comparison with a batch of this course. `None`: none were named,
/// which selects all archives of the course.
pub(super) async fn archives(
    who: &Admitted,
    course: CourseId,
    fields: &Fields,
) -> Result<Option<Vec<ArchiveId>>> {
    let Some(mut named) = fields.list("archives") else { return Ok(None) };
    // The form sends `none` with every upload, so that no ticked archive means none. Beside others it adds nothing.
    named.retain(|entry| *entry != NO_ARCHIVE);
    let archives = archives_named(who, course, named).await?;
    Ok(Some(archives.iter().map(|archive| archive.id).collect()))
}

/// Returns the comparisons and archives whose ids a field lists, each once, in this order. They are to be ignored where the
/// class has the same.
///
/// # Errors
/// An entry names nothing that the account may see and that has submissions, or all together have too many files.
pub(crate) async fn sources(
    who: &Admitted,
    name: &'static str,
    listed: impl IntoIterator<Item = &str>,
) -> Result<Vec<Owner>> {
    let (mut sources, mut files) = (Vec::new(), 0);
    for entry in listed.into_iter().flat_map(|entry| entry.split(',')).map(str::trim) {
        if entry.is_empty() || entry == NO_ARCHIVE {
            continue;
        }
        let found = match entry.parse() {
            Ok(id) => source(who, id).await?,
            Err(_) => None,
        };
        let Some(found) = found else {
            let problem = format!(
                "names {entry:?}, but you can see no finished comparison and no archive with that id whose submissions \
                 could be read"
            );
            return Err(WebError::field(name, problem));
        };
        if !sources.contains(&found) {
            let ingests = who.app.storage.ingests(found).await?;
            files += ingests.iter().map(|ingest| ingest.documents.end - ingest.documents.start).sum::<u64>();
            sources.push(found);
        }
    }
    if files > MAX_SOURCE_FILES {
        let problem = format!(
            "names comparisons and archives with {files} files, more than the limit of {MAX_SOURCE_FILES}; name fewer"
        );
        return Err(WebError::field(name, problem));
    }
    Ok(sources)
}

/// Returns the comparison or archive with this id, if the account may see it and its submissions are kept.
async fn source(who: &Admitted, id: Uuid) -> Result<Option<Owner>> {
    if let Some(batch) = who.app.storage.batch(BatchId(id)).await? {
        let is_seen = may(&who.actor, Action::See, batch.course) && batch.revision.is_some();
        return Ok(is_seen.then_some(Owner::Batch(batch.id)));
    }
    let archive = who.app.storage.archive(ArchiveId(id)).await?;
    let archive = archive.filter(|archive| may(&who.actor, Action::See, archive.course));
    Ok(archive.map(|archive| Owner::Archive(archive.id)))
}

/// Refuses options that name an archive or a comparison that the account may not see. Another account may have named it,
/// or this account may have left its course since. What was deleted is allowed; nothing is compared with it.
pub(super) async fn check_named(who: &Admitted, options: &AnalysisOptions) -> Result<()> {
    for &id in options.archives.iter().flatten() {
        let archive = who.app.storage.archive(id).await?;
        if archive.is_some_and(|archive| !may(&who.actor, Action::See, archive.course)) {
            let problem = format!(
                "names the archive {id}, which you cannot see. Ask an owner of its course to make you a member, \
                 or upload everything again without this archive"
            );
            return Err(WebError::field("archives", problem));
        }
    }
    for (name, &owner) in (options.background.iter().map(|owner| ("background", owner)))
        .chain(options.own_work.iter().map(|owner| ("own_work", owner)))
    {
        let course = match owner {
            Owner::Batch(id) => who.app.storage.batch(id).await?.map(|batch| batch.course),
            Owner::Archive(id) => who.app.storage.archive(id).await?.map(|archive| archive.course),
        };
        if course.is_some_and(|course| !may(&who.actor, Action::See, course)) {
            let problem = format!(
                "names {owner}, which you cannot see. Ask an owner of its course to make you a member, or upload \
                 everything again without it"
            );
            return Err(WebError::field(name, problem));
        }
    }
    Ok(())
}

/// Returns the archives that a list names, each once.
pub(crate) async fn archives_named(
    who: &Admitted,
    course: CourseId,
    named: Vec<&str>,
) -> Result<Vec<Archive>> {
    let seen = who.app.storage.archives(&who.courses(Action::See)).await?;
    let named_so = ArchivesByName::new(&seen, course);
    let mut archives = BTreeMap::new();
    for entry in named {
        // A name can contain commas, and commas also separate names. The whole entry is tried as a name first.
        match named_so.find(entry) {
            Ok(archive) => _ = archives.insert(archive.id, archive),
            Err(error) if !entry.contains(',') => return Err(error),
            Err(_) => {
                for name in entry.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                    let archive = named_so.find(name)?;
                    archives.insert(archive.id, archive);
                }
            }
        }
    }
    Ok(archives.into_values().cloned().collect())
}

/// Archives that can be looked up by id or by name.
struct ArchivesByName<'a> {
    by_id: HashMap<String, &'a Archive>,
    /// Archives of the requested course come first.
    by_name: BTreeMap<&'a str, Vec<&'a Archive>>,
    course: CourseId,
}

impl<'a> ArchivesByName<'a> {
    fn new(seen: &'a [Archive], course: CourseId) -> Self {
        let mut by_name = BTreeMap::<&str, Vec<&Archive>>::new();
        for archive in seen {
            by_name.entry(&archive.name).or_default().push(archive);
        }
        for archives in by_name.values_mut() {
            archives.sort_by_key(|archive| archive.course != course);
        }
        Self {
            by_id: seen.iter().map(|archive| (archive.id.to_string(), archive)).collect(),
            by_name,
            course,
        }
    }

    /// Finds an archive by id or name. Among archives of the same name, the one in the requested course is used.
    fn find(&self, named: &str) -> Result<&'a Archive> {
        if let Some(archive) = self.by_id.get(named) {
            return Ok(archive);
        }
        let problem = match self.by_name.get(named).map(Vec::as_slice) {
            Some([archive]) => return Ok(archive),
            Some([first, ..]) if first.course == self.course => return Ok(first),
            Some(_) => format!("names {named:?}, which exists in several courses; use the id"),
            None if named == NO_ARCHIVE => "has `none` together with other archives".to_owned(),
            None => format!("names {named:?}, but you can see no archive with that name or id"),
        };
        Err(WebError::field("archives", problem))
    }
}

/// Finds one of the account's courses by id or name. Without a name, it is the personal course.
pub(crate) async fn course(who: &Admitted, named: Option<&str>) -> Result<CourseId> {
    let courses = who.app.storage.courses_of(who.actor.account.id).await?;
    let mut fitting = courses.iter().map(|(course, _)| course).filter(|course| match named {
        None => course.personal_of == Some(who.actor.account.id),
        Some(named) => course.id.to_string() == named || course.name == named,
    });
    match (fitting.next(), fitting.next()) {
        (Some(course), None) => Ok(course.id),
        (Some(_), Some(_)) => Err(WebError::field("course", "names several of your courses; use the id")),
        (None, _) => Err(WebError::field("course", "does not name one of your courses")),
    }
}

/// Finds the course that filters a list, by id or name as in an upload. The id of a course of which the account is no
/// member is accepted, and the list is then empty.
pub(crate) async fn listed_course(who: &Admitted, named: Option<&str>) -> Result<Option<CourseId>> {
    let Some(named) = named.filter(|named| !named.is_empty()) else { return Ok(None) };
    match (course(who, Some(named)).await, named.parse()) {
        (Err(_), Ok(id)) => Ok(Some(id)),
        (found, _) => found.map(Some),
    }
}
