//! `/batches/new`: the upload form, empty, for a course (`?course=ID`), or with the settings of a comparison (`?like=ID`). It
//! works without JavaScript, which adds drops, suggestions and progress.

use askama::Template;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, Locale};
use chaffinch_storage::{
    Action, AnalysisOptions, Archive, Batch, BatchFilter, BatchId, Course, CourseId, Named, Page,
    ReferenceKind, Role, may,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{InSomeCourse, Upload};
use crate::http::request::Query;
use crate::intake::{self, Fields, Incoming, MAX_PAIRS};
use crate::pages::batches::patterns::PatternLists;
use crate::pages::frame::{Choice, frame, name_table, render_form, size_text};

/// A tick-box of an archive.
struct ArchiveTick {
    choice: Choice,
    /// The course of the archive, so that the script can tick the archives of the chosen course.
    course: String,
}

/// Largest number of comparisons that the form lists, the newest first.
const MAX_COMPARISONS: u32 = 100;

/// The comparisons and archives of which something can be ignored.
struct Sources {
    /// Those whose common passages are ignored.
    background: Vec<Choice>,
    /// Those with earlier work of the class.
    own_work: Vec<Choice>,
    /// Number of listed comparisons, if there are more.
    listed: Option<u32>,
}

/// A course to choose.
struct CourseChoice {
    choice: Choice,
    /// The patterns of its newest comparison, so that the script can fill them in.
    patterns: PatternLists,
}

/// A language to choose.
struct LanguageChoice {
    choice: Choice,
    /// The endings of its file names, separated by spaces.
    endings: String,
}

#[derive(Template)]
#[template(path = "service/new.html")]
struct NewPage<'a> {
    frame: Frame,
    /// Why the last attempt was refused.
    refused: Option<String>,
    /// Whether the last attempt had no submissions. The reason is then beside the drop area.
    is_empty: bool,
    /// What the form has: what was sent before, or the settings of another comparison.
    fields: &'a Fields,
    max_pairs: &'a str,
    courses: Vec<CourseChoice>,
    patterns: PatternLists,
    /// The libraries that comparisons of their courses use.
    libraries: String,
    archives: Vec<ArchiveTick>,
    sources: Sources,
    languages: Vec<LanguageChoice>,
    layouts: Vec<Choice>,
    reference_kinds: Vec<Choice>,
    most_pairs: u32,
    most_bytes: u64,
}

pub(crate) async fn form(who: InSomeCourse<Upload>, Query(query): Query<LikeQuery>) -> Result<Response> {
    page(&who, &fields_like(&who, &query).await?, None).await
}

pub(crate) async fn submit(
    who: InSomeCourse<Upload>,
    headers: HeaderMap,
    incoming: Incoming,
) -> Result<Response> {
    let mut fields = Fields::new(&intake::BATCH);
    match intake::accept(&who, &headers, incoming, &mut fields).await {
        Ok(accepted) => Ok(Redirect::to(&format!("/batches/{}", accepted.batch().id)).into_response()),
        // Errors of the service get the error page, which shows the request id.
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => page(&who, &fields, Some(error)).await,
    }
}

pub(crate) async fn page(who: &Admitted, fields: &Fields, refused: Option<WebError>) -> Result<Response> {
    let actor = &who.actor;
    let courses = who.app.storage.courses_of(actor.account.id).await?;
    let chosen = fields.list("archives");
    // As in an upload that names no course.
    let in_course = courses.iter().map(|(course, _)| course).find(|course| match fields.get("course") {
        None => course.personal_of == Some(actor.account.id),
        Some(named) => course.id.to_string() == named || course.name == named,
    });
    let in_course = in_course.map(|course| course.id);
    let archives = who.app.storage.archives(&who.courses(Action::See)).await?;
    let filter = BatchFilter { account: actor.account.id, course: None, after: None, limit: MAX_COMPARISONS };
    let batches = who.app.storage.batches(&filter).await?;
    let sources = sources(fields, &courses, &archives, &batches);
    // A course keeps its patterns: those of its newest comparison.
    let remembered = |course: CourseId| {
        let newest = batches.items.iter().find(|batch| batch.course == course);
        newest.map_or_else(PatternLists::default, |batch| PatternLists::of(&batch.options))
    };
    let is_new = fields.is_empty() || refused.is_none() && fields.has_only("course");
    let patterns = match in_course.filter(|_| is_new) {
        Some(course) => remembered(course),
        None => PatternLists::sent(fields),
    };
    let (libraries, archives): (Vec<_>, Vec<_>) =
        archives.into_iter().partition(|archive| archive.reference.is_some());
    let libraries: Vec<String> = libraries.iter().map(|archive| label(archive, &courses)).collect();
    let archives = archives.iter().map(|archive| {
        let value = archive.id.to_string();
        let selected = match &chosen {
            None => Some(archive.course) == in_course,
            Some(chosen) => [value.as_str(), archive.name.as_str()].iter().any(|name| chosen.contains(name)),
        };
        let choice = Choice { label: label(archive, &courses), selected, value };
        ArchiveTick { choice, course: archive.course.to_string() }
    });
    let archives = archives.collect();
    let default_pairs = AnalysisOptions::default().max_pairs.to_string();
    let page = NewPage {
        frame: frame(who, who.words.say("new-comparison"), "/batches/new"),
        libraries: libraries.join(", "),
        is_empty: matches!(refused, Some(WebError::NoSubmissions)),
        refused: refused.as_ref().map(ToString::to_string),
        fields,
        max_pairs: fields.get("max_pairs").unwrap_or(&default_pairs),
        courses: course_choices(who, fields, &courses)
            .into_iter()
            .map(|choice| {
                let course = courses.iter().find(|(course, _)| course.id.to_string() == choice.value);
                let patterns = course.map_or_else(PatternLists::default, |(course, _)| remembered(course.id));
                CourseChoice { choice, patterns }
            })
            .collect(),
        patterns,
        archives,
        sources,
        languages: languages_with_endings(&who.app, fields),
        layouts: layouts(who.words, fields),
        reference_kinds: reference_kinds(who.words, fields),
        most_pairs: MAX_PAIRS,
        most_bytes: who.app.settings.upload.bytes,
    };
    render_form(&page, refused.as_ref())
}

