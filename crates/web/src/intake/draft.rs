//! Drafts: uploads that are previewed before they are compared. A draft is analysed again whenever its options change,
//! and it becomes a batch when the user starts the comparison. Without names, the people of an upload have pseudonyms, and
//! what comes back from a page or a client is understood.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_report::CaseNames;
use chaffinch_storage::{
    Action, AnalysisOptions, Batch, BatchId, Draft, DraftId, DraftWish, JobId, NewBatch, Packed,
};
use chrono::TimeDelta;
use serde::Deserialize;
use tokio::io::AsyncWriteExt as _;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Result, WebError, or_not_found};
use crate::http::admitted::Admitted;
use crate::http::request::FieldUpdate;
use crate::intake::batch::{batch_request, least};
use crate::intake::fields::{BATCH, Fields, TABLE_BYTES};
use crate::intake::options::match_length;
use crate::intake::preview::Preview;
use crate::intake::receive::{Incoming, receive};
use crate::intake::references::check_named;
use crate::intake::upload::{FILE_COST, File, Received};
use crate::limits::fair_queue::blocking;
use crate::openapi::schemas::LayoutName;
use crate::services::shares;

/// How long a draft is kept before it is deleted.
const DRAFT_LIFE: TimeDelta = TimeDelta::days(1);

/// Stores an upload as a draft, with its preview.
pub(crate) async fn make_draft(who: &Admitted, incoming: Incoming, fields: &mut Fields) -> Result<Draft> {
    let received = receive(who, incoming, fields).await?;
    let request = batch_request(who, fields, &received).await?;
    if request.notify_url.is_some() {
        // A draft would ignore this field, so it is refused instead of silently dropped.
        let problem =
            "cannot be used for a draft; send it with an upload that is compared at once".to_owned();
        return Err(WebError::field("notify_url", problem));
    }
    let preview = preview(who, &received, &request.options).await?;
    let created = who.app.clock.now();
    let draft = Draft {
        id: DraftId::new(created),
        account: who.actor.account.id,
        course: request.course,
        wish: DraftWish { title: request.title, options: request.options, preview },
        keep_until: request.keep_until,
        created,
        expires: created + DRAFT_LIFE,
    };
    who.app.storage.create_draft(draft.clone(), received.parts()).await?;
    tracing::info!(upload.bytes = received.bytes, upload.files = received.files.len(), "kept a draft");
    Ok(draft)
}

/// Returns a draft of the account that sends the request.
pub(crate) async fn draft_of(who: &Admitted, id: &str) -> Result<Draft> {
    let id: DraftId = id.parse().map_err(|_| WebError::NotFound)?;
    let draft = who.app.storage.draft(id, who.actor.account.id, who.app.clock.now()).await?;
    let draft = draft.ok_or(WebError::NotFound)?;
    // An account that may no longer upload to the course loses its drafts for it.
    who.in_course(Action::Upload, draft.course)?;
    Ok(draft)
}

/// Changes to a draft; fields that are left out stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DraftChange)]
pub(crate) struct DraftChanges {
    /// As in an upload.
    #[schema(max_length = 200, format = "line")]
    pub(crate) title: Option<String>,
    /// As in an upload.
    pub(crate) language: Option<String>,
    /// As in an upload.
    #[schema(value_type = Option<LayoutName>)]
    pub(crate) layout: Option<String>,
    /// Encodings of files, each rule as `GLOB=NAME`. The first rule that matches applies.
    pub(crate) encodings: Option<Vec<String>>,
    /// Encoding of names in archives that are not UTF-8, as in an upload. Empty: it is guessed.
    pub(crate) name_encoding: Option<String>,
    /// Patterns of the files that are compared; all if empty.
    pub(crate) include: Option<Vec<String>>,
    /// Patterns of files that are not compared.
    pub(crate) exclude: Option<Vec<String>>,
    /// Shortest match, as in an upload; null: the default. A change of `min_match`, `kgram` or `window` sets all three:
    /// those that are left out have their default.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 3, maximum = 100)]
    pub(crate) min_match: FieldUpdate<u32>,
    /// Tokens of a k-gram, as in an upload; null: the default.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 2, maximum = 100)]
    pub(crate) kgram: FieldUpdate<u32>,
    /// Winnowing window, as in an upload; null: the default.
    #[serde(default)]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 99)]
    pub(crate) window: FieldUpdate<u32>,
    /// Submissions and files in the upload that are starter code: names of submissions, and files as `digest:` and their
    /// digest.
    pub(crate) handed_out: Option<Vec<String>>,
    /// Names of submissions to leave out. They are listed among the skipped files.
    pub(crate) ignored: Option<Vec<String>>,
    /// Names of submissions or authors that are not students.
    pub(crate) staff: Option<Vec<String>>,
}

