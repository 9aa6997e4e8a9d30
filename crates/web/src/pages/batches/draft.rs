//! `/drafts/{draft}`: an upload before it is compared. Its page is one plain form: each button changes one thing, and the
//! page comes back with the result.

use std::collections::HashSet;

use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_storage::AnalysisOptions;

use crate::api::drafts::DraftPath;
use crate::error::Result;
use crate::http::guard::{InSomeCourse, Upload};
use crate::http::request::{FieldUpdate, Form, Path};
use crate::intake::{self, DraftChanges, DraftNames, Fields, Incoming, draft_of};
use crate::pages::batches::draft_page::{page, path};

/// Stores an upload as a draft and redirects to it.
pub(crate) async fn create(who: InSomeCourse<Upload>, incoming: Incoming) -> Result<Response> {
    let mut fields = Fields::new(&intake::BATCH);
    match intake::make_draft(&who, incoming, &mut fields).await {
        Ok(draft) => Ok(Redirect::to(&path(&draft)).into_response()),
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => crate::pages::batches::new::page(&who, &fields, Some(error)).await,
    }
}

pub(crate) async fn show(who: InSomeCourse<Upload>, Path(path): Path<DraftPath>) -> Result<Response> {
    let draft = draft_of(&who, &path.draft).await?;
    page(who, draft, None).await
}

/// Applies the fields of the form, then does what the button says.
pub(crate) async fn change(
    who: InSomeCourse<Upload>,
    Path(named): Path<DraftPath>,
    Form(form): Form<Vec<(String, String)>>,
) -> Result<Response> {
    let draft = draft_of(&who, &named.draft).await?;
    let button = form.iter().find(|(name, _)| name == "do").map(|(_, value)| value.as_str());
    if button == Some("discard") {
        who.app.storage.delete_draft(draft.id).await?;
        return Ok(Redirect::to("/batches/new").into_response());
    }
    let changes = match DraftNames::hiding(&who, &draft).await? {
        Some(people) => people.originals(sent_changes(&people.draft(draft.clone()).wish.options, &form)),
        None => sent_changes(&draft.wish.options, &form),
    };
    let updated = intake::change_draft(&who, &draft, changes).await;
    let done = match updated {
        Ok(draft) if button == Some("run") => {
            let run = intake::run_draft(&who, &draft).await;
            run.map(|batch| format!("/batches/{}", batch.id)).map_err(|error| (draft, error))
        }
        Ok(draft) => Ok(path(&draft)),
        Err(error) => Err((draft, error)),
    };
    match done {
        Ok(to) => Ok(Redirect::to(&to).into_response()),
        Err((_, error)) if error.kind().status.is_server_error() => Err(error),
        Err((draft, error)) => page(who, draft, Some(error)).await,
    }
}

/// Returns the lines of a text, without empty ones.
fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned)
}

/// Returns the number in a field of a form; 0, which is refused, if it is none.
fn number(text: &str) -> FieldUpdate<u32> {
    FieldUpdate::To((!text.trim().is_empty()).then(|| text.trim().parse().unwrap_or(0)))
}

/// Combines the present options of a draft with the form that was sent.
fn sent_changes(options: &AnalysisOptions, form: &[(String, String)]) -> DraftChanges {
    let mut changes = DraftChanges::default();
    let mut encodings = options.encodings.clone();
    let (mut handed_out, mut staff) = (options.handed_out.clone(), options.staff.clone());
    let mut ignored = None;
    let (mut any_file, mut any_encoding) = (None, None);
    // A form can name thousands of entries, and the lists can hold a hundred thousand. Sets keep this fast.
    let named = |button: &str| -> HashSet<&String> {
        form.iter().filter(|(name, _)| name == button).map(|(_, value)| value).collect()
    };
    let (taken_back, no_staff) = (named("take_back"), named("no_staff"));
    handed_out.retain(|one| !taken_back.contains(one));
    staff.retain(|one| !no_staff.contains(one));
    for (name, value) in form {
        match name.as_str() {
            "title" => changes.title = Some(value.clone()),
            "language" => changes.language = Some(value.clone()),
            "layout" => changes.layout = Some(value.clone()),
            "name_encoding" => changes.name_encoding = Some(value.clone()),
            "include" => changes.include = Some(lines(value).collect()),
            "exclude" => changes.exclude = Some(lines(value).collect()),
            "min_match" => changes.min_match = number(value),
            "kgram" => changes.kgram = number(value),
            "window" => changes.window = number(value),
            // Sent with the rows, all of which it covers. A browser sends only the ticked boxes.
            "rows" => _ = ignored.get_or_insert_with(Vec::new),
            "ignore" => ignored.get_or_insert_with(Vec::new).push(value.clone()),
            "hand_out" => handed_out.push(value.clone()),
            "any_file" => any_file = Some(value).filter(|value| !value.is_empty()),
            "any_encoding" => any_encoding = Some(value).filter(|value| !value.is_empty()),
            "staff" => staff.push(value.clone()),
            "encodings" => {
                encodings.retain(|rule| rule.starts_with("digest:"));
                encodings.extend(lines(value));
            }
            name => {
                let Some(digest) = name.strip_prefix("encoding-") else { continue };
                let pattern = format!("digest:{digest}=");
                encodings.retain(|rule| !rule.starts_with(&pattern));
                if !value.is_empty() {
                    encodings.insert(0, pattern + value);
                }
            }
        }
    }
    if let (Some(digest), Some(encoding)) = (any_file, any_encoding) {
        encodings.retain(|rule| !rule.starts_with(&format!("digest:{digest}=")));
        encodings.insert(0, format!("digest:{digest}={encoding}"));
    }
    DraftChanges {
        encodings: Some(encodings),
        handed_out: Some(handed_out),
        ignored,
        staff: Some(staff),
        ..changes
    }
}