/// Returns the courses to which the account may upload. A single course needs no choice.
pub(crate) fn course_choices(who: &Admitted, fields: &Fields, courses: &[(Course, Role)]) -> Vec<Choice> {
    let open = courses.iter().filter(|(course, _)| may(&who.actor, Action::Upload, course.id));
    let choice =
        |(course, _): &(Course, Role)| choice(fields, "course", &course.id.to_string(), &course.name);
    let choices: Vec<Choice> = open.map(choice).collect();
    if choices.len() > 1 { choices } else { Vec::new() }
}

/// Returns the comparisons and archives of which something can be ignored, the newest comparisons first.
fn sources(
    fields: &Fields,
    courses: &[(Course, Role)],
    archives: &[Archive],
    page: &Page<Batch, BatchId>,
) -> Sources {
    let batches = page.items.iter().filter(|batch| batch.revision.is_some());
    let batches = batches.map(|batch| {
        let course = courses.iter().find(|(course, _)| course.id == batch.course && courses.len() > 1);
        let course = course.map_or_else(String::new, |(course, _)| format!("{}, ", course.name));
        (batch.id.to_string(), format!("{} ({course}{})", batch.title, batch.created.format("%Y-%m-%d")))
    });
    let archives = archives.iter().map(|archive| (archive.id.to_string(), label(archive, courses)));
    let all: Vec<(String, String)> = batches.chain(archives).collect();
    let choices = |name| {
        let chosen = fields.list(name).unwrap_or_default();
        let choice = |(value, label): &(String, String)| Choice {
            selected: chosen.iter().any(|entry| entry.split(',').any(|id| id.trim() == value)),
            value: value.clone(),
            label: label.clone(),
        };
        all.iter().map(choice).collect()
    };
    Sources {
        background: choices("background"),
        own_work: choices("own_work"),
        listed: page.next.as_ref().map(|_| MAX_COMPARISONS),
    }
}

/// Creates an option, selected if the last attempt selected it.
pub(crate) fn choice(fields: &Fields, name: &'static str, value: &str, label: &str) -> Choice {
    Choice { value: value.to_owned(), label: label.to_owned(), selected: fields.get(name) == Some(value) }
}

pub(crate) fn languages(app: &App, fields: &Fields) -> Vec<Choice> {
    let offered = app.settings.languages.iter();
    offered.map(|language| choice(fields, "language", &language.name, &language.title)).collect()
}

/// Returns the title of a language, such as `C++` for `cpp`, from a list of [`languages`].
pub(crate) fn language_title<'t>(languages: &'t [Choice], name: &'t str) -> &'t str {
    languages.iter().find(|choice| choice.value == name).map_or(name, |choice| &choice.label)
}

/// Returns the languages with the endings by which the script detects them.
fn languages_with_endings(app: &App, fields: &Fields) -> Vec<LanguageChoice> {
    let endings = app.settings.languages.iter().map(|language| language.endings.join(" "));
    let pair = |(choice, endings)| LanguageChoice { choice, endings };
    languages(app, fields).into_iter().zip(endings).map(pair).collect()
}

