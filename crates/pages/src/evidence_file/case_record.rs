//! What people recorded about a case, as an evidence file prints it. The texts are as the reader may see them.

use super::DisplayTime;
use crate::locale::Message;

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
