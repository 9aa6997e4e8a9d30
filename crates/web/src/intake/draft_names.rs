//! Drafts without names: the people of an upload have pseudonyms, and what comes back from a page or a client is
//! understood.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_report::CaseNames;
use chaffinch_storage::{AnalysisOptions, Draft};

use super::draft::DraftChanges;
use super::preview::Preview;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::services::shares;

/// The pseudonyms of a draft.
pub(crate) struct DraftNames {
    names: CaseNames,
    /// What is shown in place of names, rules and the title, with the originals.
    originals: BTreeMap<String, String>,
}

impl DraftNames {
    /// Returns the pseudonyms of the people in the preview and the options of a draft.
    pub(crate) async fn load(app: &App, draft: &Draft) -> Result<Self, WebError> {
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
    pub(crate) async fn hiding(app: &App, who: &Admitted, draft: &Draft) -> Result<Option<Self>, WebError> {
        if who.names_hidden { Ok(Some(Self::load(app, draft).await?)) } else { Ok(None) }
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
