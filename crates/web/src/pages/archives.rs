//! `/archives` and below: the archives that the reader may see, the form that creates one from an upload or from a finished
//! batch, and the actions on one: add submissions, change how long it is kept, reduce it, delete it.

use askama::Template;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, Locale, Message, reference_label};
use chaffinch_storage::{
    Action, Archive, Batch, BatchFilter, BatchId, Course, CourseId, JobId, Keeping, Named as _, Role, Status,
    archive_name, may,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::error::{Result, WebError, or_not_found};
use crate::http::admitted::Admitted;
use crate::http::guard::{Change, Delete, InSomeCourse, OnArchive, Own, Read, Upload};
use crate::http::request::{Form, Query};
use crate::intake::{self, Fields, Incoming};
use crate::pages::batches::new::{self, choice};
use crate::pages::frame::{Choice, archive_path, frame, render, render_form, size_text};

#[derive(Template)]
#[template(path = "service/archives.html")]
struct ArchivesPage {
    frame: Frame,
    archives: Vec<Archive>,
    courses: Vec<(Course, Role)>,
    may_make: bool,
}

pub(crate) async fn list(who: Own<Read>) -> Result<Html<String>> {
    render(&ArchivesPage {
        frame: frame(&who, who.words.say("archives"), "/archives"),
        archives: who.app.storage.archives(&who.courses(Action::See)).await?,
        courses: who.app.storage.courses_of(who.actor.account.id).await?,
        may_make: !who.courses(Action::Upload).is_empty(),
    })
}

/// Returns the name of one of the reader's courses.
pub(crate) fn course_name(id: CourseId, courses: &[(Course, Role)]) -> &str {
    courses.iter().find(|(course, _)| course.id == id).map_or("", |(course, _)| &course.name)
}

/// Returns what an archive holds: earlier submissions, or the origin of its reference answers.
pub(crate) fn holds(words: Locale, archive: &Archive) -> Message {
    archive
        .reference
        .as_ref()
        .map_or_else(|| words.say("archive-earlier"), |label| reference_label(words, label))
}

/// Number of the newest batches among which finished ones are offered.
const BATCHES: u32 = 200;

#[derive(Template)]
#[template(path = "service/new_archive.html")]
struct NewArchivePage<'a> {
    frame: Frame,
    /// Why the last attempt was refused.
    refused: Option<String>,
    /// What was sent before, or what the batch in the address suggests.
    fields: &'a Fields,
    /// What the archive holds: earlier submissions, or reference answers of a kind.
    kinds: Vec<Choice>,
    keepings: Vec<Choice>,
    courses: Vec<Choice>,
    batches: Vec<Choice>,
    languages: Vec<Choice>,
    layouts: Vec<Choice>,
    most_bytes: u64,
}

#[derive(Deserialize)]
pub(crate) struct FormQuery {
    /// The batch that is selected at first.
    batch: Option<Uuid>,
    /// The course that is selected at first.
    course: Option<Uuid>,
}

pub(crate) async fn form(who: InSomeCourse<Upload>, Query(query): Query<FormQuery>) -> Result<Response> {
    let mut fields = Fields::new(&intake::ARCHIVE);
    if let Some(course) = query.course {
        fields.suggest("course", &course.to_string())?;
    }
    if let Some(id) = query.batch {
        let batch = who.app.storage.batch(BatchId(id)).await?.ok_or(WebError::NotFound)?;
        who.in_course(Action::Change, batch.course)?;
        fields.suggest("batch", &batch.id.to_string())?;
        fields.suggest("course", &batch.course.to_string())?;
        // A title may be no valid name, for example because it is too long. The user then chooses a name.
        if let Ok(name) = archive_name(&batch.title) {
            fields.suggest("name", name)?;
        }
    }
    form_page(&who, &fields, None).await
}

pub(crate) async fn submit(who: InSomeCourse<Upload>, incoming: Incoming) -> Result<Response> {
    let mut fields = Fields::new(&intake::ARCHIVE);
    match intake::make(&who, incoming, &mut fields).await {
        Ok(archive) => Ok(Redirect::to(&archive_path(&archive)).into_response()),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => form_page(&who, &fields, Some(error)).await,
    }
}

async fn form_page(who: &Admitted, fields: &Fields, refused: Option<WebError>) -> Result<Response> {
    let courses = who.app.storage.courses_of(who.actor.account.id).await?;
    let page = NewArchivePage {
        frame: frame(who, who.words.say("new-archive"), "/archives"),
        refused: refused.as_ref().map(ToString::to_string),
        fields,
        kinds: [choice(fields, "reference_kind", "", &who.words.say("archive-earlier").plain())]
            .into_iter()
            .chain(new::reference_kinds(who.words, fields))
            .collect(),
        keepings: vec![
            choice(fields, "keeping", "sources", &who.words.say("keeping-sources").plain()),
            choice(fields, "keeping", "reduced", &who.words.say("keeping-reduced").plain()),
        ],
        courses: new::course_choices(who, fields, &courses),
        batches: finished_batches(who, fields).await?,
        languages: new::languages(&who.app, fields),
        layouts: new::layouts(who.words, fields),
        most_bytes: who.app.settings.upload.bytes,
    };
    render_form(&page, refused.as_ref())
}