/// Changes a draft and previews the upload again, if anything differs.
pub(crate) async fn change_draft(who: &Admitted, draft: &Draft, changes: DraftChanges) -> Result<Draft> {
    let mut fields = Fields::new(&BATCH);
    for (name, text) in [
        ("title", &changes.title),
        ("language", &changes.language),
        ("layout", &changes.layout),
        ("name_encoding", &changes.name_encoding),
    ] {
        fields.set(name, text.as_deref().unwrap_or_default())?;
    }
    let lengths = [changes.min_match, changes.kgram, changes.window];
    let (old, read) = (&draft.wish.options, fields.options(&who.app.settings.languages)?);
    let mut options = AnalysisOptions {
        language: if changes.language.is_some() { read.language } else { old.language.clone() },
        layout: if changes.layout.is_some() { read.layout } else { old.layout },
        name_encoding: match changes.name_encoding {
            Some(_) => read.name_encoding,
            None => old.name_encoding.clone(),
        },
        include: changes.include.unwrap_or_else(|| old.include.clone()),
        exclude: changes.exclude.unwrap_or_else(|| old.exclude.clone()),
        match_length: if lengths.iter().all(FieldUpdate::is_kept) {
            old.match_length
        } else {
            match_length(lengths.map(|length| length.or(None)))?
        },
        encodings: changes.encodings.unwrap_or_else(|| old.encodings.clone()),
        handed_out: changes.handed_out.unwrap_or_else(|| old.handed_out.clone()),
        ignored: changes.ignored.unwrap_or_else(|| old.ignored.clone()),
        staff: changes.staff.unwrap_or_else(|| old.staff.clone()),
        ..old.clone()
    };
    let lists = [
        ("handed_out", &mut options.handed_out),
        ("ignored", &mut options.ignored),
        ("staff", &mut options.staff),
    ];
    for (name, list) in lists {
        list.sort();
        list.dedup();
        // Each change of a draft adds to these lists, so their total size is checked here.
        if list.iter().map(String::len).sum::<usize>() > TABLE_BYTES {
            return Err(WebError::field(name, format!("has more than {TABLE_BYTES} bytes in total")));
        }
    }
    let title = fields.title()?.unwrap_or_else(|| draft.wish.title.clone());
    if options == *old && title == draft.wish.title {
        return Ok(draft.clone());
    }
    let preview = preview(who, &laid_out(who, draft).await?, &options).await?;
    let wish = DraftWish { title, options, preview };
    or_not_found(who.app.storage.change_draft(draft.id, &wish).await?)?;
    Ok(Draft { wish, ..draft.clone() })
}

/// Starts the comparison of a draft, which becomes a batch.
pub(crate) async fn run_draft(who: &Admitted, draft: &Draft) -> Result<Batch> {
    let options = &draft.wish.options;
    check_named(who, options).await?;
    let least = least(&who.app, draft.course, options).await?;
    // The upload is checked again now, as one that is compared at once, so that problems are reported in this response.
    laid_out(who, draft).await?.examine(who, options, Some(least)).await?;
    let created = who.app.clock.now();
    let batch = NewBatch {
        id: BatchId::new(created),
        job: JobId::new(created),
        course: draft.course,
        creator: who.actor.account.id,
        title: draft.wish.title.clone(),
        options: options.clone(),
        created,
        keep_until: draft.keep_until,
        idempotency: None,
        parts: Vec::new(),
    };
    let accepted = who.app.storage.run_draft(draft.id, batch).await?.ok_or(WebError::NotFound)?;
    let batch = accepted.batch().clone();
    tracing::info!(batch.id = %batch.id, "accepted a draft as a batch");
    metrics::counter!("chaffinch_uploads_total").increment(1);
    Ok(batch)
}

/// Examines an upload for its preview, in the form in which drafts store it.
async fn preview(who: &Admitted, received: &Received, options: &AnalysisOptions) -> Result<Packed> {
    let seen = received.examine(who, options, None).await?;
    let options = options.clone();
    blocking(move || Ok(Preview::seen(&seen, &options).packed())).await
}

/// Writes the stored upload of a draft back to the local disk.
async fn laid_out(who: &Admitted, draft: &Draft) -> Result<Received> {
    let mut received = Received::begin(who, "chaffinch-draft-")?;
    for part in who.app.storage.draft_parts(draft.id).await? {
        received.reservation.grow(part.bytes + FILE_COST)?;
        let path = received.folder.path().join(part.number.to_string());
        let mut file = tokio::fs::File::create(&path).await.map_err(WebError::internal)?;
        for chunk in 0..part.chunks {
            let content = who.app.storage.draft_chunk(draft.id, part.number, chunk).await?;
            file.write_all(&content.ok_or(WebError::NotFound)?).await.map_err(WebError::internal)?;
        }
        file.flush().await.map_err(WebError::internal)?;
        received.bytes += part.bytes;
        received.files.push(File { kind: part.kind, name: part.name, path, digest: [0; 32] });
    }
    if received.files.is_empty() { Err(WebError::NotFound) } else { Ok(received) }
}

