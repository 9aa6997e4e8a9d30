//! Turns an upload into an accepted batch or an archive. REST and the forms share this code.
//!
//! The request is streamed to temporary files under its limits, then its fields are read. A child process examines the
//! files, so that every problem is reported in the response. One storage transaction then stores everything, and only
//! after it the client receives "accepted".

mod archive;
mod draft;
mod fields;
mod folders;
mod late;
mod receive;

use std::collections::{BTreeMap, HashMap};

use axum::http::HeaderMap;
use chaffinch_extract as extract;
use chaffinch_storage::{
    Accepted, AccountId, Action, AnalysisOptions, Archive, ArchiveId, BatchId, CHUNK_BYTES, CourseId,
    Delivery, Idempotency, JobId, NewBatch, NewNotification, NewPart, PartKind, Secret, may,
};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{TryStreamExt as _, stream};
use tokio_util::io::{ReaderStream, StreamReader};

pub(crate) use archive::{add, make};
pub(crate) use draft::{Said, draft_of, look_again, make_draft, run_draft};
pub(crate) use fields::{ADDITION, ARCHIVE, BATCH, Fields, LATE, MAX_PAIRS, QUESTION, keep_until, time};
pub(crate) use late::add_late;
use receive::Received;
pub(crate) use receive::{Incoming, last_part};

use crate::app::App;
use crate::error::WebError;
use crate::guard::Admitted;
use crate::surveyor::UploadToSurvey;
use crate::turns::{Full, Turn, Turns};

/// Prefix of the secrets that sign notifications.
const NOTIFY_PREFIX: &str = "chf_notify_";
/// Largest length of an `Idempotency-Key`, in characters.
const KEY_LENGTH: usize = 200;
/// Largest length of a title, in characters.
const TITLE_LENGTH: usize = 200;

/// What a request for a comparison asks for, checked.
struct Wish {
    title: String,
    course: CourseId,
    options: AnalysisOptions,
    keep_until: Option<DateTime<Utc>>,
    /// The URL to notify when the comparison ends.
    notify_url: Option<String>,
    /// Fewest submissions with which there is something to compare.
    least: usize,
}

impl Wish {
    /// Returns everything, except the files, in which two requests may differ.
    fn pieces(&self) -> [Vec<u8>; 5] {
        [
            self.title.clone().into_bytes(),
            self.course.0.as_bytes().to_vec(),
            serde_json::to_vec(&self.options).expect("texts and numbers"),
            self.keep_until.map(|at| at.to_rfc3339()).unwrap_or_default().into_bytes(),
            self.notify_url.clone().unwrap_or_default().into_bytes(),
        ]
    }
}

/// Accepts an upload as a batch. After an error, `fields` holds the text fields that were read so far.
pub(crate) async fn accept(
    app: &App,
    who: &Admitted,
    headers: &HeaderMap,
    incoming: Incoming,
    fields: &mut Fields,
) -> Result<Accepted, WebError> {
    let key = idempotency_key(headers)?;
    let received = receive::receive(app, who.actor.account.id, incoming, fields).await?;
    let wish = wish(app, who, fields, &received).await?;
    let turn = turn(who, &app.gate.uploads, &wish.options).await?;
    survey(app, &turn, &wish.options, Purpose::Accept { least: wish.least }, &received).await?;
    drop(turn);
    let created = app.clock.now();
    // The default of the course is not part of the request. A repeated request therefore stays the same even if the
    // course has changed its setting.
    let days = app.storage.course(wish.course).await?.and_then(|course| course.keep_days);
    let kept_until = days.map(|days| created + TimeDelta::days(days.into()));
    let asked = wish.pieces();
    let asked: Vec<&[u8]> = asked.iter().map(Vec::as_slice).collect();
    let idempotency = key.map(|key| Idempotency { key, fingerprint: fingerprint(&asked, &received) });
    let delivery = match wish.notify_url {
        None => Delivery::OnRequest,
        Some(url) => {
            let secret = Secret::random(NOTIFY_PREFIX).map_err(WebError::internal)?.reveal().to_owned();
            Delivery::Notification(NewNotification { url, secret, base: app.settings.public_url.clone() })
        }
    };
    let batch = NewBatch {
        id: BatchId::new(created),
        job: JobId::new(created),
        course: wish.course,
        creator: who.actor.account.id,
        created,
        idempotency,
        parts: parts(&received),
        title: wish.title,
        options: wish.options,
        keep_until: wish.keep_until.or(kept_until),
    };
    let accepted = app.storage.accept_for(batch, delivery).await?;
    note(&accepted, &received, "accepted a batch");
    Ok(accepted)
}

/// Counts and logs an upload that was accepted for the first time.
fn note(accepted: &Accepted, received: &Received, what: &'static str) {
    if let Accepted::New(batch) = accepted {
        tracing::info!(batch.id = %batch.id, upload.bytes = received.bytes, upload.files = received.files.len(), "{what}");
        metrics::counter!("chaffinch_uploads_total").increment(1);
        metrics::counter!("chaffinch_upload_bytes_total").increment(received.bytes);
    }
}