/// Returns the newest finished batches that the account may keep as an archive, and the batch that was named.
async fn finished_batches(who: &Admitted, fields: &Fields) -> Result<Vec<Choice>> {
    let filter = BatchFilter { account: who.actor.account.id, course: None, after: None, limit: BATCHES };
    let mut batches = who.app.storage.batches(&filter).await?.items;
    if let Some(named) = fields.get("batch").and_then(|named| named.parse().ok())
        && !batches.iter().any(|batch| batch.id == named)
    {
        batches.extend(who.app.storage.batch(named).await?);
    }
    let mine = |batch: &Batch| batch.revision.is_some() && may(&who.actor, Action::Change, batch.course);
    let entry = |batch: &Batch| {
        let label = format!("{}, {}", batch.title, batch.created.format("%Y-%m-%d"));
        choice(fields, "batch", &batch.id.to_string(), &label)
    };
    Ok(batches.iter().filter(|batch| mine(batch)).map(entry).collect())
}

#[derive(Template)]
#[template(path = "service/archive.html")]
struct ArchivePage {
    frame: Frame,
    archive: Archive,
    /// Path of the archive's page.
    path: String,
    course: String,
    /// Why the last attempt to add submissions was refused.
    refused: Option<String>,
    may_add: bool,
    may_change: bool,
    may_delete: bool,
    batches: Vec<Choice>,
    languages: Vec<Choice>,
    layouts: Vec<Choice>,
    most_bytes: u64,
}

pub(crate) async fn show(on: OnArchive<Read>) -> Result<Response> {
    page(&on.who, on.archive, &Fields::new(&intake::ADDITION), None).await
}

pub(crate) async fn add(on: OnArchive<Upload>, incoming: Incoming) -> Result<Response> {
    let mut fields = Fields::new(&intake::ADDITION);
    match intake::add(&on.who, &on.archive, incoming, &mut fields).await {
        Ok(archive) => Ok(Redirect::to(&archive_path(&archive)).into_response()),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => page(&on.who, on.archive, &fields, Some(error)).await,
    }
}

async fn page(
    who: &Admitted,
    archive: Archive,
    fields: &Fields,
    refused: Option<WebError>,
) -> Result<Response> {
    let actor = &who.actor;
    let courses = who.app.storage.courses_of(actor.account.id).await?;
    let may_add = may(actor, Action::Upload, archive.course);
    let page = ArchivePage {
        frame: frame(who, &archive.name, ""),
        path: archive_path(&archive),
        course: course_name(archive.course, &courses).to_owned(),
        refused: refused.as_ref().map(ToString::to_string),
        may_add,
        may_change: may(actor, Action::Change, archive.course),
        may_delete: may(actor, Action::Delete, archive.course),
        batches: if may_add { finished_batches(who, fields).await? } else { Vec::new() },
        languages: new::languages(&who.app, fields),
        layouts: new::layouts(who.words, fields),
        most_bytes: who.app.settings.upload.bytes,
        archive,
    };
    render_form(&page, refused.as_ref())
}

/// Form that changes how long an archive is kept.
#[derive(Deserialize)]
pub(crate) struct KeepForm {
    /// A day. Empty means that the archive is kept forever.
    keep_until: String,
}

pub(crate) async fn keep(on: OnArchive<Change>, Form(form): Form<KeepForm>) -> Result<Redirect> {
    let by = on.who.by();
    let until = match form.keep_until.trim() {
        "" => None,
        text => Some(intake::time("keep_until", text, by.at)?),
    };
    or_not_found(on.who.app.storage.set_archive_keep_until(on.archive.id, until, &by).await?)?;
    Ok(Redirect::to(&archive_path(&on.archive)))
}

#[derive(Template)]
#[template(path = "service/reduce_archive.html")]
struct ReducePage {
    frame: Frame,
    name: String,
    path: String,
}

pub(crate) async fn confirm_reduce(on: OnArchive<Delete>) -> Result<Html<String>> {
    render(&ReducePage {
        frame: frame(&on.who, on.who.words.say("reduce-title"), ""),
        path: archive_path(&on.archive),
        name: on.archive.name,
    })
}

pub(crate) async fn reduce(on: OnArchive<Delete>) -> Result<Redirect> {
    let by = on.who.by();
    on.who.app.storage.reduce(on.archive.id, JobId::new(by.at), &by).await?;
    Ok(Redirect::to(&archive_path(&on.archive)))
}

#[derive(Template)]
#[template(path = "service/delete_archive.html")]
struct DeletePage {
    frame: Frame,
    name: String,
    path: String,
}

pub(crate) async fn confirm_delete(on: OnArchive<Delete>) -> Result<Html<String>> {
    render(&DeletePage {
        frame: frame(&on.who, on.who.words.say("delete-archive-title"), ""),
        path: archive_path(&on.archive),
        name: on.archive.name,
    })
}

pub(crate) async fn delete(on: OnArchive<Delete>) -> Result<Redirect> {
    or_not_found(on.who.app.storage.delete_archive(on.archive.id, &on.who.by()).await?)?;
    Ok(Redirect::to("/archives"))
}