/// The pseudonyms of a draft.
pub(crate) struct DraftNames {
    names: CaseNames,
    /// What is shown in place of names, rules and the title, with the originals.
    originals: BTreeMap<String, String>,
}

impl DraftNames {
    /// Returns the pseudonyms of the people in the preview and the options of a draft.
    pub(crate) async fn load(app: &App, draft: &Draft) -> Result<Self> {
        let preview = Preview::new(&draft.wish)?;
        let options = &draft.wish.options;
        let of_preview = preview.submissions.iter();
        let mut people: Vec<Vec<&str>> = of_preview
            .map(|one| {
                [Some(&one.name), one.author.as_ref()].into_iter().flatten().map(String::as_str).collect()
            })
            .collect();
        let skipped = preview.skipped.iter().filter_map(|file| file.submission.as_ref());
        let in_options = options.staff.iter().chain(&options.ignored).chain(options.teams.iter().flatten());
        let handed_out = options.handed_out.iter().filter(|name| !name.starts_with("digest:"));
        let known: BTreeSet<&str> = people.iter().flatten().copied().collect();
        let others: BTreeSet<&str> =
            skipped.chain(in_options).chain(handed_out).map(String::as_str).collect();
        people.extend(others.difference(&known).map(|&name| vec![name]));
        let key = shares::pseudonym_key(app, &format!("draft {}", draft.id), people.len() as u32).await?;
        let all: Vec<&str> = people.iter().flatten().copied().collect();
        let names = CaseNames::from_people(key, people.clone());
        // Of several names of one person, the first is the original: the name of the submission.
        let mut originals: BTreeMap<String, String> =
            all.iter().rev().map(|&name| (names.name(name), name.to_owned())).collect();
        for text in options.encodings.iter().chain([&draft.wish.title]) {
            originals.insert(names.text(text), text.clone());
        }
        Ok(Self { names, originals })
    }

    /// Returns the pseudonyms if the browser hides names.
    pub(crate) async fn hiding(who: &Admitted, draft: &Draft) -> Result<Option<Self>> {
        if who.names_hidden { Ok(Some(Self::load(&who.app, draft).await?)) } else { Ok(None) }
    }

    /// Returns a draft without names.
    pub(crate) fn draft(&self, mut draft: Draft) -> Draft {
        draft.wish.title = self.names.text(&draft.wish.title);
        let AnalysisOptions { staff, ignored, handed_out, teams, encodings, .. } = &mut draft.wish.options;
        let names = staff.iter_mut().chain(ignored).chain(handed_out).chain(teams.iter_mut().flatten());
        for name in names.filter(|name| !name.starts_with("digest:")) {
            *name = self.names.name(name);
        }
        for rule in encodings {
            *rule = self.names.text(rule);
        }
        draft
    }

    /// Returns a preview without names, its lists in the order of the pseudonyms.
    pub(crate) fn preview(&self, mut preview: Preview) -> Preview {
        let text = |text: &mut String| *text = self.names.text(text);
        for submission in &mut preview.submissions {
            submission.name = self.names.name(&submission.name);
            submission.author = None;
            submission.files.iter_mut().for_each(|file| text(&mut file.path));
            submission.files.sort_by(|a, b| a.path.cmp(&b.path));
        }
        preview.submissions.sort_by(|a, b| a.name.cmp(&b.name));
        preview.shared.iter_mut().for_each(|file| text(&mut file.path));
        for file in &mut preview.skipped {
            if let Some(name) = &mut file.submission {
                *name = self.names.name(name);
            }
            text(&mut file.path);
            text(&mut file.reason);
        }
        preview.skipped.sort_by(|a, b| (&a.submission, &a.path).cmp(&(&b.submission, &b.path)));
        preview
    }

    /// Returns changes with names in place of the pseudonyms in them. What was sent back as it was shown changes nothing.
    pub(crate) fn originals(&self, changes: DraftChanges) -> DraftChanges {
        let original = |shown: String| self.originals.get(&shown).cloned().unwrap_or(shown);
        let all = |shown: Option<Vec<String>>| shown.map(|shown| shown.into_iter().map(original).collect());
        DraftChanges {
            title: changes.title.map(original),
            encodings: all(changes.encodings),
            handed_out: all(changes.handed_out),
            ignored: all(changes.ignored),
            staff: all(changes.staff),
            ..changes
        }
    }
}