pub(crate) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, WebError> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        Ok(key)
            if (1..=KEY_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) =>
        {
            Ok(Some(key.to_owned()))
        }
        _ => Err(WebError::KeyFormat { limit: KEY_LENGTH }),
    }
}

async fn wish(app: &App, who: &Admitted, fields: &Fields, received: &Received) -> Result<Wish, WebError> {
    let first = received
        .files
        .iter()
        .find(|file| file.kind == PartKind::Submissions)
        .ok_or(WebError::NoSubmissions)?;
    let title = title(fields)?.unwrap_or_else(|| title_from(&first.name));
    let course = course(app, who, fields.get("course")).await?;
    who.in_course(Action::Upload, course)?;
    let (archives, chosen) = archives(app, who, course, fields).await?;
    Ok(Wish {
        title,
        course,
        options: AnalysisOptions { archives: chosen, ..fields.options(&app.settings.languages)? },
        keep_until: fields.keep_until(app.clock.now())?,
        notify_url: fields.notify_url()?.map(str::to_owned),
        // With earlier submissions in an archive, one submission is enough for a comparison.
        least: if archives.iter().any(|archive| archive.submissions > 0) { 1 } else { 2 },
    })
}

/// Returns the title that was sent, if any.
fn title(fields: &Fields) -> Result<Option<String>, WebError> {
    match fields.get("title") {
        Some(title) if title.chars().count() > TITLE_LENGTH => Err(WebError::Field {
            name: "title",
            problem: format!("has more than {TITLE_LENGTH} characters"),
        }),
        title => Ok(title.map(str::to_owned)),
    }
}

/// Returns the archives against which a batch of this course is compared, and the ids of those that were named. `None`
/// means that none were named, which selects all archives of the course.
async fn archives(
    app: &App,
    who: &Admitted,
    course: CourseId,
    fields: &Fields,
) -> Result<(Vec<Archive>, Option<Vec<ArchiveId>>), WebError> {
    let named = match fields.list("archives") {
        None => {
            let mut all = app.storage.archives(&[course]).await?;
            all.retain(|archive| archive.sketch.is_none());
            return Ok((all, None));
        }
        Some(named) if named == ["none"] => Vec::new(),
        Some(named) => named,
    };
    let archives = archives_named(app, who, course, named).await?;
    if let Some(corpus) = archives.iter().find(|archive| archive.sketch.is_some()) {
        let problem =
            format!("names the corpus {:?}, which keeps only sketches and cannot be compared", corpus.name);
        return Err(WebError::Field { name: "archives", problem });
    }
    let ids = archives.iter().map(|archive| archive.id).collect();
    Ok((archives, Some(ids)))
}

/// Refuses options that name an archive that the account may not see. Another account may have named it, or this
/// account may have left its course since. A deleted archive is allowed; nothing is compared with it.
async fn check_archives(app: &App, who: &Admitted, options: &AnalysisOptions) -> Result<(), WebError> {
    for &id in options.archives.iter().flatten() {
        let archive = app.storage.archive(id).await?;
        if archive.is_some_and(|archive| !may(&who.actor, Action::See, archive.course)) {
            let problem = format!(
                "names the archive {id}, which you cannot see. Ask an owner of its course to make you a member, \
                 or upload everything again without this archive"
            );
            return Err(WebError::Field { name: "archives", problem });
        }
    }
    Ok(())
}

/// Returns the archives that a list names, each once.
pub(crate) async fn archives_named(
    app: &App,
    who: &Admitted,
    course: CourseId,
    named: Vec<&str>,
) -> Result<Vec<Archive>, WebError> {
    let seen = app.storage.archives(&who.courses(Action::See)).await?;
    let named_so = ArchivesByName::of(&seen, course);
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
    fn of(seen: &'a [Archive], course: CourseId) -> Self {
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
    fn find(&self, named: &str) -> Result<&'a Archive, WebError> {
        if let Some(archive) = self.by_id.get(named) {
            return Ok(archive);
        }
        let problem = match self.by_name.get(named).map(Vec::as_slice) {
            Some([archive]) => return Ok(archive),
            Some([first, ..]) if first.course == self.course => return Ok(first),
            Some(_) => format!("names {named:?}, which exists in several courses; use the id"),
            None if named == "none" => "has `none` together with other archives".to_owned(),
            None => format!("names {named:?}, but you can see no archive with that name or id"),
        };
        Err(WebError::Field { name: "archives", problem })
    }
}

