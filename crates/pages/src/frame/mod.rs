//! The frame around a page: title, location, menu, account. The service's own pages use it too.

mod location;
mod review;

use std::sync::Arc;

use crate::locale::Locale;

pub use location::{Asset, PageLocation, PairView, asset, assets};
pub use review::{PairMark, Review};

/// What `base.html` shows around a page. Every template that extends it has a field `frame` of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Title of the page, without the product's name.
    pub title: String,
    /// Location of the page.
    pub place: PageLocation,
    /// Language of the page.
    pub words: Locale,
    /// The destinations of the service, in the header. Empty in a folder.
    pub menu: Vec<MenuItem>,
    /// Part of the report that the page shows, if it is one of the tabs.
    pub section: Option<ReportSection>,
    /// The buttons that change the language; `None` in a folder, which is in one language.
    pub languages: Option<LanguageSwitch>,
    /// The button that hides names; `None` if there is none, as in a folder.
    pub names: Option<NamesSwitch>,
    /// The account that is signed in. Its menu ends with a button to sign out.
    pub account: Option<Account>,
    /// Actions that the reader may take on a page of a report. There are none in a folder.
    pub actions: Actions,
    /// What the reader's last action has done. The page shows it first.
    pub notice: Option<Notice>,
}

/// What an action has done, with a button that takes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it has done, in one sentence.
    pub text: String,
    /// URL for the form that takes it back. `None`: the reader may not, or there is nothing to take back.
    pub undo: Option<String>,
}

/// Actions that a reader of a report may take. The default has none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Actions {
    /// URL for the form that marks a passage as starter code (fields `submission`, `file`, `start_byte`, `end_byte` and
    /// `back`), if the reader may re-score.
    pub template: Option<String>,
    /// URL for the form that saves a cut-off (field `cutoff`; query `unit` and `back`), if the reader may re-score.
    pub cutoff: Option<String>,
    /// URL for the form that counts again what is common elsewhere, if the reader may re-score.
    pub count_background: Option<String>,
    /// URL for the form that counts files that no student wrote, or ignores them (field `count`), if the reader may
    /// re-score.
    pub count_vendored: Option<String>,
    /// URL for the form that counts code that many share, or ignores it (field `count`), if the reader may re-score.
    pub count_given: Option<String>,
    /// URL of the form of a new comparison with the same settings, if the reader may upload.
    pub new_comparison: Option<String>,
    /// The case of the pair that is shown.
    pub case: Option<CaseLink>,
    /// The marks of the staff, if the reader may mark pairs.
    pub review: Option<Arc<Review>>,
    /// The tab with the settings and the history of the report.
    pub settings: Option<MenuItem>,
    /// Further links in the menu of the report.
    pub menu: Vec<MenuItem>,
}

/// A part of a report that has a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportSection {
    /// The overview.
    Overview,
    /// All submissions.
    Submissions,
    /// The clusters.
    Clusters,
}

/// Status of the case of a pair or a cluster, and links to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseLink {
    /// Its status as text, or the text that there is no case.
    pub status: String,
    /// Link to its page.
    pub href: Option<String>,
    /// URL for the form that opens a case.
    pub open: Option<String>,
}

/// A link in the header, in a menu or in the toolbar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuItem {
    /// Its text.
    pub label: String,
    /// Its target.
    pub href: String,
    /// Whether it leads to the current page.
    pub current: bool,
}

/// The button that hides names or shows them again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamesSwitch {
    /// URL for its form.
    pub action: String,
    /// Whether names are hidden now.
    pub hidden: bool,
}

/// The buttons that change the language of the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageSwitch {
    /// URL to which the form is sent.
    pub action: String,
    /// Path of the page to return to, if the browser does not send it (`Referer`).
    pub back: Option<String>,
}

/// The account that is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Name to show.
    pub name: String,
    /// Links of its menu.
    pub menu: Vec<MenuItem>,
    /// URL for the form that signs out.
    pub sign_out: String,
}

impl Frame {
    /// Returns a frame in English without menu and account.
    pub fn new(title: impl Into<String>, place: PageLocation) -> Self {
        Self {
            title: title.into(),
            place,
            words: Locale::english(),
            menu: Vec::new(),
            section: None,
            languages: None,
            names: None,
            account: None,
            actions: Actions::default(),
            notice: None,
        }
    }

    /// Returns the languages to which a reader can switch from this one.
    pub fn other_languages(&self) -> impl Iterator<Item = Locale> {
        Locale::all().filter(|locale| *locale != self.words)
    }

    /// Returns the tabs of the report.
    pub fn tabs(&self) -> Vec<MenuItem> {
        let tab = |section, label, href| MenuItem {
            label: self.words.say(label).plain(),
            href,
            current: self.section == Some(section),
        };
        let place = &self.place;
        [
            tab(ReportSection::Overview, "overview", place.overview(1)),
            tab(ReportSection::Submissions, "submissions", place.submissions(1)),
            tab(ReportSection::Clusters, "clusters", place.clusters(1)),
        ]
        .into_iter()
        .chain(self.actions.settings.clone())
        .collect()
    }

    /// Returns the links that download the report.
    pub fn downloads(&self) -> Vec<MenuItem> {
        [("json", "download-json"), ("csv", "download-csv"), ("zip", "download-zip")]
            .into_iter()
            .filter_map(|(format, label)| {
                let href = self.place.download(format)?;
                Some(MenuItem { label: self.words.say(label).plain(), href, current: false })
            })
            .collect()
    }

    /// Returns the same frame in a part of the report.
    #[must_use]
    pub fn within(self, section: ReportSection) -> Self {
        Self { section: Some(section), ..self }
    }

    /// Returns the same frame with another title.
    #[must_use]
    pub fn titled(&self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self.clone() }
    }
}