pub(crate) fn reference_kinds(words: Locale, fields: &Fields) -> Vec<Choice> {
    let of_kind = |kind: ReferenceKind| {
        let label = words.say("reference-of").choice("kind", kind.name()).plain();
        choice(fields, "reference_kind", kind.name(), &label)
    };
    ReferenceKind::ALL.iter().copied().map(of_kind).collect()
}

pub(crate) fn layouts(words: Locale, fields: &Fields) -> Vec<Choice> {
    let layouts = [
        ("auto", "layout-auto"),
        ("children", "layout-children"),
        ("whole", "layout-whole"),
        ("task/student", "layout-task-student"),
    ];
    layouts.map(|(value, label)| choice(fields, "layout", value, &words.say(label).plain())).into()
}

/// Returns name and year, and the course if the reader has several.
pub(crate) fn label(archive: &Archive, courses: &[(Course, Role)]) -> String {
    let year = archive.year.map_or_else(String::new, |year| format!(" ({year})"));
    let course = courses.iter().find(|(course, _)| course.id == archive.course && courses.len() > 1);
    let course = course.map_or_else(String::new, |(course, _)| format!(", {}", course.name));
    format!("{}{year}{course}", archive.name)
}

/// The comparison whose settings fill the form.
#[derive(Deserialize)]
pub(crate) struct LikeQuery {
    like: Option<Uuid>,
    /// The course that is selected at first.
    course: Option<Uuid>,
}

/// Returns the fields of a new comparison, with the settings of another one if the address names one. Its title, its
/// retention and its files are left out, because they belong to one upload. Settings that the reader may not use, such
/// as an archive of another course, are left out, too.
async fn fields_like(who: &Admitted, query: &LikeQuery) -> Result<Fields> {
    let mut fields = Fields::new(&intake::BATCH);
    if let Some(course) = query.course {
        fields.suggest("course", &course.to_string())?;
    }
    let Some(id) = query.like else { return Ok(fields) };
    let batch = who.visible_batch(BatchId(id)).await?.ok_or(WebError::NotFound)?;
    let archives = who.app.storage.archives(&who.courses(Action::See)).await?;
    fill(&mut fields, &batch, &archives, may(&who.actor, Action::Upload, batch.course))?;
    let background = batch.revision.as_ref().map_or(&batch.options.background, |one| &one.review.background);
    for (name, owners) in [("background", background), ("own_work", &batch.options.own_work)] {
        for owner in owners {
            let id = owner.to_string();
            // What the reader may not use is left out.
            if intake::sources(who, name, [id.as_str()]).await.is_ok() {
                fields.set(name, &id)?;
            }
        }
    }
    Ok(fields)
}

fn fill(fields: &mut Fields, batch: &Batch, archives: &[Archive], same_course: bool) -> Result<()> {
    let (options, review) = (&batch.options, batch.revision.as_ref().map(|revision| &revision.review));
    if same_course {
        fields.set("course", &batch.course.to_string())?;
    }
    fields.set("language", options.language.as_deref().unwrap_or_default())?;
    fields.set("layout", options.layout.name())?;
    let patterns = PatternLists::of(options);
    fields.set("include", &patterns.include)?;
    fields.set("exclude", &patterns.exclude)?;
    fields.set("count_vendored", if options.count_vendored { "true" } else { "" })?;
    fields.set("count_given", if options.count_given { "true" } else { "" })?;
    // The settings page of a report changes these. The current report has the last word.
    let common_limit = review.map_or(options.common_limit, |review| review.common_limit);
    fields.set("common_limit", &common_limit.to_string())?;
    let cutoff_expect = review.map_or(options.cutoff_expect, |review| review.cutoff?.expect());
    fields.set("cutoff_expect", &cutoff_expect.map(|pairs| pairs.to_string()).unwrap_or_default())?;
    fields.set("max_pairs", &options.max_pairs.to_string())?;
    let length = options.match_length;
    for (name, value) in [("min_match", length.tokens()), ("kgram", length.k()), ("window", length.w())] {
        fields.set(name, &value.map(|value| value.to_string()).unwrap_or_default())?;
    }
    let teams = review.map_or(&options.teams, |review| &review.teams);
    fields.set("teams", &name_table(teams, ","))?;
    let staff = review.map_or(&options.staff, |review| &review.staff);
    fields.set("staff", &name_table(staff.iter().map(std::slice::from_ref), ","))?;
    match &options.archives {
        // All archives of the course, which is the default.
        None => {}
        Some(none) if none.is_empty() => fields.set("archives", "none")?,
        Some(chosen) => {
            for archive in archives.iter().filter(|archive| chosen.contains(&archive.id)) {
                fields.set("archives", &archive.id.to_string())?;
            }
        }
    }
    Ok(())
}