/// Finds one of the account's courses by id or name. Without a name, it is the personal course.
pub(crate) async fn course(app: &App, who: &Admitted, named: Option<&str>) -> Result<CourseId, WebError> {
    let courses = app.storage.courses_of(who.actor.account.id).await?;
    let mut fitting = courses.iter().map(|(course, _)| course).filter(|course| match named {
        None => course.personal_of == Some(who.actor.account.id),
        Some(named) => course.id.to_string() == named || course.name == named,
    });
    match (fitting.next(), fitting.next()) {
        (Some(course), None) => Ok(course.id),
        (Some(_), Some(_)) => Err(WebError::Field {
            name: "course",
            problem: "names several of your courses; use the id".to_owned(),
        }),
        (None, _) => {
            Err(WebError::Field { name: "course", problem: "does not name one of your courses".to_owned() })
        }
    }
}

/// Finds the course that filters a list, by id or name as in an upload. The id of a course of which the account is no
/// member is accepted, and the list is then empty.
pub(crate) async fn listed_course(
    app: &App,
    who: &Admitted,
    named: Option<&str>,
) -> Result<Option<CourseId>, WebError> {
    let Some(named) = named.filter(|named| !named.is_empty()) else { return Ok(None) };
    match (course(app, who, Some(named)).await, named.parse()) {
        (Err(_), Ok(id)) => Ok(Some(id)),
        (found, _) => found.map(Some),
    }
}

/// Derives a title from a file name. A file name can contain control characters, which a title must not; they are
/// replaced.
fn title_from(name: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    stem(name).chars().map(printable).take(TITLE_LENGTH).collect()
}

/// Returns a file name without its folders and its extension, where `.tar` before the extension is removed too.
fn stem(name: &str) -> &str {
    let name = receive::last_part(name).unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.strip_suffix(".tar").unwrap_or(stem);
    if stem.is_empty() { name } else { stem }
}

/// Why an upload is examined.
#[derive(Debug, Clone, Copy)]
enum Purpose {
    /// To show a preview. Too few submissions are not an error then.
    Preview,
    /// To accept the upload.
    Accept {
        /// Fewest submissions that the upload must have.
        least: usize,
    },
}

/// Examines an upload in a child process. It finds every problem of the upload while the client still waits for the
/// response.
async fn survey(
    app: &App,
    _turn: &Turn<AccountId>,
    options: &AnalysisOptions,
    purpose: Purpose,
    received: &Received,
) -> Result<extract::Survey, WebError> {
    let (least, parse) = match purpose {
        Purpose::Preview => (0, true),
        Purpose::Accept { least } => (least, false),
    };
    let upload = UploadToSurvey {
        parts: received.files.iter().map(receive::File::to_survey).collect(),
        options: options.clone(),
        least,
        limits: app.settings.extract.clone(),
        parse,
    };
    Ok(app.surveyor.survey(upload).await?)
}

/// Waits for a turn to examine an upload. Options that can be checked without the upload are checked before.
async fn turn(
    who: &Admitted,
    turns: &Turns<AccountId>,
    options: &AnalysisOptions,
) -> Result<Turn<AccountId>, WebError> {
    extract::check_said(&options.encodings, &options.handed_out)?;
    let turn = turns.take(who.actor.account.id, 0).await;
    turn.map_err(|Full| WebError::internal("the queue of uploads is full, although it has no limit"))
}

/// Returns the digest of everything that a request asked for and sent. Every piece is preceded by its length, so that
/// two different requests cannot give the same input.
fn fingerprint(asked: &[&[u8]], received: &Received) -> [u8; 32] {
    let mut digest = blake3::Hasher::new();
    let mut put = |piece: &[u8]| {
        digest.update(&(piece.len() as u64).to_le_bytes());
        digest.update(piece);
    };
    for piece in asked {
        put(piece);
    }
    for file in &received.files {
        put(file.kind.name().as_bytes());
        put(file.name.as_bytes());
        put(&file.digest);
    }
    *digest.finalize().as_bytes()
}

fn parts(received: &Received) -> Vec<NewPart> {
    let part = |file: &receive::File| {
        // Each file is opened when it is read, because an upload may have more files than a process may hold open.
        let opened = stream::once(tokio::fs::File::open(file.path.clone()));
        let content = StreamReader::new(
            opened.map_ok(|file| ReaderStream::with_capacity(file, CHUNK_BYTES)).try_flatten(),
        );
        NewPart { kind: file.kind, name: file.name.clone(), content: Box::new(Box::pin(content)) }
    };
    received.files.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::title_from;

    #[test]
    fn titles_come_from_names() {
        let cases = [
            ("ljub_Z4Z1.zip", "ljub_Z4Z1"),
            ("week 3.tar.gz", "week 3"),
            ("C:\\class\\hw1.zip", "hw1"),
            ("a/b/c.py", "c"),
            (".zip", ".zip"),
            ("plain", "plain"),
            ("folder/.", "folder"),
            ("a\tb\u{1b}.c", "a\u{fffd}b\u{fffd}"),
        ];
        for (name, title) in cases {
            assert_eq!(title_from(name), title, "{name}");
        }
    }
}
