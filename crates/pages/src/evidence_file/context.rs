//! What an evidence file is made for, by whom and when, and what people recorded about its case. The texts of a case are as
//! the reader may see them.

use chaffinch_report::{PseudonymKey, Side};

use crate::locale::Message;

/// Purpose and author of an evidence file.
#[derive(Debug, Clone)]
pub struct EvidenceContext {
    /// When the revision was made.
    pub revised: Option<DisplayTime>,
    /// When this file is made.
    pub made: Option<DisplayTime>,
    /// Name of the account that makes it.
    pub made_by: Option<String>,
    /// Whether pseudonyms replace all names.
    pub hide_names: bool,
    /// The key of the pseudonyms, of this file alone.
    pub key: PseudonymKey,
    /// The side whose author gets the file, if any. The other side is redacted, as [`chaffinch_report::redact`] says.
    pub reader: Option<Side>,
    /// The case that the file is about. `None`: it is about submissions only.
    pub case: Option<CaseRecord>,
}

/// A point in time, for programs (RFC 3339) and for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayTime {
    /// RFC 3339.
    pub exact: String,
    /// Text for people, with the time zone.
    pub shown: String,
}

/// A case with its statements, decision and history.
#[derive(Debug, Clone)]
pub struct CaseRecord {
    /// Its title.
    pub title: String,
    /// Its status as text.
    pub status: String,
    /// When it was opened.
    pub opened: DisplayTime,
    /// Name of the account that opened it.
    pub opened_by: String,
    /// Name of the second reviewer.
    pub reviewer: Option<String>,
    /// Names of the people it is about.
    pub persons: Vec<String>,
    /// The decision. `None`: the case is not decided.
    pub decision: Option<CaseEntry>,
    /// What people of the case said, oldest first.
    pub statements: Vec<CaseStatement>,
    /// Names of the people without a statement.
    pub unheard: Vec<String>,
    /// All events, oldest first.
    pub history: Vec<CaseEntry>,
    /// Titles of the other comparisons and archives with submissions of the case. Their pairs are not in the file.
    pub elsewhere: Vec<String>,
    /// Whether the file shows only the strongest pairs of the case.
    pub is_part: bool,
}

/// The statement of a person.
#[derive(Debug, Clone)]
pub struct CaseStatement {
    /// The person.
    pub person: String,
    /// The day on which it was given.
    pub given: String,
    /// What the person said.
    pub text: String,
    /// Name of the file that came with it.
    pub file: Option<String>,
}

/// An event of a case.
#[derive(Debug, Clone)]
pub struct CaseEntry {
    /// When it happened.
    pub at: DisplayTime,
    /// Name of the account that did it.
    pub who: String,
    /// What happened.
    pub what: Message,
    /// The text that was written with it, such as the reason for a decision.
    pub text: String,
}
