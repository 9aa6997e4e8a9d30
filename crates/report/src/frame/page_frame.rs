//! What surrounds a page: its title, its location, the menu, who is signed in. The service's own pages use it too.

use super::location::PageLocation;
use crate::locale::Locale;

/// What `base.html` shows around a page. Every template that extends it has a field `frame` of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Title of the page, without the product's name.
    pub title: String,
    /// Where the page stands.
    pub place: PageLocation,
    /// The language of its words.
    pub words: Locale,
    /// Main links of the header: empty in a folder.
    pub menu: Vec<MenuItem>,
    /// The switch of languages; None in a folder, which is in one language.
    pub languages: Option<LanguageSwitch>,
    /// The switch that hides names; None where there is none, as in a folder.
    pub names: Option<NamesSwitch>,
    /// Who is signed in: shown with a button to sign out.
    pub account: Option<Account>,
    /// What the reader may do from a page of a report: nothing in a folder.
    pub actions: Actions,
}

/// What the reader of a report may do about what it shows. The default is nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Actions {
    /// Where the form "this passage is template" is posted to (fields `submission`, `file`, `start_byte`, `end_byte`
    /// and `back`), where the reader may re-score.
    pub template: Option<String>,
    /// The case of the pair that is shown.
    pub case: Option<CaseLink>,
}

/// Where the case of a pair or a cluster stands, and the way to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseLink {
    /// Its status in words, or that there is none.
    pub status: String,
    /// Its page.
    pub href: Option<String>,
    /// Where a form is posted to that opens one.
    pub open: Option<String>,
}

/// One link of the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuItem {
    /// Its text.
    pub label: String,
    /// Where it leads.
    pub href: String,
    /// It leads to the page it stands on.
    pub current: bool,
}

/// The button that hides names, or shows them again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamesSwitch {
    /// Where its form is posted to.
    pub action: String,
    /// They are hidden now.
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

/// Who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Name to show.
    pub name: String,
    /// Where the form that signs out is posted to.
    pub sign_out: String,
}

impl Frame {
    /// A frame in English without menu and account.
    pub fn new(title: impl Into<String>, place: PageLocation) -> Self {
        Self {
            title: title.into(),
            place,
            words: Locale::english(),
            menu: Vec::new(),
            languages: None,
            names: None,
            account: None,
            actions: Actions::default(),
        }
    }

    /// Returns the languages to which a reader can switch from this one.
    pub fn other_languages(&self) -> impl Iterator<Item = Locale> {
        Locale::all().filter(|locale| *locale != self.words)
    }

    /// The same surroundings under another title.
    #[must_use]
    pub fn titled(&self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self.clone() }
    }
}
